package companion

import (
	"strconv"

	"tabletop/companion/clock"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/settings"
)

// The secret of a match's seal lies on the card, and nowhere else. A card that is damaged
// may lose it: then the match goes on under a new seal, and the table is told. A match
// that a file has brought never had its secret here: the table answers for chance in it.

// secretOf is the secret that was read with a match, or none where the card has changed it.
func secretOf(w Loaded) luck.Secret {
	if w.Secret.Seal() != w.Match.Seal() {
		return luck.Secret{}
	}
	return w.Secret
}

// secretLost reports whether the device should answer for chance in s, and the secret to
// answer with is lost.
func (h house) secretLost(s session) bool {
	mt := s.match
	if mt.IsZero() || mt.Ended() || mt.Seal() == "" || mt.Opened() || !s.secret.IsZero() {
		return false
	}
	draws := s.first == 0 || s.first == fair
	return (draws || mt.Luck() == match.Device) && !h.evening.imported[s.id]
}

// sealedAnew is the model with the match in front under a new seal, if its secret is lost,
// and the transaction that keeps it. The panel says so.
func (m Model) withNewSeal() (Model, Keep) {
	if len(m.open) == 0 || !m.ready || !m.secretLost(m.open[0]) {
		return m, Keep{}
	}
	s, keep, err := m.replaceSeal(m.open[0])
	if err != nil {
		return m, Keep{} // its record is full: nobody goes on with it
	}
	m.open = append([]session{s}, m.open[1:]...)
	m.ready = false
	return m.show(lostPage()), keep
}

// underNewSeal is s with its secret lost, and the transaction that keeps the next one.
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

// lostPage says that a secret is lost, and what follows from it.
func lostPage() page { return troublePage(Trouble{Key: "trouble.secret"}) }

// withBrought is the model that remembers which of its open matches a file has brought:
// those that before didn't have.
func (m Model) withImported(before Model) Model {
	for _, s := range append(m.open[:len(m.open):len(m.open)], m.cups) {
		if before.open.find(s.id) < 0 && s.id != before.cups.id {
			m = m.edit(func(e *evening) { e.imported = settings.Put(e.imported, s.id, true) })
		}
	}
	return m
}

// withoutBrought is the model that forgets of a match that a file has brought it.
func (m Model) withoutImported(id string) Model {
	return m.edit(func(e *evening) { e.imported = settings.Without(e.imported, id) })
}

// endPage says that a match has ended, and what of its luck can be checked.
func endPage(key string, mt match.Match) page {
	switch {
	case !mt.Opened():
		return messagePage("result.sealed")
	case mt.Lost() > 0:
		return messagePage("result.partly", strconv.Itoa(mt.Lost()))
	}
	return messagePage(key)
}
