package companion

import (
	"slices"
	"time"

	"tabletop/companion/panel"
	"tabletop/games"
)

// Phones can throw dice beside any game. Such a throw is a fact in the match of the dice tool,
// under its seal. The panel shows the throw only if that interrupts nobody.

const (
	mostHands  = 12               // maximum number of recent throws whose origin is known
	briefFor   = 4 * time.Second  // time for which a throw covers the page of a match, including the rolling
	mostBriefs = 3                // maximum number of throws from phones that cover a match within briefsIn
	briefsIn   = 30 * time.Second // period for which mostBriefs is the maximum
	mostThrown = 9000             // number of facts in the dice tool's match from which a throw begins a new match
)

// recentThrows holds the origins of recent throws, and the times of throws that covered a
// match.
type recentThrows struct {
	throws *throws
	briefs [mostBriefs]time.Duration // for each of the last throws that covered a match, the time until which it counts; oldest first
}

// withBrief returns h with another throw that covers a match. The throw counts towards
// mostBriefs until the given time.
func (h recentThrows) withBrief(until time.Duration) recentThrows {
	copy(h.briefs[:], h.briefs[1:])
	h.briefs[mostBriefs-1] = until
	return h
}

// recordThrower stores the sender of the current command as the origin of the next throw in s.
func (m Model) recordThrower(s session) Model {
	from := m.call.sender
	all := append(slices.Clone(m.recent.throws.handsOf(s.id)), ThrowOrigin{Seq: s.match.Seq() + 1, Guest: from.Guest.Name, Panel: from.From != FromPhone})
	m.recent.throws = &throws{s.id, all[max(0, len(all)-mostHands):]}
	return m
}

// throwDisplay is the way in which the panel shows a throw.
type throwDisplay uint8

const (
	onCupsPage throwDisplay = iota // show the throw on the cups page, where ok throws again
	overPage                       // show the throw over the present page for briefFor
	notShown                       // don't show the throw, because the present page must not be covered
)

// displayForThrow returns how the panel shows a throw from a phone now.
func (m Model) displayForThrow() throwDisplay {
	if m.showing() {
		return notShown
	}
	switch m = m.withoutFading(); {
	case m.Private(), m.occupied():
		return notShown
	case m.top().page.subject == diceMatch, len(m.stack) < 2:
		return onCupsPage
	case m.now < m.recent.briefs[0]:
		return notShown
	}
	return overPage
}

// do throws the cup of the command in the match of the dice tool.
func (c Roll) do(m Model) (Model, []Effect) {
	if m.diceTool == nil {
		return m.refuse(m.word("draft.game"))
	}
	cup := c.Cup
	if e, ok := m.diceTool.(explainer); ok {
		var err error
		if cup, _, err = e.Explain(m.diceSetup(), cup); err != nil {
			return m.forbid(m.diceTool.Name(), err, nil)
		}
	}
	where := m.displayForThrow()
	if m.reserveReady && !m.diceSession.match.IsZero() && m.diceSession.match.Seq() >= mostThrown {
		return m.throwAnew(cup)
	}
	return m.throwCup(cup, where)
}

// explainer is a dice tool with a method Explain, which returns the shortest notation of a cup
// and its description.
type explainer interface {
	Explain(s games.Setup, cup string) (shortest string, says []games.Text, err error)
}

// throwAnew ends the match of the dice tool, which has too many facts, and throws in a new one.
func (m Model) throwAnew(cup string) (Model, []Effect) {
	next, keep, err := m.withoutCups()
	if err != nil {
		return m.throwCup(cup, m.displayForThrow()) // the old match continues unchanged
	}
	next.stack = next.stack.upTo(ofSubject(diceMatch)).without(isBrief)
	return m.commit(next.stopMotion(), keep, func(m Model) (Model, []Effect) { return m.throwCup(cup, m.displayForThrow()) })
}

// showThrow returns the model that shows a throw, and the acts that follow once the throw is
// stored. moments is the act that shows the moments of the throw.
func (m Model) showThrow(cup string, where throwDisplay, moments act) (Model, []act) {
	switch where {
	case notShown:
		return m, nil
	case overPage:
		m.recent = m.recent.withBrief(m.now + briefsIn)
		return m.withoutFading().show(thrownPage()), []act{Model.animate, Model.leaveLater}
	}
	m = m.withoutFading()
	next := m.rememberCup(cup).showRoll()
	if m.secretLost(m.diceSession) {
		next = next.show(lostPage())
	}
	return next, []act{Model.animate, moments}
}

// isBrief reports whether p closes by itself, as a throw over another page does.
func isBrief(p page) bool { return p.brief }

// thrownPage returns the page that shows a throw from a phone for briefFor. The match below it
// stays the match on the panel. Any key closes the page.
func thrownPage() page {
	return page{kind: panel.KindBig, fades: true, brief: true, build: func(m Model, s *form) {
		showDice(m, s)
		s.View.Tabs[1] = m.word("tab.on")
	}}
}

// leaveLater requests that the page of a throw is closed after briefFor.
func (m Model) leaveLater() (Model, []Effect) {
	after := m.face.after(timerBrief, briefFor)
	return m, []Effect{after}
}
