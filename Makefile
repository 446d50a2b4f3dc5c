# One word per habit; `make help` lists them. Works with no environment active: everything lives in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
MINUTES ?= 1
FUZZ ?= 50
# Folders of extras/: examples for other libraries, each with an environment of its own, since their pins clash.
TRAINERS := torchrl tianshou agilerl
EXTRAS := $(TRAINERS) ray
# The oldest releases that setup.cfg allows, the tests that both ends of the versions pass, and what only later ones have:
# PettingZoo's registry, Gymnasium's statistics of episodes with same-step autoreset.
OLDEST := gymnasium==1.2.0 pettingzoo==1.25.0
FACADES := $(patsubst %,tests/test_%.py,aec batch cleanrl conformance facades_equal gym sb3 vector)
LATER := makes_the_game_by_its_name or count_episodes_right and SameStep
# Where figures go; `make bench rivals RESULTS=benchmarks/results report` makes those of the README anew.
RESULTS ?= runs
# Suites that are measured beside arkade, each in an environment of its own, since their pins clash.
RIVALS := openspiel pgx pettingzoo rlcard envpool catanatron jumanji
VENVS := $(VENV) $(EXTRAS:%=.venv-%) .venv-oldest $(RIVALS:%=.venv-rivals-%)

# Stamps: what is installed already; made anew when the requirements change.
TRAIN := $(VENV)/.installed-train
TEST := $(VENV)/.installed-test
REQUIREMENTS := setup.cfg pyproject.toml constraints.txt
PIP = $(@D)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help run test lint fuzz bench trainers oldest rivals gate report clean $(EXTRAS)

help:  ## list these words
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

run: $(TRAIN)  ## roll out every game, train a player for a minute, show what it wins
	$(BIN)/arkade warmup
	$(BIN)/arkade bench --quick
	$(BIN)/arkade train replicants --minutes $(MINUTES) --out runs/replicants

test: lint  ## pass every test
	$(BIN)/arkade warmup
	$(BIN)/python -m pytest -n $(WORKERS)

lint: $(TEST)  ## style, types, imports that go one way
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	mkdir -p .mypy_cache/names
	ln -sfn ../../agents .mypy_cache/names/arkade_agents
	ln -sfn ../../benchmarks .mypy_cache/names/arkade_benchmarks
	$(BIN)/mypy -p arkade -p biohack_env -p enclosure_env -p hiddenark_env -p replicants_env -p arkade_agents -p arkade_benchmarks
	$(BIN)/lint-imports

fuzz: $(TEST)  ## play at random for long, kernels beside the referee, then again with every index checked
	$(BIN)/python -m pytest -n $(WORKERS) -m fuzz --fuzz-factor $(FUZZ)
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n $(WORKERS) -m fuzz

bench: $(TRAIN)  ## measure every layer of every game and number of players, and where a step's time goes: runs/*.json
	mkdir -p $(RESULTS)
	$(BIN)/arkade bench --all-players --json $(RESULTS)/bench.json
	$(BIN)/python -m arkade_benchmarks.profile --json $(RESULTS)/profile.json

trainers: $(TRAINERS)  ## learn to beat random play with other libraries: one word for each, too

ray:  ## play, search and learn on a Ray cluster of two processes: the results of one

oldest: .venv-oldest/.installed  ## pass the tests of the façades with the oldest Gymnasium and PettingZoo
	.venv-oldest/bin/python -m pytest -n $(WORKERS) -k "not ($(LATER))" $(FACADES)

$(EXTRAS): %: .venv-%/.installed
	.venv-$*/bin/python -m pytest extras/$* --override-ini pythonpath=extras/$* --capture no

rivals: $(TRAIN) $(RIVALS:%=.venv-rivals-%/.installed)  ## measure other suites beside arkade: runs/rivals.json and .md
	$(BIN)/python -m arkade_benchmarks.rivals --json $(RESULTS)/rivals.json

gate: $(TRAIN)  ## fail where a kernel got slower against a reference loop in the same process
	$(BIN)/python -m arkade_benchmarks.gate

report: $(TRAIN)  ## write README's figures and pictures from benchmarks/results
	$(BIN)/python -m arkade_benchmarks.readme

clean:  ## remove what make made: environments, builds, caches (runs/ stays)
	rm -rf $(VENVS) build dist *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENVS:%=%/bin/python):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "arkade needs Python 3.11 or newer; say which: make PYTHON=python3.11 …" >&2; exit 1; }
	$(PYTHON) -m venv $(@:/bin/python=)

# torch first: whatever needs it then finds the pinned one
$(TRAIN): $(REQUIREMENTS) | $(BIN)/python
	$(PIP) torch
	$(PIP) --editable '.[train]'
	touch $@

$(TEST): $(REQUIREMENTS) | $(BIN)/python
	$(PIP) torch
	$(PIP) --editable '.[test]'
	touch $(TRAIN) $@

.venv-oldest/.installed: $(REQUIREMENTS) Makefile | .venv-oldest/bin/python
	$(PIP) torch
	$(PIP) --editable '.[test]' $(OLDEST)
	touch $@

$(EXTRAS:%=.venv-%/.installed): .venv-%/.installed: extras/%/requirements.txt $(REQUIREMENTS) | .venv-%/bin/python
	$(PIP) torch
	$(PIP) --requirement $< --editable .
	touch $@

$(RIVALS:%=.venv-rivals-%/.installed): .venv-rivals-%/.installed: benchmarks/rivals/%.txt | .venv-rivals-%/bin/python
	$(PIP) --requirement $<
	touch $@
