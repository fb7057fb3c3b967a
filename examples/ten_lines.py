"""The Python API in ten lines: from a capture to an editable animation. Run: python examples/ten_lines.py clip.bvh"""

import sys

import unbake

motion = unbake.load_motion(sys.argv[1])
points = unbake.points_of(motion)
table = unbake.error_table(points, "curve-max", metric="joint")
space = unbake.select(table)
selection = space.selection(20)
animation = unbake.fit(motion, selection)
error = unbake.measure(motion, animation)
print(f"{len(selection)} keys, {error.max_cm:.2f} cm at worst: {error.worst_joint}, frame {error.worst_number}")
unbake.save(animation, sys.argv[2] if len(sys.argv) > 2 else "out.bvh")
