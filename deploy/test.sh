#!/usr/bin/env bash
# What `make test` and CI run, inside deploy/with-postgres.sh: go vet, the
# linters, and the tests, whose own lines come last. All three run, whatever
# the first ones find.
set -uo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
cd "$root" || exit

status=0
go vet ./... || status=1
deploy/lint.sh || status=1
[ "$status" -eq 0 ] || say "go vet or the linters found something, see above; the tests follow"
go test -race ./... || status=1
exit "$status"
