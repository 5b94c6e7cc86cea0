// Package mazaitsy is Мазайцы, a game of boats, hares and a flood by Sergei
// Golubkin, Evgeni Maslovski and Pavel Ovchinnikov, for two to four or two
// against two.
//
// On a turn a seat moves its boat, replaces a card of the field by the farthest
// open card of a row, and refills the row from a pile. In the pile hides Мазай.
// When he is uncovered, the next seat adds hares to the field instead of
// replacing, and he is shuffled in again; the last time he only says that the
// circle is played out. Most points in hares win.
//
// With field=off the companion follows deck, row, turns, rounds, hares and
// scores; field and boats are the table's own. It knows of each hare whether it
// is in a boat, ashore, or out there: on the field or in the pool, which nobody
// has to tell it. So it refuses what can't be, and nothing else.
//
// With field=on it follows the whole field and is the referee: it knows every card
// that lies open, where hares lie and boats float, lists what is legal and moves
// the boat along currents step by step. Deck, row, rounds and scores are counted by
// the same engine. With deal=device it also draws cards and hares, and the table
// lays the field as it is shown; with deal=table the table names its own.
//
// # Notation with field=off
//
// A seat, while its boat moves:
//
//	take 3            a hare of 3 points comes into the boat
//	unload 2 3        these go ashore, the lowest first; the boat stays where it is
//	steal 3/2         a hare of 3 out of seat 2's boat (adv4)
//	pass 3/4          a hare of 3 to the partner, seat 4 (teams)
//	get 3/4           a hare of 3 from the partner
//	done              the boat has moved
//
// Then, in place of the third after Мазай was uncovered the last:
//
//	lose 3            a hare of 3 leaves the field; also while the boat moves
//	place             the farthest row card is laid, the row refilled
//	place from 2      the second farthest, or "place from pile" its top (adv2)
//	add log 4         hares come on all logs, four of them
//
// Chance, whenever a card has left the pile and Мазай could be next:
//
//	mazai no          another card lies on top
//	mazai yes         he does. With mazai=real "card mazai" says it too
//
// His place is stored nowhere: with m places left the odds are m−1 to 1, which
// makes all places equally likely. With mazai=real only people can answer.
//
// # Notation with field=on
//
// Cells are a1 to f6, columns from the left, rows from the top; directions n, ne …
// clockwise from the top. A seat:
//
//	boat c3 n         its boat begins there, nose up; the last seat first
//	take 3            in a window, which opens where the stage begins, on each card
//	steal 3/2         reached and after unloading: a hare that lies there, out of
//	pass 3/4          seat 2's boat (adv4), to the partner, from the partner
//	get 3/4
//	leave             closes the window until the next card
//	forward           one card ahead; or "turn left", "turn right"; then one of these
//	diagonal left     once more, or
//	done              not. Diagonally a boat moves once, and then no more
//	unload 2 3        at the edge, instead of all that
//	pull c4           one of several funnels
//	place c3          the farthest row card is laid there; "place c3 ne" a current;
//	place c3 from 2   behind them the second farthest, or "from pile" (adv2)
//	spin cw           the hares around a whirlpool move clockwise, or "ccw"
//	add log           hares come on all logs; where they are too few
//	lay c3            the next one comes there
//
// Chance:
//
//	card water hare   the card that lies open now has the symbol; "card water" is
//	card side ne      the one that lacks it. In the lay-out currents have directions,
//	card fish hare 3  and so many equal cards in a row can be one decision
//	hare 3            the hare drawn for the card that is asked for
//	mazai no          as with field=off; with mazai=real a card can be named at once
//
// The lay-out asks for the cards of the centre, the others row by row, the row, the
// top of the pile; then for hares in the same order, then for boats. A thicket named
// for the centre goes under the pile.
//
// # Rulings
//
//	back 3/2          a hare of 3 out of seat 2's boat, back to the field
//	cards 9           so many cards lie in the pile
//	give 3/2          a hare of 3 into seat 2's boat
//	score 2 14        seat 2 has 14 points
//	skip 2            seat 2, which is on turn, is away: its turn ends as it stands
//	turn 2            seat 2 begins its turn in this circle
//
// A seat that is passed over replaces no card. If it was to add hares, Мазай stays
// in the row and the next seat adds them; two against two the next of its team does,
// where the other team has added before.
//
// With field=on hares come from the pool and go there, the cards of the pile are
// known, and these are added:
//
//	drop c3           a hare onto c3; which one is asked next
//	lift c3 2         a hare of 2 off c3, to the pool
//	move 2 c3         seat 2's boat is at c3; on its turn its move stage begins anew
//	nose 2 n          seat 2's boat points up
//
// # A position as text
//
//	turn 8 move news
//	round 1 added 0
//	pile 5 row 3 discard 7 mazai 0..4
//	lost 2
//	seat 1 boat 1:2,3:1 ashore 2:1 written 0/0
//
// The first line has the number of the turn, what is awaited (move, replace, add,
// mazai, over) and marks: unloaded, robbed (a hare was stolen), news (something
// about Мазай or the deck has just changed), told (and people have decided since). The
// second has the round and who added first. Мазай has so many cards under him, or lies
// at the far end of the "row", "second" from it, or "aside". A seat has hares by points
// and number, and points and hares written down.
//
// With field=on these lines follow:
//
//	boat 1 c3 n swamp e5
//	- a   b  c   d  e  f
//	1 ~:1 =  sw' #  %  @
//	2 ~   n  ~   f  o  ~:23
//	…
//	open ~:3 + x top # under 1
//	tossed log:2/1,thicket:1
//	path 2 at c3 forward c2 drift d1 shore d1
//	due a1 1 then mazai
//	pick c3 d4
//	fresh c3
//	hands cw c3 2 tossed row 1 top hares a1 3
//
// A boat, its nose, and the swamp whose hares drown after its seat's next move
// stage. The field: water ~, fish f, log =, thicket #, whirlpool @, swamp %, funnel
// o, a current as its direction, ' behind a card that lacks its type's symbol, behind
// a colon the points of each hare. The row from its far end (currents + and
// x), the pile's top, and how many thickets are known to lie under it. The discard.
// The last move stage: whose, from where, each step or what ended it. The next three
// only while hares are drawn, a card is chosen for one, a laid card acts. The last what
// hands must do since people decided: what a card did, where, and to how many hares (cw,
// ccw a whirlpool, gathered, drained a swamp, swept a twin), the farthest card thrown
// away, cards that came to the row, a new top, hares that the device drew.
package mazaitsy

