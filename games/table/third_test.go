package table_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/kit"
	"tabletop/games/table"
)

// third is a Def of edition 3.
func third(d table.Def) table.Def {
	d.Edition = 3
	return d
}

// at returns a bound.
func at(n int) table.Bound { return table.Bound{Is: true, At: n} }

// choiceOf returns the choice of that decision without its number, or a choice without a decision.
func choiceOf(s games.State, says games.Decision) games.Choice {
	for _, c := range s.Legal() {
		if c.Under(says) {
			return c
		}
	}
	return games.Choice{}
}

// Each number leaves a rest that the other seats can reach.
func TestASumIsKept(t *testing.T) {
	tricks := third(table.Def{Points: table.Each, Phases: off, Sheet: []table.Line{{Name: "took", To: 13, Sum: at(13)}}})
	least := third(table.Def{Points: table.Each, Phases: off, Sheet: []table.Line{{Name: "took", From: 2, To: 6, Sum: at(13)}}})
	zero := third(table.Def{Points: table.Each, Phases: off, From: -10, To: 10, ZeroSum: true})
	for name, tt := range map[string]struct {
		def        table.Def
		says       games.Decision
		next, want string
	}{
		"all by the first":        {tricks, "score took 13", "score took", "score took 0"},
		"a part":                  {tricks, "score took 9", "score took", "score took 0..4"},
		"not too few for the end": {least, "score took 2", "score took", "score took 5..6"},
		"points that sum to 0":    {zero, "score 1 10", "score 2", "score 2 -10..0"},
		"points that can":         {zero, "score 1 10, score 2 -5", "score 3", "score 3 -5"},
		"a number corrected":      {tricks, "score took 9, edit 1 1 took 2", "score took", "score took 0..11"},
		"too much corrected":      {tricks, "score took 9, score took 4, edit 1 2 took 9", "score took", "score took 0"},
		"and repaired":            {tricks, "score took 9, score took 4, edit 1 2 took 9, edit 1 1 took 1", "score took", "score took 3"},
	} {
		s := gamestest.After(t, gamestest.Begin(t, defined(t, tt.def), "seats=3"), tt.says)
		if got := choiceOf(s, games.Decision(tt.next)).String(); got != tt.want {
			t.Errorf("%s: got %s, want %s\n%s", name, got, tt.want, s)
		}
	}
	left := third(table.Def{Points: table.Each, Sheet: []table.Line{{Name: "votes", To: 2, Sum: at(3)}}})
	s := gamestest.After(t, gamestest.Begin(t, defined(t, left), "seats=4"), "fix out 4, done, done, done, score votes 2, score votes 0")
	if got := choiceOf(s, "score votes").String(); got != "score votes 0..1" {
		t.Errorf("without a player: got %s", got)
	}
	s = gamestest.After(t, gamestest.Begin(t, defined(t, second(tricks)), "seats=3"), "score took 13")
	if got := choiceOf(s, "score took").String(); got != "score took 0..13" {
		t.Errorf("edition 2: got %s", got)
	}
}

