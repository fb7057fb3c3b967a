"""Annotations learnt in a library: train, guess, what next."""

from dataclasses import replace

import numpy as np
import pytest

from annotations.acted import CLIPS, FLAGS, SHAPE, clip
from unbake.annotations.in_library import (
    KEPT,
    apply_machines,
    by_person,
    labelled_examples,
    machines_of,
    next_stretch,
    stamp_of,
    train_library,
)
from unbake.annotations.machines import KIND
from unbake.annotations.queries import rule_named
from unbake.annotations.training import TrainingOptions
from unbake.errors import UsageError
from unbake.library import Library

OPTIONS = TrainingOptions(shape=SHAPE)


@pytest.fixture
def library(tmp_path):
    """All clips, of which none is labelled."""
    with Library.create(tmp_path / "l.unbakelib", FLAGS) as made:
        for number in range(len(CLIPS)):
            made.add(clip(number)[0], f"clip{number}")
        yield made


def label(library, *numbers):
    for number in numbers:
        motion, _, values = clip(number)
        for flag, row in zip(FLAGS, values, strict=True):
            library.annotate(library.clip(f"clip{number}").id, flag, 0, motion.n_frames, bool(row[0]))


def test_guesses_of_a_clip_that_nobody_labelled(library):
    label(library, 0, 2, 3)
    machines = train_library(library, OPTIONS, mirrored=False)
    assert apply_machines(library, machines) == (5, 0)
    for number, flag in ((1, "Walk"), (4, "Stand")):
        found = library.annotations(library.clip(f"clip{number}").id)
        assert found.is_set(flag).all()
        assert not found.by_person.any()
        assert not found.is_set({"Walk": "Stand", "Stand": "Walk"}[flag]).any()
        assert (found.values[3] == -1).all(), "a flag without a machine stays unknown"


def test_guesses_of_a_flag_that_is_not_learnt_any_more_go(library):
    label(library, 0, 2, 3)
    apply_machines(library, train_library(library, OPTIONS, mirrored=False))
    number, frames = library.clip("clip4").id, clip(4)[0].n_frames
    library.keep_guesses(number, FLAGS[3], np.ones(frames, np.float32), "somebody else's")
    assert library.guess_stamp(number, "Walk")
    for name in ("clip0", "clip2", "clip3"):
        library.annotate(library.clip(name).id, "Walk", 0, library.clip(name).n_frames, None)
    apply_machines(library, train_library(library, OPTIONS, mirrored=False))
    assert library.guess_stamp(number, "Walk") is None
    assert library.guess_stamp(number, "Stand")
    assert library.guess_stamp(number, FLAGS[3]) == "somebody else's"


def test_the_order_of_adding_does_not_matter(library, tmp_path):
    """Clips are read on all cores and added as they come."""
    label(library, 0, 1, 2, 3, 4)
    options = replace(OPTIONS, folds=2)
    machines = train_library(library, options)
    with Library.create(tmp_path / "other.unbakelib", FLAGS) as other:
        for number in (3, 0, 4, 2, 1):
            other.add(clip(number)[0], f"clip{number}")
        label(other, 4, 2, 0, 1, 3)
        assert train_library(other, options).to_bytes() == machines.to_bytes()


def test_a_persons_word_stays(library):
    label(library, 0, 2, 3)
    library.annotate(library.clip("clip1").id, "Stand", 0, 30, True)
    before = by_person(library.annotations(library.clip("clip1").id))
    apply_machines(library, train_library(library, OPTIONS, mirrored=False))
    np.testing.assert_array_equal(by_person(library.annotations(library.clip("clip1").id)), before)


def test_only_what_a_person_said_is_learnt(library):
    label(library, 0, 3)
    library.keep_guesses(library.clip("clip4").id, "Walk", np.ones(clip(4)[0].n_frames, np.float32), "x")
    assert set(labelled_examples(library, SHAPE).rows[:, 0]) <= set(
        np.concatenate([SHAPE.rows(clip(n)[1], np.arange(clip(n)[1].n_instants))[:, 0] for n in (0, 3)])
    )


def test_mirror_images_turn_the_other_way(library):
    label(library, 2)
    plain, both = labelled_examples(library, SHAPE), labelled_examples(library, SHAPE, mirrored=True)
    assert len(both) == 2 * len(plain)
    assert both.values[len(plain) :, 3].all()
    assert not both.values[len(plain) :, 2].any()


def test_machines_are_kept_and_stamped(library):
    with pytest.raises(UsageError, match="not been trained"):
        machines_of(library)
    label(library, 0, 3)
    machines = train_library(library, OPTIONS, mirrored=False)
    with Library(library.path) as other:
        assert stamp_of(machines_of(other)) == stamp_of(machines)
    apply_machines(library, machines)
    assert library.guess_stamp(library.clip("clip1").id, "Walk") == stamp_of(machines)
    library.keep(KEPT, KIND, b"PK\x03\x04 nonsense")
    with pytest.raises(UsageError, match="damaged"):
        machines_of(library)


def test_nothing_labelled_and_one_kind_alone(library):
    with pytest.raises(UsageError, match="nothing in it is labelled"):
        train_library(library, OPTIONS, mirrored=False)
    library.annotate(1, "Walk", 0, 20, True)
    with pytest.raises(UsageError, match="no flag has both"):
        train_library(library, OPTIONS, mirrored=False)


@pytest.mark.parametrize("rule", ["margin", "farthest", "random"])
def test_next_goes_through_all_that_is_not_labelled(library, rule):
    seen = []
    for _ in range(len(CLIPS)):
        found = next_stretch(library, rule_named(rule), None)
        assert (found.start, found.stop) == (0, found.clip.n_frames)
        assert found.left == len(CLIPS) - len(seen)
        seen.append(found.clip.name)
        label(library, int(found.clip.name[-1]))
    assert len(set(seen)) == len(CLIPS)
    with pytest.raises(UsageError, match="everything is labelled"):
        next_stretch(library, rule_named(rule), None)


def test_next_by_margin_is_what_machines_do_not_know(library):
    label(library, 0, 1, 3)
    machines = train_library(library, OPTIONS, mirrored=False)
    found = next_stretch(library, rule_named("margin"), machines)
    assert found.clip.name == "clip2", "a walk in a circle, of which only straight ones were taught"
    assert set(found.probability) == {"Walk", "Stand"}


def test_a_flag_that_was_taken_out_is_not_guessed(library):
    label(library, 0, 3)
    machines = train_library(library, OPTIONS, mirrored=False)
    library.set_vocabulary(["Stand", "New"])
    apply_machines(library, machines)
    found = library.annotations(library.clip("clip3").id)
    assert found.is_set("Stand").all()
    assert (found.values[1] == -1).all()


def test_a_library_without_bodies_is_one_line(tmp_path):
    with Library.create(tmp_path / "l.unbakelib") as empty, pytest.raises(UsageError, match="no clip in it has a body"):
        labelled_examples(empty, SHAPE)


def test_by_default_a_turn_to_the_left_teaches_one_to_the_right(library):
    label(library, 0, 2, 3)
    machines = train_library(library, OPTIONS)
    assert machines.is_taught.all()
    turns = machines.margins(SHAPE.rows(clip(2)[1].mirrored(), np.arange(0, 150, 10)))
    assert (turns[:, 3] > 0).all()
    assert (turns[:, 2] < 0).all()
