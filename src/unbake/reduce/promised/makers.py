"""Curves as a promised error tries them: those that have to keep it, and closed forms that foretell what they reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.measure import measure
from unbake.curves.world.match import FAR_OFF
from unbake.keyframes.selection import Selection
from unbake.reduce.finish import finish
from unbake.reduce.join import CLOSED_FORMS, channel_fit, join
from unbake.reduce.options import JoinOptions
from unbake.reduce.promised.breaks import with_few_breaks
from unbake.reduce.take import Take

Maker = Callable[[Selection], KeyedAnimation]


def promise_makers(
    take: Take, kinds: tuple[CurveKind, ...], options: JoinOptions, error_m: float
) -> tuple[dict[CurveKind, Maker], dict[CurveKind, Maker]]:
    """Return the makers of each kind for a promised error, and closed forms that foretell what they reach.

    Quaternion curves break a few tangents where smooth ones do not keep the error, unless the fit is ``hermite``.
    Where the maker is the closed form itself, both are the same object.
    """
    motion = take.motion

    def plain_maker(kind: CurveKind, fit: str | None) -> Maker:
        return lambda selection: join(take, selection, kind, replace(options, fit=fit))

    def last_step(animation: KeyedAnimation) -> KeyedAnimation:
        is_hopeless = measure(motion, animation).promised_m(options.tips) > FAR_OFF * error_m
        return animation if is_hopeless else finish(take, animation, options)

    def finished(plain: Maker) -> Maker:
        return (lambda selection: last_step(plain(selection))) if options.is_finished(motion) else plain

    def few_breaks(smooth: Maker, broken: Maker) -> Maker:
        def make(selection: Selection) -> KeyedAnimation:
            both = smooth(selection), broken(selection)
            return with_few_breaks(motion, *both, last_step, error_m, tips=options.tips) or both[0]

        return make

    makers: dict[CurveKind, Maker] = {}
    quick: dict[CurveKind, Maker] = {}
    for kind in kinds:
        plain = plain_maker(kind, options.fit)
        makers[kind], quick[kind] = finished(plain), plain
        if kind == "quaternions" and options.fit not in CLOSED_FORMS:
            quick[kind] = plain_maker(kind, "broken")
            makers[kind] = few_breaks(plain_maker(kind, options.fit), quick[kind])
        elif kind == "channels" and channel_fit(take, options) not in CLOSED_FORMS:
            quick[kind] = plain_maker(kind, "broken")
    return makers, quick
