# Two commands do everything on a machine that has Python 3.11+ and make: `make demo` and `make test`.

VENV := .venv
BIN := $(VENV)/bin
PAGE := build/demo/01-quickstart.html

# The first Python that is new enough; `make PYTHON=/path/to/python` chooses another.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)

PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --root-user-action=ignore
NPM_INSTALL := npm install --no-package-lock --no-audit --no-fund --loglevel=error

# One file is one unit of work: its tests share fixtures. The order is that of tests/conftest.py.
PYTEST := $(BIN)/pytest --numprocesses auto --maxprocesses 8 --dist loadfile --no-loadscope-reorder

# Folders of tests that drive a program of npm's; each has a package.json.
NPM_FOLDERS := $(patsubst %/package.json,%,$(wildcard tests/*/package.json tests/*/*/package.json))
NPM_STAMPS := $(addsuffix /node_modules/.installed,$(NPM_FOLDERS))

# A mock server and a browser's Python that are too heavy for `make test`, beside the folders above.
PRISM := tests/client/outside/prism
PYODIDE := tests/display/outside/pyodide

# Root may not start JupyterLab, nor Chromium its sandbox, without being told.
LAB_FLAGS := $(if $(filter 0,$(shell id -u)),--allow-root)

export JUPYTER_PREFER_ENV_PATH := 1
# Containers often forbid byte code; then each of the hundred processes that tests start would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test check docs coverage lowest release notebooks fuzz fuzz-browser fuzz-documents fuzz-markdown fuzz-kills fuzz-offline fuzz-mock landing bench costs outside lint format types contracts all-tests quick-tests install tools clean

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' $(MAKEFILE_LIST) | expand -t 16

demo: $(VENV)/.demo ## the quick-start notebook in JupyterLab (HEADLESS=1: executed, and written as an HTML page)
ifdef HEADLESS
	@mkdir -p $(dir $(PAGE))
	@$(BIN)/jupyter nbconvert --log-level=ERROR --execute --to html --output-dir $(dir $(PAGE)) notebooks/01-quickstart.ipynb \
		2>$(PAGE).log || { cat $(PAGE).log >&2; exit 1; }
	@echo "$(abspath $(PAGE))"
else
	$(BIN)/jupyter lab $(LAB_FLAGS) notebooks/01-quickstart.ipynb
endif

test: install tools ## every check: lint, types, contracts, all tests (browsers, servers and notebooks included)
	@$(MAKE) --no-print-directory --keep-going lint types contracts all-tests

check: install ## the inner loop: lint, types, contracts and the quick tests
	@$(MAKE) --no-print-directory --keep-going lint types contracts quick-tests

fuzz: install ## hostile documents for 10 minutes (FUZZ_SECONDS=... for longer or shorter, FUZZ_SEED=... for others)
	@$(MAKE) --no-print-directory --keep-going --jobs=3 fuzz-browser fuzz-documents fuzz-markdown fuzz-kills fuzz-offline fuzz-mock

fuzz-mock:
	$(BIN)/python -m tests.mock.corpus_requests

fuzz-browser fuzz-documents fuzz-markdown fuzz-kills fuzz-offline:
	$(BIN)/python -m tests.hostile.$(subst -,_,$@) $(or $(FUZZ_SECONDS),600)

landing: install tools ## links and searches of large references, followed in JupyterLab, Notebook 7, Voila and a page
	@$(BIN)/python -m tests.browser.landing

bench: install benchmarks/peers/node_modules/.installed ## what it costs beside its peers, as benchmarks/RESULTS.md (BENCH=html for one table)
	@$(PIP_INSTALL) 'orjson>=3.10,<4'
	@$(BIN)/python -m benchmarks $(BENCH)
	@$(BIN)/python -m benchmarks.million_rows

outside: install ## Pyodide, marimo, Jupyter Book, Prism and schemathesis judge what is made here (OUTSIDE_OPERATIONS=... for more than 500 requests)
	@$(MAKE) --no-print-directory $(PRISM)/node_modules/.installed $(PYODIDE)/node_modules/.installed
	@$(BIN)/python -m tests.display.outside.in_pyodide
	@$(PIP_INSTALL) 'marimo>=0.10,<1'
	@$(BIN)/python -m tests.display.outside.in_marimo
	@$(PIP_INSTALL) 'mystmd>=1.3,<2'
	@$(BIN)/python -m tests.pages.outside.in_jupyter_book
	@$(BIN)/python -m tests.client.outside.prism_verdicts --operations $(or $(OUTSIDE_OPERATIONS),500)
	@$(BIN)/python -m tests.mock.outside
	@$(BIN)/python -m tests.petstore.test_schemathesis

costs: install ## calls and memory of every output of every document, held to their limits (`make test` holds some)
	@$(BIN)/python -m tests.costs.measure --seconds 3600

coverage: $(VENV)/.test ## all tests but the slow ones and the browser's, held to the share of lines and branches that they are known to reach
	$(PYTEST) -m "not slow and not browser" --quiet --cov --cov-report=term:skip-covered tests

lowest: $(VENV)/.test ## the same tests with the lowest versions that pyproject.toml allows
	@$(PIP_INSTALL) uv
	@$(BIN)/python -m venv --clear build/lowest
	@$(BIN)/uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct --editable '.[test]'
	build/lowest/bin/$(notdir $(PYTEST)) -m "not slow and not browser" --quiet tests

release: $(VENV)/.release ## build the archives, check them, and run the wheel in an environment of its own; uploads nothing
	@$(BIN)/python scripts/release.py

docs: $(VENV)/.docs ## the documentation site, in build/site: lessons, guides, a gallery, every public name
	@$(BIN)/python scripts/build_site.py

notebooks: $(VENV)/.test ## run the lessons and save their outputs
	@$(BIN)/python scripts/execute_notebooks.py

lint: $(VENV)/.test
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: $(VENV)/.test ## rewrite the sources as the linter wants them
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

types: $(VENV)/.test
	$(BIN)/mypy

contracts: $(VENV)/.test
	$(BIN)/lint-imports --no-logo

all-tests: $(VENV)/.test
	$(PYTEST) -p nbval --nbval --apiref-offline tests notebooks

quick-tests: $(VENV)/.test
	$(PYTEST) --quick --quiet tests

install: $(VENV)/.test

tools:
	@scripts/provide.sh chromium postgres node curl
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(NPM_STAMPS); fi

clean: ## remove what was made; the next command starts afresh
	rm -rf $(VENV) build dist $(addsuffix /node_modules,$(NPM_FOLDERS) $(PRISM) $(PYODIDE) benchmarks/peers)
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@[ -n "$(PYTHON)" ] || { echo "Python 3.11 or newer is needed; name it with make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || scripts/provide.sh python3-venv
	$(PYTHON) -m venv $(VENV)

# A stamp is newer than pyproject.toml when its extra is installed. The test extra holds the demo's.
$(VENV)/.demo $(VENV)/.test $(VENV)/.docs $(VENV)/.release: pyproject.toml | $(BIN)/python
	@echo "Installing apiref-nb with its $(subst .,,$(notdir $@)) extra into $(VENV)"
	@$(PIP_INSTALL) --editable '.[$(subst .,,$(notdir $@))]'
	@touch $@

%/node_modules/.installed: %/package.json
	@echo "Installing what $< names"
	@cd $* && $(NPM_INSTALL)
	@touch $@
