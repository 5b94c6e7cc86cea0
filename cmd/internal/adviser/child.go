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

// Role is the only argument of a child process of the thinker.
const Role = "advise"

// Is reports whether args, with the program's name first, start a child.
func Is(args []string) bool { return len(args) == 2 && args[1] == Role }

// question is the request to a child.
type question struct {
	Game     string
	Setup    games.Setup
	Position string // text of the position, as formatted by State.String
}

// questionAbout returns the question about position i of the thought q.
func questionAbout(q thought, i int) question {
	return question{Game: q.Rules.Name(), Setup: q.Setup, Position: q.line[i].State.String()}
}

// child starts a child process for each question. The process runs the program at path, or this
// program if path is "".
type child struct {
	path string
	args []string // arguments for the program at path
}

// ask sends a question to a child and returns its answer. The child is killed once ctx is done.
func (c child) ask(ctx context.Context, q question) (a games.Advice, err error) {
	cmd, err := c.command(ctx)
	if err != nil {
		return a, fmt.Errorf("adviser: %w", err)
	}
	in, err := cmd.StdinPipe() // stays open as long as this process lives: see Main
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
		return a, fmt.Errorf("adviser: answer: %w", err)
	}
	return a, nil
}

// command returns the command of a child. The child uses one processor, and does not inherit the
// daemon's environment.
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

// Main runs the program as a child. It answers one question about a known game and returns the
// exit code.
func Main(known games.Catalogue) int {
	yield()
	if err := serve(os.Stdin, os.Stdout, known); err != nil && !errors.Is(err, errLeft) {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// errLeft means that the parent has ended or cancelled the question. It is not a failure.
var errLeft = errors.New("adviser: cancelled")

// serve answers the question from in. It returns early when in ends, because the answer is no
// longer needed.
func serve(in io.Reader, out io.Writer, known games.Catalogue) error {
	questions := json.NewDecoder(in)
	var q question
	if err := questions.Decode(&q); err != nil {
		return fmt.Errorf("adviser: question: %w", err)
	}
	ended, done := make(chan struct{}), make(chan error, 1)
	go func() {
		_, _ = io.Copy(io.Discard, in) // waits for the end of in
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

// answer writes the advice for a question to out.
func answer(q question, out io.Writer, known games.Catalogue) error {
	r, a := known.Find(q.Game), known.Adviser(q.Game)
	if r == nil || a == nil {
		return fmt.Errorf("adviser: game %q has no adviser", q.Game)
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
