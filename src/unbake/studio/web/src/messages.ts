// Generated from server/messages by `python -m unbake.studio.server.typescript`: change that instead.

/** Choose keys and join them: with the quick fit or the full one. → Chosen */
export interface Choose {
  clip: string;
  settings: Settings;
  choice: Choice;
  joining: Joining;
  detail: number;
  is_preview: boolean;
  plants: Plant[]; // where feet hold: the labels; without any, the oracle says when they are planted
}

/** The keys that were asked for. */
export interface Chosen {
  keys: Keys;
  evaluation: Evaluation | null; // None of a preview of many frames: to be asked for (Evaluate) once it is wanted
  is_preview: boolean;
  criterion_error_cm: number | null;
  layers: Uint8Array; // (K,) 1 to 3: which layer chose the key; empty otherwise
  ends: string; // which of wrists, ankles, toes and head there are; empty without any, and without the match
  ends_before_cm: number | null; // these at worst, before the match, if that is known
  ends_after_cm: number | null; // and after it
  feet: FeetHeld | null; // where feet hold; None of previews
  command: string; // the same on the command line
  notes: string[];
  seconds: number;
}

/** Evaluate an animation. → Evaluated */
export interface Evaluate {
  clip: string;
  keys: Keys;
  detail: number;
}

/** The animation as it moves. */
export interface Evaluated {
  evaluation: Evaluation;
}

/** How far planted points stray where they are held firmly, on average and at worst. */
export interface FeetHeld {
  captured_mean_mm: number;
  captured_worst_mm: number;
  mean_mm: number; // by keys and handles
  worst_mm: number;
}

/** Make the selection space, or a preview of it. → SpaceFound */
export interface FindSpace {
  clip: string;
  settings: Settings;
  holds_feet: boolean; // of the capture with its feet in place
  plants: Plant[]; // as in Choose
  is_preview: boolean; // where the whole space takes long, at once that of the take cut into pieces
}

/** Join values that are no channels of joints, such as sizes and properties, through keys. → ValuesFitted */
export interface FitValues {
  frames: Int32Array; // (K,) the keys, from 0; the first and the last frame are among them
  values: Float64Array; // (F, N) on every frame
  scales: Float64Array; // (N,) how many units of a graph editor, where one weighs as much as a frame, make one of each
  fit: "free" | "tightest" | "hermite" | "schneider" | "broken" | "thesis";
}

/** Every count of keys with its least error, as a length (the root of the mean where squares are summed). */
export interface SpaceFound {
  counts: Int32Array;
  errors_cm: Float32Array;
  pose_range_cm: number;
  note: string | null; // how, where the take is too long for the whole space
  is_preview: boolean; // whether the whole space is still to be asked for
}

/** Curves through values, which keys keep: handles as frame from 0 and value. */
export interface ValuesFitted {
  left: Float64Array; // (K, N, 2)
  right: Float64Array; // (K, N, 2)
  broken: Uint8Array; // (K, N) 1 where the two are not in line
}

/** Take keys away; first and last stay. → Edited */
export interface DeleteKeys {
  clip: string;
  keys: Keys;
  frames: number[];
  detail: number;
}

/** The animation after an edit, and what it could not do to the letter. */
export interface Edited {
  keys: Keys;
  evaluation: Evaluation;
  notes: string[];
}

/** Put a key on the curves, which do not change. → Edited */
export interface InsertKey {
  clip: string;
  keys: Keys;
  frame: number;
  detail: number;
}

/** Move keys in time; those that stay keep their place. → Edited */
export interface MoveKeys {
  clip: string;
  keys: Keys;
  frames: number[];
  by: number;
  detail: number;
}

/** Set poses on frames, with new keys where there are none. → Edited */
export interface PasteKeys {
  clip: string;
  keys: Keys;
  frames: number[];
  poses: Float64Array; // (frames, C)
  classes: Uint8Array; // (frames,)
  detail: number;
  is_mirrored: boolean; // left and right change places, where the first pose stands
}

/** Fit handles to the capture again, between two keys, in some channels. → Edited */
export interface Refit {
  clip: string;
  keys: Keys;
  from_frame: number;
  to_frame: number;
  channels: number[];
  detail: number;
}

/** Put keys on other frames, in the order in which they stand. → Edited */
export interface RetimeKeys {
  clip: string;
  keys: Keys;
  frames: number[];
  to: number[];
  detail: number;
}

/** Show the keys, or the capture, with layers on top. → LayersApplied */
export interface ApplyLayers {
  clip: string;
  keys: Keys | null; // None: of the capture
  layers: PoseLayer[];
  detail: number;
}

/** Set or delete a key of the selected layer. → PoseDragged */
export interface KeyLayer {
  clip: string;
  keys: Keys | null;
  stack: Stack;
  frame: number;
  what: "unchanged" | "no-delta" | "time" | "no-time";
  offset_s: number; // of a time key
  detail: number;
}

/** The motion with its layers at every frame. */
export interface LayersApplied {
  positions: Float32Array; // (F, J, 3)
  rotations: Int16Array; // (F, J, 4) as those of Clip
  first: number;
}

/** The layers of a file, in their order. */
export interface LayersRead {
  layers: PoseLayer[];
}

/** A layer: K delta keys of n joints that turn and m that move, and T time keys. */
export interface PoseLayer {
  id: string; // the page's own; the server hands it back
  name: string;
  weight: number;
  is_muted: boolean;
  is_solo: boolean;
  frames: Int32Array; // (K,)
  joints: Int32Array; // (n,)
  vectors: Float64Array; // (K, n, 3) radians, each in its joint's own frame
  moved: Int32Array; // (m,)
  shifts: Float64Array; // (K, m, 3) metres, in the frame of the joint's parent
  time_frames: Int32Array; // (T,)
  time_offsets: Float64Array; // (T,) seconds by which what is below is looked at later
}

/** Read layers from an uploaded file. → LayersRead */
export interface ReadLayers {
  clip: string;
  upload: string;
}

