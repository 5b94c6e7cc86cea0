package adviser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"tabletop/cmd/internal/self"
	"tabletop/games"
)

// Role is the one argument of a program that is the child of its own thinker.
const Role = "advise"

// Is reports whether args, the program's name first, make it a child.
func Is(args []string) bool { return len(args) == 2 && args[1] == Role }

// question is what a child is asked.
type question struct {
	Game     string
	Setup    games.Setup
	Position string // as State.String prints it
}

func questionAbout(q thought, i int) question {
	return question{Game: q.Rules.Name(), Setup: q.Setup, Position: q.line[i].State.String()}
}

// child is the program that is running, or with a path another one.
type child struct {
	path string
	args []string // instead of Role
}

// ask asks a child, which is killed once ctx is done.
func (c child) ask(ctx context.Context, q question) (a games.Advice, err error) {
	cmd, err := c.command(ctx)
	if err != nil {
		return a, fmt.Errorf("adviser: %w", err)
	}
	in, err := cmd.StdinPipe() // open as long as this process lives: see Main
	if err != nil {
		return a, fmt.Errorf("adviser: %w", err)
	}
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		return a, fmt.Errorf("adviser: %w", err)
	}
	sent := json.NewEncoder(in).Encode(q)
	if err := errors.Join(sent, cmd.Wait()); err != nil {
		return a, fmt.Errorf("adviser: %w: %.200s", err, errs.String())
	}
	if err := json.Unmarshal([]byte(out.String()), &a); err != nil {
		return a, fmt.Errorf("adviser: the answer: %w", err)
	}
	return a, nil
}

// command is the child, on one processor. It has no business with the daemon's environment.
func (c child) command(ctx context.Context) (*exec.Cmd, error) {
	path, args := c.path, c.args
	if path == "" {
		own, err := self.Path()
		if err != nil {
			return nil, err
		}
		path, args = own, []string{Role}
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = []string{"GOMAXPROCS=1", "GOMEMLIMIT=64MiB", "GOTRACEBACK=single"}
	cmd.WaitDelay = time.Second
	apart(cmd)
	return cmd, nil
}

// Main is the program as a child: it answers one question about the games that it knows,
// and returns the exit code.
func Main(known games.Catalogue) int {
	yield()
	if err := serve(os.Stdin, os.Stdout, known); err != nil && !errors.Is(err, errLeft) {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// errLeft is no failure.
var errLeft = errors.New("adviser: nobody waits any more")

// serve answers the question that comes by in. Once that ends nobody waits for the answer.
func serve(in io.Reader, out io.Writer, known games.Catalogue) error {
	questions := json.NewDecoder(in)
	var q question
	if err := questions.Decode(&q); err != nil {
		return fmt.Errorf("adviser: the question: %w", err)
	}
	ended, done := make(chan struct{}), make(chan error, 1)
	go func() {
		_, _ = io.Copy(io.Discard, in) // until its end
		close(ended)
	}()
	go func() { done <- answer(q, out, known) }()
	select {
	case err := <-done:
		return err
	case <-ended:
		return errLeft
	}
}

func answer(q question, out io.Writer, known games.Catalogue) error {
	r, a := known.Find(q.Game), known.Adviser(q.Game)
	if r == nil || a == nil {
		return fmt.Errorf("adviser: nobody advises in game %q", q.Game)
	}
	s, err := r.Parse(q.Setup, q.Position)
	if err != nil {
		return err
	}
	advice, err := a.Advise(s, a.Steps())
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(advice)
}
