"""Edit what came out, and let the lost detail ride along. Run: python examples/edit_keys.py clip.bvh"""

import sys

import unbake

motion = unbake.load_motion(sys.argv[1])
animation = unbake.reduce_motion(motion, unbake.ReduceOptions(keys=12)).animation
first, second, third = animation.selection.frames[3:6]

detail = unbake.curves.residual(motion, animation)
edited = unbake.curves.move_key(animation, second, (second + third) // 2)
edited = unbake.curves.insert_key(edited, (first + second) // 2)
edited = unbake.curves.delete_key(edited, third)
print(f"{len(edited.selection)} keys on {', '.join(map(str, edited.key_numbers()))}")

moved = unbake.curves.move_key(animation, second, (second + third) // 2)
lively = unbake.curves.with_detail(moved, unbake.curves.carried_detail(detail, animation, moved), 0.5)
unbake.save(lively, sys.argv[2] if len(sys.argv) > 2 else "edited.bvh")
