"""Roles: exact joints for the namings that motion capture comes in, and messages that help."""

from __future__ import annotations

import numpy as np
import pytest

from data import DATA, needs_data
from unbake.errors import UsageError
from unbake.formats.registry import load_motion
from unbake.motion.body.roles import POINT_ROLES, ROLES, plain_names, resolve_joints, split_name
from unbake.motion.points import points_of
from unbake.motion.skeleton import Skeleton

# Each figure as an outline: two spaces a level. The marked joints are the roles, in the order of `ROLES`.
PARTS = ("clavicle", "shoulder", "elbow", "wrist", "hip", "knee", "ankle", "toe")


def skeleton_of(outline: str) -> Skeleton:
    """Return a skeleton from an indented outline; a joint marked ``@`` lies on its parent, ``!`` is an end site."""
    names, parents, levels, offsets, ends = [], [], [], [], []
    for line in outline.strip("\n").split("\n"):
        level, name = (len(line) - len(line.lstrip())) // 2, line.strip()
        while levels and levels[-1][0] >= level:
            levels.pop()
        parents.append(levels[-1][1] if levels else -1)
        levels.append((level, len(names)))
        names.append(name.rstrip("@!"))
        offsets.append((0.0, 0.0 if name.endswith("@") else 0.1, 0.0))
        ends.append(name.endswith("!"))
    channels = tuple(() if end else ("rz", "ry", "rx") for end in ends)
    return Skeleton(tuple(names), tuple(parents), np.array(offsets), channels, end_sites=tuple(ends))


def expected(spine: str, left: str, right: str) -> dict[str, str]:
    """Return role → name from names in the order of `ROLES`, ``-`` for a role that must not be found."""
    names = [*spine.split(), *left.split(), *right.split()]
    return {role: name for role, name in zip(ROLES, names, strict=True) if name != "-"}


ACCLAIM = """
root
  lhipjoint@
    lfemur
      ltibia
        lfoot
          ltoes
            ltoes_end!
  rhipjoint@
    rfemur
      rtibia
        rfoot
          rtoes
            rtoes_end!
  lowerback@
    upperback
      thorax
        lowerneck
          upperneck
            head
              head_end!
        lclavicle@
          lhumerus
            lradius
              lwrist
                lhand@
                  lfingers
                lthumb@
        rclavicle@
          rhumerus
            rradius
              rwrist
                rhand@
                  rfingers
                rthumb@
"""

CMU_BVH = """
Hips
  LHipJoint@
    LeftUpLeg
      LeftLeg
        LeftFoot
          LeftToeBase
  RHipJoint@
    RightUpLeg
      RightLeg
        RightFoot
          RightToeBase
  LowerBack@
    Spine
      Spine1
        Neck@
          Neck1
            Head
        LeftShoulder@
          LeftArm
            LeftForeArm
              LeftHand
                LeftFingerBase@
                  LeftHandIndex1
                LThumb@
        RightShoulder@
          RightArm
            RightForeArm
              RightHand
                RightFingerBase@
                  RightHandIndex1
                RThumb@
"""

PLAIN_PARTS = """
Hips
  Ab
    Chest
      Neck
        Head
      LeftCollar
        LeftShoulder
          LeftElbow
            LeftWrist
      RightCollar
        RightShoulder
          RightElbow
            RightWrist
  LeftHip
    LeftKnee
      LeftAnkle
        LeftToes
  RightHip
    RightKnee
      RightAnkle
        RightToes
"""

MIXAMO = """
mixamorig:Hips
  mixamorig:Spine
    mixamorig:Spine1
      mixamorig:Spine2
        mixamorig:Neck
          mixamorig:Head
            mixamorig:HeadTop_End
        mixamorig:LeftShoulder
          mixamorig:LeftArm
            mixamorig:LeftForeArm
              mixamorig:LeftHand
                mixamorig:LeftHandThumb1
        mixamorig:RightShoulder
          mixamorig:RightArm
            mixamorig:RightForeArm
              mixamorig:RightHand
  mixamorig:LeftUpLeg
    mixamorig:LeftLeg
      mixamorig:LeftFoot
        mixamorig:LeftToeBase
          mixamorig:LeftToe_End
  mixamorig:RightUpLeg
    mixamorig:RightLeg
      mixamorig:RightFoot
        mixamorig:RightToeBase
"""

METARIG = """
spine
  spine.001
    spine.002
      spine.003
        spine.004
          spine.005
            spine.006
        shoulder.L
          upper_arm.L
            forearm.L
              hand.L
                palm.01.L
        shoulder.R
          upper_arm.R
            forearm.R
              hand.R
        breast.L
        breast.R
  pelvis.L
  pelvis.R
  thigh.L
    shin.L
      foot.L
        toe.L
        heel.02.L
  thigh.R
    shin.R
      foot.R
        toe.R
"""

