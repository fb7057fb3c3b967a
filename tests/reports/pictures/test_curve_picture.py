import numpy as np
import pytest
from matplotlib.figure import Figure

from clips import packaged_clip
from unbake.curves.fits.fit import fit
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.reports.pictures import curve_picture
from unbake.reports.pictures.curve_picture import curves_plot_png

NAMES = ("Hips.ty", "LeftLeg.rx")


@pytest.fixture(scope="module")
def animation():
    keys = (0, 20, 45, 70, 99)
    classes = ("keypose", "breakdown", "keypose", "breakdown", "keypose")
    return fit(packaged_clip().excerpt(1, 100), Selection(keys, classes=classes))


def drawn(monkeypatch, tmp_path, animation):
    """The axes of the picture, and its file."""
    figures = []
    monkeypatch.setattr(curve_picture, "Figure", lambda *a, **k: figures.append(Figure(*a, **k)) or figures[0])
    curves_plot_png(packaged_clip().excerpt(1, 100), animation, NAMES, tmp_path / "curves.png", "Jump")
    return figures[0].axes, tmp_path / "curves.png"


def test_the_curve_stands_on_its_keys_and_every_handle_is_drawn(monkeypatch, tmp_path, animation):
    axes, file = drawn(monkeypatch, tmp_path, animation)
    assert file.read_bytes().startswith(b"\x89PNG")
    assert len(axes) == 2 * len(NAMES)
    curve = next(
        c for c in animation.curves if (animation.skeleton.names[c.channel.joint], c.channel.name) == ("Hips", "ty")
    )
    lines = axes[1].get_lines()
    diamonds = [line for line in lines if line.get_marker() == "D"]
    shown = sorted((x, y) for line in diamonds for x, y in zip(*line.get_data(), strict=True))
    assert np.allclose(shown, np.stack([curve.frames + 1, 100.0 * curve.values], axis=1))
    assert [len(line.get_xdata()) for line in diamonds] == [3, 2]
    ends = {
        tuple(np.round((line.get_xdata()[-1], line.get_ydata()[-1]), 6))
        for line in lines
        if line.get_marker() == "None"
    }
    for handle in (*curve.left[1:], *curve.right[:-1]):
        assert tuple(np.round((handle[0] + 1, 100.0 * handle[1]), 6)) in ends


def test_before_shows_the_capture(monkeypatch, tmp_path, animation):
    axes, _ = drawn(monkeypatch, tmp_path, animation)
    (dots,) = axes[0].get_lines()
    height = packaged_clip().excerpt(1, 100).translations_m[:, 0, 1]
    assert np.allclose(dots.get_ydata(), 100.0 * height)
    assert list(dots.get_xdata()) == list(range(1, 101))


def test_an_unknown_curve_is_refused(tmp_path, animation):
    with pytest.raises(UsageError, match=r"no curve 'LeftLeg.rw'; did you mean 'LeftLeg.r"):
        curves_plot_png(packaged_clip().excerpt(1, 100), animation, ["LeftLeg.rw"], tmp_path / "curves.png")
    assert not list(tmp_path.iterdir())
