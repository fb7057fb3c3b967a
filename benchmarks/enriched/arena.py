"""Agents that chase, flee, fetch and guard in an arena, and the streams of flags that their motion logs.

They stand in for the logs of a video game in Ikemoto's thesis: three agents, their states asked five times a second, a
tick counted as standing, walking or running by thresholds on the speed, or as falling, as the game says. Nobody is to
look at the agents; what counts is that flags follow each other as they do in play, not at random.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.3.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats

TICK_S = 0.2
STEPS = 4
"""Steps of the simulation in a tick."""
TICKS = 24
"""Ticks of a stream: 288 frames at 60 Hz."""
STREAMS = 1200
AGENTS = 3
SIZE_M = 40.0
STANDS_M_S, WALKS_M_S = 0.3, 2.0
"""Below the first an agent stands, below the second it walks, else it runs."""
SPEEDS_M_S = {"guard": 0.0, "stroll": 1.3, "fetch": 3.6, "chase": 4.5, "flee": 5.0}
CHANCES = (0.24, 0.26, 0.22, 0.16, 0.12)
"""Of the moods, in order, whenever one is over."""
LASTS_S = (0.8, 5.0)
ACCELERATION_M_S2 = 4.0
GRAVITY_M_S2 = 9.81
LEDGES_M = np.array([8.0, 20.0, 32.0])
"""Where the floor drops towards larger x, or jumps up, which agents do by a hop."""
DROP_M = (0.5, 1.6)


class Arena:
    """An arena with agents.

    Parameters
    ----------
    seed : of all that is random.
    """

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._places = self._rng.uniform(0.0, SIZE_M, (AGENTS, 2))
        self._velocities = np.zeros((AGENTS, 2))
        self._goals = self._rng.uniform(0.0, SIZE_M, (AGENTS, 2))
        self._moods = ["guard"] * AGENTS
        self._left_s = np.zeros(AGENTS)
        self._airborne_s = np.zeros(AGENTS)

    def tick(self) -> list[str]:
        """Let a fifth of a second pass and return the flag of each agent."""
        for _ in range(STEPS):
            for agent in range(AGENTS):
                self._step(agent, TICK_S / STEPS)
        return [self._flag(agent) for agent in range(AGENTS)]

    def _flag(self, agent: int) -> str:
        if self._airborne_s[agent] > 0.0:
            return "Jump"
        speed = float(np.linalg.norm(self._velocities[agent]))
        return "Stand" if speed < STANDS_M_S else "Walk" if speed < WALKS_M_S else "Run"

    def _step(self, agent: int, seconds: float) -> None:
        self._left_s[agent] -= seconds
        self._airborne_s[agent] -= seconds
        if self._left_s[agent] <= 0.0:
            self._choose(agent)
        if self._airborne_s[agent] <= 0.0:
            change = self._wanted(agent) - self._velocities[agent]
            size = float(np.linalg.norm(change))
            self._velocities[agent] += change * min(1.0, ACCELERATION_M_S2 * seconds / max(size, 1e-9))
        before = self._places[agent].copy()
        self._places[agent] = np.clip(before + self._velocities[agent] * seconds, 0.0, SIZE_M)
        crossed = ((LEDGES_M - before[0]) * (LEDGES_M - self._places[agent, 0]) < 0.0).any()
        if crossed and self._airborne_s[agent] <= 0.0:
            self._airborne_s[agent] = np.sqrt(2.0 * self._rng.uniform(*DROP_M) / GRAVITY_M_S2)

    def _choose(self, agent: int) -> None:
        self._moods[agent] = str(self._rng.choice(list(SPEEDS_M_S), p=CHANCES))
        self._left_s[agent] = self._rng.uniform(*LASTS_S)
        self._goals[agent] = self._rng.uniform(0.0, SIZE_M, 2)

    def _wanted(self, agent: int) -> Floats:
        """The velocity that an agent wants: towards its goal or another agent, or away from it; slower where near."""
        mood = self._moods[agent]
        other = self._places[(agent + 1) % AGENTS]
        goal = other if mood in ("chase", "flee") else self._goals[agent]
        away = (goal - self._places[agent]) * (-1.0 if mood == "flee" else 1.0)
        distance = float(np.linalg.norm(away))
        speed = SPEEDS_M_S[mood] if mood == "flee" else min(SPEEDS_M_S[mood], distance)
        wanted: Floats = away / max(distance, 1e-9) * speed
        return wanted


def logged(count: int = STREAMS, seed: int = 0) -> list[tuple[str, ...]]:
    """Return streams of flags, one a tick, from one game: agent after agent of each piece of time."""
    arena = Arena(seed)
    out: list[tuple[str, ...]] = []
    while len(out) < count:
        ticks = [arena.tick() for _ in range(TICKS)]
        out += [tuple(flags) for flags in zip(*ticks, strict=True)]
    return out[:count]