UNREAL = """
root@
  pelvis
    spine_01
      spine_02
        spine_03
          clavicle_l
            upperarm_l
              upperarm_twist_01_l
              lowerarm_l
                lowerarm_twist_01_l
                hand_l
                  index_01_l
          clavicle_r
            upperarm_r
              lowerarm_r
                hand_r
          neck_01
            head
    thigh_l
      thigh_twist_01_l
      calf_l
        foot_l
          ball_l
    thigh_r
      calf_r
        foot_r
          ball_r
  ik_foot_root
    ik_foot_l
    ik_foot_r
  ik_hand_root
    ik_hand_l
"""

SPELT = """
Pelvis
  Left Hip
    Left Knee
      Left Ankle
        Left Toe
  Right Hip
    Right Knee
      Right Ankle
        Right Toe
  Spine
    Chest
      Neck
        Head
      Left Collar
        Left Shoulder
          Left Elbow
            Left Wrist
      Right Collar
        Right Shoulder
          Right Elbow
            Right Wrist
"""

BEHIND = """
hip
  hip_left
    knee_left
      ankle_left
  hip_right
    knee_right
      ankle_right
  abdomen
    chest
      neck
        head
      shoulder_left
        elbow_left
          wrist_left
      shoulder_right
        elbow_right
          wrist_right
"""

BIPED = """
Bip01
  Bip01 Pelvis@
    Bip01 Spine
      Bip01 Spine1
        Bip01 Neck
          Bip01 Head
          Bip01 L Clavicle
            Bip01 L UpperArm
              Bip01 L Forearm
                Bip01 L Hand
          Bip01 R Clavicle
            Bip01 R UpperArm
              Bip01 R Forearm
                Bip01 R Hand
      Bip01 L Thigh
        Bip01 L Calf
          Bip01 L Foot
            Bip01 L Toe0
      Bip01 R Thigh
        Bip01 R Calf
          Bip01 R Foot
            Bip01 R Toe0
"""

CHARACTER = """
Character1_Reference
  Character1_Hips
    Character1_LeftUpLeg
      Character1_LeftLeg
        Character1_LeftFoot
    Character1_RightUpLeg
      Character1_RightLeg
        Character1_RightFoot
    Character1_Spine
      Character1_Spine1
        Character1_Spine2
          Character1_LeftShoulder
            Character1_LeftArm
              Character1_LeftForeArm
                Character1_LeftHand
          Character1_RightShoulder
            Character1_RightArm
              Character1_RightForeArm
                Character1_RightHand
          Character1_Neck
            Character1_Head
"""

FIGURES = {
    "acclaim": (
        ACCLAIM,
        "root upperback thorax lowerneck head",
        "lclavicle lhumerus lradius lwrist lfemur ltibia lfoot ltoes",
    ),
    "cmu-bvh": (
        CMU_BVH,
        "Hips Spine Spine1 Neck1 Head",
        "LeftShoulder LeftArm LeftForeArm LeftHand LeftUpLeg LeftLeg LeftFoot LeftToeBase",
    ),
    "plain-parts": (
        PLAIN_PARTS,
        "Hips Ab Chest Neck Head",
        "LeftCollar LeftShoulder LeftElbow LeftWrist LeftHip LeftKnee LeftAnkle LeftToes",
    ),
    "mixamo": (
        MIXAMO,
        " ".join(f"mixamorig:{name}" for name in ("Hips", "Spine1", "Spine2", "Neck", "Head")),
        " ".join(
            f"mixamorig:Left{name}"
            for name in ("Shoulder", "Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot", "ToeBase")
        ),
    ),
    "metarig": (
        METARIG,
        "spine spine.002 spine.003 spine.004 spine.006",
        "shoulder.L upper_arm.L forearm.L hand.L thigh.L shin.L foot.L toe.L",
    ),
    "unreal": (
        UNREAL,
        "pelvis spine_02 spine_03 neck_01 head",
        "clavicle_l upperarm_l lowerarm_l hand_l thigh_l calf_l foot_l ball_l",
    ),
    "character": (
        CHARACTER,
        " ".join(f"Character1_{name}" for name in ("Hips", "Spine1", "Spine2", "Neck", "Head")),
        " ".join(
            f"Character1_Left{name}" if name != "-" else "-"
            for name in ("Shoulder", "Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot", "-")
        ),
    ),
    "behind": (
        BEHIND,
        "hip abdomen chest neck head",
        "- shoulder_left elbow_left wrist_left hip_left knee_left ankle_left -",
    ),
}
MIRROR = {
    "acclaim": lambda names: " ".join("r" + name[1:] for name in names.split()),
    "metarig": lambda names: names.replace(".L", ".R"),
    "unreal": lambda names: " ".join(name[:-1] + "r" for name in names.split()),
}


