"""Demands as files: what is read, and that whatever is wrong has its line."""

from contextlib import suppress

import pytest

from unbake.composition.demands.toml_file import load_demand
from unbake.errors import FileError, UnbakeError

WHOLE = """
length = 6.0

[start]
place = [1.0, 2.0]
heading = 90

[end]
place = [4, 3.5]

[[stretch]]
to = 3.0
must = ["Walk"]
must-not = ["Turn Left"]

[[stretch]]
from = 3.0
must = ["Run"]
others = "must-not"
may = ["Wave"]

[[pose]]
at = 1.5
clip = "walk-1"
frame = 20

[[place]]
at = 3.0
heading = -45.0

[path]
points = [[1.0, 2.0], [2.0, 3.0], [4.0, 3.5]]
"""


def written(folder, text):
    file = folder / "demand.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_everything_is_read(tmp_path):
    demand = load_demand(written(tmp_path, WHOLE)).demand
    assert demand.n_frames == 361
    first, second = demand.stretches
    assert (first.start_s, first.stop_s, first.must, first.must_not) == (0.0, 3.0, ("Walk",), ("Turn Left",))
    assert (second.start_s, second.stop_s, second.others, second.may) == (3.0, 6.0, "must-not", ("Wave",))
    assert (demand.start.place_m, demand.start.heading_deg) == ((1.0, 2.0), 90.0)
    assert [(spot.at_s, spot.place_m, spot.heading_deg) for spot in demand.spots] == [
        (3.0, None, -45.0),
        (6.0, (4.0, 3.5), None),
    ]
    assert (demand.poses[0].clip, demand.poses[0].number, demand.poses[0].line) == ("walk-1", 20, 22)
    assert demand.path.stop_s == 6.0


def test_actors_have_starts_and_ends_of_their_own(tmp_path):
    text = (
        'length = 2\n[[actor]]\nname = "A"\nstart = { place = [0, 0] }\n[[actor]]\nname = "B"\nend = { place = [1, 1] }'
    )
    found = load_demand(written(tmp_path, text))
    assert [actor.name for actor in found.actors] == ["A", "B"]
    assert found.actors[1].demand.spots[0].place_m == (1.0, 1.0)
    assert not found.actors[0].demand.spots


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("length = 6\nlenght = 3", 2, "no 'lenght'"),
        ('length = "6"', 1, "'length' must be a number"),
        ("[start]\nplace = [0, 0]", None, "'length' is missing"),
        ("length = 6\n[[stretch]]\nfrom = 1\nmust = 3", 4, "a list of flags"),
        ("length = 6\n[[stretch]]\nfrom = 5\nto = 2", 2, "no stretch"),
        ("length = 6\n[[stretch]]\n[[stretch]]\nothers = 'no'", 4, "must-not"),
        ("length = 6\n[[place]]\nat = 7\nplace = [0, 0]", 2, "not within the 6 s"),
        ("length = 6\n[[place]]\nat = 3", 2, "a place or a heading"),
        ("length = 6\n[end]\nplace = [0, 0, 0]", 3, "x and z"),
        ("length = 6\n[end]\nplace = [0, nan]", 2, "two numbers of metres"),
        ("length = 6\n[path]\npoints = [[0, 0]]", 3, "two or more places"),
        ("length = 6\n[[pose]]\nat = 1\nclip = 'a'\nframe = 1.5", 5, "number of a frame"),
        (
            "length = 6\n[[pose]]\nat = 1\nclip = 'a'\nframe = 1\n[[pose]]\nat = 1\nclip = 'b'\nframe = 2",
            6,
            "two poses",
        ),
        ("length = 6\n[[stretch]]\nmust = ['Run']\n[[stretch]]\nfrom = 2\nmust-not = ['run']", 4, "must not hold"),
        ("length = 6\nstretch = 5", 2, "[[stretch]]"),
        ("# two\nlength = 0", 2, "0.2 to 600 s"),
        ("length = 6\n[[actor]]\nname = 'A'", 2, "at least two"),
        ("length = 6\n[end\nplace = 1", 2, "is no TOML"),
        ("length = 6\n[[actor]]\nname = 'A'\n[[actor]]\nname = 'A'", 2, "the same name"),
        ("length = 6\n[end]\nplace = [0, 0]\n[[actor]]\nname = 'A'", None, "those of each [[actor]]"),
    ],
)
def test_what_is_wrong_has_its_line(tmp_path, text, line, words):
    with pytest.raises(UnbakeError) as error:
        load_demand(written(tmp_path, text))
    assert words in str(error.value)
    assert "\n" not in str(error.value)
    if line is not None:
        assert f"demand.toml:{line}: " in str(error.value)


@pytest.mark.parametrize("cut", range(0, len(WHOLE), 23))
def test_a_cut_file_is_read_or_refused(tmp_path, cut):
    # Anything but an error of ours would end the test.
    with suppress(UnbakeError):
        load_demand(written(tmp_path, WHOLE[:cut]))


def test_what_is_no_text_is_refused(tmp_path):
    file = tmp_path / "demand.toml"
    file.write_bytes(b"\xff\xfe\x00length")
    for path in (file, tmp_path / "none.toml", tmp_path):
        with pytest.raises(FileError):
            load_demand(path)
