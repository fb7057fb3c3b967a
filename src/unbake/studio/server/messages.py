"""What the page and the server say to each other: the single source, from which the client's types are generated.

A request names a reply in its docstring; besides that, any request may be answered by `Failed` or `Cancelled`, and
`Progress` may come before the answer. Frames are numbered as the file numbers them, lengths are centimetres unless a
name says metres, angles in curves are radians. Arrays are flat; their shapes are in the comments: F frames of the
range, J joints, C channels, K keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

Float32 = Annotated[NDArray[np.float32], "Float32Array"]
Float64 = Annotated[NDArray[np.float64], "Float64Array"]
Int16 = Annotated[NDArray[np.int16], "Int16Array"]
Int32 = Annotated[NDArray[np.int32], "Int32Array"]
Uint8 = Annotated[NDArray[np.uint8], "Uint8Array"]


def no_numbers() -> Float32:
    """Return an array without numbers."""
    return np.empty(0, dtype=np.float32)


# ---- what is asked for -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settings:
    """What selection looks at, and within which limits."""

    criterion: str
    metric: Literal["pose", "joint"]
    compose: Literal["max", "sum"] | None  # None: as the criterion has it
    lead: tuple[str, ...]  # joints or groups; none: all that are measured
    pins: tuple[int, ...]
    first: int
    last: int
    min_gap: int | None
    max_gap: int | None


@dataclass(frozen=True)
class LayerSettings:
    """One of the three layers; accuracy and significance are parts of one."""

    criterion: str
    metric: Literal["pose", "joint"]
    lead: bool
    space: Literal["world", "body"]
    accuracy: float
    significance: float
    floor_cm: float


@dataclass(frozen=True)
class Choice:
    """How many keys: by count, by a promised error, by two thresholds, or by three layers. What is not used waits."""

    by: Literal["count", "error", "auto", "layers"]
    keys: int
    error_cm: float
    accuracy: float
    significance: float
    layers: tuple[LayerSettings, ...]


@dataclass(frozen=True)
class Joining:
    """How the keys are joined."""

    fit: Literal["free", "hermite", "schneider", "broken", "thesis"]
    break_weight: float
    holds_ends: bool
    end_weights: Mapping[str, float]
    holds_feet: bool = False  # planted feet hold, as far as keys and handles reach


@dataclass(frozen=True)
class Keys:
    """A keyed animation: whole-pose keys with one value and two handles a channel."""

    first: int  # the frames that it covers, both included
    last: int
    fit: str
    frames: Int32  # (K,)
    classes: Uint8  # (K,) 0 keypose, 1 breakdown
    values: Float64  # (K, C) metres, radians
    left: Float64  # (K, C, 2) frame, value
    right: Float64  # (K, C, 2)
    broken: Uint8  # (K, C) 1 where the two handles are not in one line
    holds: tuple[Plant, ...] = ()  # they are of, and measured against, the capture with its feet in place by these


@dataclass(frozen=True)
class Plant:
    """One stay of a point of a foot on the ground."""

    first: int  # frames, both included
    last: int
    point: int  # 0 left heel, 1 left toe, 2 right heel, 3 right toe
    source: Literal["hand", "oracle", "force-plate", "performer", "thresholds"]


# ---- what is found ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Joint:
    """One joint of the figure."""

    name: str
    parent: int  # −1 for the root
    is_end: bool
    side: Literal["left", "right", "middle"]
    role: str | None
    part: int  # which body part it belongs to


@dataclass(frozen=True)
class Channel:
    """One animated number of a joint: tx … tz in metres, rx … rz in radians, qx … qw."""

    joint: int
    name: str


@dataclass(frozen=True)
class Clip:
    """A clip that is open."""

    id: str
    name: str
    path: str | None  # where it lies, if the server read it from there
    format: str
    fps: float
    first_frame: int
    last_frame: int
    height_m: float
    joints: tuple[Joint, ...]
    channels: tuple[Channel, ...]
    parts: tuple[str, ...]  # body parts, from head to foot
    leads: tuple[str, ...]  # groups and roles that can lead
    lead_joints: tuple[tuple[int, ...], ...]  # which joints each of them stands for
    measured: tuple[int, ...]  # joints that errors are measured on
    warnings: tuple[str, ...]
    positions: Float32  # (F, J, 3) of the capture, metres, in the world
    rotations: Int16  # (F, J, 4) x y z w, in the world, in units of 1/32,767
    values: Float32  # (F, C) of the capture's channels
    rest_positions: Float32  # (J, 3)
    rest_rotations: Float32  # (J, 4)


@dataclass(frozen=True)
class Evaluation:
    """An animation at every frame of its range, and how far it is from the capture."""

    positions: Float32  # (F, J, 3)
    rotations: Int16  # (F, J, 4) as those of Clip
    error_cm: Float32  # (F,) the worst joint of each frame
    worst_joints: Int32  # (F,) which joint that is
    max_cm: float
    mean_cm: float
    rms_cm: float
    worst_joint: str
    worst_frame: int
    against: Float32 = field(default_factory=no_numbers)  # (F, J, 3) what it is measured against; none: the capture


# ---- requests and their replies --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hello:
    """The first message of a page. → Welcome"""


@dataclass(frozen=True)
class RecentFile:
    """A file that was opened before."""

    path: str
    name: str
    folder: str
    opened: str  # date and time, ISO 8601


@dataclass(frozen=True)
class Recoverable:
    """Work that was not saved when a session ended."""

    id: str
    name: str
    saved: str  # date and time, ISO 8601
    changes: int


@dataclass(frozen=True)
class CriterionInfo:
    """A criterion that can be chosen."""

    name: str
    says: str
    compose: Literal["max", "sum"]


@dataclass(frozen=True)
class ExportFormat:
    """A format that animations can be written to."""

    suffix: str
    name: str


@dataclass(frozen=True)
class Welcome:
    """What the server is and knows."""

    version: str
    startup: str | None  # what the command line asked to open
    folder: str  # where new files go unless something else is said
    criteria: tuple[CriterionInfo, ...]
    fits: tuple[str, ...]
    layer_presets: Mapping[str, tuple[LayerSettings, ...]]
    suffixes: tuple[str, ...]  # files that can be opened
    exports: tuple[ExportFormat, ...]
    upload_limit_bytes: int
    recent: tuple[RecentFile, ...]
    recoverable: tuple[Recoverable, ...]
    preferences: str  # JSON, the client's own


@dataclass(frozen=True)
class Open:
    """Open a clip or a project: from the package, the command line, the list of recent files, an upload. → Opened"""

    source: Literal["packaged", "startup", "recent", "upload", "recovery"]
    name: str = ""  # path of a recent file, id of an upload or of recoverable work
    fps: float | None = None  # overrides the file's
    unit: str = ""  # overrides the file's: cm, m, in …


@dataclass(frozen=True)
class Opened:
    """A clip, what is asked of it at first, and, where it came from a project, how it was left."""

    clip: Clip
    settings: Settings
    choice: Choice
    joining: Joining
    project: str | None = None  # JSON, the client's own
    project_path: str | None = None
    keys: Keys | None = None  # where the file holds keys: its own
    plants: tuple[Plant, ...] = ()  # where labels of its feet lie beside the file
    work: str = ""  # id of its unsaved work, once there is any


@dataclass(frozen=True)
class FindSpace:
    """Make the selection space. → SpaceFound"""

    clip: str
    settings: Settings
    holds_feet: bool = False  # of the capture with its feet in place
    plants: tuple[Plant, ...] = ()  # as in Choose


@dataclass(frozen=True)
class SpaceFound:
    """Every count of keys with its least error, as a length (the root of the mean where squares are summed)."""

    counts: Int32
    errors_cm: Float32
    pose_range_cm: float
    note: str | None  # how, where the take is too long for the whole space


@dataclass(frozen=True)
class Choose:
    """Choose keys and join them: at once with the quick fit, or as well as can be. → Chosen"""

    clip: str
    settings: Settings
    choice: Choice
    joining: Joining
    detail: float
    is_preview: bool
    plants: tuple[Plant, ...] = ()  # where feet hold: the labels; without any, the oracle says when they are planted


@dataclass(frozen=True)
class FeetHeld:
    """How far planted points stray from where they are held, on average and at worst."""

    captured_mean_mm: float
    captured_worst_mm: float
    mean_mm: float  # by keys and handles
    worst_mm: float


@dataclass(frozen=True)
class Chosen:
    """The keys that were asked for."""

    keys: Keys
    evaluation: Evaluation
    is_preview: bool
    criterion_error_cm: float | None
    layers: Uint8  # (K,) 1 to 3: which layer chose the key; empty otherwise
    ends_before_cm: float | None  # hands, feet, toes, head at worst, before and after the last step in the world
    ends_after_cm: float | None
    feet: FeetHeld | None  # where feet hold; None of previews
    command: str  # the same on the command line
    notes: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class Evaluate:
    """Evaluate an animation. → Evaluated"""

    clip: str
    keys: Keys
    detail: float


@dataclass(frozen=True)
class Evaluated:
    """The animation as it moves."""

    evaluation: Evaluation


@dataclass(frozen=True)
class MoveKeys:
    """Move keys in time; those that stay keep their place. → Edited"""

    clip: str
    keys: Keys
    frames: tuple[int, ...]
    by: int
    detail: float


@dataclass(frozen=True)
class InsertKey:
    """Put a key on the curves, which do not change. → Edited"""

    clip: str
    keys: Keys
    frame: int
    detail: float


@dataclass(frozen=True)
class DeleteKeys:
    """Take keys away; first and last stay. → Edited"""

    clip: str
    keys: Keys
    frames: tuple[int, ...]
    detail: float


@dataclass(frozen=True)
class PasteKeys:
    """Set poses on frames, with new keys where there are none. → Edited"""

    clip: str
    keys: Keys
    frames: tuple[int, ...]
    poses: Float64  # (frames, C)
    classes: Uint8  # (frames,)
    detail: float


@dataclass(frozen=True)
class Refit:
    """Fit handles to the capture again, between two keys, in some channels. → Edited"""

    clip: str
    keys: Keys
    from_frame: int
    to_frame: int
    channels: tuple[int, ...]
    detail: float


@dataclass(frozen=True)
class Edited:
    """The animation after an edit, and what it could not do to the letter."""

    keys: Keys
    evaluation: Evaluation
    notes: tuple[str, ...]


@dataclass(frozen=True)
class PlanExport:
    """Ask what each format makes of an animation. → ExportPlan"""

    clip: str
    keys: Keys
    detail: float
    plants: tuple[Plant, ...] = ()  # where the feet are to be kept in place; none: as they move


@dataclass(frozen=True)
class ExportLoss:
    """What one format cannot hold of the animation."""

    suffix: str
    name: str
    keeps: str
    loses: tuple[str, ...]
    deviation_cm: float  # of the file from what is seen, at worst


@dataclass(frozen=True)
class ExportPlan:
    """What each format makes of the animation."""

    losses: tuple[ExportLoss, ...]


@dataclass(frozen=True)
class Export:
    """Write an animation to a file of the server's machine, or for the browser to download. → Exported"""

    clip: str
    keys: Keys
    detail: float
    path: str  # absolute, or within the studio's folder; a bare suffix for a download
    is_download: bool
    may_replace: bool
    plants: tuple[Plant, ...] = ()  # as in PlanExport