NAMES = {
    "poser": ("hip abdomen chest neck head", "lCollar lShldr lForeArm lHand lThigh lShin lFoot lToe"),
    "smpl": ("Pelvis Spine1 Spine3 Neck Head", "L_Collar L_Shoulder L_Elbow L_Wrist L_Hip L_Knee L_Ankle L_Foot"),
    "arkit": (
        "hips_joint spine_1_joint spine_7_joint neck_1_joint head_joint",
        "left_shoulder_1_joint left_arm_joint left_forearm_joint left_hand_joint "
        "left_upLeg_joint left_leg_joint left_foot_joint left_toes_joint",
    ),
    "jnt": (
        "Bob_Hips_jnt Bob_Spine_jnt Bob_Chest_jnt Bob_Neck_jnt Bob_Head_jnt",
        "Bob_LeftShoulder_jnt Bob_LeftArm_jnt Bob_LeftForeArm_jnt Bob_LeftHand_jnt "
        "Bob_LeftUpLeg_jnt Bob_LeftLeg_jnt Bob_LeftFoot_jnt Bob_LeftToe_jnt",
    ),
}
NAMES_MIRROR = {
    "poser": lambda names: " ".join("r" + name[1:] for name in names.split()),
    "smpl": lambda names: names.replace("L_", "R_"),
}


@pytest.mark.parametrize("naming", NAMES)
def test_names_that_others_give(naming: str) -> None:
    spine, left = NAMES[naming]
    right = NAMES_MIRROR.get(naming, lambda names: names.replace("left", "right").replace("Left", "Right"))(left)
    trunk, sides = spine.split(), (left.split(), right.split())
    rows = [f"{' ' * (2 * depth)}{name}" for depth, name in enumerate(trunk)]
    for limbs in sides:
        rows += [f"{' ' * (6 + 2 * depth)}{name}" for depth, name in enumerate(limbs[:4])]
    for limbs in sides:
        rows += [f"{' ' * (2 + 2 * depth)}{name}" for depth, name in enumerate(limbs[4:])]
        rows.append(f"{' ' * 10}{limbs[-1]}_end!")
    skeleton = skeleton_of("\n".join(rows))
    assert {role: skeleton.names[joint] for role, joint in skeleton.roles.items()} == expected(spine, left, right)


@pytest.mark.parametrize("naming", FIGURES)
def test_every_naming_gives_exactly_these_joints(naming: str) -> None:
    outline, spine, left = FIGURES[naming]
    mirror = MIRROR.get(naming, lambda names: names.replace("Left", "Right").replace("left", "right"))
    skeleton = skeleton_of(outline)
    found = {role: skeleton.names[joint] for role, joint in skeleton.roles.items()}
    assert found == expected(spine, left, mirror(left))


@pytest.mark.parametrize(
    ("outline", "spine", "left"),
    [
        (SPELT, ["Pelvis", "Spine", "Chest", "Neck", "Head"], "Collar Shoulder Elbow Wrist Hip Knee Ankle Toe"),
        # Neck, not the pelvis that lies on the root: the hips are found by name all the same.
        (BIPED, ["Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck", "Bip01 Head"],
         "Clavicle UpperArm Forearm Hand Thigh Calf Foot Toe0"),
    ],
)  # fmt: skip
def test_names_with_spaces(outline: str, spine: list[str], left: str) -> None:
    skeleton = skeleton_of(outline)
    sides = ("Left", "Right") if outline is SPELT else ("Bip01 L", "Bip01 R")
    wanted = dict(zip(ROLES, [*spine, *(f"{side} {part}" for side in sides for part in left.split())], strict=True))
    assert {role: skeleton.names[joint] for role, joint in skeleton.roles.items()} == wanted


@pytest.mark.parametrize(
    ("name", "side_and_word"),
    [
        ("mixamorig:LeftUpLeg", ("left", "upleg")),
        ("mixamorig9:RightHand", ("right", "hand")),
        ("thigh.L", ("left", "thigh")),
        ("DEF-upper_arm.R", ("right", "upperarm")),
        ("lfemur", ("left", "femur")),
        ("LHipJoint", ("left", "hipjoint")),
        ("lowerback", (None, "lowerback")),
        ("lowerarm_l", ("left", "lowerarm")),
        ("Left Hip", ("left", "hip")),
        ("legRight", ("right", "leg")),
        ("J_Bip_C_Hips", (None, "hips")),
        ("J_Bip_R_LowerLeg", ("right", "lowerleg")),
        ("Bip01 L Thigh", ("left", "thigh")),
        ("Bip01", (None, "bip")),
        ("spine.001", (None, "spine")),
        ("", (None, "")),
    ],
)
def test_split_name(name: str, side_and_word: tuple[str | None, str]) -> None:
    assert split_name(name) == side_and_word


