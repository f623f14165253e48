package ctags

import (
	"context"
	"os"
	"os/exec"
	"strings"

	"coderag/internal/fault"
)

// arguments isolate the program from the user's configuration and ask for what
// this package reads.
func arguments(interactive string) []string {
	return []string{
		"--options=NONE", "--quiet", interactive,
		"--fields=+nKzSeZ-PTFf", "--map-MatLab=+.matlab",
	}
}

// find returns the command to run, preferring the mode in which the program
// may not open files.
func find(ctx context.Context, program string) ([]string, error) {
	candidates := []string{program}
	if program == "" {
		candidates = []string{"ctags", "universal-ctags"}
	}
	var reason error
	for _, candidate := range candidates {
		path, err := exec.LookPath(candidate)
		if err != nil {
			reason = missing("%s is not installed", candidate)
			continue
		}
		if err := fit(ctx, path); err != nil {
			reason = err
			continue
		}
		for _, mode := range []string{"--_interactive=sandbox", "--_interactive"} {
			command := append([]string{path}, arguments(mode)...)
			if reason = try(ctx, command); reason == nil {
				return command, nil
			}
		}
	}
	return nil, reason
}

// fit reports why the program at path is not Universal Ctags with JSON output
// and interactive mode.
func fit(ctx context.Context, path string) error {
	version, err := output(ctx, path, "--options=NONE", "--version")
	if err != nil || !strings.Contains(version, "Universal Ctags") {
		return missing("%s is not Universal Ctags", path)
	}
	features, err := output(ctx, path, "--options=NONE", "--list-features")
	for _, feature := range []string{"json", "interactive"} {
		if err != nil || !strings.Contains(features, "\n"+feature+" ") {
			return missing("%s was built without %q", path, feature)
		}
	}
	return nil
}

func output(ctx context.Context, path string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, path, args...)
	command.Env, command.Dir = environment(), os.TempDir()
	out, err := command.Output()
	return string(out), err
}

// try parses a line with the command, so that a sandbox the system does not
// allow is found out at once.
func try(ctx context.Context, command []string) error {
	p, err := start(ctx, command)
	if err != nil {
		return missing("%s does not start: %w", command[0], err)
	}
	defer p.stop()
	tags, err := p.parse(ctx, "file.awk", "function f() {\n}\n")
	if err == nil && len(tags) != 1 {
		return missing("%s gives %d tags for a file with one", command[0], len(tags))
	}
	if err != nil {
		return missing("%s does not answer: %w", command[0], err)
	}
	return nil
}

func missing(format string, args ...any) error {
	return fault.New(fault.Unavailable, format, args...).
		Fix("install Universal Ctags: apt-get install universal-ctags, or brew install universal-ctags")
}

// environment holds nothing that changes what the program does.
func environment() []string {
	return []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH")}
}
