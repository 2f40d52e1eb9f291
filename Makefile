# make tour     the notebooks, in JupyterLab (HEADLESS=1: as HTML pages in build/tour)
# make test     everything that has to pass but for the next three: lint, TensorFlow, notebooks, tests
# make test-r   R's own checks and tests, and R inside Python and Python inside R
# make test-widgets   the explorers: their rules, their JavaScript, and how they work in a browser
# make test-doors   what Arrow, Awkward, Dask, xarray, torch and file formats take and give
# make lint     formatting, lint and types only
# make bench    timings against plain NumPy and other libraries; bench-all: on every kind of rows, and memory
# make test-newest, test-oldest   the tests on Debian 13 with the newest of all; on the oldest versions allowed
# make campaign   the property tests at random with 2,000 examples each, not 30
# make clean    removes what was built, the environments included

.PHONY: help tour test test-r test-widgets test-doors test-newest test-oldest campaign lint unit conformance notebooks r bench \
	bench-all bench-environment clean system tour-system environment tensorflow r-package js widgets \
	doors

# Without compiled files each of the hundreds of processes of a run would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

PY := .venv/bin/python
CODE := raggedkit facades tests tools $(wildcard benchmarks)
NOTEBOOKS := $(sort $(wildcard notebooks/*.ipynb))

help:
	@sed -n '/^# make /s/^# //p' Makefile

# R's own kernel finds the R package in a library of this folder.
WITH_R := R_LIBS="$(CURDIR)/.venv/r$${R_LIBS:+:$$R_LIBS}"
# JupyterLab runs no server as root unless told to.
LAB := .venv/bin/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root)

# Headless and in CI the tour installs R where it can; in a terminal it never asks for root, and one line names the command.
tour: $(if $(HEADLESS)$(filter true,$(CI)),tour-system) environment r-package
ifeq ($(NOTEBOOKS),)
	@echo "tour: there are no notebooks in notebooks/ yet"
else ifdef HEADLESS
	@echo "tour: running $(words $(NOTEBOOKS)) notebooks into build/tour"
	@$(WITH_R) $(PY) tools/nb.py --html build/tour $(NOTEBOOKS)
else
	@$(MAKE) --no-print-directory .venv/loops
	@echo "tour: opening JupyterLab on notebooks/ (Ctrl-C twice to stop)"
	@$(WITH_R) $(LAB) $(firstword $(NOTEBOOKS))
endif

# One stage after the other, cheapest first, whatever -j says. Minutes are those of two quiet cores.
define stages
	+@for stage in $(1); do tools/timed.sh $$stage 0 $(MAKE) --no-print-directory $$stage || exit 1; done
endef

# Two stages at once: pip and mypy use one core each. Make prints the output of each in one piece, where it can (4.0).
define together
	+@$(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),-Otarget) $(1:%=timed-%)
endef

timed-%:
	+@tools/timed.sh $* 0 $(MAKE) --no-print-directory $*

# Loops for large arrays, compiled before somebody waits for them. NumPy serves if that fails.
.venv/loops: $(wildcard raggedkit/_kernels/compiled/*.py)
	@echo "tour: compiling loops for large arrays (once)"
	@$(PY) -m raggedkit.compile --quiet && touch $@ || true

test:
	@tools/timed.sh test 15 $(MAKE) --no-print-directory test-stages

test-stages:
	$(call stages,system)
	$(call together,environment tensorflow)
	$(call together,lint conformance)
	$(call stages,notebooks unit)

test-doors:
	@tools/timed.sh test-doors 8 $(MAKE) --no-print-directory doors

test-r:
	@tools/timed.sh test-r 6 $(MAKE) --no-print-directory test-r-stages

test-r-stages:
	$(call stages,system r)

test-widgets:
	@tools/timed.sh test-widgets 5 $(MAKE) --no-print-directory test-widgets-stages

test-widgets-stages:
	$(call stages,system js widgets)

# By hand, before a release or after a change of what is tried there.
test-newest:
	@tools/timed.sh test-newest 0 tools/newest.sh

test-oldest:
	@tools/timed.sh test-oldest 0 tools/oldest.sh

campaign: environment
	@tools/timed.sh campaign 0 tools/campaign.sh

system:
	@tools/system.sh r chromium venv

tour-system:
	@tools/system.sh r venv

environment:
	@tools/environment.sh

# For notebooks on R's own kernel, which find it by R_LIBS.
r-package:
	@tools/r_package.sh .venv/r

lint: environment
	@echo "lint: ruff check"
	@$(PY) -m ruff check --quiet .
	@echo "lint: ruff format --check"
	@$(PY) -m ruff format --check --quiet .
	@echo "lint: mypy --strict"
	@$(PY) -m mypy --strict --no-error-summary $(CODE)

unit: environment
	@echo "unit: pytest, docstring examples included"
	@$(PY) -m pytest -q -n 2 -m "not r and not doors" --ignore=tests/widgets

r: environment
	@echo "r: pytest of what takes R minutes"
	@$(PY) -m pytest -q -n 2 -m r tests/facades

js: environment
	@echo "js: types, lint and tests of raggedkit/widgets/js"
	@tools/js.sh types lint test

widgets: environment
	@echo "widgets: pytest of the explorers"
	@$(PY) -m pytest -q -n 2 tests/widgets

doors:
	@tools/doors.sh

# If it fails, conformance tries again and prints what is missing.
tensorflow:
	@tools/venv.sh .venv-tf -r tools/requirements-tensorflow.txt || true

conformance:
	@tools/conformance.sh

notebooks: environment r-package
ifeq ($(NOTEBOOKS),)
	@echo "notebooks: none in notebooks/ yet"
else
	@echo "notebooks: committed form"
	@$(PY) tools/nb.py --check $(NOTEBOOKS)
	@echo "notebooks: running $(words $(NOTEBOOKS)) and comparing every output"
	@$(WITH_R) $(PY) tools/nb.py --compare $(NOTEBOOKS)
endif

# If the other libraries cannot be installed, raggedkit is compared with copying only.
bench: bench-environment
	@echo "bench: python -m benchmarks compare"
	@.venv-bench/bin/python -m benchmarks compare

# Resumes after an interruption; also updates the picture in docs/images.
bench-all: bench-environment
	@echo "bench-all: python -m benchmarks all"
	@.venv-bench/bin/python -m benchmarks all

bench-environment:
	@tools/venv.sh .venv-bench -r tools/requirements-bench.txt || { \
	echo "bench: some of the other libraries cannot be installed (see the messages above)" >&2; \
	tools/venv.sh .venv-bench numpy numba; }

clean:
	@echo "clean: environments, build/, dist/ and caches"
	@rm -rf .venv .venv-tf .venv-doors .venv-bench .venv-oldest .venv-oldest-doors .debian13 build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
