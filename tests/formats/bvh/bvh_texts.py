"""BVH files as text: a small one with everything in it, and random ones."""

from __future__ import annotations

import numpy as np

ARM = """HIERARCHY
ROOT Hips
{
	OFFSET 0.0 1.0 0.0
	CHANNELS 6 Zrotation Xposition Yposition Zposition Xrotation Yrotation
	JOINT Upper Arm
	{
		OFFSET 0.5 0 0
		CHANNELS 2 Yrotation Zrotation
		JOINT Hand
		{
			OFFSET 2.5e-1 0 0
			CHANNELS 4 Xrotation Yrotation Zrotation Yposition
			End Site Tip
			{
				OFFSET .1 0 0
			}
			End Site
			{
				OFFSET 0 .1 0
			}
		}
	}
}
MOTION
Frames: 2
Frame Time: .0083333
0 0 1 0 0 0  0 0  0 0 0 0
90 1 2 3 0 0  0 90  10 20 30 .5
"""


def random_bvh(rng: np.random.Generator, joints: int = 9, frames: int = 5) -> str:
    """Return a file with random channels, in random order, on every joint, and leaves closed by End Sites."""
    words = [f"{axis}{kind}" for axis in "XYZ" for kind in ("position", "rotation")]
    channels = [list(rng.permutation(words)[: rng.integers(1, 7)]) for _ in range(joints)]
    parents = [-1, *(int(rng.integers(0, joint)) for joint in range(1, joints))]

    def block(joint: int) -> str:
        offset = " ".join(f"{n:.6f}" for n in rng.normal(size=3))
        children = "".join(block(child) for child in range(joints) if parents[child] == joint)
        inner = children or "End Site { OFFSET 0.1 0.2 0.3 }\n"
        order.append(joint)
        kind = "ROOT" if joint == 0 else "JOINT"
        listed = " ".join(channels[joint])
        return f"{kind} j{joint}\n{{\nOFFSET {offset}\nCHANNELS {len(channels[joint])} {listed}\n{inner}}}\n"

    order: list[int] = []
    hierarchy = block(0)
    values = rng.uniform(-180.0, 180.0, size=(frames, sum(map(len, channels))))
    lines = "\n".join(" ".join(f"{n:.6e}" for n in row) for row in values)
    return f"HIERARCHY\n{hierarchy}MOTION\nFrames: {frames}\nFrame Time: 0.01\n{lines}\n"
