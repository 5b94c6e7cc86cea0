package match

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/luck"
	"tabletop/games"
)

func TestASeatIsHandedOn(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  string // names by seat, or the error
	}{
		{"somebody new", []string{begun, says("take 1"), `{"kind":"seated","seat":2,"says":"Вера"}`}, "Аня Вера"},
		{"two change places", []string{begun, `{"kind":"seated","seat":2,"says":"Аня"}`}, "Боря Аня"},
		{"after the first seat was drawn", []string{begun, `{"kind":"drawn","says":"first 2"}`, `{"kind":"seated","seat":1,"says":"Вера"}`}, "Вера Аня"},
		{"undone", []string{begun, `{"kind":"seated","seat":2,"says":"Вера"}`, `{"kind":"undone","back_to":1}`}, "Аня Боря"},
		{"redone", []string{begun, `{"kind":"seated","seat":2,"says":"Вера"}`, `{"kind":"undone","back_to":1}`, `{"kind":"undone","back_to":2}`}, "Аня Вера"},
		{"composed", []string{begun, `{"kind":"seated","seat":1,"says":"Йо"}`}, "Йо Боря"},
		{"who sits there", []string{begun, `{"kind":"seated","seat":2,"says":"Боря"}`}, `r:2: Боря has seat 2 already`},
		{"no such seat", []string{begun, `{"kind":"seated","seat":3,"says":"Вера"}`}, `r:2: seat is 3, not one of 1 to 2`},
		{"no seat", []string{begun, `{"kind":"seated","says":"Вера"}`}, `r:2: seat is 0, not one of 1 to 2`},
		{"no name", []string{begun, `{"kind":"seated","seat":2}`}, `r:2: a name has 1 to 16 letters; one is empty`},
		{"signs", []string{begun, `{"kind":"seated","seat":2,"says":"<b>"}`}, `r:2: a name has letters, digits, spaces, hyphens, points and apostrophes, not '<'`},
		{"a reason", []string{begun, `{"kind":"seated","seat":2,"says":"Вера","why":"x"}`}, `r:2: a fact of kind "seated" has no field "why"`},
	} {
		m, err := record(c.lines...)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = strings.Join(m.Names(), " ")
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAChangeOfSeatsIsAStepThatCanBeTakenBack(t *testing.T) {
	m := must(must(begin(t).Decide(Stamp{}, "take 1", "")).Seat(Stamp{}, 2, "Вера"))
	step, ok := m.Undo()
	if !ok || step.Fact.Kind != Seated || step.Fact.Says != "Вера" || step.Revealed {
		t.Fatalf("undo offers %+v, %v", step, ok)
	}
	back := must(m.BackTo(Stamp{}, step.BackTo, ""))
	if got := back.Names(); slices.Contains(got, "Вера") {
		t.Errorf("taken back, and yet %v", got)
	}
	again, ok := back.Redo()
	if !ok || again.Fact.Kind != Seated {
		t.Fatalf("redo offers %+v, %v", again, ok)
	}
	if got := must(back.BackTo(Stamp{}, again.BackTo, "")).Name(2); got != "Вера" {
		t.Errorf("seat 2 is %s's after redo", got)
	}
}

func TestWhoSatThereIsKnownOfEveryFact(t *testing.T) {
	m := mustRead(t, begun, `{"kind":"drawn","says":"first 2"}`, says("take 1"), `{"kind":"seated","seat":1,"says":"Вера"}`, `{"kind":"undone","back_to":1}`)
	for seq, want := range []string{1: "Аня Боря", 2: "Боря Аня", 3: "Боря Аня", 4: "Вера Аня", 5: "Аня Боря"} {
		if seq == 0 {
			continue
		}
		if got := strings.Join(m.NamesAt(seq), " "); got != want {
			t.Errorf("after fact %d: %s, want %s", seq, got, want)
		}
	}
}

func TestTheFirstSeatIsDrawnAmongSome(t *testing.T) {
	four := `{"kind":"started","game":"toss","seats":["А","Б","В","Г"],"seal":"` + secret(0).Seal() + `"}`
	drawn := map[string]bool{}
	for stirring := range 40 {
		m := must(mustRead(t, four).Stir(Stamp{}, strings.Repeat("ы", stirring+1)))
		m = must(m.DrawAmong(Stamp{}, secret(0).Key(m.Stirrings()), []int{2, 4}))
		drawn[m.Name(1)] = true
		m = must(m.Open(Stamp{}, secret(0)))
		if _, err := Verify(m); err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if _, err := m.WriteTo(&text); err != nil || !strings.Contains(text.String(), `"among":[2,4],"luck":"device"`) {
			t.Fatalf("the record says (%v)\n%s", err, text.String())
		}
		if _, err := Verify(mustRead(t, strings.Split(strings.TrimSpace(text.String()), "\n")...)); err != nil {
			t.Fatalf("read back: %v", err)
		}
	}
	if len(drawn) != 2 || !drawn["Б"] || !drawn["Г"] {
		t.Errorf("forty draws among Б and Г gave %v", drawn)
	}
}

func TestADrawAmongOthersIsFoundOut(t *testing.T) {
	key := secret(0).Key(nil)
	want, ok := key.Draw([]games.Choice{{Says: "first 1"}, {Says: "first 2", Weight: 1}, {Says: "first 3", Weight: 1}}, 1)
	other := map[games.Decision]string{"first 2": "first 3", "first 3": "first 2"}[want]
	if !ok || other == "" {
		t.Fatalf("drew %q", want)
	}
	lines := []string{
		`{"kind":"started","game":"toss","seats":["А","Б","В"],"seal":"` + secret(0).Seal() + `"}`,
		`{"kind":"drawn","says":"` + other + `","among":[2,3],"luck":"device"}`,
		`{"kind":"opened","secret":"` + secret(0).String() + `"}`,
	}
	if _, err := Verify(mustRead(t, lines...)); err == nil || !strings.Contains(err.Error(), `should be "`+string(want)+`"`) {
		t.Errorf("another draw passes: %v", err)
	}
	for _, c := range [][2]string{
		{`{"kind":"drawn","says":"first 1","among":[2,3]}`, `r:2: says is "first 1", which is not among [2 3]`},
		{`{"kind":"drawn","says":"first 2","among":[3,2]}`, `r:2: among is [3 2], not rising numbers from 1 to 3`},
		{`{"kind":"drawn","says":"first 2","among":[2,2]}`, `r:2: among is [2 2], not rising numbers from 1 to 3`},
		{`{"kind":"drawn","says":"first 2","among":[0,2]}`, `r:2: among is [0 2], not rising numbers from 1 to 3`},
		{`{"kind":"drawn","says":"first 2","among":[2,4]}`, `r:2: among is [2 4], not rising numbers from 1 to 3`},
		{`{"kind":"drawn","says":"first 2","among":["2"]}`, `r:2: field "among": a string does not fit`},
		{`{"kind":"stirred","says":"x","among":[2]}`, `r:2: a fact of kind "stirred" has no field "among"`},
	} {
		if _, err := record(lines[0], c[0]); err == nil || err.Error() != c[1] {
			t.Errorf("%s: %v, want %s", c[0], err, c[1])
		}
	}
}

func TestTheLuckOfOneAloneIsKnown(t *testing.T) {
	if got, ok := (luck.Key{}).Draw(firstChoices(3, []int{2}), 1); !ok || got != "first 2" {
		t.Errorf("drew %q, %v", got, ok)
	}
}
