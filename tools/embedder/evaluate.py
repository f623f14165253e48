"""How well a model alone finds the files of the development benchmark: nDCG@10, as the benchmark defines it."""
import collections
import json

import numpy as np
import torch

from model import Bags


class Benchmark:
    def __init__(self, path, tokenizer, limit=400):
        items = [json.loads(line) for line in open(path)]
        chunks = [x for x in items if "f" in x]
        self.questions = [x for x in items if "f" not in x]
        self.files = [(x["r"], x["f"]) for x in chunks]
        self.repo = np.array([x["r"] for x in chunks])
        self.bags = {k: Bags([tokenizer.bag(x.get(k, ""), limit) for x in chunks]) for k in "hsc"}
        self.query = Bags([tokenizer.bag(x["q"]) for x in self.questions])

    @torch.inference_mode()
    def vectors(self, model, step=4096):
        rows = np.arange(len(self.files))
        documents = [
            model.documents(*(self.bags[k].select(rows[at : at + step]) for k in "hsc")) for at in range(0, len(rows), step)
        ]
        return torch.cat(documents).numpy(), model.queries(self.query.select(range(len(self.query)))).numpy()

    def score(self, documents, queries, second=0.15):
        """Returns the mean over repositories, and the figures by repository and category."""
        by_repo, by_category = collections.defaultdict(list), collections.defaultdict(list)
        for repo in dict.fromkeys(x["r"] for x in self.questions):
            rows = np.flatnonzero(self.repo == repo)
            names = [self.files[r][1] for r in rows]
            order = {n: i for i, n in enumerate(dict.fromkeys(names))}
            of = np.array([order[n] for n in names])
            for i, question in enumerate(self.questions):
                if question["r"] != repo:
                    continue
                similarity = documents[rows] @ queries[i]
                got = self._ndcg(similarity, of, list(order), {t["f"] for t in question["e"]}, second)
                by_repo[repo].append(got)
                by_category[question["k"]].append(got)
        mean = {k: float(np.mean(v)) for k, v in by_repo.items()}
        return float(np.mean(list(mean.values()))), mean, {k: float(np.mean(v)) for k, v in by_category.items()}

    @staticmethod
    def _ndcg(similarity, of, names, targets, second):
        best = np.full(len(names), -2.0)
        next_best = np.full(len(names), -2.0)
        for c in np.argsort(-similarity):
            f = of[c]
            if best[f] == -2:
                best[f] = similarity[c]
            elif next_best[f] == -2:
                next_best[f] = similarity[c]
        final = best + second * np.where(next_best == -2, 0, np.maximum(next_best, 0))
        top = np.argsort(-final, kind="stable")[:10]
        gain = sum(1 / np.log2(rank + 2) for rank, f in enumerate(top) if names[f] in targets)
        return gain / sum(1 / np.log2(rank + 2) for rank in range(min(10, len(targets))))
