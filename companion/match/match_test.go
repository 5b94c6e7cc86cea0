package match

import (
	"slices"
	"strings"
	"testing"

	"tabletop/companion/luck"
	"tabletop/games"
)

// secret is 00 01 02 … 1f, shifted by n so that tests have several.
func secret(n byte) luck.Secret {
	var s luck.Secret
	for i := range s {
		s[i] = byte(i) + n
	}
	return s
}

// begin starts a match of two under the seal of secret(0), with options "name=value".
func begin(t *testing.T, options ...string) Match {
	t.Helper()
	f := Fact{Kind: Started, Game: "toss", Seats: []string{"Аня", "Боря"}, Seal: secret(0).Seal(), Options: map[string]string{}}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		f.Options[name] = value
	}
	return must(Begin(catalogue, f))
}

func must(m Match, err error) Match {
	if err != nil {
		panic(err)
	}
	return m
}

// play decides for the seats and lets the device answer after each decision.
func play(m Match, decisions ...string) Match {
	for _, d := range decisions {
		m = must(m.Decide(Stamp{}, d, ""))
		m = must(m.Answer(Stamp{}, secret(0).Key(m.Stirrings())))
	}
	return m
}

// told says what stands on the present line.
func told(m Match) string {
	var all []string
	for f := range m.Line() {
		all = append(all, f.Says)
	}
	return strings.TrimPrefix(strings.Join(all, ", "), ", ")
}

func TestTheDeviceAnswersUntilAPersonMustDecide(t *testing.T) {
	m := play(begin(t), "flip", "flip", "flip")
	// By openssl, K of nothing stirred being 96c3ba67…: coin/1/0 …957f and
	// coin/3/0 …2e19 are odd, coin/2/0 …56b2 even; die/1/0 8d1a…3966 mod 6 = 2.
	if got, want := told(m), "flip, coin tails, flip, coin heads, die 3, flip, coin tails"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if m.State().Turn() < 1 {
		t.Errorf("chance is still on turn")
	}
}

func TestTheDeviceStopsAtAQuestionWithoutOdds(t *testing.T) {
	m := play(begin(t), "token")
	if m.State().Turn() != games.Chance || m.Seq() != 2 {
		t.Fatalf("turn %d after %d facts", m.State().Turn(), m.Seq())
	}
	m = must(m.Decide(Stamp{}, "token red", Table))
	if got := m.State().Turn(); got != 2 {
		t.Errorf("turn %d after the table's answer, want 2", got)
	}
}

func TestAMatchCanBeginWithChance(t *testing.T) {
	m := begin(t, "deal=on")
	m = must(m.Answer(Stamp{}, secret(0).Key(nil)))
	if _, ok := m.Undo(); ok {
		t.Error("the device's first card can be undone")
	}
	if got := m.Outcomes()["card"]; got != 1 {
		t.Errorf("%d cards fell, want 1", got)
	}
}

func TestDrawingTheFirstSeatTurnsTheNames(t *testing.T) {
	four := Fact{Kind: Started, Game: "toss", Seats: []string{"А", "Б", "В", "Г"}}
	m := must(Begin(catalogue, four))
	for says, want := range map[string]string{"first 1": "АБВГ", "first 2": "БВГА", "first 3": "ВГАБ", "first 4": "ГАБВ"} {
		drawn := must(m.DrawFirst(Stamp{}, nil, says))
		if got := strings.Join(drawn.Names(), ""); got != want {
			t.Errorf("%s: %s, want %s", says, got, want)
		}
		if got := drawn.Name(1) + drawn.Name(4) + drawn.Name(0) + drawn.Name(-1) + drawn.Name(5); got != want[:2]+want[len(want)-2:] {
			t.Errorf("%s: seats 1 and 4 are %s", says, got)
		}
	}
	k := secret(0).Key(nil)
	// first/1/0 is 62cbbfc945b12fb2 by openssl, and that mod 4 = 2.
	if got := must(m.DrawFirst(Stamp{}, &k, "")); told(got) != "first 3" {
		t.Errorf("the device drew %s", told(got))
	}
	alone := must(Begin(catalogue, Fact{Kind: Started, Game: "toss", Seats: []string{"Я"}}))
	if got := must(alone.DrawFirst(Stamp{}, &k, "")); told(got) != "first 1" {
		t.Errorf("one player alone: drew %s", told(got))
	}
}

