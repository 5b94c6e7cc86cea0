package companion

import (
	"slices"

	"tabletop/companion/panel"
)

// spotInSight is the spot in sight, or the one it was opened from.
func (m Model) currentScreen() savedScreen {
	for _, p := range slices.Backward(m.stack) {
		switch p.page.screen {
		case atSetup:
			return savedScreen{screen: atSetup, game: m.evening.game}
		case atReady:
			return savedScreen{screen: atReady, match: m.open[0].id, first: m.open[0].first}
		case atPlay:
			return savedScreen{screen: atPlay, match: m.open[0].id, steps: p.page.kind == panel.KindStep}
		case atCups:
			return savedScreen{screen: atCups}
		}
	}
	return savedScreen{}
}

// recordSpot is the model that remembers the spot in sight.
func (m Model) recordScreen() Model {
	if at := m.currentScreen(); at != m.evening.screen {
		return m.edit(func(e *evening) { e.screen = at })
	}
	return m
}

// showSpot shows the spot that was in sight when the evening was cut off.
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
		if m.top().page.kind == panel.KindStep && !w.steps {
			m = m.pop() // hands have done that
		}
	}
	if w.screen == atCups && !m.cups.match.IsZero() {
		m = m.show(cupsPage()).show(rollPage())
	}
	return m
}

// indexAt is the index of the open match that is in sight at a spot, or under it; −1 for
// none.
func (m Model) indexAt(w savedScreen) int {
	if w.screen == atCups {
		return min(0, len(m.open)-1)
	}
	return m.open.find(w.match)
}

// onlyMatch is the model with the match that is first of the open ones in sight: where it
// waits under its seal, or the game, and over it the number that is to be entered.
func (m Model) onlyMatch() Model {
	if m.open[0].first != settled {
		return m.showOnly(readyPage())
	}
	return m.showOnly(playPage()).withTask()
}

// withoutDraft is the model without the match that was set up last, where nothing has
// happened in it and it is in sight no more: it is a draft, and set up again when somebody
// wants it. Its id is to be forgotten. One that was there before this evening stays.
func (m Model) withoutDraft() (Model, string) {
	i := slices.IndexFunc(m.open, func(s session) bool { return !s.match.IsZero() && s.fresh && s.unbegun() })
	if i < 0 || i == 0 && m.contains(ofSubject(tableMatch)) {
		return m, ""
	}
	id := m.open[i].id
	m.open = slices.Delete(slices.Clone(m.open), i, i+1)
	return m.withoutImported(id), id
}
