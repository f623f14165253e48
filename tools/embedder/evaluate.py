"""How well a model alone finds the files of the development benchmark: nDCG@10, as the benchmark defines it.

    evaluate.py chunks.jsonl model.npz|model.bin...
"""
import collections
import json
import sys

import numpy as np
import torch

from model import DOCUMENT, Bags, Static
from vocabulary import Tokenizer


class Benchmark:
    def __init__(self, path, tokenizer, limit=400):
        items = [json.loads(line) for line in open(path)]
        self.chunks = [x for x in items if "f" in x]
        self.questions = [x for x in items if "f" not in x]
        self.bags = {k: Bags([tokenizer.bag(x.get(k, ""), limit) for x in self.chunks]) for k in DOCUMENT}
        self.query = Bags([tokenizer.bag(x["q"]) for x in self.questions])
        self.rows, self.names, self.of = {}, {}, {}
        repos = np.array([x["r"] for x in self.chunks])
        for repo in dict.fromkeys(x["r"] for x in self.questions):
            rows = np.flatnonzero(repos == repo)
            order = {}
            self.of[repo] = np.array([order.setdefault(self.chunks[r]["f"], len(order)) for r in rows])
            self.rows[repo], self.names[repo] = rows, list(order)

    @torch.inference_mode()
    def vectors(self, model, step=4096):
        rows = np.arange(len(self.chunks))
        documents = [
            model.documents(*(self.bags[k].select(rows[at : at + step]) for k in DOCUMENT)) for at in range(0, len(rows), step)
        ]
        return torch.cat(documents).numpy(), model.queries(self.query.select(range(len(self.query)))).numpy()

    def by_file(self, documents, query, repo):
        """Returns the similarity of the best and of the second chunk of each file of a repository."""
        similarity, of = documents[self.rows[repo]] @ query, self.of[repo]
        order = np.lexsort((-similarity, of))
        of, similarity = of[order], similarity[order]
        first = np.flatnonzero(np.concatenate([[True], of[1:] != of[:-1]]))
        second = np.minimum(first + 1, len(of) - 1)
        return similarity[first], np.where(of[second] == of[first], similarity[second], 0) * (second != first)

    def score(self, documents, queries, second=0.3):
        """Returns the mean over repositories, and the figures by repository and category."""
        by_repo, by_category = collections.defaultdict(list), collections.defaultdict(list)
        for i, question in enumerate(self.questions):
            repo = question["r"]
            best, next_best = self.by_file(documents, queries[i], repo)
            got = self.ndcg(best + second * np.maximum(next_best, 0), self.names[repo], {t["f"] for t in question["e"]})
            by_repo[repo].append(got)
            by_category[question["k"]].append(got)
        mean = {k: float(np.mean(v)) for k, v in by_repo.items()}
        return float(np.mean(list(mean.values()))), mean, {k: float(np.mean(v)) for k, v in by_category.items()}

    @staticmethod
    def ndcg(scores, names, targets):
        top = np.argsort(-scores, kind="stable")[:10]
        gain = sum(1 / np.log2(rank + 2) for rank, f in enumerate(top) if names[f] in targets)
        return gain / sum(1 / np.log2(rank + 2) for rank in range(min(10, len(targets))))


def load(path, dev, fields=None):
    """Returns the benchmark with the vectors of a model, trained or quantised."""
    if path.endswith(".bin"):
        from export import Quantised
        q = Quantised(path)
        benchmark = Benchmark(dev, q.tokenizer)
        documents = np.stack([q.embed_document(*(x.get(k, "") for k in DOCUMENT)) for x in benchmark.chunks])
        return benchmark, documents, np.stack([q.embed_query(x["q"]) for x in benchmark.questions])
    m = np.load(path, allow_pickle=True)
    model = Static(torch.from_numpy(m["table"]), torch.from_numpy(m["document"]), fields=tuple(fields or m["fields"].tolist()))
    model.query.data = torch.from_numpy(m["query"])
    benchmark = Benchmark(dev, Tokenizer(list(m["entries"])))
    return benchmark, *benchmark.vectors(model)


def main(dev, models):
    for path in models:
        benchmark, documents, queries = load(path, dev)
        for second in (0, 0.3):
            mean, repos, kinds = benchmark.score(documents, queries, second)
            print(f"{path} second {second}: nDCG@10 {mean:.4f}", {k: round(v, 3) for k, v in kinds.items()})
        print({k: round(v, 3) for k, v in repos.items()})


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
