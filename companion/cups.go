package companion

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
)

// usualCups are offered until the table has rolled something else.
var usualCups = []string{"d6", "2d6", "d20", "d4", "d8", "d10", "d12", "d100", coin}

// dies are what a new cup is built of.
var dies = []string{"d4", "d6", "d8", "d10", "d12", "d20", "d100", "dF"}

const (
	mostSaved = 12  // cups remembered, the latest first
	longCups  = 900 // facts after which the next evening begins a new match, under a new seal
	coin      = "coin"
)

// dice are the table's own, as the option of the game dice gives them: those that
// were chosen, or else the configuration's.
func (m Model) dice() string {
	if own := m.settings[setDice]; own != "" {
		return own
	}
	return m.ownDice
}

// own are the names of the table's own dice, as notation writes them: "dcolour".
func (m Model) own() (dice []string) {
	for die := range strings.SplitSeq(m.dice(), ";") {
		if name, _, ok := strings.Cut(die, "="); ok {
			dice = append(dice, "d"+strings.TrimSpace(name))
		}
	}
	return dice
}

// saved are the cups of this table, the one rolled last first.
func (m Model) saved() (cups []string) {
	_ = json.Unmarshal([]byte(m.settings[setCups]), &cups) // an unreadable list is an empty one
	for _, u := range append(m.own(), usualCups...) {
		if !slices.Contains(cups, u) {
			cups = append(cups, u)
		}
	}
	return cups
}

// remember returns the setting that puts cup first among the saved.
func (m Model) remember(cup string) (Model, string) {
	cups := slices.DeleteFunc(m.saved(), func(c string) bool { return c == cup })
	cups = append([]string{cup}, cups...)
	line, _ := json.Marshal(cups[:min(len(cups), mostSaved)]) // strings only: it can't fail
	return m.set(setCups, string(line))
}

// cupsPage offers the cups; the one rolled last is under the cursor.
func cupsPage() page {
	return page{kind: KindMenu, front: frontCups, build: func(m Model, s *sheet) {
		s.title = m.word("home.dice")
		for _, cup := range m.saved() {
			s.item(m.cupWord(cup), func(m Model) (Model, []Effect) { return m.rollCup(0, cup) })
		}
		rolls := len(s.items)
		s.item(m.word("cups.build"), func(m Model) (Model, []Effect) { return m.show(diePage()), nil })
		if !m.cups.match.IsZero() {
			s.item(m.word("pause.log"), func(m Model) (Model, []Effect) { return m.show(rollsPage()), nil })
			s.item(m.word("pause.seal"), func(m Model) (Model, []Effect) { return m.show(sealPage(false)), nil })
		}
		if s.at < rolls {
			s.ok = m.word("foot.roll")
		}
	}}
}

// cupWord says a cup: a coin by its word, dice as notation writes them.
func (m Model) cupWord(cup string) string {
	if cup == coin {
		return m.Words(gameDice).Decision(coin, nil)
	}
	return cup
}

// diePage begins a new cup: which die, how many, plus what.
func diePage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("cups.die")
		for _, d := range append(m.own(), dies...) {
			s.item(d, func(m Model) (Model, []Effect) {
				return m.show(numberPage(m.word("cups.many", d), 1, 20, 1, func(m Model, n int32) (Model, []Effect) {
					return m.show(bonusPage(strconv.Itoa(int(n)) + d)), nil
				})), nil
			})
		}
	}}
}

func bonusPage(cup string) page {
	return numberPage("+ −", -10, 10, 0, func(m Model, n int32) (Model, []Effect) {
		if n != 0 {
			cup += signed(n)
		}
		return m.pop().rollCup(0, cup)
	})
}

func signed(n int32) string {
	if n > 0 {
		return "+" + strconv.Itoa(int(n))
	}
	return strconv.Itoa(int(n))
}

// rollCup rolls, in a match of the dice's own: the game at the table stays untouched.
func (m Model) rollCup(reply int, cup string) (Model, []Effect) {
	s, keep, fresh, err := m.cupSession()
	if err != nil {
		return m.refuse(reply, gameDice, err, nil)
	}
	mt, err := s.match.Decide(m.stamp(s), "roll "+cup, "")
	if err == nil {
		mt, err = mt.Answer(m.stamp(s), s.secret.Key(mt.Stirrings()))
	}
	if err != nil {
		return m.refuse(reply, gameDice, err, nil)
	}
	keep.Lines += mt.Since(s.match.Seq())
	s.match = mt
	next, line := m.remember(cup)
	keep.Settings = line
	next.cups = s
	next = next.showRoll(cup)
	next, effects := next.animate(true)
	if fresh {
		next.ready = false
		effects = append(effects, Randomize{})
	}
	return m.commitFor(reply, next, keep, effects...)
}

