"""The page evaluates curves, too: the same cases here and there.

`web/tests/curves/curves.json` holds curves with their values; the page's own tests evaluate them in TypeScript. After a
change of the library's evaluation, write it anew with `PYTHONPATH=tests python tests/studio/test_curve_twins.py`.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import unbake.studio
from curves.animations import animation_of
from unbake.curves.bezier import evaluate_chain

FIXTURE = Path(unbake.studio.__file__).parent / "web" / "tests" / "curves" / "curves.json"
PARTS = ("frames", "values", "left", "right", "times", "expected")


def random_curves():
    """Handles anywhere that they may be: also without length, on the neighbours, level and nearly upright."""
    rng = np.random.default_rng(20)
    frames = np.array([0.0, 3.0, 4.0, 11.0, 30.0, 31.0, 47.0])
    values = rng.normal(size=len(frames))
    spans = np.diff(frames)
    shares = {
        "random": rng.uniform(0.0, 1.0, (2, len(spans))),
        "without length": np.zeros((2, len(spans))),
        "on the neighbours": np.ones((2, len(spans))),
        "nearly upright": np.full((2, len(spans)), 1e-7),
    }
    for name, (out, into) in shares.items():
        left, right = (np.stack([frames, values], axis=1) for _ in range(2))
        right[:-1] += np.stack([out * spans, rng.normal(size=len(spans))], axis=1)
        left[1:] -= np.stack([into * spans, rng.normal(size=len(spans))], axis=1)
        yield name, frames, values, left, right
    keys = np.stack([frames, np.full(len(frames), 0.7)], axis=1)
    yield "constant", frames, keys[:, 1], keys, keys
    yield "one key", frames[:1], values[:1], keys[:1], keys[:1]


def fitted_curves():
    """Curves as fits leave them."""
    for kind in ("hermite", "broken", "schneider", "quaternions"):
        animation = animation_of(kind)
        for number in (0, 3, 6):
            curve = animation.curves[number]
            yield f"{kind} {number}", curve.frames, curve.values, curve.left, curve.right
    curve = free_animation().curves[10]
    yield "free 10", curve.frames, curve.values, curve.left, curve.right


def free_animation():
    """The free fit of what the others fit."""
    from clips import packaged_clip
    from unbake.curves.fits.fit import fit

    return fit(packaged_clip().excerpt(101, 230), animation_of("schneider").selection)


def made():
    """All cases, evaluated between keys, on them, and outside."""
    for name, frames, values, left, right in (*random_curves(), *fitted_curves()):
        between = np.round(np.linspace(frames[0] - 2.0, frames[-1] + 2.0, 61), 3)
        times = np.concatenate([between, frames])
        expected = evaluate_chain(*(np.ascontiguousarray(part) for part in (frames, values, left, right, times)))
        yield {"name": name} | dict(zip(PARTS, (frames, values, left, right, times, expected), strict=True))


@pytest.fixture(scope="module")
def kept():
    return json.loads(FIXTURE.read_text(encoding="utf-8"))


def test_the_kept_cases_are_those_that_are_made(kept):
    cases = list(made())
    assert [case["name"] for case in kept] == [case["name"] for case in cases]
    for old, new in zip(kept, cases, strict=True):
        for part in ("frames", "values", "times"):
            assert np.asarray(old[part]) == pytest.approx(new[part], abs=1e-9), old["name"]


def test_the_kept_values_are_what_the_library_says_of_the_kept_curves(kept):
    # Of the kept curves: fits may differ in their last digits from machine to machine.
    assert kept
    for case in kept:
        frames, values, left, right, times = (np.array(case[part], dtype=np.float64) for part in PARTS[:-1])
        assert evaluate_chain(frames, values, left, right, times) == pytest.approx(
            case["expected"], rel=1e-12, abs=1e-12
        )


if __name__ == "__main__":
    text = ",\n".join(
        json.dumps({key: value if key == "name" else value.tolist() for key, value in case.items()}) for case in made()
    )
    FIXTURE.write_text(f"[\n{text}\n]\n", encoding="utf-8")
