"""The page has the rules for handles, too: the same cases here and there.

After a change of the rules, write them anew with ``PYTHONPATH=tests python tests/studio/test_tangent_twins.py``.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import unbake.studio
from unbake.curves.tangents import HANDLE_TYPES, LOCKED, followed_handles

FIXTURE = Path(unbake.studio.__file__).parent / "web" / "tests" / "curves" / "tangents.json"


def made():
    """Every type alone, all mixed, some locked; two keys, and one."""
    rng = np.random.default_rng(6)
    frames = np.array([3, 7, 8, 20, 26, 41])
    codes = {name: np.full(len(frames), code) for code, name in enumerate(HANDLE_TYPES)}
    codes["mixed"] = np.array([3, 2, 4, 3, 0, 2])
    codes["mixed and locked"] = np.array([3, 2 + LOCKED, 4, 3 + LOCKED, 1, 4])
    for name, tangents in codes.items():
        for count in (6, 2, 1):
            yield case(f"{name}, {count} keys", frames[:count], rng.normal(size=count), tangents[:count], rng)


def case(name, frames, values, tangents, rng):
    runs = np.diff(frames) * rng.uniform(0.1, 0.9, len(frames) - 1)
    left, right = (np.stack([frames, values], axis=1).astype(np.float64) for _ in range(2))
    left[1:, 0] -= runs
    right[:-1, 0] += runs
    followed = followed_handles(frames.astype(np.float64), values, left, right, tangents.astype(np.uint8))
    parts = {"frames": frames, "values": values, "left": left, "right": right, "tangents": tangents}
    parts |= {"followed_left": followed[0], "followed_right": followed[1]}
    return {"name": name} | {part: array.tolist() for part, array in parts.items()}


def test_the_kept_cases_are_what_the_library_makes():
    for kept, new in zip(json.loads(FIXTURE.read_text(encoding="utf-8")), made(), strict=True):
        assert kept["name"] == new["name"]
        for part in new.keys() - {"name"}:
            assert np.asarray(kept[part]) == pytest.approx(np.asarray(new[part]), abs=1e-12), kept["name"]


if __name__ == "__main__":
    FIXTURE.write_text("[\n" + ",\n".join(json.dumps(one) for one in made()) + "\n]\n", encoding="utf-8")