/** Write layers to a file of their own, as `unbake layers` reads them. → Saved */
export interface SaveLayers {
  clip: string;
  layers: PoseLayer[];
  path: string;
  is_download: boolean;
  may_replace: boolean;
}

/** All layers, and what a hand changes. */
export interface Stack {
  layers: PoseLayer[]; // the first below the others
  selected: string; // id of the layer that gets the keys; none: the take's own keys change
}

/** The delta keys, in the order of their frames. */
export interface DeltasFound {
  frames: Int32Array; // (D,)
  moved_cm: Float32Array; // (D,) how far the joint that moved most is from the capture, or would be without these keys
  joints: Int32Array; // (D,) which joint that is
}

/** Drag a joint of the pose at a frame to a place; a key is put there where there is none. → PoseDragged */
export interface DragPose {
  clip: string;
  keys: Keys | null; // as they were when the hand took hold; None: layers are on the capture
  frame: number;
  gesture: string; // the same for all steps of a drag: each begins at the pose of the one before
  joint: number;
  place: number[]; // metres, in the world
  pins: number[]; // joints that stay where they were
  detail: number;
  influence: Float32Array; // (J,) 0 to 1, how far joints follow; none: as bones want
  floor: boolean; // whether no joint goes below 0
  stack: Stack;
}

/** Tell which keys have another pose than the capture, or which the selected layer has. → DeltasFound */
export interface FindDeltas {
  clip: string;
  keys: Keys | null;
  stack: Stack;
}

/** How far each joint follows a drag. */
export interface InfluencePainted {
  influence: Float32Array; // (J,) 0 to 1
}

/** Pass the brush over a joint. → InfluencePainted */
export interface PaintInfluence {
  clip: string;
  keys: Keys | null;
  frame: number;
  joint: number;
  radius_m: number;
  along: "skeleton" | "space";
  onto: Float32Array; // (J,) what was painted before; none at first
  mirrors: boolean; // whether the other side is painted, too
  stack: Stack;
}

/** What the pose became: other keys, or another layer; with layers, what is seen of all of it. */
export interface PoseDragged {
  keys: Keys | null;
  evaluation: Evaluation | null;
  missed_cm: number; // how far the dragged joint is from its place, as it is seen
  notes: string[];
  layer: PoseLayer | null;
  layered: LayersApplied | null;
}

/** A pose, to be set elsewhere with PutPose. */
export interface PoseRead {
  rotations: Float64Array; // (J, 4) x y z w, each in its parent's frame
  translations: Float64Array; // (M, 3) metres, of the joints that move
}

/** Set a pose that was read on a frame; a key is put there where there is none. → PoseDragged */
export interface PutPose {
  clip: string;
  keys: Keys | null;
  frame: number;
  rotations: Float64Array; // (J, 4) as of PoseRead
  translations: Float64Array;
  is_mirrored: boolean; // left and right change places, where the pose stands
  detail: number;
  stack: Stack;
}

/** Tell the pose of an animation at a frame. → PoseRead */
export interface ReadPose {
  clip: string;
  keys: Keys | null;
  frame: number;
  stack: Stack;
}

/** Turn a joint, and all that hangs on it, about an axis through it. → PoseDragged */
export interface TurnJoint {
  clip: string;
  keys: Keys | null;
  frame: number;
  joint: number;
  axis: number[]; // in the world
  angle: number; // radians
  detail: number;
  stack: Stack;
}

/** Make the pose at a frame one between those of the keys before and after it. → PoseDragged */
export interface TweenPose {
  clip: string;
  keys: Keys | null;
  frame: number;
  part: number; // 0 the key before, 1 the key after
  detail: number;
  stack: Stack;
}

/** A stretch before and after an edit: by keys of the take that is edited, or by clips that are open. */
export interface EditedStretch {
  first: number; // frames of the source, both included
  last: number;
  edited: Keys | null; // what it became, as keys of the take …
  edited_clip: string; // … or as a clip, which begins at the same instant as the source
  source: Keys | null; // what it was, as keys of the take …
  source_clip: string; // … or as a clip; where both are left out: the take, joined through the keys of `edited`
}

/** Carry the edit of some stretches over to a take. → Propagated */
export interface Propagate {
  clip: string; // the take
  examples: EditedStretch[];
  keys: Keys | null; // of the take: the result is put on them; those in its own stretches stay as edited
  weights: number[]; // four: predicted poses and accelerations, the source's; none: as usual
  outputs: "difference" | "pose";
  predictor: "gp" | "mls";
  feet: "calm" | "faded" | "none";
  warps: boolean; // which frame is which is found by a time warp, where lengths are equal, too
  detail: number; // of the evaluation
  layers: PoseLayer[]; // on top of the keys, and of those of examples: they become part of the result
  plants: Plant[]; // where the take's feet are planted; without any, what the keys hold, or a guess
}

/** A take that an edit was carried over to. F frames of the result, which may last longer or shorter. */
export interface Propagated {
  first: number; // of the result's frames
  values: Float32Array; // (F, C) of the take's channels, metres and radians; without keys only
  keys: Keys | null; // the result on the take's keys
  evaluation: Evaluation | null; // of the keys
  confidence: Float32Array; // (F,) 0 to 1, how much the examples say about each frame
  source_frames: Float64Array; // (F,) which instant of the take each frame shows
  low_first: Int32Array; // stretches that are unlike every example, both ends included
  low_last: Int32Array;
  notes: string[];
  seconds: number;
}

/** Stop a request that is under way. It is answered by `Cancelled`; this message has no answer of its own. */
export interface Cancel {
  which: number;
}

/** A request that was stopped, or that a newer one made needless. */
export interface Cancelled {
}

/** It is done. */
export interface Done {
}

/** Why a request could not be met, in a sentence for people. */
export interface Failed {
  message: string;
  is_usage: boolean; // a request that makes no sense, rather than a file that cannot be used or a fault
  exists: boolean; // a file that is in the way, which `may_replace` would replace
  detail: string; // of a fault, for whoever mends it
}

