package match

import (
	"fmt"
	"strconv"

	"tabletop/companion/luck"
	"tabletop/games"
)

// Stamp contains the times of new facts. At is the wall-clock time, a label without effect. MS
// is the match time in ms; 0 means the match time of the last fact. Idle is the number of ms
// since the last fact that are charged to no seat.
type Stamp struct {
	At   string
	MS   int64
	Idle int64
}

// fact returns the next fact of m with the given kind and the times of s. When a call adds
// several facts, only the first one can have idle time.
func (m Match) fact(s Stamp, kind Kind) Fact {
	return Fact{Kind: kind, At: s.At, MS: s.MS, Idle: min(s.Idle, max(s.MS-m.MS(), 0))}
}

// Decide adds a decision of the seat on turn, or an outcome of chance. by is "" for a seat, and
// Device or Table for chance.
func (m Match) Decide(s Stamp, says, by string) (Match, error) {
	f := m.fact(s, Decided)
	f.Says, f.Luck = says, by
	return m.Fold(f)
}

// Answer adds outcomes drawn by the device while chance is on turn. It stops when a seat is on
// turn, or when chance has a question without odds, which people must answer. k must be the key
// that derives from the secret of the current seal and from the Stirrings.
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

// draw returns the next outcome of the stream to which the choices belong. fallen counts the
// earlier outcomes of each stream. draw returns false if the device can't draw from the choices.
func draw(k luck.Key, choices []games.Choice, fallen []tally) (games.Decision, bool) {
	if len(choices) == 0 {
		return "", false
	}
	return k.Draw(choices, count(fallen, luck.Stream(choices[0].Says))+1)
}

// Stir adds a line of text that people stirred into the device's luck.
func (m Match) Stir(s Stamp, line string) (Match, error) {
	f := m.fact(s, Stirred)
	f.Says = line
	return m.Fold(f)
}

// DrawFirst adds the drawing of the first seat, which rotates the names. If k isn't nil, the
// device draws. Otherwise says is the outcome: "first 2" means the second chair.
func (m Match) DrawFirst(s Stamp, k *luck.Key, says string) (Match, error) {
	f := m.fact(s, Drawn)
	f.Says, f.Luck = says, Table
	if k != nil {
		return m.DrawAmong(s, *k, nil)
	}
	return m.Fold(f)
}

// DrawAmong adds the drawing of the first seat by the device among the given chairs. chairs are
// numbers from 1 in ascending order; none means all chairs.
func (m Match) DrawAmong(s Stamp, k luck.Key, chairs []int) (Match, error) {
	f := m.fact(s, Drawn)
	d, _ := draw(k, firstChoices(m.chairs(), chairs), m.line.value.outcomes)
	f.Says, f.Luck, f.Among = string(d), Device, chairs
	return m.Fold(f)
}

// Seat gives a seat to a player. If the player has another seat, the two players swap seats.
func (m Match) Seat(s Stamp, seat games.Seat, name string) (Match, error) {
	f := m.fact(s, Seated)
	f.Seat, f.Says = seat, name
	return m.Fold(f)
}

// Join adds a newcomer with a name: the ruling of the table that gives the newcomer a seat, with a
// reason, and the name for that seat. It returns a games.Illegal if the game has no such ruling now.
func (m Match) Join(s Stamp, name, why string) (Match, error) {
	seat := games.Seat(m.line.value.seats() + 1)
	next, err := m.Rule(s, "join "+strconv.Itoa(int(seat)), why)
	if err == nil {
		next, err = next.Seat(s, seat, name)
	}
	if err != nil {
		return m, err
	}
	return next, nil
}

// Rule adds a ruling of the table that differs from the rules, with a reason.
func (m Match) Rule(s Stamp, says, why string) (Match, error) {
	f := m.fact(s, Ruled)
	f.Says, f.Why = says, why
	return m.Fold(f)
}

// BackTo adds an undo or redo: it returns the match to the state after fact seq and reopens an
// ended match. If seal isn't empty, BackTo also adds a new seal. If the old seal was opened, the
// device can draw again only after a new seal.
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

// Open adds a fact that makes the secret of the seal public.
func (m Match) Open(s Stamp, secret luck.Secret) (Match, error) {
	f := m.fact(s, Opened)
	f.Secret = secret.String()
	return m.Fold(f)
}

// LoseSecret records that the secret of the seal is lost, and adds a new seal. See
// [Match.LostSeq].
func (m Match) LoseSecret(s Stamp, seal string) (Match, error) {
	f := m.fact(s, Sealed)
	f.Seal, f.Lost = seal, true
	return m.Fold(f)
}

// End ends the match for good.
func (m Match) End(s Stamp) (Match, error) { return m.Fold(m.fact(s, Ended)) }
