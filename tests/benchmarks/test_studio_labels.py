"""Passes of the studio over blends and transplants, as benchmarks read them."""

import pytest
from benchmarks.scores.studio_labels import table, unnatural
from benchmarks.transplants.judging import stretches
from tests.synthesis.figures import walker

from unbake.composition.judging.passes import Pass, Run
from unbake.composition.judging.random_blends import name_of, random_stretches
from unbake.composition.material import library_material
from unbake.errors import UsageError
from unbake.library.library import Library


def test_a_blend_with_any_run_called_unnatural_is_unnatural():
    one = Pass("blends", {"a": (Run(1, 60, True),), "b": (Run(1, 20, True), Run(21, 60, False))})
    assert unnatural(one) == {"a": False, "b": True}
    with pytest.raises(UsageError, match="not over blends"):
        unnatural(Pass("transplants", {}))


@pytest.mark.slow
def test_scores_are_held_against_blends_that_both_passes_judge_alike(tmp_path):
    with Library.create(tmp_path / "moves.unbakelib") as library:
        library.add(walker(n=180).motion, "plain")
        library.add(walker(n=200, lean=0.4).motion, "leaning")
        found = library_material(library)
        sources = {clip.name: one for clip, one in zip(found.clips, found.material.sources, strict=True)}
        names = [name_of(random_stretches(sources, number)) for number in range(6)]
        first = Pass("blends", {name: (Run(1, 60, n % 2 == 0),) for n, name in enumerate(names)})
        second = first.with_answer(names[0], [Run(1, 60, False)])
        rows = dict(table(library, first, second))
    assert rows["both passes agree on"].startswith("83% of 6")
    assert rows["unnatural"] == "3 of 5"
    assert len(rows) == 4


def test_both_kinds_of_passes_over_transplants_say_the_same(tmp_path):
    (tmp_path / "sheets.csv").write_text("transplant,first,last\nt002,20,89\n")
    text = "transplant,first,last,human\nt001,1,90,yes\nt002,1,20,yes\nt002,21,90,no\n"
    (tmp_path / "studio.csv").write_text(text)
    assert stretches(tmp_path / "sheets.csv") == {"t002": [(20, 89)]}
    assert {name: runs for name, runs in stretches(tmp_path / "studio.csv").items() if runs} == {"t002": [(20, 89)]}
