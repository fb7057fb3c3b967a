"""Nothing is written for a user past `whole_file`: by reading the package, and on a disk that is full."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import unbake
from clips import packaged_bytes

ROOT = Path(unbake.__file__).parent
WRITES = {"write_text", "write_bytes", "savefig", "savez", "savez_compressed", "savetxt", "tofile", "to_csv", "dump"}
MAKES = {"whole_file", "scratch_folder"}
TO_A_GIVEN_PLACE = {
    # Saving functions of formats and the container below them: `registry.save` gives them a temporary file.
    ("formats/blender_script/format.py", "save_animation"),
    ("formats/bvh/writer.py", "write_bvh"),
    ("formats/c3d/format.py", "save_motion"),
    ("formats/c3d/format.py", "save_points"),
    ("formats/maya/format.py", "save_animation"),
    ("formats/fbx/format.py", "_write"),
    ("formats/gltf/container.py", "write_document"),
    ("formats/native/format.py", "save_animation"),
    ("formats/points/text.py", "write_csv"),
    ("formats/points/arrays.py", "write_npy"),
    ("formats/points/arrays.py", "write_npz"),
    ("formats/usd/layer.py", "write_layer"),
    # Processes that read C3D, FBX and USD, into a folder that their caller made for them and removes.
    ("formats/usd/child.py", "main"),
    ("formats/usd/child.py", "_keyed"),
    ("formats/usd/child.py", "_sampled"),
    ("formats/c3d/child.py", "main"),
    ("formats/fbx/child.py", "main"),
    # A journal, to which every worker adds lines.
    ("batch/record.py", "note"),
    # A tool for people who change the studio's messages.
    ("studio/server/typescript.py", ""),
}


def writes(node):
    """Whether a call writes to a file by name."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name not in (*WRITES, "save", "dump", "open"):
        return False  # at once: to write an owner out takes longer than all the rest
    owner = ast.unparse(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    if name == "save":
        return owner in ("np", "image", "Image")
    if name == "dump":
        return owner in ("json", "pickle")
    if name == "open" and owner != "os":
        modes = [a.value for a in [*node.args, *(k.value for k in node.keywords)] if isinstance(a, ast.Constant)]
        return any(isinstance(mode, str) and set(mode) <= set("wxab+t") and set(mode) & set("wxa+") for mode in modes)
    return name in WRITES


def is_into_memory(node):
    """Pictures that are drawn for a page go to a buffer."""
    return bool(node.args) and ast.unparse(node.args[0]) in ("buffer", "image", "packed", "out")


def unsafe(tree, inside=False, function=""):
    """Every call that writes outside of `with whole_file(…)`: the function's name and the line."""
    for node in ast.iter_child_nodes(tree):
        is_safe, name = inside, function
        if isinstance(node, ast.With):
            calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
            is_safe = inside or any(ast.unparse(call.func).split(".")[-1] in MAKES for call in calls)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            is_safe, name = False, node.name
        if writes(node) and not is_safe and not is_into_memory(node):
            yield name, node.lineno
        yield from unsafe(node, is_safe, name)


MODULES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if "node_modules" not in path.parts)


@pytest.mark.slow
def test_no_module_writes_past_the_one_way():
    assert len(MODULES) > 100
    trees = {module: ast.parse((ROOT / module).read_text(encoding="utf-8")) for module in MODULES}
    past = [(module, name, line) for module, tree in trees.items() for name, line in unsafe(tree)]
    assert [place for place in past if place[:2] not in TO_A_GIVEN_PLACE] == []


@pytest.mark.parametrize(
    "code",
    [
        "def f(path): path.write_text('a')",
        "def f(path):\n    with path.open('w') as out: out.write('a')",
        "def f(path):\n    with open(path, mode='xb') as out: out.write(b'a')",
        "def f(figure, path): figure.savefig(path)",
        "def f(path): np.savez_compressed(path, a=1)",
        "with whole_file(path) as t:\n    def f(path): path.write_bytes(b'')",
    ],
)
def test_the_judge_sees_what_is_written_past_it(code):
    assert len(list(unsafe(ast.parse(code)))) == 1


