"""The groups of options of ``unbake reduce``, as the library's values."""

from typing import get_args

import pytest

from unbake.cli.main import main
from unbake.cli.reduce_options import ChooseGroup, JoinGroup, LayersGroup
from unbake.cli.shared.options import FigureFileArgument, FileArgument, SelectGroup
from unbake.errors import UsageError
from unbake.keyframes.layers import BLOCKING_LAYERS, EXTREMES_LAYERS, THESIS_LAYERS
from unbake.reduce.options import ReduceOptions


def test_thresholds_of_the_three_layers():
    assert LayersGroup().presets() == LayersGroup("extremes").presets() == EXTREMES_LAYERS
    assert LayersGroup("blocking").presets() == BLOCKING_LAYERS
    assert LayersGroup("thesis").presets() == THESIS_LAYERS
    layers = LayersGroup("thesis", "1,2,3", "4,5,6", "7mm,8,0.09m").presets()
    assert [layer.criterion for layer in layers] == [layer.criterion for layer in THESIS_LAYERS]
    assert [layer.accuracy for layer in layers] == [0.01, 0.02, 0.03]
    assert [layer.significance for layer in layers] == [0.04, 0.05, 0.06]
    assert [layer.floor_m for layer in layers] == pytest.approx([0.007, 0.08, 0.09])
    assert [layer.floor_m for layer in LayersGroup("thesis", floor="5mm").presets()] == [0.005] * 3
    assert not any(layer.floor_scales for layer in LayersGroup(floor="5mm").presets())


def test_defaults_are_the_librarys():
    fields = SelectGroup().fields() | ChooseGroup().fields() | JoinGroup().fields()
    assert ReduceOptions(**fields, layers=LayersGroup().presets()) == ReduceOptions()


def test_options_that_would_have_no_effect():
    plain, by_criterion, thesis = SelectGroup(), SelectGroup(criterion="line-max"), LayersGroup(layers="thesis")
    ChooseGroup().check(plain, thesis)
    ChooseGroup(keys=9, method="optimal").check(by_criterion, LayersGroup())
    with pytest.raises(UsageError, match="--criterion goes with"):
        ChooseGroup().check(by_criterion, LayersGroup())
    with pytest.raises(UsageError, match="--method goes with"):
        ChooseGroup(method="optimal").check(plain, LayersGroup())
    with pytest.raises(UsageError, match="--layers is about"):
        ChooseGroup(keys=9).check(plain, thesis)


def test_the_help_names_only_files_that_can_be_reduced(capsys):
    """Bare points are for selections alone."""
    assert main(["reduce", "--help"]) == 0
    assert ".csv" not in capsys.readouterr().out
    # Not every version of Typer prints what an argument is.
    assert ".csv" in get_args(FileArgument)[1].help
    assert ".csv" not in get_args(FigureFileArgument)[1].help
