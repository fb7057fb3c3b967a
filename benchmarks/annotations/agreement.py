"""How far two passes over the same clips agree: ``python -m benchmarks.annotations.agreement``.

It is the most that anything which is judged by such labels can be expected to reach.

References: Cohen, A coefficient of agreement for nominal scales, 1960.
"""

from __future__ import annotations

import numpy as np

from benchmarks.annotations.labelled import PASSES, labels_of
from benchmarks.feet.metrics import matched
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.ground.arrays import Booleans
from unbake.ground.intervals import intervals
from unbake.library.annotations import THIRTEEN


def kappa(one: Booleans, other: Booleans) -> float:
    """Return Cohen's kappa of two labellings (N,): 1 where they agree, 0 where no more than by chance; NaN for none."""
    same = float((one == other).mean())
    p, q = float(one.mean()), float(other.mean())
    chance = p * q + (1.0 - p) * (1.0 - q)
    return (same - chance) / (1.0 - chance) if chance < 1.0 else float("nan")


def f1(one: Booleans, other: Booleans) -> float:
    """Return the F1 of one labelling judged by the other, the same both ways; NaN where neither says yes."""
    both = int((one & other).sum())
    total = int(one.sum()) + int(other.sum())
    return 2.0 * both / total if total else float("nan")


def boundary_differences_ms(one: Booleans, other: Booleans, fps: float) -> list[float]:
    """Return how far apart the boundaries are of spans (F,) that are in both, without those at the clip's ends."""
    out = []
    for a, b in matched(list(intervals(one)), list(intervals(other))):
        out += [abs(a[0] - b[0])] if a[0] and b[0] else []
        out += [abs(a[1] - b[1])] if a[1] < len(one) - 1 and b[1] < len(one) - 1 else []
    return [1000.0 * frames / fps for frames in out]


def agreement() -> dict[str, dict[str, float]]:
    """Return for each flag that any pass has, and all together, how far the passes agree."""
    first, second = (labels_of(which) for which in PASSES)
    names = sorted(set(first) & set(second))
    a, b = (np.concatenate([labels[name] for name in names], axis=1) for labels in (first, second))
    out = {}
    for row, flag in enumerate(THIRTEEN):
        if a[row].any() or b[row].any():
            apart = [ms for n in names for ms in boundary_differences_ms(first[n][row], second[n][row], 120.0)]
            out[flag] = {
                "first_s": float(a[row].sum()) / 120.0,
                "second_s": float(b[row].sum()) / 120.0,
                "same": float((a[row] == b[row]).mean()),
                "kappa": kappa(a[row], b[row]),
                "f1": f1(a[row], b[row]),
                "boundary_ms": float(np.median(apart)) if apart else float("nan"),
            }
    out["all"] = {
        "clips": len(names),
        "frames": a.shape[1],
        "same": float((a == b).mean()),
        "all_same": float((a == b).all(axis=0).mean()),
        "kappa": kappa(a.ravel(), b.ravel()),
        "f1": float(np.nanmean([one["f1"] for one in out.values()])),
    }
    return out


def main() -> None:
    """Print how far the passes agree."""
    found = agreement()
    whole = found.pop("all")
    header = ("flag", "first, s", "second, s", "same, %", "kappa", "F1", "boundary, ms")
    rows = [
        (
            flag,
            f"{s['first_s']:.1f}",
            f"{s['second_s']:.1f}",
            f"{100 * s['same']:.1f}",
            f"{s['kappa']:.2f}",
            f"{s['f1']:.2f}",
            f"{s['boundary_ms']:.0f}",
        )
        for flag, s in found.items()
    ]
    title = f"{whole['clips']} clips, {whole['frames']:,} frames: {100 * whole['same']:.1f} % of labels the same, "
    print_table(
        f"{title}{100 * whole['all_same']:.1f} % of frames in all flags, kappa {whole['kappa']:.2f}", header, rows
    )


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
