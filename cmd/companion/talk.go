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

// talk is the doctor's dialogue with the person at the terminal.
type talk struct {
	in       io.Reader // input from the person; nil if nobody is at the terminal
	out      io.Writer
	lines    chan string // lines typed by the person; closed at the end of input
	quiet    bool        // true if findings are printed only at the end, as JSON
	findings []doctor.Finding
}

// talk returns a new dialogue for the command line o.
func (c *call) talk(o checkup) *talk {
	t := &talk{out: prompt{c.out}}
	if o.json {
		t.out, t.quiet = os.Stderr, true // standard output is for the JSON
	}
	if o.person {
		t.in = os.Stdin
	}
	return t
}

// prompt is a buffered output that flushes each write.
type prompt struct{ to *bufio.Writer }

func (p prompt) Write(b []byte) (int, error) {
	n, err := p.to.Write(b)
	if err == nil {
		err = p.to.Flush()
	}
	return n, err
}

// found stores a finding and prints it, unless quiet.
func (t *talk) found(f doctor.Finding) {
	t.findings = append(t.findings, f)
	if !t.quiet {
		_ = doctor.Write(t.out, []doctor.Finding{f}) // the buffer returns the error at Flush
	}
}

// hands returns the doctor's callbacks. The callback Ask is nil without a terminal.
func (t *talk) hands(ctx context.Context) doctor.Callbacks {
	h := doctor.Callbacks{Print: func(text string) { fmt.Fprintln(t.out, "→ "+text) }, Found: t.found}
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

// ask prints a question with numbered answers and returns the index of the chosen answer. The Enter
// key alone chooses the first. ask returns -1 at the end of input or when ctx is done.
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
