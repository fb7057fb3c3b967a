"""What a C3D file claims to hold, compared with the bytes that are there before ezc3d sees them.

ezc3d follows a damaged header without looking: cut files come back filled with leftovers, and some wrong bytes make it
run for ever, take all memory or end the whole process. Here the header, every entry of the parameter section and the
length of the data are checked first.

References: The C3D File Format User Guide, Motion Lab Systems, 2008, chapters 3 and 4.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path

from unbake.formats.c3d.parameters import BLOCK, KINDS, C3dParameters, Numbers, read_parameters, refuse
from unbake.ground.wording import listed

_MAGIC = 0x50
_EXPECTED_KINDS = {
    ("POINT", "USED"): (2,),
    ("POINT", "FRAMES"): (2, 4),
    ("POINT", "RATE"): (4,),
    ("POINT", "SCALE"): (4,),
    ("POINT", "LABELS"): (-1,),
    ("ANALOG", "USED"): (2,),
    ("ANALOG", "RATE"): (4,),
    ("ANALOG", "GEN_SCALE"): (4,),
    ("ANALOG", "SCALE"): (4,),
    ("ANALOG", "OFFSET"): (2,),
    ("ANALOG", "LABELS"): (-1,),
    ("ROTATION", "USED"): (2,),
    ("ROTATION", "RATIO"): (2,),
    ("ROTATION", "DATA_START"): (2,),
}
"""What ezc3d takes these parameters to be without looking."""
LONGEST = 65_535
"""Frames that the header can count; longer files say so there, and the true length elsewhere."""
_FIRST_NEEDED = {
    "POINT": ("USED", "FRAMES", "RATE", "SCALE"),
    "ANALOG": ("USED", "RATE", "GEN_SCALE"),
    "ROTATION": ("USED", "RATIO", "RATE", "DATA_START"),
}
"""Parameters of which ezc3d takes the first value without looking whether there is one."""
_MOST_FRAMES = 1e7
_MOST_SAMPLES = 1000
"""Rotations a frame."""
_SHOWN = 3
"""Labels that a message names one by one."""


@dataclass(frozen=True, eq=False)
class Sections:
    """What the header and the parameters of a C3D file say, once they were found to be sound.

    Parameters
    ----------
    n_points, n_frames : as the parameters count them, which ezc3d follows.
    first_frame : number of the first frame.
    samples_per_frame, n_channels : of the analog channels.
    rate_hz : frames a second; 0 where the file has none.
    data_start : where the data begin, in bytes.
    number_size : bytes a number: 4, or 2 for scaled whole numbers.
    parameters : all of them.
    data : the bytes of the file, names of parameters in capitals.
    warnings : where the header says otherwise.
    """

    n_points: int
    n_frames: int
    first_frame: int
    samples_per_frame: int
    n_channels: int
    rate_hz: float
    data_start: int
    number_size: int
    parameters: C3dParameters
    data: bytes
    warnings: tuple[str, ...] = ()


def check_sections(path: Path, data: bytes) -> Sections:
    """Return what a C3D file claims.

    Parameters
    ----------
    path : for messages.
    data : the whole file.

    Raises
    ------
    FileError : no C3D file; a header or parameter section that is damaged, contradicts itself or claims more than the
        file holds.
    """
    if len(data) < 2 * BLOCK or data[1] != _MAGIC or data[0] == 0:
        refuse(path, "is no C3D file, or ends within its header")
    parameters, data = read_parameters(path, data)
    _check_kinds(path, parameters)
    sections = _sections(path, parameters, data)
    _check_channels(path, sections)
    _check_length(path, sections)
    return sections


def _check_kinds(path: Path, parameters: C3dParameters) -> None:
    for (group, name), parameter in parameters.entries.items():
        kinds = _EXPECTED_KINDS.get((group, re.sub(r"\d+$", "", name)))  # LABELS2 goes on where LABELS ends
        if kinds and parameter.data and parameter.kind not in kinds:
            expected = " or ".join(KINDS[kind] for kind in kinds)
            refuse(path, f"{group}:{name} is of the wrong kind", expected=expected, actual=KINDS[parameter.kind])
    for group, names in _FIRST_NEEDED.items():
        for name in names:
            there = parameters.entries.get((group, name))
            if there is None and group == "POINT":
                refuse(path, f"has no {group}:{name}")
            if there is not None and not there.data:
                refuse(path, f"{group}:{name} is empty", expected="a number")


def _sections(path: Path, parameters: C3dParameters, data: bytes) -> Sections:
    """Return what parameters and header say; where they differ the parameters count, as for ezc3d."""
    numbers = Numbers(parameters.processor)
    scale, rate_hz = numbers.real(data, 12), parameters.first("POINT", "RATE") or 0.0
    analog_hz = parameters.first("ANALOG", "RATE") or 0.0
    if not (math.isfinite(scale) and 0.0 <= rate_hz <= 1e5 and 0.0 <= analog_hz <= 1e7):
        refuse(path, "has no usable scale or rates", actual=f"{scale:g}, {rate_hz:g} and {analog_hz:g} a second")
    n_points = int(parameters.first("POINT", "USED") or 0)
    n_channels = int(parameters.first("ANALOG", "USED") or 0)
    samples = int(analog_hz / rate_hz) if rate_hz >= 1.0 else numbers.word(data, 18)
    if n_channels and numbers.word(data, 18) not in (0, samples):
        expected = f"{numbers.word(data, 18)} samples a frame"
        refuse(path, "its rates contradict its header", expected=expected, actual=f"{analog_hz:g} / {rate_hz:g}")
    n_channels = n_channels if samples else 0
    first, last = numbers.word(data, 6), numbers.word(data, 8)
    n_frames = parameters.first("POINT", "FRAMES") or float(last - first + 1)
    poses = parameters.texts("ROTATION", "LABELS")
    if poses and not n_points:
        shown = listed(poses, most=_SHOWN)
        refuse(path, f"holds poses of segments, as Theia writes them ({shown}); only markers are read")
    if not (1.0 <= n_frames <= _MOST_FRAMES) or not n_points:
        refuse(path, "holds no frames or no points", actual=f"{n_frames:g} frames of {n_points} points")
    header = numbers.word(data, 2), numbers.word(data, 4), last - first + 1
    announced = n_points, samples * n_channels, int(n_frames)
    return Sections(
        n_points=n_points,
        n_frames=int(n_frames),
        first_frame=first,
        samples_per_frame=samples if n_channels else 0,
        n_channels=n_channels,
        rate_hz=rate_hz or max(numbers.real(data, 20), 0.0),
        data_start=BLOCK * (numbers.word(data, 16) - 1),
        number_size=4 if scale < 0.0 else 2,
        parameters=parameters,
        data=data,
        warnings=() if header == announced else (_difference(header, announced),),
    )


def _difference(header: tuple[int, int, int], announced: tuple[int, int, int]) -> str:
    ours, theirs = (
        f"{points} points, {samples} samples a frame, {frames} frames"
        for points, samples, frames in (announced, header)
    )
    return f"the parameters were followed ({ours}), the header says otherwise ({theirs})"


def _check_channels(path: Path, sections: Sections) -> None:
    """Raise FileError unless every channel has what ezc3d scales it by; it reads on into nothing otherwise."""
    if not sections.samples_per_frame or not sections.n_channels:
        return
    for name, size, needed in (
        ("GEN_SCALE", 4, 1),
        ("SCALE", 4, sections.n_channels),
        ("OFFSET", 2, sections.n_channels),
    ):
        there = sum(len(part.data) // size for part in sections.parameters.continued("ANALOG", name))
        if there < needed:
            refuse(path, f"ANALOG:{name} is too short", expected=f"{needed} values, found {there}")


def _check_length(path: Path, sections: Sections) -> None:
    """Raise FileError unless all that was claimed is there."""
    size, parameters = len(sections.data), sections.parameters
    a_frame = 4 * sections.n_points + sections.samples_per_frame * sections.n_channels
    end = sections.data_start + sections.number_size * sections.n_frames * a_frame
    if sections.data_start < 2 * BLOCK or end > size:
        expected = f"{end:,} bytes for {sections.n_frames:,} frames"
        refuse(path, "ends before its data do", expected=f"{expected}, found {size:,}")
    turned, ratio = (int(parameters.first("ROTATION", name) or 0) for name in ("USED", "RATIO"))
    if ratio > _MOST_SAMPLES:  # ezc3d counts up to it in every frame, even without rotations
        refuse(path, "ROTATION:RATIO is no usable number", expected=f"at most {_MOST_SAMPLES}", actual=str(ratio))
    if turned:
        ratio = max(ratio, 1)
        start = BLOCK * (int(parameters.first("ROTATION", "DATA_START") or 0) - 1)
        if start < sections.data_start or start + 4 * 17 * turned * ratio * sections.n_frames > size:
            refuse(path, "ends before its rotations do")
