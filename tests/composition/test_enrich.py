"""Libraries enriched by transplants."""

import numpy as np
import pytest
from tests.synthesis.figures import walker

from unbake.annotations.guessing import margins_at
from unbake.composition.enrichment import carried_flags
from unbake.composition.enrichment.enrich import EnrichOptions, enrich
from unbake.composition.enrichment.judge import FLAG, OPEN, MeasuresJudge, judged, looks_human
from unbake.composition.enrichment.machine_judge import judge_of_library
from unbake.composition.enrichment.trial import LEAST_KEPT
from unbake.errors import FileError, UsageError
from unbake.library.checking import problems
from unbake.library.library import Library
from unbake.library.tables import BODY, body_of
from unbake.motion.body.body_path import BodyPath, body_path
from unbake.synthesis.transplants.scores.strangeness import RealArms

WALKS = {"plain": {"n": 180}, "leaning": {"n": 150, "lean": 0.4}, "turning": {"n": 200, "turning": 2.0}}


@pytest.fixture(scope="module")
def walks(tmp_path_factory):
    file = tmp_path_factory.mktemp("walks") / "walks.unbakelib"
    with Library.create(file) as library:
        for name, how in WALKS.items():
            clip_id, _ = library.add(walker(**how).motion, name, licence="CC0")
            library.set_foot_labels(clip_id, walker(**how).labels)
            library.annotate(clip_id, "Walk", 0, how["n"], yes=True)
            library.annotate(clip_id, "Crouch", 0, how["n"], yes=name == "leaning")
    return file


@pytest.fixture
def library(tmp_path, walks):
    file = tmp_path / "walks.unbakelib"
    with Library.open(walks) as opened:
        opened.database.rows("VACUUM INTO ?", [str(file)])
    with Library.open(file) as opened:
        yield opened


def made(library):
    return [clip for clip in library.clips() if clip.is_composed]


def some(minutes=0.3, **how):
    return EnrichOptions(minutes, seed=3, rules=("halves", "angles"), jobs=1, **how)


def test_there_are_as_many_minutes_and_each_clip_knows_where_it_is_from(library):
    done = enrich(library, some())
    clips = made(library)
    assert sum(clip.n_frames for clip in clips) == done.kept_frames >= 0.3 * 3600
    assert done.kept_clips == len(clips)
    assert all({"transplant", clip.name.split("-")[0]} == set(clip.tags) and clip.licence == "CC0" for clip in clips)
    names = {library.clip(source).name for clip in clips for source in library.recipe(clip.id)[1]}
    assert names
    assert names <= set(WALKS)
    assert all("jerk" in clip.source for clip in clips)
    assert problems(library) == []
    (stored,) = library.database.row("SELECT sum(length(data)) FROM recipe")
    assert stored < 600 * len(clips)


@pytest.mark.slow
def test_in_two_runs_the_same_comes_out_as_in_one(library, tmp_path, walks):
    enrich(library, some(0.1))
    before = len(made(library))
    enrich(library, some(0.3))
    again = enrich(library, some(0.3))
    assert before < len(made(library)) == again.kept_clips
    with Library.open(walks) as opened:
        opened.database.rows("VACUUM INTO ?", [str(tmp_path / "other.unbakelib")])
    with Library.open(tmp_path / "other.unbakelib") as other:
        enrich(other, some(0.3))
        assert {c.content_hash for c in made(other)} == {c.content_hash for c in made(library)}


def test_killed_between_draws_it_goes_on(library):
    class Killed(BaseException):
        pass

    def killed(step, part):
        if step == "transplanting" and part > 0.3:
            raise Killed

    with pytest.raises(Killed):
        enrich(library, some(), killed)
    assert problems(library) == []
    done = enrich(library, some())
    assert done.kept_clips == len(made(library))
    assert done.kept_frames == sum(clip.n_frames for clip in made(library))


@pytest.mark.slow
def test_workers_make_the_same(library, tmp_path, walks):
    enrich(library, some(0.2))
    with Library.open(walks) as opened:
        opened.database.rows("VACUUM INTO ?", [str(tmp_path / "other.unbakelib")])
    with Library.open(tmp_path / "other.unbakelib") as other:
        enrich(other, EnrichOptions(0.2, seed=3, rules=("halves", "angles"), jobs=2))
        assert {c.content_hash for c in made(other)} == {c.content_hash for c in made(library)}


