package fox_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// table is what the rules never see: two real hands and a deck. It plays a round
// as people would and enters what lies open.
type table struct {
	t      testing.TB
	rnd    *rand.Rand
	state  games.State
	hands  [2][]pip
	deck   []pip
	decree pip
	breaks bool            // players break rules on purpose now and then
	broke  map[string]bool // who did: "seat 1 trick 3"
	log    []event
	won    [2]int
	sevens [2]int
}

// event is one play as everybody saw it.
type event struct {
	seat, trick int
	card        pip
	lead        pip // of an answer; the zero pip for a card that was led
	given, took pip // an exchange, or the zero pip
}

// deal shuffles, deals 13 each and turns the decree up.
func deal(t testing.TB, rnd *rand.Rand, s games.State, breaks bool) *table {
	cards := pack()
	rnd.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	tb := &table{
		t: t, rnd: rnd, hands: [2][]pip{cards[:13:13], cards[13:26:26]},
		decree: cards[26], deck: cards[27:], breaks: breaks, broke: map[string]bool{},
	}
	tb.state = gamestest.After(t, s, say("decree", tb.decree))
	return tb
}

// round plays all 13 tricks. The seat that the rules name leads, and the table
// knows better.
func (tb *table) round() {
	lead := int(tb.state.Turn()) - 1
	for trick := 1; trick <= 13; trick++ {
		if got := int(tb.state.Turn()) - 1; got != lead {
			tb.t.Fatalf("trick %d: seat %d leads, want %d\n%s", trick, got+1, lead+1, tb.state)
		}
		a := tb.play(lead, trick, pip{})
		b := tb.play(1-lead, trick, a)
		winner := lead
		if takes(a, b, tb.decree.suit) {
			winner = 1 - lead
		}
		tb.won[winner]++
		for _, p := range []pip{a, b} {
			if p.rank == 7 {
				tb.sevens[winner]++
			}
		}
		lead = (lead + leader(a, b, tb.decree.suit)) % 2
	}
}

// play lets a seat play a card and use its power.
func (tb *table) play(seat, trick int, lead pip) pip {
	c := tb.choose(seat, trick, lead)
	tb.remove(seat, c)
	e := event{seat: seat, trick: trick, card: c, lead: lead}
	if c.rank == 3 && len(tb.hands[seat]) > 0 {
		e.given, e.took = tb.exchange(seat)
	}
	if c.rank == 5 {
		tb.hands[seat] = append(tb.hands[seat], tb.deck[0])
		buried := tb.hands[seat][tb.rnd.IntN(len(tb.hands[seat]))]
		tb.deck = append(tb.deck[1:], buried)
		tb.remove(seat, buried)
	}
	tb.log = append(tb.log, e)
	return c
}

// choose picks a card and enters it: a legal one, or one that breaks a rule, unless
// the rules know enough to refuse that.
func (tb *table) choose(seat, trick int, lead pip) pip {
	may := tb.hands[seat]
	if lead != (pip{}) {
		may = allowed(may, lead)
	}
	wrong := slices.DeleteFunc(slices.Clone(tb.hands[seat]), func(p pip) bool { return slices.Contains(may, p) })
	if tb.breaks && len(wrong) > 0 && tb.rnd.IntN(3) == 0 {
		c := wrong[tb.rnd.IntN(len(wrong))]
		if next, err := tb.state.Apply(say("play", c)); err == nil {
			tb.state = next
			tb.broke[named(seat, trick)] = true
			return c
		}
	}
	c := may[tb.rnd.IntN(len(may))]
	tb.state = gamestest.After(tb.t, tb.state, say("play", c))
	return c
}

func named(seat, trick int) string { return fmt.Sprintf("seat %d trick %d", seat+1, trick) }

// exchange gives a card of the hand for the decree, or keeps that.
func (tb *table) exchange(seat int) (given, took pip) {
	if tb.rnd.IntN(4) == 0 {
		tb.state = gamestest.After(tb.t, tb.state, "keep")
		return pip{}, pip{}
	}
	given, took = tb.hands[seat][tb.rnd.IntN(len(tb.hands[seat]))], tb.decree
	tb.state = gamestest.After(tb.t, tb.state, say("exchange", given))
	tb.remove(seat, given)
	tb.hands[seat], tb.decree = append(tb.hands[seat], took), given
	return given, took
}

func (tb *table) remove(seat int, c pip) {
	i := slices.Index(tb.hands[seat], c)
	tb.hands[seat] = slices.Delete(tb.hands[seat], i, i+1)
}

// result is the decision that enters what the table counted.
func (tb *table) result() games.Decision {
	return games.Decision(fmt.Sprintf("round %d-%d treasures %d-%d", tb.won[0], tb.won[1], tb.sevens[0], tb.sevens[1]))
}

var tableRounds = flag.Int("rounds", 1000, "how many random rounds the tests of a real table play, half as many with -short")

// rounds is how many random rounds the tests of a real table play.
func rounds() int {
	if testing.Short() {
		return *tableRounds / 2
	}
	return *tableRounds
}

func TestARoundIsCountedAsTheTableCountsIt(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	for range rounds() / 10 {
		tb := deal(t, rnd, after(t, "seats=2"), false)
		tb.round()
		want := gamestest.After(t, after(t, "seats=2 mode=quick"), tb.result()).Standing()
		got := tb.state.Standing()
		if !slices.Equal(got.Scores, want.Scores) || !slices.Equal(got.Ties, want.Ties) {
			t.Fatalf("got %v, want %v as of %q\n%s", got.Scores, want.Scores, tb.result(), tb.state)
		}
		checkDealer(t, tb.state)
	}
}

// checkDealer fails unless the dealer of the first round leads the second.
func checkDealer(t *testing.T, s games.State) {
	t.Helper()
	if s.Turn() == games.Nobody {
		return
	}
	if lead := gamestest.After(t, s, "decree keys 5").Turn(); lead != 2 {
		t.Fatalf("seat %d leads the second round, want its dealer's opponent, seat 2", lead)
	}
}