import (
	_ "embed"
	"strconv"

	"tabletop/games"
)

// Rules is the game. Its zero value is ready to use.
type Rules struct{}

var (
	//go:embed ru.txt
	russian string
	//go:embed en.txt
	english string
	//go:embed pictures.txt
	pictures string
	//go:embed glyphs.txt
	glyphs string
	//go:embed art.svg
	art string
)

var (
	onOff   = []string{"off", "on"}
	options = []games.Option{
		{Name: "teams", Default: "off", Values: onOff},
		{Name: "rounds", Default: "3", Grammar: "3..9"},
		{Name: "mazai", Default: "device", Values: []string{"device", "real"}},
		{Name: "places", Default: "5", Values: []string{"5", "4"}},
		{Name: "adv1", Default: "off", Values: onOff},
		{Name: "adv2", Default: "off", Values: onOff},
		{Name: "adv3", Default: "off", Values: onOff},
		{Name: "adv4", Default: "off", Values: onOff},
		{Name: "tokens", Default: "open", Values: []string{"open", "hidden"}},
		{Name: "field", Default: "off", Values: onOff},
		{Name: "deal", Default: "device", Values: []string{"device", "table"}, Needs: "field=on"},
		{Name: "symbols", Default: "twin", Offer: "exact", Values: []string{"exact", "twin"}, Needs: "field=on"},
		{Name: "cards", Default: assumedCards, Grammar: "counts"},
		{Name: "hares", Default: assumedHares, Grammar: "counts"},
	}
)

