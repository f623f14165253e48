package search

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"coderag/internal/fault"
)

// A chunkID names a chunk to a caller: project, file, number, and the first
// bytes of the hash of its text, so that an id from before an edit is noticed
// and not answered with other code: "api:812.4.9f3c01".
type chunkID struct {
	project string
	key     ChunkKey
	check   string
}

func newChunkID(project string, c Chunk) chunkID {
	return chunkID{project: project, key: c.Key, check: checkOf(c)}
}

func checkOf(c Chunk) string { return hex.EncodeToString(c.TextSHA[:3]) }

func (id chunkID) String() string {
	return fmt.Sprintf("%s:%d.%d.%s", id.project, id.key.File, id.key.Number, id.check)
}

// ProjectOf returns the project a chunk id belongs to, "" if it is none.
func ProjectOf(id string) string {
	project, _, ok := strings.Cut(id, ":")
	if !ok {
		return ""
	}
	return project
}

func parseChunkID(s string) (id chunkID, err error) {
	bad := fault.New(fault.Invalid, "%q is not a chunk_id", s).Fix("use a chunk_id as search_code returned it")
	project, rest, ok := strings.Cut(s, ":")
	parts := strings.Split(rest, ".")
	if !ok || len(parts) != 3 || len(s) > 200 {
		return id, bad
	}
	id = chunkID{project: project, check: parts[2]}
	if id.key.File, err = strconv.ParseInt(parts[0], 10, 64); err != nil {
		return id, bad
	}
	number, err := strconv.ParseInt(parts[1], 10, 32)
	if err != nil || number < 0 {
		return id, bad
	}
	id.key.Number = int(number)
	return id, nil
}
