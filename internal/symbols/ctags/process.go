package ctags

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

const (
	maxLine = 1 << 20 // bytes of one line of output
	maxTags = 50_000  // of one file; further ones are dropped
)

// process is one running ctags. One goroutine at a time uses it.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// tag is a line of ctags' output.
type tag struct {
	Type      string `json:"_type"`
	Name      string `json:"name"`
	Line      int    `json:"line"`
	End       int    `json:"end"`
	Kind      string `json:"kind"`
	Scope     string `json:"scope"`
	ScopeKind string `json:"scopeKind"`
	Message   string `json:"message"`
	Fatal     bool   `json:"fatal"`
}

// start runs the command. The process outlives ctx, as it serves later calls
// too; parse and stop kill it.
func start(ctx context.Context, command []string) (*process, error) {
	c := exec.CommandContext(context.WithoutCancel(ctx), command[0], command[1:]...)
	c.Env, c.Dir = environment(), os.TempDir()
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	if err := c.Start(); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return &process{command: c, in: in, out: bufio.NewReaderSize(out, 64<<10)}, nil
}

// parse hands over text under the name file, which tells its language, and
// returns its tags. When ctx ends first the process is killed. After an error
// the process is good for nothing but stop.
func (p *process) parse(ctx context.Context, file, text string) ([]tag, error) {
	release := context.AfterFunc(ctx, func() { _ = p.command.Process.Kill() })
	defer release()
	written := make(chan error, 1)
	go func() { written <- p.request(file, text) }()
	tags, err := p.response()
	if err != nil {
		_ = p.command.Process.Kill() // the writer may be waiting for it
	}
	return tags, errors.Join(err, <-written)
}

// request writes a command and the text it is about.
func (p *process) request(file, text string) error {
	head, err := json.Marshal(map[string]any{"command": "generate-tags", "filename": file, "size": len(text)})
	if err != nil {
		return err
	}
	_, err = io.WriteString(p.in, string(head)+"\n"+text)
	return err
}

// response reads tags until the file is done.
func (p *process) response() ([]tag, error) {
	var tags []tag
	for {
		line, err := p.line()
		if err != nil {
			return nil, err
		}
		var t tag
		if err := json.Unmarshal(line, &t); err != nil {
			return nil, fmt.Errorf("read %.80q: %w", line, err)
		}
		switch {
		case t.Type == "completed":
			return tags, nil
		case t.Type == "error" && t.Fatal:
			return nil, errors.New(t.Message)
		case t.Type == "tag" && len(tags) < maxTags:
			tags = append(tags, t)
		}
	}
}

// line reads a line of bounded length.
func (p *process) line() ([]byte, error) {
	var line []byte
	for {
		part, err := p.out.ReadSlice('\n')
		line = append(line, part...)
		if err == nil {
			return line, nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
		if len(line) > maxLine {
			return nil, fmt.Errorf("a line of over %d bytes", maxLine)
		}
	}
}

// stop kills the process and waits for its end.
func (p *process) stop() {
	_ = p.command.Process.Kill()
	_ = p.in.Close()
	_ = p.command.Wait()
}

// newlines returns text with the line ends ctags counts: "\n" for each "\r\n"
// and each lone "\r". The number of each line stays.
func newlines(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}
