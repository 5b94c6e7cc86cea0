package table_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/kit"
	"tabletop/games/table"
)

// drawDef draws a Def, of which not all can be.
func drawDef(rnd *rand.Rand) table.Def {
	flip := func() bool { return rnd.IntN(3) == 0 }
	d := table.Def{
		Name: "drawn", Words: trial(), Least: 1, Teams: max(0, rnd.IntN(6)-3),
		First: one(rnd, table.Same, table.DrawnFirst, table.Shuffled, table.Taken),
		Next: one(rnd, table.Same, table.Moves, table.Winner, table.Loser, table.Ahead, table.Behind, table.PassedFirst,
			table.Marker, table.DrawnFirst, table.PassedOrder, table.Ranked, table.Shuffled, table.Taken),
		Points: one(rnd, table.Any, table.Each, table.Turn, table.End, table.Wins, table.Never),
		Once:   flip(), Final: flip(), ZeroSum: flip(), Lowest: flip(), Down: flip(), Start: rnd.IntN(3) * 5,
		Cup: table.Cup{Dice: one(rnd, "", "", "2d6", "1d2"), Rolls: rnd.IntN(3), Hold: flip()},
		Ends: table.Ends{
			Rounds: rnd.IntN(4), Laps: rnd.IntN(2), Target: table.Bound{Is: flip(), At: rnd.IntN(30) - 5}, AtOnce: flip(),
			Beyond: one(rnd, table.Counts, table.Busts, table.Refused), BestOf: rnd.IntN(2) * 3,
			Call: one(rnd, table.NoCall, table.Now, table.Circle, table.Last, table.More),
			Out:  flip(), OutAt: table.Bound{Is: flip(), At: rnd.IntN(20) - 10}, Survivor: flip(), Coop: flip(),
		},
		Ties: table.Ties{More: flip()},
	}
	if flip() {
		d.Roles = []table.Role{{Name: "dealer", At: -1}, {Name: "judge", At: 1, Turn: true}}
	}
	if flip() {
		d.From, d.To = -3, 6
	}
	for i := range rnd.IntN(4) {
		d.Phases = append(d.Phases, drawPhase(rnd, fmt.Sprint(string(rune('a'+i)))))
	}
	for i := range max(0, rnd.IntN(8)-4) {
		d.Sheet = append(d.Sheet, drawLine(rnd, string(rune('k'+i)), d.Sheet))
	}
	drawHooks(rnd, &d)
	d.Edition = 1 + rnd.IntN(3)
	if rnd.IntN(3) == 0 {
		drawNewer(rnd, &d)
	}
	return d
}

// drawNewer gives d some features of newer editions.
func drawNewer(rnd *rand.Rand, d *table.Def) {
	flip := func() bool { return rnd.IntN(3) == 0 }
	key := func() table.Key {
		return table.Key{By: one(rnd, "total", "round", "seat", "lives", "k", "more", "shared"), Low: flip(), Begins: flip()}
	}
	for i := range rnd.IntN(3) {
		c := table.Counter{
			Name: []string{"lives", "danger"}[i], Start: 2, From: -1, To: 4, Per: one(rnd, table.PerSeat, table.PerTeam, table.PerAll),
			Out: table.Bound{Is: flip(), At: 0}, Ends: table.Bound{Is: flip(), At: 4}, Keep: flip(),
		}
		if c.Ends.Is {
			c.Then = one(rnd, table.Compare, table.WonBy, table.LostBy)
		}
		d.Counters = append(d.Counters, c)
	}
	d.Matches, d.TargetAt = rnd.IntN(5)-1, one(rnd, "", "", "any", "turn", "a")
	d.Matches = max(d.Matches, 0)
	if flip() {
		d.Ties.Steps = []table.Key{key(), key()}
	}
	if flip() {
		d.Next, d.NextBy = table.ByKeys, []table.Key{key()}
	}
	for i := range d.Phases {
		if p := &d.Phases[i]; flip() {
			p.Backwards = flip()
			p.By = []table.Key{key()}[:rnd.IntN(2)]
			p.Order = one(rnd, p.Order, table.TeamTurns)
		}
	}
	for i := range d.Sheet {
		d.Sheet[i].Last = d.Sheet[i].Of == "" && flip()
	}
	if flip() {
		d.Hooks.Changes = func(p table.Position) (map[string][]int, error) {
			all := map[string][]int{}
			for name, values := range p.Counters {
				changed := slices.Clone(values)
				changed[p.Round%len(changed)] += len(p.Says)%3 - 1
				all[name] = changed
			}
			return all, nil
		}
	}
}