// Name returns "mazaitsy".
func (Rules) Name() string { return "mazaitsy" }

// Seats returns 2, 4.
func (Rules) Seats() (least, most int) { return 2, mostSeats }

// Options are teams (two against two, four seats), rounds and places (of Мазай
// when he is hidden; both not for two seats), field, deal (who draws cards and
// hares of the whole field), mazai (who hides him), the advanced rules adv1 to
// adv4, tokens (whether what is ashore is shown before the count), and what the box
// holds: cards and hares. With symbols=exact the cards are as
// they are counted, "log:6/0" too; records without the option mean "log:6/5" by that.
func (Rules) Options() []games.Option { return options }

// Assets are both catalogues and the pictures: Мазай's face, cards with and
// without hares, boats. The art has besides a "hare" without a mouth, to write its number
// there, and the "cover"; a boat's hull has the colour --seat of the page around it.
func (Rules) Assets() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": glyphs, "pictures": pictures, "art": art}
}

// New deals the row; seat 1 begins. With field=on the lay-out begins.
func (r Rules) New(setup games.Setup) (games.State, error) {
	t, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	if t.followsField {
		return t.newFieldState(), nil
	}
	return state{table: t, turn: 1, round: 1, deck: t.dealtDeck(), news: true}, nil
}

// mostSeats is how many can play.
const mostSeats = 4

// table is how the game was set up. It never changes, so positions share it.
type table struct {
	seats, rounds            int
	places                   int // where Мазай may hide among the lowest cards of a shuffled pile
	teams, realMazai         bool
	hiddenTokens             bool    // what lies ashore is hidden until the count
	followsField, tableDeals bool    // the whole field is followed; the table deals cards and hares
	adv                      [5]bool // by number
	box                      cardCounts
	hares                    tally
}

// table reads a set-up; its error is an Illegal.
func (r Rules) table(setup games.Setup) (*table, error) {
	if err := games.CheckSetup(r, setup); err != nil {
		return nil, err
	}
	if err := checkSeats(setup); err != nil {
		return nil, err
	}
	value := func(name string) string { return setup.Value(options, name) }
	t := &table{seats: setup.Seats, rounds: 2, places: 1, teams: value("teams") == "on", realMazai: value("mazai") == "real"}
	if t.seats > 2 {
		t.rounds, t.places = int(value("rounds")[0]-'0'), int(value("places")[0]-'0')
	}
	t.hiddenTokens = value("tokens") == "hidden"
	t.followsField, t.tableDeals = value("field") == "on", value("deal") == "table"
	for i := 1; i < len(t.adv); i++ {
		t.adv[i] = value("adv"+strconv.Itoa(i)) == "on"
	}
	var err error
	if t.box, err = parseCards(value("cards"), value("symbols") == "exact"); err != nil {
		return nil, err
	}
	if t.hares, err = parseHares(value("hares")); err != nil {
		return nil, err
	}
	if t.followsField && t.box.of(thicket) > allCards-len(t.centre()) {
		return nil, games.Refuse(games.Decision("cards="+value("cards")), "rule.cards.centre")
	}
	return t, nil
}

// checkSeats refuses what the book fixes for two, and teams of other numbers.
func checkSeats(setup games.Setup) error {
	for _, name := range []string{"rounds", "places"} {
		if v, given := setup.Options[name]; given && setup.Seats == 2 {
			return games.Refuse(games.Decision(name+"="+v), "rule.two")
		}
	}
	if setup.Options["teams"] == "on" && setup.Seats != mostSeats {
		return games.Refuse("teams=on", "rule.teams")
	}
	return nil
}

// partner returns who plays with seat k, or 0.
func (t *table) partner(k int) int {
	if !t.teams {
		return 0
	}
	return (k+1)%mostSeats + 1
}

// seatName is the argument that stands for seat k.
func seatName(k int) string { return "@" + strconv.Itoa(k) }
