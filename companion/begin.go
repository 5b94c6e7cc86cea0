package companion

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
)

// newSession is a match that begins under a fresh seal, and the transaction that keeps it.
func (m Model) newSession(d draft) (session, Keep, error) {
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
	return s, Keep{Match: s.id, First: 1, Lines: mt.Since(0), Secret: s.secret.String()}, nil
}

// begin starts the match of the draft and shows its seal.
func (m Model) begin() (Model, []Effect) {
	d, ok := m.draft()
	if !ok || !m.ready {
		return m.dropped()
	}
	return m.beginWith(d, 0)
}

// beginWith starts the match of d, and tells whoever asked for it.
func (m Model) beginWith(d draft, reply int) (Model, []Effect) {
	s, keep, err := m.newSession(d)
	if err != nil {
		return m.unfit(reply, d.Game, err)
	}
	next, forget := m.set(setDraft+":"+d.Game, "")
	next, last := next.set(setLast+d.Game, d.alone().String())
	keep.Settings, keep.Players = forget+last, strings.Join(d.Names, "\n")+"\n"
	next.players = known(m.players, d.Names)
	next.open = append([]session{s}, m.open...)
	next.ready = false
	return m.commitFor(reply, next.only(readyPage(), sealPage(false)).under(m.guarded()), keep, Randomize{})
}

// unfit says why a match can't be set up so.
func (m Model) unfit(reply int, game string, err error) (Model, []Effect) {
	if reply != 0 {
		return m.refusing(reply, m.unfitWord(game, err))
	}
	return m.show(sayPage(m.word("setup.refused"), m.why(game, err, nil))), nil
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
		s.item(m.word("ready.play"), func(m Model) (Model, []Effect) { return m.play(0) })
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
func (m Model) advance(next Model, s session, mt match.Match, effects ...Effect) (Model, []Effect) {
	return m.advanceFor(0, next, s, mt, effects...)
}

func (m Model) advanceFor(reply int, next Model, s session, mt match.Match, effects ...Effect) (Model, []Effect) {
	keep := Keep{}
	if mt.Seq() > s.match.Seq() {
		keep = Keep{Match: s.id, First: s.match.Seq() + 1, Lines: mt.Since(s.match.Seq())}
	}
	s.match = mt
	return m.commitFor(reply, next.with(s), keep, effects...)
}

// known are the players of names, the last one first, and then those before them.
func known(before, names []string) []string {
	list := slices.Clone(names)
	slices.Reverse(list)
	for _, n := range before {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// play draws the first seat, if the draft said so, begins, and tells whoever asked
// for it. What is private stays in sight.
func (m Model) play(reply int) (Model, []Effect) {
	s := m.session()
	mt, err := m.begun(s)
	if err != nil {
		return m.unfit(reply, s.match.Rules().Name(), err)
	}
	next := m.only(playPage())
	if s.first <= 0 && len(mt.Names()) > 1 {
		next = next.show(messagePage("ready.first", mt.Name(1)))
	}
	s.first = played
	return m.advanceFor(reply, next.under(m.guarded()), s, mt)
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
	least := m.firsts[slices.MinFunc(names, func(a, b string) int { return m.firsts[a] - m.firsts[b] })]
	for i, name := range names {
		if m.firsts[name] == least {
			chairs = append(chairs, i+1)
		}
	}
	if len(chairs) == len(names) {
		return nil
	}
	return chairs
}

// recounted counts who began a match that is under way: those of the disk are over.
func (m Model) recounted(mt match.Match) Model {
	for f := range mt.Line() {
		if f.Kind != match.Started {
			return m.begins(mt)
		}
	}
	return m
}

// begins counts who begins a match.
func (m Model) begins(mt match.Match) Model {
	if len(mt.Names()) > 1 {
		m.firsts = maps.Clone(m.firsts)
		if m.firsts == nil {
			m.firsts = map[string]int{}
		}
		m.firsts[mt.Name(1)]++
	}
	return m
}

// errNoSecret is met where a record was opened, or lost its secret, and the device should answer.
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
