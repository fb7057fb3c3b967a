"""What the rules came to: how often each applied, how much it made, and how much of that looks human.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.4.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from unbake.composition.enrichment.judge import looks_human
from unbake.composition.enrichment.trial import Trial


@dataclass
class RuleYield:
    """Counts of one rule.

    Parameters
    ----------
    draws, applied : how often it was drawn, and how often what it was applied to fitted.
    motions, frames : what it made.
    open_frames : frames too near to an end to be judged.
    human : frames judged to look human.
    """

    draws: int = 0
    applied: int = 0
    motions: int = 0
    frames: int = 0
    open_frames: int = 0
    human: int = 0

    @property
    def human_part(self) -> float:
        """Part of all frames that can be judged and look human, as the thesis counts."""
        return self.human / self.frames if self.frames else 0.0

    def extrapolated(self, possibilities: int) -> float:
        """Return the frames that look human, were the rule applied to all possibilities."""
        return possibilities * self.human / self.draws if self.draws else 0.0


@dataclass
class Progress:
    """How far an enrichment is.

    Parameters
    ----------
    next_draw : number of the first draw that was not made yet.
    kept_frames, kept_clips : what is in the library by now.
    rules : counts of each rule.
    """

    next_draw: int = 0
    kept_frames: int = 0
    kept_clips: int = 0
    rules: dict[str, RuleYield] = field(default_factory=dict)

    def count(self, trial: Trial) -> None:
        """Count a trial."""
        own = self.rules.setdefault(trial.rule, RuleYield())
        own.draws += 1
        own.applied += bool(trial.transplants)
        for one in trial.transplants:
            own.motions += 1
            own.frames += len(one.probability)
            own.open_frames += int((one.probability != one.probability).sum())
            own.human += int(looks_human(one.probability.astype(float)).sum())
        self.next_draw = trial.number + 1

    def to_bytes(self) -> bytes:
        """Return it in a form to be kept."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Progress:
        """Return what was kept; what is damaged begins anew."""
        try:
            fields = json.loads(data)
            rules = {str(name): RuleYield(**counts) for name, counts in fields.pop("rules").items()}
            return cls(**fields, rules=rules)
        except (ValueError, KeyError, TypeError, AttributeError):
            return cls()


def possibilities(rule: str, n_clips: int) -> int:
    """Return to how many clips or pairs of clips a rule can be applied, as the thesis counts: 118 and 6,903."""
    return n_clips if rule == "angles" else n_clips * (n_clips - 1) // 2


def counted(trials: Iterable[Trial]) -> Progress:
    """Return the counts of trials."""
    out = Progress()
    for trial in trials:
        out.count(trial)
    return out
