package mcpserver

// For benchmarks of what a request costs before its tool runs.
var (
	Build      = (*Server).build
	ForRequest = (*Server).forRequest
)
