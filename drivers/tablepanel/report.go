package tablepanel

import (
	"fmt"
	"strconv"
	"strings"
)

// Report is a message from the panel: a Hello, Key, Die or Motor. String returns its line in
// the protocol.
type Report interface {
	fmt.Stringer
	report()
}

type (
	// Hello reports that the panel has started, or answers "?".
	Hello struct{ Name, Version string }
	// Key reports that a seat's key went down or up.
	Key struct {
		Seat int
		Down bool
	}
	// Die reports that a die has come to rest in view of a sensor.
	Die struct {
		Sensor int
		Face   string
	}
	// Motor reports that a motor has finished its task, or is stuck.
	Motor struct {
		Name string
		Done bool
	}
)

func (Hello) report() {}
func (Key) report()   {}
func (Die) report()   {}
func (Motor) report() {}

func (r Hello) String() string { return "HELLO " + r.Name + " " + r.Version }
func (r Key) String() string   { return fmt.Sprintf("K %d %s", r.Seat, word(r.Down, "down", "up")) }
func (r Die) String() string   { return fmt.Sprintf("D %d %s", r.Sensor, r.Face) }
func (r Motor) String() string { return "M " + r.Name + " " + word(r.Done, "done", "stuck") }

func word(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}

// Parse parses one line of the panel, without its line end.
func Parse(line string) (Report, error) {
	words := strings.Split(line, " ")
	if len(line) > maxLine || len(words) != 3 {
		return nil, fmt.Errorf("tablepanel: parse %.64q: want three words in at most %d characters", line, maxLine)
	}
	first, second := words[1], words[2]
	n, counted := number(first)
	var r Report
	switch words[0] {
	case "HELLO":
		counted = true
		r = Hello{Name: first, Version: second}
	case "K":
		r = Key{Seat: n, Down: second == "down"}
	case "D":
		r = Die{Sensor: n, Face: second}
	case "M":
		counted = true
		r = Motor{Name: first, Done: second == "done"}
	}
	// The line is valid if the report formats to the same line.
	if r == nil || !counted || !isName(first) || !isName(second) || r.String() != line {
		return nil, fmt.Errorf("tablepanel: parse %q: unknown", line)
	}
	return r, nil
}

// number parses a number from 1 to 99. It returns false for anything else.
func number(s string) (n int, ok bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 1 && n <= 99
}

// isName reports whether s is 1 to 16 letters, digits, ".", "_" or "-".
func isName(s string) bool {
	strange := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("._-", r)
	}
	return len(s) > 0 && len(s) <= 16 && !strings.ContainsFunc(s, strange)
}