@dataclass(frozen=True)
class Exported:
    """Where the file is: a path, or an address to download it from (once)."""

    path: str
    bytes: int
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class FindFeet:
    """Find the feet of a clip, and how they move. → FeetFound"""

    clip: str


@dataclass(frozen=True)
class FeetFound:
    """The feet of a clip. P is four points: left heel, left toe, right heel, right toe."""

    ankles: tuple[int, ...]  # joints, left and right
    toes: tuple[int, ...]
    heel_offsets: Float32  # (2, 3) the heels in the frames of their ankles, metres
    heights_cm: Float32  # (F, P) over the ground
    speeds: Float32  # (F, P) metres a second


@dataclass(frozen=True)
class GuessFeet:
    """Let the oracle say when the feet of a clip are planted. → FeetGuessed"""

    clip: str
    oracle: Literal["own", "packaged"]


@dataclass(frozen=True)
class FeetGuessed:
    """When the oracle takes the feet to be planted, and how sure it is."""

    plants: tuple[Plant, ...]
    certainty: Float32  # (F, P) 0 to 1 that the point is planted
    distance: Float32  # (F,) to the nearest example, as the oracle measures


@dataclass(frozen=True)
class FindSequence:
    """Find the sequence of a clip that the oracle would learn most from. → SequenceFound"""

    clip: str
    oracle: Literal["own", "packaged"]
    in_folder: bool = False  # of all clips in the folder that the clip was opened from; what is labelled there counts


