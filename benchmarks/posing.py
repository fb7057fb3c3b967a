"""How long a step of a drag takes, beside Pinocchio and mink on the same body, in the same run.

    python -m benchmarks.posing

Trees of random bones, of 31 joints and of 100, are dragged by one joint, to and fro by up to 20 cm, fifty steps of some
1.5 cm, each from where the last ended; two joints are pinned. Processor time is
printed, as a median over the steps, and how far the dragged joint and the pins are from their places in the end.

Pinocchio has no solver of its own for this: what is timed is a damped Gauss-Newton loop of its C++ kinematics and
Jacobians with a dense solve by NumPy, the same objective. mink solves a quadratic programme a step (daqp).
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from benchmarks.usage import takes_no_arguments
from unbake.ground.arrays import Floats
from unbake.kinematics.full_body.figure import Figure, Reached
from unbake.motion.motion import Motion

STEPS = 50
AWAY_M = np.array([0.12, 0.16, 0.0])
STAY = 3e-4


def tree(count: int, seed: int = 1) -> Motion:
    """Return a tree of bones of some 10 cm, a third of which fork."""
    random = np.random.default_rng(seed)
    parents = [-1, *(n - 1 if random.random() < 0.7 else int(random.integers(0, n)) for n in range(1, count))]
    offsets = random.normal(scale=0.06, size=(count, 3))
    rotations = random.normal(scale=0.2, size=(1, count, 4)) + np.array([0.0, 0.0, 0.0, 1.0])
    return Motion.from_arrays([f"j{n}" for n in range(count)], parents, offsets, rotations)


def drag(motion: Motion) -> tuple[int, list[int]]:
    """Return the joint that is dragged, the last tip, and the two that are pinned."""
    tips = [j for j, children in enumerate(motion.skeleton.children()) if not children]
    return tips[-1], tips[:2]


def away(n: int) -> Floats:
    """Return how far the dragged joint is wished from its start at a step."""
    return np.asarray(np.sin(np.pi * n / 40.0) * AWAY_M)


def timed(step: Callable[[int], Floats]) -> tuple[float, Floats]:
    """Return the median processor time of a step in milliseconds, and the positions after the last."""
    positions, times = step(0), []
    for n in range(1, STEPS + 1):
        start = time.process_time()
        positions = step(n)
        times.append(time.process_time() - start)
    return 1e3 * float(np.median(times)), positions


def ours(motion: Motion) -> tuple[float, Floats]:
    """Drag by `Figure.reaching`."""
    figure, places, (dragged, pins) = Figure.of(motion, 0), motion.positions()[0].copy(), drag(motion)
    weights, pinned = np.full(len(places), STAY), np.zeros(len(places), dtype=np.bool_)
    weights[dragged], pinned[pins] = 1.0, True
    last: list[Reached | None] = [None]

    def step(n: int) -> Floats:
        wishes = places.copy()
        wishes[dragged] += away(n)
        reached = figure.reaching(wishes, weights, is_pinned=pinned, start=last[0])
        last[0] = reached
        return reached.positions_m

    return timed(step)


def pinocchio(motion: Motion) -> tuple[float, Floats]:
    """Drag by Pinocchio's Jacobians and a dense damped least-squares step, repeated until it moves nothing."""
    import pinocchio as pin

    model = pin.Model()
    joints = [model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "j0")]
    for joint, parent in enumerate(motion.skeleton.parents[1:], 1):
        place = pin.SE3(np.eye(3), motion.skeleton.offsets_m[joint])
        joints.append(model.addJoint(joints[parent], pin.JointModelSpherical(), place, f"j{joint}"))
    data, places, (dragged, pins) = model.createData(), motion.positions()[0].copy(), drag(motion)
    state = [np.concatenate([places[0], motion.rotations_xyzw[0].ravel()])]
    weights = np.full(len(places), STAY)
    weights[dragged], weights[pins] = 1.0, 1e5

    def step(n: int) -> Floats:
        wishes = places.copy()
        wishes[dragged] += away(n)
        for _ in range(20):
            pin.computeJointJacobians(model, data, state[0])
            now = np.array([data.oMi[joint].translation for joint in joints])
            rows = np.concatenate([pin.getJointJacobian(model, data, j, pin.LOCAL_WORLD_ALIGNED)[:3] for j in joints])
            heavy = np.repeat(weights, 3)
            matrix = rows.T @ (heavy[:, None] * rows) + 1e-4 * np.eye(model.nv)
            move = -np.linalg.solve(matrix, rows.T @ (heavy * (now - wishes).ravel()))
            state[0] = pin.integrate(model, state[0], move)
            if np.abs(move).max() < 1e-4:
                break
        pin.forwardKinematics(model, data, state[0])
        return np.array([data.oMi[joint].translation for joint in joints])

    return timed(step)


def mink(motion: Motion) -> tuple[float, Floats]:
    """Drag by mink: a task for the dragged joint, the pins and the posture; ten programmes a step."""
    import mink as mk
    import mujoco

    skeleton, places = motion.skeleton, motion.positions()[0].copy()
    children = skeleton.children()

    def body(joint: int) -> str:
        kind = "<freejoint/>" if joint == 0 else '<joint type="ball"/>'
        at = " ".join(map(str, skeleton.offsets_m[joint] if joint else places[0]))
        inner = "".join(map(body, children[joint]))
        return f'<body name="j{joint}" pos="{at}">{kind}<geom size=".01" mass=".1"/>{inner}</body>'

    model = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{body(0)}</worldbody></mujoco>")
    configuration, start = mk.Configuration(model), np.empty(model.nq)
    start[:3] = places[0]
    turns = motion.rotations_xyzw[0][:, [3, 0, 1, 2]]
    for joint in range(len(places)):
        number = int(model.body(f"j{joint}").jntadr[0])
        at = int(model.jnt_qposadr[number]) + (3 if joint == 0 else 0)
        start[at : at + 4] = turns[joint]
    configuration.update(start)
    dragged, pins = drag(motion)
    aims = {joint: mk.FrameTask(f"j{joint}", "body", 1.0, 0.0) for joint in (dragged, *pins)}
    for joint in pins:
        aims[joint].set_target(mk.SE3.from_translation(places[joint]))
        aims[joint].set_position_cost(300.0)
    posture = mk.PostureTask(model, cost=0.01)
    posture.set_target(start)

    def step(n: int) -> Floats:
        aims[dragged].set_target(mk.SE3.from_translation(places[dragged] + away(n)))
        for _ in range(10):
            velocity = mk.solve_ik(configuration, [*aims.values(), posture], 1.0, "daqp", damping=1e-6)
            configuration.integrate_inplace(velocity, 1.0)
            if np.abs(velocity).max() < 1e-4:
                break
        return np.array([configuration.data.body(f"j{joint}").xpos for joint in range(len(places))])

    return timed(step)


def main() -> None:
    """Print a table for both bodies."""
    print("| body | solver | ms a step | dragged joint off, mm | worst pin off, mm |\n|---|---|---|---|---|")
    for count in (31, 100):
        motion = tree(count)
        dragged, pins = drag(motion)
        goal = motion.positions()[0].copy()
        goal[dragged] += away(STEPS)
        for solver in (ours, pinocchio, mink):
            try:
                spent, positions = solver(motion)
            except ImportError as error:
                print(f"| {count} joints | {solver.__name__} | not installed: {error} | | |")
                continue
            off = 1e3 * np.linalg.norm(positions - goal, axis=1)
            print(f"| {count} joints | {solver.__name__} | {spent:.2f} | {off[dragged]:.2f} | {off[pins].max():.3f} |")


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
