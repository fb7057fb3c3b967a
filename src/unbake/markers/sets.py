"""Marker sets: which landmark of the body a label means, in the namings that laboratories use.

A landmark is a place on the skin, such as ``left-knee-lateral``. The sets differ in names, and in how many landmarks
they have; all that comes after works with landmarks alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unbake.errors import MotionError
from unbake.ground.wording import listed

SIDES = ("left", "right")


@dataclass(frozen=True)
class MarkerSet:
    """A naming of landmarks.

    Parameters
    ----------
    name : for people.
    middle : landmark → label, of those on neither side or on one side only.
    sided : landmark without its side → label, in which ``?`` stands for L or R.
    """

    name: str
    middle: Mapping[str, str]
    sided: Mapping[str, str]

    @property
    def labels(self) -> dict[str, str]:
        """Landmark → label, of all."""
        both = {
            f"{side}-{landmark}": label.replace("?", side[0].upper())
            for side in SIDES
            for landmark, label in self.sided.items()
        }
        return {**self.middle, **both}


_VICON_TRUNK = {"c7": "C7", "t10": "T10", "jugular-notch": "CLAV", "xiphoid": "STRN"}
_VICON_SIDES = {
    "head-front": "?FHD",
    "head-back": "?BHD",
    "acromion": "?SHO",
    "upper-arm": "?UPA",
    "elbow-lateral": "?ELB",
    "forearm": "?FRM",
    "wrist-thumb": "?WRA",
    "wrist-little": "?WRB",
    "knuckle": "?FIN",
    "thigh": "?THI",
    "knee-lateral": "?KNE",
    "ankle-lateral": "?ANK",
    "heel": "?HEE",
    "toe": "?TOE",
}

PLUG_IN_GAIT = MarkerSet(
    "Plug-in Gait",
    {**_VICON_TRUNK, "sacrum": "SACR", "right-back": "RBAK"},
    {
        **_VICON_SIDES,
        "asis": "?ASI",
        "psis": "?PSI",
        "shank": "?TIB",
        "knee-medial": "?KNM",
        "ankle-medial": "?MED",
        "toe-little": "?VMH",
        "toe-big": "?FMH",
    },
)
CMU = MarkerSet(
    "CMU's 41 markers",
    {**_VICON_TRUNK, "right-back": "RBAC"},
    {
        **_VICON_SIDES,
        "asis": "?FWT",
        "psis": "?BWT",
        "shank": "?SHN",
        "toe-little": "?MT5",
        "thumb": "?THMB",
    },
)
QUALISYS = MarkerSet(
    "Qualisys' animation markers",
    {
        "head-front": "HeadFront",
        "head-top": "HeadTop",
        "left-head": "HeadL",
        "right-head": "HeadR",
        "c7": "SpineTop",
        "t10": "SpineThoracic12",
        "jugular-notch": "Chest",
        "sacrum": "WaistBack",
        "left-asis": "WaistLFront",
        "right-asis": "WaistRFront",
        "left-psis": "WaistLBack",
        "right-psis": "WaistRBack",
        "left-iliac": "WaistL",
        "right-iliac": "WaistR",
        "left-back": "BackL",
        "right-back": "BackR",
    },
    {
        "acromion": "?ShoulderTop",
        "shoulder-back": "?ShoulderBack",
        "upper-arm": "?Arm",
        "elbow-lateral": "?ElbowOut",
        "elbow-medial": "?ElbowIn",
        "wrist-thumb": "?WristIn",
        "wrist-little": "?WristOut",
        "knuckle": "?HandIn",
        "knuckle-little": "?HandOut",
        "thigh": "?Thigh",
        "knee-lateral": "?KneeOut",
        "knee-medial": "?KneeIn",
        "shank": "?Shin",
        "ankle-lateral": "?AnkleOut",
        "ankle-medial": "?AnkleIn",
        "heel": "?HeelBack",
        "toe": "?Forefoot2",
        "toe-little": "?ForefootOut",
        "toe-big": "?ForefootIn",
        "toe-tip": "?ToeTip",
    },
)
BONES = MarkerSet(
    "names of bony landmarks (CAST)",
    {"c7": "CV7", "t10": "TV10", "jugular-notch": "SJN", "xiphoid": "SXS"},
    {
        "head": "?HEAD",
        "asis": "?IAS",
        "psis": "?IPS",
        "acromion": "?SAE",
        "elbow-lateral": "?HLE",
        "elbow-medial": "?HME",
        "wrist-thumb": "?RSP",
        "wrist-little": "?USP",
        "knuckle": "?HM2",
        "knuckle-little": "?HM5",
        "thigh": "?TH1",
        "knee-lateral": "?FLE",
        "knee-medial": "?FME",
        "shank": "?SK1",
        "ankle-lateral": "?FAL",
        "ankle-medial": "?TAM",
        "heel": "?FCC",
        "toe": "?FM2",
        "toe-little": "?FM5",
        "toe-big": "?FM1",
    },
)
MARKER_SETS = (PLUG_IN_GAIT, CMU, QUALISYS, BONES)
"""All that are known. The names of CAST are those of van Sint Jan, which Qualisys' modules use (``L_FLE``, ``LFLE``).