// A seat that is out counts 0. Bonus and worth see who was out in each round, and what is written.
func TestWorthAndBonusSeeWhoIsOut(t *testing.T) {
	alone := func(p table.Position, got []int) ([]int, error) {
		more, least := make([]int, len(got)), 99
		for i, n := range got {
			if !p.Out[i] {
				least = min(least, n)
			}
		}
		for i, n := range got {
			if n == least && !p.Out[i] && p.Written[""][i] {
				more[i] = 100
			}
		}
		return more, nil
	}
	r := defined(t, third(table.Def{Points: table.Each, To: 99, Lowest: true, Ends: table.Ends{Rounds: 2}, Hooks: table.Hooks{Bonus: alone}}))
	s := gamestest.After(t, gamestest.Begin(t, r, "seats=3"), "done, done, done, score 1 20, score 2 25, score 3 30, fix out 3, done, done, score 1 20, score 2 15")
	if got := s.Standing().Scores; !slices.Equal(got, []int32{140, 140, 30}) {
		t.Errorf("got %v\n%s", got, s)
	}
	if got, want := s.String(), drawn("over 2 / out 3 / past 1; 1 2 3; 0; / past 1; 1 2 3; 0;; 3 / 20 25 30 / 20 15 -"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	back, err := r.Parse(gamestest.Setup("seats=3"), s.String())
	if err != nil || !slices.Equal(back.Standing().Scores, s.Standing().Scores) {
		t.Errorf("read again: %v, %v", back, err)
	}
}

// A number 0 that is written is told from a missing one.
func TestHooksSeeWhatIsWritten(t *testing.T) {
	var saw []string
	d := third(table.Def{Points: table.Each, Phases: off, Sheet: []table.Line{{Name: "bid", To: 9}, {Name: "suit", To: 4}}})
	d.Hooks.Refuse = func(p table.Position, d games.Decision) (games.Text, error) {
		if d.Word(1) == "suit" && !p.Written["bid"][p.By-1] {
			return games.Say("rule.now"), nil
		}
		saw = append(saw, fmt.Sprint(d, p.Written))
		return games.Text{}, nil
	}
	s := gamestest.Begin(t, defined(t, d), "seats=2")
	if _, err := s.Apply("score suit 0"); gamestest.Refusal(err) != "rule.now" {
		t.Errorf("a suit before its bid: %v", err)
	}
	gamestest.After(t, s, "score bid 0, score bid 3, score suit 1")
	if want := "score suit 1map[bid:[true true] suit:[false false]]"; !slices.Contains(saw, want) {
		t.Errorf("%q is not among %q", want, saw)
	}
}

// A seat that is out doesn't reach the target by a correction.
func TestATargetIsForSeatsInPlay(t *testing.T) {
	d := table.Def{Points: table.Each, Phases: off, Ends: table.Ends{Target: at(50), Out: true}}
	for edition, over := range map[int]bool{2: true, 3: false} {
		d.Edition = edition
		s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=3"), "score 1 20, score 2 30, score 3 10, out 3, edit 1 3 60, score 1 1, score 2 1")
		if got := s.Standing().Over; got != over {
			t.Errorf("edition %d: over %v\n%s", edition, got, s)
		}
	}
}

// A sheet that is filled once has upkeep phases, too.
func TestAnUpkeepEndsWhereASheetIsFilledOnce(t *testing.T) {
	r := defined(t, third(table.Def{
		Points: table.Turn, Once: true, Sheet: []table.Line{{Name: "a", To: 9}},
		Phases: []table.Phase{{Name: "deal", Order: table.Upkeep}, {Name: "play"}},
	}))
	if s := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), "done"); choiceOf(s, "score a").To != 9 {
		t.Errorf("%v\n%s", s.Legal(), s)
	}
}

