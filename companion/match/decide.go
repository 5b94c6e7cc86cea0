package match

import (
	"fmt"

	"tabletop/companion/luck"
	"tabletop/games"
)

// Stamp labels the facts that a call adds. MS is match time; 0 leaves it where it
// was. Idle is what of the time since the last fact was nobody's.
type Stamp struct {
	At   string
	MS   int64
	Idle int64
}

// fact returns the next fact of m, of that kind and with the labels of s. Of the
// facts that one call adds only the first has time behind it.
func (m Match) fact(s Stamp, kind Kind) Fact {
	return Fact{Kind: kind, At: s.At, MS: s.MS, Idle: min(s.Idle, max(s.MS-m.MS(), 0))}
}

// Decide adds a decision of whoever is on turn. By is "" for a seat's own; where
// chance is on turn it says who answered, Device or Table.
func (m Match) Decide(s Stamp, says, by string) (Match, error) {
	f := m.fact(s, Decided)
	f.Says, f.Luck = says, by
	return m.Fold(f)
}

// Answer lets the device's luck answer for chance until a person must decide:
// a seat, or people for a question without odds. The key must be that of the
// seal in force and the Stirrings.
func (m Match) Answer(s Stamp, k luck.Key) (Match, error) {
	next := m
	for next.State().Turn() == games.Chance {
		says, ok := draw(k, next.State().Legal(), next.line.value.outcomes)
		if !ok {
			return next, nil
		}
		var err error
		if next, err = next.Decide(s, string(says), Device); err != nil {
			return m, fmt.Errorf("match: the device's answer: %w", err)
		}
	}
	return next, nil
}

// draw returns the next outcome of the stream that the choices belong to.
func draw(k luck.Key, choices []games.Choice, fallen []tally) (games.Decision, bool) {
	if len(choices) == 0 {
		return "", false
	}
	return k.Draw(choices, count(fallen, luck.Stream(choices[0].Says))+1)
}

// Stir mixes a line that people entered into the device's luck.
func (m Match) Stir(s Stamp, line string) (Match, error) {
	f := m.fact(s, Stirred)
	f.Says = line
	return m.Fold(f)
}

// DrawFirst settles who sits first and turns the names: by the device's luck if
// k is given, else as the table says it, "first 2" for the second chair.
func (m Match) DrawFirst(s Stamp, k *luck.Key, says string) (Match, error) {
	f := m.fact(s, Drawn)
	f.Says, f.Luck = says, Table
	if k != nil {
		return m.DrawAmong(s, *k, nil)
	}
	return m.Fold(f)
}

// DrawAmong lets the device's luck draw who sits first among some of the chairs,
// rising numbers from 1, or among all of them if none are given.
func (m Match) DrawAmong(s Stamp, k luck.Key, chairs []int) (Match, error) {
	f := m.fact(s, Drawn)
	d, _ := draw(k, firstChoices(m.seats(), chairs), m.line.value.outcomes)
	f.Says, f.Luck, f.Among = string(d), Device, chairs
	return m.Fold(f)
}

// Seat lets somebody play a seat from now on; who has that name already changes
// places with the one who sat there.
func (m Match) Seat(s Stamp, seat games.Seat, name string) (Match, error) {
	f := m.fact(s, Seated)
	f.Seat, f.Says = seat, name
	return m.Fold(f)
}

// Rule adds what the table rules against the book, with its reason.
func (m Match) Rule(s Stamp, says, why string) (Match, error) {
	f := m.fact(s, Ruled)
	f.Says, f.Why = says, why
	return m.Fold(f)
}

// BackTo returns to where the match stood after the fact of that seq, backwards
// or forwards, and reopens it if it had ended. Where the old seal is opened, a
// new one lets the device's luck go on; "" leaves the seal alone.
func (m Match) BackTo(s Stamp, seq int, seal string) (Match, error) {
	f := m.fact(s, Undone)
	f.BackTo = seq
	next, err := m.Fold(f)
	if err != nil || seal == "" {
		return next, err
	}
	f = next.fact(s, Sealed)
	f.Seal = seal
	if next, err = next.Fold(f); err != nil {
		return m, err
	}
	return next, nil
}

// Open publishes the secret of the seal.
func (m Match) Open(s Stamp, secret luck.Secret) (Match, error) {
	f := m.fact(s, Opened)
	f.Secret = secret.String()
	return m.Fold(f)
}

// LoseSecret says that the secret of the seal is lost, and puts a new seal in its
// place. See [Match.Lost].
func (m Match) LoseSecret(s Stamp, seal string) (Match, error) {
	f := m.fact(s, Sealed)
	f.Seal, f.Lost = seal, true
	return m.Fold(f)
}

// End leaves the match for good.
func (m Match) End(s Stamp) (Match, error) { return m.Fold(m.fact(s, Ended)) }
