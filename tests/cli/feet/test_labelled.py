"""What commands about feet print of labels."""

from unbake.cli.feet.labelled import print_labels


def test_plants_that_touch_are_one_whoever_they_are_by(capsys):
    """As they are held: two, on the table, would be two places where a foot stands."""
    plants = [[1, 11, "oracle"], [12, 45, "hand"], [46, 60, "oracle"], [62, 70, "oracle"]]
    labelled = [[1, 11, "oracle"], [12, 45, "hand"], [46, 80, "oracle"]]
    fields = {"labels": "a.feet.json", "frames": [1, 80], "labelled": labelled, "picture": None}
    print_labels({**fields, "plants": {"left-heel": plants, "left-toe": []}})
    rows = {row.split("  ")[0]: row.split("  ", 1)[1].strip() for row in capsys.readouterr().out.splitlines()}
    assert rows["left-heel"] == "1–60, 62–70"
    assert rows["left-toe"] == "never planted"
    assert rows["labelled"] == "1–11, 46–80 by the oracle; 12–45 by hand"
