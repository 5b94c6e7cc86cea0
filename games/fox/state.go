package fox

import (
	"slices"
	"strings"

	"tabletop/games"
)

// stage is the kind of decision that comes next.
type stage uint8

const (
	turningUp stage = iota // chance turns up the decree card of the next round
	leading                // a seat plays the first card of a trick
	following              // a seat plays the second card of a trick
	asking                 // the player of a Fox exchanges or keeps the decree
	tricking               // the table enters the winner of a trick, without cards
	scoring                // the table enters the result of a round, without cards
	over
)

// mode is the kind of entries that the table makes.
type mode uint8

const (
	entersCards  mode = iota // the table enters every card
	entersTricks             // the table enters the winner of each trick
	entersRounds             // the table enters the result of each round
)

var modes = map[string]mode{"cards": entersCards, "tricks": entersTricks, "quick": entersRounds}

// state is a position. Copies of it share no memory except the constant tables of this package.
type state struct {
	target int32
	mode   mode
	number int          // number of the present round, or of the next one between rounds; from 1
	first  seat         // the seat that leads the first trick of that round; the other seat deals
	total  [seats]int32 // points of each seat, without the present round
	last   result       // result of the previous round; the zero result in round 1
	more   int          // number of the round after which the table continued a finished game, or 0
	round  round        // with mode=cards: the cards; a complete round stays until the next decree
	tally  tally        // with mode=tricks: the tricks and Treasures of the present round
	just   lastDecision // the last decision, for moments; not part of the position
}

var _ games.State = state{}

// between reports whether no round is in progress.
func (s *state) between() bool {
	if s.mode == entersTricks {
		return s.tally.count() == 0
	}
	return s.round.upturned == noCard || s.round.complete()
}

// over reports whether the last round ended the game because a seat reached the target.
func (s *state) over() bool {
	return s.between() && s.number-1 > s.more && max(s.total[0], s.total[1]) >= s.target
}

func (s *state) stage() stage {
	r := &s.round
	switch {
	case s.over():
		return over
	case s.mode == entersTricks:
		return tricking
	case s.mode == entersRounds:
		return scoring
	case s.between():
		return turningUp
	case r.asks:
		return asking
	case r.n%seats == 1:
		return following
	}
	return leading
}

// Turn returns the seat that plays the next card, Chance when the decree card is turned up, and
// Nobody when the game is over. With mode=tricks it returns the presumed leader of the trick, and
// with mode=quick the leader of the round.
func (s state) Turn() games.Seat {
	switch s.stage() {
	case over:
		return games.Nobody
	case turningUp:
		return games.Chance
	case tricking:
		return s.leader().number()
	case scoring:
		return s.first.number()
	}
	return s.round.turn().number()
}

// The choices of decisions about cards.
var (
	decreeChoices   = choicesOf("decree")
	exchangeChoices = choicesOf("exchange")
	playChoices     = choicesOf("play")
	keepChoice      = games.Choice{Says: "keep"}
)

// Legal returns the possible choices. Before a round these are all cards that can become the
// decree. For a play or an exchange these are the cards that the seat on turn may hold, unless its
// known cards forbid them. If the table enters no cards, these are the possible tricks or results.
func (s state) Legal() []games.Choice {
	switch s.stage() {
	case turningUp:
		return decreeChoices[:]
	case leading, following:
		return playChoices.among(s.round.allowed(), 0)
	case asking:
		return append(exchangeChoices.among(s.round.allowed(), 1), keepChoice)
	case tricking:
		return s.tally.choices()
	case scoring:
		return resultChoices
	}
	return nil
}

// Veiled reports whether a round is in progress. Nobody may look at its earlier tricks. Its
// decisions are shown again when it is over.
func (s state) Veiled() bool { return !s.between() }

// verbs lists the verbs of all decisions.
var verbs = []string{"decree", "play", "exchange", "keep", "trick", "round"}

// awaited maps each stage to the verbs of its decisions and to the rule that refuses other verbs.
var awaited = [...]struct {
	verbs []string
	rule  string
}{
	turningUp: {[]string{"decree"}, "rule.turnup"},
	leading:   {[]string{"play"}, "rule.play"},
	following: {[]string{"play"}, "rule.play"},
	asking:    {[]string{"exchange", "keep"}, "rule.asking"},
	tricking:  {[]string{"trick"}, "rule.tricking"},
	scoring:   {[]string{"round"}, "rule.scoring"},
	over:      {nil, "rule.over"},
}

// Apply applies a decision in the notation of the package comment.
func (s state) Apply(d games.Decision) (games.State, error) {
	s.just = lastDecision{}
	next, err := s.decide(d)
	if err != nil {
		return nil, err
	}
	next.just.decided = true
	return next, nil
}

func (s state) decide(d games.Decision) (state, error) {
	verb := d.Word(0)
	if !slices.Contains(verbs, verb) {
		return s, games.Refuse(d, "rule.notation")
	}
	if may := awaited[s.stage()]; !slices.Contains(may.verbs, verb) {
		return s, games.Refuse(d, may.rule)
	}
	switch {
	case d == "keep":
		s.round.keep()
		return s.withCompleteRound(), nil
	case verb == "keep":
		return s, games.Refuse(d, "rule.notation")
	case verb == "trick":
		return s.take(d)
	case verb == "round":
		if key := s.score(d); key != "" {
			return s, games.Refuse(d, key)
		}
		return s, nil
	}
	return s.show(d)
}

// show applies a decision about a card, such as "play keys 7".
func (s state) show(d games.Decision) (state, error) {
	verb, rest, _ := strings.Cut(string(d), " ")
	c, ok := cardBy[rest]
	if !ok {
		return s, games.Refuse(d, "rule.card")
	}
	if verb == "decree" {
		s.round = begin(c, s.first)
		return s, nil
	}
	if key, args := s.round.forbids(c); key != "" {
		return s, games.Refuse(d, key, args...)
	}
	if verb == "play" {
		s.round.lay(c)
	} else {
		s.round.exchange(c)
	}
	return s.withCompleteRound(), nil
}

// score applies a result, such as "round 5-8 treasures 1-2". It returns the key of the rule that
// refuses the result, or "".
func (s *state) score(d games.Decision) string {
	t, ok := results[d]
	if !ok {
		return brokenResult(d)
	}
	s.round, s.tally = round{}, tally{}
	*s = s.withRound(t)
	return ""
}

// withCompleteRound returns s with the result of the round if the round is complete, and
// otherwise s.
func (s state) withCompleteRound() state {
	if s.round.complete() {
		return s.withRound(s.round.result())
	}
	return s
}

// withRound returns s after a round with the result t. The other seat leads the next round.
func (s state) withRound(t result) state {
	s.last = t
	for k := range seat(seats) {
		s.total[k] += t.points(k)
	}
	s.number++
	s.first = s.first.other()
	return s
}
