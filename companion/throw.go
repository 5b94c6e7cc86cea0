package companion

import (
	"slices"
	"time"

	"tabletop/companion/panel"
	"tabletop/games"
)

// Phones can throw dice beside any game. Such a throw is part of the dice tool's match, under
// its seal. The panel shows it only if it interrupts nobody.

const (
	mostHands  = 12               // recent throws with a known origin
	briefFor   = 4 * time.Second  // time for which a throw covers a match, from the start of rolling
	mostBriefs = 3                // throws per briefsIn that may cover a match: no phone covers it permanently
	briefsIn   = 30 * time.Second // period for which such a throw counts
	mostThrown = 9000             // facts after which throws continue in a new match, under a new seal
)

// recentThrows are the recent throws and those that covered a match.
type recentThrows struct {
	throws *throws
	briefs [mostBriefs]time.Duration // end of the period of each throw that covered a match, the latest last
}

// withBrief adds a throw that covers a match and counts until then.
func (h recentThrows) withBrief(until time.Duration) recentThrows {
	copy(h.briefs[:], h.briefs[1:])
	h.briefs[mostBriefs-1] = until
	return h
}

// recordThrower stores the origin of the next throw in s.
func (m Model) recordThrower(s session) Model {
	from := m.call.sender
	all := append(slices.Clone(m.recent.throws.handsOf(s.id)), ThrowOrigin{Seq: s.match.Seq() + 1, Guest: from.Guest.Name, Panel: from.From != FromPhone})
	m.recent.throws = &throws{s.id, all[max(0, len(all)-mostHands):]}
	return m
}

// throwDisplay is the way in which the panel shows a throw.
type throwDisplay uint8

const (
	onCupsPage throwDisplay = iota // on the cups page, to be thrown again
	overPage                       // over the present page for a short time
	notShown                       // not at all: the present page must not be covered
)

// displayForThrow returns the display of a throw from a phone.
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

// do throws a cup.
func (c Roll) do(m Model) (Model, []Effect) {
	if m.diceTool == nil {
		return m.refuse(m.word("draft.game"))
	}
	cup := c.Cup
	if e, ok := m.diceTool.(explainer); ok {
		var err error
		if cup, _, err = e.Explain(games.Setup{Seats: 1, Options: m.diceTool.With(m.dice())}, cup); err != nil {
			return m.forbid(m.diceTool.Name(), err, nil)
		}
	}
	where := m.displayForThrow()
	if m.reserveReady && !m.diceSession.match.IsZero() && m.diceSession.match.Seq() >= mostThrown {
		return m.throwAnew(cup)
	}
	return m.throwCup(cup, where)
}

// explainer is a tool that returns the shortest notation of a cup, with its description.
type explainer interface {
	Explain(s games.Setup, cup string) (shortest string, says []games.Text, err error)
}

// throwAnew ends the long match of the dice tool and throws in the next.
func (m Model) throwAnew(cup string) (Model, []Effect) {
	next, keep, err := m.withoutCups()
	if err != nil {
		return m.throwCup(cup, m.displayForThrow()) // it continues unchanged
	}
	next.stack = next.stack.upTo(ofSubject(diceMatch)).without(isBrief)
	return m.commit(next.stopMotion(), keep, func(m Model) (Model, []Effect) { return m.throwCup(cup, m.displayForThrow()) })
}

// showThrow shows a throw and returns the acts that follow once it is stored. showMoments is
// one of them.
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

// isBrief reports whether a page closes by itself, like a throw over another page.
func isBrief(p page) bool { return p.brief }

// thrownPage shows a throw from a phone for a short time. The match below stays the match on
// the panel. Any key closes the page.
func thrownPage() page {
	return page{kind: panel.KindBig, fades: true, brief: true, build: func(m Model, s *form) {
		showDice(m, s)
		s.View.Tabs[1] = m.word("tab.on")
	}}
}

// leaveLater closes the page of a throw after briefFor.
func (m Model) leaveLater() (Model, []Effect) {
	after := m.face.after(timerBrief, briefFor)
	return m, []Effect{after}
}

// withoutFading closes a page that fades: of an idle panel, or of an earlier throw.
func (m Model) withoutFading() Model {
	if m.top().page.fades {
		return m.pop()
	}
	return m
}