/** How far a request is. */
export interface Progress {
  step: string;
  part: number;
}

/** Write an animation to a file of the server's machine, or for the browser to download. → Exported */
export interface Export {
  clip: string;
  keys: Keys | null;
  detail: number;
  path: string; // absolute, or within the studio's folder; a bare suffix for a download
  is_download: boolean;
  may_replace: boolean;
  plants: Plant[]; // as in PlanExport
  fps: number; // frames a second of the file; 0: as the clip has
  travel: "hips" | "in-place" | "root"; // who travels over the floor
  names: "" | "cmu" | "mixamo" | "rigify" | "unity" | "unreal"; // the table by which joints are renamed
  is_baked: boolean; // a key on every frame, for programs that play other curves or none
  unit: "" | "m" | "cm" | "mm" | "in" | "ft"; // of formats that name none
  up: "y" | "z"; // of formats that leave it open
  usd: "skeleton" | "splines"; // with a sample on every frame, or with every key and handle
  has_figure: boolean; // of bones, in an FBX
  layers: PoseLayer[];
}

/** Where the file is: a path, or an address to download it from (once). */
export interface Exported {
  path: string;
  bytes: number;
  warnings: string[];
}

/** What one format cannot hold of the animation. */
export interface ExportLoss {
  suffix: string;
  name: string;
  keeps: string;
  loses: string[];
  deviation_cm: number; // of the file from what is seen, at worst
  error_cm: number; // of the file from the capture, at worst
  worst_joint: string; // and where
  worst_frame: number;
  tips_cm: number | null; // the same of the tips
  frames: string; // where Blender shows the frames; empty where it does not import the format
}

/** What each format makes of the animation. */
export interface ExportPlan {
  losses: ExportLoss[];
}

/** Ask what each format makes of an animation. → ExportPlan */
export interface PlanExport {
  clip: string;
  keys: Keys | null; // None: the capture itself, with layers
  detail: number;
  plants: Plant[]; // where the feet are to be kept in place; none: as they move
  layers: PoseLayer[];
  suffix: string; // of the one format that is asked about; empty: all
}

/** Write a film that the page made and uploaded to a file of the server's machine. → Saved */
export interface SavePlayblast {
  clip: string;
  upload: string; // id of the upload; gone once it is written
  path: string; // absolute, or within the studio's folder
  may_replace: boolean;
}

/** Keep the feet in place while they are planted. → FeetCleaned */
export interface CleanFeet {
  clip: string;
  plants: Plant[];
  keys: Keys | null; // None: of the capture
  detail: number;
  layers: PoseLayer[];
}

/** The motion with its feet in place, and how far they slid. */
export interface FeetCleaned {
  positions: Float32Array; // (F, J, 3)
  rotations: Int16Array; // (F, J, 4) as those of Clip
  first: number; // the frame that they begin with
  drift_before_mm: number; // of planted points where they are held firmly, on average
  drift_after_mm: number;
  worst_before_mm: number;
  worst_after_mm: number;
  moved_cm: Float32Array; // (F,) how far the joint that moved most did
  notes: string[];
}

/** The feet of a clip. P is four points: left heel, left toe, right heel, right toe. */
export interface FeetFound {
  ankles: number[]; // joints, left and right
  toes: number[];
  heel_offsets: Float32Array; // (2, 3) the heels in the frames of their ankles, metres
  heights_cm: Float32Array; // (F, P) over the ground
  speeds: Float32Array; // (F, P) metres a second
}

/** When the oracle takes the feet to be planted, and how sure it is. */
export interface FeetGuessed {
  plants: Plant[];
  certainty: Float32Array; // (F, P) 0 to 1 that the point is planted
  distance: Float32Array; // (F,) to the nearest example, as the oracle measures
}

/** Find the feet of a clip, and how they move. → FeetFound */
export interface FindFeet {
  clip: string;
}

/** The labels in a file. */
export interface FootLabelsRead {
  plants: Plant[];
}

/** Let the oracle say when the feet of a clip are planted. → FeetGuessed */
export interface GuessFeet {
  clip: string;
  oracle: "own" | "packaged";
}

/** Read the labels of a clip's feet from a file of an upload. → FootLabelsRead */
export interface ReadFootLabels {
  clip: string;
  upload: string;
}

/** Save the labels of a clip's feet as a file beside it, or as a download. → Saved */
export interface SaveFootLabels {
  clip: string;
  plants: Plant[];
  path: string;
  is_download: boolean;
  may_replace: boolean;
}

/** Keep everything as it is for a recovery; without a project the kept one is thrown away. → Done */
export interface Autosave {
  clip: string;
  project: string;
  changes: number;
}

/** Throw recoverable work away. → Done */
export interface Forget {
  id: string;
}

/** Keep the page's preferences for next time. → Done */
export interface KeepPreferences {
  preferences: string;
}

/** Where the project is. */
export interface Saved {
  path: string;
  bytes: number;
}

/** Save everything as it is. → Saved */
export interface SaveProject {
  clip: string;
  project: string; // JSON, the client's own
  path: string;
  is_download: boolean;
  may_replace: boolean;
}

/** A clip that is in the library now. */
export interface AddedToLibrary {
  id: number;
  name: string;
  is_new: boolean; // otherwise the library had the same motion before
}

/** Add an open clip to the library. → AddedToLibrary */
export interface AddToLibrary {
  clip: string;
}

/** The guess for a clip. */
export interface AnnotationsGuessed {
  guess: Uint8Array; // (flags, F) as in AnnotationsRead
}

/** What was learnt, and the guess for the clip. */
export interface AnnotationsLearnt {
  learnt: string[]; // the flags
  left_out: string[]; // flags without examples of both, or too few
  guess: Uint8Array; // (flags, F) as in AnnotationsRead
}

/** What the library knows of an open clip. */
export interface AnnotationsRead {
  library_clip: number | null; // None: the clip is not in the library, or no library is open
  flags: FlagMarks[]; // one a flag of the vocabulary, in its order
  guess: Uint8Array; // (flags, F) certainty in percent that the flag is true; 255 where nothing is guessed
}

