# Everything sets itself up: see scripts/setup. ARGS goes to the command, e.g. make play ARGS="play villagers".
.DEFAULT_GOAL := help
.PHONY: help play test bench figures fmt ledger golden fixtures docs screens reach contrast load mutants research ray compiled compiled-test plain

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' Makefile

play:  ## play a game
	@scripts/setup
	@.venv/bin/knaves $(ARGS)

test:  ## run every check: ruff, mypy, import-linter, the documentation, pytest
	@{ scripts/chromium >/dev/null || true; } & scripts/setup dev docs && .venv/bin/python scripts/check.py; \
		code=$$?; wait; exit $$code

compiled:  ## build the core and the rules as machine code: random play runs two to five times as fast
	@scripts/setup dev
	@scripts/compiler
	@.venv/bin/python -m compiled.build $(ARGS)

compiled-test:  ## the laws, golden games and rules of all games on a compiled build of their own
	@scripts/setup dev
	@scripts/compiler
	@.venv/bin/python -m compiled.check $(ARGS)

plain:  ## back to plain Python
	@.venv/bin/python -m compiled.build --clean

bench:  ## measure the engine, beside catanatron
	@scripts/setup dev
	@.venv/bin/knaves bench $(ARGS)

figures: compiled  ## measure both builds on a quiet machine, for docs/bench.json and the chart in the README
	@.venv/bin/knaves bench --write $(ARGS)
	@.venv/bin/python scripts/speed_chart.py

fmt:  ## put the code in order
	@scripts/setup dev
	@.venv/bin/ruff check --fix --quiet
	@.venv/bin/ruff format --quiet

ledger:  ## which clause of which rulebook is proved by which test
	@scripts/setup dev
	@.venv/bin/python -m tests.ledger $(ARGS)

golden:  ## write the golden playthroughs anew, after a wanted change of rules or words
	@scripts/setup dev
	@.venv/bin/python -m tests.golden.playthrough
	@.venv/bin/python -m tests.games.villains.golden.playthrough

research:  ## run the suites of PettingZoo, Gymnasium and OpenSpiel over every game and table
	@scripts/setup dev research
	@KNAVES_RESEARCH=all .venv/bin/pytest -q -n 2 tests/research $(ARGS)

ray:  ## play on a Ray cluster of two nodes, one of which is lost
	@scripts/setup dev ray
	@.venv/bin/pytest -q -n 0 tests/ray $(ARGS)

fixtures:  ## play the kept games anew, after a wanted change of rules or bots
	@scripts/setup dev
	@.venv/bin/python -m tests.fixtures.records $(ARGS)

docs:  ## build the documentation into build/docs
	@scripts/setup docs
	@NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --quiet --strict
	@echo "open build/docs/index.html"

screens:  ## take screenshots of every game into docs/screens
	@scripts/setup dev
	@scripts/chromium >/dev/null
	@.venv/bin/python scripts/screens.py $(ARGS)

reach:  ## walk through every ask of 20 games of each game at three sizes: is every answer in reach?
	@scripts/setup dev
	@scripts/chromium >/dev/null
	@.venv/bin/python -m tests.web.reach $(ARGS)

mutants:  ## change the code in small ways and see whether a test notices; ARGS="core/dice.py" for one piece
	@scripts/setup dev qa
	@nice .venv/bin/python scripts/mutants.py $(ARGS)

contrast:  ## let axe-core measure the contrast of every page in both themes, where `make test` has a quicker measure
	@scripts/setup dev
	@scripts/chromium >/dev/null
	@KNAVES_CONTRAST=axe .venv/bin/pytest -q -n 2 --dist loadgroup -m browser tests/web $(ARGS)

load:  ## measure 200 tables of every game with SQLite and PostgreSQL: clicks, and the processor time of a move by its parts
	@scripts/setup dev
	@.venv/bin/python -m scripts.load $(ARGS)
