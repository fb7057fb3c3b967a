"""Widths of joints that a C3D file has, as somebody measured them for Plug-in Gait."""

from __future__ import annotations

from collections.abc import Mapping

from unbake.formats.c3d.recording import Recording

_NAMES = {
    f"{side}-{joint}": f"{side[0].upper()}{joint.upper()}WIDTH"
    for side in ("left", "right")
    for joint in ("knee", "ankle", "elbow")
}
_NARROWEST_M, _WIDEST_M = 0.02, 0.25


def widths_m(recording: Recording, metres_per_unit: float) -> Mapping[str, float]:
    """Return the widths in ``PROCESSING`` in metres: ``left-knee`` …; those that are no widths of a joint are left out.

    Parameters
    ----------
    recording : the file.
    metres_per_unit : of its markers, in which these lengths are, too.
    """
    out = {}
    for joint, name in _NAMES.items():
        found = recording.parameters.numbers("PROCESSING", name)
        width_m = metres_per_unit * float(found.flat[0]) if found.size else 0.0
        if _NARROWEST_M <= width_m <= _WIDEST_M:
            out[joint] = width_m
    return out