func one[T any](rnd *rand.Rand, of ...T) T { return of[rnd.IntN(len(of))] }

func drawPhase(rnd *rand.Rand, name string) table.Phase {
	p := table.Phase{
		Name:    name,
		Order:   one(rnd, table.Write, table.Clockwise, table.Passing, table.Snake, table.Together, table.Claimed, table.Upkeep, table.Off),
		Reverse: rnd.IntN(4) == 0,
	}
	switch p.Order {
	case table.Write:
		p.Lines = []string{"k", "l"}[:1+rnd.IntN(2)]
	case table.Passing:
		p.Left, p.Again = rnd.IntN(2), rnd.IntN(2) == 0
	case table.Clockwise, table.Snake, table.Together, table.Claimed:
		p.Circles = rnd.IntN(4) - 1
	}
	switch p.Order {
	case table.Clockwise:
		p.Close = one(rnd, table.NoCall, table.Now, table.Circle)
	case table.Passing, table.Snake, table.Together, table.Claimed:
		p.Close = one(rnd, table.NoCall, table.Now)
	}
	if rnd.IntN(4) == 0 {
		p.Rounds = []int{1, 3}
	}
	return p
}

func drawLine(rnd *rand.Rand, name string, before []table.Line) table.Line {
	l := table.Line{Name: name, From: -rnd.IntN(3), To: 1 + rnd.IntN(9), Factor: rnd.IntN(5) - 2, Cap: rnd.IntN(2) * 7, Apart: rnd.IntN(4) == 0}
	if rnd.IntN(3) == 0 {
		l.Table = []table.Step{{From: 1, Points: 2}, {From: 4, Points: -3}}
	}
	if len(before) > 0 && rnd.IntN(3) == 0 {
		l.Of, l.Lines = one(rnd, "sum", "least", "most"), []string{before[0].Name, before[len(before)-1].Name}[:min(2, len(before))]
	} else if rnd.IntN(4) == 0 {
		l.Sum = table.Bound{Is: true, At: rnd.IntN(9)}
	}
	return l
}

// drawHooks gives d some hooks, which sometimes fail.
func drawHooks(rnd *rand.Rand, d *table.Def) {
	if rnd.IntN(4) == 0 {
		d.Hooks.Worth = func(p table.Position, _ int, line string, n int) (int, bool, error) {
			return (n + p.First + len(p.Passed) + slices.Max(p.Lines[line])) % 5000, n != 3, nil
		}
	}
	if rnd.IntN(5) == 0 {
		d.Hooks.Bonus = func(_ table.Position, got []int) ([]int, error) {
			more := make([]int, len(got))
			more[0] = got[0] % 7
			return more, nil
		}
	}
	if rnd.IntN(6) == 0 {
		d.Hooks.Over = func(p table.Position) (table.Result, error) {
			return table.Result{Over: p.Round > 2, Won: []int{max(p.First, 1)}[:p.Round%2]}, nil
		}
	}
	if rnd.IntN(6) == 0 {
		d.Hooks.Refuse = func(p table.Position, d games.Decision) (games.Text, error) {
			if d.Word(0) == "pass" && p.Round%2 == 0 || strings.HasSuffix(string(d), "3") && slices.Contains([]string{"score", "for", "add", "set"}, d.Word(0)) {
				return games.Say("rule.now"), nil
			}
			return games.Text{}, nil
		}
	}
	if rnd.IntN(6) == 0 {
		d.Hooks.Lead = func(p table.Position) ([]int, error) {
			slices.Reverse(p.Order)
			return p.Order, nil
		}
	}
}

// drawGame draws Defs until one can be played by that many seats, and begins it.
func drawGame(rnd *rand.Rand, seats func(*rand.Rand) int) (games.Rules, games.Setup, games.State) {
	for {
		setup := games.Setup{Seats: seats(rnd)}
		d := drawDef(rnd)
		d.Most = table.MostSeats
		r, err := table.New(d)
		if err != nil {
			continue
		}
		if s, err := r.New(setup); err == nil {
			return r, setup, s
		}
	}
}

