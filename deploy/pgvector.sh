#!/usr/bin/env bash
# Builds pgvector from the source package of Debian 13 and installs it into the
# PostgreSQL whose pg_config is $1. For releases that have no package of it
# (Debian 12). The system's own package sources stay as they are: apt works on
# lists and a cache in a temporary folder.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

pg_config=${1:?usage: pgvector.sh PG_CONFIG}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # apt downloads as user _apt
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/source"

# The mirror this machine uses already.
# shellcheck disable=SC2016 # apt expands it
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' 2>/dev/null | head -1)
[ -n "$mirror" ] || die "apt knows no mirror of Debian" "run: apt-get update"
echo "deb-src [signed-by=$keyring] $mirror trixie main" >"$work/sources.list"
[ -f "$keyring" ] || die "$keyring is missing" "run: apt-get install debian-archive-keyring"

private_apt() {
	apt-get -q -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root "$@"
}

say "building pgvector for $("$pg_config" --version)"
private_apt update >&2
(cd "$work/source" && private_apt source pgvector >&2)
cd "$work"/source/pgvector-*/

# OPTFLAGS: for any processor of this kind, not only this one. with_llvm: no
# bitcode, for which clang would be needed; jit is off anyway.
make -s OPTFLAGS="" PG_CONFIG="$pg_config" with_llvm=no >&2
make -s install PG_CONFIG="$pg_config" with_llvm=no >&2
say "installed $(grep default_version "$("$pg_config" --sharedir)/extension/vector.control")"
