"""What a live character is asked to do."""

from __future__ import annotations

from dataclasses import dataclass

from unbake.errors import UsageError

WITHIN_S = 1.0
FASTEST_M_S = 15.0


@dataclass(frozen=True)
class Request:
    """What a character should do from now on; whatever is None is up to it.

    Parameters
    ----------
    flag : that is to hold.
    direction_rad : where to head and to go, from +Z towards +X.
    speed_m_s : how fast, over the floor.
    within_s : the time in which all that should be reached.

    Raises
    ------
    UsageError : numbers that are not finite, a speed below zero or beyond 15 m/s, a time that is not above zero.
    """

    flag: str | None = None
    direction_rad: float | None = None
    speed_m_s: float | None = None
    within_s: float = WITHIN_S

    def __post_init__(self) -> None:
        if self.direction_rad is not None and not abs(self.direction_rad) < 1e6:
            raise UsageError(f"a direction must be an angle, not {self.direction_rad:g}")
        if self.speed_m_s is not None and not 0.0 <= self.speed_m_s <= FASTEST_M_S:
            raise UsageError(f"a speed must lie between 0 and {FASTEST_M_S:g} m/s, not {self.speed_m_s:g}")
        if not 0.05 <= self.within_s <= 60.0:
            raise UsageError(f"the time to reach a request must lie between 0.05 s and 60 s, not {self.within_s:g}")

    @property
    def goes(self) -> bool:
        """Whether a direction or a speed is asked for."""
        return self.direction_rad is not None or self.speed_m_s is not None
