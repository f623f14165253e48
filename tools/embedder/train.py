"""Trains the table of the built-in embedder.

    train.py --pairs pairs.jsonl [--dev chunks.jsonl] --out model.npz

See README.md for what was tried.
"""
import argparse
import pathlib
import pickle
import time

import numpy as np
import torch
import torch.nn.functional as F

from data import Pairs, counts, fields_kept
from evaluate import Benchmark
from model import Static
from vocabulary import Tokenizer, learn


def arguments():
    a = argparse.ArgumentParser()
    a.add_argument("--pairs", required=True)
    a.add_argument("--dev", help="chunks and questions that judge the model; nothing is learnt from them")
    a.add_argument("--out", required=True)
    a.add_argument("--cache", default="cache", help="folder for what is slow to make")
    a.add_argument("--size", type=int, default=32768)
    a.add_argument("--pieces", type=int, default=4096)
    a.add_argument("--dim", type=int, default=256)
    a.add_argument("--init", choices=["teacher", "random"], default="teacher")
    a.add_argument("--epochs", type=int, default=2)
    a.add_argument("--batch", type=int, default=2048)
    a.add_argument("--block", type=int, default=512)
    a.add_argument("--lr", type=float, default=2e-3)
    a.add_argument("--temperature", type=float, default=0.05)
    a.add_argument("--most", type=int, default=96, help="tokens of the content of a document that are seen")
    a.add_argument("--steps", type=int, default=0, help="stop after so many; 0: all")
    a.add_argument("--seed", type=int, default=1)
    return a.parse_args()


def cached(folder, name, make):
    path = pathlib.Path(folder) / (name + ".pickle")
    if path.exists():
        return pickle.loads(path.read_bytes())
    made = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(made, protocol=4))
    return made


def start(o, entries, frequency):
    """Returns table and weights to start from."""
    if o.init == "teacher":
        def embedded():
            from teacher import Teacher
            texts = [e.decode(errors="replace") if e.isascii() or len(e) > 1 else "" for e in entries]
            return Teacher().embed(texts, batch=512)
        vectors = cached(o.cache, f"teacher-{o.size}-{o.pieces}", embedded)
        vectors = vectors - vectors.mean(0)
        _, _, axes = np.linalg.svd(vectors[256:], full_matrices=False)
        table = vectors @ axes[: o.dim].T
        table /= np.linalg.norm(table, axis=1, keepdims=True) + 1e-6
    else:
        table = np.random.default_rng(o.seed).normal(0, o.dim**-0.5, (o.size, o.dim))
    p = frequency / frequency.sum()
    weights = np.log(3e-3 / (3e-3 + p))
    return torch.from_numpy(table.astype(np.float32)), torch.from_numpy(weights.astype(np.float32))


def loss_of(model, pairs, rows, rng, o):
    q, d = model.both(pairs.questions(rows, rng), pairs.documents(rows, rng, o.most), fields_kept(len(rows), rng))
    logits = (q / o.temperature) @ d.T
    file = torch.from_numpy(pairs.file[rows])
    same = (file[:, None] == file[None, :]) & ~torch.eye(len(rows), dtype=torch.bool)
    logits = logits.masked_fill(same, -1e4)
    want = torch.arange(len(rows))
    return (F.cross_entropy(logits, want) + F.cross_entropy(logits.T, want)) / 2


def prepare(o):
    """Returns the vocabulary, the pairs and the model to start from."""
    found = cached(o.cache, "counts", lambda: counts(o.pairs))
    entries = cached(o.cache, f"vocabulary-{o.size}-{o.pieces}", lambda: learn(found, o.size, o.pieces))
    tokenizer = Tokenizer(entries)
    pairs = cached(o.cache, f"pairs-{o.size}-{o.pieces}", lambda: Pairs(o.pairs, tokenizer))
    frequency = np.ones(len(entries))
    for word, n in found.items():
        for t in tokenizer.word(word):
            frequency[t] += n
    return entries, pairs, Static(*start(o, entries, frequency))


def train(o, model, pairs, rng):
    """Trains, and yields after each epoch."""
    optimizer = torch.optim.Adam([
        {"params": [model.table], "lr": o.lr},
        {"params": [model.document, model.query], "lr": 5 * o.lr},
    ], betas=(0.9, 0.98))
    bases = [group["lr"] for group in optimizer.param_groups]
    total = o.steps or o.epochs * pairs.steps(o.batch, o.block)
    step, began, mean = 0, time.time(), 0.0
    for _ in range(o.epochs):
        for rows in pairs.batches(rng, o.batch, o.block):
            for group, base in zip(optimizer.param_groups, bases):  # up in 20 steps, then down in a line
                group["lr"] = base * min(1, step / 20) * (1 - 0.95 * min(1, step / total))
            loss = loss_of(model, pairs, rows, rng, o)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            mean = 0.95 * mean + 0.05 * loss.item() if step else loss.item()
            step += 1
            if step % 50 == 0:
                print(f"step {step}/{total} loss {mean:.3f} {(time.time() - began) / step:.2f} s/step", flush=True)
            if step == o.steps:
                break
        yield
        if step == o.steps:
            return


def main():
    o = arguments()
    torch.set_num_threads(2)
    torch.manual_seed(o.seed)
    rng = np.random.default_rng(o.seed)
    entries, pairs, model = prepare(o)
    benchmark = Benchmark(o.dev, Tokenizer(entries)) if o.dev else None
    report(model, benchmark, "start")
    for epoch, _ in enumerate(train(o, model, pairs, rng), 1):
        report(model, benchmark, f"epoch {epoch}")
        np.savez(o.out, table=model.table.detach().numpy(), document=model.document.detach().numpy(),
                 query=model.query.detach().numpy(), fields=model.fields.numpy(), entries=np.array(entries, dtype=object))


def report(model, benchmark, label):
    if benchmark is None:
        return
    documents, queries = benchmark.vectors(model)
    mean, _, kinds = benchmark.score(documents, queries)
    kinds = " ".join(f"{k} {v:.3f}" for k, v in sorted(kinds.items()))
    print(f"{label}: nDCG@10 {mean:.4f} ({kinds})", flush=True)


if __name__ == "__main__":
    main()
