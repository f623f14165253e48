# shellcheck shell=bash
# What the scripts of this folder share. It is sourced, and works with the bash
# 3.2 of macOS.

# root is the checkout, without symbolic links; what is made at run time goes
# to .local in it. The hash of root names things that must lie elsewhere.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck disable=SC2034 # for the scripts that source this
local_dir=$root/.local

# The place Go's own instructions put it, where a login shell would find it.
[ ! -d /usr/local/go/bin ] || PATH=$PATH:/usr/local/go/bin

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

# usage prints the comment at the head of script $1, and ends with exit code 2.
usage() {
	sed -n '2,/^set /s/^# \{0,1\}//p' "$1" >&2
	exit 2
}

# random prints $1 random bytes in hex.
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }

# ini_value prints the value of key $2 in section [$1] of config.ini, or
# nothing.
ini_value() {
	sed -n "/^\[$1\]/,/^\[/s/^[[:space:]]*$2[[:space:]]*=[[:space:]]*\([^[:space:]]*\).*/\1/p" "$root/config.ini" | head -1
}

# port_taken tells whether somebody listens on port $1 of this machine.
port_taken() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_port prints the first port from $1 on that nobody listens on.
free_port() {
	local port=$1
	while port_taken "$port"; do port=$((port + 1)); done
	echo "$port"
}

checkout_hash() { printf %s "$root" | git hash-object --stdin | cut -c1-12; }

docker_answers() { have docker && docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1; }

# pg_bins lists the folders with a PostgreSQL server, the newest first.
pg_bins() {
	# shellcheck disable=SC2012 # these names are tame
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
		if [ ! -x "$bin/initdb" ] || [ ! -x "$bin/pg_config" ]; then continue; fi
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
