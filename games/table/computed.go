package table

import "slices"

// Since edition 2 a position holds the entered numbers alone. Their points, by the hook Worth or by
// the lines of the sheet, and the bonus of each round are computed from them whenever they change.

// computed holds the points that follow from the numbers of all rounds.
type computed struct {
	cells []int32 // points of each number, in the order of state.numbers
	bonus []int32 // bonus of each seat or, with teams, of each team at its first seat; by round
}

// snapshot holds numbers and the points computed from them, so that a later position computes anew
// only the rounds that have changed or weren't finished.
type snapshot struct {
	numbers  []points
	made     *computed
	finished int // number of finished rounds
}

// past holds the facts about a finished round that worth and bonus may ask for.
type past struct {
	known  bool // whether the round was played to its end
	first  int8 // seat that began, from 1; 0: none
	called int8 // seat that had called the end, from 1; 0: none
	order  line
	passed line
	out    set // seats that were out at its end; since edition 3
}

// edition returns the edition of the Def, from 1.
func (g *game) edition() int {
	if g.def == nil {
		return 1
	}
	return max(g.def.Edition, 1)
}

// computes reports whether points are computed by hooks from the numbers of the position.
func (g *game) computes() bool {
	return g.edition() > 1 && (g.byWorth() || g.def.Hooks.Bonus != nil)
}

// byWorth reports whether the hook Worth computes the points of stored numbers. Entries that gather
// in one number without a sheet are converted one by one, when they are entered.
func (g *game) byWorth() bool {
	return g.edition() > 1 && g.def.Hooks.Worth != nil && !(g.gathers() && !g.hasCategories())
}

// remembers reports whether positions keep the facts about finished rounds.
func (s *state) remembers() bool { return s.computes() && s.hasRows() }

// remember keeps the facts about the round that is over.
func (s *state) remember() {
	if !s.remembers() {
		return
	}
	s.changed() // before the round counts as finished
	all := slices.Clone(s.past)
	for len(all) < s.play.round-1 {
		all = append(all, past{}) // a round that the table finished early
	}
	s.past = append(all, s.facts())
}

// facts returns the facts about the present round.
func (s *state) facts() past {
	p := s.play
	f := past{true, int8(p.opening(s) + 1), int8(p.called + 1), p.order, s.whoPassed(), 0}
	if s.edition() > 2 {
		f.out = p.out
	}
	return f
}

// changed drops the computed points, because the numbers or the finished rounds change.
func (s *state) changed() {
	if s.made != nil {
		s.was = &snapshot{s.numbers, s.made, min(len(s.past), s.begun())}
	}
	s.made = nil
}

// computed returns the points that follow from the numbers. A fault of a hook is kept in s.fail.
func (s *state) computed() *computed {
	if s.made != nil {
		return s.made
	}
	s.made = &computed{make([]int32, 0, len(s.numbers)), make([]int32, 0, s.begun()*s.seats)}
	same := s.unchanged()
	if same > 0 {
		s.made.cells = append(s.made.cells, s.was.made.cells[:same*s.width()]...)
		s.made.bonus = append(s.made.bonus, s.was.made.bonus[:same*s.seats]...)
	}
	for round := same; round < s.begun(); round++ {
		s.computeRound(round)
	}
	s.was = nil
	return s.made
}

// unchanged returns the number of first rounds whose points the snapshot still has.
func (s *state) unchanged() (rounds int) {
	w := s.was
	if w == nil {
		return 0
	}
	for rounds < min(s.begun(), w.finished, len(s.past)) &&
		slices.Equal(s.row(rounds), row(w.numbers[rounds*s.width():(rounds+1)*s.width()])) {
		rounds++
	}
	return rounds
}

// bonusDue reports whether the bonus of a round counts, because the round is over. A sheet that is
// filled once has its bonus at the end of the game.
func (s *state) bonusDue(round int) bool {
	if !s.hasRows() {
		return s.over
	}
	return round < len(s.past) && s.past[round].known
}

// computeRound computes the points of a round, counted from 0. Those of earlier rounds are known.
func (s *state) computeRound(round int) {
	m := s.made
	pos := s.positionAt(round)
	for i, p := range s.row(round) {
		m.cells = append(m.cells, s.pointsOf(pos, i/len(s.categories), i%len(s.categories), p))
	}
	m.bonus = append(m.bonus, make([]int32, s.seats)...)
	if s.def.Hooks.Bonus == nil || !s.bonusDue(round) {
		return
	}
	var t tally
	s.add(&t, round)
	got, err := s.def.Hooks.Bonus(pos, s.byUnit(t))
	if err == nil && len(got) > 0 && len(got) != s.units() {
		err = faulty("bonus", "seats", "bonus", s.units())
	}
	for unit, n := range got {
		if err == nil {
			err = bound("bonus", n, -MostCell, MostCell)
		}
		if err == nil {
			m.bonus[round*s.seats+unit] = int32(n)
		}
	}
	s.failed(err)
}

