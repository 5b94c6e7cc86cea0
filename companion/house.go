package companion

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tabletop/games"
)

// house is the state of the table that depends on no match: configuration, texts and evening.
type house struct {
	*box
	localizer
	evening *evening
}

// box is the configuration of the program. It never changes.
type box struct {
	builtIn   []games.Rules // games compiled into the program, not read from files
	diceTool  games.Roller  // game whose dice the dice tool rolls: the first game that can roll dice during another game; nil if there is none
	ownDice   string        // the table's own dice in the configuration; see dice
	printer   bool
	templates []Template
	version   string

	eitherChip bool // the configuration doesn't name the panel's chip, so the table is asked
	inClub     bool // the box belongs to a club
}

// ClockState is the event that reports whether the wall clock is trusted. Correction is the time
// to add to the wall clock after the table has accepted the time of a phone.
type ClockState struct {
	Trusted    bool
	Correction time.Duration
}

// calendar is the wall clock, with its reliability.
type calendar struct {
	wall  time.Time
	timed *ClockState // last reported state of the clock; nil before the first report
}

// Sure reports whether the wall clock is trusted. It is, until a ClockState reports otherwise.
func (c calendar) Sure() bool { return c.timed == nil || c.timed.Trusted }

// today returns today's date as text, or a text for an unsure date.
func (c calendar) today(t localizer) string {
	if !c.Sure() {
		return t.word("date.unsure")
	}
	return c.wall.Format(time.DateOnly)
}

// Day returns today's date in days since 1970-01-01, or 0 if the date is unknown.
func (c calendar) Day() int {
	if !c.Sure() || c.wall.IsZero() {
		return 0
	}
	return dayOf(c.wall)
}

// undated is the value of evening.backup for a backup that was made while the clock was not trusted.
const undated = "undated"

// backupTime returns the time of a backup made now, for evening.backup.
func (c calendar) backupTime() string {
	if !c.Sure() || c.wall.IsZero() {
		return undated
	}
	return c.wall.Format(time.RFC3339)
}

// dayOf returns the date of t in days since 1970-01-01.
func dayOf(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// dice returns the table's own dice, as a value for the option of the dice tool. The dice
// chosen by the table replace those of the configuration.
func (h house) dice() string { return cmp.Or(h.evening.dice, h.ownDice) }

// diceSetup returns the set-up of the dice tool with the table's own dice.
func (h house) diceSetup() games.Setup {
	return games.Setup{Seats: 1, Options: h.diceTool.With(h.dice())}
}

// savedCups returns the cups to offer: the saved ones, the one rolled last first, then one cup
// for each own die, then the dice tool's suggestions.
func (h house) savedCups() []string {
	cups := make([]string, len(h.evening.cups))
	for i, cup := range h.evening.cups {
		if before, _, changed := h.restated(cup); changed {
			cup = before
		}
		cups[i] = cup
	}
	for _, usual := range append(dieNames(h.dice()), h.diceTool.Cups()...) {
		if !slices.Contains(cups, usual) {
			cups = append(cups, usual)
		}
	}
	return cups
}

// restated returns the meaning of a saved cup at the time when it was saved, and its present meaning,
// each as a notation. It returns false if they are equal, or if the cup was refused at that time.
func (h house) restated(cup string) (before, now string, changed bool) {
	before, now = games.Restated(h.diceTool, h.diceSetup(), cup)
	return before, now, before != now && before != ""
}

// cupWord returns the name of a cup, such as "coin". For a cup without a name it returns the
// notation.
func (h house) cupWord(cup string) string {
	if w := h.Words(h.diceTool.Name()); w.Has("name." + cup) {
		return w.Word("name." + cup)
	}
	return cup
}

// dieNames returns the notation of each own die, such as "dcolour". own is the value of the dice
// tool's option for the table's own dice.
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
