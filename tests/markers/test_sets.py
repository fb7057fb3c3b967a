"""Marker sets are recognised by their labels, and what is missing is listed."""

import pytest

from unbake.errors import MotionError
from unbake.markers.model import SEGMENT_OF
from unbake.markers.sets import BONES, CMU, MARKER_SETS, PLUG_IN_GAIT, QUALISYS, recognise


@pytest.mark.parametrize("known", MARKER_SETS, ids=lambda known: known.name)
@pytest.mark.parametrize("written", [str, str.lower, "Ann:{}".format, "Q_{}".format])
def test_a_set_is_recognised_however_it_is_written(known, written):
    labels = ["*12", *(written(label) for label in known.labels.values()), "Wand1"]
    found = recognise(labels)
    assert found.marker_set is known
    assert {landmark: labels[place] for landmark, place in found.places.items()} == {
        landmark: written(label) for landmark, label in known.labels.items()
    }


def test_other_spellings():
    labels = [label.replace("RBAC", "RBAK").replace("THMB", "THM") for label in CMU.labels.values()]
    assert set(recognise(labels).places) == set(CMU.labels)
    labels = [f"{label[0]}_{label[1:]}" if label[0] in "LR" else label for label in BONES.labels.values()]
    assert set(recognise(labels).places) == set(BONES.labels)


def test_labels_of_the_sets():
    assert set(CMU.labels.values()) > {"LFWT", "RBWT", "LSHN", "RMT5", "RBAC"}
    assert set(PLUG_IN_GAIT.labels.values()) > {"LASI", "RPSI", "LKNE", "RTIB", "C7", "STRN"}
    for known in MARKER_SETS:
        assert set(known.labels) <= set(SEGMENT_OF)
        assert len(set(known.labels.values())) == len(known.labels)


def test_missing_markers_are_listed_in_one_line():
    labels = [label for label in PLUG_IN_GAIT.labels.values() if label not in ("LKNE", "RHEE", "LPSI", "SACR")]
    labels = [label for label in labels if label not in ("RTOE", "RVMH", "RFMH")]
    with pytest.raises(MotionError) as error:
        recognise(labels)
    assert "Plug-in Gait" in str(error.value)
    assert "LKNE, RHEE, LPSI and RPSI or SACR, RTOE or RVMH or RFMH" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_choice_is_enough():
    sacrum = [label for label in PLUG_IN_GAIT.labels.values() if label not in ("LPSI", "RPSI", "LTOE", "RTOE")]
    assert recognise(sacrum).marker_set is PLUG_IN_GAIT
    tips = [label for label in QUALISYS.labels.values() if "Forefoot" not in label]
    assert recognise(tips).marker_set is QUALISYS


def test_labels_of_no_set():
    with pytest.raises(MotionError, match=r"no known marker set .* a, b, c, d, e, f, g, h and 2 more; known: Plug-in"):
        recognise(list("abcdefghij"))
    with pytest.raises(MotionError, match="no known marker set"):
        recognise([])