// In the last count seats that are out write points at the end, and lines with a sum.
func TestSeatsThatAreOutAreCountedAtTheEnd(t *testing.T) {
	side := []table.Line{{Name: "wolf", To: 1, Sum: at(2)}}
	end := table.Def{Points: table.End, Sheet: side, Ends: table.Ends{Rounds: 1, Out: true}}
	late := table.Def{Points: table.Each, Ends: table.Ends{Rounds: 1, Out: true}, Sheet: []table.Line{{Name: "won", To: 9}, {Name: "coins", To: 9, Last: true}, {Name: "wolf", To: 1, Last: true, Sum: at(2)}}}
	for name, tt := range map[string]struct {
		def        table.Def
		edition    int
		says, want string
	}{
		"points at the end":        {end, 3, "out 2, done, done, done, score wolf 0, score wolf 1", "over 1 / out 2 / 0 1 0 1"},
		"in edition 2":             {end, 2, "out 2, done, done, done, score wolf 0", "round 1 / phase 3 / out 2 / 0 - . ."},
		"all are out":              {end, 3, "out 1, out 2, out 3, out 4, score wolf 0, score wolf 0, score wolf 1", "over 1 / out 1 2 3 4 / 0 0 1 1"},
		"a line of the last count": {late, 3, "out 2, done, done, done, score won 1, score won 1, score won 1, score coins 5, score coins 5, score coins 5, score wolf 1, score wolf 1, score wolf 0", "over 1 / out 2 / 1,-,- -,-,- 1,-,- 1,-,- / -,5,1 -,-,1 -,5,0 -,5,0"},
	} {
		tt.def.Edition = tt.edition
		s := gamestest.Begin(t, defined(t, tt.def), "seats=4")
		for _, says := range strings.Split(tt.says, ", ") {
			s = gamestest.After(t, s, games.Decision(says))
			if seats := s.View(games.Nobody).Seats; seats != nil && s.Turn() > 0 && seats[s.Turn()-1] != games.Waiting {
				t.Errorf("%s: the seat on turn is %v\n%s", name, seats, s)
			}
		}
		for s.Turn() > 0 && tt.edition > 2 { // what the sum forces
			s = gamestest.After(t, s, choiceOf(s, "score wolf").At(0))
		}
		if got := s.String(); got != drawn(tt.want) {
			t.Errorf("%s: got\n%swant\n%s", name, got, drawn(tt.want))
		}
	}
}

// A phase with Close can be closed whatever its order, not only if it is endless.
func TestAPhaseIsClosed(t *testing.T) {
	for name, tt := range map[string]struct {
		phase      table.Phase
		says, want string
	}{
		"until the deck is empty": {table.Phase{Order: table.Passing, Close: table.Now}, "done, pass, close", "round 1 / phase 2 / turn 1 / before 2"},
		"claimed once":            {table.Phase{Order: table.Claimed, Circles: 1, Close: table.Now}, "close", "round 1 / phase 2 / turn 1 / marker 1"},
		"two circles":             {table.Phase{Circles: 2, Close: table.Now}, "done, done, done, close", "round 1 / phase 2 / turn 1"},
		"one more circle":         {table.Phase{Circles: 5, Close: table.Circle}, "done, close, done, done", "round 1 / phase 2 / turn 1"},
		"there and back":          {table.Phase{Order: table.Snake, Close: table.Now}, "done, close", "round 1 / phase 2 / turn 1"},
		"all at once":             {table.Phase{Order: table.Together, Close: table.Now}, "ready 2, close", "round 1 / phase 2 / turn 1"},
	} {
		tt.phase.Name = "a"
		d := third(table.Def{Points: table.Each, Phases: []table.Phase{tt.phase, {Name: "b"}}})
		s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=3"), games.Decision(tt.says))
		if got := s.String(); got != drawn(tt.want) {
			t.Errorf("%s: got\n%swant\n%s", name, got, drawn(tt.want))
		}
		if d.Edition = 2; choiceOf(gamestest.Begin(t, defined(t, d), "seats=3"), "close").Says != "" {
			t.Errorf("%s: close in edition 2", name)
		}
	}
	d := third(table.Def{Points: table.Each, Phases: []table.Phase{{Name: "a", Order: table.Upkeep, Close: table.Now}, {Name: "b"}}})
	if _, err := table.New(d); err == nil || err.Error() != "table: phases[0].close: unclosable upkeep" {
		t.Errorf("an upkeep that is closed: %v", err)
	}
}

// A sheet that is written in a turn has no room for the last turn of a seat that has written it in this round.
func TestASheetOfATurnHasNoSecondTurn(t *testing.T) {
	sheet := []table.Line{{Name: "a"}}
	for want, d := range map[string]table.Def{
		"table: call: second":            {Points: table.Turn, Sheet: sheet, Ends: table.Ends{Call: table.Circle}},
		"table: phases[0].close: second": {Points: table.Turn, Sheet: sheet, Phases: []table.Phase{{Close: table.Circle}}},
		"once":                           {Points: table.Turn, Sheet: sheet, Once: true, Ends: table.Ends{Call: table.Circle}},
		"last":                           {Points: table.Turn, Sheet: sheet, Ends: table.Ends{Call: table.Last}},
		"numbers":                        {Points: table.Turn, Ends: table.Ends{Call: table.Circle}},
	} {
		if _, err := table.New(third(d)); err != nil && err.Error() != want || err == nil && strings.HasPrefix(want, "table") {
			t.Errorf("%s: got %v", want, err)
		}
		d.Edition = 2
		defined(t, d)
	}
}

