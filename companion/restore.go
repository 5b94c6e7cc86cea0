package companion

import (
	"slices"
)

// currentScreen returns the screen of the topmost page that has one.
func (m Model) currentScreen() savedScreen {
	for _, p := range slices.Backward(m.stack) {
		switch p.page.screen {
		case atSetup:
			return savedScreen{screen: atSetup, game: m.evening.draftGame}
		case atReady:
			return savedScreen{screen: atReady, match: m.open[0].id, first: m.open[0].first}
		case atPlay:
			return savedScreen{screen: atPlay, match: m.open[0].id, steps: m.contains(isStep)}
		case atCups:
			return savedScreen{screen: atCups}
		}
	}
	return savedScreen{}
}

// recordScreen sets the screen to restore after a power cut to the current screen.
func (m Model) recordScreen() Model {
	if at := m.currentScreen(); at != m.evening.screen {
		return m.edit(func(e *evening) { e.screen = at })
	}
	return m
}

// restoreScreen shows the screen w, at which a power cut has interrupted the evening.
func (m Model) restoreScreen(w savedScreen) Model {
	if _, drafted := m.draft(); w.screen == atSetup && drafted {
		return m.showOnly(setupPage(w.game))
	}
	m = m.showOnly()
	if i := m.indexAt(w); i >= 0 && !m.open[i].match.IsZero() {
		m.open = m.open.toFront(i)
		m.open[0].first = settled
		if w.screen == atReady {
			m.open[0].first = w.first
		}
		m = m.onlyMatch()
		if !w.steps {
			m.stack = m.stack.without(isStep) // people have done the steps already
		}
		m = withTakeOver(m)
	}
	if w.screen == atCups && !m.diceSession.match.IsZero() {
		m = m.show(cupsPage()).show(rollPage())
	}
	return m
}

// indexAt returns the index of the open match to show again with screen w: the match named in w,
// or for the dice tool the first open match. It returns −1 if there is none.
func (m Model) indexAt(w savedScreen) int {
	if w.screen == atCups {
		return min(0, len(m.open)-1)
	}
	return m.open.find(w.match)
}

// onlyMatch closes all pages above the home page and shows the first open match. If the match
// waits under its seal, onlyMatch shows the ready page. Otherwise it shows the turn, with the
// first task of the match on top.
func (m Model) onlyMatch() Model {
	if m.open[0].first != settled {
		return m.showOnly(readyPage())
	}
	return m.showOnly(playPage()).withTask()
}

// withoutDraft removes an unused match that has left the panel. It returns the id of that match
// for Keep.Drop, or "" if there is none. A match is unused if it was set up this evening, has no
// decision, throw or stirring, and its seal was never shown. The set-up page can begin the same
// match again. A match of an earlier evening is never removed.
func (m Model) withoutDraft() (Model, string) {
	i := slices.IndexFunc(m.open, func(s session) bool { return !s.match.IsZero() && s.fresh && s.unbegun() })
	if i < 0 || i == 0 && m.contains(ofSubject(tableMatch)) {
		return m, ""
	}
	id := m.open[i].id
	m.open = slices.Delete(slices.Clone(m.open), i, i+1)
	return m.withoutMarks(id), id
}
