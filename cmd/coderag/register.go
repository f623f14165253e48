package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
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
alone. The entry is always loaded, and takes the token from the variable
` + tokenVariable + ` of the shell that starts Claude Code, so that the file holds no secret.

` + cli.ExitCodes,
		Args: cli.Args(1, "<project>"),
		RunE: func(c *cobra.Command, args []string) error {
			config, err := env.Config()
			if err != nil {
				return err
			}
			return register(env, config, args[0], filepath.Join(dir, ".mcp.json"), name)
		},
	}
	c.Flags().StringVar(&dir, "dir", ".", "folder whose .mcp.json is written")
	c.Flags().StringVar(&name, "name", "", `name of the entry (default "rag-<project>")`)
	return c
}

func register(env *cli.Env, c config.Config, project, path, name string) error {
	if project != "_all" {
		projects, err := config.LoadProjects(env.ProjectsPath())
		if err != nil {
			return err
		}
		if _, err := projects.Find(project); err != nil && fault.Is(err, fault.NotFound) {
			return err
		}
	}
	if name == "" {
		name = "rag-" + project
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

// tokenHint says how a shell gets at the token without showing it.
func tokenHint(env *cli.Env, c config.Config) string {
	if c.Server.TokenFile != "" {
		return fmt.Sprintf("\"$(cat '%s')\"", c.Server.TokenFile)
	}
	return fmt.Sprintf("\"$(sed -n 's/^token *= *//p' '%s')\"", env.ConfigPath())
}

// entry is one server in .mcp.json.
type entry struct {
	Type       string            `json:"type"`
	URL        string            `json:"url"`
	Headers    map[string]string `json:"headers"`
	AlwaysLoad bool              `json:"alwaysLoad"`
}

// writeEntry sets an entry of the file and reports whether that changed it. A
// file that is no JSON object is refused and left alone.
func writeEntry(path, name string, e entry) (changed bool, err error) {
	defer fault.Wrap(&err, "write %s", path)
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	file := map[string]json.RawMessage{}
	servers := map[string]json.RawMessage{}
	if len(bytes.TrimSpace(old)) > 0 {
		if err := json.Unmarshal(old, &file); err != nil {
			return false, fault.New(fault.Invalid, "it is no JSON object: %w", err).Fix("mend or remove it")
		}
	}
	if raw, ok := file["mcpServers"]; ok {
		if err := json.Unmarshal(raw, &servers); err != nil {
			return false, fault.New(fault.Invalid, "mcpServers is no JSON object: %w", err).Fix("mend or remove it")
		}
	}
	if servers[name], err = json.Marshal(e); err != nil {
		return false, err
	}
	if file["mcpServers"], err = json.Marshal(servers); err != nil {
		return false, err
	}
	data, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return false, err
	}
	data = append(data, '\n')
	if bytes.Equal(old, data) {
		return false, nil
	}
	return true, replaceFile(path, data)
}

// replaceFile writes beside the file and renames, so that a reader sees the old
// or the new one.
func replaceFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".mcp-*.json")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err := f.Write(data); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
