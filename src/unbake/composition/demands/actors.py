"""Several actors that do the same at the same time, each made of clips of its own, and that do not collide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from unbake.composition.demands.asking import asked_of
from unbake.composition.demands.material import Material
from unbake.composition.demands.shares import LEAST, frames_of_strings, shares
from unbake.composition.demands.synthesize import Synthesized, finished, searched
from unbake.composition.demands.toml_file import Actor
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices
from unbake.motion.body.body_path import RATE_HZ
from unbake.motion.motion import Motion
from unbake.synthesis.demands.demand import Demand, Spot, frame_of
from unbake.synthesis.demands.search import SearchOptions, SearchResult

RADIUS_M = 0.3
"""Of the upright capsule that a body fills, about the middle of its hips."""
AIR_M = 0.15
ROUNDS = 6
CLEAR_S = 0.6
"""Places aside keep so far from places that were asked for: there is no time to go both ways."""
Progress = Callable[[str, SearchResult], None]


@dataclass(frozen=True, eq=False)
class Cast:
    """Several actors and their motions.

    Parameters
    ----------
    names : of the actors.
    actors : what each does.
    rounds : how often an actor was led around another.
    shared_frames, shared_clips : frames and clips that two actors both show: none.
    enough, strings : how many annotation strings each actor has 30 frames of or more, and how many all clips have.
    nearest_m, nearest_s : how near two of them come to each other, hips to hips over the floor, and when.
    """

    names: tuple[str, ...]
    actors: tuple[Synthesized, ...]
    rounds: int
    shared_frames: int
    shared_clips: int
    enough: int
    strings: int
    nearest_m: float
    nearest_s: float

    @property
    def motions(self) -> list[tuple[str, Motion]]:
        """Name and motion of each."""
        return [(name, actor.motion) for name, actor in zip(self.names, self.actors, strict=True)]


def synthesize_actors(
    material: Material,
    actors: Sequence[Actor],
    options: SearchOptions | None = None,
    progress: Progress = lambda name, found: None,
) -> Cast:
    """Return the motions of several actors.

    Clips are shared out (`shares`). Actors are made one after the other; where an actor comes nearer to another than
    two `RADIUS_M`, it is led aside by a place at that time, and the search goes on from what is known.

    Parameters
    ----------
    material : what all are made of.
    actors : what each is to do; all demands have one length.
    options : how long to search for each of them.
    progress : told what was found for whom.

    Raises
    ------
    UsageError : fewer than two actors; too few clips; what `asked_of` refuses; two that start, or must be, in one
        place at one time.
    """
    options = options or SearchOptions()
    if len(actors) < 2:
        raise UsageError("a scene of several actors needs at least two")
    _check_apart(actors)
    wanted = asked_of(actors[0].demand, material).wanted
    owned = shares(material, len(actors), wanted, options.seed)
    done: list[Synthesized] = []
    rounds = 0
    for number, (actor, share) in enumerate(zip(actors, owned, strict=True)):
        own = replace(options, seed=options.seed + number)
        made, more = _led_around(actor, material.chosen(share), own, done, progress)
        done.append(made)
        rounds += more
    strings = [frames_of_strings(material, share) for share in owned]
    enough = sum(all(own.get(key, 0) >= LEAST for own in strings) for key in set().union(*strings))
    nearest_m, nearest_s = _nearest(done)
    frames, clips = _shared(done)
    names = tuple(actor.name for actor in actors)
    total = len(set().union(*strings))
    return Cast(names, tuple(done), rounds, frames, clips, enough, total, nearest_m, nearest_s)


def _led_around(
    actor: Actor, material: Material, options: SearchOptions, others: Sequence[Synthesized], progress: Progress
) -> tuple[Synthesized, int]:
    """One actor's motion, which keeps off the others, and how often it was led aside."""
    demand = actor.demand
    known: list[Indices] = []
    best: tuple[float, Synthesized] | None = None
    plain = asked_of(demand, material)
    led = 0
    for led in range(ROUNDS + 1):  # noqa: B007 – how many rounds it took
        asked = asked_of(demand, material, is_checked=False) if known else plain
        # Later rounds go on from what is known, for a part of the time.
        own = options if not known else replace(options, sweeps=max(options.sweeps // 4, 1))
        if known and options.seconds:
            own = replace(own, seconds=options.seconds / 3.0)
        found, history, stopped = searched(asked, own, lambda f: progress(actor.name, f), known)
        made = finished(actor.demand, plain, material, found, history, stopped, asked.problem.targets)
        apart, at, aside = _collision(made, others)
        if best is None or apart > best[0]:
            best = (apart, made)
        if apart >= 2.0 * RADIUS_M or stopped:
            break
        demand = _led_aside(actor.demand, demand, at, aside)
        known = [found.frames]
    assert best is not None
    return best[1], led


def _led_aside(asked: Demand, demand: Demand, at: int, place: Floats) -> Demand:
    """The demand with a place at a time, instead of any that was added nearby."""
    time = _clear_of(asked, at / RATE_HZ)
    kept = [spot for spot in demand.spots if spot in asked.spots or abs(spot.at_s - time) > 0.4]
    return replace(demand, spots=(*kept, Spot(at_s=time, place_m=(float(place[0]), float(place[1])))))


def _clear_of(asked: Demand, time: float) -> float:
    """A time that is `CLEAR_S` away from the start and all places that were asked for, where there is room."""
    for spot in sorted((asked.start, *asked.spots), key=lambda spot: spot.at_s):
        if abs(time - spot.at_s) < CLEAR_S:
            time = spot.at_s - CLEAR_S if spot.at_s > 2.0 * CLEAR_S else spot.at_s + CLEAR_S
    return min(max(time, 0.1), asked.length_s)


def _collision(made: Synthesized, others: Sequence[Synthesized]) -> tuple[float, int, Floats]:
    """How near the actor comes to any other, in which frame, and where it should be then."""
    own = places_m(made.motion)
    nearest, frame, aside = np.inf, 0, own[0]
    for other in others:
        theirs = places_m(other.motion)
        away = own - theirs
        apart = np.linalg.norm(away, axis=1)
        at = int(apart.argmin())
        if apart[at] < nearest:
            nearest, frame = float(apart[at]), at
            way = own[min(at + 6, len(own) - 1)] - own[max(at - 6, 0)]
            side = np.array([way[1], -way[0]]) / max(float(np.linalg.norm(way)), 1e-6)
            side = side if side @ away[at] >= 0.0 else -side
            if np.linalg.norm(way) < 0.05:
                side = away[at] / max(float(apart[at]), 1e-6)
            aside = own[at] + side * (2.0 * RADIUS_M + AIR_M - min(float(side @ away[at]), 2.0 * RADIUS_M))
    return nearest, frame, aside


def places_m(motion: Motion) -> Floats:
    """Return where the body is in each frame: x and z (F, 2) of the middle between the hips."""
    roles = motion.skeleton.roles
    hips = motion.positions()[:, [roles["left-hip"], roles["right-hip"]]].mean(axis=1)
    return np.asarray(hips[:, [0, 2]])


def _nearest(done: Sequence[Synthesized]) -> tuple[float, float]:
    ways = [places_m(made.motion) for made in done]
    pairs = [(ways[a] - ways[b]) for a in range(len(ways)) for b in range(a)]
    apart = np.linalg.norm(np.stack(pairs), axis=2)
    return float(apart.min()), int(apart.min(axis=0).argmin()) / RATE_HZ


def _shared(done: Sequence[Synthesized]) -> tuple[int, int]:
    """How many frames, and clips, two or more actors both show; frames count with those that joins blend."""
    frames: list[set[tuple[int, int]]] = []
    for made in done:
        shown: set[tuple[int, int]] = set()
        for run, weight, times in zip(made.runs, made.blended.weights.T, made.blended.times.T, strict=True):
            clip, begin = made.material.clips[run.clip].id, run.first - round(float(times[run.start]))
            shown |= {(clip, begin + round(float(t))) for t in times[weight > 0.0]}
        frames.append(shown)
    clips = [{clip for clip, _ in shown} for shown in frames]
    return _twice(frames), _twice(clips)


def _twice(sets: Sequence[set[Any]]) -> int:
    return len({item for n, one in enumerate(sets) for other in sets[:n] for item in one & other})


def _check_apart(actors: Sequence[Actor]) -> None:
    """Refuse actors that must be in one place at one time."""
    for n, one in enumerate(actors):
        for other in actors[:n]:
            if one.demand.length_s != other.demand.length_s:
                raise UsageError(f"'{one.name}' and '{other.name}' are to move for different times")
            for at, place in _must_be(one.demand).items():
                there = _must_be(other.demand).get(at)
                if there is not None and np.hypot(place[0] - there[0], place[1] - there[1]) < 2.0 * RADIUS_M:
                    raise UsageError(
                        f"'{one.name}' and '{other.name}' are to be in the same place at {at / RATE_HZ:g} s: bodies "
                        f"are {2.0 * RADIUS_M:g} m wide",
                        code="same-place",
                    )


def _must_be(demand: Demand) -> dict[int, tuple[float, float]]:
    spots = [demand.start, *demand.spots]
    return {frame_of(spot.at_s): spot.place_m for spot in spots if spot.place_m is not None}
