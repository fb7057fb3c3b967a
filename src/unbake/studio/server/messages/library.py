"""A library of motions: opened, listed, searched, added to; flags of its clips, true or not on each frame."""

from __future__ import annotations

from dataclasses import dataclass

from unbake.studio.server.messages.arrays import Float32, Uint8


@dataclass(frozen=True)
class OpenLibrary:
    """Open a library, or create one; it takes the place of the one that is open. → LibraryOpened"""

    path: str  # as typed; only the name of the file where it was dropped
    creates: bool = False
    dropped_bytes: int | None = None  # size of the file that was dropped: the browser does not say where it lies


@dataclass(frozen=True)
class AskLibrary:
    """Ask which library is open. → LibraryOpened"""


@dataclass(frozen=True)
class LibraryOpened:
    """The library that is open."""

    path: str | None  # None: no library is open
    vocabulary: tuple[str, ...]  # the flags that clips are annotated with


@dataclass(frozen=True)
class CloseLibrary:
    """Close the library. → Done"""


@dataclass(frozen=True)
class ListLibrary:
    """List the clips that meet all conditions; those that are not set are met by every clip. → LibraryListed"""

    text: str = ""  # in the name or the source
    tag: str = ""
    expression: str = ""  # of flags: walk and not turn-left
    least_s: float | None = None
    most_s: float | None = None


@dataclass(frozen=True)
class LibraryClip:
    """A clip in the library."""

    id: int
    name: str
    source: str  # the file that it was read from
    tags: tuple[str, ...]
    flags: tuple[str, ...]  # that a person set somewhere in it
    guessed: tuple[str, ...]  # of the flags that are asked for: only guessed where they are met
    n_frames: int
    first_frame: int
    fps: float
    seconds: float


@dataclass(frozen=True)
class LibraryListed:
    """The clips that were asked for, by name."""

    clips: tuple[LibraryClip, ...]
    n_clips: int  # in the whole library
    tags: tuple[str, ...]  # all that are in use


@dataclass(frozen=True)
class DrawClips:
    """Ask for poses of clips, for their thumbnails. → ClipsDrawn"""

    clips: tuple[int, ...]


@dataclass(frozen=True)
class ClipDrawn:
    """Poses of a clip: T poses of J joints, as seen from the hips' place over the ground, in heights of the body."""

    id: int
    rate_hz: float  # poses a second
    parents: tuple[int, ...]  # −1 for the root
    sides: tuple[int, ...]  # of each joint: 0 middle, 1 left, 2 right
    positions: Float32  # (T, J, 3)


@dataclass(frozen=True)
class ClipsDrawn:
    """Poses of clips; those that cannot be drawn are left out."""

    clips: tuple[ClipDrawn, ...]


@dataclass(frozen=True)
class AddToLibrary:
    """Add an open clip to the library. → AddedToLibrary"""

    clip: str


@dataclass(frozen=True)
class AddedToLibrary:
    """A clip that is in the library now."""

    id: int
    name: str
    is_new: bool  # otherwise the library had the same motion before


@dataclass(frozen=True)
class TagClips:
    """Give clips of the library tags, and take some away; of all of them, or of none. → Done"""

    clips: tuple[int, ...]
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True)
class RenameClip:
    """Rename a clip of the library. → Done"""

    clip: int
    name: str


@dataclass(frozen=True)
class AskWork:
    """Ask what a person did on clips of the library, which would go with them. → WorkCounted"""

    clips: tuple[int, ...]


@dataclass(frozen=True)
class WorkCounted:
    """What a person did on clips."""

    n_clips: int  # with labels of flags
    n_frames: int  # labels, in frames; a frame counts once for each flag
    n_foot_clips: int  # with foot labels


@dataclass(frozen=True)
class RemoveClips:
    """Remove clips from the library with all that is known about them; it cannot be undone. → Done"""

    clips: tuple[int, ...]


@dataclass(frozen=True)
class SearchLibrary:
    """Find what is like some frames of an open clip. → LibrarySearched"""

    clip: str
    first: int  # frames, both included
    last: int


@dataclass(frozen=True)
class LibraryHit:
    """Frames of a clip in the library that are like those asked for."""

    clip: int
    name: str
    first: int
    last: int
    distance_cm: float  # of joints over time, after time warping
    is_mirrored: bool


@dataclass(frozen=True)
class LibrarySearched:
    """What is like the frames, the most alike first."""

    hits: tuple[LibraryHit, ...]


# ---- annotations -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AskFlags:
    """Ask for the vocabulary, and what a person labelled of it. → FlagsCounted"""


@dataclass(frozen=True)
class FlagRename:
    """Another name for a flag; its labels stay."""

    old: str
    new: str


@dataclass(frozen=True)
class ChangeFlags:
    """Rename flags, then remove some with their labels, then add some. It cannot be undone. → FlagsCounted"""

    rename: tuple[FlagRename, ...] = ()
    remove: tuple[str, ...] = ()
    add: tuple[str, ...] = ()


@dataclass(frozen=True)
class FlagCount:
    """What a person labelled of a flag."""

    flag: str
    n_clips: int
    n_frames: int


@dataclass(frozen=True)
class FlagsCounted:
    """The vocabulary, in its order."""

    flags: tuple[FlagCount, ...]


@dataclass(frozen=True)
class Mark:
    """Frames on which a person said that a flag is true, or that it is not."""

    first: int  # frames, both included
    last: int
    is_yes: bool


@dataclass(frozen=True)
class FlagMarks:
    """All that a person said of one flag, by time; frames without a mark are not labelled."""

    flag: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class ReadAnnotations:
    """Read the annotations of an open clip from the library. → AnnotationsRead"""

    clip: str


@dataclass(frozen=True)
class AnnotationsRead:
    """What the library knows of an open clip."""

    library_clip: int | None  # None: the clip is not in the library, or no library is open
    flags: tuple[FlagMarks, ...]  # one a flag of the vocabulary, in its order
    guess: Uint8  # (flags, F) certainty in percent that the flag is true; 255 where nothing is guessed


@dataclass(frozen=True)
class GuessAnnotations:
    """Guess the flags of an open clip by what the library was taught before. → AnnotationsGuessed"""

    clip: str


@dataclass(frozen=True)
class AnnotationsGuessed:
    """The guess for a clip."""

    guess: Uint8  # (flags, F) as in AnnotationsRead


@dataclass(frozen=True)
class SaveAnnotations:
    """Save all that a person said of some flags of an open clip to the library. → Done"""

    clip: str
    flags: tuple[FlagMarks, ...]


@dataclass(frozen=True)
class LearnAnnotations:
    """Learn all flags from what is labelled in the library, and guess them in an open clip. → AnnotationsLearnt"""

    clip: str


@dataclass(frozen=True)
class AnnotationsLearnt:
    """What was learnt, and the guess for the clip."""

    learnt: tuple[str, ...]  # the flags
    left_out: tuple[str, ...]  # flags without examples of both, or too few
    guess: Uint8  # (flags, F) as in AnnotationsRead


@dataclass(frozen=True)
class FindStretch:
    """Find the stretch in the library that is least certain. → StretchFound"""


@dataclass(frozen=True)
class StretchFound:
    """The stretch to label next."""

    library_clip: int
    name: str
    first: int
    last: int
    flags: tuple[str, ...]  # those that are uncertain, the least certain first
