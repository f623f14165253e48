#!/usr/bin/env bash
# A PostgreSQL cluster of this checkout's own, made from the system's binaries,
# with a port, a socket and a password of its own. It touches no cluster it did
# not create.
#
#   deploy/postgres.sh [--name NAME] [--fast] start | stop | status | url | psql | logs | destroy
#
# start creates what is missing, is safe to repeat, and prints the URL. --name
# makes further clusters beside the default one ("postgres"). --fast is for
# tests: what is written need not survive a crash of the machine, and the role
# may do anything.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

name=postgres
fast=no
while [ $# -gt 0 ]; do
	case $1 in
	--name) name=$2; shift 2 ;;
	--fast) fast=yes; shift ;;
	*) break ;;
	esac
done

link=$local_dir/$name            # where the cluster is, or a link to there
url_file=$local_dir/$name.url    # readable by the user who started it only

# as_owner runs a command as the user the cluster belongs to: PostgreSQL does
# not run as root. From /, because that user may not be able to enter the
# current folder.
as_owner() {
	if [ "$(id -u)" -eq 0 ]; then
		(cd / && runuser -u postgres -- "$@")
	else
		(cd / && "$@")
	fi
}

# place prints where the cluster is to lie: in the checkout, unless its owner
# cannot enter that.
place() {
	mkdir -p "$local_dir"
	if as_owner test -x "$local_dir"; then
		echo "$link"
	else
		echo "/var/lib/coderag/$(checkout_hash)/$name"
	fi
}

# require_ours ends the script when the cluster was made by another checkout:
# one that this one is a copy of, or that was moved.
require_ours() {
	[ -f "$link/checkout" ] && [ "$(cat "$link/checkout")" = "$root" ] && return
	die "$link was made for the checkout in $(cat "$link/checkout" 2>/dev/null || echo 'an unknown place')" \
		"if this checkout is a copy of it, or was moved, run: rm -r $link; the index is built again from the files"
}

# exists tells whether the cluster has been created, completely.
exists() { [ -f "$link/created" ] && require_ours; }

# running reads the process id from the data folder, and makes sure that it is
# of a server on this very folder.
running() {
	exists && as_owner "$(bin)/pg_ctl" status -D "$(data)" >/dev/null 2>&1
}

# dir prints where the cluster really is: its owner may not be able to follow
# the link.
dir() { (cd "$link" && pwd -P); }

data() { echo "$(dir)/data"; }

bin() { cat "$link/bin"; }

# socket_dir is short, whatever the checkout's path: a socket's path has at
# most 103 bytes.
socket_dir() { echo "/tmp/coderag-$(checkout_hash)-$name"; }

create() {
	local dir bin locale
	if [ -e "$link" ]; then
		require_ours
		as_owner rm -rf "$(data)" # an initdb that was interrupted
	fi
	bin=$(pg_bin)
	[ -n "$bin" ] || die "PostgreSQL is not installed" "run: deploy/install.sh"
	dir=$(place)
	rm -f "$url_file" # it has the password of a cluster that is gone
	mkdir -p "$dir"
	[ "$dir" = "$link" ] || ln -sfn "$dir" "$link"
	printf %s "$root" >"$dir/checkout"
	printf %s "$bin" >"$dir/bin"
	(umask 077 && random 16 >"$dir/password")
	[ "$(id -u)" -ne 0 ] || chown -R postgres: "$dir"
	chmod 755 "$dir"
	locale=C
	! locale -a 2>/dev/null | grep -qix 'c\.utf-*8' || locale=C.UTF-8
	say "creating a cluster in $dir"
	as_owner "$bin/initdb" -D "$dir/data" --encoding=UTF8 --locale="$locale" --no-sync \
		--auth-local=peer --auth-host=scram-sha-256 >"$local_dir/$name.initdb.log" 2>&1 ||
		die "initdb: $(tail -1 "$local_dir/$name.initdb.log")" "see $local_dir/$name.initdb.log"
	echo "include 'coderag.conf'" | as_owner tee -a "$dir/data/postgresql.conf" >/dev/null
	as_owner touch "$dir/created"
}

memory_mb() {
	if [ -r /proc/meminfo ]; then
		awk '/^MemTotal/ {print int($2 / 1024)}' /proc/meminfo
	else
		echo $(($(sysctl -n hw.memsize) / 1048576))
	fi
}

# within prints $1, held between $2 and $3.
within() { echo $(($1 < $2 ? $2 : $1 > $3 ? $3 : $1)); }

# settings prints the configuration for port $1.
settings() {
	local memory
	memory=$(memory_mb)
	cat <<END
# Written by deploy/postgres.sh at each start.
listen_addresses = '127.0.0.1'
port = $1
unix_socket_directories = '$(socket_dir)'
max_connections = 200
shared_buffers = $(within $((memory / 8)) 128 2048)MB
effective_cache_size = $(within $((memory / 2)) 512 65536)MB
maintenance_work_mem = $(within $((memory / 16)) 64 512)MB
# The index is derived from files: the last half second of writes may be lost
# with the machine's power, the order of writes not.
synchronous_commit = off
# No replicas: a table filled in the transaction that makes it needs no WAL.
wal_level = minimal
max_wal_senders = 0
max_wal_size = 4GB
checkpoint_timeout = 15min
random_page_cost = 1.1
# Compiling a query costs more than any query here takes.
jit = off
client_connection_check_interval = $(if [ "$(uname)" = Linux ]; then echo 500ms; else echo 0; fi)
END
	[ "$fast" = no ] || printf '%s\n' "fsync = off" "full_page_writes = off" "shared_buffers = 128MB" "autovacuum_naptime = 10min"
}