PREPARED = """
import json, os, resource, sys, traceback
from pathlib import Path
sys.path.insert(0, os.environ["TESTS"])
import unbake
from unbake.errors import FileError
from formats.figures import figure_motion

def said_by(write, path):
    os.chdir(path.parent)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
    try:
        write(Path(path.name))
    except FileError as error:
        return str(error)
    except BaseException:
        return traceback.format_exc()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

said = {}
for name, code in json.loads(sys.argv[1]).items():
    found = {}
    exec(code, globals(), found)
    globals().update(found)
    said[name] = said_by(found["write"], Path(os.environ["FOLDER"]) / name / name)
print(json.dumps(said))
"""
"""Writes each file where there is room for 100 bytes, and says what came of it."""
WRITERS = {
    "oracle.json.gz": "from unbake.feet.detect.oracle_file import packaged_oracle\n"
    "oracle = packaged_oracle()\nwrite = lambda path: unbake.feet.save_oracle(oracle, path)",
    "a.bvh": "motion = figure_motion(30)\nwrite = lambda path: unbake.save(motion, path)",
    "a.fbx": "motion = figure_motion(30)\nwrite = lambda path: unbake.save(motion, path)",
    "a.glb": "motion = figure_motion(30)\nwrite = lambda path: unbake.save(motion, path)",
    "a.gltf": "motion = figure_motion(30)\nwrite = lambda path: unbake.save(motion, path)",
    "a.json": "motion = figure_motion(30)\nwrite = lambda path: unbake.save(motion, path)",
    "a.py": "motion = figure_motion(30)\nwrite = lambda path: unbake.save(motion, path)",
    "a.c3d": "motion = figure_motion(30)\nwrite = lambda path: unbake.save(motion, path)",
    "a.ma": "motion = figure_motion(30)\nwrite = lambda path: unbake.save(motion, path)",
    "a.anim": "motion = figure_motion(30)\nwrite = lambda path: unbake.save(motion, path)",
    "a.usda": "motion = figure_motion(30)\nwrite = lambda path: unbake.save(motion, path)",
    "a.npy": "points = unbake.points_of(figure_motion(30))\nwrite = lambda path: unbake.save(points, path)",
    "a.npz": "points = unbake.points_of(figure_motion(30))\nwrite = lambda path: unbake.save(points, path)",
    "a.csv": "points = unbake.points_of(figure_motion(30))\nwrite = lambda path: unbake.save(points, path)",
    "a.unbake": "from unbake.studio.server.keeping.projects import Project, save_project\n"
    "from unbake.formats.registry import ReadOptions\n"
    "project = Project({'a.bvh': os.urandom(500)}, '{}', ReadOptions())\n"
    "write = lambda path: save_project(project, path)",
    "preferences.json": "from unbake.studio.server.keeping.preferences import Preferences\n"
    "import json\nwrite = lambda path: Preferences(path).keep(json.dumps({'a': 'b' * 500}))",
    "report.html": "from unbake.reports.page.report import write_report\n"
    "reduction = unbake.reduce_motion(unbake.load_motion(os.environ['CLIP']).excerpt(1, 30))\n"
    "write = lambda path: write_report(reduction, path, source='a', command='b')",
}


@pytest.fixture(scope="module")
def on_a_full_disk(tmp_path_factory):
    """What each writer said, and where; all of them in one process, which takes a second to start."""
    folder = tmp_path_factory.mktemp("full")
    clip = folder / "capture.bvh"
    clip.write_bytes(packaged_bytes())
    for name in WRITERS:
        (folder / name).mkdir()
        (folder / name / name).write_text("old")
    settings = {**os.environ, "TESTS": str(Path(__file__).parents[2]), "CLIP": str(clip), "FOLDER": str(folder)}
    # Without -B, modules that are imported past the limit would leave cut-off bytecode for whoever comes next.
    command = [sys.executable, "-B", "-c", PREPARED, json.dumps(WRITERS)]
    run = subprocess.run(command, capture_output=True, text=True, env=settings, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    return folder, json.loads(run.stdout)


@pytest.mark.skipif(os.name != "posix", reason="the limit is POSIX's")
@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_leaves_the_old_file(on_a_full_disk, name):
    folder, said = on_a_full_disk
    assert said[name] == f"{name}: cannot be written (File too large)"
    assert (folder / name / name).read_text() == "old"
    assert [path.name for path in (folder / name).iterdir()] == [name]
