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

// Agent is the shell in the machine that obeys us.
type Agent struct {
	conn  net.Conn
	from  *bufio.Reader
	asked int // how often it was
}

// NewAgent talks to the agent at the other end of a serial line.
func NewAgent(conn net.Conn) *Agent { return &Agent{conn: conn, from: bufio.NewReader(conn)} }

// Ready waits until the agent of a machine that is starting says so.
func (a *Agent) Ready(patience time.Duration) error {
	for end := time.Now().Add(patience); ; {
		line, err := a.line(end)
		if err != nil {
			return fmt.Errorf("the agent did not come up within %v: %w", patience, err)
		}
		if strings.HasSuffix(line, "agent ready") { // behind what resets a terminal
			return nil
		}
	}
}

// again is after how long without an answer the agent is asked again: a serial line may
// lose something.
const again = 30 * time.Second

// Run lets the machine's bash run a script, and returns what it says on both its
// outputs; an error if it ends with anything but 0.
func (a *Agent) Run(patience time.Duration, script string) (string, error) {
	a.asked++
	for end := time.Now().Add(patience); ; {
		if _, err := fmt.Fprintf(a.conn, "\n%d %s\n", a.asked, base64.StdEncoding.EncodeToString([]byte(script))); err != nil {
			return "", err
		}
		said, err := a.hear(script, soonest(end, time.Now().Add(again)))
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return said, err
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

// hear waits for the answer to what was asked last.
func (a *Agent) hear(script string, end time.Time) (string, error) {
	for {
		line, err := a.line(end)
		if err != nil {
			return "", err
		}
		if number, code, said, ok := answer(line); ok && number == a.asked { // not one that came too late
			return said, failed(script, code, said)
		}
	}
}

// answer is what a line of the agent says, if it is an answer.
func answer(line string) (number, code int, said string, ok bool) {
	f := strings.Fields(line)
	if len(f) < 3 || f[0] != "agent" {
		return 0, 0, "", false
	}
	number, err := strconv.Atoi(f[1])
	code, err2 := strconv.Atoi(f[2])
	text, err3 := base64.StdEncoding.DecodeString(strings.Join(f[3:], ""))
	return number, code, strings.TrimRight(string(text), "\n"), errors.Join(err, err2, err3) == nil
}

func failed(script string, code int, said string) error {
	if code == 0 {
		return nil
	}
	return fmt.Errorf("%s\nended with %d: %s", script, code, said)
}

func (a *Agent) line(end time.Time) (string, error) {
	if err := a.conn.SetReadDeadline(end); err != nil {
		return "", err
	}
	line, err := a.from.ReadString('\n')
	return strings.TrimSpace(line), err
}