// failed keeps the first fault of a hook that is called where points are computed.
func (s *state) failed(err error) {
	if s.fail == nil {
		s.fail = err
	}
}

// pointsOf returns the points of the number p of a seat in a category, in the round of pos.
func (s *state) pointsOf(pos Position, seat, category int, p points) int32 {
	if p <= missing || !s.byWorth() {
		return s.linePoints(category, p)
	}
	w, ok, err := s.def.Hooks.Worth(pos, seat+1, s.categories[category].Name, int(p))
	if err == nil {
		err = bound("worth", w, -MostCell, MostCell)
	}
	switch {
	case err != nil:
		s.failed(err)
		return 0
	case !ok:
		return s.linePoints(category, p)
	case s.def.Down:
		return int32(-w)
	}
	return int32(w)
}

// cellPoints returns the points of a seat in a category of a round; both are counted from 0.
func (s *state) cellPoints(round, seat, category int) int32 {
	if s.computes() {
		return s.computed().cells[round*s.width()+seat*len(s.categories)+category]
	}
	return s.worth(category, s.of(s.row(round), seat)[category])
}

// roundSum returns the points of a seat in a round, counted from 0, with its bonus.
func (s *state) roundSum(round, seat int) (total int32) {
	numbers := s.of(s.row(round), seat)
	if !s.computes() {
		return s.sum(numbers)
	}
	m := s.computed()
	for i := range numbers {
		if !s.lines[i].Apart {
			total += m.cells[round*s.width()+seat*len(s.categories)+i]
		}
	}
	return total + s.derivedSum(numbers) + m.bonus[round*s.seats+seat]
}

// units returns the length of lists of points: one for each seat or, with teams, for each team. In
// edition 1 it is one for each seat.
func (g *game) units() int {
	if g.def.Teams > 0 && g.edition() > 1 {
		return min(g.def.Teams, g.seats)
	}
	return g.seats
}

// byUnit returns a tally of seats as a list of points by seat or, with teams, by team.
func (s *state) byUnit(t tally) []int {
	if s.units() < s.seats {
		t = s.shared(t)
	}
	return s.listed(t)[:s.units()]
}

// positionAt returns what the hooks Worth and Bonus see of a round, counted from 0.
func (s *state) positionAt(round int) Position {
	f := s.facts()
	if round < len(s.past) {
		f = s.past[round]
	}
	pos := Position{
		Seats: s.seats, Round: round + 1, First: int(f.first), Called: int(f.called), Order: f.order.numbers(),
		Passed: f.passed.numbers(), Totals: s.listed(s.totals(round))[:s.units()], Lines: s.numbersOf(round, round+1),
		Sums: s.numbersOf(0, round+1), Last: s.def.Final && round >= s.play.round, Rounds: s.roundsTo(round),
	}
	if s.edition() > 2 {
		pos.Out, pos.Written = s.flags(f.out), s.writtenIn(round)
	}
	if !s.hasRows() {
		pos.Round = s.play.round
	}
	return pos
}

// roundsTo returns the points of each round before the given one, by seat or team.
func (s *state) roundsTo(round int) (all [][]int) {
	for i := range round {
		var t tally
		s.add(&t, i)
		all = append(all, s.byUnit(t))
	}
	return all
}

// writtenIn reports for each line which seats, or which teams, have a number in a round, counted from 0.
func (s *state) writtenIn(round int) map[string][]bool {
	all := map[string][]bool{}
	for i, c := range s.categories {
		all[c.Name] = make([]bool, s.units())
		for seat := range s.seats {
			if s.of(s.written(round), seat)[i] > missing {
				all[c.Name][seat%s.units()] = true
			}
		}
	}
	return all
}

// numbersOf returns the numbers of the rounds from one to before another, counted from 0, added up by
// line, for each seat or team.
func (s *state) numbersOf(from, to int) map[string][]int {
	all := map[string][]int{}
	for i, c := range s.categories {
		numbers := make([]int, s.units())
		for round := from; round < min(to, s.begun()); round++ {
			for seat := range s.seats {
				numbers[seat%len(numbers)] += int(s.of(s.row(round), seat)[i].counted())
			}
		}
		all[c.Name] = numbers
	}
	return all
}
