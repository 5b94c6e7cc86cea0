package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// MostCounters is the greatest number of counters of a game.
const MostCounters = 6

// Per determines the owners of the numbers of a [Counter].
type Per string

// Owners of the numbers of a counter.
const (
	PerSeat Per = ""     // each seat has a number
	PerTeam Per = "team" // each team has a number
	PerAll  Per = "all"  // all seats share one number
)

// Then determines the winners when a [Counter] ends the game.
type Then string

// Results of a counter that ends the game.
const (
	Compare Then = ""     // the game ends like at the target, and the best win
	WonBy   Then = "won"  // the seat or team of the counter wins; with a common counter all win
	LostBy  Then = "lost" // all lose, in a game that they play together
)

// Counter is a number besides the points, such as lives, money or cards in hand. The table sets it at
// any time, by "set 2 lives 1" or, if all share it, by "level danger 4". The hook Changes sets it
// after a decision.
type Counter struct {
	Name     string
	Start    int // value at the beginning
	From, To int // limits of the value; both 0: 0 to MostCell
	Per      Per
	Out      Bound // value with which a seat or team drops out
	Ends     Bound // value with which the game ends
	Then     Then  // winners then
	Keep     bool  // whether the value stays in the next match of a series
}

// counts holds the values of all counters, by counter and by seat or team.
type counts [MostCounters][MostSeats]int16

// startCounts returns the values of all counters at the beginning.
func (g *game) startCounts() (all counts) {
	for i, c := range g.def.Counters {
		for unit := range g.owners(i) {
			all[i][unit] = int16(c.Start)
		}
	}
	return all
}

// owners returns how many numbers a counter has.
func (g *game) owners(counter int) int {
	switch g.def.Counters[counter].Per {
	case PerAll:
		return 1
	case PerTeam:
		return g.units()
	}
	return g.seats
}

// owner returns the index of the number of a seat in a counter.
func (g *game) owner(counter, seat int) int { return seat % g.owners(counter) }

// counterChoices returns the decisions that set counters.
func (s *state) counterChoices() (all []games.Choice) {
	if s.over || s.rolling() || s.play.drawing {
		return nil
	}
	for i, c := range s.def.Counters {
		for unit := range s.owners(i) {
			says := "level " + c.Name
			if c.Per != PerAll {
				says = "set " + strconv.Itoa(unit+1) + " " + c.Name
			}
			all = append(all, games.Choice{Says: games.Decision(says), From: int32(c.From), To: int32(c.To), Now: int32(s.play.counts[i][unit])})
		}
	}
	return all
}

// applySet applies "set SEAT COUNTER NUMBER" or "level COUNTER NUMBER".
func (s *state) applySet(d games.Decision) (*games.Text, error) {
	c, ok := games.Find(s.counterChoices(), d)
	if !ok {
		return s.counterRefusal(d), nil
	}
	words := strings.Fields(string(c.Says))
	unit := 0
	if words[0] == "set" {
		unit = number(words[1]) - 1
	}
	n, _ := strconv.Atoi(strings.TrimPrefix(string(d), string(c.Says)+" "))
	was := s.copied()
	s.play.counts[s.counterNamed(words[len(words)-1])][unit] = int16(n)
	if err := s.reconsider(was, 0); err != nil {
		return nil, err
	}
	return nil, s.dropReached()
}

// counterRefusal returns the rule that forbids a decision about a counter.
func (s *state) counterRefusal(d games.Decision) *games.Text {
	words := strings.Fields(string(d))
	name := ""
	if len(words) > 1 {
		name = words[len(words)-2]
	}
	i := s.counterNamed(name)
	switch {
	case s.rolling(), s.play.drawing:
		return broken("rule.now")
	case i < 0:
		return broken("rule.category", strings.Join(s.def.counterNames(), ", "))
	}
	c := s.def.Counters[i]
	return broken("rule.limits", s.word(c.Name), strconv.Itoa(c.From), strconv.Itoa(c.To))
}

// counterNamed returns the index of a counter, or -1.
func (g *game) counterNamed(name string) int {
	return slices.IndexFunc(g.def.Counters, func(c Counter) bool { return c.Name == name })
}

// applyChanges sets the counters that the hook Changes sets after a decision, once for each decision.
func (s *state) applyChanges() error {
	p := s.play
	if s.def.Hooks.Changes == nil || p.news.counted {
		return nil
	}
	p.news.counted = true
	all, err := s.def.Hooks.Changes(s.position())
	if err != nil {
		return err
	}
	for name, values := range all {
		i := s.counterNamed(name)
		if i < 0 || len(values) != s.owners(i) {
			return s.unlikeCounter(name, i)
		}
		c := s.def.Counters[i]
		for unit, n := range values {
			p.counts[i][unit] = int16(min(max(n, c.From), c.To))
		}
	}
	return nil
}

// unlikeCounter returns the Fault of a result of the hook Changes for the i-th counter, or for a name
// without a counter, where i is -1.
func (s *state) unlikeCounter(name string, i int) error {
	if i < 0 {
		return unnamed("changes", "counter", name, s.def.counterNames())
	}
	return faulty("changes", "seats", name, s.owners(i))
}

// counterNames returns the names of the counters.
func (d *Def) counterNames() (all []string) {
	for _, c := range d.Counters {
		all = append(all, c.Name)
	}
	return all
}

// counterOuts returns the seats whose counters make them drop out.
func (s *state) counterOuts() (gone set) {
	for i, c := range s.def.Counters {
		gone |= s.arrivedAt(i, c.Out)
	}
	return gone & s.playing()
}

