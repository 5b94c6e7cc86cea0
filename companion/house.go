package companion

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tabletop/games"
)

// house is what a table has whatever is being played: its box, how that speaks, and what is
// kept of its evenings beside matches.
type house struct {
	*box
	localizer
	evening *evening
}

// box is what never changes once the model is made.
type box struct {
	own       []games.Rules // those that lie in no file
	tool      games.Roller  // the first of them that rolls dice beside any game, or nil
	ownDice   string        // the own dice that the configuration gives; see dice
	printer   bool
	templates []Template
	version   string

	eitherChip bool // nobody but the table knows the panel's chip
	inClub     bool // the box tells a club what is played
}

// Timed says whether the wall clock is trusted, and what to add to it: a time accepted from
// a phone.
type Timed struct {
	Sure  bool
	Ahead time.Duration
}

// calendar is what the box knows of day and hour.
type calendar struct {
	wall  time.Time
	timed *Timed // nil until somebody has said whether the wall clock is right
}

// Sure reports whether the wall clock is trusted. Until somebody has said that it
// isn't, it is.
func (c calendar) Sure() bool { return c.timed == nil || c.timed.Sure }

// today is the date, for people.
func (c calendar) today(t localizer) string {
	if !c.Sure() {
		return t.word("date.unsure")
	}
	return c.wall.Format(time.DateOnly)
}

// Day counts today's date from 1970-01-01, 0 where nobody knows it.
func (c calendar) Day() int {
	if !c.Sure() || c.wall.IsZero() {
		return 0
	}
	return dayOf(c.wall)
}

// dayOf counts the date of a time from 1970-01-01.
func dayOf(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// dice are the table's own, as the tool's option gives them: those that were chosen, or
// else the configuration's.
func (h house) dice() string { return cmp.Or(h.evening.dice, h.ownDice) }

// savedCups are the cups of this table, the one rolled last first.
func (h house) savedCups() []string {
	cups := slices.Clone(h.evening.cups)
	for _, usual := range append(dieNames(h.dice()), h.tool.Cups()...) {
		if !slices.Contains(cups, usual) {
			cups = append(cups, usual)
		}
	}
	return cups
}

// cupWord says a cup that has a word of its own, such as a coin; others are called as
// notation writes them.
func (h house) cupWord(cup string) string {
	if w := h.Words(h.tool.Name()); w.Has("name." + cup) {
		return w.Word("name." + cup)
	}
	return cup
}

// dieNames are the names of dice that an option of the tool gives, as notation writes them:
// "dcolour".
func dieNames(own string) (dice []string) {
	for die := range strings.SplitSeq(own, ";") {
		if name, _, ok := strings.Cut(die, "="); ok {
			dice = append(dice, "d"+strings.TrimSpace(name))
		}
	}
	return dice
}

// Mute reports whether the table wants no sounds.
func (h house) Mute() bool { return h.evening.mute }
