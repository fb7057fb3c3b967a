"""What the panel's buttons do, and scripts may call as ``bpy.ops.unbake.…``."""
