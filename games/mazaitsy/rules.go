// Package mazaitsy implements Мазайцы, a game of boats, hares and a flood by Sergei Golubkin,
// Evgeni Maslovski and Pavel Ovchinnikov, for two to four players or two against two.
//
// On a turn a seat moves its boat, replaces a card of the field by the farthest open card of the
// row, and refills the row from a pile. The card Мазай is hidden in the pile. When he is
// uncovered, the next seat adds hares to the field instead of replacing a card, and he is hidden
// in the pile again. The last time he only announces that the present circle is the last. The
// player with the most points in hares wins.
//
// These words have a meaning of their own. In a circle each seat has one turn. A round ends when
// Мазай is hidden again. The row contains one open card for each seat; its far end is the card
// farthest from the pile. The pool contains the hares that lie face down beside the field. A hare
// is saved when it is in a boat or ashore, and lost when it drowns, which returns it to the pool.
// The move stage is the first part of a turn. In a window, which opens on a card, hares may come
// into the boat. The mass addition is the adding of hares to all cards of a type. A twin is the
// only card of its type without the symbol of a hare. Chores are changes that the game has made
// and people must carry out by hand.
//
// There are four advanced rules. With adv1 a twin sends the hares on all cards of its type to the
// pool. With adv2 a seat may lay any open card after a single forward or turn. With adv3 a boat
// has room for 9 points rather than 4 hares. With adv4 a seat may steal a hare from a boat that it
// meets.
//
// With field=off the companion tracks deck, row, turns, rounds, hares and scores; the table
// handles field and boats itself. For each hare the companion knows only whether it is in a boat,
// ashore, or outside. A hare outside is on the field or in the pool, and the table never enters
// which. So the companion refuses only impossible decisions.
//
// With field=on the companion tracks the whole field and is the referee. It knows every open card
// and the places of hares and boats, lists the legal decisions and moves the boat along currents
// step by step. Both modes share the engine for deck, row, rounds and scores. With deal=device the
// companion also draws cards and hares, and the table lays the field as shown. With deal=table the
// table draws and names its own cards.
//
// # Notation with field=off
//
// A seat, while its boat moves:
//
//	take 3            a hare of 3 points comes into the boat
//	unload 2 3        hares of 2 and 3 points go ashore, the lowest first; the boat
//	                  stays where it is
//	steal 3/2         a hare of 3 comes out of seat 2's boat (adv4)
//	pass 3/4          a hare of 3 goes to the partner, seat 4 (teams)
//	get 3/4           a hare of 3 comes from the partner, seat 4 (teams)
//	done              the boat has moved
//
// Then the seat makes one of these decisions; after Мазай was uncovered, add replaces place:
//
//	lose 3            a hare of 3 leaves the field; also while the boat moves
//	place             the farthest card of the row is laid, and the row refilled
//	place from 2      the second farthest card of the row is laid (adv2)
//	place from pile   the top of the pile is laid (adv2)
//	add log 4         the table adds hares to the logs, four in all
//
// Chance, whenever a card has left the pile and Мазай could be next:
//
//	mazai no          another card lies on top
//	mazai yes         Мазай lies on top; with mazai=real "card mazai" means the same
//
// The place of Мазай is not stored. With m places left the odds are m−1 to 1, which makes all
// places equally likely. With mazai=real only people can answer.
//
// # Notation with field=on
//
// Cells are a1 to f6, columns from the left, rows from the top. Directions are n, ne …
// clockwise from the top. A seat:
//
//	boat c3 n         the boat begins on c3, nose up; the last seat comes first
//	take 3            in a window: a hare of 3 on the card comes into the boat. A
//	                  window opens where the move stage begins, on each card reached
//	                  and after unloading
//	steal 3/2         in a window: a hare of 3 comes out of seat 2's boat (adv4)
//	pass 3/4          in a window: a hare of 3 goes to the partner, seat 4
//	get 3/4           in a window: a hare of 3 comes from the partner, seat 4
//	leave             the window closes until the next card
//	forward           the boat moves one card ahead; it may then act once more
//	turn left         the boat turns by a quarter, or "turn right"; it may then act
//	                  once more
//	done              the boat has no second action
//	diagonal left     the boat moves one card ahead and aside, without a second
//	                  action; or "diagonal right"
//	unload 2 3        at the edge, instead of moving: hares of 2 and 3 go ashore
//	pull c4           of several funnels, the one on c4 pulls the boat
//	place c3          the farthest card of the row is laid on c3; a current has a
//	                  direction, "place c3 ne"
//	place c3 from 2   the second farthest card is laid; or "from pile" (adv2)
//	spin cw           the hares around a whirlpool move clockwise, or "ccw"
//	add log           hares come on all logs
//	lay c3            c3 gets the next hare, if there are too few hares for all cards
//
// Chance:
//
//	card water hare   the card that lies open now is water with the symbol;
//	                  "card water" means without the symbol
//	card side ne      in the lay-out currents have directions
//	card fish hare 3  in the lay-out a run of equal cards can be one decision
//	hare 3            the hare drawn for the card that is due has 3 points
//	mazai no          as with field=off; with mazai=real a card can be named at once
//
// The lay-out asks for the cards of the centre, the other cards row by row, the row, and the
// top of the pile; then for hares in the same order, then for boats. A thicket named for the
// centre goes under the pile.
//
// # Rulings
//
//	back 3/2          a hare of 3 goes out of seat 2's boat, back to the field
//	cards 9           the pile has 9 cards
//	give 3/2          a hare of 3 comes into seat 2's boat
//	score 2 14        seat 2 has 14 points
//	skip 2            seat 2, which is on turn, is absent: its turn ends as it stands
//	turn 2            seat 2 begins its turn in this circle
//
// A skipped seat replaces no card. If it had to add hares, Мазай stays in the row and the next
// seat adds them. Two against two, if the other team has added hares before, the next seat of
// the skipped seat's team adds them.
//
// With field=on hares come from the pool and go there, and the cards of the pile are known.
// There are further rulings:
//
//	drop c3           a hare comes on c3; its points are asked for next
//	lift c3 2         a hare of 2 goes off c3, to the pool
//	move 2 c3         seat 2's boat is at c3; on its turn its move stage starts again
//	nose 2 n          the nose of seat 2's boat points up
//
// # A position as text
//
//	turn 8 move news
//	round 1 added 0
//	pile 5 row 3 discard 7 mazai 0..4
//	lost 2
//	seat 1 boat 1:2,3:1 ashore 2:1 written 0/0
//
// The first line has the number of the turn, the stage (move, replace, add, mazai, over) and
// marks: unloaded; robbed (a hare was stolen); news (Мазай or the deck has just changed place);
// and told (people have decided since the news). The second line has the round and the seat of
// the first addition. The place of Мазай is the range of the number of cards under him, or the
// far end of the "row", the "second" place of it, or "aside". A line "seat" has the hares in
// the boat and ashore, each as points:number, and then the points and the number of hares
// written down.
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
// The line "boat" has a boat, its nose, and the swamp whose hares drown after its seat's next
// move stage. The field has these signs: water ~, fish f, log =, thicket #, whirlpool @, swamp
// %, funnel o; a current is its direction; ' follows a card without its type's symbol; a colon
// and the points of each hare follow a card with hares. "open" has the row from its far end
// (currents are + and x), the top of the pile, and the number of thickets known to lie under
// it. "tossed" is the discard. "path" is the last move stage: its seat, its start, each step
// and its end. "due" appears only while hares are drawn, "pick" while the seat chooses a card
// for a hare, and "fresh" while a laid card acts. "hands" lists the actions for people since
// their last decision: the effect of a card, its cell and the number of lost hares (cw and ccw
// for a whirlpool, gathered and drained for a swamp, swept for a twin), the farthest card
// discarded, cards that came to the row, a new top, hares drawn by the device.
package mazaitsy

