# make demo | test | fuzz | check | docs | picture | rooms | screenshots | experiments | experiments-quick | test-lowest | clean
# The first call sets up .venv; later ones only run what was asked for.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test fuzz lint types check docs picture rooms screenshots experiments experiments-quick test-lowest clean

demo: $(VENV)/.report
	$(BIN)/pennyweight demo

# Each process of the tests has a core; OpenMP would start as many threads in each as there are cores.
test test-lowest fuzz: export OMP_NUM_THREADS = 1

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --dist loadfile

# FUZZ_SECONDS=3600 lasts an hour; CASE=search:0:17 repeats one case, and says all of it.
fuzz: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m fuzz $(CASE)

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.dev
	$(BIN)/mypy

check: lint types test

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is in site/index.html"

picture: $(VENV)/.plot
	$(BIN)/python examples/breast_cancer.py docs/images

# The rooms of the package, from the imports.
rooms: $(VENV)/.dev
	$(BIN)/python examples/rooms.py docs/images/rooms.svg

# Needs Chromium.
screenshots: $(VENV)/.dev
	$(BIN)/python examples/screenshots.py docs/images

# Hours; stop it and call it again as you like. PENNYWEIGHT_DATA may name a folder with the data sets.
experiments: $(VENV)/.experiments
	$(BIN)/python -m experiments

experiments-quick: $(VENV)/.experiments
	$(BIN)/python -m experiments --quick

# The oldest versions that pyproject.toml allows must pass the tests as well; what they warn of is theirs.
test-lowest: pyproject.toml
	$(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet uv
	.venv-lowest/bin/uv pip install --quiet --python .venv-lowest/bin/python \
		--resolution lowest-direct --editable '.[dev]'
	.venv-lowest/bin/python -m pytest -n auto --dist loadfile -W default

clean:
	rm -rf $(VENV) .venv-lowest site demo

$(VENV)/.%: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