@dataclass(frozen=True)
class SequenceFound:
    """The sequence to label next, and its frame that is farthest from all examples."""

    first: int
    last: int
    farthest: int
    distance: float | None  # as in FeetGuessed; None while there are no examples
    path: str | None = None  # another clip of the folder that it is in: it may be opened as a recent file
    left_out: tuple[str, ...] = ()  # why clips of the folder were, a sentence each


@dataclass(frozen=True)
class LearnFeet:
    """Let one's own oracle learn some frames of a clip as they are labelled, mirrored as well. → OracleKnown"""

    clip: str
    plants: tuple[Plant, ...]
    first: int
    last: int


@dataclass(frozen=True)
class AskOracle:
    """Ask what an oracle has learnt. → OracleKnown"""

    oracle: Literal["own", "packaged"]


@dataclass(frozen=True)
class Lesson:
    """Examples from one place."""

    name: str
    n_frames: int
    source: str  # who labelled them, as in Plant


@dataclass(frozen=True)
class OracleKnown:
    """What an oracle has learnt."""

    oracle: Literal["own", "packaged"]
    examples: int  # frames, sixty a second; each counts mirrored as well
    lessons: tuple[Lesson, ...]
    changes: int  # lessons of one's own since it was begun or taken over
    notes: tuple[str, ...]