/** Ask for the vocabulary, and what a person labelled of it. → FlagsCounted */
export interface AskFlags {
}

/** Ask which library is open. → LibraryOpened */
export interface AskLibrary {
}

/** Ask what a person did on clips of the library, which would go with them. → WorkCounted */
export interface AskWork {
  clips: number[];
}

/** Rename flags, then remove some with their labels, then add some. It cannot be undone. → FlagsCounted */
export interface ChangeFlags {
  rename: FlagRename[];
  remove: string[];
  add: string[];
}

/** Poses of a clip: T poses of J joints, as seen from the hips' place over the ground, in heights of the body. */
export interface ClipDrawn {
  id: number;
  rate_hz: number; // poses a second
  parents: number[]; // −1 for the root
  sides: number[]; // of each joint: 0 middle, 1 left, 2 right
  positions: Float32Array; // (T, J, 3)
}

/** Poses of clips; those that cannot be drawn are left out. */
export interface ClipsDrawn {
  clips: ClipDrawn[];
}

/** Close the library. → Done */
export interface CloseLibrary {
}

/** Ask for poses of clips, for their thumbnails. → ClipsDrawn */
export interface DrawClips {
  clips: number[];
}

/** Find the stretch in the library that is least certain. → StretchFound */
export interface FindStretch {
}

/** What a person labelled of a flag. */
export interface FlagCount {
  flag: string;
  n_clips: number;
  n_frames: number;
}

/** All that a person said of one flag, by time; frames without a mark are not labelled. */
export interface FlagMarks {
  flag: string;
  marks: Mark[];
}

/** Another name for a flag; its labels stay. */
export interface FlagRename {
  old: string;
  new: string;
}

/** The vocabulary, in its order. */
export interface FlagsCounted {
  flags: FlagCount[];
}

/** Guess the flags of an open clip by what the library was taught before. → AnnotationsGuessed */
export interface GuessAnnotations {
  clip: string;
}

/** Learn all flags from what is labelled in the library, and guess them in an open clip. → AnnotationsLearnt */
export interface LearnAnnotations {
  clip: string;
}

/** A clip in the library. */
export interface LibraryClip {
  id: number;
  name: string;
  source: string; // the file that it was read from
  tags: string[];
  flags: string[]; // that a person set somewhere in it
  guessed: string[]; // of the flags that are asked for: only guessed where they are met
  n_frames: number;
  first_frame: number;
  fps: number;
  seconds: number;
}

/** Frames of a clip in the library that are like those asked for. */
export interface LibraryHit {
  clip: number;
  name: string;
  first: number;
  last: number;
  distance_cm: number; // of joints over time, after time warping
  is_mirrored: boolean;
}

/** The clips that were asked for, by name. */
export interface LibraryListed {
  clips: LibraryClip[];
  n_clips: number; // in the whole library
  tags: string[]; // all that are in use
}

/** The library that is open. */
export interface LibraryOpened {
  path: string | null; // None: no library is open
  vocabulary: string[]; // the flags that clips are annotated with
}

/** What is like the frames, the most alike first. */
export interface LibrarySearched {
  hits: LibraryHit[];
}

/** List the clips that meet all conditions; those that are not set are met by every clip. → LibraryListed */
export interface ListLibrary {
  text: string; // in the name or the source
  tag: string;
  expression: string; // of flags: walk and not turn-left
  least_s: number | null;
  most_s: number | null;
}

/** Frames on which a person said that a flag is true, or that it is not. */
export interface Mark {
  first: number; // frames, both included
  last: number;
  is_yes: boolean;
}

/** Open a library, or create one; it takes the place of the one that is open. → LibraryOpened */
export interface OpenLibrary {
  path: string; // as typed; only the name of the file where it was dropped
  creates: boolean;
  dropped_bytes: number | null; // size of the file that was dropped: the browser does not say where it lies
}

/** Read the annotations of an open clip from the library. → AnnotationsRead */
export interface ReadAnnotations {
  clip: string;
}

/** Remove clips from the library with all that is known about them; it cannot be undone. → Done */
export interface RemoveClips {
  clips: number[];
}

/** Rename a clip of the library. → Done */
export interface RenameClip {
  clip: number;
  name: string;
}

/** Save all that a person said of some flags of an open clip to the library. → Done */
export interface SaveAnnotations {
  clip: string;
  flags: FlagMarks[];
}

/** Find what is like some frames of an open clip. → LibrarySearched */
export interface SearchLibrary {
  clip: string;
  first: number; // frames, both included
  last: number;
}

/** The stretch to label next. */
export interface StretchFound {
  library_clip: number;
  name: string;
  first: number;
  last: number;
  flags: string[]; // those that are uncertain, the least certain first
}

/** Give clips of the library tags, and take some away; of all of them, or of none. → Done */
export interface TagClips {
  clips: number[];
  add: string[];
  remove: string[];
}

/** What a person did on clips. */
export interface WorkCounted {
  n_clips: number; // with labels of flags
  n_frames: number; // labels, in frames; a frame counts once for each flag
  n_foot_clips: number; // with foot labels
}

/** One animated number of a joint: tx … tz in metres, rx … rz in radians, qx … qw. */
export interface Channel {
  joint: number;
  name: string;
}

/** A clip that is open. */
export interface Clip {
  id: string;
  name: string;
  path: string | null; // where it lies, if the server read it from there
  format: string;
  fps: number;
  first_frame: number;
  last_frame: number;
  height_m: number;
  joints: Joint[];
  channels: Channel[];
  parts: string[]; // body parts, from head to foot
  leads: string[]; // groups and roles that can lead
  lead_joints: number[][]; // which joints each of them stands for
  lead_spans: LeadSpan[]; // which part leads, over time, where nobody names one
  measured: number[]; // joints that errors are measured on
  warnings: string[];
  takes: string[]; // names of those that its file holds, where these are several
  take: string | null; // which of them it is
  positions: Float32Array; // (F, J, 3) of the capture, metres, in the world
  rotations: Int16Array; // (F, J, 4) x y z w, in the world, in units of 1/32,767
  values: Float32Array; // (F, C) of the capture's channels
  rest_positions: Float32Array; // (J, 3)
  rest_rotations: Float32Array; // (J, 4)
}

