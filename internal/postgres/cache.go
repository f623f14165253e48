package postgres

import (
	"container/list"
	"sync"
)

// A cache keeps what was used last of what never changes, within a bound of
// memory. Nothing in it can be stale, since no key is ever used again for anything
// else.
type cache[K comparable, V any] struct {
	most   int // bytes; one value is kept whatever its size
	sizeOf func(V) int

	mu     sync.Mutex
	recent *list.List // of cached[K, V], the most recent first
	byKey  map[K]*list.Element
	bytes  int
}

type cached[K comparable, V any] struct {
	key   K
	value V
}

func newCache[K comparable, V any](most int, sizeOf func(V) int) *cache[K, V] {
	return &cache[K, V]{most: most, sizeOf: sizeOf, recent: list.New(), byKey: map[K]*list.Element{}}
}

func (c *cache[K, V]) get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[key]
	if e == nil {
		return value, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(cached[K, V]).value, true
}

func (c *cache[K, V]) put(key K, value V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey[key] != nil {
		return
	}
	c.byKey[key] = c.recent.PushFront(cached[K, V]{key, value})
	c.bytes += c.sizeOf(value)
	for c.bytes > c.most && c.recent.Len() > 1 {
		last := c.recent.Remove(c.recent.Back()).(cached[K, V])
		delete(c.byKey, last.key)
		c.bytes -= c.sizeOf(last.value)
	}
}
