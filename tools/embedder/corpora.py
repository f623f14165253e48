"""Fetches the repositories the embedder is trained on, and describes them.

    corpora.py fetch DIR      clones what manifest.json lists into DIR/<name>, each at its revision
    corpora.py describe DIR   writes manifest.json for the checkouts below DIR

A checkout without a permissive licence, and one of the projects that serve to measure, is refused.
"""
import json
import pathlib
import re
import subprocess
import sys

MANIFEST = pathlib.Path(__file__).with_name("manifest.json")

# Projects that serve to measure: neither they nor their forks may be trained on.
MEASURED = set("""aiohttp fastapi flask httpx model2vec pydantic requests starlette axios express redux gin cobra
chi gson commons-lang jackson-databind guzzle monolog laravel sinatra rack rails tokio trpc messagepack-csharp ktor cats
alamofire click serde zod nlohmann-json phoenix axum vitest newtonsoft-json dapper kotlinx-coroutines exposed circe http4s
vapor snapkit plug ecto abseil-cpp fmtlib fmt curl redis libuv bats-core aeson telescope.nvim lazy.nvim zig nvm bash-it
pandoc xmonad mini.nvim zls zig-clap kiss semble rag-your-code code-rag""".split())

# What the text of a licence says. The one named first in a file counts; of those that start at one place, the first here.
LICENCES = [
    ("ISC", r"permission to use, copy, modify, and(/or)? distribute this software for any purpose"),
    ("PostgreSQL", r"permission to use, copy, modify, and distribute this software and its documentation"),
    ("BSL-1.0", r"boost software license"),
    ("Zlib", r"this software is provided 'as-is'"),
    ("Apache-2.0", r"apache license,? *version 2\.0|licensed under the apache license"),
    ("MIT", r"permission is hereby granted,? free of charge|the mit license|mit license"),
    ("BSD-3-Clause", r"redistribution and use in source and binary forms(?s:.)*(neither (the )?name|may not be used to endorse)"),
    ("BSD-2-Clause", r"redistribution and use in source and binary forms|simplified bsd"),
]
FILES = re.compile(r"(?i)^(mit-)?(licen[cs]e|copying|copyright|unlicense)")
SOURCES = {"lua+lua": "lua.h"}  # says its licence in a source file


def git(folder, *arguments):
    done = subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def licences(folder):
    """Returns the SPDX names of the licences in the root of a checkout, or one folder below, and the files."""
    files = [p for p in folder.iterdir() if p.is_file() and FILES.match(p.name)]
    files = files or [p for p in folder.glob("*/*") if p.is_file() and FILES.match(p.name)][:1]
    if folder.name in SOURCES:
        files.append(folder / SOURCES[folder.name])
    names = []
    for path in sorted(files):
        text = " ".join(path.read_text(errors="replace").lower().split())
        matches = [(m.start(), i) for i, (_, pattern) in enumerate(LICENCES) if (m := re.search(pattern, text))]
        if matches:
            names.append((LICENCES[min(matches)[1]][0], path.relative_to(folder).as_posix()))
    return names


def describe(root):
    entries = []
    for folder in sorted(p for p in root.iterdir() if (p / ".git").exists()):
        owner, name = folder.name.split("+", 1)
        if name.lower() in MEASURED:
            raise SystemExit(f"{folder.name} serves to measure: remove it")
        found = licences(folder)
        if not found:
            raise SystemExit(f"{folder.name}: no permissive licence found")
        entries.append({
            "name": folder.name, "url": f"https://github.com/{owner}/{name}", "revision": git(folder, "rev-parse", "HEAD"),
            "licence": " OR ".join(dict.fromkeys(n for n, _ in found)), "licence_file": found[0][1],
        })
    MANIFEST.write_text(json.dumps(entries, indent=1) + "\n")
    print(len(entries), "repositories")


def fetch(root):
    for entry in json.loads(MANIFEST.read_text()):
        folder = root / entry["name"]
        if not folder.exists():
            subprocess.run(["git", "clone", "--quiet", entry["url"], folder], check=True)
        git(folder, "checkout", "--quiet", "--detach", entry["revision"])


if __name__ == "__main__":
    {"fetch": fetch, "describe": describe}[sys.argv[1]](pathlib.Path(sys.argv[2]))
