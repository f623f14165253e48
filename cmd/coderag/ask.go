package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"coderag/internal/cli"
	"coderag/internal/config"
	"coderag/internal/fault"
)

func askCommand(env *cli.Env) *cobra.Command {
	var k int
	c := &cobra.Command{
		Use:   `ask <project> "<question>"`,
		Short: "ask the running server over MCP, as an agent does",
		Long: `ask calls the tool search_code of the server at the address of config.ini and
prints what an agent gets to read.

` + cli.ExitCodes,
		Args: cli.Args(2, `<project> "<question>"`),
		RunE: func(c *cobra.Command, args []string) error {
			config, err := env.Config()
			if err != nil {
				return err
			}
			arguments := map[string]any{"query": args[1]}
			if k > 0 {
				arguments["k"] = k
			}
			text, err := callTool(c.Context(), config, args[0], "search_code", arguments)
			if err != nil {
				return err
			}
			fmt.Fprintln(env.Out, text)
			return nil
		},
	}
	c.Flags().IntVarP(&k, "k", "k", 0, "hits wanted, 1 to 50 (default 8)")
	return c
}

// callTool calls a tool of the project's endpoint and returns its text.
func callTool(ctx context.Context, c config.Config, project, tool string, arguments map[string]any) (_ string, err error) {
	url := endpoint(c, project)
	defer fault.Wrap(&err, "call %s at %s", tool, url)
	ctx, cancel := context.WithTimeout(ctx, c.Server.CallTimeout+5*time.Second)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "coderag", Version: cli.Version()}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: url, MaxRetries: -1, DisableStandaloneSSE: true,
		HTTPClient: &http.Client{Transport: withToken{c.Server.Token}},
	}, nil)
	if err != nil {
		return "", fault.New(fault.Unavailable, "%w", err).
			Fix("is the server up? run: make up").Fix("run: bin/coderag doctor")
	}
	defer session.Close()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return "", err
	}
	text := ""
	for _, content := range result.Content {
		if t, ok := content.(*mcp.TextContent); ok {
			text += t.Text
		}
	}
	if result.IsError {
		return "", fault.New(fault.Invalid, "%s", text)
	}
	return text, nil
}

func endpoint(c config.Config, project string) string {
	return "http://" + c.Server.Address + "/rag-mcp/" + project
}

// withToken adds the token to every request.
type withToken struct{ token string }

func (t withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-RAG-Token", t.token)
	return http.DefaultTransport.RoundTrip(r)
}
