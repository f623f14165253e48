package mcpserver

import (
	"context"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// textClients are the clients, by the start of their User-Agent, that hand the
// structured output of a tool to their model in place of its text: as one line
// of JSON, with the code in it escaped and, over twenty questions, a third
// longer. Observed with Claude Code 2.1.332.
var textClients = []string{"claude-code/"}

// textOnly is middleware that gives textClients the text alone. Their tools
// have no output schema either, since one promises structured output.
func textOnly(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if err != nil || !wantsText(req.GetExtra()) {
			return res, err
		}
		switch res := res.(type) {
		case *mcp.CallToolResult:
			res.StructuredContent = nil
		case *mcp.ListToolsResult:
			for i, t := range res.Tools { // the slice is of this list, the tools are of all
				plain := *t
				plain.OutputSchema = nil
				res.Tools[i] = &plain
			}
		}
		return res, nil
	}
}

func wantsText(extra *mcp.RequestExtra) bool {
	if extra == nil {
		return false
	}
	agent := extra.Header.Get("User-Agent")
	return slices.ContainsFunc(textClients, func(client string) bool { return strings.HasPrefix(agent, client) })
}