// keeps plays a drawn game of a drawn Def, and holds it against what is true of all games.
func keeps(t *testing.T, seed uint64, seats func(*rand.Rand) int) {
	rnd := rand.New(rand.NewPCG(seed, 7))
	r, setup, s := drawGame(rnd, seats)
	var path []games.Decision
	for range 80 {
		if len(s.(interface{ Faults() []error }).Faults()) > 0 {
			return // the hook Refuse leaves nothing to write
		}
		holds(t, r, setup, s, path)
		if text := damaged(rnd, s.String()); rnd.IntN(3) == 0 {
			if odd, err := r.Parse(setup, text); err == nil {
				holds(t, r, setup, odd, append(path[:len(path):len(path)], games.Decision("read as "+text)))
				follows(t, rnd, odd)
			}
		}
		choices, take, mark := s.Legal(), s.Apply, games.Decision("")
		if fixes := s.Fixes(); len(fixes) > 0 && (rnd.IntN(6) == 0 || len(choices) == 0) {
			choices, take, mark = fixes, s.Fix, "fix "
		}
		if len(choices) == 0 {
			return
		}
		c := choices[rnd.IntN(len(choices))]
		if first := c.Says.Word(0); first == "edit" || first == "finish" { // they would drown the rest
			c = choices[rnd.IntN(len(choices))]
		}
		next, err := take(c.At(rnd.IntN(c.Len())))
		if err != nil && kit.Sifts(s, c) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v: %v\n%s", seed, path, err, s)
		}
		path = append(path, mark+c.Says)
		s = next
	}
}

// damaged changes a text here and there.
func damaged(rnd *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	words := strings.Split(lines[rnd.IntN(len(lines))], " ")
	words[rnd.IntN(len(words))] = one(rnd, "0", "1", "2", "3", "7", ".", "-", "turn", "over", "phase", "ready", "closing", "won", "drawing", "dice")
	lines[rnd.IntN(len(lines))] = strings.Join(words, " ")
	return strings.Join(lines, "\n")
}

// follows fails unless what is legal in a position that was read is taken.
func follows(t *testing.T, rnd *rand.Rand, s games.State) {
	for _, choices := range [][]games.Choice{s.Legal(), s.Fixes()} {
		for range min(len(choices), 3) {
			c := choices[rnd.IntN(len(choices))]
			take := s.Apply
			if _, ok := games.Find(s.Legal(), c.At(0)); !ok {
				take = s.Fix
			}
			if _, err := take(c.At(0)); err != nil && !kit.Sifts(s, c) {
				t.Fatalf("%v\n%s", err, s)
			}
		}
	}
}

// holds fails unless a position keeps what games promise.
func holds(t *testing.T, r games.Rules, setup games.Setup, s games.State, path []games.Decision) {
	legal, st := s.Legal(), s.Standing()
	back, err := r.Parse(setup, s.String())
	switch {
	case err != nil:
		t.Fatalf("%v: %v\n%s", path, err, s)
	case back.String() != s.String(), !slices.Equal(back.Legal(), legal), !slices.Equal(back.Fixes(), s.Fixes()),
		!reflect.DeepEqual(back.View(1), s.View(1)), !reflect.DeepEqual(back.Standing(), st), back.Turn() != s.Turn():
		t.Fatalf("%v: read otherwise than printed:\n%s%s\n%v\n%v\n%v\n%v\n%v %v\n%v %v", path, s, back, back.Legal(), legal, back.Fixes(), s.Fixes(), back.Standing(), st, back.View(1), s.View(1))
	case (len(legal) == 0) != (s.Turn() == games.Nobody), st.Over != (s.Turn() == games.Nobody):
		t.Fatalf("%v: turn %d with %d decisions, over %v\n%s", path, s.Turn(), len(legal), st.Over, s)
	case !slices.IsSortedFunc(legal, func(a, b games.Choice) int {
		if a.Says < b.Says {
			return -1
		}
		return 1
	}):
		t.Fatalf("%v: not sorted, or twice: %v\n%s", path, legal, s)
	}
	if l := games.Likely(s); l != "" && !slices.ContainsFunc(legal, func(c games.Choice) bool { return c.Under(l) }) {
		t.Fatalf("%v: %q is likely and not legal\n%s", path, l, s)
	}
}

func FuzzTable(f *testing.F) {
	for seed := range uint64(80) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		keeps(t, seed, func(rnd *rand.Rand) int { return 1 + rnd.IntN(5) })
	})
}
