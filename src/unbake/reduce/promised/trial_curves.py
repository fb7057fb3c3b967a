"""Curves as a promised error tries them: those that have to keep it, and closed forms that foretell what they reach."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.world.match import FAR_OFF
from unbake.ground.arrays import Booleans
from unbake.keyframes.selection import Selection
from unbake.reduce.finish import match_world
from unbake.reduce.join import CLOSED_FORMS, join
from unbake.reduce.options import JoinOptions
from unbake.reduce.promised.breaks import with_few_breaks
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.refit import keys_around, refitted
from unbake.reduce.take import Take

SUPPLE = 0.1
"""What bending weighs in curves that are tried where the usual ones miss narrowly."""


@dataclass(frozen=True, eq=False)
class TrialCurves:
    """Fits curves of one kind through keys, for a promised error.

    Where `known` curves through nearly the same keys are given, new ones are fitted only around what changed.
    Quaternion curves break a few tangents where smooth ones do not keep the error, unless the fit is ``hermite``.

    Parameters
    ----------
    take : the motion.
    kind : of curves.
    options : how they are fitted.
    error_m : the promised error.
    is_brief : the world-space match ends as soon as it is known whether the error is kept, so that curves may be
        farther off than they could be; not of quaternion curves that may break, as what it leaves chooses their breaks.
    for_search : keys are going to be added where curves miss. Then the world-space match is also taken with curves that
        are too far off for it to keep the error, as they may be so in one place alone; and it follows quick fits,
        because it makes good what those are farther off.
    """

    take: Take
    kind: CurveKind
    options: JoinOptions
    error_m: float
    is_brief: bool = False
    for_search: bool = False

    def wanted(self, selection: Selection, known: KeyedAnimation | None = None) -> KeyedAnimation:
        """Return the curves that have to keep the error."""
        smooth = self._joined(self.options, selection, known)
        if self.kind == "quaternions" and not self._is_closed:
            return self._with_few_breaks(smooth, self.closed(selection, known), known)
        return self._matched(smooth, known, within_m=self._within_m)

    def closed(self, selection: Selection, known: KeyedAnimation | None = None) -> KeyedAnimation:
        """Return curves in closed form, which foretell what the wanted ones reach."""
        options = self.options if self._is_closed else replace(self.options, fit="broken")
        return self._joined(options, selection, known)

    def supple(self, selection: Selection) -> KeyedAnimation | None:
        """Return the wanted curves with less weight of bending: mostly no nearer, sometimes a little; None of kinds
        that do not weigh it."""
        if self.kind != "channels" or not self.options.weighs_bending:
            return None
        plain = self.take.fitted(selection, "channels", "free", bending=SUPPLE)
        return match_world(self.take, plain, self.options, within_m=self._within_m, bending=SUPPLE)

    @property
    def are_closed(self) -> bool:
        """Whether the wanted curves are those in closed form."""
        return self._is_closed and not self.options.holds_ends

    @property
    def _is_closed(self) -> bool:
        fit = self.options.fit if self.kind == "quaternions" else self.options.channel_fit
        return fit in CLOSED_FORMS

    @property
    def _within_m(self) -> float | None:
        return self.error_m if self.is_brief else None

    @cached_property
    def _missed(self) -> Missed:
        return Missed(self.take.motion, self.options.tips)

    def _joined(self, options: JoinOptions, selection: Selection, known: KeyedAnimation | None) -> KeyedAnimation:
        """The curves before the match."""
        is_quick = self.for_search and options.holds_ends and options.channel_fit == "free"

        def fit(part: Take, keys: Selection) -> KeyedAnimation:
            return join(part, keys, self.kind, options, is_quick=is_quick)

        near = keys_around(known.selection.frames, selection.frames) if known else None
        if known is None or near is None:
            return fit(self.take, selection)
        return refitted(self.take, known, selection, near, fit)

    def _matched(
        self,
        plain: KeyedAnimation,
        known: KeyedAnimation | None,
        near: Booleans | None = None,
        within_m: float | None = None,
    ) -> KeyedAnimation:
        """The curves after the match, at some keys (K,) or around what changed; as they are where it is hopeless."""
        if not self.options.holds_ends:
            return plain
        if near is None and known:
            near = keys_around(known.selection.frames, plain.selection.frames)
        is_hopeless = not self.for_search and near is None and self._missed.most_m(plain) > FAR_OFF * self.error_m
        return plain if is_hopeless else match_world(self.take, plain, self.options, near=near, within_m=within_m)

    def _with_few_breaks(
        self, smooth: KeyedAnimation, broken: KeyedAnimation, known: KeyedAnimation | None
    ) -> KeyedAnimation:
        def matched(animation: KeyedAnimation, near: Booleans | None) -> KeyedAnimation:
            found = self._matched(animation, known, near)
            # Toes count in the match: where the capture loses one, the joints of the promise may pay for it.
            off_m = self._missed.most_m(found)
            return found if off_m <= self.error_m or off_m <= self._missed.most_m(animation) else animation

        return with_few_breaks(self.take.motion, smooth, broken, matched, self.error_m, self._missed)
