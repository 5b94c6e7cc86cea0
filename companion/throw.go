package companion

import (
	"slices"
	"time"

	"tabletop/companion/panel"
	"tabletop/games"
)

// Dice are thrown from phones beside whatever is played: in the match of the tool, under
// its seal. The panel shows such a throw where nobody is kept from anything by it.

const (
	mostHands  = 12              // throws of which it is known whose they were
	briefFor   = 4 * time.Second // a throw lies over a match, from when it begins to roll
	mostBriefs = 3               // throws in so long that do: no phone covers a match for good
	briefsIn   = 30 * time.Second
	mostThrown = 9000 // facts after which throws go on in a new match, under a new seal
)

// hands are who has thrown of late.
type recentThrows struct {
	throws *throws
	briefs [mostBriefs]time.Duration // until when each that lay over a match counts, the latest last
}

// brief are the hands after a throw that lies over a match and counts for so long.
func (h recentThrows) withBrief(until time.Duration) recentThrows {
	copy(h.briefs[:], h.briefs[1:])
	h.briefs[mostBriefs-1] = until
	return h
}

// withHand is the model that remembers who throws the dice of s.
func (m Model) recordThrower(s session) Model {
	from := m.call.sender
	all := append(slices.Clone(m.recent.throws.handsOf(s.id)), Hand{Seq: s.match.Seq() + 1, Guest: from.Guest.Name, Panel: from.From != FromPhone})
	m.recent.throws = &throws{s.id, all[max(0, len(all)-mostHands):]}
	return m
}

// seenAt is where the panel shows a throw.
type throwDisplay uint8

const (
	onCupsPage throwDisplay = iota // where the cups are, to be thrown again
	overPage                       // for a moment over what is in sight
	notShown                       // not at all: what is in sight must not be covered
)

// seesThrow is where a throw from elsewhere is shown.
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
	if m.tool == nil {
		return m.refuse(m.word("draft.game"))
	}
	cup := c.Cup
	if e, ok := m.tool.(explainer); ok {
		var err error
		if cup, _, err = e.Explain(games.Setup{Seats: 1, Options: m.tool.With(m.dice())}, cup); err != nil {
			return m.forbid(m.tool.Name(), err, nil)
		}
	}
	where := m.displayForThrow()
	if m.ready && !m.cups.match.IsZero() && m.cups.match.Seq() >= mostThrown {
		return m.throwAnew(cup)
	}
	return m.throwCup(cup, where)
}

// explainer is a tool that brings a cup into its shortest notation, and says what it is.
type explainer interface {
	Explain(s games.Setup, cup string) (shortest string, says []games.Text, err error)
}

// throwAnew ends the dice's match, which has grown long, and throws in the next.
func (m Model) throwAnew(cup string) (Model, []Effect) {
	next, keep, err := m.withoutCups()
	if err != nil {
		return m.throwCup(cup, m.displayForThrow()) // it goes on as it is
	}
	next.stack = next.stack.upTo(ofSubject(diceMatch)).without(isBrief)
	return m.commit(next.atRest(), keep, func(m Model) (Model, []Effect) { return m.throwCup(cup, m.displayForThrow()) })
}

// rollSeen is the model that shows a throw, and what happens once it is kept.
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
	if m.secretLost(m.cups) {
		next = next.show(lostPage())
	}
	return next, []act{Model.animate, moments}
}

// brief reports whether a page leaves by itself, as a throw over what is in sight does.
func isBrief(p page) bool { return p.brief }

// thrownPage shows for a moment what was thrown elsewhere. The match under it stays the
// one on the panel; any key goes back to it.
func thrownPage() page {
	return page{kind: panel.KindBig, fades: true, brief: true, build: func(m Model, s *form) {
		showDice(m, s)
		s.View.Tabs[1] = m.word("tab.on")
	}}
}

// leaveLater lets what was thrown leave after a while.
func (m Model) leaveLater() (Model, []Effect) {
	after := m.face.after(timerBrief, briefFor)
	return m, []Effect{after}
}

// withoutFading is the model without the page of an idle panel in sight, or an earlier throw.
func (m Model) withoutFading() Model {
	if m.top().page.fades {
		return m.pop()
	}
	return m
}