// steps follows next until it offers no more, and returns what each step took and left.
func steps(m Match, next func(Match) (Step, bool)) (Match, []string) {
	var all []string
	for step, ok := next(m); ok; step, ok = next(m) {
		m = must(m.BackTo(Stamp{}, step.BackTo, ""))
		seen := ""
		if step.Revealed {
			seen = " (seen)"
		}
		all = append(all, step.Fact.Says+seen+": "+told(m))
	}
	return m, all
}

func TestUndoAndRedoGoByWhatOnePersonDid(t *testing.T) {
	m := play(must(begin(t).Stir(Stamp{}, "лодка")), "take 1", "flip", "flip")
	m = must(m.Rule(Stamp{}, "score 1 9", "мимо"))
	whole := told(m)
	m, back := steps(m, Match.Undo)
	want := []string{
		"score 1 9: take 1, flip, coin heads, die 5, flip, coin tails",
		"flip (seen): take 1, flip, coin heads, die 5",
		"flip (seen): take 1",
		"take 1: ",
	}
	if !slices.Equal(back, want) {
		t.Errorf("undo:\n%s\nwant\n%s", strings.Join(back, "\n"), strings.Join(want, "\n"))
	}
	_, forth := steps(m, Match.Redo)
	want = []string{
		"take 1: take 1",
		"flip: take 1, flip, coin heads, die 5",
		"flip: take 1, flip, coin heads, die 5, flip, coin tails",
		"score 1 9: " + whole,
	}
	if !slices.Equal(forth, want) {
		t.Errorf("redo:\n%s\nwant\n%s", strings.Join(forth, "\n"), strings.Join(want, "\n"))
	}
}

func TestAnswersOfTheTableAreUndoneOneByOne(t *testing.T) {
	m := must(begin(t).Decide(Stamp{}, "flip", ""))
	m = must(m.Decide(Stamp{}, "coin heads", Table))
	m = must(m.Decide(Stamp{}, "die 6", Table))
	_, back := steps(m, Match.Undo)
	want := []string{"die 6: flip, coin heads", "coin heads: flip", "flip: "}
	if !slices.Equal(back, want) {
		t.Errorf("got %q, want %q", back, want)
	}
}

func TestUndoLeavesTheDrawnFirstSeatAlone(t *testing.T) {
	m := must(begin(t).DrawFirst(Stamp{}, nil, "first 2"))
	if step, ok := m.Undo(); ok {
		t.Errorf("undo offers to take back %q", step.Fact.Says)
	}
	m, back := steps(play(m, "take 1"), Match.Undo)
	if want := []string{"take 1: first 2"}; !slices.Equal(back, want) {
		t.Errorf("got %q, want %q", back, want)
	}
	m = must(m.BackTo(Stamp{}, 1, ""))
	if got := m.Name(1); got != "Аня" {
		t.Errorf("back at the start seat 1 is %s", got)
	}
	m, forth := steps(m, Match.Redo)
	if want := []string{"take 1: first 2, take 1"}; !slices.Equal(forth, want) || m.Name(1) != "Боря" {
		t.Errorf("got %q and seat 1 %s, want %q", forth, m.Name(1), want)
	}
}

func TestNothingIsRedoneOnceSomethingElseWasDecided(t *testing.T) {
	for name, other := range map[string]func(Match) (Match, error){
		"a decision": func(m Match) (Match, error) { return m.Decide(Stamp{}, "take 2", "") },
		"a ruling":   func(m Match) (Match, error) { return m.Rule(Stamp{}, "turn 2", "") },
	} {
		m := play(begin(t), "take 1", "take 1")
		step, _ := m.Undo()
		m = must(other(must(m.BackTo(Stamp{}, step.BackTo, ""))))
		if step, ok := m.Redo(); ok {
			t.Errorf("after %s redo offers %q", name, step.Fact.Says)
		}
	}
}

