package companion

import (
	"slices"
	"strconv"
	"strings"
)

// spot is a place that a power cut must not lose: which screen the table was at.
type spot uint8

const (
	nowhere spot = iota
	atSetup
	atReady
	atPlay
	atCups
)

// setWhere is the setting that says the spot: "setup mice", "ready ID FIRST",
// "play ID", "cups" or "home".
const setWhere = "where"

// where says the spot in sight, or the one it was opened from.
func (m Model) where() string {
	for _, p := range slices.Backward(m.stack) {
		switch p.page.spot {
		case atSetup:
			return "setup " + m.settings[setDraft]
		case atReady:
			s := m.open[0]
			return "ready " + s.id + " " + strconv.Itoa(s.first)
		case atPlay:
			return "play " + m.open[0].id
		case atCups:
			return "cups"
		}
	}
	return "home"
}

// setWhere keeps the spot in sight, if it is another than the last one kept.
func (m Model) setWhere() (Model, string) {
	if where := m.where(); where != m.settings[setWhere] {
		return m.set(setWhere, where)
	}
	return m, ""
}

// goTo shows next, keeps where that is, and tells whoever asked for it.
func (m Model) goTo(reply int, next Model) (Model, []Effect) {
	if next.where() == m.settings[setWhere] {
		return next.told(reply, nil)
	}
	return m.commitFor(reply, next, Keep{})
}

// whereItWas shows the spot that was in sight when the evening was cut off.
func (m Model) whereItWas() Model {
	trouble := m.stack[1:]
	words := strings.Fields(m.settings[setWhere] + " - - -")
	m = m.only()
	if i := m.find(words[1]); i >= 0 {
		m.open[0], m.open[i] = m.open[i], m.open[0]
	}
	switch _, drafted := m.draft(); {
	case words[0] == "setup" && drafted:
		m = m.show(setupPage(words[1]))
	case len(m.open) > 0 && words[0] != "home":
		m = m.show(m.matchPage(words[0] == "ready", words[2]))
	}
	if words[0] == "cups" && !m.cups.match.IsZero() {
		m = m.show(cupsPage()).show(rollPage(lastCup(m.cups.match)))
	}
	m.stack = append(m.stack, trouble...)
	return m
}

// find is the index of an open match, −1 for none.
func (m Model) find(id string) int {
	return slices.IndexFunc(m.open, func(s session) bool { return s.id == id })
}

// matchPage is the page of the match that is first of the open ones: where it
// waits under its seal, or the game.
func (m Model) matchPage(ready bool, first string) page {
	if n, err := strconv.Atoi(first); ready && err == nil {
		m.open[0].first = n
		return readyPage()
	}
	return playPage()
}
