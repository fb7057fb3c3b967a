"""The page on feet shows the figures that the benchmarks keep."""

import json

import pytest
from benchmarks.feet import detection_tables, kinds, unseen
from benchmarks.feet.page import PAGE, with_table
from benchmarks.feet.reported_labels import REPORTED

RESULTS = kinds.FILE.parent


def kept(name):
    return json.loads((RESULTS / name).read_text())


def test_tables_of_detection_are_those_of_the_kept_figures():
    page = PAGE.read_text()
    assert len(list(detection_tables.tables(kept(detection_tables.FILE.name)))) == 4
    assert detection_tables.on_page(page, kept(detection_tables.FILE.name)) == page


def test_tables_by_kind_are_those_of_the_kept_figures():
    page, figures = PAGE.read_text(), kept(kinds.FILE.name)
    rows = kinds.label_rows(figures)
    assert {row[0] for row in rows} | set(figures["whole clips"]) == {*kinds.KINDS, "all"}
    assert with_table(page, "detection by kind", kinds.LABEL_HEADER, rows) == page
    assert with_table(page, "plants by kind", kinds.WHOLE_HEADER, kinds.whole_rows(figures["whole clips"])) == page


def test_the_table_of_the_clean_up_is_that_of_the_kept_figures():
    page = PAGE.read_text()
    figures = kept(f"{unseen.unbake.__version__}-feet.json")
    assert with_table(page, unseen.TABLE, unseen.HEADER, unseen.rows_of(figures)) == page


def test_other_figures_give_another_page():
    figures = kept(detection_tables.FILE.name)
    figures["plates"]["default"]["accuracy"] = 0.123
    assert "12.3 / 17, 29" in detection_tables.on_page(PAGE.read_text(), figures)


def test_only_the_named_table_is_replaced():
    page = "before\n<!-- one -->\nold\n<!-- end -->\nbetween\n<!-- two -->\nkept\n<!-- end -->\n"
    found = with_table(page, "one", ["", "n"], [["a", "1"]])
    assert found == page.replace("old", "|  | n |\n| --- | --- |\n| a | 1 |")
    with pytest.raises(ValueError, match="not enough values"):
        with_table(page, "three", [], [])


def test_kinds_of_clips_for_reporting_are_known():
    names = {file.name.removesuffix(".feet.json") for file in REPORTED.glob("*.feet.json")}
    assert {kinds.kind_of(name) for name in names} == {"walk", "stand", "fight stances"}
