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

// Media types of uploaded files.
const (
	typeRecord = "application/x-ndjson"
	typeCSV    = "text/csv"
	typeJSON   = "application/json"
)

func backup(set *flag.FlagSet) action {
	socket := socketFlag(set)
	return func(c *call, operands []string) error {
		fetch := func(to io.Writer) error { return c.backUp(daemon(*socket), to) }
		if len(operands) == 0 || operands[0] == "-" {
			return fetch(c.out)
		}
		return replace(operands[0], fetch)
	}
}

// backUp copies a backup from the daemon to the given writer. It returns an error if the backup is
// truncated.
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

// tail stores the last 1 KiB written to it. The last line of a backup is shorter.
type tail struct{ end []byte }

func (t *tail) Write(b []byte) (int, error) {
	const most = 1 << 10
	t.end = append(t.end, b[max(0, len(b)-most):]...)
	t.end = t.end[max(0, len(t.end)-most):]
	return len(b), nil
}

func (t *tail) line() []byte {
	text := bytes.TrimSpace(t.end)
	return text[bytes.LastIndexByte(text, '\n')+1:]
}

// replace writes a file atomically; write produces its contents. Only the owner can read the file.
// After an error, the old file is unchanged.
func replace(file string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // an error of Remove matters less than err
		}
	}()
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

func restore(set *flag.FlagSet) action {
	socket := socketFlag(set)
	return func(c *call, operands []string) error {
		return c.send(daemon(*socket), "/api/restore", operands[0], func([]byte) string { return typeRecord })
	}
}

func load(set *flag.FlagSet) action {
	socket := socketFlag(set)
	return func(c *call, operands []string) error {
		return c.send(daemon(*socket), "/api/import", operands[0], typeOf)
	}
}

// typeOf returns the media type of a file that begins with these bytes: typeRecord for a record or
// a backup, typeJSON for an export of BG Stats, typeCSV for a CSV of players.
func typeOf(begins []byte) string {
	text := bytes.TrimLeft(bytes.TrimPrefix(begins, []byte("\ufeff")), " \t\r\n")
	first, _, _ := bytes.Cut(text, []byte("\n"))
	switch {
	case !bytes.HasPrefix(text, []byte("{")):
		return typeCSV
	case bytes.Contains(first, []byte(`"kind":`)):
		return typeRecord
	}
	return typeJSON
}

// send uploads a file to the daemon and prints the number of added matches and players.
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
