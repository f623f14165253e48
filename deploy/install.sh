#!/usr/bin/env bash
# Installs what coderag needs and this machine lacks: git, Universal Ctags, a C
# compiler, make, curl, PostgreSQL and pgvector. A machine that has them all is
# left alone, and no package list is fetched. With --no-postgres the database
# is someone else's business.
#
# Debian and Ubuntu: apt, and pgvector from Debian's source package where the
# release has no binary one (Debian 12). macOS: Homebrew.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

with_postgres=yes
[ "${1:-}" = --no-postgres ] && with_postgres=no

universal_ctags() { ctags --version 2>/dev/null | grep -q 'Universal Ctags'; }

# missing_tools prints the packages of the tools that do not run here, by the
# names $1 (apt or brew) has for them.
missing_tools() {
	have git || echo git
	have curl || echo curl
	universal_ctags || echo universal-ctags
	[ "$1" = brew ] && return # the compiler comes with Xcode, not with brew
	have cc && have make && have c++ || echo build-essential
}

apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 "$@" >&2; }

# apt_update fetches the package lists, once.
apt_update() {
	[ -n "${lists_fetched:-}" ] || apt update
	lists_fetched=yes
}

apt_install() {
	[ $# -gt 0 ] || return 0
	say "apt-get install $*"
	apt_update
	apt install --no-install-recommends "$@"
}

# packaged_major prints the PostgreSQL version this release packages.
packaged_major() { apt-cache depends postgresql 2>/dev/null | sed -n 's/^.*Depends: postgresql-\([0-9]*\)$/\1/p' | head -1; }

# install_postgres_apt installs the release's PostgreSQL, unless there is one,
# with its pgvector package, or else one built from source.
install_postgres_apt() {
	local bin major
	bin=$(pg_bin)
	apt_update
	if [ -n "$bin" ]; then major=$(pg_major "$bin"); else major=$(packaged_major); fi
	[ -n "$major" ] || die "no PostgreSQL in this system's package lists" "install PostgreSQL 15 or newer with pgvector, or set DATABASE_URL"
	[ -n "$bin" ] || apt_install "postgresql-$major"
	if apt-cache show "postgresql-$major-pgvector" >/dev/null 2>&1; then
		apt_install "postgresql-$major-pgvector"
		return
	fi
	apt_install build-essential "postgresql-server-dev-$major"
	as_root "$root/deploy/pgvector.sh" "$(pg_bin)/pg_config"
}

install_apt() {
	local packages
	packages=$(missing_tools apt)
	# shellcheck disable=SC2086 # one package a word
	apt_install $packages
	[ "$with_postgres" = no ] || has_pgvector || install_postgres_apt
}

install_brew() {
	local packages
	packages=$(missing_tools brew)
	have cc || die "no C compiler" "run: xcode-select --install"
	[ "$with_postgres" = no ] || has_pgvector || packages="$packages postgresql@17 pgvector"
	[ -n "${packages// /}" ] || return 0
	say "brew install $packages"
	# shellcheck disable=SC2086 # one package a word
	brew install $packages >&2
}

if have apt-get; then
	install_apt
elif have brew; then
	install_brew
else
	missing=$(missing_tools apt | tr '\n' ' ')
	[ -z "$missing" ] || die "missing: $missing" "install them with this system's package manager"
fi
if [ "$with_postgres" = yes ]; then
	has_pgvector || die "no PostgreSQL with pgvector on this machine" \
		"install PostgreSQL 15 or newer and https://github.com/pgvector/pgvector#installation" "or set DATABASE_URL"
fi
have go || die "Go is not installed" "install it: https://go.dev/doc/install"
