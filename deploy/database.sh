#!/usr/bin/env bash
# The database of this checkout: the one DATABASE_URL or config.ini names; else
# a container, where a Docker engine answers; else a cluster of our own. Where
# it is goes to .local/postgres.url, which config.ini refers to.
#
#   deploy/database.sh kind | start | stop | status | psql | logs
#
# CODERAG_DATABASE=docker or local decides between the last two; what was
# decided once stays, in .local/postgres.kind.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

url_file=$local_dir/postgres.url
kind_file=$local_dir/postgres.kind

# configured prints the URL config.ini gives in section [database]; a url_file
# other than ours counts too.
configured() {
	local file
	[ -f "$root/config.ini" ] || return 0
	ini_value database url
	file=$(ini_value database url_file)
	case $file in
	'' | .local/postgres.url | ./.local/postgres.url | "$url_file") ;;
	/*) head -1 "$file" ;;
	*) head -1 "$root/$file" ;;
	esac
}

external_url() { if [ -n "${DATABASE_URL:-}" ]; then echo "$DATABASE_URL"; else configured; fi; }

kind() {
	if [ -n "$(external_url)" ]; then
		echo external
	elif [ -f "$kind_file" ]; then
		cat "$kind_file"
	elif [ -n "${CODERAG_DATABASE:-}" ]; then
		echo "$CODERAG_DATABASE"
	elif docker_answers; then
		echo docker
	else
		echo local
	fi
}

# password prints the one of the container's role, made at the first call.
password() {
	[ -f "$local_dir/postgres.password" ] || (umask 077 && random 16 >"$local_dir/postgres.password")
	cat "$local_dir/postgres.password"
}

compose() {
	CODERAG_DB_PASSWORD=$(password) CODERAG_DB_PORT=${port:-25432} \
		docker compose -p "coderag-$(checkout_hash)" -f "$root/deploy/compose.yaml" "$@"
}

# start_container starts the service db, on a port that nobody uses.
start_container() {
	local port
	if [ -z "$(compose ps -q --status running db)" ]; then
		port=$(free_port 25432)
		compose up -d --wait db >&2
	fi
	(umask 077 && echo "postgres://coderag:$(password)@$(compose port db 5432)/code_rag?sslmode=disable" >"$url_file")
}

start() {
	mkdir -p "$local_dir"
	local kind
	kind=$(kind)
	case $kind in
	external) say "using the database that DATABASE_URL or config.ini names"; return ;;
	docker) start_container ;;
	local) "$root/deploy/postgres.sh" start >/dev/null ;;
	*) die "CODERAG_DATABASE is $kind" "set it to docker or local" ;;
	esac
	echo "$kind" >"$kind_file"
}

stop() {
	case $(kind) in
	docker) compose stop db >&2 ;;
	local) "$root/deploy/postgres.sh" stop ;;
	esac
}

status() {
	case $(kind) in
	external) echo "postgres: not ours, $(external_url | sed 's|//[^@/]*@|//|; s|?.*||')" ;;
	docker) echo "postgres: $(compose ps --format '{{.State}} {{.Ports}}' db)" ;;
	local) "$root/deploy/postgres.sh" status ;;
	esac
}

url() {
	local url
	url=$(external_url)
	[ -n "$url" ] || url=$(cat "$url_file" 2>/dev/null) || die "the database was never started" "run: make up"
	echo "$url"
}

run_psql() {
	if [ "$(kind)" = docker ]; then
		compose exec db psql -U coderag code_rag "$@"
		return
	fi
	local bin
	bin=$(pg_bin)
	PATH=$PATH${bin:+:$bin}
	have psql || die "psql is not installed" "install postgresql-client"
	exec psql "$(url)" "$@"
}

logs() {
	case $(kind) in
	docker) compose logs --tail 50 db ;;
	local) "$root/deploy/postgres.sh" logs ;;
	esac
}

case ${1:-} in
kind | start | stop | status | logs) "$1" ;;
psql) shift; run_psql "$@" ;;
*) usage "$0" ;;
esac
