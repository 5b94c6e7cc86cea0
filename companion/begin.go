package companion

import (
	"errors"
	"slices"
	"strconv"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
)

// newSession is a match that begins under a fresh seal, and the transaction that keeps it.
func (m Model) newSession(d Draft) (session, Keep, error) {
	s := session{secret: m.reserve, since: m.now, first: d.First}
	fact := match.Fact{
		Seq: 1, At: m.stamp(s).At, Kind: match.Started, Game: d.Game, Seats: d.Names,
		Options: d.Options, Series: d.Series, Clock: d.Clock, Seal: m.reserve.Seal(), Luck: d.Luck,
	}
	if fact.Series == "" {
		fact.Series = fact.Seal[:8]
	}
	mt, err := match.Begin(m.games, fact)
	if err != nil {
		return s, Keep{}, err
	}
	s.id, s.match = fact.Seal[:16], mt
	return s, Keep{Match: s.id, First: 1, Lines: mt.Lines(0), Secret: s.secret}, nil
}

// begin starts the match of the draft and shows its seal.
func (m Model) begin() (Model, []Effect) {
	d, ok := m.draft()
	if !ok || !m.ready {
		return m.dropPress()
	}
	return m.beginWith(d)
}

// beginWith starts the match of d.
func (m Model) beginWith(d Draft) (Model, []Effect) {
	if len(m.open) >= MostOpen {
		return m.refuseUnder("setup.refused", m.word("open.many", strconv.Itoa(MostOpen)))
	}
	s, keep, err := m.newSession(d)
	if err != nil {
		return m.refuseSetUp(d.Game, err)
	}
	next := m.edit(func(e *evening) {
		e.drafts, e.last = without(e.drafts, d.Game), put(e.last, d.Game, d.alone())
		e.players = seated(e.players, d.Names)
	})
	keep.Players = d.Names
	next.open = append([]session{s}, m.open...)
	next.ready = false
	return m.commit(next.only(readyPage(), sealPage(false)).withPages(m.privatePages()), keep, freshLuck)
}

// MostOpen is how many matches there are to go on with at most.
const MostOpen = 64

// freshLuck asks for the luck of the next match, unless it is there.
func freshLuck(m Model) (Model, []Effect) {
	if m.ready {
		return m, nil
	}
	return m, []Effect{Randomize{For: ForLuck}}
}

// refuseSetUp says why a match can't be set up so.
func (m Model) refuseSetUp(game string, err error) (Model, []Effect) {
	return m.refuseUnder("setup.refused", m.setUpReason(game, err))
}

// why says an error of the rules or the match in words.
func (m Model) why(game string, err error, names []string) string {
	var illegal games.Illegal
	if errors.As(err, &illegal) {
		return m.Words(game).Say(illegal.Rule, names)
	}
	if errors.Is(err, errNoSecret) {
		return m.word("secret.none")
	}
	return m.word("match.refused", err.Error())
}

// sealPage shows the match's seal, as digits or as a QR code.
func sealPage(qr bool) page {
	return page{kind: KindSeal, own: sealed(qr)}
}

type sealed bool

func (q sealed) view(m Model) View {
	return View{Kind: KindSeal, Title: m.word("seal.title"), Seal: m.Match().Seal(), QR: bool(q), Foot: m.word("foot.seal")}
}

func (q sealed) press(m Model, k Key) (Model, []Effect) {
	if k == Up || k == Down {
		return m.replace(sealPage(!bool(q))), nil
	}
	return m.pop(), nil
}

// readyPage is where a match waits under its seal until all have stirred who want to.
func readyPage() page {
	return page{kind: KindMenu, front: frontTable, spot: atReady, build: func(m Model, s *sheet) {
		mt := m.Match()
		s.title = m.title(mt.Rules().Name())
		s.say(m.word("ready.prompt"))
		s.item(m.word("ready.play"), func(m Model) (Model, []Effect) { return m.play() })
		s.item(m.word("ready.stir"), func(m Model) (Model, []Effect) {
			return m.show(textEntry(m.word("ready.stir"), func(m Model, line string) (Model, []Effect) { return m.stir(line) })), nil
		})
		s.item(m.word("ready.seal"), func(m Model) (Model, []Effect) { return m.show(sealPage(false)), nil })
		for i, line := range mt.Stirrings() {
			s.read(m.word("ready.stirred", strconv.Itoa(i+1), line))
		}
	}}
}

