package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// pointers are how the matrix points at the seats of two, unless it shows dice.
var pointers = map[int]string{
	1: "........\n........\n...##...\n...##...\n...##...\n.######.\n..####..\n...##...\n",
	2: "...##...\n..####..\n.######.\n...##...\n...##...\n...##...\n........\n........\n",
}

// mostPresses is more than any game of mice takes by ok alone: two in 600 presses.
const mostPresses = 1500

// game plays a whole game of mice by its keys, ok all the way. After each press
// display and matrix show what the daemon means, and a seat that the matrix points at is
// that on turn.
func (e *Evening) game() error {
	pointed := map[int]bool{}
	for presses := range mostPresses {
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
			note("%s was over after %d presses and %d facts", now.Game, presses, now.Seq)
			return e.ended(now, pointed)
		}
		if err := e.Pins.Press(OK); err != nil {
			return err
		}
	}
	return fmt.Errorf("no game was over after %d presses", mostPresses)
}

// ended is an error if the game that is over was not mice, or the matrix did not
// point at both seats, or the tools don't replay its record.
func (e *Evening) ended(now moment, pointed map[int]bool) error {
	if now.Game != "mice" || !pointed[1] || !pointed[2] {
		return fmt.Errorf("%s was played, and the matrix pointed at seats: %v", now.Game, pointed)
	}
	_, err := e.sh("set -o pipefail; companion export | companion replay -")
	return err
}

// moment is a match, and what display and matrix are meant to show.
type moment struct {
	Game      string
	Seq, Turn int
	Over      bool

	panel, lamps string
}

// seen waits until display and matrix show what they are meant to, and returns it.
func (e *Evening) seen() (now moment, err error) {
	for end := time.Now().Add(patience); ; {
		e.Wire.Rest(400*time.Millisecond, time.Minute)
		if now, err = e.meant(); err != nil {
			return now, err
		}
		panel, lamps := e.Wire.Picture(), e.Wire.Lamps()
		if _, same := besides(panel, now.panel); same && lamps == now.lamps {
			return now, nil
		}
		if time.Now().After(end) {
			return now, fmt.Errorf("after %v one sees\n%s%swhat is meant is\n%s%s", patience, panel, lamps, now.panel, now.lamps)
		}
	}
}

// meant asks the daemon. Before there is a match, only the pictures are told.
func (e *Evening) meant() (now moment, err error) {
	said, err := e.sh("curl -sS --max-time 60 --unix-socket /run/companion.sock http://localhost/api/match http://localhost/api/panel.txt")
	if err != nil {
		return now, err
	}
	text := strings.NewReader(said)
	d := json.NewDecoder(text)
	if err := d.Decode(&now); err != nil {
		return now, err
	}
	rest, err := io.ReadAll(io.MultiReader(d.Buffered(), text))
	lines := strings.SplitAfter(strings.TrimPrefix(string(rest), "\n")+"\n", "\n")
	if err != nil || len(lines) < panelHeight/2+1+lamps {
		return now, fmt.Errorf("the page tells a panel of %d lines: %v\n%s", len(lines), err, rest)
	}
	now.panel = trimmed(strings.Join(lines[:panelHeight/2], ""))
	now.lamps = strings.Map(mono, strings.Join(lines[panelHeight/2+1:][:lamps], ""))
	return now, nil
}

// mono makes a lamp of any colour "#".
func mono(lamp rune) rune {
	if lamp == '.' || lamp == '\n' {
		return lamp
	}
	return '#'
}
