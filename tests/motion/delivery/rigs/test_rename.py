"""Tables of names: those that come along on real rigs, files of one's own, and files that are none."""

from contextlib import suppress
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from clips import jump_clip
from data import DATA, needs_data
from formats.figures import figure_motion
from unbake.errors import FileError, UsageError
from unbake.formats.registry import load_motion
from unbake.motion import name_table, renamed, with_root_motion
from unbake.motion.delivery.rigs.table import CHAINS, TABLES
from unbake.motion.skeleton import Skeleton


def cmu():
    return load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(1, 3)


TABLES_OF_PACKAGE = files("unbake.motion.delivery.rigs")
RIGS = [pytest.param(jump_clip, id="BVH"), pytest.param(cmu, id="ASF", marks=needs_data)]


def handed():
    """Mixamo's right hand with all fingers, below hips and a spine of one."""
    fingers = [f"RightHand{finger}{n}" for finger in ("Thumb", "Index", "Middle", "Ring", "Pinky") for n in (1, 2, 3)]
    names = ("Hips", "Spine", "Head", "RightArm", "RightForeArm", "RightHand", *fingers)
    parents = (-1, 0, 1, 1, 3, 4, *(5 if n % 3 == 0 else 5 + n for n in range(15)))
    offsets = np.tile([0.05, 0.1, 0.02], (len(names), 1))
    return Skeleton(names, parents, offsets, (("rx", "ry", "rz"),) * len(names))


def in_table(motion, table):
    return dict(zip(motion.skeleton.names, renamed(motion, table).skeleton.names, strict=True))


def test_the_tables_of_the_package():
    assert TABLES == ("cmu", "mixamo", "rigify", "unity", "unreal")


@pytest.mark.parametrize("rig", RIGS)
@pytest.mark.parametrize("which", TABLES)
def test_roles_stay_and_nothing_moves(rig, which):
    motion = rig()
    other = renamed(motion, name_table(which))
    assert other.skeleton.roles == motion.skeleton.roles
    assert len(other.skeleton.roles) >= 17
    assert np.array_equal(other.positions(), motion.positions())
    assert "kept the old name" in other.warnings[-1]
    table = name_table(which)
    given = {name for names in table.roles.values() for name in names}
    for role in ("hips", "left-knee", "right-wrist", "head", "left-toe", "right-clavicle"):
        assert other.skeleton.names[other.skeleton.roles[role]] in given


@pytest.mark.parametrize("which", TABLES)
def test_names_of_a_table_give_their_roles_away(which):
    """A file with these names is understood without any help, as far as its spine has three joints."""
    other = renamed(jump_clip(), name_table(which)).skeleton
    plain = replace(other, named_roles={})
    limbs = {role: joint for role, joint in plain.roles.items() if "-" in role or role == "hips"}
    assert limbs == {role: joint for role, joint in other.roles.items() if "-" in role or role == "hips"}


def test_unreals_names_on_the_packaged_clip():
    assert in_table(jump_clip(), name_table("unreal")) == in_table(jump_clip(), name_table("UNREAL.toml"))
    names = in_table(jump_clip(), name_table("unreal"))
    expected = {
        "Hips": "pelvis",
        "LowerBack": "spine_01",
        "Spine": "spine_02",
        "Spine1": "spine_03",
        "Neck": "neck_01",
        "Neck1": "neck_02",
        "Head": "head",
        "LeftShoulder": "clavicle_l",
        "LeftArm": "upperarm_l",
        "LeftForeArm": "lowerarm_l",
        "RightHand": "hand_r",
        "RightUpLeg": "thigh_r",
        "RightLeg": "calf_r",
        "RightFoot": "foot_r",
        "RightToeBase": "ball_r",
        "LThumb": "thumb_01_l",
    }
    assert {old: names[old] for old in expected} == expected
    assert names["LHipJoint"] == "LHipJoint"
    assert "LHipJoint, RHipJoint" in renamed(jump_clip(), name_table("unreal")).warnings[-1]


