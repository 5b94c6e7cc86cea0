package companion

import (
	"reflect"
	"strconv"

	"tabletop/companion/clock"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/settings"
	"tabletop/games"
)

// The secret of a match's seal is stored on the card only. A damaged card may lose it. The
// match then continues under a new seal, and the panel shows that. The new seal is stored
// before it is shown. An imported match comes without its secret, so the table answers for
// chance in it.

// secretOf returns the secret of a loaded match. It returns a zero secret if the stored one
// doesn't fit the seal.
func secretOf(w Loaded) luck.Secret {
	if w.Secret.Seal() != w.Match.Seal() {
		return luck.Secret{}
	}
	return w.Secret
}

// secretLost reports whether the match of s needs the device's luck but the secret for it is
// lost.
func (h house) secretLost(s session) bool {
	mt := s.match
	if mt.IsZero() || mt.Ended() || mt.Seal() == "" || mt.Opened() || !s.secret.IsZero() {
		return false
	}
	draws := s.first == 0 || s.first == fair
	_, imported := h.evening.imported[s.id]
	return (draws || mt.Luck() == match.Device) && !imported
}

// withTakeOver shows the page of the first open match about an import without the secret: from now on
// people answer for chance, and they hide anew all cards that the device has hidden. The page is shown
// whenever the match is resumed, until a key of the box has closed it.
func withTakeOver(m Model) Model {
	if len(m.open) == 0 || !m.evening.imported[m.open[0].id] {
		return m
	}
	texts := takeOverTexts(m.localizer, m.open[0])
	if len(texts) == 0 {
		return m
	}
	id := m.open[0].id
	return m.show(page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("takeover.title")
		s.Read(texts...)
		read := func(m Model) (Model, []Effect) {
			return m.pop().change(func(e *evening) { e.imported = settings.Put(e.imported, id, false) })
		}
		s.ok, s.back = read, read
	}})
}

// takeOverTexts returns the texts of that page for the match of s, which has no secret. It returns nil
// if nothing in the match is left to chance, or if people have answered for it before.
func takeOverTexts(t localizer, s session) []string {
	mt := s.match
	if mt.IsZero() || mt.Ended() || mt.Opened() || mt.Luck() != match.Device || !s.secret.IsZero() {
		return nil
	}
	st := mt.State()
	own, known := games.TakeOver(st)
	due := st.Turn() == games.Chance && luck.Total(st.Legal()) > 0
	drawn := !known && drawnByDevice(mt)
	if !due && !drawn && len(own) == 0 {
		return nil
	}
	all := []string{t.word("takeover.luck")}
	if drawn && hides(st, mt.Seats()) {
		all = append(all, t.word("takeover.hidden"))
	}
	for _, text := range own {
		all = append(all, t.wordsOf(mt.Rules()).Say(text, mt.Names()))
	}
	return all
}

// drawnByDevice reports whether the device has answered for chance in the match.
func drawnByDevice(mt match.Match) bool {
	for f := range mt.Line() {
		if f.Kind == match.Decided && f.Seat == games.Chance && f.Luck == match.Device {
			return true
		}
	}
	return false
}

// hides reports whether the position has something that not every seat may see.
func hides(st games.State, seats int) bool {
	open := st.View(games.Nobody)
	for seat := range games.Seat(seats) {
		if !reflect.DeepEqual(st.View(seat+1), open) {
			return true
		}
	}
	return false
}

// withNewSeal puts the first open match under a new seal if the secret of the old seal is lost,
// and shows a page about the loss. It returns the transaction that stores the new seal.
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

// replaceSeal returns s under a new seal, with the transaction that stores it.
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

// lostPage returns the page that explains that a secret is lost, and what follows from that.
func lostPage() page { return troublePage(Trouble{Key: "trouble.secret"}) }

// withImported marks as imported each match of m that the older model doesn't contain. The
// parameter before is the older model.
func (m Model) withImported(before Model) Model {
	for _, s := range append(m.open[:len(m.open):len(m.open)], m.diceSession) {
		if before.open.find(s.id) < 0 && s.id != before.diceSession.id {
			m = m.edit(func(e *evening) { e.imported = settings.Put(e.imported, s.id, true) })
		}
	}
	return m
}

// withoutMarks removes the settings about the match with this id: the mark that it was imported, and
// its lessons.
func (m Model) withoutMarks(id string) Model {
	return m.edit(func(e *evening) {
		e.imported, e.lessons = settings.Without(e.imported, id), settings.Without(e.lessons, id)
	})
}

// endPage returns the page shown after a match has ended. If all luck can be verified, the page
// shows the text with this key. Otherwise the page tells how much of the luck can be verified, or
// only that the match is saved if nothing was left to chance.
func endPage(key string, mt match.Match) page {
	switch {
	case key == "result.opened" && len(mt.Outcomes()) == 0:
		return messagePage("result.saved")
	case !mt.Opened():
		return messagePage("result.sealed")
	case mt.LostSeq() > 0:
		return messagePage("result.partly", strconv.Itoa(mt.LostSeq()))
	}
	return messagePage(key)
}
