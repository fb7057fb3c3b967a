"""Bézier curves through the chosen keyframes: F-curves, keyed animations, fitting, and what was lost.

Imports `motion` and `keyframes`. A fit never moves a keyframe: the curve passes through the captured value there.
"""
