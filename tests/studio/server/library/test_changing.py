"""What the library knows of its clips, changed from the studio: tags, names, flags, and clips that go."""

import pytest

from clips import jump_clip
from library.making import wobble
from studio.server.serving import desk_in, quietly
from unbake.errors import UsageError
from unbake.library import Library
from unbake.studio.server import messages as m


@pytest.fixture
def desk(tmp_path):
    """A desk with a library open: a jump that is labelled, and two clips that are not."""
    desk = desk_in(tmp_path)
    with Library.create(desk.folder / "moves.unbakelib", ("Walk", "Jump")) as library:
        jump, _ = library.add(jump_clip(), "Jump", tags=["CMU"])
        library.annotate(jump, "Jump", 10, 40, True)
        for seed in (1, 2):
            library.add(wobble(seed), f"wobble {seed}")
    ask(desk, m.OpenLibrary("moves.unbakelib"))
    return desk


def ask(desk, message):
    return desk.answer(message, quietly)


def known(desk):
    return {clip.name: clip.tags for clip in ask(desk, m.ListLibrary()).clips}


def test_tags_and_names_change(desk):
    ask(desk, m.TagClips((1, 2), add=("odd",), remove=("CMU",)))
    ask(desk, m.RenameClip(3, "other"))
    assert known(desk) == {"Jump": ("odd",), "other": (), "wobble 1": ("odd",)}
    assert ask(desk, m.ListLibrary()).tags == ("odd",)
    for message in (m.RenameClip(3, "jump"), m.RenameClip(99, "none"), m.TagClips((1, 99), add=("late",))):
        with pytest.raises(UsageError):
            ask(desk, message)
    assert known(desk) == {"Jump": ("odd",), "other": (), "wobble 1": ("odd",)}


def test_clips_are_removed_and_one_that_is_open_stays_open(desk):
    clip = ask(desk, m.Open("library", "1")).clip
    assert ask(desk, m.AskWork((1, 2))) == m.WorkCounted(1, 30, 0)
    ask(desk, m.RemoveClips((1, 2)))
    assert list(known(desk)) == ["wobble 2"]
    assert ask(desk, m.ReadAnnotations(clip.id)).library_clip is None
    with pytest.raises(UsageError, match="add it first"):
        ask(desk, m.SaveAnnotations(clip.id, ()))
    added = ask(desk, m.AddToLibrary(clip.id))
    assert (added.name, added.is_new) == ("Jump", True)
    assert ask(desk, m.AskWork((added.id,))) == m.WorkCounted(0, 0, 0)


def test_flags_change_with_their_labels(desk):
    clip = ask(desk, m.Open("library", "1")).clip
    before = ask(desk, m.AskFlags()).flags
    assert before == (m.FlagCount("Walk", 0, 0), m.FlagCount("Jump", 1, 30))
    after = ask(desk, m.ChangeFlags(rename=(m.FlagRename("Jump", "Leap"),), remove=("Walk",), add=("Limp",)))
    assert after.flags == (m.FlagCount("Leap", 1, 30), m.FlagCount("Limp", 0, 0))
    leap, limp = ask(desk, m.ReadAnnotations(clip.id)).flags
    assert (leap.flag, len(leap.marks), limp.marks) == ("Leap", 1, ())
    with pytest.raises(UsageError, match="there twice"):
        ask(desk, m.ChangeFlags(remove=("Limp",), add=("leap",)))
    assert ask(desk, m.AskFlags()) == after
    assert ask(desk, m.ChangeFlags(remove=("Leap",))).flags == (m.FlagCount("Limp", 0, 0),)
    assert ask(desk, m.AskLibrary()).vocabulary == ("Limp",)
