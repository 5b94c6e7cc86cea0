package audit

import (
	"errors"
	"strings"

	"tabletop/companion/match"
	"tabletop/games"
)

// seals returns the seals of a match. Each has the seq of the first outcome that the device drew
// under it.
func seals(m match.Match) (all []Seal) {
	for f := range m.Facts() {
		if f.Seal != "" {
			all = append(all, Seal{Seal: f.Seal})
		}
		if last := len(all) - 1; last >= 0 && byDevice(f) && all[last].First == 0 {
			all[last].First = f.Seq
		}
	}
	return all
}

// byDevice reports whether f is an outcome of chance that the device drew.
func byDevice(f match.Fact) bool { return outcome(f) && f.Luck == match.Device }

// outcome reports whether f is an outcome of chance.
func outcome(f match.Fact) bool {
	return f.Kind == match.Drawn || f.Kind == match.Decided && f.Seat == games.Chance
}

// luckOf recomputes the luck of a match under the opened secrets and returns its class. It returns
// the error of match.Verify if the luck does not follow from the secrets.
func luckOf(m match.Match, catalogue games.Catalogue) (Fairness, error) {
	_, err := match.Verify(m)
	closed := m.Seal() != "" && !m.Opened()
	if closed {
		err = verifyOpened(m, catalogue)
	}
	lost := (*match.LostError)(nil)
	if err != nil && !errors.As(err, &lost) {
		return "", err
	}
	luck := Fairness(None)
	for f := range m.Facts() {
		switch {
		case byDevice(f) && lost != nil && !closed:
			return Lost, nil
		case byDevice(f) && closed:
			return Open, nil
		case byDevice(f):
			return Proved, nil
		case outcome(f):
			luck = Table
		}
	}
	return luck, nil
}

// verifyOpened recomputes the luck of a match up to its last opened secret. Later luck cannot be
// checked.
func verifyOpened(m match.Match, catalogue games.Catalogue) error {
	last := 0
	for f := range m.Facts() {
		if f.Kind == match.Opened {
			last = f.Seq
		}
	}
	if last == 0 {
		return nil
	}
	before, err := match.Read(strings.NewReader(m.UpTo(last)), "the record", catalogue)
	if err != nil {
		return err
	}
	_, err = match.Verify(before)
	return err
}
