"""The model: a table of token vectors with a weight each, pooled by field.

A document has four fields: its folder, the name of its file, the name of its declaration, its content. Each is the sum of its tokens' vectors,
each times the weight of the token and the square root of how often it occurs, made as long as 1. The document is the
weighted sum of its fields. A question has one field, with token weights of its own.
"""
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

DOCUMENT = "hnsc"  # the fields of a document in the files of pairs and chunks
FIELDS = (0.4, 0.8, 0.7, 1.5)  # how much each counts; found on the development benchmark, and not learnt: see README.md


class Bags:
    """Bags of tokens, one a text, in flat arrays."""

    def __init__(self, bags, power=0.5):
        sizes = np.array([len(t) for t, _ in bags], np.int64)
        self.starts = np.concatenate([[0], np.cumsum(sizes)])
        self.tokens = np.concatenate([t for t, _ in bags] or [np.zeros(0, np.int32)]).astype(np.int32)
        self.counts = np.concatenate([c for _, c in bags] or [np.zeros(0)]).astype(np.float32) ** power

    def __len__(self):
        return len(self.starts) - 1

    def select(self, rows, rng=None, most=None):
        """Returns tokens, counts and offsets of some rows; with most, that many tokens of each by chance."""
        tokens, counts, sizes = [], [], []
        for r in rows:
            a, b = self.starts[r], self.starts[r + 1]
            t, c = self.tokens[a:b], self.counts[a:b]
            if most and b - a > most:
                keep = rng.choice(b - a, most, replace=False)
                t, c = t[keep], c[keep]
            tokens.append(t), counts.append(c), sizes.append(len(t))
        offsets = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
        return (torch.from_numpy(np.concatenate(tokens).astype(np.int64)), torch.from_numpy(np.concatenate(counts)),
                torch.from_numpy(offsets))


class Static(nn.Module):
    def __init__(self, table, weights, fields=FIELDS, asymmetric=True):
        super().__init__()
        self.table = nn.Parameter(table)
        self.document = nn.Parameter(weights.clone())
        self.query = nn.Parameter(weights.clone()) if asymmetric else self.document
        self.register_buffer("fields", torch.tensor(fields))

    def pooled(self, *bags):
        """Returns the unit vectors of the texts in bags, each given as (bag, weights); in one pass, which is what takes time."""
        each = torch.cat([counts * weights[tokens].exp() for (tokens, counts, _), weights in bags])
        starts = np.cumsum([0] + [len(tokens) for (tokens, _, _), _ in bags])
        offsets = torch.cat([offsets + int(start) for ((_, _, offsets), _), start in zip(bags, starts)])
        tokens = torch.cat([tokens for (tokens, _, _), _ in bags])
        total = F.embedding_bag(tokens, self.table, offsets, mode="sum", per_sample_weights=each)
        return F.normalize(total, dim=-1, eps=1e-6).split([len(offsets) for (_, _, offsets), _ in bags])

    def queries(self, bag):
        return self.pooled((bag, self.query))[0]

    def documents(self, *bags):
        return self.joined(self.pooled(*((bag, self.document) for bag in bags)))

    def both(self, question, document, keep):
        """Returns questions and documents; of these only the fields that keep has."""
        fields = self.pooled((question, self.query), *((bag, self.document) for bag in document))
        return fields[0], self.joined(fields[1:], keep)

    def joined(self, fields, keep=None):
        parts = torch.stack(fields, 1)
        scale = self.fields[None, :, None]
        if keep is not None:
            scale = scale * keep[:, :, None]
        return F.normalize((parts * scale).sum(1), dim=-1, eps=1e-6)
