"""What a person asks for; kept with the scene."""

from __future__ import annotations

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty, StringProperty

from . import previews
from .studies import study_of
from .writing.detail import detail_strips, set_influence

CHOICES = (
    ("COUNT", "Count", "This many keys"),
    ("AUTO", "Automatic", "As many keys as pay: where another one would take little of the error away, it ends"),
    ("ERROR", "Error", "As few keys as keep every measured joint within this error"),
    ("LAYERS", "Layers", "Keyposes and breakdowns by what the body does: contacts, extremes, passing poses"),
)
FITS = (
    ("FREE", "Free", "Handles of any length: near and fair curves"),
    ("TIGHTEST", "Tightest", "The nearest curves; they may turn corners between keys"),
    ("HERMITE", "Thirds", "Handles at thirds, which every file format keeps"),
    ("BROKEN", "Broken thirds", "Handles at thirds with a slope on each side of a key"),
)


def _changed(settings, context):
    previews.wanted(context.scene)


def _influence_changed(settings, context):
    study = study_of(context.scene)
    for owner in filter(None, map(bpy.data.objects.get, study.owners if study else ())):
        for strip in detail_strips(owner):
            set_influence(strip, settings.influence)


class Settings(bpy.types.PropertyGroup):
    """Settings of the Unbake panel."""

    lead_by: EnumProperty(
        name="Leading part",
        description="Which part of the body the keys are chosen by",
        items=(
            ("ALL", "Whole body", "All that is measured"),
            ("SELECTED", "Selected bones", "The bones that are selected when Analyse is pressed"),
        ),
    )
    lead: StringProperty(name="Leading bones", description="Names of the leading bones, as a JSON list")
    pins: StringProperty(name="Pins", description="Frames that must be keys, as a JSON list")
    choose_by: EnumProperty(
        name="By", description="How many keys are chosen", items=CHOICES, default="COUNT", update=_changed
    )
    count: IntProperty(
        name="Keys",
        description="How many whole-pose keys; the error beside it is that of the best choice of so many",
        default=12,
        min=2,
        soft_max=100,
        max=100_000,
        update=_changed,
    )
    error_cm: FloatProperty(
        name="Error",
        description="How far a measured joint may be from the capture, in centimetres",
        default=2.0,
        min=0.001,
        soft_max=20.0,
        update=_changed,
    )
    tips: BoolProperty(
        name="Tips, too",
        description="Hands, fingers, toes and the ends of bones keep the error as well; else they are only measured",
        default=False,
        update=_changed,
    )
    accuracy: FloatProperty(
        name="Accuracy",
        description="Automatic: errors above this part of the range of poses always get another key",
        default=0.005,
        min=0.0001,
        max=1.0,
        precision=3,
        update=_changed,
    )
    significance: FloatProperty(
        name="Significance",
        description="Automatic: another key is worth it where it takes this part of the error away",
        default=0.1,
        min=0.0,
        max=1.0,
        precision=4,
        update=_changed,
    )
    fit: EnumProperty(name="Curves", description="How the keys are joined", items=FITS)
    matches: BoolProperty(
        name="Match in the world",
        description="Change all slopes together until the joints are as near to the capture as they can be",
        default=True,
    )
    holds_feet: BoolProperty(
        name="Hold feet", description="Keep planted feet in place, as far as keys and handles reach", default=False
    )
    into: EnumProperty(
        name="Into",
        description="Where the keys go",
        items=(
            ("NEW", "New action", "A copy of the action is reduced; the capture stays as it is"),
            ("IN_PLACE", "In place", "The keys replace those of the action"),
        ),
    )
    only_selected: BoolProperty(
        name="Only selected", description="Reduce only the bones and objects that are selected", default=False
    )
    shows_ghosts: BoolProperty(
        name="Ghosts", description="Draw the chosen key poses in the viewport", default=True, update=_changed
    )
    shows_chart: BoolProperty(
        name="Chart", description="Draw error against count, and error over time, in the viewport", default=True
    )
    shows_plants: BoolProperty(
        name="Plants",
        description="Draw where feet are planted in the viewport: green while they are, grey otherwise",
        default=True,
    )
    sets_markers: BoolProperty(
        name="Markers", description="Put a timeline marker on each chosen key", default=False, update=_changed
    )
    influence: FloatProperty(
        name="Detail",
        description="How much of the lost detail is put back",
        default=1.0,
        min=0.0,
        max=1.0,
        update=_influence_changed,
    )
