package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
	"coderag/internal/code"
	"coderag/internal/config"
	"coderag/internal/fault"
)

// tokenVariable is the environment variable a registration takes the token from.
const tokenVariable = "CODERAG_TOKEN"

func registerCommand(env *cli.Env) *cobra.Command {
	var dir, name string
	c := &cobra.Command{
		Use:   "register <project>",
		Short: "register the server with Claude Code",
		Long: `register writes the entry of the project into .mcp.json of a folder, leaving
everything else in it as it is, and prints the command that registers it for you
alone. The project ` + code.AllProjects + ` stands for all of them. The entry is always loaded, and
takes the token from the variable ` + tokenVariable + ` of the shell that starts Claude
Code, so that the file holds no secret.

` + cli.ExitCodes,
		Args: cli.Args(1, 1, "<project>"),
		RunE: func(_ *cobra.Command, args []string) error {
			config, err := env.Config()
			if err != nil {
				return err
			}
			name := cmp.Or(name, "rag-"+strings.TrimPrefix(args[0], "_"))
			return register(env, config, args[0], filepath.Join(dir, ".mcp.json"), name)
		},
	}
	c.Flags().StringVar(&dir, "dir", ".", "folder whose .mcp.json is written")
	c.Flags().StringVar(&name, "name", "", `name of the entry (default "rag-<project>")`)
	return c
}

func register(env *cli.Env, c config.Config, project, path, name string) error {
	if err := checkConfigured(env, project); err != nil {
		return err
	}
	if strings.HasSuffix(c.Server.Address, ":0") {
		return fault.New(fault.Invalid, "the server chooses another port at each start: [server] address is %s", c.Server.Address).
			Fix("give it a port in config.ini")
	}
	changed, err := writeEntry(path, name, entry{
		Type: "http", URL: endpoint(c, project), AlwaysLoad: true,
		Headers: map[string]string{"X-RAG-Token": "${" + tokenVariable + "}"},
	})
	if err != nil {
		return err
	}
	verb := "has"
	if changed {
		verb = "now has"
	}
	fmt.Fprintf(env.Out, "%s %s the entry %q. Before you start Claude Code there:\n", path, verb, name)
	fmt.Fprintf(env.Out, "  export %s=%s\n", tokenVariable, tokenHint(env, c))
	fmt.Fprintf(env.Out, "Or, for you alone and in every folder:\n")
	fmt.Fprintf(env.Out, "  claude mcp add --scope user --transport http %s %s --header \"X-RAG-Token: $%s\"\n", name, endpoint(c, project), tokenVariable)
	return nil
}

// checkConfigured refuses a project that rag-projects.json does not name. One
// that is named and wrong will be mended.
func checkConfigured(env *cli.Env, project string) error {
	if project == code.AllProjects {
		return nil
	}
	projects, err := config.LoadProjects(env.ProjectsPath())
	if err != nil {
		return err
	}
	if _, err := projects.Find(project); fault.Is(err, fault.NotFound) {
		return err
	}
	return nil
}

// tokenHint says how a shell gets at the token, without showing it.
func tokenHint(env *cli.Env, c config.Config) string {
	if env.Getenv(tokenVariable) == c.Server.Token {
		return `"$` + tokenVariable + `"`
	}
	if c.Server.TokenFile != "" {
		return `"$(cat ` + quoted(c.Server.TokenFile) + `)"`
	}
	path, err := filepath.Abs(env.ConfigPath())
	if err == nil && sedFinds(path, c.Server.Token) {
		return `"$(sed -n 's/^token *= *//p' ` + quoted(path) + `)"`
	}
	return "THE TOKEN OF " + env.ConfigPath()
}

// sedFinds reports whether the command of tokenHint would print the token: it
// does not know quotes, comments and sections.
func sedFinds(path, token string) bool {
	text, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	var found []string
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(strings.TrimRight(line, "\n"), "=")
		if ok && strings.TrimRight(name, " ") == "token" {
			found = append(found, strings.TrimLeft(value, " "))
		}
	}
	return len(found) == 1 && found[0] == token
}

// quoted quotes s for a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
