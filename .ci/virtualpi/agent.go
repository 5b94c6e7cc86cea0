package main

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"
)

// Agent is the connection to the agent program in the machine, which executes scripts.
type Agent struct {
	conn     net.Conn
	from     *bufio.Reader
	requests int // number of requests sent so far
}

// NewAgent returns the agent at the other end of a serial line.
func NewAgent(conn net.Conn) *Agent { return &Agent{conn: conn, from: bufio.NewReader(conn)} }

// Ready waits until the agent in a starting machine reports that it is ready. It returns an
// error after patience.
func (a *Agent) Ready(patience time.Duration) error {
	for end := time.Now().Add(patience); ; {
		line, err := a.line(end)
		if err != nil {
			return fmt.Errorf("the agent did not come up within %v: %w", patience, err)
		}
		if strings.HasSuffix(line, "agent ready") { // the message follows terminal reset codes
			return nil
		}
	}
}

// retryAfter is the time after which a request without an answer is sent again: a serial line
// may lose bytes.
const retryAfter = 30 * time.Second

// Run executes a script with the machine's bash and returns its output and error output. It
// returns an error if the exit status isn't 0, or if no answer comes within patience.
func (a *Agent) Run(patience time.Duration, script string) (string, error) {
	a.requests++
	for end := time.Now().Add(patience); ; {
		if _, err := fmt.Fprintf(a.conn, "\n%d %s\n", a.requests, base64.StdEncoding.EncodeToString([]byte(script))); err != nil {
			return "", err
		}
		output, err := a.receive(script, soonest(end, time.Now().Add(retryAfter)))
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return output, err
		}
		if time.Now().After(end) {
			return "", fmt.Errorf("%s\nno answer within %v: %w", script, patience, err)
		}
	}
}

func soonest(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// receive waits for the answer to the last request.
func (a *Agent) receive(script string, end time.Time) (string, error) {
	for {
		line, err := a.line(end)
		if err != nil {
			return "", err
		}
		if number, code, output, ok := parseAnswer(line); ok && number == a.requests { // ignores late answers to earlier requests
			return output, exitError(script, code, output)
		}
	}
}

// parseAnswer parses a line of the agent. It returns false if the line is not an answer.
func parseAnswer(line string) (number, code int, output string, ok bool) {
	f := strings.Fields(line)
	if len(f) < 3 || f[0] != "agent" {
		return 0, 0, "", false
	}
	number, err := strconv.Atoi(f[1])
	code, err2 := strconv.Atoi(f[2])
	text, err3 := base64.StdEncoding.DecodeString(strings.Join(f[3:], ""))
	return number, code, strings.TrimRight(string(text), "\n"), errors.Join(err, err2, err3) == nil
}

func exitError(script string, code int, output string) error {
	if code == 0 {
		return nil
	}
	return fmt.Errorf("%s\nended with %d: %s", script, code, output)
}

func (a *Agent) line(end time.Time) (string, error) {
	if err := a.conn.SetReadDeadline(end); err != nil {
		return "", err
	}
	line, err := a.from.ReadString('\n')
	return strings.TrimSpace(line), err
}
