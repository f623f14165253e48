package embed

import (
	"container/list"
	"slices"
	"sync"
)

// vectorCache keeps the vectors of the queries used last. It is safe for
// concurrent use.
type vectorCache struct {
	size int

	mu      sync.Mutex
	recent  *list.List // of *cached, most recently used first
	entries map[cacheKey]*list.Element
}

type cacheKey struct {
	model Model
	text  string
}

type cached struct {
	key    cacheKey
	vector []float32
}

func newVectorCache(size int) *vectorCache {
	return &vectorCache{size: size, recent: list.New(), entries: map[cacheKey]*list.Element{}}
}

// get returns a copy of the vector of text, for callers may change theirs.
func (c *vectorCache) get(model Model, text string) ([]float32, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.entries[cacheKey{model, text}]
	if !ok {
		return nil, false
	}
	c.recent.MoveToFront(element)
	return slices.Clone(element.Value.(*cached).vector), true
}

// put stores a copy of vector in place of the one not used for longest.
func (c *vectorCache) put(model Model, text string, vector []float32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := cacheKey{model, text}
	if element, ok := c.entries[key]; ok {
		c.recent.Remove(element)
	}
	c.entries[key] = c.recent.PushFront(&cached{key, slices.Clone(vector)})
	if c.recent.Len() > c.size {
		oldest := c.recent.Remove(c.recent.Back()).(*cached)
		delete(c.entries, oldest.key)
	}
}
