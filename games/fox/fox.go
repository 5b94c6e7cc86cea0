// Package fox is Joshua Buergel's Лисица на опушке, The Fox in the Forest, a
// trick-taking game for two.
//
// Thirty-three cards, 1 to 11 of bells, keys and moons. Each round both seats get
// 13, one more is turned up, the decree: its suit is trump. Whoever doesn't deal
// leads; the answer must follow suit if it can; trump beats the led suit, higher
// beats lower, and the winner leads the next trick. Odd cards have powers (see
// [Rules]). After 13 tricks a seat gets points by how many it won, best of all
// seven to nine, or at most three. The round that brings somebody to the target
// is the last; the higher total wins.
//
// # The referee at a real table
//
// The cards are real and the hands are not known here. The rules follow what lies
// open: every card played, the decree, exchanges. They refuse what can't be and
// what one known card forbids: see [Rules]. A player who doesn't follow suit,
// which nothing shows yet, is never refused and the trick falls as it lies. When
// the round is over they look back (see audit.go) and name whoever broke a rule,
// with the trick, the card, and the card shown later that proves it.
//
// Nobody may look at earlier tricks. Until the round is over the view therefore
// shows the current trick and how many tricks each has won, no more. Legal lists
// only what is possible, and by that tells what was played; so a state here has
// methods that the contract leaves open:
//
//	Entry() []games.Choice   what menus show instead: all cards, always
//	Veiled() bool            nobody may look at what was decided in this round
//	Audit() games.Audit      what the cards of a round prove, once it is over
//
// With mode=tricks no card is entered, only who took each trick, and with mode=quick only
// what each round came to: then nothing is refused or looked back at but sums. The
// Treasures of earlier tricks aren't shown there either.
//
// # Notation
//
//	decree bells 4           chance: the card that the dealer turned up
//	play keys 7              the seat on turn plays it
//	exchange moons 2         after a 3: this card is the decree now, the old one is taken
//	keep                     after a 3: the decree stays
//	trick 2 treasures 1      with mode=tricks: seat 2 takes it with a Treasure; "trick 2": with none
//	round 5-8 treasures 1-2  with mode=quick: tricks and Treasures won, seat 1 first
//
// After a 5 nothing is said, for the cards are hidden.
//
// Rulings of the table: "score 2 14", so many points has seat 2; "turn 2", seat 2
// leads this trick, or the round that comes; "play keys 7" where a rule that was
// broken knowingly forbids it; "swap keys 7 keys 8", these two were taken for each
// other in the round that lies; "round 5-8 treasures 1-2", the round is over with
// this result, whatever was played; "tricks 2 5", "treasures 2 1", so many has seat 2
// in the round of a game with mode=tricks; "more", the game goes on after its end.
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
// The first line says who is on turn and what is awaited: lead, follow, exchange,
// trick (who takes it), round (its result), or alone decree or over. Then come the
// number of the round that is played or comes next and who leads its first trick, the
// points of both seats, "more 3" if the table ruled after round 3 that the game goes on,
// the result of the round before, and the cards: as turned up, then trick by trick
// behind the seat that led. A complete round lies there until the next decree. With
// mode=tricks there is, instead of cards, what both have won of the round that is being
// played: "won 4-2 treasures 0-1".
package fox

import (
	_ "embed"
	"strconv"

	"tabletop/games"
)

// Rules is the game. Its zero value is ready to use.
//
// Powers, in the book's words "the properties of odd cards": who plays a 1 (Swan)
// and loses leads the next trick; a 3 (Fox) lets its player exchange the decree
// card, at once; a 5 (Woodcutter) draws a card and buries one; each 7 (Treasure)
// is a point for who wins its trick; a single 9 (Witch) counts as trump; an 11
// (Monarch) that is led must be answered by the suit's 1 or the highest card of it.
//
// Refused are: a card that was played, the present decree card, a card that went
// to the other hand, and an answer that can't be because the hand is known to hold
// a card that forbids it. Known is the old decree card after an exchange, until it
// is shown or its holder plays a 5, which may have buried it.
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

// Seats returns 2, 2.
func (Rules) Seats() (least, most int) { return seats, seats }

// Options are mode (what people enter: tricks, who took each of them; cards, every
// card; quick, only the results of rounds) and target (the points that end the game:
// 21, shorter 16, longer 35, or any number).
func (Rules) Options() []games.Option { return options }

// Assets are both catalogues and what there is to see: on the matrix the three suits, each
// four lamps wide, a trick and a Treasure; on the panel the same for the strip, "keys", and
// as a card, "keys/large", beside "card-back" and "card-edge", a card that turns; on the
// page the same without the large ones, and an empty "card", the "decree", and what a rank
// can do, "power-9".
func (Rules) Assets() map[string]string {
	return map[string]string{"ru": spelt(russian), "en": spelt(english), "glyphs": glyphs, "pictures": pictures, "art": art}
}

// New begins the first round: seat 2 deals, so seat 1 leads.
func (r Rules) New(setup games.Setup) (games.State, error) {
	s, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// table returns the first position, played as setup says.
func (r Rules) table(setup games.Setup) (state, error) {
	if err := games.CheckSetup(r, setup); err != nil {
		return state{}, err
	}
	target, _ := strconv.Atoi(setup.Value(options, "target")) // a number: CheckSetup has seen it
	return state{target: int32(target), mode: modes[setup.Value(options, "mode")], number: 1}, nil
}
