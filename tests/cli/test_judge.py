"""``unbake judge``, as a user runs it."""

from cli.running import run_json
from unbake.cli.main import main
from unbake.library.library import Library

HEADER = "transplant,first,last,human\n"


def test_agreement_of_two_passes_is_printed(tmp_path, capsys):
    (tmp_path / "a.csv").write_text(f"{HEADER}x,1,10,yes\ny,1,10,no\n")
    (tmp_path / "b.csv").write_text(f"{HEADER}x,1,10,yes\ny,1,5,yes\ny,6,10,no\n")
    said = run_json(capsys, "judge", "agreement", tmp_path / "a.csv", tmp_path / "b.csv")
    assert (said["n"], said["same"], said["frames_same"], said["frames_kappa"]) == (2, 1.0, 0.75, 0.5)
    assert main(["judge", "agreement", str(tmp_path / "a.csv"), str(tmp_path / "b.csv")]) == 0
    shown = capsys.readouterr().out
    assert "75.0 %, kappa 0.50" in shown
    assert main(["judge", "agreement", str(tmp_path / "a.csv"), str(tmp_path / "none.csv")]) == 1
    assert "cannot be read" in " ".join(capsys.readouterr().err.split())


def test_names_that_the_library_lacks_are_said(tmp_path, capsys):
    Library.create(tmp_path / "moves.unbakelib").close()
    (tmp_path / "a.csv").write_text(f"{HEADER}x,1,10,yes\n")
    said = run_json(capsys, "judge", "take", tmp_path / "moves.unbakelib", tmp_path / "a.csv")
    assert (said["clips"], said["unknown"]) == (0, ["x"])
