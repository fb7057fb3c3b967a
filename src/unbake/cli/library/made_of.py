"""What a clip is made of: which limbs come from which frames of which clip."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unbake.library.clip import Clip
    from unbake.library.library import Library
    from unbake.motion.composed.recipe import Course


def made_of(library: Library, clip: Clip) -> list[dict[str, str]]:
    """Return for every limb of a clip that is made of others its joints, the clip they come from, and its frames.

    Empty for a captured clip. Frames are those of the source, as its own file numbers them.
    """
    found = library.recipe(clip.id)
    if found is None:
        return []
    recipe, sources = found
    out = [_limb(library, "the body", recipe.base, sources)]
    out += [_limb(library, ", ".join(graft.joints), graft.course, sources) for graft in recipe.grafts]
    out += [{"joints": turn.joint, "clip": f"rule '{recipe.rule}'", "frames": "turned on top"} for turn in recipe.turns]
    return out


def _limb(library: Library, joints: str, course: Course, sources: tuple[int, ...]) -> dict[str, str]:
    clip = library.clip(sources[course.source])
    first, last = (f"{course.instants[at] + clip.first_frame:.6g}" for at in (0, -1))
    return {"joints": joints, "clip": clip.name, "frames": f"frames {first}–{last}"}
