"""Unbake: turns baked motion capture back into a few editable keyframes and Bézier curves.

The walk of the data, one public function an arrow::

    load → points_of → error_table → select → (choose) → fit → save

Names are imported when they are first used, so that ``import unbake`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from unbake._version import __version__ as __version__

if TYPE_CHECKING:
    from unbake.curves.baked import baked_animation as baked_animation
    from unbake.curves.editing.edit import change_pose as change_pose
    from unbake.curves.editing.edit import delete_key as delete_key
    from unbake.curves.editing.edit import delete_keys as delete_keys
    from unbake.curves.editing.edit import insert_key as insert_key
    from unbake.curves.editing.retime import move_key as move_key
    from unbake.curves.editing.retime import move_keys as move_keys
    from unbake.curves.editing.retime import retime as retime
    from unbake.curves.fits.fit import fit as fit
    from unbake.curves.gltf_curves import gltf_curves as gltf_curves
    from unbake.curves.keyed_animation import FCurve as FCurve
    from unbake.curves.keyed_animation import KeyedAnimation as KeyedAnimation
    from unbake.curves.measure import MeasuredError as MeasuredError
    from unbake.curves.measure import measure as measure
    from unbake.curves.residual import carried_detail as carried_detail
    from unbake.curves.residual import residual as residual
    from unbake.curves.residual import with_detail as with_detail
    from unbake.curves.world.match import hold_ends as hold_ends
    from unbake.errors import FileError as FileError
    from unbake.errors import MotionError as MotionError
    from unbake.errors import UnbakeError as UnbakeError
    from unbake.errors import UsageError as UsageError
    from unbake.feet.clean.clean import clean_feet as clean_feet
    from unbake.feet.detect.oracle import Oracle as Oracle
    from unbake.feet.detect.oracle_file import load_oracle as load_oracle
    from unbake.feet.detect.oracle_file import packaged_oracle as packaged_oracle
    from unbake.feet.detect.oracle_file import save_oracle as save_oracle
    from unbake.feet.labels import FootLabels as FootLabels
    from unbake.formats.c3d.format import load_forces as load_forces
    from unbake.formats.foot_labels.format import load_labels as load_labels
    from unbake.formats.foot_labels.format import save_labels as save_labels
    from unbake.formats.registry import ReadOptions as ReadOptions
    from unbake.formats.registry import WriteOptions as WriteOptions
    from unbake.formats.registry import load as load
    from unbake.formats.registry import load_motion as load_motion
    from unbake.formats.registry import save as save
    from unbake.keyframes.choose import choose_automatically as choose_automatically
    from unbake.keyframes.criteria import CRITERIA as CRITERIA
    from unbake.keyframes.criteria import Criterion as Criterion
    from unbake.keyframes.criteria import register_criterion as register_criterion
    from unbake.keyframes.error_table import ErrorTable as ErrorTable
    from unbake.keyframes.error_table import error_table as error_table
    from unbake.keyframes.layers import Layer as Layer
    from unbake.keyframes.layers import three_layers as three_layers
    from unbake.keyframes.rivals import RIVALS as RIVALS
    from unbake.keyframes.rivals.comparison import compare_rivals as compare_rivals
    from unbake.keyframes.selection import Selection as Selection
    from unbake.keyframes.space import SelectionSpace as SelectionSpace
    from unbake.keyframes.space import select as select
    from unbake.motion.body.roles import find_roles as find_roles
    from unbake.motion.motion import Motion as Motion
    from unbake.motion.points import Points as Points
    from unbake.motion.points import points_of as points_of
    from unbake.motion.skeleton import Skeleton as Skeleton
    from unbake.reduce.hold_feet import hold_feet as hold_feet
    from unbake.reduce.options import ReduceOptions as ReduceOptions
    from unbake.reduce.reduction import Reduction as Reduction
    from unbake.reduce.reduction import reduce_motion as reduce_motion

_HOMES = {
    "CRITERIA": "unbake.keyframes.criteria",
    "Criterion": "unbake.keyframes.criteria",
    "ErrorTable": "unbake.keyframes.error_table",
    "FCurve": "unbake.curves.keyed_animation",
    "FileError": "unbake.errors",
    "FootLabels": "unbake.feet.labels",
    "KeyedAnimation": "unbake.curves.keyed_animation",
    "Layer": "unbake.keyframes.layers",
    "MeasuredError": "unbake.curves.measure",
    "Motion": "unbake.motion.motion",
    "MotionError": "unbake.errors",
    "Oracle": "unbake.feet.detect.oracle",
    "Points": "unbake.motion.points",
    "RIVALS": "unbake.keyframes.rivals",
    "ReadOptions": "unbake.formats.registry",
    "ReduceOptions": "unbake.reduce.options",
    "Reduction": "unbake.reduce.reduction",
    "Selection": "unbake.keyframes.selection",
    "SelectionSpace": "unbake.keyframes.space",
    "Skeleton": "unbake.motion.skeleton",
    "UnbakeError": "unbake.errors",
    "UsageError": "unbake.errors",
    "WriteOptions": "unbake.formats.registry",
    "baked_animation": "unbake.curves.baked",
    "carried_detail": "unbake.curves.residual",
    "change_pose": "unbake.curves.editing.edit",
    "choose_automatically": "unbake.keyframes.choose",
    "compare_rivals": "unbake.keyframes.rivals.comparison",
    "delete_key": "unbake.curves.editing.edit",
    "delete_keys": "unbake.curves.editing.edit",
    "clean_feet": "unbake.feet.clean.clean",
    "error_table": "unbake.keyframes.error_table",
    "find_roles": "unbake.motion.body.roles",
    "gltf_curves": "unbake.curves.gltf_curves",
    "fit": "unbake.curves.fits.fit",
    "hold_ends": "unbake.curves.world.match",
    "hold_feet": "unbake.reduce.hold_feet",
    "insert_key": "unbake.curves.editing.edit",
    "load": "unbake.formats.registry",
    "load_forces": "unbake.formats.c3d.format",
    "load_labels": "unbake.formats.foot_labels.format",
    "load_motion": "unbake.formats.registry",
    "load_oracle": "unbake.feet.detect.oracle_file",
    "measure": "unbake.curves.measure",
    "move_key": "unbake.curves.editing.retime",
    "move_keys": "unbake.curves.editing.retime",
    "packaged_oracle": "unbake.feet.detect.oracle_file",
    "points_of": "unbake.motion.points",
    "reduce_motion": "unbake.reduce.reduction",
    "register_criterion": "unbake.keyframes.criteria",
    "residual": "unbake.curves.residual",
    "retime": "unbake.curves.editing.retime",
    "save": "unbake.formats.registry",
    "save_labels": "unbake.formats.foot_labels.format",
    "save_oracle": "unbake.feet.detect.oracle_file",
    "select": "unbake.keyframes.space",
    "three_layers": "unbake.keyframes.layers",
    "with_detail": "unbake.curves.residual",
}

__all__ = [
    "CRITERIA",
    "RIVALS",
    "Criterion",
    "ErrorTable",
    "FCurve",
    "FileError",
    "FootLabels",
    "KeyedAnimation",
    "Layer",
    "MeasuredError",
    "Motion",
    "MotionError",
    "Oracle",
    "Points",
    "ReadOptions",
    "ReduceOptions",
    "Reduction",
    "Selection",
    "SelectionSpace",
    "Skeleton",
    "UnbakeError",
    "UsageError",
    "WriteOptions",
    "baked_animation",
    "carried_detail",
    "change_pose",
    "choose_automatically",
    "clean_feet",
    "compare_rivals",
    "delete_key",
    "delete_keys",
    "error_table",
    "find_roles",
    "fit",
    "gltf_curves",
    "hold_ends",
    "hold_feet",
    "insert_key",
    "load",
    "load_forces",
    "load_labels",
    "load_motion",
    "load_oracle",
    "measure",
    "move_key",
    "move_keys",
    "packaged_oracle",
    "points_of",
    "reduce_motion",
    "register_criterion",
    "residual",
    "retime",
    "save",
    "save_labels",
    "save_oracle",
    "select",
    "three_layers",
    "with_detail",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'unbake' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_HOMES, "__version__"])