/** An animation at every frame of its range, and how far it is from the capture. */
export interface Evaluation {
  positions: Float32Array; // (F, J, 3)
  rotations: Int16Array; // (F, J, 4) as those of Clip
  error_cm: Float32Array; // (F,) the worst joint of each frame
  worst_joints: Int32Array; // (F,) which joint that is
  max_cm: number;
  mean_cm: number;
  rms_cm: number;
  worst_joint: string;
  worst_frame: number;
  against: Float32Array; // (F, J, 3) what it is measured against; none: the capture
}

/** One joint of the figure. */
export interface Joint {
  name: string;
  parent: number; // −1 for the root
  is_end: boolean;
  side: "left" | "right" | "middle";
  role: string | null;
  part: number; // which body part it belongs to
}

/** A keyed animation: whole-pose keys with one value and two handles a channel. */
export interface Keys {
  first: number; // the frames that it covers, both included
  last: number;
  fit: string;
  frames: Int32Array; // (K,)
  classes: Uint8Array; // (K,) 0 keypose, 1 breakdown, 2 at the start or end of a moving hold
  values: Float64Array; // (K, C) metres, radians
  left: Float64Array; // (K, C, 2) frame, value
  right: Float64Array; // (K, C, 2)
  tangents: Uint8Array; // (K, C) types of handles: 0 aligned, 1 free, 2 vector, 3 auto, 4 auto-clamped; 16 more if locked
  holds: Plant[]; // they are of, and measured against, the capture with its feet in place by these
}

/** A part of the body that carries the action for a while. */
export interface LeadSpan {
  first: number; // frames, both included
  last: number;
  part: string; // hips, right-foot, …; a joint's name where there are no roles
}

/** One stay of a point of a foot on the ground. */
export interface Plant {
  first: number; // frames, both included
  last: number;
  point: number; // 0 left heel, 1 left toe, 2 right heel, 3 right toe
  source: "hand" | "oracle" | "force-plate" | "performer" | "thresholds";
}

/** A folder, or a file that can be opened. */
export interface FolderEntry {
  name: string;
  is_folder: boolean;
}

/** What the path can go on with: folders first, then files, by name; hidden ones only where a dot was typed. */
export interface FolderListed {
  folder: string; // where they stand
  entries: FolderEntry[];
  has_more: boolean; // the list is cut off
  problem: string | null; // what opening the path as it is typed would fail with
}

/** Ask what a path that is being typed can go on with. → FolderListed */
export interface ListFolder {
  path: string; // as typed: absolute, within the studio's folder, or with ~
}

/** Open a clip or a project: from the package, the command line, a path, an upload, the library. → Opened */
export interface Open {
  source: "packaged" | "startup" | "recent" | "path" | "upload" | "recovery" | "library";
  name: string;
  fps: number | null; // overrides the file's
  unit: string; // overrides the file's: cm, m, in …
  take: string | null; // which of the file's takes; by default the first, or the one that a project is of
}

/** A clip, what is asked of it at first, and, where it came from a project, how it was left. */
export interface Opened {
  clip: Clip;
  settings: Settings;
  choice: Choice;
  joining: Joining;
  project: string | null; // JSON, the client's own
  project_path: string | null;
  keys: Keys | null; // where the file holds keys: its own
  plants: Plant[]; // where labels of its feet lie beside the file
  work: string; // id of its unsaved work, once there is any
  layers: PoseLayer[]; // where the file holds any on its keys
}

/** Ask what an oracle has learnt. → OracleKnown */
export interface AskOracle {
  oracle: "own" | "packaged";
}

/** Begin one's own oracle again: from the packaged one, from nothing, or from a file of an upload. → OracleKnown */
export interface BeginOracle {
  source: "packaged" | "nothing" | "upload";
  name: string; // id of the upload
}

/** Find the sequence of a clip that the oracle would learn most from. → SequenceFound */
export interface FindSequence {
  clip: string;
  oracle: "own" | "packaged";
  in_folder: boolean; // of all clips in the folder that the clip was opened from; what is labelled there counts
}

/** Let one's own oracle learn some frames of a clip as they are labelled, mirrored as well. → OracleKnown */
export interface LearnFeet {
  clip: string;
  plants: Plant[];
  first: number;
  last: number;
}

/** Examples from one place. */
export interface Lesson {
  name: string;
  n_frames: number;
  source: string; // who labelled them, as in Plant
}

/** What an oracle has learnt. */
export interface OracleKnown {
  oracle: "own" | "packaged";
  examples: number; // frames, sixty a second; each counts mirrored as well
  lessons: Lesson[];
  changes: number; // lessons of one's own since it was begun or taken over
  notes: string[];
}

/** Save one's own oracle as a file. → Saved */
export interface SaveOracle {
  path: string;
  is_download: boolean;
  may_replace: boolean;
}

/** The sequence to label next, and its frame that is farthest from all examples. */
export interface SequenceFound {
  first: number;
  last: number;
  farthest: number;
  distance: number | null; // as in FeetGuessed; None while there are no examples
  path: string | null; // another clip of the folder that it is in: it may be opened as a recent file
  left_out: string[]; // why clips of the folder were, a sentence each
}

/** Take back the last change of one's own oracle in this session. → OracleKnown */
export interface UnlearnFeet {
}

/** How many keys: by count, by a promised error, by two thresholds, or by three layers. What is not used waits. */
export interface Choice {
  by: "count" | "error" | "auto" | "layers";
  keys: number;
  error_cm: number;
  accuracy: number;
  significance: number;
  layers: LayerSettings[];
  nudges: boolean; // by count: keys move by a few frames where the finished curves then come nearer
  tips: boolean; // by error: it is promised for hands, fingers, toes and the ends of bones, too
}

