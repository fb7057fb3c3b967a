"""Libraries of plain walkers."""

from synthesis.figures import walker
from unbake.library.library import Library

FLAGS = ("Walk", "Run", "Wave")


def walking_library(path, n=180):
    """A library with three walks of one figure, two of which are called walks and one a run."""
    with Library.create(path, FLAGS) as library:
        for name, source in (
            ("straight", walker(n)),
            ("left", walker(n, turning=1.5)),
            ("right", walker(n, step_m=0.9, turning=-1.5)),
        ):
            number, _ = library.add(source.motion, name)
            library.set_foot_labels(number, source.labels)
            library.annotate(number, "Run" if name == "right" else "Walk", 0, n, True)
    return path
