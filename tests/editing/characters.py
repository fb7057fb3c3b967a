"""Performers with other proportions, in the places of the giant, the skeleton, Elvis and the ranger of the thesis."""

from dataclasses import replace

from unbake.performer import Figure


def stretched(skeleton, factors):
    """A skeleton whose bones, named by a part of their joint's name, are longer or shorter."""
    offsets = skeleton.offsets_m.copy()
    for joint, name in enumerate(skeleton.names):
        for part, factor in factors.items():
            if part in name:
                offsets[joint] *= factor
    return replace(skeleton, offsets_m=offsets)


CHARACTERS = {
    "giant": stretched(Figure(2.6).skeleton, {"Spine": 1.2, "ForeArm": 1.2}),
    "lank": stretched(Figure(1.8).skeleton, {"LeftLeg": 1.25, "RightLeg": 1.25, "Hand": 1.2}),
    "broad": stretched(Figure(1.75).skeleton, {"UpLeg": 1.5, "Arm": 1.2}),
    "short": stretched(Figure(1.4).skeleton, {"LeftLeg": 0.8, "RightLeg": 0.8, "Foot": 0.8}),
}
