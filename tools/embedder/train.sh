#!/bin/sh
# Makes internal/embed/builtin/model.bin from nothing: see README.md.
#
#   tools/embedder/train.sh DIR [BENCH CORPORA]
#
# DIR takes the repositories, the pairs and the virtual environment. BENCH and
# CORPORA are a benchmark and its checkouts, to judge the result.
set -eu

dir=${1:?usage: train.sh DIR [BENCH CORPORA]}
bench=${2:-} corpora=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
builtin=$root/internal/embed/builtin
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
cd "$root"

[ -x "$dir/venv/bin/python" ] || python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --requirement "$here/requirements.txt"
python="$dir/venv/bin/python"

"$python" "$here/corpora.py" fetch "$dir/corpora"
[ -s "$dir/pairs.jsonl" ] || go run ./tools/embedder/mine -corpora "$dir/corpora" -out "$dir/pairs.jsonl"
judge=
if [ -n "$bench" ]; then
	go run ./tools/embedder/mine -corpora "$corpora" -bench "$bench" -out "$dir/chunks.jsonl"
	judge="--dev $dir/chunks.jsonl"
fi
# shellcheck disable=SC2086 # one word or two
"$python" "$here/train.py" --pairs "$dir/pairs.jsonl" $judge --cache "$dir/cache" --out "$dir/model.npz"
"$python" "$here/export.py" weights "$dir/model.npz" "$builtin/model.bin"
go run ./tools/embedder/mine -texts "$here/texts.jsonl" -out "$dir/words.jsonl"
"$python" "$here/export.py" golden "$builtin/model.bin" "$dir/words.jsonl" "$builtin/testdata/golden.jsonl"
go test ./internal/embed/builtin -run Golden -update
[ -z "$bench" ] || "$python" "$here/evaluate.py" "$dir/chunks.jsonl" "$builtin/model.bin"
