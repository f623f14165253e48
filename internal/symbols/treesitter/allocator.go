package treesitter

/*
#include <stddef.h>

void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t),
                      void *(*)(void *, size_t), void (*)(void *));

static void use_libc_allocator(void) { ts_set_allocator(0, 0, 0, 0); }
*/
import "C"

// The Go binding routes every allocation of the C core through a callback into
// Go, which then calls malloc. Parsing allocates for nearly every node, and the
// detour costs 40 % of the time: over GOROOT/src 2.7 MB/s with it and 4.3 MB/s
// without. Null pointers restore the core's own default, which is the very same
// malloc, so memory from before the switch is freed correctly after it.
func init() { C.use_libc_allocator() }
