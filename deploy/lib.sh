# shellcheck shell=bash
# What the scripts of this folder share. It is sourced, and works with the bash
# 3.2 of macOS.

# root is the checkout, without symbolic links; what is made at run time goes
# to .local in it. The hash of root names things that must lie elsewhere.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
local_dir=$root/.local

have() { command -v "$1" >/dev/null 2>&1; }

say() { printf 'coderag: %s\n' "$*" >&2; }

# die prints what is wrong and, below, what to do about it, and ends the script.
die() {
	printf 'coderag: %s\n' "$1" >&2
	[ $# -lt 2 ] || printf '  fix: %s\n' "${@:2}" >&2
	exit 1
}

# as_root runs a command as root, by sudo where need be.
as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif have sudo; then
		sudo "$@"
	else
		die "this needs root: $*" "run it as root, then again what you ran now"
	fi
}

checkout_hash() { printf %s "$root" | git hash-object --stdin | cut -c1-12; }

docker_answers() { have docker && docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1; }

# pg_bins lists the folders with a PostgreSQL server, the newest first.
pg_bins() {
	ls -d /usr/lib/postgresql/*/bin/initdb /opt/homebrew/opt/postgresql@*/bin/initdb \
		/usr/local/opt/postgresql@*/bin/initdb /usr/local/pgsql/bin/initdb 2>/dev/null |
		sed 's|/initdb$||; s|.*/postgresql[/@]\([0-9]*\)/.*|\1 &|; s|^/|0 /|' | sort -rn | cut -d' ' -f2 || true
	! have pg_config || pg_config --bindir
}

# vector_control prints the control file of pgvector for the PostgreSQL in $1,
# or nothing.
vector_control() {
	local file
	file=$("$1/pg_config" --sharedir)/extension/vector.control
	[ ! -f "$file" ] || echo "$file"
}

# pg_bin prints the folder of the PostgreSQL to use: the newest that has
# pgvector, else the newest, else nothing.
pg_bin() {
	local bin first=""
	for bin in $(pg_bins); do
		[ -x "$bin/initdb" ] && [ -x "$bin/pg_config" ] || continue
		[ -n "$first" ] || first=$bin
		[ -z "$(vector_control "$bin")" ] || { echo "$bin"; return; }
	done
	echo "$first"
}

# pg_major prints the major version of the PostgreSQL in $1.
pg_major() { "$1/pg_config" --version | sed 's/^[^0-9]*\([0-9]*\).*/\1/'; }

# has_pgvector tells whether there is a PostgreSQL with pgvector here.
has_pgvector() {
	local bin
	bin=$(pg_bin)
	[ -n "$bin" ] && [ -n "$(vector_control "$bin")" ]
}
