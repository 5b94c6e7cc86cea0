package tablepanel

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// sealed ends each line of a text with its check and LF.
func sealed(text string) (lines string) {
	for l := range strings.SplitSeq(text, ", ") {
		lines += withCheck(l) + "\n"
	}
	return lines
}

// hearsSealed is hears without the checks, which must be right, on lines that have one.
func (tb *table) hearsSealed(t *testing.T) string {
	t.Helper()
	lines := strings.Split(tb.hears(), ", ")
	for i, l := range lines {
		if !strings.Contains(l, "*") {
			continue
		}
		text, good := withoutCheck(l)
		if !good {
			t.Errorf("the panel heard %q: the check is wrong", l)
		}
		lines[i] = text
	}
	return strings.Join(lines, ", ")
}

// seat starts a panel for two that numbers its reports.
func seat(t *testing.T) *table {
	t.Helper()
	tb := lay(t, t.Context())
	tb.says(t, "HELLO rim 2\n"+sealed("B 9 0 0 0 .. .."))
	if got := tb.hearsSealed(t); got != "?, X, T 0, A 0" {
		t.Fatalf("the panel heard %q", got)
	}
	return tb
}

// keys are the reports of keys that were heard.
func (tb *table) keys() string {
	var lines []string
	for _, r := range tb.told {
		if _, isKey := r.(Key); isKey {
			lines = append(lines, r.String())
		}
	}
	return strings.Join(lines, ", ")
}

func TestACheckIsTheOneOfThe1WireBus(t *testing.T) {
	if got := withCheck("123456789"); got != "123456789*a1" {
		t.Error(got)
	}
	for _, line := range []string{"", "*", "A 1", "A 1*", "A 1*0", "A 1*00", "A 1*000", "A 1*EF", "*00*00"} {
		if text, good := withoutCheck(line); good {
			t.Errorf("%q passes for %q with a check", line, text)
		}
	}
}

func TestASessionWithNumbersGoesAsThePackageCommentTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := lay(t, t.Context())
		turn := func(seat int) { _ = tb.dev.Turn(seat) }
		state := func(seat int, s State) { _ = tb.dev.State(seat, s) }
		turn(1)
		state(1, Active)
		state(2, OnDeck)
		for i, step := range []struct {
			says  string // the panel says
			do    func() // the companion does
			heard string // the panel hears
		}{
			{"HELLO tabletop 1\n", nil, "?, T 1, X, T 1"},
			{sealed("B 9 0 0 0 .. .."), nil, "A 0, T 1, S 1 active, S 2 deck"},
			{sealed("K 1 down 1"), nil, "A 1"},
			{"", func() { turn(2); state(1, Waiting); state(2, Active) }, "T 2, S 1 waiting, S 2 active"},
			{"HELLO tabletop 1\n", nil, "X, T 2"},
			{sealed("B 9 1 2 2 .. wa"), nil, "A 1, T 2, S 1 waiting, S 2 active"},
			{sealed("K 1 up 2"), nil, "A 2"},
		} {
			if step.says != "" {
				tb.says(t, step.says)
			}
			if step.do != nil {
				step.do()
			}
			if got := tb.hearsSealed(t); got != step.heard {
				t.Fatalf("step %d: the panel heard %q, want %q", i, got, step.heard)
			}
		}
		tb.leave(t)
		if got := tb.keys(); got != "K 1 down, K 1 up" || tb.dev.Junk() != 0 {
			t.Errorf("the companion was told %q, junk %d", got, tb.dev.Junk())
		}
	})
}

