#!/usr/bin/env bash
# Indexes public repositories and Go's standard library, asks each a question, and
# prints what came back as docs/transcript.md has it.
#
#   tools/transcript.sh CORPORA >docs/transcript.md
#
# CORPORA is a folder with a checkout of each repository below, named as in the
# list. The database is the one of config.ini; the projects are called t_NAME and
# are left there.
set -euo pipefail
corpora=$(cd "${1:?usage: tools/transcript.sh CORPORA}" && pwd)
cd "$(dirname "$0")/.."
go build -o bin/ ./cmd/...

# name, language, question
questions="
goroot|Go|how are idle http connections kept and reused
flask|Python|where is the session cookie signed
express|JavaScript|how does a response set its content type
gson|Java|how are enum constants serialized
tokio|Rust|how does a worker steal tasks from another worker
sinatra|Ruby|how are routes compiled to patterns
monolog|PHP|which handler rotates log files by date
alamofire|Swift|how is a failed request retried
libuv|C|how does the thread pool run queued work
plug|Elixir|how is the csrf token checked
"

projects=$(mktemp --suffix .json)
trap 'rm -f "$projects"' EXIT
{
	sep='{"projects":['
	while IFS='|' read -r name _; do
		[ -n "$name" ] || continue
		folder=$corpora/$name
		[ "$name" != goroot ] || folder=$(go env GOROOT)/src
		printf '%s{"name":"t_%s","roots":[{"path":"%s","repo":"%s"}]}' "$sep" "$name" "$folder" "$name"
		sep=,
	done <<<"$questions"
	printf ']}'
} >"$projects"

# Exit code 6 only says that the operator's own projects are not in this list.
bin/indexer --projects "$projects" scan all >&2 || [ $? = 6 ]

cat <<'HEAD'
# Ten questions

What `coderag search` answers by default, on whole checkouts of public repositories. Made by `tools/transcript.sh`, which
has the questions; three hits each, their code left out.
HEAD
while IFS='|' read -r name language question; do
	[ -n "$name" ] || continue
	revision=$(git -C "$corpora/$name" rev-parse --short=10 HEAD 2>/dev/null || go env GOVERSION)
	printf '\n## %s (%s, %s): %s\n\n```text\n' "$name" "$language" "$revision" "$question"
	# The places without their code, which is not ours to copy, and by their path
	# in the repository, to read the same on every machine.
	bin/coderag --projects "$projects" search "t_$name" "$question" -k 3 |
		sed -n "s|^$corpora/$name/||p; s|^$(go env GOROOT)/src/||p" | cut -c 1-150
	printf '```\n'
done <<<"$questions"
