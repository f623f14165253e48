"""The pairs as bags of tokens, and batches of them."""
import collections
import json

import numpy as np
import torch

from model import DOCUMENT, Bags
from vocabulary import Tokenizer, learn

CODE_WORDS = 220  # of a pair; a chunk has few more
TEMPLATES = """how does|how is|how are|how to|where is|where are|where does|what|which|what handles|how do we|implementation of|
function that|function to|code for|code that|class that|implemented|defined|work|where do|the|logic for|handling""".replace("\n", "").split("|")
# How much the pairs of a kind count.
KINDS = {"doc": 1.0, "name": 0.5, "inline": 0.7, "message": 0.3, "commit": 0.4, "test": 0.6, "prose": 1.0, "section": 0.3, "file": 1.0}


def counts(pairs):
    """Returns how often each word occurs, the words of questions three times."""
    found = collections.Counter()
    for line in open(pairs):
        p = json.loads(line)
        found.update(p["c"].split()[:CODE_WORDS])
        found.update(p["h"].split())
        found.update(p["n"].split())
        for _ in range(3):
            found.update(p["q"].split())
    return found


class Pairs:
    def __init__(self, path, tokenizer):
        bags = {k: [] for k in "q" + DOCUMENT}
        self.kind, repo, files = [], [], []
        for line in open(path):
            p = json.loads(line)
            for k in "q" + DOCUMENT:
                bags[k].append(tokenizer.bag(p[k], CODE_WORDS))
            self.kind.append(p["k"])
            repo.append(p["r"])
            files.append(p["r"] + ":" + p["f"])
        self.bags = {k: Bags(b) for k, b in bags.items()}
        self.kind = np.array(self.kind)
        self.file = np.unique(files, return_inverse=True)[1]
        repos = np.unique(repo, return_inverse=True)[1]
        order = np.lexsort((self.file, repos))
        self.by_repo = np.split(order, np.flatnonzero(np.diff(repos[order])) + 1)
        self.templates = [tokenizer.bag(t) for t in TEMPLATES]

    def steps(self, size, block):
        """Returns how many batches an epoch has, about."""
        kept = [sum(KINDS[k] for k in self.kind[rows]) for rows in self.by_repo]
        return int(sum(-(-n // block) for n in kept) // (size // block))

    def batches(self, rng, size, block):
        """Yields rows: blocks of neighbouring files of one repository, which are hard negatives of each other."""
        blocks = []
        for rows in self.by_repo:
            keep = rows[rng.random(len(rows)) < np.array([KINDS[k] for k in self.kind[rows]])]
            # near each other in the tree, but not always the same ones
            keep = keep[np.argsort(np.arange(len(keep)) + rng.normal(0, 4 * block, len(keep)))]
            blocks += [keep[at : at + block] for at in range(0, len(keep), block)]
        rng.shuffle(blocks)
        per = size // block
        for at in range(0, len(blocks) - per + 1, per):
            yield np.concatenate(blocks[at : at + per])

    def questions(self, rows, rng, drop=0.15, template=0.3, named=0.08):
        """Returns the questions of rows, as people would vary them: with words missing, asked with how and where, or the mere name."""
        bags = []
        for r in rows:
            b = self.bags["q"]
            if rng.random() < named and self.bags["s"].starts[r] < self.bags["s"].starts[r + 1]:
                b = self.bags["s"]
            t, c = b.tokens[b.starts[r] : b.starts[r + 1]], b.counts[b.starts[r] : b.starts[r + 1]]
            if len(t) > 3:
                keep = rng.random(len(t)) >= drop
                if keep.sum() >= 2:
                    t, c = t[keep], c[keep]
            if rng.random() < template:
                more = self.templates[rng.integers(len(self.templates))]
                t, c = np.concatenate([t, more[0]]), np.concatenate([c, more[1].astype(np.float32)])
            bags.append((t, c))
        return Bags(bags, 1).select(range(len(bags)))

    def documents(self, rows, rng, most):
        return [self.bags[k].select(rows, rng, most if k == "c" else None) for k in DOCUMENT]


def fields_kept(n, rng, dropped=(0.15, 0.2, 0.2, 0.1)):
    """Returns which fields of n documents are seen: each is missing now and then, so that none is all that is learnt."""
    keep = rng.random((n, len(dropped))) >= np.array(dropped)
    keep[~keep.any(1), -1] = True
    return torch.from_numpy(keep.astype(np.float32))


def vocabulary(pairs, size, pieces):
    return Tokenizer(learn(counts(pairs), size, pieces))
