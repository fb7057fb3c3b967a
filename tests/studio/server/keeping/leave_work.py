"""A studio that keeps work and then is killed: run by a test as a program of its own, in the folder given."""

import sys
import time
from pathlib import Path

from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk


def quietly(step, part):
    pass


folder = Path(sys.argv[1])
desk = Desk(folder / "walk.bvh", folder, state=folder / "state")
opened = desk.answer(m.Open("startup"), quietly)
for changes in (1, 2, 3):
    desk.answer(m.Autosave(opened.clip.id, f'{{"changes": {changes}}}', changes), quietly)
print("kept", flush=True)
time.sleep(600)
