package companion

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tabletop/games"
)

// house is the state of the table that doesn't depend on a match: box, language and evening.
type house struct {
	*box
	localizer
	evening *evening
}

// box is the configuration. It never changes.
type box struct {
	builtIn   []games.Rules // games that are not from files
	diceTool  games.Roller  // the first game that rolls dice beside any game, or nil
	ownDice   string        // own dice of the configuration; see dice
	printer   bool
	templates []Template
	version   string

	eitherChip bool // the configuration doesn't name the panel's chip
	inClub     bool // the box sends its results to a club
}

// ClockState reports whether the wall clock is trusted, and the correction to add: the difference
// to a time accepted from a phone.
type ClockState struct {
	Trusted    bool
	Correction time.Duration
}

// calendar is the date and time, and their reliability.
type calendar struct {
	wall  time.Time
	timed *ClockState // nil until the state of the clock is known
}

// Sure reports whether the wall clock is trusted. It is trusted until Timed reports otherwise.
func (c calendar) Sure() bool { return c.timed == nil || c.timed.Trusted }

// today returns the date as text.
func (c calendar) today(t localizer) string {
	if !c.Sure() {
		return t.word("date.unsure")
	}
	return c.wall.Format(time.DateOnly)
}

// Day returns today's date as days since 1970-01-01, or 0 if it is unknown.
func (c calendar) Day() int {
	if !c.Sure() || c.wall.IsZero() {
		return 0
	}
	return dayOf(c.wall)
}

// dayOf returns a date as days since 1970-01-01.
func dayOf(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// dice returns the table's own dice, as the value of the tool's option: the chosen ones, or
// those of the configuration.
func (h house) dice() string { return cmp.Or(h.evening.dice, h.ownDice) }

// savedCups returns the cups of this table, the one rolled last first.
func (h house) savedCups() []string {
	cups := slices.Clone(h.evening.cups)
	for _, usual := range append(dieNames(h.dice()), h.diceTool.Cups()...) {
		if !slices.Contains(cups, usual) {
			cups = append(cups, usual)
		}
	}
	return cups
}

// cupWord returns the text of a cup, such as a coin. Without a text it returns the notation.
func (h house) cupWord(cup string) string {
	if w := h.Words(h.diceTool.Name()); w.Has("name." + cup) {
		return w.Word("name." + cup)
	}
	return cup
}

// dieNames returns the names of own dice in notation: "dcolour".
func dieNames(own string) (dice []string) {
	for die := range strings.SplitSeq(own, ";") {
		if name, _, ok := strings.Cut(die, "="); ok {
			dice = append(dice, "d"+strings.TrimSpace(name))
		}
	}
	return dice
}

// Mute reports whether sounds are off.
func (h house) Mute() bool { return h.evening.mute }
