"""Unbake installed from the add-on's preferences: asked first, and not where Blender may not go online
(`tests/blender/installing_scenes.py`)."""

import pytest

pytestmark = pytest.mark.slow(60)


@pytest.mark.parametrize("access", ["offline", "online"])
def test_the_preferences_show_what_is_missing_and_the_commands(answer, access):
    found = answer("installed")
    shown = found[access]["shown"]
    assert "Unbake is not installed" in shown[0]
    assert [" ".join(command) for command in found["commands"]] == shown[2:4]
    assert shown[-1] == "unbake.install"
    assert any("may not go online" in line for line in shown) == (access == "offline")


@pytest.mark.parametrize("access", ["offline", "online"])
def test_the_button_asks_first(answer, access):
    found = answer("installed")[access]
    (words,) = found["asked"]["dialogs"]
    assert set(words) <= set(answer("installed")["words_of_dialogs"])
    assert words["title"] == "Install Unbake?"
    assert "Python Package Index (online)" in words["message"]
    assert "/own" in words["message"]
    assert found["asked"]["answer"] == ["RUNNING_MODAL"]
    assert found["ran_when_asked"] == 0


def test_nothing_runs_where_blender_may_not_go_online(answer):
    found = answer("installed")["offline"]
    assert "Blender may not go online" in found["said"]
    assert found["ran"] == []


def test_the_commands_that_were_shown_are_run(answer):
    found = answer("installed")
    assert found["online"]["said"] == ""
    assert found["online"]["ran"] == found["commands"]


def test_a_command_that_fails_ends_it_in_one_line(answer):
    found = answer("installed")["failed"]
    assert found["said"].endswith("failed: no such package")
    assert "\n" not in found["said"]
    assert len(found["ran"]) == 1
