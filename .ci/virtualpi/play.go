package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// pointers maps the seats 1 and 2 to the picture of the arrow that points to the seat on the
// matrix. In a match of two players the matrix shows an arrow unless it shows dice.
var pointers = map[int]string{
	1: "........\n........\n...##...\n...##...\n...##...\n.######.\n..####..\n...##...\n",
	2: "...##...\n..####..\n.######.\n...##...\n...##...\n...##...\n........\n........\n",
}

// maxPresses is the maximum number of key presses in a game of mice that is played with ok
// alone. Two games took 600 presses.
const maxPresses = 1500

// game plays a whole game of mice with the key ok. After each press display and matrix must
// show the intended pictures, and an arrow on the matrix must point to the seat in turn.
func (e *Evening) game() error {
	pointed := map[int]bool{}
	for presses := range maxPresses {
		now, err := e.seen()
		if err != nil {
			return fmt.Errorf("after %d presses: %w", presses, err)
		}
		lamps := e.Wire.Lamps()
		for seat, pointer := range pointers {
			if lamps == pointer && seat != now.Turn && now.Seq > 0 && !now.Over {
				return fmt.Errorf("after %d presses it is the turn of seat %d, and the matrix points at seat %d", presses, now.Turn, seat)
			}
			pointed[seat] = pointed[seat] || lamps == pointer && seat == now.Turn
		}
		if now.Over {
			note("%s ended after %d presses and %d facts", now.Game, presses, now.Seq)
			return e.checkEnd(now, pointed)
		}
		if err := e.Pins.Press(OK); err != nil {
			return err
		}
	}
	return fmt.Errorf("no game ended within %d presses", maxPresses)
}

// checkEnd checks that the finished game was mice, that the matrix pointed to both seats, and
// that the command "companion replay" accepts the record.
func (e *Evening) checkEnd(now moment, pointed map[int]bool) error {
	if now.Game != "mice" || !pointed[1] || !pointed[2] {
		return fmt.Errorf("%s was played, and the matrix pointed at seats: %v", now.Game, pointed)
	}
	_, err := e.sh("set -o pipefail; companion export | companion replay -")
	return err
}

// moment is a match with the intended pictures of display and matrix.
type moment struct {
	Game      string
	Seq, Turn int
	Over      bool

	panel, lamps string
}

// seen waits until display and matrix show the intended pictures, and returns the match and the
// pictures.
func (e *Evening) seen() (now moment, err error) {
	for end := time.Now().Add(patience); ; {
		e.Wire.Rest(400*time.Millisecond, time.Minute)
		if now, err = e.intended(); err != nil {
			return now, err
		}
		panel, lamps := e.Wire.Picture(), e.Wire.Lamps()
		if _, same := shift(panel, now.panel); same && lamps == now.lamps {
			return now, nil
		}
		if time.Now().After(end) {
			return now, fmt.Errorf("after %v the panel shows\n%s%swant\n%s%s", patience, panel, lamps, now.panel, now.lamps)
		}
	}
}

// intended requests the match and the intended pictures from the daemon. If there is no match,
// it sets only the pictures.
func (e *Evening) intended() (now moment, err error) {
	output, err := e.sh("curl -sS --max-time 60 --unix-socket /run/companion.sock http://localhost/api/match http://localhost/api/panel.txt")
	if err != nil {
		return now, err
	}
	text := strings.NewReader(output)
	d := json.NewDecoder(text)
	if err := d.Decode(&now); err != nil {
		return now, err
	}
	rest, err := io.ReadAll(io.MultiReader(d.Buffered(), text))
	lines := strings.SplitAfter(strings.TrimPrefix(string(rest), "\n")+"\n", "\n")
	if err != nil || len(lines) < panelHeight/2+1+lamps {
		return now, fmt.Errorf("panel.txt has %d lines: %v\n%s", len(lines), err, rest)
	}
	now.panel = trimmed(strings.Join(lines[:panelHeight/2], ""))
	now.lamps = strings.Map(mono, strings.Join(lines[panelHeight/2+1:][:lamps], ""))
	return now, nil
}

// mono converts the letter of a lit lamp of any colour to "#". It returns "." and newlines
// unchanged.
func mono(lamp rune) rune {
	if lamp == '.' || lamp == '\n' {
		return lamp
	}
	return '#'
}
