"""Projects, exports and unsaved work of one clip: to files of this machine, or for the browser to download."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from unbake.errors import UsageError
from unbake.feet.detect.oracle import Oracle
from unbake.formats.foot_labels.format import SUFFIX as LABELS
from unbake.formats.foot_labels.format import save_parts
from unbake.formats.native.format import load_extras
from unbake.ground.files.scratch import scratch_folder
from unbake.ground.files.whole_file import whole_file
from unbake.studio.server.exporting.downloads import Downloads
from unbake.studio.server.exporting.exporting import Shown, Wanted, check_suffix, write
from unbake.studio.server.feet.foot_files import is_native, labels_bytes, sidecar_of
from unbake.studio.server.feet.labelled import Parts
from unbake.studio.server.feet.own_oracle import FILE as ORACLE_FILE
from unbake.studio.server.feet.own_oracle import SUFFIX as ORACLE
from unbake.studio.server.feet.own_oracle import oracle_bytes
from unbake.studio.server.keeping.autosave import Autosaves, Kept, Work, new_number
from unbake.studio.server.keeping.projects import Project, project_bytes, save_project
from unbake.studio.server.layers.layers import layers_bytes
from unbake.studio.server.messages import (
    Autosave,
    Export,
    Exported,
    Saved,
    SaveFootLabels,
    SaveLayers,
    SaveOracle,
    SaveProject,
)
from unbake.studio.server.opening.open_clip import OpenClip
from unbake.studio.server.opening.opening import Arrival
from unbake.studio.server.opening.places import FileIsThereError, Places
from unbake.studio.server.opening.sources import PROJECT, plain_name

Stamp = tuple[int, int]
"""When a file was changed, in nanoseconds, and how long it is."""


def stamp_of(file: Path | None) -> Stamp | None:
    """Return what tells whether a file is still the one it was; None where there is none."""
    try:
        return (file.stat().st_mtime_ns, file.stat().st_size) if file else None
    except OSError:
        return None


@dataclass(eq=False)
class Paper:
    """A clip on the desk, where it came from, and where its work is kept.

    Parameters
    ----------
    clip : the clip.
    arrival : what it was opened from.
    project_path : where its project was saved last.
    project_stamp : of that file as it was read or saved, so that another's is not written over unasked.
    kept : the place of its unsaved work, once there is any.
    work : the number of that place, known from the beginning.
    """

    clip: OpenClip
    arrival: Arrival
    project_path: Path | None = None
    project_stamp: Stamp | None = None
    kept: Kept | None = None
    work: str = field(default_factory=new_number, kw_only=True)

    def __post_init__(self) -> None:
        self.lock = Lock()

    def project(self, text: str) -> Project:
        """Return the clip as a project, left as the page says."""
        return Project(self.clip.sources, text, self.arrival.options)

    @property
    def stem(self) -> str:
        """What files made of this clip are called."""
        return Path(plain_name(self.clip.name)).stem


def save(paper: Paper, request: SaveProject, places: Places, downloads: Downloads) -> Saved:
    """Save a project; after that there is no unsaved work, unless only a download was made.

    The file that the clip was opened from or saved to may go, unless somebody else has changed it since.

    Raises
    ------
    UsageError : another suffix, a place that may not be written to.
    FileError : the file cannot be written, or (`FileIsThereError`) is there already.
    """
    name = _with_suffix(request.path, paper.stem, PROJECT)
    if not name.lower().endswith(PROJECT):
        raise UsageError(f"{name}: projects are saved as {PROJECT}")
    project = paper.project(request.project)
    if request.is_download:
        data = project_bytes(project)
        return Saved(downloads.add(plain_name(name), data), len(data))
    target = places.target(name, may_replace=True)
    is_own = paper.project_path is not None and paper.project_path.resolve() == target
    if target.exists() and not request.may_replace and not (is_own and stamp_of(target) == paper.project_stamp):
        raise FileIsThereError(target, "exists already")
    size = save_project(project, target)
    with paper.lock:
        paper.project_path, paper.project_stamp = target, stamp_of(target)
        _throw_away(paper)
    return Saved(str(target), size)


def export(paper: Paper, shown: Shown, request: Export, places: Places, downloads: Downloads) -> Exported:
    """Write what is seen of a clip to a file, or offer it as a download; errors as for `save`."""
    name = _with_suffix(request.path, f"{paper.stem}_keys", "")
    check_suffix(Path(name))
    if request.is_download:
        data, notes = _written(shown, Path(name).suffix, request)
        return Exported(downloads.add(plain_name(name), data), len(data), notes)
    target = places.target(name, may_replace=request.may_replace, untouched=paper.clip.path)
    notes = write(shown, target, wanted=Wanted.of(request, target.suffix))
    return Exported(str(target), target.stat().st_size, notes)


def save_oracle(oracle: Oracle, request: SaveOracle, places: Places, downloads: Downloads) -> Saved:
    """Write an oracle to a file of its own, or offer it as a download; errors as for `save`."""
    return _saved(oracle_bytes(oracle), request.path or ORACLE_FILE, ORACLE, request, places, downloads)


def save_labels(paper: Paper, parts: Parts, request: SaveFootLabels, places: Places, downloads: Downloads) -> Saved:
    """Write what is labelled of a clip's feet to a file that can lie beside it, or offer it; errors as for `save`.

    Our own JSON holds its labels itself: beside it, nothing would read them.
    """
    clip, name = paper.clip, request.path or f"{paper.stem}{LABELS}"
    if clip.path is not None and is_native(clip.path) and not request.is_download:
        is_beside = (places.folder / name).resolve() == sidecar_of(clip.path).resolve()
        if is_beside:
            return _saved_within(clip.path, parts, paper, request, places)
    return _saved(labels_bytes(parts, clip.motion), name, LABELS, request, places, downloads)


def save_layers(paper: Paper, request: SaveLayers, places: Places, downloads: Downloads) -> Saved:
    """Write layers to a file of their own, or offer it as a download; errors as for `save`."""
    data = layers_bytes(request.layers, paper.clip.motion)
    return _saved(data, request.path or f"{paper.stem}.layers.json", ".json", request, places, downloads)


def _saved_within(file: Path, parts: Parts, paper: Paper, request: SaveFootLabels, places: Places) -> Saved:
    """Write labels into the animation's own file; nothing else of it changes."""
    target = places.target(str(file.absolute()), may_replace=True)
    if not request.may_replace and load_extras(target).get("feet") is not None:
        raise FileIsThereError(target, "holds foot labels already")
    save_parts(parts, paper.clip.motion, target)
    return Saved(str(target), target.stat().st_size)


