"""The public names of `unbake.feet`."""

from .detect.guess.guess import FootGuess as FootGuess
from .detect.guess.guess import guess_feet as guess_feet
from .detect.oracle import Oracle as Oracle
from .detect.oracle_file import load_oracle as load_oracle
from .detect.oracle_file import packaged_oracle as packaged_oracle
from .detect.oracle_file import save_oracle as save_oracle
from .labels import FootLabels as FootLabels
