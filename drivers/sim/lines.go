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

// maxLine is the maximum length of a line in bytes, including its LF.
const maxLine = 1024

var (
	commands = []string{"press", "hold", "screen", "lamps", "quit"}
	keys     = []string{"back", "up", "down", "ok"}
)

// line is a line of the input, or the error if the line is invalid.
type line struct {
	text string
	err  error
}

// runLines answers commands from Opts.In until ctx ends or the command quit is answered.
func (d *Dev) runLines(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	in := make(chan line)
	go readLines(ctx, d.opts.In, in)
	c := console{Dev: d}
	for {
		select {
		case <-ctx.Done():
			return nil
		case l, ok := <-in:
			if !ok {
				in = nil
				continue
			}
			quit, err := c.reply(ctx, l)
			if err != nil || quit {
				return err
			}
		}
	}
}

// readLines sends each line of r to the channel in. It returns at the end of r or ctx. It
// buffers at most maxLine bytes, even of a longer line. If a read of r never returns, readLines
// doesn't return either.
func readLines(ctx context.Context, r io.Reader, in chan<- line) {
	defer close(in)
	b := bufio.NewReaderSize(r, maxLine)
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

// nextLine reads one line of b. If the line is too long, nextLine discards the whole line and
// returns a line with an error.
func nextLine(b *bufio.Reader) (line, error) {
	chunk, err := b.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = b.ReadSlice('\n')
		}
		return line{err: fmt.Errorf("line too long: at most %d bytes", maxLine-1)}, err
	}
	if !utf8.Valid(chunk) {
		return line{err: errors.New("line is not UTF-8")}, err
	}
	return line{text: strings.TrimSpace(string(chunk))}, err
}

// console executes commands from the input.
type console struct {
	*Dev
	seq int // seq of the last stored fact, as returned by Press or Rest
}

// reply executes the command in l and writes the answer, which is one line. For the commands
// "screen" and "lamps" it first writes the lines of the picture.
func (c *console) reply(ctx context.Context, l line) (quit bool, err error) {
	var picture string
	if err = l.err; err == nil {
		picture, err = c.execute(ctx, strings.Fields(l.text))
	}
	answer := fmt.Sprintf("%sok %d\n", picture, c.seq)
	if err != nil {
		answer = "error " + strings.Join(strings.Fields(err.Error()), " ") + "\n"
	}
	if _, err := io.WriteString(c.opts.Out, answer); err != nil {
		return false, fmt.Errorf("sim: answer: %w", err)
	}
	if quit = l.text == "quit"; quit {
		c.opts.Quit()
	}
	return quit, nil
}

// execute executes a command and returns the requested picture, if any.
func (c *console) execute(ctx context.Context, words []string) (picture string, err error) {
	command, rest := words[0], words[1:]
	switch command {
	case "press":
		return "", c.press(ctx, rest)
	case "hold":
		return "", c.hold(ctx, rest)
	case "screen", "lamps", "quit":
		if len(rest) > 0 {
			return "", fmt.Errorf("%s takes no argument, not %q", command, rest[0])
		}
		return c.picture(ctx, command)
	}
	return "", unknown("command", command, commands)
}

// press presses the keys one after another.
func (c *console) press(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("press needs a key: %s", strings.Join(keys, ", "))
	}
	for _, name := range names {
		if !isKnown(name, keys) {
			return unknown("key", name, keys)
		}
	}
	for _, name := range names {
		if err := c.gesture(ctx, name, false); err != nil {
			return err
		}
	}
	return nil
}

// hold holds the key named "back". No other key can be held.
func (c *console) hold(ctx context.Context, names []string) error {
	if len(names) != 1 || names[0] != "back" {
		return errors.New("only back can be held: hold back")
	}
	return c.gesture(ctx, "back", true)
}

func (c *console) gesture(ctx context.Context, key string, hold bool) error {
	seq, err := c.opts.Press(ctx, key, hold)
	if err != nil {
		return fmt.Errorf("press %s: %w", key, err)
	}
	c.seq = seq
	return nil
}

// picture waits until the panel is at rest and returns the picture that the command requests.
func (c *console) picture(ctx context.Context, command string) (string, error) {
	if c.opts.Rest != nil {
		seq, err := c.opts.Rest(ctx)
		if err != nil {
			return "", err
		}
		c.seq = seq
	}
	switch command {
	case "screen":
		err := c.panel.wait(ctx)
		return c.copy(c.panel, func(b []byte) string { return pixels(b).String() }), err
	case "lamps":
		err := c.lamps.wait(ctx)
		return c.copy(c.lamps, func(b []byte) string { return matrix(b).String() }), err
	}
	return "", nil
}

// copy returns the current picture of s as text, made by draw.
func (c *console) copy(s *Surface, draw func([]byte) string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return draw(s.visible())
}
