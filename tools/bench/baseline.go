package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"time"

	"coderag/internal/fault"
	"coderag/internal/walk"
)

// measureBaselines does plain work on the files a scan indexes: reading and
// hashing them, and copying their bytes into PostgreSQL.
func (b *bench) measureBaselines(ctx context.Context, r *Result) error {
	files, err := b.files(ctx)
	if err != nil {
		return err
	}
	for _, f := range files {
		r.Baselines.Bytes += f.Stat.Size
	}
	if r.Baselines.Hash, err = hashAll(files); err != nil {
		return err
	}
	if err := b.newDatabase(ctx); err != nil {
		return err
	}
	before := b.postgres.cpu()
	r.Baselines.CopyIn, err = b.copyIn(ctx, files)
	r.Baselines.CopyInCPU = b.postgres.cpu() - before
	return err
}

// hashAll reads and hashes the files with one core.
func hashAll(files []walk.Entry) (time.Duration, error) {
	start := time.Now()
	for _, f := range files {
		data, err := os.ReadFile(f.Abs)
		if err != nil {
			return 0, err
		}
		_ = sha256.Sum256(data)
	}
	return time.Since(start), nil
}

// copyIn copies the files into a table, a row a file.
func (b *bench) copyIn(ctx context.Context, files []walk.Entry) (took time.Duration, err error) {
	defer fault.Wrap(&err, "bare COPY")
	conn, err := b.db.Pool().Acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "CREATE TABLE plain (content bytea)"); err != nil {
		return 0, err
	}
	rows, w := io.Pipe()
	go func() { w.CloseWithError(writeRows(w, files)) }()
	start := time.Now()
	_, err = conn.Conn().PgConn().CopyFrom(ctx, rows, "COPY plain FROM STDIN (FORMAT binary)")
	return time.Since(start), errors.Join(err, rows.Close())
}

// writeRows writes each file as a row of one column, in the binary format of
// COPY.
func writeRows(w io.Writer, files []walk.Entry) error {
	var b bytes.Buffer
	b.WriteString("PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	for _, f := range files {
		data, err := os.ReadFile(f.Abs)
		if err != nil {
			return err
		}
		row := binary.BigEndian.AppendUint16(nil, 1)
		row = binary.BigEndian.AppendUint32(row, uint32(len(data)))
		b.Write(append(row, data...))
		if _, err := b.WriteTo(w); err != nil {
			return err
		}
	}
	_, err := w.Write([]byte{0xff, 0xff})
	return err
}

// grep returns how long grep takes to find the word in the corpus.
func (b *bench) grep(ctx context.Context, word string) (time.Duration, error) {
	cmd := exec.CommandContext(ctx, "grep", "-rnIF", "--", word, b.corpus)
	start := time.Now()
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		err = nil // no line has it
	}
	return time.Since(start), err
}