// arrivedAt returns the seats whose number in a counter has reached a bound, coming from its start.
func (s *state) arrivedAt(counter int, b Bound) (m set) {
	start, t := s.def.Counters[counter].Start, s.counterTally(counter)
	for seat := range s.seats {
		n := int(t[seat])
		if b.Is && (b.At > start && n >= b.At || b.At < start && n <= b.At) {
			m = m.with(seat)
		}
	}
	return m
}

// dropReached takes the seats out whose points or counters have reached their limit, and moves the
// game on without them.
func (s *state) dropReached() error { return s.goOnWithout(s.knockOut()) }

// counterEnd ends the game if a counter requires it.
func (s *state) counterEnd() {
	for i, c := range s.def.Counters {
		won := s.atEnd(i)
		if won == 0 || s.stopped() || s.play.round <= s.more {
			continue
		}
		switch {
		case c.Then == LostBy:
			s.ends(0, "")
		case c.Then == WonBy && s.def.Coop:
			s.ends(all(s.seats), "")
		case c.Then == WonBy:
			s.ends(won, "")
		default:
			s.lastPoints()
		}
		return
	}
}

// atEnd returns the seats whose number in a counter ends the game. Since edition 3 the number of a seat or
// team that is out doesn't.
func (s *state) atEnd(counter int) (won set) {
	won = s.arrivedAt(counter, s.def.Counters[counter].Ends)
	for seat := range s.seats {
		if s.edition() > 2 && s.def.Counters[counter].Per != PerAll && s.team(seat)&s.playing() == 0 {
			won = won.without(seat)
		}
	}
	return won
}

// scored reports whether the first counter is the score, because the game has no points.
func (g *game) scored() bool {
	return g.def.Points == Never && len(g.def.Counters) > 0 && g.def.Counters[0].Per != PerAll
}

// counterTally returns the numbers of a counter by seat.
func (s *state) counterTally(counter int) (t tally) {
	for seat := range s.seats {
		t[seat] = int32(s.play.counts[counter][s.owner(counter, seat)])
	}
	return t
}

// counterLists returns the numbers of all counters for hooks, by name.
func (s *state) counterLists() map[string][]int {
	all := map[string][]int{}
	for i, c := range s.def.Counters {
		for unit := range s.owners(i) {
			all[c.Name] = append(all[c.Name], int(s.play.counts[i][unit]))
		}
	}
	return all
}

// counterLines returns the lines of a view about counters. The score needs no line.
func (s *state) counterLines() (lines []games.Text) {
	for i, c := range s.def.Counters {
		for unit := range s.owners(i) {
			n := strconv.Itoa(int(s.play.counts[i][unit]))
			switch {
			case c.Per == PerAll:
				lines = append(lines, games.Say("line.level", s.word(c.Name), n))
			case i > 0 || !s.scored():
				lines = append(lines, games.Say("line.category", seatName(unit), s.word(c.Name), n))
			}
		}
	}
	return lines
}

// appendCounts appends a line for each counter whose values aren't those of the start.
func (s *state) appendCounts(text []byte) []byte {
	usual := s.startCounts()
	for i, c := range s.def.Counters {
		if s.play.counts[i] == usual[i] {
			continue
		}
		text = append(append(text, "count "...), c.Name...)
		for unit := range s.owners(i) {
			text = strconv.AppendInt(append(text, ' '), int64(s.play.counts[i][unit]), 10)
		}
		text = append(text, '\n')
	}
	return text
}

// parseCount parses the values of a counter.
func (s *state) parseCount(rest string) error {
	words := strings.Fields(rest)
	i := -1
	if len(words) > 0 {
		i = s.counterNamed(words[0])
	}
	if i < 0 || len(words) != s.owners(i)+1 {
		return wrong("%.40q is no counter with its values", rest)
	}
	c := s.def.Counters[i]
	for unit, word := range words[1:] {
		n, err := strconv.Atoi(word)
		if err != nil || n < c.From || n > c.To {
			return wrong("%s: %.20q is not from %d to %d", c.Name, word, c.From, c.To)
		}
		s.play.counts[i][unit] = int16(n)
	}
	return nil
}

// checkCounters sets the defaults of the counters and returns an error if one is invalid.
func checkCounters(d *Def) error {
	d.Counters = slices.Clone(d.Counters)
	if err := atMost("counters", len(d.Counters), MostCounters); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, l := range d.Sheet {
		seen[l.Name] = true
	}
	for i := range d.Counters {
		c, field := &d.Counters[i], fmt.Sprintf("counters[%d]", i)
		if err := named(field, c.Name); err != nil {
			return err
		}
		if seen[c.Name] || slices.Contains(keysKnown, c.Name) {
			return faulty(field+".name", "twice", c.Name)
		}
		seen[c.Name] = true
		if err := inside(field, c.check(d)); err != nil {
			return err
		}
	}
	return nil
}

// check returns the fault of a counter. The paths of its fields begin at the counter.
func (c *Counter) check(d *Def) error {
	if c.From == 0 && c.To == 0 {
		c.To = MostCell
	}
	if err := first(unknown("per", c.Per, PerSeat, PerTeam, PerAll), unknown("then", c.Then, Compare, WonBy, LostBy)); err != nil {
		return err
	}
	switch {
	case c.Then != Compare && !c.Ends.Is:
		return faulty("then", "endless")
	case c.Then == LostBy && !d.Coop:
		return faulty("then", "loses")
	case c.Out.Is && c.Out.At == c.Start:
		return faulty("out", "begun", "out")
	case c.Ends.Is && c.Ends.At == c.Start:
		return faulty("ends", "begun", "ends")
	case c.Per == PerTeam && d.Teams == 0:
		return faulty("per", "teamless")
	}
	return first(checkLimits(c.From, c.To), bound("start", c.Start, c.From, c.To))
}
