"""Writes a trained model in the form internal/embed/builtin reads, and computes with it as that does.

    export.py weights model.npz model.bin            quantise
    export.py judge model.bin chunks.jsonl           nDCG@10 of the quantised model on the development benchmark
    export.py golden model.bin words.jsonl out.jsonl the vectors of texts, for the test in Go
"""
import json
import math
import struct
import sys

import numpy as np

from model import DOCUMENT
from vocabulary import Tokenizer

MAGIC = b"coderag embedder\x00\x02"
MAX_SCALE = (1 << 14) - 1
ROOT_BITS = 8
ROOTS = [math.isqrt(n << (2 * ROOT_BITS)) for n in range(1 << 10)]


def weights(source, target):
    m = np.load(source, allow_pickle=True)
    table, entries = m["table"], list(m["entries"])
    largest = np.abs(table).max(1, keepdims=True) + 1e-9
    rows = np.rint(table / largest * 127).astype(np.int16)
    rows[~rows.any(1), 0] = 1  # no token is without a direction
    scales = [largest[:, 0] * np.exp(m[k]) for k in ("document", "query")]
    scales = [np.clip(np.rint(s / s.max() * MAX_SCALE), 1, MAX_SCALE).astype("<u2") for s in scales]
    fields = np.abs(m["fields"])
    fields = np.rint(fields / fields.max() * 1000).astype("<u4")
    with open(target, "wb") as f:
        f.write(MAGIC + struct.pack("<II", *table.shape) + fields.tobytes())
        for e in entries:
            f.write(bytes([len(e)]) + e)
        for s in scales:
            f.write(s.tobytes())
        f.write((rows + 128).astype(np.uint8).tobytes())


class Quantised:
    """The model as internal/embed/builtin computes it: in integers, then in double precision."""

    def __init__(self, path):
        raw = open(path, "rb").read()
        assert raw.startswith(MAGIC)
        at = len(MAGIC)
        size, self.dim = struct.unpack_from("<II", raw, at)
        self.fields = struct.unpack_from("<IIII", raw, at + 8)
        at += 24
        entries = []
        for _ in range(size):
            entries.append(raw[at + 1 : at + 1 + raw[at]])
            at += 1 + raw[at]
        self.tokenizer = Tokenizer(entries)
        self.document = np.frombuffer(raw, "<u2", size, at).astype(np.int64)
        self.query = np.frombuffer(raw, "<u2", size, at + 2 * size).astype(np.int64)
        self.rows = np.frombuffer(raw, np.uint8, size * self.dim, at + 4 * size).reshape(size, self.dim).astype(np.int64) - 128

    def field(self, words, scales):
        """Returns the unit vector of a field, or None if it has no token."""
        tokens, counts = self.tokenizer.bag(words)
        if len(tokens) == 0:
            return None
        roots = np.array([ROOTS[min(c, len(ROOTS) - 1)] for c in counts], np.int64)
        times = np.where(counts == 1, scales[tokens], np.minimum((scales[tokens] * roots) >> ROOT_BITS, 0xFFFF))
        total = (times[:, None] * self.rows[tokens]).sum(0).astype(np.float64)
        return total / np.sqrt((total * total).sum())

    def embed_document(self, *fields):
        total = np.zeros(self.dim)
        for words, weight in zip(fields, self.fields):
            vector = self.field(words, self.document)
            if vector is not None:
                total += weight * vector
        return (total / np.sqrt((total * total).sum())).astype(np.float32)

    def embed_query(self, words):
        return self.field(words, self.query).astype(np.float32)


def golden(model, words, target):
    q = Quantised(model)
    with open(target, "w") as out:
        for line in open(words):
            x = json.loads(line)
            vector = q.embed_query(x["q"]) if "q" in x else q.embed_document(*(x.get(k, "") for k in DOCUMENT))
            x = {k: x[k] for k in ("document", "query") if k in x}
            out.write(json.dumps({**x, "vector": [round(float(v), 7) for v in vector[:16]]}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    {"weights": weights, "golden": golden}[sys.argv[1]](*sys.argv[2:])