def test_plain_names_say_nothing_of_the_rig() -> None:
    bare = ("Hips", "LeftHandThumb1", "LeftHandThumb2", "Tail.001")
    affixes = (("", ""), ("mixamorig:", ""), ("mixamorig7_", ""), ("Hero|", ""), ("Hero_", ""), ("", "_jnt"))
    for prefix, suffix in affixes:
        names = tuple(f"{prefix}{name}{suffix}" for name in bare)
        skeleton = Skeleton(names, (-1, 0, 1, 0), np.zeros((4, 3)), ((),) * 4)
        assert plain_names(skeleton) == bare


def test_thigh_called_leg_beside_a_shin() -> None:
    skeleton = skeleton_of("Hips\n  LeftLeg\n    LeftShin\n      LeftFoot\n  RightLeg\n    RightShin\n")
    names = {role: skeleton.names[joint] for role, joint in skeleton.roles.items()}
    assert (names["left-hip"], names["left-knee"], names["right-hip"]) == ("LeftLeg", "LeftShin", "RightLeg")


def test_ground_root_above_numbered_spine_is_not_the_hips() -> None:
    indented = "\n".join("  " + line for line in METARIG.strip("\n").split("\n"))
    skeleton = skeleton_of(f"root\n{indented}")
    assert skeleton.names[skeleton.roles["hips"]] == "spine"


def test_what_is_no_humanoid_has_no_roles() -> None:
    assert skeleton_of("bone\n  bone_01\n    bone_02\n  lid").roles == {}
    assert skeleton_of("prop").roles == {}


def test_overrides_win_and_unknown_ones_are_named() -> None:
    skeleton = skeleton_of(MIXAMO)
    assert skeleton.with_roles({"chest": "spine1"}).roles["chest"] == skeleton.index("mixamorig:Spine1")
    with pytest.raises(UsageError, match="unknown role 'left-ankel'; did you mean 'left-ankle'"):
        skeleton.with_roles({"left-ankel": "Hips"})
    with pytest.raises(UsageError, match="unknown joint 'mixamorig:Hip'; did you mean 'mixamorig:Hips'"):
        skeleton.with_roles({"hips": "mixamorig:Hip"})


def test_resolve_joints_takes_roles_groups_and_names() -> None:
    skeleton = skeleton_of(UNREAL)
    wanted = ["hand_l", "foot_l", "foot_r", "index_01_l"]
    joints = resolve_joints(skeleton, ["left-hand", "feet", "left-ankle", "INDEX_01_L"])
    assert [skeleton.names[joint] for joint in joints] == wanted
    with pytest.raises(UsageError, match="unknown joint, role or group 'fet'; did you mean 'feet'"):
        resolve_joints(skeleton, ["fet"])
    with pytest.raises(UsageError, match="no joint of this skeleton was recognised as 'feet'"):
        resolve_joints(skeleton_of("prop"), ["feet"])


def test_only_what_a_skeleton_has_is_suggested() -> None:
    for name in ("nek", "fet"):
        with pytest.raises(UsageError) as caught:
            resolve_joints(skeleton_of("prop"), [name])
        assert str(caught.value) == f"unknown joint, role or group '{name}'"


@needs_data
@pytest.mark.parametrize(
    ("array", "clip", "frames", "tolerance"),
    [
        ("walk", "16/16_15", (6, 420), 1e-6),
        ("jump", "16/16_09", (175, 494), 1e-6),
        ("turn", "16/16_52", (5, 169), 1e-6),
        ("long", "14/14_02", None, 1e-5),
    ],
)
def test_the_points_of_the_thesis(array: str, clip: str, frames: tuple[int, int] | None, tolerance: float) -> None:
    motion = load_motion(DATA / "cmu" / f"{clip}.amc")
    motion = motion.excerpt(*frames) if frames else motion
    reference = np.load(DATA / "points" / f"{array}.npy")
    points = points_of(motion)
    assert len(points.names) == len(POINT_ROLES) == 17
    assert points.values.shape == reference.shape
    np.testing.assert_allclose(points.values, reference, rtol=0.0, atol=tolerance)
