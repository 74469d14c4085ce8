# Each command builds what it needs: python3 (with venv) and make suffice; the documentation also needs npm.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: figures test lint validate bench docs clean

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "theorysim needs Python 3.11 or newer: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -qq --upgrade pip

.venv/.figures: .venv/bin/python setup.cfg
	$(BIN)/python -m pip install -qq --editable ".[figures]"
	@touch $@

.venv/.all: .venv/bin/python setup.cfg
	$(BIN)/python -m pip install -qq --editable ".[all]"
	@touch $@ .venv/.figures

figures: .venv/.figures
	$(BIN)/theorysim figures

lint: .venv/.all
	$(BIN)/ruff check .
	$(BIN)/lint-imports

# One BLAS thread a process: the tests already run in as many processes as there are cores.
test: lint
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n auto

validate: .venv/.all
	$(BIN)/theorysim validate

bench: .venv/.all
	$(BIN)/python -m benchmarks

# MathJax in one file, so that pages show mathematics without a network; its npm package carries the Apache 2.0 licence.
docs/_static/tex-svg.js:
	@mkdir -p docs/_static
	cd docs/_static && npm pack --silent mathjax@3.2.2 && tar xzf mathjax-3.2.2.tgz --strip-components=2 package/es5/tex-svg.js && rm mathjax-3.2.2.tgz

docs: .venv/.all docs/_static/tex-svg.js
	$(BIN)/sphinx-build -W --keep-going docs docs/_build/html

clean:
	rm -rf .venv build *.egg-info
