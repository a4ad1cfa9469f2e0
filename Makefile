# make app    set everything up and open the app      (optional: PORT=8501 HOST=127.0.0.1)
# make test   set everything up and run all tests
# make check  ruff, mypy, import rules, all tests with coverage
# make bench  measure; results are kept in docs/benchmarks.md
PYTHON ?= python3
PORT ?= 8501
HOST ?= 127.0.0.1
BIN := .venv/bin
# One thread for every numeric library: the searches already run in parallel, and shared machines thank us.
export OMP_NUM_THREADS ?= 1
export LANCE_LOG ?= error
export TOKENIZERS_PARALLELISM ?= false
# Threads share two heaps instead of having up to sixteen: 200 MB less on a large graph, and no slower.
export MALLOC_ARENA_MAX ?= 2

.PHONY: app test check lint evaluate bench clean

.venv/.installed: requirements.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Guanxi needs Python 3.11 or newer; try make PYTHON=python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

.venv/.installed-dev: requirements-dev.txt .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

app: .venv/.installed
	@echo "Guanxi: http://$(HOST):$(PORT)"
	$(BIN)/python -m streamlit run app/main.py --server.port $(PORT) --server.address $(HOST)

test: .venv/.installed-dev
	$(BIN)/python -m pytest

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: lint
	# compiled code cannot be traced, so its lines are counted once uncompiled
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/unit/test_pagerank_engines.py tests/unit/test_score_attribution.py -k "not threads" -q --cov=core --cov-report=
	$(BIN)/python -m pytest --cov=core --cov-append --cov-report=term-missing:skip-covered --cov-report=json
	$(BIN)/python tests/coverage_gate.py

evaluate: .venv/.installed
	$(BIN)/python -m core evaluate --tasks data/questions.jsonl

bench: .venv/.installed-dev
	$(BIN)/python -m pytest tests/benchmarks -m benchmark -s -q

clean:
	rm -rf .venv .guanxi
