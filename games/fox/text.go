package fox

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
)

var stageNames = [...]string{
	turningUp: "decree", leading: "lead", following: "follow", asking: "exchange", tricking: "trick", scoring: "round", over: "over",
}

// String prints the position in the format that the package comment describes.
func (s state) String() string {
	var b strings.Builder
	if turn := s.Turn(); turn > 0 {
		b.WriteString("turn " + strconv.Itoa(int(turn)) + " ")
	}
	b.WriteString(stageNames[s.stage()])
	fmt.Fprintf(&b, "\nround %d first %s\npoints %d %d\n", s.number, s.first.digit(), s.total[0], s.total[1])
	if s.more > 0 {
		b.WriteString("more " + strconv.Itoa(s.more) + "\n")
	}
	if s.last.played() {
		b.WriteString("last " + s.last.String() + "\n")
	}
	if s.tally.count() > 0 {
		b.WriteString("won " + s.tally.won.String() + "\n")
	}
	s.round.write(&b)
	return b.String()
}

// write prints the decree and the cards of the round, trick by trick, to b.
func (r *round) write(b *strings.Builder) {
	if r.upturned == noCard {
		return
	}
	b.WriteString("decree " + r.upturned.String())
	for i, p := range r.plays[:r.n] {
		if i%seats == 0 {
			b.WriteString("\ntrick " + r.by(i).digit())
		}
		b.WriteString(" " + p.card.String())
		switch {
		case p.given != noCard:
			b.WriteString(" exchange " + p.given.String())
		case p.kept:
			b.WriteString(" keep")
		}
	}
	b.WriteByte('\n')
}

// Parse parses the output of String and refuses any other text. Its error names the wrong line,
// or the reason why the position is impossible.
func (r Rules) Parse(setup games.Setup, text string) (games.State, error) {
	s, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	turn, n := s.first, 0
	for line := range strings.Lines(text) {
		n++
		if err := s.parseLine(strings.Fields(line), &turn); err != nil {
			return nil, fmt.Errorf("fox: position, line %d: %w", n, err)
		}
	}
	s.parsedTurn(turn)
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("fox: position: %w", err)
	}
	if s.String() != text {
		return nil, errors.New("fox: position: not in the form that String prints")
	}
	return s, nil
}

// parsedTurn makes turn the leader of the trick if the position is at the beginning of one.
func (s *state) parsedTurn(turn seat) {
	if s.between() {
		return
	}
	if s.mode == entersTricks {
		s.tally.lead = turn
	} else if s.round.n%seats == 0 && !s.round.asks {
		s.round.lead = turn
	}
}

var (
	errLine  = errors.New("not a line of a position")
	errSeat  = errors.New("the seat is not 1 or 2")
	errCard  = errors.New("not a suit and a rank from 1 to 11")
	errThere = errors.New("that card can't be in this hand")
)

// parseLine parses one line into s. It accepts lines in any order; Parse later compares the whole
// text with the output of String.
func (s *state) parseLine(words []string, turn *seat) (err error) {
	if len(words) == 0 {
		return errLine
	}
	switch rest := words[1:]; words[0] {
	case "decree", "over":
		return s.parseDecree(words)
	case "turn":
		*turn, err = parseSeat(rest)
	case "round":
		s.number, err = parseNumber(rest, 0)
		if err == nil && len(rest) == 3 {
			s.first, err = parseSeat(rest[2:])
		}
	case "points":
		err = s.parsePoints(rest)
	case "more":
		s.more, err = parseNumber(rest, 0)
	case "last":
		t, ok := results[games.Decision("round "+strings.Join(rest, " "))]
		if s.last = t; !ok {
			err = errLine
		}
	case "won":
		s.tally.won, err = parseWon(rest)
	case "trick":
		err = s.round.parseTrick(rest)
	default:
		err = errLine
	}
	return err
}

// parseDecree parses a line with the decree card, such as "decree bells 4". A line "decree" or
// "over" without a card names the stage and changes nothing.
func (s *state) parseDecree(words []string) error {
	if len(words) == 1 {
		return nil
	}
	c, rest, err := parseCard(words[1:])
	if err != nil || len(rest) > 0 || s.round.upturned != noCard {
		return errLine
	}
	s.round = begin(c, s.first)
	return nil
}