// The counter of a seat that is out doesn't end the game.
func TestACounterOfASeatInPlayEndsTheGame(t *testing.T) {
	d := table.Def{Points: table.Never, Ends: table.Ends{Out: true}, Counters: []table.Counter{{Name: "gold", Ends: at(5), Then: table.WonBy}}}
	for edition, over := range map[int]bool{2: true, 3: false} {
		d.Edition = edition
		s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=3"), "out 3, set 3 gold 5")
		if got := s.Standing().Over; got != over {
			t.Errorf("edition %d: over %v\n%s", edition, got, s)
		}
	}
}

// fives refuses every number that isn't a multiple of 5.
func fives(p table.Position, d games.Decision) (games.Text, error) {
	words := strings.Fields(string(d))
	if n, err := strconv.Atoi(words[len(words)-1]); err == nil && n%5 != 0 {
		return games.Say("rule.now"), nil
	}
	return games.Text{}, nil
}

// The hook Refuse judges the entered number, also where choices list too many to ask about each.
func TestAnEnteredNumberIsJudged(t *testing.T) {
	d := third(table.Def{Points: table.Each, Phases: []table.Phase{{}}, From: 0, To: 200, Counters: []table.Counter{{Name: "coins"}}, Hooks: table.Hooks{Refuse: fives}})
	s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=2"), "done, done")
	for says, want := range map[games.Decision]string{"score 1 7": "rule.now", "set 2 coins 7": "rule.now", "score 1 15": "no refusal", "set 2 coins 15": "no refusal"} {
		if _, err := s.Apply(says); err == nil && want != "no refusal" || err != nil && gamestest.Refusal(err) != want {
			t.Errorf("%s: got %v, want %s", says, err, want)
		}
	}
	if c := choiceOf(s, "score 1"); c.To != 200 || !kit.Sifts(s, c) {
		t.Errorf("%v is listed, may be refused: %v", c, kit.Sifts(s, c))
	}
	if d.Edition = 2; gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=2"), "done, done, score 1 7") == nil {
		t.Error("edition 2")
	}
}

// Neither a step nor the likely decision is one that the hook Refuse forbids.
func TestWhatIsForbiddenIsNotProposed(t *testing.T) {
	words := trial()
	for lang := range words {
		words[lang] += "\nphase.camp = X\n"
	}
	forbid := func(of ...string) func(table.Position, games.Decision) (games.Text, error) {
		return func(_ table.Position, d games.Decision) (games.Text, error) {
			if slices.Contains(of, string(d)) {
				return games.Say("rule.now"), nil
			}
			return games.Text{}, nil
		}
	}
	d := third(table.Def{Name: "trial", Words: words, Points: table.Each, Phases: []table.Phase{{Name: "camp", Order: table.Upkeep}}, Sheet: []table.Line{{Name: "a", To: 1}, {Name: "b", To: 3}}})
	d.Hooks.Refuse = forbid("done")
	r, err := table.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if s := gamestest.Begin(t, r, "seats=2"); len(games.Steps(s)) > 0 || games.Likely(s) == "done" {
		t.Errorf("steps %v, likely %q", games.Steps(s), games.Likely(s))
	}
	d.Hooks.Refuse = forbid("score a 0", "score a 1")
	s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=2"), "done")
	if got := games.Likely(s); got != "score b" {
		t.Errorf("likely %q", got)
	}
}

