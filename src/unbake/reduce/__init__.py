"""The main job: choose keyframes, join them by curves, finish these in the world; promise an error, hold feet.

    options.py         what is asked
    take.py            the motion, with what every fit of it needs
    choose.py          1. keyframes: by count, by error, by layers
    by_layers.py       three layers, and the classes of keys
    gltf_breakdowns.py breakdowns that curves for glTF need
    join.py            2. curves through them
    finish.py          3. the world-space match
    reduction.py       all steps in one call: `reduce_motion`
    moves.py           keys that move by a few frames, many at a time
    nudge.py           keys by count, moved where the finished curves then come nearer
    promised/          the fewest keys whose measured error is promised
    at_corners.py      a bake of lines, by count or within an error, by the keys that it had
    hold_feet.py       all steps with planted feet in place
    ahead.py           a first run compiles on two cores

A program that shows results while a person chooses calls the steps one by one, and keeps what they return.

May import: ground, compiling, motion, kinematics, keyframes, curves, feet.
"""
