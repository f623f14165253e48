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

// checkBytes is how much of the hash an id has: of 16 million edits to a chunk
// one goes unnoticed.
const checkBytes = 3

func checkOf(c Chunk) string { return hex.EncodeToString(c.TextSHA[:checkBytes]) }

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
	bad := fault.New(fault.Invalid, "no chunk_id").Fix("use a chunk_id as search_code returned it")
	project, rest, ok := strings.Cut(s, ":")
	parts := strings.Split(rest, ".")
	if !ok || len(parts) != 3 || len(parts[2]) != 2*checkBytes {
		return id, bad
	}
	file, fileErr := strconv.ParseInt(parts[0], 10, 64)
	number, numberErr := strconv.ParseInt(parts[1], 10, 32)
	id = chunkID{project: project, key: ChunkKey{File: file, Number: int(number)}, check: parts[2]}
	if fileErr != nil || numberErr != nil || file < 0 || number < 0 || id.String() != s {
		return chunkID{}, bad
	}
	return id, nil
}