def test_judged_keeps_what_looks_human_alone(library):
    enrich(library, some(0.1, keep="judged"))
    clips = made(library)
    assert clips
    for clip in clips:
        assert clip.n_frames >= LEAST_KEPT
        assert (library.annotations(clip.id).values[-1] == 1).all()
        assert library.vocabulary[-1] == FLAG


def test_flags_come_from_what_is_most_alike(library):
    examples = carried_flags.exemplars(library)
    body = body_path(walker(n=90, lean=0.38).motion)
    found = dict(zip(examples.flags, examples.carried(body), strict=True))
    assert found["Walk"].min() == 1.0
    assert found["Crouch"].min() == 1.0
    assert np.isnan(found["Run"]).all()
    assert examples.carried(body_path(walker(n=90, lean=0.02).motion))[examples.flags.index("Crouch")].max() == 0.0
    rows = carried_flags.windows(body, np.arange(0, 90, 7))
    naive = [min(((other - row) ** 2).sum() for other in examples.rows) for row in rows]
    found = examples.rows[carried_flags.nearest(rows, examples.rows)]
    assert ((found - rows) ** 2).sum(axis=1) == pytest.approx(naive, abs=1e-4)
    enrich(library, some(0.1))
    values = library.annotations(made(library)[0].id)
    assert (values.values[values.row("Walk")] == 1).all()
    assert not values.by_person.any()


def test_the_ends_stay_open_and_a_hand_in_the_chest_is_not_human(library):
    bodies = [body_of(library.derived(clip.id, BODY)) for clip in library.clips()]
    judge = MeasuresJudge(RealArms(bodies))
    found = judged(judge, bodies[0])
    assert np.isnan(found[:OPEN]).all()
    assert np.isnan(found[-OPEN:]).all()
    assert looks_human(found)[OPEN:-OPEN].all()
    positions = bodies[0].positions.copy()
    positions[80:110, 10] = positions[80:110, 0] + np.float32([0.0, 0.3, 0.0])
    changed = looks_human(judged(judge, BodyPath(positions, bodies[0].leg_m)))
    assert not changed[85:105].any()
    assert changed[OPEN:55].all()


@pytest.mark.slow
def test_the_thesis_s_judge_learns_what_is_labelled(library):
    with pytest.raises(UsageError, match="labelled as not looking human"):
        judge_of_library(library)
    enrich(library, some(0.3))
    bad = [clip for clip in made(library) if clip.name.startswith("angles")]
    for clip in bad:
        library.annotate(clip.id, FLAG, 0, clip.n_frames, yes=False)
    judge = judge_of_library(library)
    at = np.arange(OPEN, 100, 5)
    assert margins_at(judge.machines, body_path(library.motion(bad[0].id)), at).max() < 0.0
    assert margins_at(judge.machines, body_of(library.derived(library.clip("plain").id, BODY)), at).min() > 0.0
    done = enrich(library, EnrichOptions(0.1, seed=9, rules=("angles",), judge="svm", jobs=1))
    assert done.kept_clips


def test_what_cannot_be_is_said(library, tmp_path):
    for wrong in (
        {"minutes": 0.0},
        {"minutes": float("nan")},
        {"seed": -1},
        {"keep": "best"},
        {"judge": "me"},
        {"jobs": -1},
        {"rules": ("halfs",)},
        {"rules": ()},
    ):
        with pytest.raises(UsageError):
            EnrichOptions(**({"minutes": 1.0} | wrong))
    with Library.create(tmp_path / "empty.unbakelib") as empty, pytest.raises(UsageError, match="no clip in it"):
        enrich(empty, some())
    with Library.create(tmp_path / "one.unbakelib") as one:
        one.add(walker(n=60).motion, "short")
        with pytest.raises(UsageError, match="made nothing new"):
            enrich(one, EnrichOptions(1.0, rules=("halves",), jobs=1))
    library.database.is_read_only = True
    with pytest.raises(FileError, match="read-only"):
        enrich(library, some())
