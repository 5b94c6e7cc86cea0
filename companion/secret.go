package companion

import (
	"strconv"

	"tabletop/companion/clock"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/settings"
)

// The secret of a match's seal is stored on the card only. A damaged card may lose it. The
// match then continues under a new seal, and the panel shows that. The new seal is stored
// before it is shown. An imported match never had its secret here: in it the table answers for
// chance.

// secretOf returns the secret of a loaded match, or zero if it doesn't match the seal.
func secretOf(w Loaded) luck.Secret {
	if w.Secret.Seal() != w.Match.Seal() {
		return luck.Secret{}
	}
	return w.Secret
}

// secretLost reports whether the device should answer for chance in s but its secret is lost.
func (h house) secretLost(s session) bool {
	mt := s.match
	if mt.IsZero() || mt.Ended() || mt.Seal() == "" || mt.Opened() || !s.secret.IsZero() {
		return false
	}
	draws := s.first == 0 || s.first == fair
	return (draws || mt.Luck() == match.Device) && !h.evening.imported[s.id]
}

// withNewSeal puts the first open match under a new seal if its secret is lost. It returns the
// transaction and shows a notice.
func (m Model) withNewSeal() (Model, Keep) {
	if len(m.open) == 0 || !m.reserveReady || !m.secretLost(m.open[0]) {
		return m, Keep{}
	}
	s, keep, err := m.replaceSeal(m.open[0])
	if err != nil {
		return m, Keep{} // the record is full: the match can't continue
	}
	m.open = append([]session{s}, m.open[1:]...)
	m.reserveReady = false
	return m.show(lostPage()), keep
}

// replaceSeal puts s under a new seal and returns the transaction.
func (m Model) replaceSeal(s session) (session, Keep, error) {
	mt, err := s.match.LoseSecret(m.stamp(s), m.reserve.Seal())
	if err != nil {
		return s, Keep{}, err
	}
	keep := s.keepOf(mt)
	keep.Secret = m.reserve
	s.match, s.secret, s.run = mt, m.reserve, clock.Stopped(mt.Seq())
	return s, keep, nil
}

// lostPage shows that a secret is lost, and the consequence.
func lostPage() page { return troublePage(Trouble{Key: "trouble.secret"}) }

// withImported marks the open matches that before doesn't have as imported.
func (m Model) withImported(before Model) Model {
	for _, s := range append(m.open[:len(m.open):len(m.open)], m.diceSession) {
		if before.open.find(s.id) < 0 && s.id != before.diceSession.id {
			m = m.edit(func(e *evening) { e.imported = settings.Put(e.imported, s.id, true) })
		}
	}
	return m
}

// withoutImported removes the mark of an imported match.
func (m Model) withoutImported(id string) Model {
	return m.edit(func(e *evening) { e.imported = settings.Without(e.imported, id) })
}

// endPage shows that a match has ended, and how much of its luck can be verified.
func endPage(key string, mt match.Match) page {
	switch {
	case !mt.Opened():
		return messagePage("result.sealed")
	case mt.LostSeq() > 0:
		return messagePage("result.partly", strconv.Itoa(mt.LostSeq()))
	}
	return messagePage(key)
}
