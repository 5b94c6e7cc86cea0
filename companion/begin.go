package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/settings"
	"tabletop/games"
)

// newSession returns a new match under a fresh seal, with its transaction.
func (m Model) newSession(d Draft) (session, Keep, error) {
	s := session{secret: m.reserve, start: m.now, first: d.First, fresh: true}
	fact := match.Fact{
		Seq: 1, At: m.stamp(s).At, Kind: match.Started, Game: d.Game, Seats: d.Names,
		Options: d.Options, Series: d.Series, Clock: d.Clock, Seal: m.reserve.Seal(), Luck: d.Luck,
	}
	if r := m.rules(d.Game); r != nil {
		fact.Program = games.Program(r)
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

// begin starts the match of the draft at once, or under its seal if the table wants to see the
// seal first.
func (m Model) begin() (Model, []Effect) {
	d, ok := m.draft()
	if !ok {
		return m.dropPress()
	}
	return m.beginDraft(d)
}

// beginDraft starts the match of d. It blinks if no random bytes are ready.
func (m Model) beginDraft(d Draft) (Model, []Effect) {
	switch {
	case !m.reserveReady:
		return m.dropPress()
	case m.evening.sealFirst:
		return m.beginWith(d, readyPage(), sealPage(false))
	}
	return m.beginWith(d)
}

// beginSealed starts the match of the draft under its seal, where people may add their own
// words.
func (m Model) beginSealed() (Model, []Effect) {
	d, ok := m.draft()
	if !ok || !m.reserveReady {
		return m.dropPress()
	}
	return m.beginWith(d, readyPage())
}

// beginWith starts the match of d. With pages it shows them and the match waits under its
// seal. Without pages the match is played at once.
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
	return m.commit(next, keep, freshLuck, showMoments(0, games.Nobody))
}

// withPlay starts play of the first open match and draws its first seat if the draft demands
// it. Private pages stay on top.
func (m Model) withPlay() (Model, error) {
	s := m.open[0]
	mt, err := m.withFirstSeat(s)
	s.match, s.first = mt, settled
	return m.showOnly(playPage()).withPages(m.private()).withSession(s).withTask(), err
}

// MostOpen is the maximum number of open matches.
const MostOpen = 64

// freshLuck requests the luck of the next match unless it is ready.
func freshLuck(m Model) (Model, []Effect) {
	if m.reserveReady {
		return m, nil
	}
	return m, []Effect{Randomize{For: ForLuck}}
}

// refuseSetUp shows why a match can't be set up.
func (m Model) refuseSetUp(game string, err error) (Model, []Effect) {
	return m.refuseUnder("setup.refused", m.setUpErrorText(game, err))
}

// showSeal shows the seal of the match on the panel. From then on the match is no draft,
// because a seal that was shown is binding.
func (m Model) showSeal() (Model, []Effect) {
	if m.subject() == tableMatch {
		m.open = slices.Clone(m.open)
		m.open[0].fresh = false
	}
	return m.show(sealPage(false)), nil
}

// sealPage shows the seal of the match, as digits or as a QR code.
func sealPage(qr bool) page {
	return page{kind: panel.KindSeal, control: sealView(qr)}
}

// sealView shows a seal: as digits, or if true as a QR code.
type sealView bool

func (q sealView) view(m Model) panel.View {
	other := "tab.qr"
	if q {
		other = "tab.on"
	}
	return panel.View{Kind: panel.KindSeal, Title: m.word("seal.title"), Seal: m.Match().Seal(), QR: bool(q), Tabs: [2]string{m.word("tab.back"), m.word(other)}}
}

// press switches between digits and QR code. ok moves on from digits to QR code, and then
// closes the page.
func (q sealView) press(m Model, k panel.Key) (Model, []Effect) {
	if k == panel.Back || k == panel.OK && bool(q) {
		return m.pop(), nil
	}
	return m.replace(sealPage(!bool(q))), nil
}

// readyPage shows a match that waits under its seal until everybody who wants to has stirred.
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

// stirredPage lists the lines that were stirred in.
func stirredPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("ready.words")
		for i, line := range m.Match().Stirrings() {
			s.Read(m.word("ready.stirred", strconv.Itoa(i+1), line))
		}
	}}
}

// stir adds a line of text to the luck of the match.
func (m Model) stir(line string) (Model, []Effect) {
	s := m.session()
	mt, err := s.match.Stir(m.stamp(s), line)
	if err != nil {
		return m.replace(textPage(m.word("ready.stir"), err.Error())), nil
	}
	return m.advance(m.pop(), s, mt)
}

// advance commits the new facts of mt, and shows next.
func (m Model) advance(next Model, s session, mt match.Match) (Model, []Effect) {
	keep := s.keepOf(mt)
	s.match = mt
	return m.commit(next.withSession(s), keep)
}

// keepOf returns the transaction with the new facts of mt, or a zero Keep.
func (s session) keepOf(mt match.Match) Keep {
	if mt.Seq() == s.match.Seq() {
		return Keep{}
	}
	return Keep{Match: s.id, First: s.match.Seq() + 1, Lines: mt.Lines(s.match.Seq())}
}

// play begins the match that waits under its seal.
func (m Model) play() (Model, []Effect) {
	before := m.session()
	next, err := m.withPlay()
	if err != nil {
		return m.refuseSetUp(before.match.Rules().Name(), err)
	}
	keep := before.keepOf(next.open[0].match)
	return m.commit(next, keep, Model.flashing, showMoments(before.match.Seq(), games.Nobody))
}

// do begins the match that waits under its seal. It changes nothing if the match has begun.
func (Begin) do(m Model) (Model, []Effect) {
	if !m.Ready() {
		return m, nil
	}
	return m.play()
}

// drawFirst lets the device draw the first seat, or records the seat chosen by the table.
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

// countFirst counts the player who begins a match.
func (m Model) countFirst(mt match.Match) Model {
	if len(mt.Names()) < 2 {
		return m
	}
	return m.edit(func(e *evening) { e.people = e.people.Began(mt.Name(1)) })
}

// answer answers for chance by the device if the table has chosen so, and skips seats that are
// away.
func (m Model) answer(s session, mt match.Match) (match.Match, error) {
	for range 2 * len(mt.Names()) {
		answered, err := m.answerChance(s, mt)
		if err != nil || !m.skips(s, answered) {
			return answered, err
		}
		if mt, err = answered.Rule(m.stamp(s), skipRuling(answered.State().Turn()), reasonAway); err != nil {
			return answered, nil // the game does not allow skipping now: the table must decide
		}
	}
	return mt, nil
}

// answerChance answers for chance if the device does and has the secret.
func (m Model) answerChance(s session, mt match.Match) (match.Match, error) {
	if mt.State().Turn() != games.Chance || mt.Luck() == match.Table || s.secret == (luck.Secret{}) {
		return mt, nil
	}
	return mt.Answer(m.stamp(s), s.secret.Key(mt.Stirrings()))
}
