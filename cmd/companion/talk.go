package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"tabletop/cmd/internal/doctor"
)

// talk is a conversation with the person in front of the terminal.
type talk struct {
	in       io.Reader // nil where nobody answers
	out      io.Writer
	lines    chan string // what they type; closed at its end
	quiet    bool        // findings are for a program
	findings []doctor.Finding
}

// talk begins a conversation.
func (c *call) talk(o checkup) *talk {
	t := &talk{out: prompt{c.out}}
	if o.json {
		t.out, t.quiet = os.Stderr, true // standard output is for the program
	}
	if o.person {
		t.in = os.Stdin
	}
	return t
}

// prompt is a buffered output that doesn't wait for more.
type prompt struct{ to *bufio.Writer }

func (p prompt) Write(b []byte) (int, error) {
	n, err := p.to.Write(b)
	if err == nil {
		err = p.to.Flush()
	}
	return n, err
}

// found shows a finding, unless a program gets them all at the end.
func (t *talk) found(f doctor.Finding) {
	t.findings = append(t.findings, f)
	if !t.quiet {
		_ = doctor.Write(t.out, []doctor.Finding{f}) // the buffer keeps the error for its end
	}
}

// hands tells, and asks whoever is there.
func (t *talk) hands(ctx context.Context) doctor.Hands {
	h := doctor.Hands{Tell: func(text string) { fmt.Fprintln(t.out, "→ "+text) }, Found: t.found}
	if t.in != nil {
		t.lines = make(chan string)
		go t.listen(ctx)
		h.Ask = t.ask
	}
	return h
}

func (t *talk) listen(ctx context.Context) {
	defer close(t.lines)
	for typed := bufio.NewScanner(t.in); typed.Scan(); {
		select {
		case t.lines <- strings.TrimSpace(typed.Text()):
		case <-ctx.Done():
			return
		}
	}
}

// ask shows a question with numbered answers until one of them is chosen, by Enter
// the first. At the end of input, and when ctx ends, it is -1.
func (t *talk) ask(ctx context.Context, question string, answers []string) int {
	fmt.Fprintln(t.out, "? "+question)
	for i, a := range answers {
		fmt.Fprintf(t.out, "  %d  %s\n", i+1, a)
	}
	for {
		fmt.Fprint(t.out, "[1] ")
		select {
		case line, ok := <-t.lines:
			if !ok {
				return -1
			}
			if n, err := strconv.Atoi(line); err == nil && 1 <= n && n <= len(answers) {
				return n - 1
			}
			if line == "" {
				return 0
			}
		case <-ctx.Done():
			return -1
		}
	}
}

func terminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
