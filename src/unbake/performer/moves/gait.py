"""How somebody goes: the manner of a walk, a run, a sneak, a climb.

Angles are in degrees here, as people give them; lengths in metres for a performer of `STATURE_M`, scaled with the
stature.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from unbake.errors import UsageError
from unbake.performer.body.figure import STATURE_M
from unbake.performer.body.limb import EASED_FROM

WALK_RATIO_M_S = 0.39
"""Step length over steps a second of an adult walking freely, which hardly depends on speed.

References: Sekiya & Nagasaki, Reproducibility of the walking patterns of normal young adults: test-retest reliability
of the walk ratio (step-length/step-rate), 1998: 0.0065 m/(steps/min).
"""


@dataclass(frozen=True)
class Gait:
    """The manner of going.

    Parameters
    ----------
    speed_m_s, step_length_m, cadence_hz : any two, one, or none; cadence in steps a second. What is missing follows
        from ``speed = length · cadence`` and the manner's own `walk_ratio_m_s`, and from `usual_speed_m_s`.
    usual_speed_m_s, walk_ratio_m_s : what a performer does unasked.
    step_width_m : distance between the tracks of the two ankles.
    duty : part of a stride that a foot stays on the ground; below one half there is flight.
    strike_deg : pitch of the foot at the strike; above 0 on the heel, below 0 on the ball.
    toe_off_deg : how far the heel has turned up at toe-off.
    flat_at, heel_off_at : parts of a foot's stay at which it lies flat, and at which its heel leaves.
    clearance_m : height of the sole in the middle of a swing, at least.
    ahead_m : how far the hips are ahead of the ankle in the middle of its stay.
    surge_m : how far the hips hurry ahead and wait, twice a stride.
    bounce_m, sway_m : half of the hips' way up and down (in a run it follows from gravity; between longer steps than
        usual they sink more, between shorter ones less), and to the sides.
    stretch : longest that a planted leg may be, as part of the straight leg; the hips are lowered for it, step by step.
    crouch_m : how much lower the hips are than on straight legs, at least.
    lean_deg, hunch_deg : forward lean of the whole trunk, and bend of the spine on top of it.
    hips_turn_deg, hips_tilt_deg : turn of the hips with the forward leg, and their drop towards the free leg.
    chest_turn_deg : turn of the chest against the hips' turn.
    arm_swing_deg, arm_forwards_deg, arm_out_deg, elbow_deg, elbow_swing_deg : the arms.
    toe_out_deg : direction of the feet, outwards.
    turning_deg_s : steady change of heading, to the left; `wander_deg` is a seeded one on top of it.
    riser_m : height of each step's stair; 0 is a level floor.
    variation : size of the seeded differences between steps; 0 makes all strides alike.
    """

    speed_m_s: float | None = None
    step_length_m: float | None = None
    cadence_hz: float | None = None
    usual_speed_m_s: float = 1.3
    walk_ratio_m_s: float = WALK_RATIO_M_S
    step_width_m: float = 0.11
    duty: float = 0.6
    strike_deg: float = 20.0
    toe_off_deg: float = 47.0
    flat_at: float = 0.13
    heel_off_at: float = 0.52
    clearance_m: float = 0.016
    ahead_m: float = 0.075
    surge_m: float = 0.008
    bounce_m: float = 0.021
    sway_m: float = 0.022
    stretch: float = 0.975
    crouch_m: float = 0.01
    lean_deg: float = 2.0
    hunch_deg: float = 3.0
    hips_turn_deg: float = 5.0
    hips_tilt_deg: float = 4.0
    chest_turn_deg: float = 6.0
    arm_swing_deg: float = 22.0
    arm_forwards_deg: float = -3.0
    arm_out_deg: float = 6.0
    elbow_deg: float = 20.0
    elbow_swing_deg: float = 10.0
    toe_out_deg: float = 7.0
    turning_deg_s: float = 0.0
    wander_deg: float = 0.0
    riser_m: float = 0.0
    variation: float = 1.0

    def __post_init__(self) -> None:
        for name in ("speed_m_s", "step_length_m", "cadence_hz", "usual_speed_m_s", "walk_ratio_m_s"):
            value = getattr(self, name)
            if value is not None and not value > 0.0:
                raise UsageError(f"{name} must be above zero, not {value:g}")
        if None not in (self.speed_m_s, self.step_length_m, self.cadence_hz):
            raise UsageError("give two of speed_m_s, step_length_m and cadence_hz: the third follows")
        if self.riser_m < 0.0:
            raise UsageError(f"the performer only climbs: riser_m must be zero or more, not {self.riser_m:g}")
        if not 0.2 <= self.duty <= 0.9:
            raise UsageError(f"duty must lie between 0.2 and 0.9, not {self.duty:g}")
        if not 0.5 <= self.stretch <= EASED_FROM:
            raise UsageError(f"stretch must lie between 0.5 and {EASED_FROM:g}, not {self.stretch:g}")
        if not 0.0 <= self.flat_at <= self.heel_off_at <= 1.0:
            raise UsageError("flat_at and heel_off_at must rise from 0 to 1")

    def paced(self, stature_m: float) -> tuple[float, float]:
        """Return step length (m) and duration (s) for a performer; what was asked for is kept, the rest is scaled."""
        scale = stature_m / STATURE_M
        speed, length, cadence = self.speed_m_s, self.step_length_m, self.cadence_hz
        if length is not None and cadence is not None:
            return length, 1.0 / cadence
        if speed is not None and length is not None:
            return length, length / speed
        if speed is not None and cadence is not None:
            return speed / cadence, 1.0 / cadence
        # Lengths grow with the stature and times with its root, as those of a pendulum do.
        ratio = self.walk_ratio_m_s * scale**1.5
        if length is not None:
            return length, ratio / length
        if cadence is not None:
            return ratio * cadence, 1.0 / cadence
        speed = self.usual_speed_m_s * scale**0.5 if speed is None else speed
        length = float((ratio * speed) ** 0.5)
        return length, length / speed


WALK = Gait()
RUN = replace(
    WALK,
    usual_speed_m_s=3.0,
    walk_ratio_m_s=0.42,
    step_width_m=0.05,
    duty=0.33,
    strike_deg=6.0,
    toe_off_deg=58.0,
    flat_at=0.12,
    heel_off_at=0.38,
    clearance_m=0.10,
    ahead_m=0.08,
    surge_m=0.0,
    sway_m=0.01,
    stretch=0.945,
    crouch_m=0.04,
    lean_deg=8.0,
    hunch_deg=4.0,
    hips_turn_deg=7.0,
    chest_turn_deg=12.0,
    arm_swing_deg=38.0,
    arm_forwards_deg=-6.0,
    arm_out_deg=10.0,
    elbow_deg=85.0,
    elbow_swing_deg=18.0,
    toe_out_deg=4.0,
)
SNEAK = replace(
    WALK,
    usual_speed_m_s=0.45,
    walk_ratio_m_s=0.47,
    step_width_m=0.16,
    duty=0.66,
    strike_deg=-22.0,
    toe_off_deg=30.0,
    flat_at=0.2,
    heel_off_at=0.7,
    clearance_m=0.15,
    ahead_m=0.06,
    surge_m=0.02,
    bounce_m=0.025,
    sway_m=0.045,
    crouch_m=0.13,
    lean_deg=14.0,
    hunch_deg=22.0,
    hips_turn_deg=6.0,
    hips_tilt_deg=2.0,
    chest_turn_deg=8.0,
    arm_swing_deg=16.0,
    arm_forwards_deg=28.0,
    arm_out_deg=16.0,
    elbow_deg=75.0,
    elbow_swing_deg=8.0,
)
STAIRS = replace(
    WALK,
    cadence_hz=1.5,
    step_length_m=0.32,
    step_width_m=0.14,
    duty=0.64,
    strike_deg=0.0,
    toe_off_deg=32.0,
    flat_at=0.0,
    heel_off_at=0.72,
    clearance_m=0.03,
    ahead_m=0.03,
    surge_m=0.0,
    bounce_m=0.012,
    sway_m=0.035,
    crouch_m=0.03,
    lean_deg=9.0,
    hunch_deg=6.0,
    hips_turn_deg=3.0,
    chest_turn_deg=3.0,
    arm_swing_deg=12.0,
    elbow_deg=30.0,
    toe_out_deg=5.0,
    stretch=EASED_FROM,
    riser_m=0.165,
)
GAITS = {"walk": WALK, "run": RUN, "sneak": SNEAK, "stairs": STAIRS}