def _saved(
    data: bytes,
    name: str,
    suffix: str,
    request: SaveOracle | SaveFootLabels | SaveLayers,
    places: Places,
    downloads: Downloads,
) -> Saved:
    if not name.lower().endswith(suffix):
        raise UsageError(f"{name}: the name of such a file ends in {suffix}")
    if request.is_download:
        return Saved(downloads.add(plain_name(name), data), len(data))
    target = places.target(name, may_replace=request.may_replace)
    with whole_file(target) as temporary:
        temporary.write_bytes(data)
    return Saved(str(target), len(data))


def _written(shown: Shown, suffix: str, request: Export) -> tuple[bytes, tuple[str, ...]]:
    with scratch_folder() as folder:
        file = folder / f"download{suffix}"
        notes = write(shown, file, wanted=Wanted.of(request, suffix))
        return file.read_bytes(), notes


def _with_suffix(name: str, stem: str, suffix: str) -> str:
    """What was typed, with a stem where it is a bare suffix, and a suffix where it has none."""
    if name.startswith(".") and "." not in name[1:] and "/" not in name:
        return f"{stem}{name}"
    return name if Path(name).suffix or not name.strip() else f"{name}{suffix}"


def keep(paper: Paper, request: Autosave, autosaves: Autosaves) -> None:
    """Keep unsaved work for a recovery; where there are no changes, what was kept is thrown away."""
    with paper.lock:
        if not request.project or not request.changes:
            _throw_away(paper)
            return
        if paper.kept is None:
            paper.kept = autosaves.new(paper.work)
        work = Work(paper.clip.name, request.project, request.changes, paper.project_path)
        paper.kept.keep(work, paper.project(""))


def _throw_away(paper: Paper) -> None:
    if paper.kept is not None:
        paper.kept.throw_away()
        paper.kept = None