func (s *state) parsePoints(words []string) error {
	for k := range seat(seats) {
		n, err := parseNumber(words, int(k))
		if err != nil {
			return err
		}
		s.total[k] = int32(n)
	}
	return nil
}

// parseWon parses the tricks and Treasures won, such as "4-2 treasures 0-1".
func parseWon(words []string) (result, error) {
	t, err := parseResult(games.Decision("round " + strings.Join(words, " ")))
	if err == nil && t.overfull() != "" {
		err = errLine
	}
	return t, err
}

// mostNumber is the maximum number in the text of a position.
const mostNumber = 99999

func parseNumber(words []string, i int) (int, error) {
	if i >= len(words) {
		return 0, errLine
	}
	n, err := strconv.Atoi(words[i])
	if err != nil || n < 0 || n > mostNumber {
		return 0, fmt.Errorf("%.20q is not a number in a position", words[i])
	}
	return n, nil
}

// parseSeat parses the number of a seat, the first of words.
func parseSeat(words []string) (seat, error) {
	for k := range seat(seats) {
		if len(words) > 0 && words[0] == k.digit() {
			return k, nil
		}
	}
	return 0, errSeat
}

// parseCard parses a card, the first two of words, and returns the words after it.
func parseCard(words []string) (card, []string, error) {
	if len(words) < 2 {
		return noCard, nil, errCard
	}
	c, ok := cardBy[words[0]+" "+words[1]]
	if !ok {
		return noCard, nil, errCard
	}
	return c, words[2:], nil
}

// parseTrick parses the words of a line about a trick: the seat that led, and its cards, as in "1
// keys 3 exchange moons 2 keys 9".
func (r *round) parseTrick(words []string) error {
	lead, err := parseSeat(words)
	switch {
	case err != nil:
		return err
	case r.upturned == noCard || r.n%seats == 1 || r.asks || r.complete():
		return errors.New("a trick is not possible here")
	}
	r.lead = lead
	words = words[1:]
	for range seats {
		if len(words) == 0 && r.n%seats == 1 {
			return nil
		}
		if words, err = r.parsePlay(words); err != nil {
			return err
		}
	}
	if len(words) > 0 {
		return errLine
	}
	return nil
}

// parsePlay parses one card, and the choice that follows a Fox. It plays the card and returns the
// words after it.
func (r *round) parsePlay(words []string) ([]string, error) {
	c, words, err := parseCard(words)
	if err != nil {
		return nil, err
	}
	s := r.turn()
	if r.asks || !r.possible(s).has(c) {
		return nil, errThere
	}
	p := play{card: c}
	switch {
	case len(words) > 0 && words[0] == "keep":
		p.kept, words = true, words[1:]
	case len(words) > 0 && words[0] == "exchange":
		if p.given, words, err = parseCard(words[1:]); err != nil {
			return nil, err
		}
		if p.given == c || !r.possible(s).has(p.given) || r.hand(s) == 1 {
			return nil, errThere
		}
	}
	r.replay(p, true)
	return words, nil
}

// validate returns an error if no game can reach this position.
func (s *state) validate() error {
	r := &s.round
	exchanges := 0
	for _, p := range r.plays[:r.n] {
		if p.given != noCard {
			exchanges++
		}
	}
	switch {
	case s.number < 1 || s.more >= s.number:
		return errors.New("rounds are counted from 1")
	case s.last.played() != (s.number > 1):
		return errors.New("a result of a last round is required after round 1, and not allowed in it")
	case s.mode != entersCards && r.upturned != noCard:
		return errors.New("cards are entered with mode=cards only")
	case s.mode != entersTricks && s.tally.count() > 0, s.tally.count() >= tricks:
		return errors.New("tricks of a round are counted with mode=tricks, and fewer than all")
	case exchanges > suits:
		return errors.New("more exchanges than there are Foxes")
	case r.complete() && r.result() != s.last:
		return errors.New("the result of the last round doesn't match its cards")
	case s.mode == entersCards && !s.between() && r.first() != s.first:
		return errors.New("the round began with another seat")
	}
	return nil
}
