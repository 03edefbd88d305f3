# PitDesk: every target first installs what it needs. `make` lists them.
SHELL := /bin/bash
VENV := .venv
PY := $(VENV)/bin/python
RUNS := $(VENV)/.run-packages-ok $(VENV)/.run-system-ok
CHECKS := $(VENV)/.test-packages-ok
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
# Where books of tests are quick to write: in memory, where there is enough of it.
MEMORY := $(shell df --output=avail /dev/shm 2>/dev/null | awk 'NR > 1 && $$1 > 2000000 {print "PYTEST_DEBUG_TEMPROOT=/dev/shm"}')
# Three at once on two cores: while one waits for a printer or a process, another works.
TEST := $(MEMORY) QT_QPA_PLATFORM=offscreen $(PY) -m pytest -n 3 --dist worksteal
# The tests of the trade, but for the random, those that start servers or processes, and what counts for long:
# a year, games, every letter of a code, every color in any light, two nights for each rule.
CORE := tests/test_house.py tests/test_shifts.py tests/pitdesk -m "not storm and not long" \
	$(addprefix --ignore tests/pitdesk/,office commands upkeep stations test_given.py \
	due/test_quarters.py games codes/test_slips.py chipset/test_photo.py shifts/test_nights.py \
	reports/test_flow.py)
CODE := pitdesk printers ui tests installer

# The first Python in range that can make a virtual environment: one asked for with make PYTHON=…, the
# system's own, which it keeps up to date and builds to run fast, then any other in the path.
define FIND_PYTHON
find_python() { \
	local p; \
	for p in $(PYTHON) /usr/bin/python3 python3.11 python3.12 python3.13 python3; do \
		if $$p -c 'import sys, ensurepip, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
			2>/dev/null; then command -v $$p; return; fi; \
	done; \
}
endef

unexport PYTHONDONTWRITEBYTECODE  # tests start hundreds of programs, compiled once

.PHONY: help setup tools run demo quick test storm emulator bench lint format map screens pictures build deb windows \
	clean

help: ## List the targets
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## /  \1\t/' | expand -t 12

setup: $(RUNS) ## Install what running PitDesk needs, here and in the system

tools: $(RUNS) $(CHECKS) $(VENV)/.test-system-ok ## Install what its tests and checks need as well

run: setup ## Open the window: make run ARGS="--practice"
	@$(PY) -m ui $(ARGS) || test $$? -eq 2  # 2: no display, and said so

demo: setup ## Play a night at the tables and print its slips
	$(PY) -m pitdesk demo

quick: lint ## In a minute: style, types, imports, and the tests of the core
	$(TEST) $(CORE) $(ARGS)

test: tools ## Run all that a change needs: make test ARGS="-k fill"
	$(TEST) $(ARGS)

storm: tools ## Run the random and the faulty for long: make storm ARGS="--size 20 --seed 7"
	$(TEST) -m storm --size 10 $(ARGS)

emulator: tools ## Print slips on receipt printers that others wrote, and read the paper
	@if installer/emulator.sh build/emulator; \
	then $(PY) -m pytest -n 0 tests/printers/test_emulator.py -rs $(ARGS); \
	else echo 'Skipped: the emulator cannot be installed here, for the reason above.'; fi

bench: tools ## Measure speed
	QT_QPA_PLATFORM=offscreen $(PY) tests/bench/run.py $(ARGS)

lint: $(CHECKS) ## Check style, types and which package imports which
	$(PY) -m ruff check $(CODE)
	$(PY) -m ruff format --check $(CODE)
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo

format: $(CHECKS) ## Rewrite the code in the house style
	$(PY) -m ruff check --fix-only $(CODE)
	$(PY) -m ruff format $(CODE)

map: $(CHECKS) ## Draw the map of the rooms from their imports
	$(PY) installer/map.py resources/pictures/map.svg

screens: setup ## Draw the pictures of the manual, and every screen in every theme into build/screens
	QT_QPA_PLATFORM=offscreen $(PY) installer/screens.py resources/manual/pictures --manual
	QT_QPA_PLATFORM=offscreen $(PY) installer/screens.py build/screens

pictures: tools demo ## Draw the pictures of the README from the demonstration
	$(PY) installer/pictures.py demo-out resources/pictures
	QT_QPA_PLATFORM=offscreen $(PY) installer/screens.py resources/pictures --front

build: | $(PY) ## Make one folder of PitDesk that needs no Python: dist/pitdesk
	installer/build.sh $(PY)

deb: build ## Make of it a package for Debian and Ubuntu
	installer/deb.sh

windows: setup ## Check the script of the Windows installer, with nothing in it; under Wine, if there is one
	installer/nsis.sh $(PY)

clean: ## Remove all that these targets made
	rm -rf $(VENV) build dist demo-out *.egg-info .coverage htmlcov
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@$(FIND_PYTHON); \
	python=$$(find_python); \
	if [ -z "$$python" ]; then \
		installer/system.sh python3-venv || true; \
		python=$$(find_python); \
	fi; \
	if [ -z "$$python" ]; then \
		echo 'PitDesk needs Python 3.11, 3.12 or 3.13 with its venv module; none was found.' >&2; \
		echo 'Install one (on Debian and Ubuntu: the package python3-venv) and run make again.' >&2; \
		exit 1; \
	fi; \
	echo "Making $(VENV) with $$python"; \
	"$$python" -m venv --clear $(VENV)

$(VENV)/.run-packages-ok: requirements.lock pyproject.toml | $(PY)
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(CHECKS): installer/test-requirements.lock | $(VENV)/.run-packages-ok
	$(PIP) --require-hashes -r $<
	@touch $@

$(VENV)/.%-system-ok: installer/apt-%.txt installer/system.sh | $(PY)
	installer/system.sh $<
	@touch $@