@dataclass(frozen=True)
class BeginOracle:
    """Begin one's own oracle again: from the packaged one, from nothing, or from a file of an upload. → OracleKnown"""

    source: Literal["packaged", "nothing", "upload"]
    name: str = ""  # id of the upload


@dataclass(frozen=True)
class UnlearnFeet:
    """Take back the last change of one's own oracle in this session. → OracleKnown"""


@dataclass(frozen=True)
class SaveOracle:
    """Save one's own oracle as a file. → Saved"""

    path: str
    is_download: bool
    may_replace: bool


@dataclass(frozen=True)
class CleanFeet:
    """Keep the feet in place while they are planted. → FeetCleaned"""

    clip: str
    plants: tuple[Plant, ...]
    keys: Keys | None  # None: of the capture
    detail: float


@dataclass(frozen=True)
class FeetCleaned:
    """The motion with its feet in place, and how far they slid."""

    positions: Float32  # (F, J, 3)
    rotations: Int16  # (F, J, 4) as those of Clip
    first: int  # the frame that they begin with
    drift_before_mm: float  # of planted points, on average
    drift_after_mm: float
    worst_before_mm: float
    worst_after_mm: float
    moved_cm: Float32  # (F,) how far the joint that moved most did
    notes: tuple[str, ...]


@dataclass(frozen=True)
class ReadFootLabels:
    """Read the labels of a clip's feet from a file of an upload. → FootLabelsRead"""

    clip: str
    upload: str


@dataclass(frozen=True)
class FootLabelsRead:
    """The labels in a file."""

    plants: tuple[Plant, ...]


@dataclass(frozen=True)
class SaveFootLabels:
    """Save the labels of a clip's feet as a file beside it, or as a download. → Saved"""

    clip: str
    plants: tuple[Plant, ...]
    path: str
    is_download: bool
    may_replace: bool


@dataclass(frozen=True)
class SaveProject:
    """Save everything as it is. → Saved"""

    clip: str
    project: str  # JSON, the client's own
    path: str
    is_download: bool
    may_replace: bool


@dataclass(frozen=True)
class Saved:
    """Where the project is."""

    path: str
    bytes: int


@dataclass(frozen=True)
class Autosave:
    """Keep everything as it is for a recovery; without a project the kept one is thrown away. → Done"""

    clip: str
    project: str
    changes: int


@dataclass(frozen=True)
class Forget:
    """Throw recoverable work away. → Done"""

    id: str


@dataclass(frozen=True)
class KeepPreferences:
    """Keep the page's preferences for next time. → Done"""

    preferences: str


@dataclass(frozen=True)
class Cancel:
    """Stop a request that is under way. It is answered by `Cancelled`; this message has no answer of its own."""

    which: int


@dataclass(frozen=True)
class Done:
    """It is done."""


@dataclass(frozen=True)
class Failed:
    """Why a request could not be met, as the command line would say it."""

    message: str
    is_usage: bool = True  # a request that makes no sense, rather than a file that cannot be used or a fault
    exists: bool = False  # a file that is in the way, which `may_replace` would replace


@dataclass(frozen=True)
class Cancelled:
    """A request that was stopped, or that a newer one made needless."""


@dataclass(frozen=True)
class Progress:
    """How far a request is."""

    step: str
    part: float = field(default=0.0)


Request = (
    Hello
    | Open
    | FindSpace
    | Choose
    | Evaluate
    | MoveKeys
    | InsertKey
    | DeleteKeys
    | PasteKeys
    | Refit
    | PlanExport
    | Export
    | FindFeet
    | GuessFeet
    | FindSequence
    | LearnFeet
    | AskOracle
    | BeginOracle
    | UnlearnFeet
    | SaveOracle
    | CleanFeet
    | ReadFootLabels
    | SaveFootLabels
    | SaveProject
    | Autosave
    | Forget
    | KeepPreferences
    | Cancel
)
Reply = (
    Welcome
    | Opened
    | SpaceFound
    | Chosen
    | Evaluated
    | Edited
    | ExportPlan
    | Exported
    | FeetFound
    | FeetGuessed
    | SequenceFound
    | OracleKnown
    | FeetCleaned
    | FootLabelsRead
    | Saved
    | Done
    | Failed
    | Cancelled
    | Progress
)