/** How the keys are joined. */
export interface Joining {
  fit: "free" | "tightest" | "hermite" | "schneider" | "broken" | "thesis";
  break_weight: number;
  holds_ends: boolean;
  end_weights: Record<string, number>;
  holds_feet: boolean; // planted feet hold, as far as keys and handles reach
}

/** One of the three layers; accuracy and significance are parts of one. */
export interface LayerSettings {
  criterion: string;
  metric: "pose" | "joint";
  lead: boolean;
  space: "world" | "body";
  accuracy: number;
  significance: number;
  floor_cm: number;
}

/** What selection looks at, and within which limits. */
export interface Settings {
  criterion: string;
  metric: "pose" | "joint";
  compose: "max" | "sum" | null; // None: as the criterion has it
  lead: string[]; // joints or groups; none: all that are measured
  pins: number[];
  first: number;
  last: number;
  min_gap: number | null;
  max_gap: number | null;
}

/** Wait until the numerical kernels are compiled, which happens once for an installation. → Done */
export interface AwaitKernels {
}

/** A criterion that can be chosen. */
export interface CriterionInfo {
  name: string;
  says: string;
  compose: "max" | "sum";
}

/** A format that animations can be written to. */
export interface ExportFormat {
  suffix: string;
  name: string;
}

/** The first message of a page. → Welcome */
export interface Hello {
}

/** A file that was opened before. */
export interface RecentFile {
  path: string;
  name: string;
  folder: string;
  opened: string; // date and time, ISO 8601
}

/** Work that was not saved when a session ended. */
export interface Recoverable {
  id: string;
  name: string;
  saved: string; // date and time, ISO 8601
  changes: number;
}

/** What the server is and knows. */
export interface Welcome {
  version: string;
  protocol: number; // of these messages; it grows when hosts have to change what they say or read
  startup: string | null; // what the command line asked to open
  folder: string; // where new files go unless something else is said
  criteria: CriterionInfo[];
  fits: string[];
  layer_presets: Record<string, LayerSettings[]>;
  suffixes: string[]; // files that can be opened
  exports: ExportFormat[];
  upload_limit_bytes: number;
  recent: RecentFile[];
  recoverable: Recoverable[];
  library: string | null; // the library that is open
  preferences: string; // JSON, the client's own
  judging: BeginPass | null; // what the command line asked to judge
}

/** Ask whether the open library can meet a demand. → DemandChecked */
export interface CheckDemand {
  parts: DemandParts;
}

/** What stands in the way, if anything does. */
export interface DemandChecked {
  problem: DemandProblem | null;
}

/** A demand. */
export interface DemandParts {
  length_s: number;
  flags: FlagSpan[];
  start: DemandSpot;
  places: DemandSpot[];
  poses: DemandPose[];
  path: DemandPath | null;
}

/** A path on the floor. */
export interface DemandPath {
  points: FloorPoint[];
  start_s: number;
  stop_s: number;
}

/** A frame of a clip that is to be shown at a time. */
export interface DemandPose {
  at_s: number;
  clip: string;
  frame: number; // as its file numbers it
}

/** What stands in the way of a demand, and which part of it that is about. */
export interface DemandProblem {
  part: "demand" | "start" | "flag" | "place" | "pose" | "path";
  number: number; // of the flag's span, the place or the pose, from 0
  text: string;
}

/** The demand in a file. */
export interface DemandRead {
  parts: DemandParts;
}

/** The report: a page of HTML. */
export interface DemandReported {
  html: string;
}

/** Where the body is at a time, and where it heads; None leaves it open. */
export interface DemandSpot {
  at_s: number;
  place: FloorPoint | null;
  heading_deg: number | null; // from +Z towards +X
}

/** What goes into the file. */
export interface DemandWritten {
  text: string;
}

/** In how many frames a flag was asked for, and in how many of these it is not so. */
export interface FlagMet {
  flag: string;
  must: boolean; // otherwise it must not hold
  frames: number;
  wrong: number;
}

/** A stretch of time in which a flag must hold, or must not. */
export interface FlagSpan {
  flag: string;
  start_s: number;
  stop_s: number;
  must: boolean; // otherwise it must not hold
}

/** A place on the floor, in metres. */
export interface FloorPoint {
  x: number;
  z: number;
}

/** Whether a pose is shown. */
export interface PoseMet {
  at_s: number;
  is_shown: boolean;
}

/** Read a demand's TOML. → DemandRead */
export interface ReadDemand {
  text: string;
  name: string; // of the file, for messages
}

/** Ask for the report of the motion that was found last. → DemandReported */
export interface ReportDemand {
  upload: string;
  title: string;
}

/** Frames of the motion, from 1, and the frames of a clip that they are. */
export interface SourceRun {
  first: number;
  last: number;
  clip: string;
  clip_id: number;
  clip_first: number;
  clip_last: number;
}

/** How far the motion is from a place and a heading. */
export interface SpotMet {
  at_s: number;
  off_m: number | null;
  off_deg: number | null;
}

/** End the search: the best so far is taken. → Done */
export interface StopSynthesis {
}

/** Search the open library for a motion that meets a demand. → Synthesized */
export interface Synthesize {
  parts: DemandParts;
  seconds: number; // how long to search
  seed: number;
}

/** A motion on demand, which waits to be opened as an upload. */
export interface Synthesized {
  problem: DemandProblem | null; // where there is one, the rest is empty
  upload: string;
  n_frames: number;
  fps: number;
  cost: number;
  cost_flags: number;
  cost_joins: number;
  cost_places: number;
  runs: SourceRun[];
  wrong: WrongFlag[];
  flags: FlagMet[];
  places: SpotMet[];
  poses: PoseMet[];
  path_mean_m: number | null;
  path_worst_m: number | null;
  way: Float32Array; // (F, 3) x and z in metres, heading in degrees
  was_stopped: boolean;
  notes: string[];
}

/** Write a demand as TOML. → DemandWritten */
export interface WriteDemand {
  parts: DemandParts;
}

