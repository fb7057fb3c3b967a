"""Passes: kept as rows of runs, compared, and taken over as labels."""

import numpy as np
import pytest
from tests.synthesis.figures import walker

from unbake.composition.enrichment.enrich import EnrichOptions, enrich
from unbake.composition.enrichment.judge import FLAG
from unbake.composition.judging.agreement import agreement, kappa
from unbake.composition.judging.passes import Pass, Run, pass_file, read_pass, write_pass
from unbake.composition.judging.random_blends import blend_of, name_of, random_stretches, stretches_of
from unbake.composition.judging.taking import take_passes
from unbake.errors import FileError, UsageError
from unbake.library.library import Library


def judged(kind="transplants", **answers):
    return Pass(kind, {name: tuple(Run(*run) for run in runs) for name, runs in answers.items()})


def test_a_pass_comes_back_from_its_file_and_rows_say_runs(tmp_path):
    one = judged(b=[(1, 30, True), (31, 40, False)], a=[(5, 5, False)])
    write_pass(one, tmp_path / "first.csv")
    lines = (tmp_path / "first.csv").read_text().splitlines()
    assert lines == ["transplant,first,last,human", "a,5,5,no", "b,1,30,yes", "b,31,40,no"]
    assert read_pass(tmp_path / "first.csv") == one
    name = '16_15:1 + a,"b":2'
    blends = Pass("blends", {name: (Run(1, 60, True),)})
    write_pass(blends, tmp_path / "blends.csv")
    assert read_pass(tmp_path / "blends.csv") == blends


def test_an_answer_replaces_the_one_before_and_no_runs_take_it_back():
    one = judged(a=[(1, 9, True)]).with_answer("a", [Run(5, 9, False), Run(1, 4, True)])
    assert one.answers == {"a": (Run(1, 4, True), Run(5, 9, False))}
    assert one.with_answer("a", []).answers == {}
    with pytest.raises(UsageError, match="judged twice"):
        one.with_answer("a", [Run(1, 5, True), Run(5, 9, False)])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1: is no pass"),
        ("a,b,c\n", "1: is no pass"),
        ("transplant,first,last,human\nx,1,2\n", "2: is no run"),
        ("transplant,first,last,human\nx,1,2,yes\nx,3,z,no\n", "3: is no run"),
        ("transplant,first,last,human\nx,1,2,perhaps\n", "2: is no run"),
        ("transplant,first,last,human\nx,1,9,yes\nx,5,12,no\n", "judged twice"),
        ("transplant,first,last,human\nx,9,1,yes\n", "end before they begin"),
        ('transplant,first,last,human\n"x,9,1,yes\n', "is no table"),
        ("transplant,first,last,human\n\0,1,2,\udcff", "is no"),
    ],
)
def test_files_that_are_no_pass_are_refused_with_the_line(tmp_path, text, said):
    file = tmp_path / "odd.csv"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(FileError, match=said):
        read_pass(file)
    with pytest.raises(FileError, match="cannot be read"):
        read_pass(tmp_path / "missing.csv")


def test_names_of_passes_lead_nowhere_else(tmp_path):
    assert pass_file(tmp_path / "moves.unbakelib", "blends", "first") == tmp_path / "moves-blends-first.csv"
    for name in ("", "../x", "a b", "a.b", "x" * 41):
        with pytest.raises(UsageError, match="cannot name a pass"):
            pass_file(tmp_path / "moves.unbakelib", "blends", name)


def test_agreement_counts_frames_and_things_that_both_judged():
    a = judged(a=[(1, 10, True)], b=[(1, 10, True)], c=[(1, 10, False)], only=[(1, 5, True)])
    b = judged(a=[(1, 10, True)], b=[(1, 5, True), (6, 10, False)], c=[(1, 10, False)])
    found = agreement(a, b)
    assert (found.n, found.n_frames, found.only_first, found.only_second) == (3, 30, 1, 0)
    assert found.differ == ("b",)
    assert found.same == pytest.approx(2 / 3)
    assert found.frames_same == pytest.approx(25 / 30)
    # By hand: 15 yes-yes, 5 yes-no, 10 no-no; chance is (20·15 + 10·15) / 30².
    assert found.frames_kappa == pytest.approx((25 / 30 - 0.5) / 0.5)
    assert (found.no_first, found.no_second) == (pytest.approx(10 / 30), pytest.approx(15 / 30))
    assert kappa(np.ones(3, bool), np.ones(3, bool)) == 1.0
    with pytest.raises(UsageError, match="nothing in common"):
        agreement(judged(a=[(1, 2, True)]), judged(b=[(1, 2, True)]))
    with pytest.raises(UsageError, match="the other blends"):
        agreement(a, judged("blends", a=[(1, 2, True)]))


@pytest.fixture(scope="module")
def enriched(tmp_path_factory):
    file = tmp_path_factory.mktemp("enriched") / "moves.unbakelib"
    with Library.create(file) as library:
        library.add(walker(n=180).motion, "plain")
        library.add(walker(n=200, lean=0.4).motion, "leaning")
        enrich(library, EnrichOptions(0.03, seed=1, rules=("angles",), jobs=1))
    return file


def test_frames_on_which_passes_agree_become_labels_of_a_person(enriched):
    with Library.open(enriched) as library:
        clip, *_ = [clip for clip in library.clips() if clip.is_composed]
        start, end = clip.first_frame, clip.last_frame
        first = judged(**{clip.name: [(start, start + 49, True), (start + 50, end, False)], "gone": [(1, 2, True)]})
        second = judged(**{clip.name: [(start, start + 69, True), (start + 70, end - 5, False)]})
        taken = take_passes(library, [first, second])
        found = library.annotations(clip.id)
        row = found.row(FLAG)
        words = np.where(found.by_person[row], found.values[row], -1)
        n = clip.n_frames
        expected = np.concatenate([np.ones(50), np.full(20, -1), np.zeros(n - 70)])
        np.testing.assert_array_equal(words, expected)
        assert (taken.clips, taken.human, taken.not_human, taken.disputed) == (1, 50, n - 70, 20)
        assert taken.unknown == ("gone",)
        with pytest.raises(UsageError, match=f"frames {start} to {end}, not {end + 1}"):
            take_passes(library, [judged(**{clip.name: [(start, end + 1, False)]})])
        with pytest.raises(UsageError, match="blends are not in the library"):
            take_passes(library, [judged("blends")])


def test_a_blend_is_made_again_from_its_name_alone():
    sources = {
        "plain": walker(n=90),
        "leaning + x": walker(n=90),
        "leaning": walker(n=80, lean=0.4),
        "short": walker(n=30),
    }
    names = {name_of(random_stretches(sources, number)) for number in range(30)}
    assert len(names) > 20
    assert {one.clip for name in names for one in stretches_of(name)} == {"plain", "leaning"}
    assert {len(stretches_of(name)) for name in names} == {2, 3, 4}
    stretches = random_stretches(sources, 3)
    assert stretches == random_stretches(sources, 3) == stretches_of(name_of(stretches))
    once, again = (blend_of(sources, stretches_of(name_of(stretches))).motion for _ in range(2))
    np.testing.assert_array_equal(once.rotations_xyzw, again.rotations_xyzw)
    for odd in ("", "plain:3", "plain + leaning", "plain:x + leaning:2"):
        with pytest.raises(UsageError, match="is no blend"):
            stretches_of(odd)
    with pytest.raises(UsageError, match="not among those"):
        blend_of(sources, stretches_of("gone:1 + plain:2"))
    with pytest.raises(UsageError, match="a second or more"):
        random_stretches({"short": walker(n=30)}, 0)
