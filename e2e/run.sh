#!/usr/bin/env bash
# What `make e2e` runs, inside deploy/with-postgres.sh: installs the programs of
# others that e2e/package.json pins into .local/e2e, once, and runs all tests of
# this folder, those that drive them as well. Arguments go to go test:
#
#   deploy/with-postgres.sh e2e/run.sh -v -run Claude
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=../deploy/lib.sh
. deploy/lib.sh

clients=$local_dir/e2e

# install brings the clients up to date with package.json. The suite wants Node
# 22 or newer, which package.json brings along for Linux on x86-64.
install() {
	have npm || die "npm is not installed" "install Node.js 22 or newer: https://nodejs.org"
	mkdir -p "$clients"
	cmp -s e2e/package.json "$clients/installed.json" && return
	cp e2e/package.json "$clients/package.json"
	say "installing Claude Code, the conformance suite and the Inspector into ${clients#"$root/"}"
	(cd "$clients" && npm install --no-audit --no-fund --no-package-lock --loglevel=error >&2)
	cp e2e/package.json "$clients/installed.json"
}

# require_node ends the script when the Node.js that the clients get is too old.
require_node() {
	local version
	version=$(PATH=$clients/node_modules/.bin:$PATH node --version)
	version=${version#v}
	[ "${version%%.*}" -ge 22 ] ||
		die "Node.js is $version, the conformance suite needs 22" "install Node.js 22 or newer: https://nodejs.org"
}

install
require_node
export E2E_CLIENTS=$clients/node_modules/.bin
go test -tags clients -count=1 "$@" ./e2e