func TestAReportIsHeardOnceAndInTurn(t *testing.T) {
	for _, tt := range []struct{ name, says, told, heard string }{
		{"in turn", "K 1 down 1, K 1 up 2", "K 1 down, K 1 up", "A 1, A 2"},
		{"twice", "K 1 down 1, K 1 down 1, K 1 up 2, K 1 up 2", "K 1 down, K 1 up", "A 1, A 1, A 2, A 2"},
		{"one was lost", "K 1 down 1, K 1 down 3, K 1 up 2, K 1 down 3", "K 1 down, K 1 up, K 1 down", "A 1, A 1, A 2, A 3"},
		{"the first was lost", "K 1 up 2", "", "A 0"},
		{"forgotten by the panel", "B 9 4 4 0 .. .., K 2 down 5", "K 2 down", "A 4, A 5"},
		{"some forgotten", "K 1 down 1, B 9 3 5 0 .. .., K 2 down 4", "K 1 down, K 2 down", "A 1, A 3, A 4"},
		{"an acknowledgement was lost", "K 1 down 1, B 9 0 1 0 .. .., K 1 down 1, K 1 up 2", "K 1 down, K 1 up", "A 1, A 1, A 1, A 2"},
		{"another life", "K 1 down 1, B 10 0 1 0 .. .., K 1 down 1", "K 1 down, K 1 down", "A 1, A 0, A 1"},
		{"round again", "B 9 254 254 0 .. .., K 1 down 255, K 1 up 1, B 9 254 1 0 .. .., K 2 down 2", "K 1 down, K 1 up, K 2 down", "A 254, A 255, A 1, A 1, A 2"},
	} {
		synctest.Test(t, func(t *testing.T) {
			tb := seat(t)
			tb.says(t, sealed(tt.says))
			if got := tb.hearsSealed(t); got != tt.heard {
				t.Errorf("%s: the panel heard %q, want %q", tt.name, got, tt.heard)
			}
			if got := tb.keys(); got != tt.told || tb.dev.Junk() != 0 {
				t.Errorf("%s: told %q, want %q; junk %d", tt.name, got, tt.told, tb.dev.Junk())
			}
			tb.leave(t)
		})
	}
}

func TestWhatAPanelKeptFromBeforeItWasMetIsPassedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := lay(t, t.Context())
		tb.says(t, sealed("K 1 down 5")) // it isn't known yet
		tb.says(t, "HELLO rim 2\n"+sealed("B 9 4 6 0 .. .., K 1 down 5, K 1 down 7"))
		if got := tb.hearsSealed(t); got != "?, X, T 0, A 6, A 6, A 7" {
			t.Errorf("the panel heard %q", got)
		}
		if got := tb.keys(); got != "K 1 down" {
			t.Errorf("told %q", got)
		}
		tb.leave(t)
	})
}

func TestABeatMendsWhatThePanelShows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := seat(t)
		_ = tb.dev.Turn(2)
		_ = tb.dev.Lamp(2, Blink)
		_ = tb.dev.State(1, Passed)
		_ = tb.dev.State(2, Alarm)
		_ = tb.dev.Motor("buzz")
		if got := tb.hearsSealed(t); got != "T 2, L 2 blink, S 1 passed, S 2 alarm, M buzz" {
			t.Errorf("the panel heard %q", got)
		}
		for _, tt := range []struct{ beat, heard string }{
			{"B 9 0 0 2 .b px", "A 0"},
			{"B 9 0 0 1 .b px", "A 0, T 2"},
			{"B 9 0 0 2 1b px", "A 0, L 1 off"},
			{"B 9 0 0 2 .1 pg", "A 0, L 2 blink, S 2 alarm"},
			{"B 9 0 0 0 .. ..", "A 0, T 2, S 1 passed, L 2 blink, S 2 alarm"},
			{"B 9 0 0 2 . p", "A 0"},
		} {
			tb.says(t, sealed(tt.beat))
			if got := tb.hearsSealed(t); got != tt.heard {
				t.Errorf("after %q the panel heard %q, want %q", tt.beat, got, tt.heard)
			}
		}
		tb.leave(t)
		if got := tb.hearsSealed(t); got != "X" {
			t.Errorf("at the end the panel heard %q", got)
		}
	})
}

func TestTheColourOfAPlayerComesBeforeEachState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := seat(t)
		for _, step := range []struct {
			do    func() error
			heard string
		}{
			{func() error { return tb.dev.Colour(2, Lime) }, "C 2 lime"},
			{func() error { return tb.dev.State(1, Active) }, "S 1 active"},
			{func() error { return tb.dev.State(2, OnDeck) }, "C 2 lime, S 2 deck"},
			{func() error { return tb.dev.Colour(2, NoColour) }, "C 2 none"},
			{func() error { return tb.dev.Colour(2, Indigo) }, "C 2 indigo"},
		} {
			if err := step.do(); err != nil {
				t.Error(err)
			}
			if got := tb.hearsSealed(t); got != step.heard {
				t.Errorf("the panel heard %q, want %q", got, step.heard)
			}
		}
		tb.says(t, "HELLO tabletop 1\n"+sealed("B 9 0 0 0 .. .."))
		if got := tb.hearsSealed(t); got != "X, T 0, A 0, C 2 indigo, S 1 active, C 2 indigo, S 2 deck" {
			t.Errorf("when it is back, the panel heard %q", got)
		}
		tb.leave(t)
	})
}

