package table

import (
	"cmp"
	"slices"
	"strconv"

	"tabletop/games"
)

// writes reports whether the decision score is possible now.
func (s *state) writes() bool {
	if s.rolling() || s.play.drawing {
		return false
	}
	return s.writing() && s.awaiting() || s.def.Points == Turn && s.play.on != nobody
}

// adds reports whether the decision add is possible now.
func (s *state) adds() bool {
	return s.def.Points == Any && !s.rolling() && !s.play.drawing
}

// allowed returns the legal decisions about turns, points and corrections, in the given order.
func (s *state) allowed(by sorting) []games.Choice {
	switch {
	case s.over:
		return nil
	case s.rolling():
		return s.dieChoices()
	case s.play.drawing:
		return s.drawChoices(by)
	}
	var choices []games.Choice
	for _, d := range s.plainDecisions() {
		choices = append(choices, games.Choice{Says: d})
	}
	choices = append(s.entries(choices, s.categoriesIn(by)), s.counterChoices()...)
	choices = append(s.unforbidden(choices), s.edits(by)...)
	if by == forTools {
		slices.SortFunc(choices, bySays)
	}
	return choices
}

func bySays(a, b games.Choice) int { return cmp.Compare(a.Says, b.Says) }

// entries appends to choices the numbers that seats may write down now.
func (s *state) entries(choices []games.Choice, order []int) []games.Choice {
	turn := int(s.Turn()) - 1
	if s.writes() && !s.writing() {
		return s.offers(choices, s.scoreWords(turn), turn, order)
	}
	for seat := range s.seats {
		switch {
		case s.adds() && (s.playing()&s.team(seat) != 0):
			choices = s.offers(choices, "add "+strconv.Itoa(seat+1), seat, order)
		case !s.writes():
		case seat == turn:
			choices = s.offers(choices, s.scoreWords(seat), seat, order)
		case s.hasCategories():
			choices = s.offers(choices, "for "+strconv.Itoa(seat+1), seat, order)
		default:
			choices = s.offers(choices, s.scoreWords(seat), seat, order)
		}
	}
	return choices
}

// scoreWords returns the words before the number in a decision of the seat on turn: "score", or
// "score SEAT" without categories.
func (s *state) scoreWords(seat int) string {
	if s.hasCategories() {
		return "score"
	}
	return "score " + strconv.Itoa(seat+1)
}

// offers appends to choices the numbers that a seat may write down. says contains the words before
// the category or number in each decision.
func (s *state) offers(choices []games.Choice, says string, seat int, order []int) []games.Choice {
	of := s.of(s.current(), seat)
	for _, i := range order {
		if !s.gathering() && of[i] != missing || !s.isEntered(i) {
			continue
		}
		from, to := s.limits(entry{round: s.now(), seat: seat, category: i}, false)
		text := s.categories[i].append([]byte(says))
		switch {
		case from < to:
			choices = append(choices, games.Choice{Says: games.Decision(text), From: int32(from), To: int32(to)})
		case from == to:
			choices = append(choices, games.Choice{Says: games.Decision(strconv.AppendInt(append(text, ' '), int64(from), 10))})
		}
	}
	return choices
}

// remainder returns the number that a seat must have in a category so that all seats together have
// the required sum. ok is false if no sum is required, or if the number of another seat is missing.
// Since edition 3 leaving does more.
func (s *state) remainder(seat, category int) (n int, ok bool) {
	l := s.lines[category]
	sum := l.Sum.At
	if !s.writing() || !l.sums(s.edition()) && !s.def.ZeroSum {
		return 0, false
	}
	for other := range s.seats {
		switch p := s.of(s.current(), other)[category]; {
		case other == seat:
		case p == missing:
			return 0, false
		default:
			sum -= int(p.counted())
		}
	}
	return sum, true
}

// plainDecisions returns the legal decisions without a number to choose, the likeliest first.
func (s *state) plainDecisions() (all []games.Decision) {
	p := s.play
	if s.over || s.rolling() {
		return nil
	}
	if p.drawing {
		for _, c := range s.drawChoices(forMenus) {
			all = append(all, c.Says)
		}
		return all
	}
	if ph, ok := s.present(); ok {
		all = s.turnVerbs(ph)
	}
	return append(all, s.endVerbs()...)
}

// seatVerbs returns one decision for each seat in a set: the verb, followed by the seat.
func seatVerbs(verb string, of set) (all []games.Decision) {
	for seat := range MostSeats {
		if of.has(seat) {
			all = append(all, games.Decision(verb+" "+strconv.Itoa(seat+1)))
		}
	}
	return all
}

