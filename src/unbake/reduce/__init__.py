"""The main job: choose keyframes, join them by curves, finish them, hold to a promised error, hold feet.

    options.py      what is asked
    choosing.py     the keyframes: by count, by error, by layers
    promise.py      the fewest keys whose measured error is promised
    reduction.py    all steps in one call: `reduce_motion`
    hold_feet.py    the same with planted feet in place

May import: motion, keyframes, curves, feet.
"""
