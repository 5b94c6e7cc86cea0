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
type hands struct {
	of     *throws
	briefs [mostBriefs]time.Duration // until when each that lay over a match counts, the latest last
}

// brief are the hands after a throw that lies over a match and counts for so long.
func (h hands) brief(until time.Duration) hands {
	copy(h.briefs[:], h.briefs[1:])
	h.briefs[mostBriefs-1] = until
	return h
}

// withHand is the model that remembers who throws the dice of s.
func (m Model) withHand(s session) Model {
	from := m.call.from
	all := append(slices.Clone(m.hands.of.in(s.id)), Hand{Seq: s.match.Seq() + 1, Guest: from.Guest.Name, Panel: from.From != FromPhone})
	m.hands.of = &throws{s.id, all[max(0, len(all)-mostHands):]}
	return m
}

// seenAt is where the panel shows a throw.
type seenAt uint8

const (
	amongCups seenAt = iota // where the cups are, to be thrown again
	overAll                 // for a moment over what is in sight
	nowhereAt               // not at all: what is in sight must not be covered
)

// seesThrow is where a throw from elsewhere is shown.
func (m Model) seesThrow() seenAt {
	if m.showing() {
		return nowhereAt
	}
	switch m = m.withoutFading(); {
	case m.Private(), m.occupied():
		return nowhereAt
	case m.top().page.front == frontCups, len(m.stack) < 2:
		return amongCups
	case m.now < m.hands.briefs[0]:
		return nowhereAt
	}
	return overAll
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
	where := m.seesThrow()
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
		return m.throwCup(cup, m.seesThrow()) // it goes on as it is
	}
	next.stack = next.stack.upTo(ofFront(frontCups)).without(brief)
	return m.commit(next.atRest(), keep, func(m Model) (Model, []Effect) { return m.throwCup(cup, m.seesThrow()) })
}

// rollSeen is the model that shows a throw, and what happens once it is kept.
func (m Model) rollSeen(cup string, where seenAt, told act) (Model, []act) {
	switch where {
	case nowhereAt:
		return m, nil
	case overAll:
		m.hands = m.hands.brief(m.now + briefsIn)
		return m.withoutFading().show(thrownPage()), []act{Model.animate, Model.leaveLater}
	}
	m = m.withoutFading()
	next := m.rememberCup(cup).showRoll()
	if m.secretLost(m.cups) {
		next = next.show(lostPage())
	}
	return next, []act{Model.animate, told}
}

// brief reports whether a page leaves by itself, as a throw over what is in sight does.
func brief(p page) bool { return p.brief }

// thrownPage shows for a moment what was thrown elsewhere. The match under it stays the
// one on the panel; any key goes back to it.
func thrownPage() page {
	return page{kind: panel.KindBig, fades: true, brief: true, build: func(m Model, s *form) {
		lieDice(m, s)
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
