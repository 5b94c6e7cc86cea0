package fox

import (
	"slices"
	"strings"

	"tabletop/games"
)

// stage is the kind of the next decision.
type stage uint8

const (
	turningUp stage = iota // the decree card of the next round
	leading                // the first card of a trick
	following              // its second card
	asking                 // whether a Fox exchanges the decree
	tricking               // the winner of a trick, without cards
	scoring                // the result of a round, without cards
	over
)

// mode is the kind of entries that people make.
type mode uint8

const (
	entersCards  mode = iota // every card
	entersTricks             // the winner of each trick
	entersRounds             // results of rounds
)

var modes = map[string]mode{"cards": entersCards, "tricks": entersTricks, "quick": entersRounds}

// state is a position. It is a value that shares only the tables of this package.
type state struct {
	target int32
	mode   mode
	number int          // number of the present or next round
	first  seat         // leads its first trick; the other deals
	total  [seats]int32 // without the present round
	last   result       // of the round before
	more   int          // number of rounds after which the table ruled that the game continues
	round  round        // with cards: a complete round stays until the next decree
	tally  tally        // without cards: the tricks and Treasures of the present round
	just   lastDecision // not part of the position
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

// Turn returns the seat that plays the next card, Chance when the decree card is turned up,
// Nobody once over. Without cards it returns the presumed leader: of the round, while its
// result is awaited, or of the trick.
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

// The choices about cards.
var (
	decreeChoices   = choicesOf("decree")
	exchangeChoices = choicesOf("exchange")
	playChoices     = choicesOf("play")
	keepChoice      = games.Choice{Says: "keep"}
)

// Legal lists the possible choices: any decree; the cards that the seat on turn may hold and
// play, judged by known cards; the cards that its Fox may give; or every result.
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

// Entry lists the choices of a menu: those of Legal, but with every card and every number of
// Treasures, so that the menu doesn't reveal which were played.
func (s state) Entry() []games.Choice {
	switch s.stage() {
	case leading, following:
		return playChoices[:]
	case asking:
		return append(exchangeChoices.among(every, 1), keepChoice)
	case tricking:
		return trickChoices
	}
	return s.Legal()
}

// Veiled reports whether a round is in progress, whose tricks nobody may look at. Its decisions
// are shown again when it is over.
func (s state) Veiled() bool { return !s.between() }

// verbs are the verbs of all decisions.
var verbs = []string{"decree", "play", "exchange", "keep", "trick", "round"}

// awaited maps each stage to its verbs and the rule that refuses all others.
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

// Apply applies a decision in the package's notation.
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

// show applies a decision about a card: "play keys 7".
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

// score applies "round 5-8 treasures 1-2".
func (s *state) score(d games.Decision) string {
	t, ok := results[d]
	if !ok {
		return brokenResult(d)
	}
	s.round, s.tally = round{}, tally{}
	*s = s.withRound(t)
	return ""
}

// withCompleteRound counts the round if it is complete now.
func (s state) withCompleteRound() state {
	if s.round.complete() {
		return s.withRound(s.round.result())
	}
	return s
}

// withRound adds the result of a round; the other seat leads the next one.
func (s state) withRound(t result) state {
	s.last = t
	for k := range seat(seats) {
		s.total[k] += t.points(k)
	}
	s.number++
	s.first = s.first.other()
	return s
}
