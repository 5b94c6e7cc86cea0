package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Types of the files that are sent.
const (
	typeRecord = "application/x-ndjson"
	typeCSV    = "text/csv"
)

func backup(set *flag.FlagSet) action {
	socket := reached(set)
	return func(c *call, operands []string) error {
		fetch := func(to io.Writer) error { return c.backUp(daemon(*socket), to) }
		if len(operands) == 0 || operands[0] == "-" {
			return fetch(c.out)
		}
		return replace(operands[0], fetch)
	}
}

// backUp copies the daemon's backup, and says if it was cut off.
func (c *call) backUp(d daemon, to io.Writer) error {
	var end tail
	if err := d.get(c.ctx, "/api/backup", io.MultiWriter(to, &end)); err != nil {
		return err
	}
	var last struct{ Kind string }
	if err := json.Unmarshal(end.line(), &last); err != nil || last.Kind != "end" {
		return errors.New("companion: the backup was cut off, perhaps since something was renamed or erased meanwhile: try again")
	}
	return nil
}

// tail keeps the end of what is written, more than the last line of a backup has.
type tail struct{ kept []byte }

func (t *tail) Write(b []byte) (int, error) {
	const most = 1 << 10
	t.kept = append(t.kept, b[max(0, len(b)-most):]...)
	t.kept = t.kept[max(0, len(t.kept)-most):]
	return len(b), nil
}

func (t *tail) line() []byte {
	text := bytes.TrimSpace(t.kept)
	return text[bytes.LastIndexByte(text, '\n')+1:]
}

// replace writes a file that is whole or stays as it was. Only its owner may read it.
func replace(file string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the error says more
		}
	}()
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

func restore(set *flag.FlagSet) action {
	socket := reached(set)
	return func(c *call, operands []string) error {
		return c.send(daemon(*socket), "/api/restore", operands[0], func([]byte) string { return typeRecord })
	}
}

func load(set *flag.FlagSet) action {
	socket := reached(set)
	return func(c *call, operands []string) error {
		return c.send(daemon(*socket), "/api/import", operands[0], typeOf)
	}
}

// typeOf tells a record from a table of players by how it begins.
func typeOf(begins []byte) string {
	if bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(begins, []byte("\ufeff")), " \t\r\n"), []byte("{")) {
		return typeRecord
	}
	return typeCSV
}

// send sends a file to the daemon and tells what it has brought.
func (c *call) send(d daemon, path, file string, kind func(begins []byte) string) error {
	in := c.in
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	text := bufio.NewReader(in)
	begins, err := text.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("companion: %w", err)
	}
	added, err := d.post(c.ctx, path, kind(begins), text)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "matches %d, players %d\n", added.Matches, added.Players)
	if added.Damaged > 0 {
		_, err = fmt.Fprintf(c.out, "damaged %d\n", added.Damaged)
	}
	return err
}
