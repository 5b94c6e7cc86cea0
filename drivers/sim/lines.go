package sim

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// longest is the length, with its LF, of the longest line that is read.
const longest = 1024

var (
	commands = []string{"press", "hold", "screen", "lamps", "quit"}
	keys     = []string{"back", "up", "down", "ok"}
)

// line is one line of the input, or why it can't be read.
type line struct {
	text string
	err  error
}

// runLines answers lines until ctx ends or one of them quits.
func (d *Dev) runLines(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	in := make(chan line)
	go readLines(ctx, d.opts.In, in)
	t := talk{Dev: d}
	for {
		select {
		case <-ctx.Done():
			return nil
		case l, ok := <-in:
			if !ok {
				in = nil
				continue
			}
			quit, err := t.reply(ctx, l)
			if err != nil || quit {
				return err
			}
		}
	}
}

// readLines sends the lines of r until it ends, however long they are, and
// holds no more than one. A read that never ends outlives ctx.
func readLines(ctx context.Context, r io.Reader, in chan<- line) {
	defer close(in)
	b := bufio.NewReaderSize(r, longest)
	for {
		l, err := nextLine(b)
		if l.text != "" || l.err != nil {
			select {
			case in <- l:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// nextLine reads one line, the rest of one that is too long included.
func nextLine(b *bufio.Reader) (line, error) {
	chunk, err := b.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = b.ReadSlice('\n')
		}
		return line{err: fmt.Errorf("a line is shorter than %d bytes", longest)}, err
	}
	if !utf8.Valid(chunk) {
		return line{err: errors.New("a line is UTF-8")}, err
	}
	return line{text: strings.TrimSpace(string(chunk))}, err
}

// talk is one conversation on standard input.
type talk struct {
	*Dev
	seq int // the last that Press or Rest told
}

// reply answers l on one line or, for screen and lamps, several.
func (t *talk) reply(ctx context.Context, l line) (quit bool, err error) {
	var picture string
	if err = l.err; err == nil {
		picture, err = t.obey(ctx, strings.Fields(l.text))
	}
	answer := fmt.Sprintf("%sok %d\n", picture, t.seq)
	if err != nil {
		answer = "error " + strings.Join(strings.Fields(err.Error()), " ") + "\n"
	}
	if _, err := io.WriteString(t.opts.Out, answer); err != nil {
		return false, fmt.Errorf("sim: answer: %w", err)
	}
	if quit = l.text == "quit"; quit {
		t.opts.Quit()
	}
	return quit, nil
}

// obey does what a line says and returns the picture that it asked for, if any.
func (t *talk) obey(ctx context.Context, words []string) (picture string, err error) {
	command, rest := words[0], words[1:]
	switch command {
	case "press":
		return "", t.press(ctx, rest)
	case "hold":
		return "", t.hold(ctx, rest)
	case "screen", "lamps", "quit":
		if len(rest) > 0 {
			return "", fmt.Errorf("nothing follows %s, not %q", command, rest[0])
		}
		return t.picture(ctx, command)
	}
	return "", unknown("command", command, commands)
}

// press presses the keys one after another.
func (t *talk) press(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("press which key: %s", strings.Join(keys, ", "))
	}
	for _, name := range names {
		if !known(name, keys) {
			return unknown("key", name, keys)
		}
	}
	for _, name := range names {
		if err := t.gesture(ctx, name, false); err != nil {
			return err
		}
	}
	return nil
}

// hold holds the one key that can be held.
func (t *talk) hold(ctx context.Context, names []string) error {
	if len(names) != 1 || names[0] != "back" {
		return errors.New("only back is held: hold back")
	}
	return t.gesture(ctx, "back", true)
}

func (t *talk) gesture(ctx context.Context, key string, hold bool) error {
	seq, err := t.opts.Press(ctx, key, hold)
	if err != nil {
		return fmt.Errorf("press %s: %w", key, err)
	}
	t.seq = seq
	return nil
}

// picture waits for the panel to be at rest, then draws what command asks for.
func (t *talk) picture(ctx context.Context, command string) (string, error) {
	if t.opts.Rest != nil {
		seq, err := t.opts.Rest(ctx)
		if err != nil {
			return "", err
		}
		t.seq = seq
	}
	switch command {
	case "screen":
		err := t.panel.wait(ctx)
		return t.copy(t.panel, func(b []byte) string { return pixels(b).String() }), err
	case "lamps":
		err := t.lamps.wait(ctx)
		return t.copy(t.lamps, func(b []byte) string { return matrix(b).String() }), err
	}
	return "", nil
}

// copy draws what s shows at this moment.
func (t *talk) copy(s *Surface, draw func([]byte) string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return draw(s.visible())
}
