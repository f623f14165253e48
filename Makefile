# make help lists the targets. The work is in deploy/*.sh.

.DEFAULT_GOAL := help
build := go build -o bin/ ./cmd/...

ifneq (,$(filter scan search,$(firstword $(MAKECMDGOALS))))

# In `make scan api` and `make search api q="..."` the second goal is the name
# of a project, even where a target has that name: none other is defined here.
# Both come to the shell by the environment, so that nothing in them is special.
project := $(word 2,$(MAKECMDGOALS))
export project q

.PHONY: scan search $(project)

scan:
	@test -n "$$project" || { echo 'usage: make scan PROJECT, or: make scan all' >&2; exit 2; }
	@$(build)
	@bin/indexer scan "$$project"

search:
	@test -n "$$project" && test -n "$$q" || { echo 'usage: make search PROJECT q="WORDS"' >&2; exit 2; }
	@$(build)
	@bin/coderag search "$$project" "$$q"

$(filter-out scan search,$(project)):
	@:

else

.PHONY: help up down logs status psql build test lint bench bench-quality bench-embedder e2e clean

## help: list the targets
help:
	@sed -n 's/^## \([^:]*\): /\1|/p' $(firstword $(MAKEFILE_LIST)) | awk -F '|' '{ printf "  make %-24s %s\n", $$1, $$2 }'

## up: install what is missing, start database and server, index this repository, ask a question
up:
	@deploy/up.sh prepare
	@$(build)
	@deploy/up.sh serve

## down: stop what make up started
down:
	@deploy/server.sh stop
	@deploy/database.sh stop

## logs: the last lines of the server's and the database's log
logs:
	@deploy/server.sh logs
	@deploy/database.sh logs

## status: what runs, and what each project's index holds
status:
	@deploy/database.sh status
	@deploy/server.sh status
	@test ! -x bin/indexer || deploy/database.sh status | grep -q stopped || bin/indexer status

## psql: a prompt at the database
psql:
	@deploy/database.sh psql

## scan PROJECT: bring the index of a project up to date; make scan all: of every one
## search PROJECT q="WORDS": search a project

## build: bin/server, bin/indexer and bin/coderag
build:
	@$(build)

## test: go vet, the linters and all tests, with a PostgreSQL of their own
test:
	@deploy/with-postgres.sh deploy/test.sh

## lint: the linters alone
lint:
	@deploy/lint.sh

## bench: times, memory and size of index and search on the Go standard library, or on CORPUS=DIR
bench:
	@$(build)
	@deploy/with-postgres.sh --durable go run ./tools/bench -corpus "$$CORPUS" $$BENCH

## bench-quality: search quality on the checkouts in CORPORA=DIR, by the questions in BENCH=DIR
bench-quality:
	@$(build)
	@deploy/with-postgres.sh --durable go run ./tools/quality -corpora "$$CORPORA" -bench "$$BENCH"

## bench-embedder: what the built-in embedder is worth, alone and with words, on the same CORPORA=DIR BENCH=DIR
bench-embedder:
	@$(build)
	@deploy/with-postgres.sh --durable go run ./tools/quality -embedder -corpora "$$CORPORA" -bench "$$BENCH"

## e2e: the real Claude Code client and the MCP conformance suite against the server
e2e:
	@deploy/with-postgres.sh e2e/run.sh

## clean: remove what was built; configuration, index and database stay
clean:
	@rm -rf bin .local/bin

endif