/** Frames of the motion, from 1, on which a flag is not as it was asked for. */
export interface WrongFlag {
  flag: string;
  first: number;
  last: number;
}

/** Go on with a pass over the open library, or begin it. → PassBegun */
export interface BeginPass {
  kind: "transplants" | "blends";
  name: string; // of the pass: letters, digits, - and _
}

/** Have a thing made, so that it can be opened. → ReadyToOpen */
export interface OpenJudged {
  kind: "transplants" | "blends";
  item: string;
}

/** What there is to judge, in the order of the pass: another pass has another order. */
export interface PassBegun {
  kind: "transplants" | "blends";
  name: string;
  path: string; // the pass's file
  items: ToJudge[];
}

/** What `Open` takes: source and name. */
export interface ReadyToOpen {
  source: "library" | "upload";
  name: string;
}

/** Write what a pass says of a thing to its file; no marks take the answer back. → Done */
export interface SaveJudged {
  kind: "transplants" | "blends";
  name: string; // of the pass
  item: string;
  marks: Mark[];
}

/** A thing to be judged, and what this pass says of it. */
export interface ToJudge {
  name: string;
  marks: Mark[]; // runs of frames, yes or no; none: not judged yet
}

/** Build what an engine lacks, and keep it in the library. → LiveBuilt */
export interface BuildLive {
  id: string;
  engine: string;
}

/** Make a clip of frames that were played, which then waits to be opened as an upload. → LiveKept */
export interface KeepLive {
  id: string;
  first: number; // both included
  last: number;
}

/** What can be used now. */
export interface LiveBuilt {
  engines: LiveEngine[];
}

/** A way of choosing what a character does next. */
export interface LiveEngine {
  name: string; // matching, graph, table
  problem: string; // why it cannot be used: empty where it can
  can_build: boolean; // whether what it lacks can be built
}

/** Frames of a character, and where they come from. */
export interface LiveFrames {
  first: number; // number of the first, from 0 where the character stood up
  positions: Float32Array; // (F, J, 3) in the world
  rotations: Int16Array; // (F, J, 4) as those of Clip
  planted: Uint8Array; // (F, 4) points of the feet
  clips: Int32Array; // (F,) which clip counts most
  frames: Int32Array; // (F,) which of its frames, as its file numbers them
  parts: Float32Array; // (F,) how much another frame counts, 0 to 0.5
  engines: Uint8Array; // (F,) which engine chose, by its place among all
  jumps: Uint8Array; // (F,) whether it is the first after a jump
  met: Uint8Array; // (F,) whether all that is asked for is there
  speeds: Float32Array; // (F,) metres a second
  took_ms: Float32Array; // (F,) how long it took to make
  problem: string; // why what is asked for cannot be done; the character goes on as before
}

/** A recording that waits to be opened. */
export interface LiveKept {
  upload: string;
}

/** A character that waits to be played. */
export interface LiveStarted {
  id: string;
  figure: Clip; // what it looks like
  fps: number;
  engines: LiveEngine[];
  flags: string[]; // that some frame carries
  clips: string[]; // what it is made of
  notes: string[]; // what was left out
  longest_s: number; // how much of the past can be recorded
}

/** Let a character stand up that is made of the open library. → LiveStarted */
export interface StartLive {
}

/** Play the next frames, with what is asked from their first on. → LiveFrames */
export interface StepLive {
  id: string;
  count: number;
  engine: string;
  flag: string | null;
  direction_rad: number | null; // from +Z towards +X
  speed_m_s: number | null;
  within_s: number;
}

/** Forget a character. → Done */
export interface StopLive {
  id: string;
}

/** How likely the second around each frame is unnatural, and why. */
export interface ClipScored {
  probabilities: Float32Array; // (F,) 0 to 1
  terms: string[]; // kinds of faults
  parts: Float32Array; // (T, F) what each of them adds to the log odds
  worst_frame: number; // as the file numbers it: the one with most faults in the worst second
  worst_first: number; // that second
  worst_last: number;
  worst_probability: number;
  unnatural_part: number; // of the frames
  reasons: ScoreReason[]; // the gravest first
}

/** Ask how natural an open clip is. → ClipScored */
export interface ScoreClip {
  clip: string;
}

/** What speaks against the worst second. */
export interface ScoreReason {
  term: string;
  amount: number; // the largest in that second
  unit: string;
  share: number; // of all that speaks against it
}

export interface Requests {
  Hello: Hello;
  AwaitKernels: AwaitKernels;
  Open: Open;
  ListFolder: ListFolder;
  FindSpace: FindSpace;
  Choose: Choose;
  Evaluate: Evaluate;
  FitValues: FitValues;
  MoveKeys: MoveKeys;
  InsertKey: InsertKey;
  DeleteKeys: DeleteKeys;
  PasteKeys: PasteKeys;
  RetimeKeys: RetimeKeys;
  Refit: Refit;
  PlanExport: PlanExport;
  Export: Export;
  SavePlayblast: SavePlayblast;
  FindFeet: FindFeet;
  GuessFeet: GuessFeet;
  FindSequence: FindSequence;
  LearnFeet: LearnFeet;
  AskOracle: AskOracle;
  BeginOracle: BeginOracle;
  UnlearnFeet: UnlearnFeet;
  SaveOracle: SaveOracle;
  CleanFeet: CleanFeet;
  ReadFootLabels: ReadFootLabels;
  SaveFootLabels: SaveFootLabels;
  StartLive: StartLive;
  StepLive: StepLive;
  BuildLive: BuildLive;
  KeepLive: KeepLive;
  StopLive: StopLive;
  ScoreClip: ScoreClip;
  OpenLibrary: OpenLibrary;
  AskFlags: AskFlags;
  AskLibrary: AskLibrary;
  AskWork: AskWork;
  ChangeFlags: ChangeFlags;
  RemoveClips: RemoveClips;
  RenameClip: RenameClip;
  TagClips: TagClips;
  CloseLibrary: CloseLibrary;
  ListLibrary: ListLibrary;
  DrawClips: DrawClips;
  AddToLibrary: AddToLibrary;
  SearchLibrary: SearchLibrary;
  ReadAnnotations: ReadAnnotations;
  SaveAnnotations: SaveAnnotations;
  GuessAnnotations: GuessAnnotations;
  LearnAnnotations: LearnAnnotations;
  FindStretch: FindStretch;
  BeginPass: BeginPass;
  OpenJudged: OpenJudged;
  SaveJudged: SaveJudged;
  ReadDemand: ReadDemand;
  WriteDemand: WriteDemand;
  CheckDemand: CheckDemand;
  Synthesize: Synthesize;
  StopSynthesis: StopSynthesis;
  ReportDemand: ReportDemand;
  Propagate: Propagate;
  DragPose: DragPose;
  TurnJoint: TurnJoint;
  TweenPose: TweenPose;
  PutPose: PutPose;
  ReadPose: ReadPose;
  PaintInfluence: PaintInfluence;
  FindDeltas: FindDeltas;
  ApplyLayers: ApplyLayers;
  KeyLayer: KeyLayer;
  ReadLayers: ReadLayers;
  SaveLayers: SaveLayers;
  SaveProject: SaveProject;
  Autosave: Autosave;
  Forget: Forget;
  KeepPreferences: KeepPreferences;
  Cancel: Cancel;
}