References: Vicon, Plug-in Gait reference guide; Carnegie Mellon University, Marker placement guide; Qualisys, Animation
marker set; van Sint Jan, Color atlas of skeletal landmark definitions, 2007.
"""
_SPELLINGS = {"RBAK": "RBAC", "LTHM": "LTHMB", "RTHM": "RTHMB", "SPINETHORACIC2": "SPINETOP"}
"""Other spellings of labels; those of a set count before these."""
_SPELLINGS |= {f"{side}FOREFOOT5": f"{side}FOREFOOTOUT" for side in "LR"}

_NEEDED = tuple(f"{side}-{part}" for side in SIDES for part in ("asis", "knee-lateral", "ankle-lateral", "heel"))
_TOES = ("toe", "toe-little", "toe-big", "toe-tip")


@dataclass(frozen=True)
class Labelling:
    """Which point is which landmark.

    Parameters
    ----------
    marker_set : the set that was recognised.
    places : landmark → number of its point.
    """

    marker_set: MarkerSet
    places: Mapping[str, int]

    def missing(self, landmarks: Sequence[str]) -> list[str]:
        """Return the labels of those landmarks that have no point, in the set's own words."""
        known = self.marker_set.labels
        return [known.get(landmark, landmark) for landmark in landmarks if landmark not in self.places]


def recognise(labels: Sequence[str]) -> Labelling:
    """Return the marker set that most labels belong to, and which landmark each of them is.

    Case does not count, nor do underscores, nor the name of a subject before a colon or an underscore.

    Raises
    ------
    MotionError : there are no labels of any set, or those of the pelvis or of a leg are not all there; one line that
        lists what is missing.
    """
    best = likeliest(labels)
    if len(best.places) < 4:
        names = ", ".join(known.name for known in MARKER_SETS)
        raise MotionError(f"no known marker set was recognised among {listed(labels)}; known: {names}")
    missing = [*best.missing(_NEEDED), *_missing_choices(best)]
    if missing:
        raise MotionError(
            f"{best.marker_set.name} ({len(best.places)} of its markers were recognised), but a skeleton also needs "
            f"{', '.join(missing)}"
        )
    return best


def likeliest(labels: Sequence[str]) -> Labelling:
    """Return which labels are which landmarks of the set that most of them belong to; they may be few, or none."""
    found = [_in_set(labels, known) for known in MARKER_SETS]
    return max(found, key=lambda labelling: len(labelling.places))


def _missing_choices(labelling: Labelling) -> list[str]:
    """Return what is missing where one of several markers would do."""
    out, known = [], labelling.marker_set.labels
    if labelling.missing(["sacrum"]) and labelling.missing(["left-psis", "right-psis"]):
        both = " and ".join(known[f"{side}-psis"] for side in SIDES)
        out.append(f"{both} or {known['sacrum']}" if "sacrum" in known else both)
    for side in SIDES:
        choices = [f"{side}-{toe}" for toe in _TOES]
        if not any(choice in labelling.places for choice in choices):
            out.append(" or ".join(known[choice] for choice in choices if choice in known))
    return out


def _in_set(labels: Sequence[str], known: MarkerSet) -> Labelling:
    landmarks = {label.upper(): landmark for landmark, label in known.labels.items()}
    places: dict[str, int] = {}
    for number, label in enumerate(labels):
        landmark = next((landmarks[word] for word in _spellings(label) if word in landmarks), None)
        if landmark is not None:
            places.setdefault(landmark, number)
    return Labelling(known, places)


def _spellings(label: str) -> list[str]:
    """Return what a label may be meant to say, the likeliest first."""
    bare = label.rpartition(":")[2].strip().upper()
    words = [bare, bare.replace("_", ""), bare.partition("_")[2].replace("_", "")]
    return [*words, *(_SPELLINGS[word] for word in words if word in _SPELLINGS)]
