package companion

import (
	"maps"
	"slices"
	"strconv"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/settings"
	"tabletop/games"
)

// newSession returns a session with a new match of d under a fresh seal, and the transaction
// that stores the match.
func (m Model) newSession(d Draft) (session, Keep, error) {
	s := session{secret: m.reserve, start: m.now, first: d.First, fresh: true}
	fact := match.Fact{
		Seq: 1, At: m.stamp(s).At, Kind: match.Started, Game: d.Game, Seats: d.Names,
		Options: d.Options, Series: d.Series, Clock: d.Clock, Seal: m.reserve.Seal(), Luck: d.Luck,
	}
	if r := m.rules(d.Game); r != nil {
		fact.Program, fact.Options = games.Program(r), newest(r, d.Options)
	}
	if fact.Series == "" {
		fact.Series = fact.Seal[:8]
	}
	mt, err := match.Begin(m.library.Games, fact)
	if err != nil {
		return s, Keep{}, err
	}
	s.id, s.match = fact.Seal[:16], mt
	return s, Keep{Match: s.id, First: 1, Lines: mt.Lines(0), Secret: s.secret}, nil
}

// newest returns options with the offer of each option that set-up is silent about. The set-up of an earlier
// match, begun once more, may have an older value.
func newest(r games.Rules, options map[string]string) map[string]string {
	for _, o := range r.Options() {
		if value := options[o.Name]; o.Silent && value != o.Offer {
			options = withOption(maps.Clone(options), o.Name, o.Offer)
		}
	}
	return options
}

// begin begins the match of the draft on the panel: see beginDraft.
func (m Model) begin() (Model, []Effect) {
	d, ok := m.draft()
	if !ok {
		return m.dropPress()
	}
	return m.beginDraft(d)
}

// beginDraft begins the match of d. If the table wants to see the seal first, the panel shows
// the seal and the match waits until the table starts play. If no random bytes for a secret are
// ready, the panel only blinks.
func (m Model) beginDraft(d Draft) (Model, []Effect) {
	switch {
	case !m.reserveReady:
		return m.dropPress()
	case m.evening.sealFirst:
		return m.beginWith(d, readyPage(), sealPage(false))
	}
	return m.beginWith(d)
}

// beginSealed creates the match of the draft on the panel but doesn't start play. The match
// waits under its seal, and people may add lines of text to its luck.
func (m Model) beginSealed() (Model, []Effect) {
	d, ok := m.draft()
	if !ok || !m.reserveReady {
		return m.dropPress()
	}
	return m.beginWith(d, readyPage())
}

// beginWith creates the match of d. If waits contains pages, beginWith shows these pages and the
// match waits under its seal. Otherwise play starts at once.
func (m Model) beginWith(d Draft, waits ...page) (Model, []Effect) {
	if len(m.open) >= MostOpen {
		return m.refuseUnder("setup.refused", m.word("open.many", strconv.Itoa(MostOpen)))
	}
	s, keep, err := m.newSession(d)
	if err != nil {
		return m.refuseSetUp(d.Game, err)
	}
	next := m.edit(func(e *evening) {
		e.drafts, e.lastDrafts = settings.Without(e.drafts, d.Game), settings.Put(e.lastDrafts, d.Game, d.withoutSeries())
		e.people = e.people.Seated(d.Names)
		e.lastGame, e.plays = d.Game, settings.Put(e.plays, d.Game, e.plays[d.Game]+1)
		if explains(m.house, m.ended, d.Game) && len(m.taughtDraft(d).all) > 0 {
			e.lessons = settings.Put(e.lessons, s.id, []string{})
		}
	})
	s.fresh = !m.evening.sealFirst
	keep.Players = d.Names
	next.open = append([]session{s}, m.open...)
	next.reserveReady = false
	if len(waits) > 0 {
		return m.commit(next.showOnly(waits...).withPages(m.private()), keep, freshLuck)
	}
	next, err = next.withPlay()
	if err != nil {
		return m.refuseSetUp(d.Game, err)
	}
	keep.Lines = next.open[0].match.Lines(0)
	return m.commit(next, keep, freshLuck, showMoments(0))
}

// withPlay starts play of the first open match, after the seat that begins is settled (see
// drawFirst). Private pages stay on top.
func (m Model) withPlay() (Model, error) {
	s := m.open[0]
	mt, err := m.withFirstSeat(s)
	s.match, s.first = mt, settled
	return m.showOnly(playPage()).withPages(m.private()).withSession(s).withTask(), err
}

// MostOpen is the maximum number of open matches.
const MostOpen = 64

// freshLuck requests random bytes for the secret of the next match, unless they are ready.
func freshLuck(m Model) (Model, []Effect) {
	if m.reserveReady {
		return m, nil
	}
	return m, []Effect{Randomize{For: ForLuck}}
}

// refuseSetUp refuses a set-up with the text of err, an error of the set-up or of the game's
// rules.
func (m Model) refuseSetUp(game string, err error) (Model, []Effect) {
	return m.refuseUnder("setup.refused", m.setUpErrorText(game, err))
}

// showSeal shows the seal of the match on the panel. A seal that was shown is binding, so the
// match is not deleted as an unused draft from then on.
func (m Model) showSeal() (Model, []Effect) {
	if m.subject() == tableMatch {
		m.open = slices.Clone(m.open)
		m.open[0].fresh = false
	}
	return m.show(sealPage(false)), nil
}

// sealPage returns the page with the seal of the match, as digits or as a QR code.
func sealPage(qr bool) page {
	return page{kind: panel.KindSeal, control: sealView(qr)}
}

// sealView is the control of sealPage. It is true for a QR code, false for digits.
type sealView bool