export interface Replies {
  Welcome: Welcome;
  LiveStarted: LiveStarted;
  LiveFrames: LiveFrames;
  LiveBuilt: LiveBuilt;
  LiveKept: LiveKept;
  ClipScored: ClipScored;
  Opened: Opened;
  FolderListed: FolderListed;
  SpaceFound: SpaceFound;
  Chosen: Chosen;
  Evaluated: Evaluated;
  ValuesFitted: ValuesFitted;
  Edited: Edited;
  ExportPlan: ExportPlan;
  Exported: Exported;
  FeetFound: FeetFound;
  FeetGuessed: FeetGuessed;
  SequenceFound: SequenceFound;
  OracleKnown: OracleKnown;
  FeetCleaned: FeetCleaned;
  FootLabelsRead: FootLabelsRead;
  LibraryOpened: LibraryOpened;
  LibraryListed: LibraryListed;
  ClipsDrawn: ClipsDrawn;
  AddedToLibrary: AddedToLibrary;
  LibrarySearched: LibrarySearched;
  AnnotationsRead: AnnotationsRead;
  AnnotationsGuessed: AnnotationsGuessed;
  AnnotationsLearnt: AnnotationsLearnt;
  StretchFound: StretchFound;
  PassBegun: PassBegun;
  ReadyToOpen: ReadyToOpen;
  DemandRead: DemandRead;
  DemandWritten: DemandWritten;
  DemandChecked: DemandChecked;
  Synthesized: Synthesized;
  Propagated: Propagated;
  PoseDragged: PoseDragged;
  PoseRead: PoseRead;
  InfluencePainted: InfluencePainted;
  DeltasFound: DeltasFound;
  LayersApplied: LayersApplied;
  LayersRead: LayersRead;
  Saved: Saved;
  Done: Done;
  Failed: Failed;
  Cancelled: Cancelled;
  Progress: Progress;
}

export interface Answers {
  Hello: Welcome;
  AwaitKernels: Done;
  Open: Opened;
  ListFolder: FolderListed;
  FindSpace: SpaceFound;
  Choose: Chosen;
  Evaluate: Evaluated;
  FitValues: ValuesFitted;
  MoveKeys: Edited;
  InsertKey: Edited;
  DeleteKeys: Edited;
  PasteKeys: Edited;
  RetimeKeys: Edited;
  Refit: Edited;
  PlanExport: ExportPlan;
  Export: Exported;
  SavePlayblast: Saved;
  FindFeet: FeetFound;
  GuessFeet: FeetGuessed;
  FindSequence: SequenceFound;
  LearnFeet: OracleKnown;
  AskOracle: OracleKnown;
  BeginOracle: OracleKnown;
  UnlearnFeet: OracleKnown;
  SaveOracle: Saved;
  CleanFeet: FeetCleaned;
  ReadFootLabels: FootLabelsRead;
  SaveFootLabels: Saved;
  StartLive: LiveStarted;
  StepLive: LiveFrames;
  BuildLive: LiveBuilt;
  KeepLive: LiveKept;
  StopLive: Done;
  ScoreClip: ClipScored;
  OpenLibrary: LibraryOpened;
  AskFlags: FlagsCounted;
  AskLibrary: LibraryOpened;
  AskWork: WorkCounted;
  ChangeFlags: FlagsCounted;
  RemoveClips: Done;
  RenameClip: Done;
  TagClips: Done;
  CloseLibrary: Done;
  ListLibrary: LibraryListed;
  DrawClips: ClipsDrawn;
  AddToLibrary: AddedToLibrary;
  SearchLibrary: LibrarySearched;
  ReadAnnotations: AnnotationsRead;
  SaveAnnotations: Done;
  GuessAnnotations: AnnotationsGuessed;
  LearnAnnotations: AnnotationsLearnt;
  FindStretch: StretchFound;
  BeginPass: PassBegun;
  OpenJudged: ReadyToOpen;
  SaveJudged: Done;
  ReadDemand: DemandRead;
  WriteDemand: DemandWritten;
  CheckDemand: DemandChecked;
  Synthesize: Synthesized;
  StopSynthesis: Done;
  ReportDemand: DemandReported;
  Propagate: Propagated;
  DragPose: PoseDragged;
  TurnJoint: PoseDragged;
  TweenPose: PoseDragged;
  PutPose: PoseDragged;
  ReadPose: PoseRead;
  PaintInfluence: InfluencePainted;
  FindDeltas: DeltasFound;
  ApplyLayers: LayersApplied;
  KeyLayer: PoseDragged;
  ReadLayers: LayersRead;
  SaveLayers: Saved;
  SaveProject: Saved;
  Autosave: Done;
  Forget: Done;
  KeepPreferences: Done;
}