// lastCup is the cup that was rolled last in a match of the dice.
func lastCup(mt match.Match) (cup string) {
	for f := range mt.Line() {
		if f.Kind == match.Decided && f.Seat > 0 {
			cup = strings.TrimPrefix(f.Says, "roll ")
		}
	}
	return cup
}

// cupSession is the dice's match, or a new one where there is none.
func (m Model) cupSession() (s session, k Keep, fresh bool, err error) {
	if s := m.cups; !s.match.IsZero() && !s.match.Ended() && s.secret != (luck.Secret{}) {
		return s, Keep{Match: s.id, First: s.match.Seq() + 1}, false, nil
	}
	if !m.ready {
		return s, k, false, errNoSecret
	}
	s, k, err = m.newSession(draft{Game: gameDice, Names: []string{m.word("table")}, Options: diceOption(m.dice())})
	return s, k, true, err
}

// diceOption is the set-up of the game dice with those of the table's own.
func diceOption(own string) map[string]string {
	if own == "" {
		return nil
	}
	return map[string]string{"dice": own}
}

// showRoll puts the result of a roll in sight, in the place of an earlier one.
func (m Model) showRoll(cup string) Model {
	for len(m.stack) > 1 && m.page().page.front != frontCups {
		m = m.pop()
	}
	if m.page().page.kind == KindBig {
		m = m.pop()
	}
	return m.moved(0).show(rollPage(cup))
}

// rollPage shows what was rolled; ok rolls the same again.
func rollPage(cup string) page {
	return page{kind: KindBig, front: frontCups, spot: atCups, build: func(m Model, s *sheet) {
		mt := m.cups.match
		v := mt.State().View(games.Nobody)
		s.view.Game = gameDice
		s.title = m.Words(gameDice).Say(v.Prompt, nil)
		s.view.Big = bigResult(s.title, mt.State().Standing().Scores[0])
		s.items = []item{{do: func(m Model) (Model, []Effect) { return m.rollCup(0, cup) }}}
		s.ok = m.word("foot.again")
	}}
}

// bigResult is what is read across the table: the total, or what the roll came
// to where it has none, as with coins and dice of words.
func bigResult(said string, total int32) string {
	if strings.Contains(said, "=") {
		return strconv.Itoa(int(total))
	}
	return said
}

// rollsPage shows the last rolls.
func rollsPage() page {
	return page{kind: KindText, build: func(m Model, s *sheet) {
		s.title = m.word("pause.log")
		for _, l := range m.cups.match.State().View(games.Nobody).Lines {
			s.read(m.Words(gameDice).Say(l, nil))
		}
	}}
}

// openCups publishes the secret of the dice's match, so that its rolls can be
// checked; the next roll begins under a new seal.
func (m Model) openCups() (Model, []Effect) {
	if m.cups.match.IsZero() {
		return m.show(messagePage("cups.none")), nil
	}
	mt, err := opened(m, m.cups)
	if err != nil {
		return m.show(sayPage(m.word("settings.seal"), err.Error())), nil
	}
	next := m.show(messagePage("cups.opened"))
	next.cups, next.last = session{}, mt
	return m.commit(next, ended(m.cups, mt))
}

// opened is the match of s with its secret published, and ended.
func opened(m Model, s session) (match.Match, error) {
	mt := s.match
	if s.secret != (luck.Secret{}) && !mt.Opened() {
		var err error
		if mt, err = mt.Open(m.stamp(s), s.secret); err != nil {
			return mt, err
		}
	}
	return mt.End(m.stamp(s))
}

// freshCups opens and ends the dice's match as an evening begins, if it has grown
// long or knows other dice than the table now has.
func (m Model) freshCups() (Model, []Effect) {
	s := m.cups
	if s.match.IsZero() || s.match.Seq() < longCups && s.match.Setup().Options["dice"] == m.dice() {
		return m, nil
	}
	next, keep, err := m.withoutCups()
	if err != nil {
		return m, nil // it goes on as it is
	}
	return m.commit(next, keep)
}

// withoutCups is the model without the dice's match, and the transaction that opens
// and ends it.
func (m Model) withoutCups() (Model, Keep, error) {
	s := m.cups
	mt, err := opened(m, s)
	if err != nil {
		return m, Keep{}, err
	}
	m.cups = session{}
	return m, ended(s, mt), nil
}