def test_fingers_from_the_hand_outwards():
    skeleton = handed()
    motion = replace(
        figure_motion(2),
        skeleton=skeleton,
        rotations_xyzw=np.tile([0.0, 0.0, 0.0, 1.0], (2, len(skeleton.names), 1)),
        translations_m=np.empty((2, 0, 3)),
    )
    names = in_table(motion, name_table("unity"))
    assert names["RightHandPinky1"] == "RightLittleProximal"
    assert names["RightHandIndex2"] == "RightIndexIntermediate"
    assert names["RightHandThumb3"] == "RightThumbDistal"
    assert names["Spine"] == "Spine"
    fingers = {key for key in CHAINS if key.startswith("right")}
    rigify = name_table("rigify").roles
    assert {
        name for name in in_table(motion, name_table("rigify")).values() if ".0" in name and "spine" not in name
    } == {name for key in fingers for name in rigify[key]}


def test_a_root_above_the_hips_is_renamed():
    moved = with_root_motion(jump_clip(), "Armature")
    assert renamed(moved, name_table("unity")).skeleton.names[:2] == ("Root", "Hips")


def test_a_file_of_ones_own(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[roles]\nhips = "Bip01"\nspine = ["A", "B"]\n[names]\nLThumb = "Daumen"\nAbsent = "x"\n')
    table = name_table(file)
    assert (table.title, table.root) == ("mine", None)
    names = in_table(jump_clip(), table)
    changed = {"Hips": "Bip01", "LowerBack": "A", "Spine": "B", "LThumb": "Daumen"}
    assert {old: new for old, new in names.items() if old != new} == changed


def test_names_that_say_nothing_keep_the_roles(tmp_path):
    motion = jump_clip()
    lines = [f'{name} = "part {number}"' for number, name in enumerate(motion.skeleton.names)]
    (tmp_path / "parts.toml").write_text("\n".join(["[names]", *lines]))
    other = renamed(motion, name_table(tmp_path / "parts.toml"))
    assert other.skeleton.names[0] == "part 0"
    assert len(other.skeleton.roles) > 17
    assert other.skeleton.roles == motion.skeleton.roles


def test_a_file_goes_before_a_table_of_the_package(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "unreal.toml").write_text('[roles]\nhips = "Mine"\n')
    assert in_table(jump_clip(), name_table("unreal.toml"))["Hips"] == "Mine"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[roles]\nhips = "a"\nhead = "a"\n', "joints 'Hips' and 'Head' would both be called 'a'"),
        ('[names]\nHips = "Spine"\n', "would both be called 'Spine'"),
        ('[names]\nNothing = "Spine"\n', "nothing was recognised"),
        ("", "nothing was recognised"),
    ],
)
def test_names_that_do_not_go(tmp_path, text, reason):
    (tmp_path / "names.toml").write_text(text)
    with pytest.raises(UsageError, match=reason):
        renamed(jump_clip(), name_table(tmp_path / "names.toml"))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"[roles\n", "is no TOML"),
        (b"\xff\xfe", "is no TOML"),
        (b"a = " + b"[" * 5000, "is no TOML"),
        (b'[roles]\nhip = "a"\n', "unknown role 'hip'"),
        (b'[roles]\nhips = ["a", "b"]\n', "is one joint, but has 2 names"),
        (b"[roles]\nhips = 3\n", "is no name"),
        (b"[roles]\nhips = []\n", "is no name"),
        (b'[roles]\nhips = " "\n', "is no name"),
        (b'[roles]\nhips = "a\\tb"\n', "control character"),
        (b'roles = "hips"\n', "is no table"),
        (b"[bones]\n", r"expected title, \[roles\] and \[names\]"),
        (b"#" * 1_000_001, "is larger than"),
    ],
)
def test_files_that_are_no_tables(tmp_path, data, reason):
    (tmp_path / "names.toml").write_bytes(data)
    with pytest.raises(FileError, match=reason) as raised:
        name_table(tmp_path / "names.toml")
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 400 + len(str(tmp_path))


def test_cut_tables_are_errors_or_tables(tmp_path):
    whole = TABLES_OF_PACKAGE.joinpath("unreal.toml").read_bytes()
    for end in range(0, len(whole), 23):
        (tmp_path / "cut.toml").write_bytes(whole[:end])
        with suppress(FileError):
            name_table(tmp_path / "cut.toml")


def test_a_table_that_is_not_there():
    with pytest.raises(UsageError, match=r"did you mean 'unreal'.*known: cmu, mixamo, rigify, unity, unreal"):
        name_table("unrael")