func (q sealView) view(m Model) panel.View {
	other := "tab.qr"
	if q {
		other = "tab.on"
	}
	return panel.View{Kind: panel.KindSeal, Title: m.word("seal.title"), Seal: m.Match().Seal(), QR: bool(q), Tabs: [2]string{m.word("tab.back"), m.word(other)}}
}

// press switches between digits and QR code on up and down. On the digits, ok shows the QR code.
// On the QR code, ok closes the page. Back closes the page, too.
func (q sealView) press(m Model, k panel.Key) (Model, []Effect) {
	if k == panel.Back || k == panel.OK && bool(q) {
		return m.pop(), nil
	}
	return m.replace(sealPage(!bool(q))), nil
}

// readyPage returns the page of a match that waits under its seal. People can stir, and then
// start play.
func readyPage() page {
	return page{kind: panel.KindMenu, subject: tableMatch, screen: atReady, build: func(m Model, s *form) {
		mt := m.Match()
		s.Title = m.word("honesty")
		s.Item(m.word("setup.start"), func(m Model) (Model, []Effect) { return m.play() })
		s.Item(m.word("ready.stir"), func(m Model) (Model, []Effect) {
			return m.show(m.textEntry(m.word("ready.stir"), func(m Model, line string) (Model, []Effect) { return m.stir(line) })), nil
		})
		s.Item(m.word("ready.seal"), Model.showSeal)
		if n := len(mt.Stirrings()); n > 0 {
			s.Value(m.word("ready.words"), strconv.Itoa(n), func(m Model) (Model, []Effect) { return m.show(stirredPage()), nil })
		}
	}}
}

// stirredPage returns the page with the lines of text that people have added to the luck of the
// match.
func stirredPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("ready.words")
		for i, line := range m.Match().Stirrings() {
			s.Read(m.word("ready.stirred", strconv.Itoa(i+1), line))
		}
	}}
}

// stir adds a line of text to the luck of the match on the panel.
func (m Model) stir(line string) (Model, []Effect) {
	s := m.session()
	mt, err := s.match.Stir(m.stamp(s), line)
	if err != nil {
		return m.replace(textPage(m.word("ready.stir"), err.Error())), nil
	}
	return m.advance(m.pop(), s, mt)
}

// advance commits the facts of mt that s lacks. It shows next once they are stored.
func (m Model) advance(next Model, s session, mt match.Match) (Model, []Effect) {
	keep := s.keepOf(mt)
	s.match = mt
	return m.commit(next.withSession(s), keep)
}

// keepOf returns the transaction that stores the facts of mt after those of s.match. Without
// such facts it returns a zero Keep.
func (s session) keepOf(mt match.Match) Keep {
	if mt.Seq() == s.match.Seq() {
		return Keep{}
	}
	return Keep{Match: s.id, First: s.match.Seq() + 1, Lines: mt.Lines(s.match.Seq())}
}

// play starts play of the match on the panel. Until then the match has waited under its seal.
func (m Model) play() (Model, []Effect) {
	before := m.session()
	next, err := m.withPlay()
	if err != nil {
		return m.refuseSetUp(before.match.Rules().Name(), err)
	}
	keep := before.keepOf(next.open[0].match)
	return m.commit(next, keep, Model.flashing, showMoments(before.match.Seq()))
}

// do starts play of the match that waits under its seal. If play has started already, it
// changes nothing.
func (Begin) do(m Model) (Model, []Effect) {
	if !m.Ready() {
		return m, nil
	}
	return m.play()
}

// drawFirst settles the seat that begins. A value of first above 0 is the seat that the table
// has chosen; this choice is recorded unless it is seat 1. Otherwise the device draws the seat:
// among all seats if first is 0, or among the players with the fewest starts if first is fair.
func (m Model) drawFirst(s session, first int) (match.Match, error) {
	switch {
	case first == 1 || len(s.match.Names()) == 1:
		return s.match, nil
	case first > 1:
		return s.match.DrawFirst(m.stamp(s), nil, "first "+strconv.Itoa(first))
	case s.secret == luck.Secret{}:
		return s.match, errNoSecret
	}
	key := s.secret.Key(s.match.Stirrings())
	if first == fair {
		return s.match.DrawAmong(m.stamp(s), key, m.evening.people.Fairest(s.match.Names()))
	}
	return s.match.DrawFirst(m.stamp(s), &key, "")
}

// countFirst records that the player on seat 1 of mt has begun one more match.
func (m Model) countFirst(mt match.Match) Model {
	if len(mt.Names()) < 2 {
		return m
	}
	return m.edit(func(e *evening) { e.people = e.people.Began(mt.Name(1)) })
}

// answer returns mt after all steps that need no person: the device's answers for chance, and
// skipped turns of seats that are away.
func (m Model) answer(s session, mt match.Match) (match.Match, error) {
	for range 2 * len(mt.Names()) {
		answered, err := m.answerChance(s, mt)
		if err != nil || !m.skips(s, answered) {
			return answered, err
		}
		if mt, err = answered.Rule(m.stamp(s), ruling(verbSkip, answered.State().Turn()), reasonAway); err != nil {
			return answered, nil // the game doesn't allow skipping this turn: the table must decide it
		}
	}
	return mt, nil
}

// answerChance returns mt after the device's answer for chance. It returns mt unchanged if
// chance is not on turn, if the table answers, or if the secret is missing.
func (m Model) answerChance(s session, mt match.Match) (match.Match, error) {
	if mt.State().Turn() != games.Chance || mt.Luck() == match.Table || s.secret == (luck.Secret{}) {
		return mt, nil
	}
	return mt.Answer(m.stamp(s), s.secret.Key(mt.Stirrings()))
}