# launch starts the server on the port it had last, or the next free one. The
# first one tried depends on the checkout, and lies below the ports that the
# system hands to clients.
launch() {
	local port log attempt
	log=$local_dir/$name.log
	port=$(cat "$link/port" 2>/dev/null || echo $((20000 + $(printf %s "$link" | cksum | cut -d' ' -f1) % 12000)))
	as_owner mkdir -p -m 700 "$(socket_dir)"
	as_owner test -O "$(socket_dir)" || die "$(socket_dir) belongs to somebody else" "remove it"
	for attempt in 1 2 3 4 5 6 7 8 9 10; do
		settings "$port" | as_owner tee "$(data)/coderag.conf" >/dev/null
		# 9 is our lock: the server must not inherit it.
		if as_owner "$(bin)/pg_ctl" start -w -t 120 -D "$(data)" -l "$(data)/server.log" >"$log" 2>&1 9>&-; then
			echo "$port" | as_owner tee "$(dir)/port" >/dev/null
			return
		fi
		as_owner tail -5 "$(data)/server.log" >>"$log" 2>/dev/null || true
		grep -qi 'address already in use\|lock file.*already exists\|could not create any TCP' "$log" || break
		port=$((20000 + (port - 20000 + 37) % 12000))
	done
	die "PostgreSQL did not start (attempt $attempt): $(tail -1 "$log")" "see $log and $link/data/server.log"
}

# superuser runs psql over the socket, as the user the cluster belongs to.
superuser() {
	as_owner env PGOPTIONS='-c client_min_messages=warning' "$(bin)/psql" -X -q -v ON_ERROR_STOP=1 \
		-h "$(socket_dir)" -p "$(cat "$link/port")" "$@"
}

# populate makes the role and the database. The extension needs a superuser, so
# it also goes into template1: databases made by the tests have it then.
populate() {
	local password
	password=$(as_owner cat "$(dir)/password")
	superuser -d template1 -c 'CREATE EXTENSION IF NOT EXISTS vector'
	[ "$(superuser -d postgres -At -c "SELECT 1 FROM pg_roles WHERE rolname = 'coderag'")" = 1 ] ||
		superuser -d postgres -c "CREATE ROLE coderag LOGIN CREATEDB $([ "$fast" = no ] || echo SUPERUSER)"
	echo "ALTER ROLE coderag PASSWORD '$password'" | superuser -d postgres -f -
	[ "$(superuser -d postgres -At -c "SELECT 1 FROM pg_database WHERE datname = 'code_rag'")" = 1 ] ||
		superuser -d postgres -c 'CREATE DATABASE code_rag OWNER coderag'
	superuser -d code_rag -c 'CREATE EXTENSION IF NOT EXISTS vector'
	(umask 077 && echo "postgres://coderag:$password@127.0.0.1:$(cat "$link/port")/code_rag?sslmode=disable" >"$url_file")
}

# lock makes concurrent calls for one cluster wait for each other.
lock() {
	mkdir -p "$local_dir"
	exec 9>"$local_dir/$name.lock"
	! have flock || flock 9
}

start() {
	lock
	exists || create
	running || { launch && say "PostgreSQL runs on 127.0.0.1:$(cat "$link/port"), data in $(data)"; }
	grep -qs "@127.0.0.1:$(cat "$link/port")/" "$url_file" || populate
	cat "$url_file"
}

stop() { # $1: how (fast, immediate)
	lock
	running || return 0
	as_owner "$(bin)/pg_ctl" stop -w -t 120 -m "$1" -D "$(data)" >/dev/null
	say "PostgreSQL stopped, data in $(data)"
}

# destroy removes the cluster and everything about it.
destroy() {
	local real
	[ -e "$link" ] || return 0
	require_ours
	stop immediate
	real=$(cd "$link" && pwd -P)
	rm -rf "${real:?}" "$(socket_dir)"
	rm -f "$link" "$url_file" "$local_dir/$name.log" "$local_dir/$name.initdb.log" "$local_dir/$name.lock"
}

status() {
	if running; then
		echo "postgres: running on 127.0.0.1:$(cat "$link/port"), PostgreSQL $("$(bin)/postgres" --version | sed 's/^[^0-9]*\([0-9.]*\).*/\1/'), data in $(data)"
	elif exists; then
		echo "postgres: stopped, data in $(data)"
	else
		echo "postgres: not created"
	fi
}

case ${1:-} in
start) start ;;
stop) stop fast ;;
destroy) destroy ;;
status) status ;;
url) running || die "PostgreSQL does not run" "run: make up"; cat "$url_file" ;;
psql) running || die "PostgreSQL does not run" "run: make up"; shift; exec "$(bin)/psql" "$(cat "$url_file")" "$@" ;;
logs) exists && as_owner tail -n "${2:-50}" "$(data)/server.log" ;;
*) usage "$0" ;;
esac