func TestSeatsWithoutALightAreNotMended(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := seat(t)
		_ = tb.dev.Turn(12)
		_ = tb.dev.Lamp(12, Blink)
		_ = tb.dev.State(12, Active)
		if got := tb.hearsSealed(t); got != "T 12, L 12 blink, S 12 active" {
			t.Errorf("the panel heard %q", got)
		}
		for range 3 { // the panel has eight lights, and ignores the others
			tb.says(t, sealed("B 9 0 0 12 ........ ........"))
			if got := tb.hearsSealed(t); got != "A 0" {
				t.Errorf("the panel heard %q", got)
			}
		}
		tb.leave(t)
	})
}

func TestAnOlderPanelNeverHearsOfStates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := seat(t)
		tb.says(t, "HELLO rim 1.2\n") // another was plugged in
		for s := range Gone + 1 {
			if err := tb.dev.State(1, s); err != nil {
				t.Error(err)
			}
		}
		if err := tb.dev.Colour(1, Red); err != nil {
			t.Error(err)
		}
		tb.says(t, "K 1 down\n")
		_ = tb.dev.Turn(1)
		if got := tb.hears(); got != "X, T 0, T 1" || tb.keys() != "K 1 down" {
			t.Errorf("the panel heard %q, told %q", got, tb.keys())
		}
		tb.leave(t)
	})
}

func TestAPanelThatBeatsWithoutHelloIsAskedForIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := lay(t, t.Context())
		tb.says(t, sealed("B 9 0 0 0 .. .."))
		time.Sleep(1500 * time.Millisecond)
		tb.says(t, "HELLO rim 2\n"+sealed("B 9 0 0 0 .. .."))
		time.Sleep(1500 * time.Millisecond)
		if got := tb.hearsSealed(t); got != "?, A 0, ?, X, T 0, A 0" {
			t.Errorf("the panel heard %q", got)
		}
		tb.leave(t)
	})
}

func TestALineWithACheckThatIsNotInTheProtocolIsJunk(t *testing.T) {
	wrong := []string{
		"", "K 1 down", "K 1 down 0", "K 1 down 256", "K 1 down 01", "K 1 down x", "K 1 sideways 1", "K 1 down 1 1", "HELLO rim 1",
		"B 9 0 0 0 ..", "B 0 0 0 0 .. ..", "B 256 0 0 0 .. ..", "B 9 -1 0 0 .. ..", "B 9 0 0 0 .. ...", "B 9 0 0 0 .z ..",
		"B 9 0 0 0 .. zz", "B 9 0 0 0 ......... .........", "B 9 0 0 0  ", "A 1", "S 1 active", strings.Repeat("K ", 32),
	}
	synctest.Test(t, func(t *testing.T) {
		tb := seat(t)
		for _, text := range wrong {
			tb.says(t, sealed(text))
		}
		tb.says(t, "K 1 down 1*00\nK 1 down 1*\n*\n")
		if got := tb.hears(); got != "" || tb.keys() != "" || tb.dev.Junk() != len(wrong)+3 {
			t.Errorf("the panel heard %q, told %q, junk %d of %d", got, tb.keys(), tb.dev.Junk(), len(wrong)+3)
		}
		tb.leave(t)
	})
}

func FuzzParseNumbered(f *testing.F) {
	for _, text := range []string{"K 3 down 255", "B 9 0 0 2 .1b.... wdaprxg.", "M roll done 7"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		said, err := parseNumbered(withCheck(text))
		if err != nil {
			return
		}
		if b, isBeat := said.(beat); isBeat && (b.life < 1 || len(b.lamps) != len(b.states)) {
			t.Errorf("%q is read as %+v", text, b)
		}
		if _, err := parseNumbered(withCheck(text) + "0"); err == nil {
			t.Errorf("%q is read with a wrong check", text)
		}
	})
}
