#!/usr/bin/env bash
# Runs a command that finds a throw-away PostgreSQL in TEST_DATABASE_URL, and
# removes that afterwards. REQUIRE_DB=1 makes tests fail that get no database.
#
#   deploy/with-postgres.sh [--durable] COMMAND [ARGUMENT...]
#
# --durable gives the cluster the settings of `make up`, to measure with. A
# TEST_DATABASE_URL that is set, or a Docker engine, is used instead of a
# cluster: internal/pgtest starts its own containers.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

fast=--fast
[ "${1:-}" != --durable ] || { fast=""; shift; }
[ $# -gt 0 ] || usage "$0"
export REQUIRE_DB=1

cluster() { "$root/deploy/postgres.sh" --name "$1" "${@:2}"; }

# remove_leftovers removes the clusters of runs that were killed.
remove_leftovers() {
	local dir pid
	for dir in "$local_dir"/test-*/; do
		pid=$(basename "$dir" | sed 's/^test-//')
		[ "$pid" = '*' ] || kill -0 "$pid" 2>/dev/null || cluster "test-$pid" destroy 2>/dev/null || true
	done
}

if [ -n "${TEST_DATABASE_URL:-}" ]; then
	exec "$@"
elif docker_answers; then
	"$root/deploy/install.sh" --no-postgres
	exec "$@"
fi
"$root/deploy/install.sh"
remove_leftovers
# Not on top of the command's last lines: the removal is silent.
trap 'cluster "test-$$" destroy 2>/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
TEST_DATABASE_URL=$(cluster "test-$$" $fast start)
export TEST_DATABASE_URL
"$@"
