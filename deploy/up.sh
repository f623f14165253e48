#!/usr/bin/env bash
# From a fresh machine to an answer: installs what is missing, starts the
# database, writes config.ini and rag-projects.json where they are absent,
# indexes this repository as project coderag, starts the server, asks it a
# question over MCP, and prints how to register it. What is up already is left
# as it is. Run by `make up`, which builds the programs in between.
#
#   deploy/up.sh prepare   before the build
#   deploy/up.sh serve     after it
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
cd "$root"

question="What does MakePlan compare?"

# replace_line puts line $2 in place of the first line of $3 that matches $1.
# The text goes through the environment, so that no character of it is special.
replace_line() {
	local next
	next=$(mktemp "$3.XXXXXX")
	LINE=$2 awk -v pattern="$1" '!done && $0 ~ pattern { print ENVIRON["LINE"]; done = 1; next } { print }
		END { exit !done }' "$3" >"$next" || die "no line of $3 matches $1" "compare config.ini.example with deploy/up.sh"
	cat "$next" >"$3"
	rm "$next"
}

# write_config makes config.ini from the example: a random token, the
# database, and an address nobody uses.
write_config() {
	local draft port
	draft=$(mktemp config.ini.XXXXXX) # readable by this user only; holds the token
	cat config.ini.example >"$draft"
	replace_line '^token =' "token = $(random 24)" "$draft"
	if [ -n "${DATABASE_URL:-}" ]; then
		replace_line '^url =' "url = $DATABASE_URL" "$draft"
	else
		replace_line '^url =' 'url_file = .local/postgres.url' "$draft"
	fi
	port=$(free_port 17080)
	[ "$port" = 17080 ] || replace_line '^# address =' "address = 127.0.0.1:$port" "$draft"
	mv "$draft" config.ini
	say "wrote config.ini"
}

prepare() {
	mkdir -p "$local_dir"
	if [ "$(deploy/database.sh kind)" = local ]; then deploy/install.sh; else deploy/install.sh --no-postgres; fi
	[ -f config.ini ] || write_config
	[ -f rag-projects.json ] || { cp rag-projects.json.example rag-projects.json && say "wrote rag-projects.json"; }
	deploy/database.sh start
}

# has_project tells whether rag-projects.json still has the project coderag.
has_project() { grep -q '"name"[[:space:]]*:[[:space:]]*"coderag"' rag-projects.json; }

serve() {
	# Exit code 6: a project that is no longer configured keeps its schema. That is
	# for the operator to decide, and keeps nothing from starting.
	! has_project || bin/indexer scan coderag || [ $? = 6 ]
	deploy/server.sh start
	has_project || return 0
	printf '\n%s\n\n' "$question"
	bin/coderag ask -k 3 coderag "$question"
	printf '\nTo register it with Claude Code:\n\n'
	bin/coderag register coderag
}

case ${1:-} in
prepare | serve) "$1" ;;
*) usage "$0" ;;
esac