// If the hook Refuse leaves nothing to write, a check is told so.
func TestNothingLeftToWriteIsAFault(t *testing.T) {
	d := third(table.Def{Points: table.Each, Phases: []table.Phase{{}}, Sheet: []table.Line{{Name: "a", To: 1, Sum: at(1)}}})
	d.Hooks.Refuse = func(_ table.Position, d games.Decision) (games.Text, error) {
		if strings.HasSuffix(string(d), "a 1") {
			return games.Say("rule.now"), nil
		}
		return games.Text{}, nil
	}
	s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=2"), "done, done")
	faults := func() []error { return s.(interface{ Faults() []error }).Faults() }
	if all := faults(); len(all) > 0 {
		t.Errorf("with a number left: %v", all)
	}
	s = gamestest.After(t, s, "score a 0")
	if all := faults(); len(all) != 1 || all[0].Error() != "refuses: stuck a 2" || games.Likely(s) != "" {
		t.Errorf("got %v, likely %q\n%s", all, games.Likely(s), s)
	}
}

// A correction of points without a sheet has the limits of an entry and is converted as one.
func TestACorrectionWithoutASheetIsAnEntry(t *testing.T) {
	opened := table.Hooks{Worth: func(p table.Position, seat int, _ string, n int) (int, bool, error) {
		return 0, p.Totals[seat-1] == 0 && n < 1000, nil // the first 1000 points open
	}}
	for name, tt := range map[string]struct {
		def  table.Def
		says games.Decision
		edit games.Choice
		want []int32
	}{
		"a turn":             {table.Def{Points: table.Turn, From: 0, To: 12}, "score 1 7, score 2 0, edit 1 1 12", games.Choice{Says: "edit 1 1", To: 12, Now: 12}, []int32{12, 0}},
		"a number of worth":  {table.Def{Points: table.Turn, From: 0, To: 2000, Hooks: opened}, "score 1 1500, score 2 0, edit 1 1 70", games.Choice{Says: "edit 1 1", To: 2000, Now: 70}, []int32{0, 0}},
		"a number of dice":   {table.Def{Points: table.Turn, From: 0, To: 2000, Hooks: table.Hooks{Worth: opened.Worth, Momentary: true}}, "score 1 1500, score 2 0, edit 1 1 70", games.Choice{Says: "edit 1 1", From: -table.MostCell, To: table.MostCell, Now: 70}, []int32{70, 0}},
		"points at any time": {table.Def{From: 0, To: 12}, "add 1 7, add 1 8", games.Choice{Says: "edit 1 1", To: table.MostCell, Now: 15}, []int32{15, 0}},
		"several turns":      {table.Def{Points: table.Turn, From: 0, To: 12, Phases: []table.Phase{{Circles: 2}}}, "score 1 7, score 2 0, score 1 8", games.Choice{Says: "edit 1 1", To: table.MostCell, Now: 15}, []int32{15, 0}},
	} {
		s := gamestest.After(t, gamestest.Begin(t, defined(t, third(tt.def)), "seats=2"), tt.says)
		if got := s.Standing().Scores; !slices.Equal(got, tt.want) || !slices.Contains(s.Legal(), tt.edit) {
			t.Errorf("%s: got %v, %v\n%s", name, got, choiceOf(s, "edit 1 1"), s)
		}
	}
}

// Where a correction in the last count lets the game go on, the round that it had cut short is over, and has
// its bonus.
func TestARoundCutShortHasItsBonus(t *testing.T) {
	d := coins()
	d.AtOnce = true
	d.Hooks.Bonus = func(table.Position, []int) ([]int, error) { return []int{0, 1}, nil }
	r := defined(t, d)
	s := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), "score points 8, score points 1, score points 7, edit 2 1 points 1")
	if got := s.Standing().Scores; !slices.Equal(got, []int32{9, 3}) {
		t.Errorf("got %v\n%s", got, s)
	}
	back, err := r.Parse(gamestest.Setup("seats=2"), s.String())
	if err != nil || !slices.Equal(back.Standing().Scores, s.Standing().Scores) {
		t.Errorf("read again: %v, %v", back.Standing().Scores, err)
	}
}
