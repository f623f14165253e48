package postgres

import (
	"container/list"
	"sync"

	"coderag/internal/search"
)

// cachedBytes bounds the memory of the cache.
const cachedBytes = 128 << 20

// A segmentKey names a segment for ever. The table is in it because a project
// that was dropped and made anew, by whatever process, counts from 1 again.
type segmentKey struct {
	Table uint32 // oid of rag_segment
	ID    int32
}

// segmentCache keeps what describes the segments used last. Segments are
// immutable and their keys are never used again, so nothing in it can be stale.
type segmentCache struct {
	mu     sync.Mutex
	recent *list.List // of cachedSegment, the most recent first
	byKey  map[segmentKey]*list.Element
	bytes  int
}

type cachedSegment struct {
	key     segmentKey
	segment search.Segment // without lists
}

func newSegmentCache() *segmentCache {
	return &segmentCache{recent: list.New(), byKey: map[segmentKey]*list.Element{}}
}

func (c *segmentCache) get(key segmentKey) (search.Segment, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[key]
	if e == nil {
		return search.Segment{}, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(cachedSegment).segment, true
}

func (c *segmentCache) put(key segmentKey, s search.Segment) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey[key] != nil {
		return
	}
	c.byKey[key] = c.recent.PushFront(cachedSegment{key, s})
	c.bytes += sizeOf(s)
	for c.bytes > cachedBytes && c.recent.Len() > 1 {
		last := c.recent.Remove(c.recent.Back()).(cachedSegment)
		delete(c.byKey, last.key)
		c.bytes -= sizeOf(last.segment)
	}
}

func sizeOf(s search.Segment) int { return s.Documents.Bytes() + s.Vocabulary.Bytes() }
