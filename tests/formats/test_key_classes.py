"""Classes of keys, moving holds among them, in every format that keeps them."""

import json
from dataclasses import replace

import pytest

from formats.figures import figure_motion, keyed
from unbake import WriteOptions, load, save

CLASSES = ("keypose", "hold", "hold", "breakdown", "keypose")


@pytest.fixture(scope="module")
def animation():
    made = keyed(figure_motion(), (0, 10, 20, 30, 59))
    n = len(made.selection)
    classes = (CLASSES * n)[:n]
    return replace(made, selection=replace(made.selection, classes=classes))


@pytest.mark.parametrize(("suffix", "needs"), [(".json", ""), (".fbx", "ufbx"), (".usda", "pxr")])
def test_classes_come_back(animation, tmp_path, suffix, needs):
    if needs:
        pytest.importorskip(needs, reason=f"needs the extra that installs {needs}")
    file = tmp_path / f"keys{suffix}"
    save(animation, file, WriteOptions(usd="splines"))
    assert load(file).selection.classes == animation.selection.classes


def test_classes_are_in_the_extras_of_gltf(animation, tmp_path):
    save(animation, tmp_path / "keys.gltf")
    document = json.loads((tmp_path / "keys.gltf").read_text())
    assert document["animations"][0]["extras"]["unbake"]["classes"] == list(animation.selection.classes)


def test_blender_gets_its_own_types(animation, tmp_path):
    save(animation, tmp_path / "keys.py")
    letters = "".join(kind[0].upper() for kind in animation.selection.classes)
    text = (tmp_path / "keys.py").read_text()
    assert f"TYPES = '{letters}'" in text
    assert '"H": "MOVING_HOLD"' in text
