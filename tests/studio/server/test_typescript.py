"""The client's types are those of the messages."""

from dataclasses import make_dataclass
from typing import Annotated, Literal

import numpy as np
import pytest

from unbake.studio.server import messages
from unbake.studio.server.typescript import TARGET, generated


def test_the_clients_types_are_fresh() -> None:
    assert TARGET.read_text(encoding="utf-8") == generated(), (
        "run `python -m unbake.studio.server.typescript` after a change of the messages"
    )


@pytest.mark.parametrize(
    ("member", "text"),
    [
        (("extra", int), "  extra: number;"),
        (("id", int), "  id: number;"),
        (("id", str | None), "  id: string | null;"),
        (("id", tuple[Literal["a", "b"], ...]), '  id: ("a" | "b")[];'),
        (("id", Annotated[np.ndarray, "Float32Array"]), "  id: Float32Array;"),
    ],
)
def test_a_changed_member_is_seen(monkeypatch: pytest.MonkeyPatch, member: tuple[str, type], text: str) -> None:
    changed = make_dataclass("Forget", [member], namespace={"__doc__": "Changed. → Done"})
    monkeypatch.setattr(messages, "Forget", changed)
    monkeypatch.setattr("inspect.getsource", lambda kind: "")
    assert text in generated()
    assert TARGET.read_text(encoding="utf-8") != generated()


def test_every_request_names_its_answer_but_the_one_that_has_none() -> None:
    answers = generated().partition("export interface Answers {")[2]
    requests = generated().partition("export interface Requests {")[2].partition("}")[0]
    names = [line.split(":")[0].strip() for line in requests.strip().splitlines()]
    assert [name for name in names if f"  {name}: " not in answers] == ["Cancel"]