func TestALineThatWasLeftCanBeReturnedTo(t *testing.T) {
	m := play(begin(t), "take 1", "take 2") // seq 2, 3
	m = must(m.BackTo(Stamp{}, 2, ""))      // 4
	m = play(m, "take 3", "take 3")         // 5, 6
	m = must(m.BackTo(Stamp{}, 3, ""))      // 7
	if got, want := told(m), "take 1, take 2"; got != want {
		t.Errorf("line %s, want %s", got, want)
	}
	if _, ok := m.Redo(); ok {
		t.Error("there is something to redo at the end of a line")
	}
	m = must(m.BackTo(Stamp{}, 4, "")) // where that undone fact led
	if got, want := told(m), "take 1"; got != want {
		t.Errorf("line %s, want %s", got, want)
	}
	step, ok := m.Redo()
	if !ok || step.BackTo != 3 {
		t.Errorf("redo offers %+v, want to go to 3", step)
	}
}

func TestTakenBackAndDecidedAgainTheDeviceGivesTheSame(t *testing.T) {
	m := play(begin(t), "flip", "flip")
	want := told(m)
	m, _ = steps(m, Match.Undo)
	again := play(m, "flip", "flip")
	if got := told(again); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	other := play(m, "take 1", "flip")
	if got, want := told(other), "take 1, flip, coin tails"; got != want {
		t.Errorf("the first coin after another beginning: %s, want %s", got, want)
	}
}

func TestStirringsStayWhereverTheMatchGoesBackTo(t *testing.T) {
	m := must(begin(t).Stir(Stamp{}, "лодка"))
	m = must(m.BackTo(Stamp{}, 1, ""))
	m = must(m.Stir(Stamp{}, "3 1 4"))
	if got, want := m.Stirrings(), []string{"лодка", "3 1 4"}; !slices.Equal(got, want) {
		t.Errorf("stirred %q, want %q", got, want)
	}
}

func TestAnEndedMatchOnlyOpensOrReopens(t *testing.T) {
	m := must(play(begin(t), "take 1").End(Stamp{}))
	for name, change := range map[string]func() (Match, error){
		"a decision": func() (Match, error) { return m.Decide(Stamp{}, "take 1", "") },
		"a ruling":   func() (Match, error) { return m.Rule(Stamp{}, "turn 1", "") },
		"stirring":   func() (Match, error) { return m.Stir(Stamp{}, "a") },
		"drawing":    func() (Match, error) { return m.DrawFirst(Stamp{}, nil, "first 1") },
		"the end":    func() (Match, error) { return m.End(Stamp{}) },
	} {
		if after, err := change(); err == nil || after != m {
			t.Errorf("%s after the end: %v", name, err)
		}
	}
	opened := must(m.Open(Stamp{}, secret(0)))
	if !opened.Ended() || !opened.Opened() {
		t.Error("opening reopened the match")
	}
	step, ok := m.Undo()
	if !ok || step.Fact.Says != "take 1" {
		t.Fatalf("undo offers %+v", step)
	}
	back := must(m.BackTo(Stamp{}, m.Seq(), ""))
	if back.Ended() || told(back) != "take 1" {
		t.Errorf("reopened at %q, ended %v", told(back), back.Ended())
	}
}

