"""The studio: a local web application for choosing and editing keyframes by looking.

`server` is the Python side; `web` holds its TypeScript client, which is built into `built` and is no Python package.

May import: ground, compiling, motion, keyframes, curves, feet, formats, library, annotations, search, synthesis,
kinematics, editing, reduce, training, reports, composition.
"""
