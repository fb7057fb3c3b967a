# Everything happens in .venv (and, for Blender's second opinion in the tests, in .venv-blender).
PYTHON ?= python3.11
BIN := .venv/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet --constraint constraints.txt

.PHONY: help demo test check format bench setup clean

help:
	@echo "make demo    set up and run the main job on the clip that comes with the package"
	@echo "make test    set up what the tests need and run them all"
	@echo "make check   ruff, formatting, mypy"
	@echo "make bench   speed and quality, measured"

setup: .venv/ready

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/ready: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing Unbake into .venv …"
	$(PIP) --editable .
	@touch $@

.venv/ready-dev: .venv/ready
	@echo "Installing what development needs …"
	$(PIP) --editable '.[dev]'
	@touch $@

demo: .venv/ready
	$(BIN)/unbake demo

test: .venv/ready-dev
	@tests/install_extras.sh $(PYTHON)
	$(BIN)/python -m pytest --numprocesses 2 --dist loadgroup

check: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/ready-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/ready-dev
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .venv-blender unbake-demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
