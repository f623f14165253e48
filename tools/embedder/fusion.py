"""What a model adds to words: nDCG@10 of a simple ranking by words (BM25 by field), of vectors, and of both.

    fusion.py chunks.jsonl model.npz|model.bin...

The ranking by words is a stand-in for the product's, so that models can be compared without a database.
"""
import collections
import json
import sys

import numpy as np

from evaluate import load
from model import DOCUMENT


class Words:
    """BM25 of files, over path, names and content, and of their best chunk."""

    WEIGHTS = {"h": 2.0, "n": 6.0, "s": 2.0, "c": 1.0}

    def __init__(self, chunks):
        self.files, self.rows = {}, collections.defaultdict(list)
        for i, x in enumerate(chunks):
            self.files.setdefault(x["f"], len(self.files))
            self.rows[x["f"]].append(i)
        self.chunks = [self._counts([x], ("s", "c")) for x in chunks]
        self.whole = [self._counts([chunks[i] for i in self.rows[f]], DOCUMENT) for f in self.files]
        self.df = collections.Counter(w for counts in self.whole for w in counts)

    def _counts(self, chunks, fields):
        counts = collections.Counter()
        for at, x in enumerate(chunks):
            for k in fields:
                if k in "hn" and at:
                    continue
                for w in x.get(k, "").split():
                    counts[stem(w)] += self.WEIGHTS[k]
        return counts

    def _bm25(self, documents, query):
        sizes = np.array([sum(d.values()) for d in documents])
        mean = sizes.mean()
        scores = np.zeros(len(documents))
        for w in query:
            n = self.df[w]
            if not n:
                continue
            idf = np.log(1 + (len(self.whole) - n + 0.5) / (n + 0.5))
            tf = np.array([d[w] for d in documents])
            scores += idf * tf * 2.2 / (tf + 1.2 * (0.4 + 0.6 * sizes / mean))
        return scores

    def score(self, query):
        query = {stem(w) for w in query.split()} - STOP
        whole, parts = self._bm25(self.whole, query), self._bm25(self.chunks, query)
        best = np.array([max(parts[i] for i in self.rows[f]) for f in self.files])
        return whole / (whole.max() + 1e-9) + best / (best.max() + 1e-9)


STOP = set("how does the is are a an to of in and for where what which do with by on from it when that this be or as".split())


def stem(word):
    for end in ("ings", "ing", "ers", "ies", "ed", "er", "es", "s", "e", "y"):
        if word.endswith(end) and len(word) - len(end) >= 3:
            return word[: -len(end)]
    return word


def prior(path):
    p = "/" + path.lower()
    return 0.75 if any(m in p for m in ("/test", "_test.", ".test.", "/spec", "/example", "/docs/", ".md", "/bench", ".txt", "changelog")) else 1.0


def main(dev, models):
    items = [json.loads(line) for line in open(dev)]
    repos = list(dict.fromkeys(x["r"] for x in items if "f" not in x))
    words = {r: Words([x for x in items if x["r"] == r and "f" in x]) for r in repos}
    lexical = {}
    for i, x in enumerate(x for x in items if "f" not in x):
        w = words[x["r"]]
        lexical[i] = w.score(x["q"]) / 2 * np.array([prior(f) for f in w.files])
    for model in models:
        benchmark, documents, queries = load(model, dev)
        for mix in (0, 2, 4, 8, 100):
            figures = collections.defaultdict(list)
            for i, x in enumerate(benchmark.questions):
                w = words[x["r"]]
                names = list(w.files)
                best, second = benchmark.by_file(documents, queries[i], x["r"])
                dense = (best + 0.3 * second) / 1.3 * np.array([prior(f) for f in names])
                final = lexical[i] + mix * dense
                figures[x["r"]].append(benchmark.ndcg(final, names, {t["f"] for t in x["e"]}))
            means = [np.mean(v) for v in figures.values()]
            print(f"{model} mix {mix}: {np.mean(means):.4f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
