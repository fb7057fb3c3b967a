"""Figures of another size."""

from dataclasses import replace


def scaled(motion, scale):
    """The same motion by a figure that is so many times as large."""
    skeleton = replace(motion.skeleton, offsets_m=motion.skeleton.offsets_m * scale)
    return replace(motion, skeleton=skeleton, translations_m=motion.translations_m * scale)
