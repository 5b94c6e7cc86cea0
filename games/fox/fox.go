// Package fox implements Joshua Buergel's Лисица на опушке, The Fox in the Forest, a
// trick-taking game for two.
//
// The deck has thirty-three cards, 1 to 11 of bells, keys and moons. Each round both seats get
// 13 cards. One more is turned up, the decree: its suit is trump. The seat that does not deal
// leads. The other seat answers with a card of the suit led if it can. Trump beats the led suit,
// a higher rank beats a lower one, and the winner leads the next trick. Odd cards have powers
// (see [Rules]). After 13 tricks a seat scores points by the number of tricks it won; the best
// numbers are seven to nine, or at most three. The round that brings a seat to the target is the
// last. The higher total wins.
//
// # The referee at a real table
//
// The cards are real, and this package doesn't know the hands. The rules use the open cards:
// every card played, the decree, exchanges. They refuse impossible plays, and plays that one
// known card forbids: see [Rules]. If a player doesn't follow suit and no open card proves the
// breach yet, they accept the card, and the cards decide the trick. After the round, the audit
// (see audit.go) names each player who broke a rule, with the trick, the card, and the later
// card that proves it.
//
// Nobody may look at earlier tricks. Until the round is over the view therefore shows only the
// current trick and the number of tricks each seat has won. Legal omits cards that open cards
// rule out, such as those already played, but doesn't show who played them. A state here has two
// methods that the contract makes optional:
//
//	Veiled() bool            whether the decisions of this round must not be shown
//	Audit() games.Audit      the findings about a round, once it is over
//
// With mode=tricks the table enters no cards, only the winner of each trick; with mode=quick it
// enters only the result of each round. In these two modes the rules refuse only impossible
// numbers of tricks and Treasures, and there is no audit. The view doesn't show the Treasures
// of earlier tricks either.
//
// # Notation
//
//	decree bells 4           chance: the card that the dealer turned up
//	play keys 7              the seat on turn plays it
//	exchange moons 2         after a 3: this card becomes the decree, the old one is taken
//	keep                     after a 3: the decree stays
//	trick 2 treasures 1      with mode=tricks: seat 2 wins it, with 1 Treasure; "trick 2": with none
//	round 5-8 treasures 1-2  with mode=quick: tricks and Treasures won, seat 1 first
//
// After a 5 there is no decision, because the cards are hidden.
//
// Rulings of the table: "score 2 14" sets the points of seat 2. "turn 2" lets seat 2 lead this
// trick, or the next round. "play keys 7" plays a card although a rule forbids it, where the
// table accepts the breach. "swap keys 7 keys 8" exchanges two cards of the present round that
// were confused. "round 5-8 treasures 1-2" ends the round with this result, whatever was
// played. "tricks 2 5" and "treasures 2 1" set the tricks and Treasures of seat 2 in the
// present round, with mode=tricks. "more" continues a finished game.
//
// # A position as text
//
//	turn 2 follow
//	round 3 first 1
//	points 13 9
//	last 5-8 treasures 1-0
//	decree bells 4
//	trick 1 keys 3 exchange moons 2 keys 9
//	trick 2 moons 5
//
// The first line names the seat on turn and the next decision: lead, follow, exchange, trick
// (its winner) or round (its result). If chance must turn up the decree card, the first line is
// only "decree"; after the game it is only "over". The second line has the number of the present
// or next round and the seat that leads its first trick. Then come the points of both seats; "more 3" if the table ruled
// after round 3 that the game continues; the result of the previous round; and the cards: the
// decree as turned up, then a line for each trick with the seat that led. The cards of a
// complete round stay until the next decree. With mode=tricks the tricks and Treasures won in the
// present round replace the cards: "won 4-2 treasures 0-1".
package fox

import (
	_ "embed"
	"strconv"

	"tabletop/games"
	"tabletop/games/internal/packed"
)

// Rules implements the rules of the game. The zero value is ready to use.
//
// Odd cards have powers, which the rule book calls "the properties of odd cards". A player who
// plays a 1 (Swan) and loses leads the next trick. A 3 (Fox) lets its player exchange the
// decree card at once. A 5 (Woodcutter) draws a card and buries one. Each 7 (Treasure) is a
// point for the winner of its trick. A single 9 (Witch) counts as trump. An 11 (Monarch) that
// is led must be answered by the 1 or the highest card of its suit.
//
// The rules refuse a card that was played, the present decree card, a card that went to the
// other hand, and an answer that is illegal because the hand is known to hold a certain card.
// After an exchange the old decree card is known to be in the hand, until it is played or its
// holder plays a 5, which may have buried it.
type Rules struct{}

var (
	//go:embed ru.txt
	russian string
	//go:embed en.txt
	english string
	//go:embed glyphs.txt
	glyphs string
	//go:embed pictures.txt
	pictures string
	//go:embed art.svg
	art string
)

var options = []games.Option{
	{Name: "mode", Default: "cards", Offer: "tricks", Values: []string{"tricks", "cards", "quick"}},
	{Name: "target", Default: "21", Values: []string{"16", "21", "35"}, Grammar: "1..999"},
}

// Name returns "fox".
func (Rules) Name() string { return "fox" }

// BGG returns the number of the game on boardgamegeek.com.
func (Rules) BGG() int { return 221965 }

// Seats returns 2, 2: the game is for two.
func (Rules) Seats() (least, most int) { return seats, seats }

// Options returns two options. The option mode states which entries the table makes: tricks, the
// winner of each trick; cards, every card; quick, the result of each round. The option target is
// the number of points that ends the game: 21, 16 for a shorter game, 35 for a longer one, or any
// other number from 1 to 999.
func (Rules) Options() []games.Option { return options }

// Assets returns both catalogues and the pictures. For the matrix there are pictures of a trick,
// of a Treasure and of the three suits; those of the suits are four lamps wide. The panel has the
// same pictures, small for the strip ("keys") and as a card ("keys/large"). It also has
// "card-back" and "card-edge", which show a card as it turns. The page has the same pictures
// without the large ones, and also an empty "card". Both have the pictures of the topics: cards on
// the table ("layout", "decree", "lead", "follow", "beats", "won"), the suits ("suits"), the odd
// ranks ("odd") and each of them ("power-9"), and the points of a round ("points").
func (Rules) Assets() map[string]string { return assets() }

var assets = packed.Topics(topicFiles, func() map[string]string {
	return map[string]string{"ru": withCardTexts(russian), "en": withCardTexts(english), "glyphs": glyphs, "pictures": pictures, "art": art}
})

// New returns the first position: seat 2 deals the first round, so seat 1 leads.
func (r Rules) New(setup games.Setup) (games.State, error) {
	s, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// table returns the first position of a game with the options of setup.
func (r Rules) table(setup games.Setup) (state, error) {
	if err := games.CheckSetup(r, setup); err != nil {
		return state{}, err
	}
	target, _ := strconv.Atoi(setup.Value(options, "target")) // CheckSetup has checked the number
	return state{target: int32(target), mode: modes[setup.Value(options, "mode")], number: 1}, nil
}
