"""Fourteen published methods of choosing keyframes, comparable under one roof: one file a method, `RIVALS` by name.

    rival.py                      what a method takes and gives, and how a selection is judged
    greedy/adding.py              Lim & Thalmann 2001              approximation
    greedy/removing.py            Togawa & Okuda 2005
    greedy/simplification.py      Önder et al. 2008, after Lowe
    saliency/action_synopsis.py   Assa et al. 2005                 hybrid
    saliency/component_minima.py  Miura et al. 2014
    saliency/low_velocity.py      Miura et al. 2014                detection
    saliency/curve_saliency.py    Bulut & Capin 2007
    saliency/motion_saliency.py   Halit & Capin 2011
    stochastic/kmeans.py          Park & Shin 2004                 factorisation
    greedy/key_probe.py           Huang et al. 2005
    stochastic/genetic.py         Liu et al. 2013                  optimisation
    stochastic/swarm.py           Zhang & Cao 2015, Chang 2016
    stochastic/hermite_path.py    Önder et al. 2008
    comparison.py                 several of them and the optimum on one clip

Shared: greedy/splitting.py (curve simplification), stochastic/key_vectors.py (random searches),
saliency/components.py (principal components).

The survey is chapter 2.2 of Roberts, Converting Motion Capture Into Editable Keyframe Animation, 2018. Of the methods
that it names these are left out: So and Baciu (entropy of the changes between frames), Cuntoor and Chellappa (those
changes as transformations), Kim et al. (segments of equal length that no interpolation gives back), all three 2.2.1,
and Zhang et al. (another genetic algorithm, 2.2.3).

Of the papers only that of Önder et al. was at hand; the other methods are what the thesis says of them, and each file
says what is ours. Surnames are as in the thesis, whose text came without its bibliography. Önder et al. cite and so
confirm title and year of Lowe, Huang et al., Park and Shin, and Lim and Thalmann. All other titles, years and further
authors are from general knowledge and were not checked against a source.
"""

from __future__ import annotations

from collections.abc import Sequence

from unbake.errors import UsageError
from unbake.keyframes.rivals.greedy.adding import GREEDY_ADDING
from unbake.keyframes.rivals.greedy.key_probe import KEY_PROBE
from unbake.keyframes.rivals.greedy.removing import GREEDY_REMOVING
from unbake.keyframes.rivals.greedy.simplification import ONDER_CHANNELS, ONDER_POSES
from unbake.keyframes.rivals.rival import Rival
from unbake.keyframes.rivals.saliency.action_synopsis import ACTION_SYNOPSIS
from unbake.keyframes.rivals.saliency.component_minima import COMPONENT_MINIMA
from unbake.keyframes.rivals.saliency.curve_saliency import CURVE_SALIENCY
from unbake.keyframes.rivals.saliency.low_velocity import LOW_VELOCITY
from unbake.keyframes.rivals.saliency.motion_saliency import MOTION_SALIENCY
from unbake.keyframes.rivals.stochastic.genetic import GENETIC
from unbake.keyframes.rivals.stochastic.hermite_path import ONDER_HERMITE
from unbake.keyframes.rivals.stochastic.kmeans import KMEANS
from unbake.keyframes.rivals.stochastic.swarm import SWARM
from unbake.motion.body.roles import nearest

RIVALS: dict[str, Rival] = {
    rival.name: rival
    for rival in (
        GREEDY_ADDING, GREEDY_REMOVING, ONDER_POSES, ONDER_CHANNELS, ACTION_SYNOPSIS, COMPONENT_MINIMA, LOW_VELOCITY,
        CURVE_SALIENCY, MOTION_SALIENCY, KMEANS, KEY_PROBE, GENETIC, SWARM, ONDER_HERMITE,
    )
}  # fmt: skip
"""All fourteen by name, in the order above."""


def rivals_named(names: Sequence[str] | None = None) -> tuple[Rival, ...]:
    """Return the methods with these names, each once, all of them where none is named.

    Raises UsageError with the nearest name for an unknown one.
    """
    chosen = list(RIVALS) if names is None else list(dict.fromkeys(names))
    for name in chosen:
        if name not in RIVALS:
            raise UsageError(f"unknown method '{name}'{nearest(name, list(RIVALS))}; known: {', '.join(RIVALS)}")
    return tuple(RIVALS[name] for name in chosen)
