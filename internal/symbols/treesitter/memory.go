package treesitter

/*
#include <stdint.h>
#include <stdlib.h>

typedef struct TSParser TSParser;
typedef struct TSTree TSTree;

void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t),
                      void *(*)(void *, size_t), void (*)(void *));
TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);

static void use_libc_allocator(void) { ts_set_allocator(0, 0, 0, 0); }
*/
import "C"

import (
	"unsafe"

	ts "github.com/tree-sitter/go-tree-sitter"
)

// The Go binding routes every allocation of the C core through a callback into
// Go, which then calls malloc. Parsing allocates for nearly every node, and the
// detour costs 40 % of the time: over GOROOT/src 2.7 MB/s with it and 4.3 MB/s
// without. Null pointers restore the core's own default, which is the very same
// malloc, so memory from before the switch is freed correctly after it.
func init() { C.use_libc_allocator() }

// newFlag returns a word that C code may keep a pointer to, until freeFlag.
func newFlag() *uintptr { return (*uintptr)(C.calloc(1, C.sizeof_size_t)) }

func freeFlag(flag *uintptr) { C.free(unsafe.Pointer(flag)) }

// handle is how the binding wraps a C pointer. The constants fail to compile
// when its wrappers become something else.
type handle struct{ c unsafe.Pointer }

const (
	_ = -(unsafe.Sizeof(ts.Parser{}) ^ unsafe.Sizeof(handle{}))
	_ = -(unsafe.Sizeof(ts.Tree{}) ^ unsafe.Sizeof(handle{}))
)

// parseString has the parser read text where it lies. The binding's own Parse
// copies all text from an offset on, twice, whenever the lexer asks for it: not
// only once, but each time a scanner asks for its column, as those of languages
// with significant indentation do at every line, and it keeps the copies until
// the parse ends. It returns nil when the parser was stopped.
func parseString(p *ts.Parser, text string) *ts.Tree {
	parser := (*C.TSParser)((*handle)(unsafe.Pointer(p)).c)
	start := (*C.char)(unsafe.Pointer(unsafe.StringData(text)))
	tree := C.ts_parser_parse_string(parser, nil, start, C.uint32_t(len(text)))
	if tree == nil {
		return nil
	}
	return (*ts.Tree)(unsafe.Pointer(&handle{unsafe.Pointer(tree)}))
}

// bytesOf returns the bytes of text without copying them. They must not be
// written to.
func bytesOf(text string) []byte {
	return unsafe.Slice(unsafe.StringData(text), len(text))
}
