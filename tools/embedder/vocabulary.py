"""The vocabulary: words and pieces of words, learnt from the pairs.

A word that is in the vocabulary is one token. Any other is cut from the left, each time at the longest piece there is;
every byte is a piece, so nothing is out of the vocabulary. internal/embed/builtin does the same.
"""
import collections

import numpy as np

MAX_PIECE = 24  # bytes; longer entries are not learnt


def learn(counts, size, pieces):
    """Returns size entries: all bytes, the most frequent words, and the pieces that most often make up the others."""
    entries = [bytes([b]) for b in range(256)]
    known = set(entries)
    words = sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))
    words = [(w.encode(), n) for w, n in words if len(w.encode()) <= MAX_PIECE and not w.isdigit()]
    for word, _ in words:
        if len(entries) == size - pieces:
            break
        if word not in known:
            known.add(word)
            entries.append(word)
    found = collections.Counter()
    for word, n in words[size - pieces :]:
        for cut in range(3, min(len(word), 10)):
            found[word[:cut]] += n * cut
            found[word[-cut:]] += n * cut
    for piece, _ in sorted(found.items(), key=lambda kv: (-kv[1], kv[0])):
        if len(entries) == size:
            break
        if piece not in known:
            known.add(piece)
            entries.append(piece)
    return entries


class Tokenizer:
    def __init__(self, entries):
        self.ids = {e: i for i, e in enumerate(entries)}
        self.longest = max(map(len, entries))
        self.cache = {}

    def word(self, word):
        """Returns the tokens of one word."""
        found = self.cache.get(word)
        if found is None:
            found = self.cache[word] = self._cut(word.encode())
        return found

    def _cut(self, word):
        tokens = []
        while word:
            for end in range(min(len(word), self.longest), 0, -1):
                token = self.ids.get(word[:end])
                if token is not None:
                    tokens.append(token)
                    word = word[end:]
                    break
        return tokens

    def bag(self, words, limit=None):
        """Returns the distinct tokens of words separated by spaces, and how often each occurs."""
        tokens = []
        for word in words.split()[:limit]:
            tokens.extend(self.word(word))
        return np.unique(np.array(tokens, dtype=np.int32), return_counts=True)