// stir adds a line that people saw to the luck of the match.
func (m Model) stir(line string) (Model, []Effect) {
	s := m.session()
	mt, err := s.match.Stir(m.stamp(s), line)
	if err != nil {
		return m.replace(sayPage(m.word("ready.stir"), err.Error())), nil
	}
	return m.advance(m.pop(), s, mt)
}

// advance commits what mt has beyond s, and shows the page of next.
func (m Model) advance(next Model, s session, mt match.Match) (Model, []Effect) {
	keep := s.keepOf(mt)
	s.match = mt
	return m.commit(next.with(s), keep)
}

// keepOf is the transaction that keeps what mt has keepOf s, if it has anything.
func (s session) keepOf(mt match.Match) Keep {
	if mt.Seq() == s.match.Seq() {
		return Keep{}
	}
	return Keep{Match: s.id, First: s.match.Seq() + 1, Lines: mt.Lines(s.match.Seq())}
}

// seated are the known players once names have sat down: the last of them first, and
// then those before them.
func seated(before, names []string) []string {
	list := slices.Clone(names)
	slices.Reverse(list)
	for _, n := range before {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// play draws the first seat, if the draft said so, and begins. What is private stays
// in sight.
func (m Model) play() (Model, []Effect) {
	s := m.session()
	mt, err := m.withFirstSeat(s)
	if err != nil {
		return m.refuseSetUp(s.match.Rules().Name(), err)
	}
	next := m.only(playPage())
	if s.first <= 0 && len(mt.Names()) > 1 {
		next = next.show(messagePage("ready.first", mt.Name(1)))
	}
	s.first = settled
	return m.advance(next.withPages(m.privatePages()), s, mt)
}

// do begins the match that waits under its seal. One that has begun goes on.
func (Begin) do(m Model) (Model, []Effect) {
	if !m.Ready() {
		return m, nil
	}
	return m.play()
}

// drawFirst lets the device draw who begins, or writes down whom the table chose.
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
		return s.match.DrawAmong(m.stamp(s), key, m.fairest(s.match.Names()))
	}
	return s.match.DrawFirst(m.stamp(s), &key, "")
}

// fairest lists the chairs, from 1, of those who have begun least often; none where
// that is everybody.
func (m Model) fairest(names []string) (chairs []int) {
	firsts := m.evening.firsts
	least := firsts[slices.MinFunc(names, func(a, b string) int { return firsts[a] - firsts[b] })]
	for i, name := range names {
		if firsts[name] == least {
			chairs = append(chairs, i+1)
		}
	}
	if len(chairs) == len(names) {
		return nil
	}
	return chairs
}

// countFirst counts who begins a match.
func (m Model) countFirst(mt match.Match) Model {
	if len(mt.Names()) < 2 {
		return m
	}
	name := mt.Name(1)
	return m.edit(func(e *evening) { e.firsts = put(e.firsts, name, e.firsts[name]+1) })
}

// errNoSecret is met where the device should answer, and has no secret to answer with: it was
// opened, or there are no random bytes for one.
var errNoSecret = errors.New("companion: the match has no sealed secret left to answer with")

// answer lets the device answer for chance, where the table left that to it, and
// passes over who is away.
func (m Model) answer(s session, mt match.Match) (match.Match, error) {
	for range 2 * len(mt.Names()) {
		answered, err := m.answerChance(s, mt)
		if err != nil || !m.skips(s, answered) {
			return answered, err
		}
		if mt, err = answered.Rule(m.stamp(s), skipped(answered.State().Turn()), reasonAway); err != nil {
			return answered, nil // the game doesn't let it pass now: it is the table's to say
		}
	}
	return mt, nil
}

func (m Model) answerChance(s session, mt match.Match) (match.Match, error) {
	if mt.State().Turn() != games.Chance || mt.Luck() == match.Table || s.secret == (luck.Secret{}) {
		return mt, nil
	}
	return mt.Answer(m.stamp(s), s.secret.Key(mt.Stirrings()))
}
