"""How edits are propagated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from unbake.editing.propagation.combining import Weights
from unbake.errors import UsageError

Outputs = Literal["difference", "pose"]
PredictorName = Literal["gp", "mls"]
Kernels = Literal["shared", "separate"]
Feet = Literal["calm", "faded", "none"]
CHOICES = {
    "outputs": get_args(Outputs),
    "predictor": get_args(PredictorName),
    "kernels": get_args(Kernels),
    "feet": get_args(Feet),
}


@dataclass(frozen=True, kw_only=True)
class PropagateOptions:
    """How edits are propagated.

    Parameters
    ----------
    weights : of the four estimates.
    outputs : what is learnt: the ``difference`` to the source, or the ``pose`` itself, as the thesis does.
    predictor : Gaussian processes (``gp``) or moving least squares (``mls``).
    kernels : one for all outputs (``shared``), or one for each (``separate``), which takes a hundred times as long.
    ard : whether each input of a kernel has a length scale of its own.
    feet : how planted feet are held in the result, see `unbake.feet.clean.CleanOptions.method`, or ``none``.

    Raises
    ------
    UsageError : an unknown choice.
    """

    weights: Weights = field(default_factory=Weights)
    outputs: Outputs = "difference"
    predictor: PredictorName = "gp"
    kernels: Kernels = "shared"
    ard: bool = False
    feet: Feet = "calm"

    def __post_init__(self) -> None:
        for name, known in CHOICES.items():
            if (value := getattr(self, name)) not in known:
                raise UsageError(f"{name} must be {' or '.join(known)}, not '{value}'")