// turnVerbs returns the legal decisions about turns.
func (s *state) turnVerbs(ph *Phase) (all []games.Decision) {
	p := s.play
	switch ph.Order {
	case Write:
		return nil
	case Together:
		all = seatVerbs("ready", s.playing()&^p.ready)
	case Claimed:
		all = seatVerbs("claim", s.playing())
	case Passing:
		all = append(all, "done", "pass")
	default:
		if s.edition() == 1 || !s.def.Once || ph.Order == Upkeep { // a turn fills a line
			all = append(all, "done")
		}
	}
	if s.mayRoll() {
		all = append(all, "roll")
	}
	if s.mayHold() {
		for i := range s.dice {
			all = append(all, games.Decision("hold "+strconv.Itoa(i+1)))
		}
	}
	if ph.closes(s.edition()) && !p.closing {
		all = append(all, "close")
	}
	if ph.Reverse {
		all = append(all, "reverse")
	}
	if s.def.Call != NoCall && p.last == 0 && ph.Order != Upkeep {
		all = append(all, "call")
	}
	return all
}

// endVerbs returns the legal decisions about the end of a round or the game.
func (s *state) endVerbs() (all []games.Decision) {
	if s.def.Points == Wins && !s.lastCount() || s.def.Points == Never && !s.def.Coop {
		all = append(all, seatVerbs("win", s.playing())...)
		all = append(all, "tie")
	}
	if s.def.Coop {
		all = append(all, "won", "lost")
	}
	if s.def.Out && !s.lastCount() {
		all = append(all, seatVerbs("out", s.playing())...)
	}
	if s.finishes() {
		all = append(all, "finish")
	}
	return all
}

// finishes reports whether the table may finish the game now. The table may not do so before the
// first decision or while points of a round are missing. Games without points, and games that all
// seats win or lose together, end by other decisions.
func (s *state) finishes() bool {
	p := s.play
	switch {
	case s.def.Points == Never && !s.scored(), s.def.Coop, s.writing() && s.awaiting():
		return false
	}
	return p.round > 1 || s.lastCount() || s.begun() > 0 || p.had != 0 || p.circle > 0 || p.passed.n > 0 || p.ready != 0 ||
		p.phase > 0 && s.def.Phases[0].Order != Off || p.on != nobody && p.on != p.opening(s)
}

// unforbidden returns the choices that the hook Refuse allows. A range of numbers stays one
// if all or neighbouring numbers are allowed.
func (s *state) unforbidden(choices []games.Choice) []games.Choice {
	if s.def.Hooks.Refuse == nil {
		return choices
	}
	var rest []games.Choice
	for _, c := range choices {
		if c.Len() > MostAsked {
			rest = append(rest, c)
			continue
		}
		allowed := make([]bool, c.Len())
		for i := range allowed {
			rule, err := s.refused(c.At(i))
			allowed[i] = err != nil || rule.Key == ""
		}
		rest = append(rest, remaining(c, allowed)...)
	}
	return rest
}

// remaining returns the allowed answers of a choice: as one range if they are one, otherwise each by
// itself.
func remaining(c games.Choice, allowed []bool) (rest []games.Choice) {
	for i, ok := range allowed {
		if ok {
			rest = append(rest, games.Choice{Says: c.At(i)})
		}
	}
	first, n := slices.Index(allowed, true), len(rest)
	if n < 2 || slices.Contains(allowed[first:first+n], false) {
		return rest
	}
	c.From, c.To = c.From+int32(first), c.From+int32(first+n)-1
	c.Now = min(max(c.Now, c.From), c.To)
	return []games.Choice{c}
}

// Sifts reports whether the hook Refuse may forbid a number of the choice c, because Legal hasn't called
// it for each of them.
func (s state) Sifts(c games.Choice) bool {
	return s.play != nil && s.edition() > 2 && s.def.Hooks.Refuse != nil && c.Len() > MostAsked && c.Says.Word(0) != "edit"
}

// judges reports whether the hook Refuse is called for the decision d. It is not called for
// corrections, the order of a round and answers of chance, nor before edition 3 for choices of more
// than MostAsked numbers.
func (s *state) judges(d games.Decision) bool {
	switch d.Word(0) {
	case "edit", "die", "draw", "next":
		return false
	case "score", "for", "add":
		e, rule := s.read(d)
		if rule != nil {
			return false
		}
		from, to := s.limits(e, false)
		return to-from < MostAsked || s.edition() > 2
	case "set", "level":
		c, ok := games.Find(s.counterChoices(), d)
		return ok && (c.Len() <= MostAsked || s.edition() > 2)
	}
	return true
}