import (
	_ "embed"
	"strconv"

	"tabletop/games"
	"tabletop/games/internal/packed"
)

// Rules implements the rules of the game. The zero value is ready to use.
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

// Seats returns 2 and 4, the least and greatest number of players.
func (Rules) Seats() (least, most int) { return 2, mostSeats }

// Options returns the options of the game. teams=on means two against two, for four seats. rounds
// is the number of rounds, and places the number of places where Мазай may be hidden; neither is
// for two seats. With field=on the companion tracks the whole field, and deal tells whether the
// device or the table draws its cards and hares. mazai tells whether the device or the table hides
// Мазай. adv1 to adv4 are the advanced rules. tokens tells whether hares ashore are shown before
// the count. cards and hares are the contents of the box. With symbols=exact "log:6/0" means that
// no log has the symbol. In records without that option "log:6/0" means "log:6/5".
func (Rules) Options() []games.Option { return options }

// Assets returns both catalogues and the pictures: Мазай's face, cards with and without hares,
// boats, and scenes for the topics. A scene is called "field", "see-" and the name of a thing, such
// as "see-log", or the name of a card and "/large". The art lacks the scenes that begin with "see-":
// a page shows the thing instead. The art also has the pictures "hare" and "cover"; the hare has no
// mouth but room for a number. The hull of a boat has the colour --seat of the surrounding page.
func (Rules) Assets() map[string]string { return assets() }

var assets = packed.Topics(topicFiles, func() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": glyphs, "pictures": pictures, "art": art}
})

// New returns the first position: the row is dealt, and seat 1 begins. With field=on the lay-out
// begins.
func (r Rules) New(setup games.Setup) (games.State, error) {
	t, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	if t.fullField {
		return t.newFieldState(), nil
	}
	return state{table: t, turn: 1, round: 1, deck: t.dealtDeck(), news: true}, nil
}

// mostSeats is the greatest number of players.
const mostSeats = 4

// table is the set-up of a match. It never changes, so all positions of the match share it.
type table struct {
	seats, rounds    int
	places           int // number of places for Мазай among the lowest cards of the pile
	teams, realMazai bool
	hiddenTokens     bool // whether hares ashore stay hidden until the count
	// fullField means that the companion tracks the whole field, and tableDeals that the table
	// draws cards and hares.
	fullField, tableDeals bool
	adv                   [5]bool // advanced rules, by their numbers from 1
	box                   cardCounts
	hares                 tally
}

// table parses a set-up. The error is a games.Illegal.
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
	t.fullField, t.tableDeals = value("field") == "on", value("deal") == "table"
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
	if t.fullField && t.box.of(thicket) > allCards-len(t.centre()) {
		return nil, games.Refuse(games.Decision("cards="+value("cards")), "rule.cards.centre")
	}
	return t, nil
}

// checkSeats returns an error if the options set values that the book fixes for two players, or
// ask for teams without four seats.
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

// partner returns the partner of seat k, or 0 without teams.
func (t *table) partner(k int) int {
	if !t.teams {
		return 0
	}
	return (k+1)%mostSeats + 1
}

// seatName returns seat k as an argument of a text.
func seatName(k int) string { return "@" + strconv.Itoa(k) }
