#!/usr/bin/env bash
# Runs golangci-lint, built once into .local/bin. Arguments go to it.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
cd "$root"

version=v2.15.0
linter=$local_dir/bin/golangci-lint-$version
if [ ! -x "$linter" ]; then
	say "building golangci-lint $version"
	GOBIN=$local_dir/bin GOFLAGS="" go install "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$version"
	mv "$local_dir/bin/golangci-lint" "$linter"
fi
exec "$linter" run "$@"