func TestAnOpenedSealGivesNoLuckUntilSealedAnew(t *testing.T) {
	m := must(play(begin(t), "flip").Open(Stamp{}, secret(0)))
	asked := must(m.Decide(Stamp{}, "flip", ""))
	if after, err := asked.Answer(Stamp{}, secret(0).Key(nil)); err == nil || after != asked {
		t.Errorf("the device answered under an opened seal: %s", told(after))
	}
	if _, err := asked.Decide(Stamp{}, "coin heads", Table); err != nil {
		t.Errorf("the table can't answer under an opened seal: %v", err)
	}
	if _, err := m.Stir(Stamp{}, "late"); err == nil {
		t.Error("an opened seal was stirred")
	}
	if _, err := m.Open(Stamp{}, secret(0)); err == nil {
		t.Error("the seal was opened twice")
	}
	anew := must(asked.BackTo(Stamp{}, asked.Seq(), secret(1).Seal()))
	anew = must(anew.Stir(Stamp{}, "снова"))
	anew = must(anew.Answer(Stamp{}, secret(1).Key(anew.Stirrings())))
	if anew.Opened() || anew.Seal() != secret(1).Seal() || anew.State().Turn() < 1 {
		t.Errorf("sealed anew: opened %v, seal %.8s…, turn %d", anew.Opened(), anew.Seal(), anew.State().Turn())
	}
}

func TestARefusedNewSealDoesntGoBackEither(t *testing.T) {
	m := play(begin(t), "take 1")
	if after, err := m.BackTo(Stamp{}, 1, secret(1).Seal()); err == nil || after != m {
		t.Errorf("a seal over a closed one: %v, now %d facts", err, after.Seq())
	}
}

func TestLabelsAreKeptAndTimeNeverRunsBack(t *testing.T) {
	m := must(begin(t).Decide(Stamp{At: "19:00", MS: 500}, "take 1", ""))
	if _, err := m.Decide(Stamp{MS: 499}, "take 1", ""); err == nil {
		t.Error("time ran back")
	}
	m = must(m.Decide(Stamp{}, "take 1", ""))
	if m.MS() != 500 || !strings.Contains(m.Since(1), `"at":"19:00","ms":500`) {
		t.Errorf("at %d ms: %s", m.MS(), m.Since(1))
	}
}

func TestWhatAnswersByDefaultIsToldByTheStart(t *testing.T) {
	for given, want := range map[string]string{"": Device, Device: Device, Table: Table} {
		f := Fact{Kind: Started, Game: "toss", Seats: []string{"Я"}, Luck: given, Series: "пятница"}
		if m := must(Begin(catalogue, f)); m.Luck() != want || m.Series() != "пятница" {
			t.Errorf("%q: got %q, series %q", given, m.Luck(), m.Series())
		}
	}
}

func TestBeforeNamesThePositionEachFactFound(t *testing.T) {
	m := play(begin(t), "take 1", "take 2")
	states := []string{m.Before(2).String(), m.Before(3).String(), must(m.BackTo(Stamp{}, 1, "")).Before(4).String(), m.State().String()}
	want := []string{"20 1 \"\" 0 0 0 0 \"\"\n", "20 2 \"\" 1 0 0 0 \"\"\n", "20 1 \"\" 1 2 0 0 \"\"\n", "20 1 \"\" 1 2 0 0 \"\"\n"}
	if !slices.Equal(states, want) {
		t.Errorf("got %q, want %q", states, want)
	}
}

func TestAFactKeepsNothingThatItsCallerMayChange(t *testing.T) {
	f := Fact{Kind: Started, Game: "toss", Seats: []string{"Аня"}, Options: map[string]string{"goal": "5"}}
	m := must(Begin(catalogue, f))
	f.Seats[0], f.Options["goal"] = "Змей", "6"
	if m.Name(1) != "Аня" || m.Setup().Options["goal"] != "5" {
		t.Errorf("the match changed to %s, %v", m.Name(1), m.Setup())
	}
}

func TestNoMatchIsNoMatch(t *testing.T) {
	var m Match
	_, undo := m.Undo()
	_, redo := m.Redo()
	_, err := m.End(Stamp{})
	if !m.IsZero() || m.Seq() != 0 || m.Since(0) != "" || undo || redo || err == nil {
		t.Error("the zero value behaves like a match")
	}
}
