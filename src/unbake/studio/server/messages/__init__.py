"""What the page and the server say to each other: the single source, from which the client's types are generated.

A request names a reply in its docstring; besides that, any request may be answered by `Failed` or `Cancelled`, and
`Progress` may come before the answer. Frames are numbered as the file numbers them, lengths are centimetres unless a
name says metres, angles in curves are radians. Arrays are flat; their shapes are in the comments: F frames of the
range, J joints, C channels, K keys.
"""

from __future__ import annotations

from unbake.studio.server.messages.arrays import Float32, Float64, Int16, Int32, Uint8, no_bytes, no_numbers
from unbake.studio.server.messages.choosing import (
    Choose,
    Chosen,
    Evaluate,
    Evaluated,
    FeetHeld,
    FindSpace,
    FitValues,
    SpaceFound,
    ValuesFitted,
)
from unbake.studio.server.messages.edits.keys import (
    DeleteKeys,
    Edited,
    InsertKey,
    MoveKeys,
    PasteKeys,
    Refit,
    RetimeKeys,
)
from unbake.studio.server.messages.edits.layers import (
    ApplyLayers,
    KeyLayer,
    LayersApplied,
    LayersRead,
    PoseLayer,
    ReadLayers,
    SaveLayers,
    Stack,
)
from unbake.studio.server.messages.edits.posing import (
    DeltasFound,
    DragPose,
    FindDeltas,
    InfluencePainted,
    PaintInfluence,
    PoseDragged,
    PoseRead,
    PutPose,
    ReadPose,
    TurnJoint,
    TweenPose,
)
from unbake.studio.server.messages.edits.propagation import EditedStretch, Propagate, Propagated
from unbake.studio.server.messages.ending import Cancel, Cancelled, Done, Failed, Progress
from unbake.studio.server.messages.exporting import Export, Exported, ExportLoss, ExportPlan, PlanExport, SavePlayblast
from unbake.studio.server.messages.feet import (
    CleanFeet,
    FeetCleaned,
    FeetFound,
    FeetGuessed,
    FindFeet,
    FootLabelsRead,
    GuessFeet,
    ReadFootLabels,
    SaveFootLabels,
)
from unbake.studio.server.messages.keeping import Autosave, Forget, KeepPreferences, Saved, SaveProject
from unbake.studio.server.messages.library import (
    AddedToLibrary,
    AddToLibrary,
    AnnotationsGuessed,
    AnnotationsLearnt,
    AnnotationsRead,
    AskFlags,
    AskLibrary,
    AskWork,
    ChangeFlags,
    ClipDrawn,
    ClipsDrawn,
    CloseLibrary,
    DrawClips,
    FindStretch,
    FlagCount,
    FlagMarks,
    FlagRename,
    FlagsCounted,
    GuessAnnotations,
    LearnAnnotations,
    LibraryClip,
    LibraryHit,
    LibraryListed,
    LibraryOpened,
    LibrarySearched,
    ListLibrary,
    Mark,
    OpenLibrary,
    ReadAnnotations,
    RemoveClips,
    RenameClip,
    SaveAnnotations,
    SearchLibrary,
    StretchFound,
    TagClips,
    WorkCounted,
)
from unbake.studio.server.messages.motion import Channel, Clip, Evaluation, Joint, Keys, LeadSpan, Plant
from unbake.studio.server.messages.opening import FolderEntry, FolderListed, ListFolder, Open, Opened
from unbake.studio.server.messages.oracle import (
    AskOracle,
    BeginOracle,
    FindSequence,
    LearnFeet,
    Lesson,
    OracleKnown,
    SaveOracle,
    SequenceFound,
    UnlearnFeet,
)
from unbake.studio.server.messages.settings import Choice, Joining, LayerSettings, Settings
from unbake.studio.server.messages.starting import (
    AwaitKernels,
    CriterionInfo,
    ExportFormat,
    Hello,
    RecentFile,
    Recoverable,
    Welcome,
)
from unbake.studio.server.messages.synthesis.demands import (
    CheckDemand,
    DemandChecked,
    DemandParts,
    DemandPath,
    DemandPose,
    DemandProblem,
    DemandRead,
    DemandReported,
    DemandSpot,
    DemandWritten,
    FlagMet,
    FlagSpan,
    FloorPoint,
    PoseMet,
    ReadDemand,
    ReportDemand,
    SourceRun,
    SpotMet,
    StopSynthesis,
    Synthesize,
    Synthesized,
    WriteDemand,
    WrongFlag,
)
from unbake.studio.server.messages.synthesis.judging import (
    BeginPass,
    JudgedKind,
    OpenJudged,
    PassBegun,
    ReadyToOpen,
    SaveJudged,
    ToJudge,
)
from unbake.studio.server.messages.synthesis.live import (
    BuildLive,
    KeepLive,
    LiveBuilt,
    LiveEngine,
    LiveFrames,
    LiveKept,
    LiveStarted,
    StartLive,
    StepLive,
    StopLive,
)
from unbake.studio.server.messages.synthesis.scores import ClipScored, ScoreClip, ScoreReason

Request = (
    Hello
    | AwaitKernels
    | Open
    | ListFolder
    | FindSpace
    | Choose
    | Evaluate
    | FitValues
    | MoveKeys
    | InsertKey
    | DeleteKeys
    | PasteKeys
    | RetimeKeys
    | Refit
    | PlanExport
    | Export
    | SavePlayblast
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
    | StartLive
    | StepLive
    | BuildLive
    | KeepLive
    | StopLive
    | ScoreClip
    | OpenLibrary
    | AskFlags
    | AskLibrary
    | AskWork
    | ChangeFlags
    | RemoveClips
    | RenameClip
    | TagClips
    | CloseLibrary
    | ListLibrary
    | DrawClips
    | AddToLibrary
    | SearchLibrary
    | ReadAnnotations
    | SaveAnnotations
    | GuessAnnotations
    | LearnAnnotations
    | FindStretch
    | BeginPass
    | OpenJudged
    | SaveJudged
    | ReadDemand
    | WriteDemand
    | CheckDemand
    | Synthesize
    | StopSynthesis
    | ReportDemand
    | Propagate
    | DragPose
    | TurnJoint
    | TweenPose
    | PutPose
    | ReadPose
    | PaintInfluence
    | FindDeltas
    | ApplyLayers
    | KeyLayer
    | ReadLayers
    | SaveLayers
    | SaveProject
    | Autosave
    | Forget
    | KeepPreferences
    | Cancel
)
Reply = (
    Welcome
    | LiveStarted
    | LiveFrames
    | LiveBuilt
    | LiveKept
    | ClipScored
    | Opened
    | FolderListed
    | SpaceFound
    | Chosen
    | Evaluated
    | ValuesFitted
    | Edited
    | ExportPlan
    | Exported
    | FeetFound
    | FeetGuessed
    | SequenceFound
    | OracleKnown
    | FeetCleaned
    | FootLabelsRead
    | LibraryOpened
    | LibraryListed
    | ClipsDrawn
    | AddedToLibrary
    | LibrarySearched
    | AnnotationsRead
    | AnnotationsGuessed
    | AnnotationsLearnt
    | StretchFound
    | PassBegun
    | ReadyToOpen
    | DemandRead
    | DemandWritten
    | DemandChecked
    | Synthesized
    | Propagated
    | PoseDragged
    | PoseRead
    | InfluencePainted
    | DeltasFound
    | LayersApplied
    | LayersRead
    | Saved
    | Done
    | Failed
    | Cancelled
    | Progress
)
