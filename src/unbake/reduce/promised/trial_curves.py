"""Curves as a promised error tries them: those that have to keep it, and closed forms that foretell what they reach."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

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


class Maker(Protocol):
    """Fits curves through keys; where others are known through nearly the same keys, only around what changed."""

    def __call__(self, selection: Selection, known: KeyedAnimation | None = None) -> KeyedAnimation: ...


@dataclass(frozen=True, eq=False)
class Makers:
    """How curves of each kind are made for a promise.

    Parameters
    ----------
    wanted : those that have to keep it.
    supple : as wanted, but bending weighs less: mostly no nearer, sometimes a little; for kinds that have such.
    closed : closed forms, which foretell what the wanted ones reach; the same objects where these are closed forms.
    """

    wanted: dict[CurveKind, Maker]
    supple: dict[CurveKind, Maker]
    closed: dict[CurveKind, Maker]


def promise_makers(
    take: Take,
    kinds: tuple[CurveKind, ...],
    options: JoinOptions,
    error_m: float,
    *,
    is_brief: bool = False,
    for_search: bool = False,
) -> Makers:
    """Return the makers of each kind for a promised error.

    Quaternion curves break a few tangents where smooth ones do not keep the error, unless the fit is ``hermite``.

    Parameters
    ----------
    take : the motion.
    kinds : of curves.
    options : how they are fitted.
    error_m : the promised error.
    is_brief : the world-space match ends as soon as it is known whether the error is kept, so that curves may be
        farther off than they could be; not of quaternion curves that may break, as what it leaves chooses their breaks.
    for_search : keys are going to be added where curves miss. Then the world-space match is also taken with curves that
        are too far off for it to keep the error, as they may be so in one place alone; and it follows quick fits,
        because it makes good what those are farther off.
    """
    within_m = error_m if is_brief else None
    is_quick = for_search and options.holds_ends and options.channel_fit == "free"
    motion, missed = take.motion, Missed(take.motion, options.tips)

    def plain_maker(kind: CurveKind, fit: str | None) -> Maker:
        how = replace(options, fit=fit)

        def joined(part: Take, selection: Selection) -> KeyedAnimation:
            return join(part, selection, kind, how, is_quick=is_quick)

        def make(selection: Selection, known: KeyedAnimation | None = None) -> KeyedAnimation:
            near = keys_around(known.selection.frames, selection.frames) if known else None
            if known is None or near is None:
                return joined(take, selection)
            return refitted(take, known, selection, near, joined)

        return make

    def last_step(
        animation: KeyedAnimation,
        known: KeyedAnimation | None,
        within_m: float | None = None,
        near: Booleans | None = None,
    ) -> KeyedAnimation:
        if near is None and known:
            near = keys_around(known.selection.frames, animation.selection.frames)
        is_hopeless = not for_search and near is None and missed.most_m(animation) > FAR_OFF * error_m
        return animation if is_hopeless else match_world(take, animation, options, near=near, within_m=within_m)

    def finished(plain: Maker) -> Maker:
        if not options.holds_ends:
            return plain
        return lambda selection, known=None: last_step(plain(selection, known), known, within_m)

    def few_breaks(smooth: Maker, broken: Maker) -> Maker:
        def make(selection: Selection, known: KeyedAnimation | None = None) -> KeyedAnimation:
            both = smooth(selection, known), broken(selection, known)

            def step(animation: KeyedAnimation, near: Booleans | None) -> KeyedAnimation:
                matched = last_step(animation, known, near=near)
                # Toes count in the match: where the capture loses one, the joints of the promise may pay for it.
                off_m = missed.most_m(matched)
                return matched if off_m <= error_m or off_m <= missed.most_m(animation) else animation

            return with_few_breaks(motion, *both, step, error_m, missed)

        return make

    makers: dict[CurveKind, Maker] = {}
    closed: dict[CurveKind, Maker] = {}
    for kind in kinds:
        plain = plain_maker(kind, options.fit)
        makers[kind], closed[kind] = finished(plain), plain
        if kind == "quaternions" and options.fit not in CLOSED_FORMS:
            closed[kind] = plain_maker(kind, "broken")
            makers[kind] = few_breaks(plain_maker(kind, options.fit), closed[kind])
        elif kind == "channels" and options.channel_fit not in CLOSED_FORMS:
            closed[kind] = plain_maker(kind, "broken")
    supple: dict[CurveKind, Maker] = {}
    if "channels" in kinds and options.weighs_bending:

        def make_supple(selection: Selection, known: KeyedAnimation | None = None) -> KeyedAnimation:
            plain = take.fitted(selection, "channels", "free", bending=SUPPLE)
            return match_world(take, plain, options, within_m=within_m, bending=SUPPLE)

        supple["channels"] = make_supple
    return Makers(makers, supple, closed)
