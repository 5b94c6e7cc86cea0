package games_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
)

// ludo is a game of which only the set-up matters.
type ludo struct{ games.Rules }

func (ludo) Seats() (int, int) { return 2, 4 }

func (ludo) Options() []games.Option {
	return []games.Option{
		{Name: "risk", Default: "off", Values: []string{"off", "on"}},
		{Name: "target", Default: "21", Values: []string{"16", "21", "35"}, Grammar: "1..99"},
		{Name: "start", Default: "", Grammar: "text"},
	}
}

func TestASetupIsRefusedByItsRule(t *testing.T) {
	tests := []struct {
		seats       int
		name, value string
		want        string // rule and arguments, "" if accepted
	}{
		{2, "", "", ""},
		{4, "", "", ""},
		{1, "", "", "rule.setup.seats 2 4"},
		{5, "", "", "rule.setup.seats 2 4"},
		{-1, "", "", "rule.setup.seats 2 4"},
		{2, "risk", "on", ""},
		{2, "risk", "off", ""},
		{2, "risk", "", "rule.setup.value off on"},
		{2, "risk", "On", "rule.setup.value off on"},
		{2, "rsk", "on", "rule.setup.unknown rsk risk"},
		{2, "goal", "9", "rule.setup.unknown goal risk"},
		{2, "tarjet", "9", "rule.setup.unknown tarjet target"},
		{2, "target", "35", ""},
		{2, "target", "1", ""},
		{2, "target", "99", ""},
		{2, "target", "0", "rule.setup.range 1 99"},
		{2, "target", "100", "rule.setup.range 1 99"},
		{2, "target", "many", "rule.setup.range 1 99"},
		{2, "target", "07", "rule.setup.range 1 99"},
		{2, "start", "", ""},
		{2, "start", "any thing", ""},
	}
	for _, tt := range tests {
		s := games.Setup{Seats: tt.seats}
		if tt.name != "" {
			s.Options = map[string]string{tt.name: tt.value}
		}
		err := games.CheckSetup(ludo{}, s)
		got := ""
		var illegal games.Illegal
		if errors.As(err, &illegal) {
			got = strings.Join(append([]string{illegal.Rule.Key}, illegal.Rule.Args...), " ")
		}
		if got != tt.want || (err == nil) != (tt.want == "") {
			t.Errorf("%d seats, %s=%s: got %v, want %q", tt.seats, tt.name, tt.value, err, tt.want)
		}
	}
}

func TestARefusedSetupSaysWhichOption(t *testing.T) {
	var illegal games.Illegal
	err := games.CheckSetup(ludo{}, games.Setup{Seats: 2, Options: map[string]string{"zoo": "x", "risk": "maybe"}})
	if !errors.As(err, &illegal) || illegal.Says != "risk=maybe" {
		t.Errorf("got %v, want the first by name, risk=maybe", err)
	}
	if err := games.CheckSetup(ludo{}, games.Setup{Seats: 9}); !errors.As(err, &illegal) || illegal.Says != "seats=9" {
		t.Errorf("got %v, want seats=9", err)
	}
}

func TestAnOptionThatIsMissingHasItsDefault(t *testing.T) {
	s := games.Setup{Seats: 2, Options: map[string]string{"risk": "on"}}
	for name, want := range map[string]string{"risk": "on", "target": "21", "start": "", "nosuch": ""} {
		if got := s.Value(ludo{}.Options(), name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestAGrammarOfNumbersHasARange(t *testing.T) {
	tests := []struct {
		grammar  string
		from, to int32
		ok       bool
	}{
		{"1..99", 1, 99, true},
		{"-999..999", -999, 999, true},
		{"counts", 0, 0, false},
		{"text", 0, 0, false},
		{"", 0, 0, false},
		{"1..x", 0, 0, false},
		{"1..9999999999", 0, 0, false},
	}
	for _, tt := range tests {
		from, to, ok := games.Option{Grammar: tt.grammar}.Range()
		if ok != tt.ok || ok && (from != tt.from || to != tt.to) {
			t.Errorf("%q: got %d..%d, %v, want %d..%d, %v", tt.grammar, from, to, ok, tt.from, tt.to, tt.ok)
		}
	}
}

func TestDistanceCountsLettersToChange(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"risk", "risk", 0},
		{"", "risk", 4},
		{"risk", "rsk", 1},
		{"risk", "riisk", 1},
		{"risk", "rask", 1},
		{"kitten", "sitting", 3},
		{"заяц", "зайца", 2},
		{strings.Repeat("a", 1000), "a", 1000},
	}
	for _, tt := range tests {
		if got := games.Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("%.20q to %.20q: got %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestDistanceIsAMetric(t *testing.T) {
	word := rapid.StringMatching(`[abc]{0,6}`)
	rapid.Check(t, func(rt *rapid.T) {
		a, b, c := word.Draw(rt, "a"), word.Draw(rt, "b"), word.Draw(rt, "c")
		ab, bc, ac := games.Distance(a, b), games.Distance(b, c), games.Distance(a, c)
		if ab != games.Distance(b, a) || (ab == 0) != (a == b) || ac > ab+bc {
			rt.Fatalf("%q %q %q: %d, %d, %d", a, b, c, ab, bc, ac)
		}
	})
}

func TestAnOptionSettlesSomethingWhereWhatItNeedsIsChosen(t *testing.T) {
	options := append(ludo{}.Options(), games.Option{Name: "stake", Default: "1", Needs: "risk=on"})
	options = append(options, games.Option{Name: "limit", Default: "9", Needs: "stake=2"})
	stake, limit, risk := options[len(options)-2], options[len(options)-1], options[0]
	for _, tt := range []struct {
		chosen map[string]string
		o      games.Option
		want   bool
	}{
		{nil, stake, false},
		{map[string]string{"stake": "2"}, stake, false},
		{map[string]string{"risk": "off"}, stake, false},
		{map[string]string{"risk": "on"}, stake, true},
		{nil, risk, true},
		{map[string]string{"stake": "2"}, limit, false}, // for there is no stake without risk
		{map[string]string{"risk": "on"}, limit, false},
		{map[string]string{"risk": "on", "stake": "2"}, limit, true},
	} {
		if got := (games.Setup{Options: tt.chosen}).Settles(options, tt.o); got != tt.want {
			t.Errorf("%s with %v: got %v, want %v", tt.o.Name, tt.chosen, got, tt.want)
		}
	}
}

func TestOptionsThatNeedOneAnotherAreNotFollowedForEver(t *testing.T) {
	ring := []games.Option{{Name: "a", Default: "on", Needs: "b=on"}, {Name: "b", Default: "on", Needs: "a=on"}}
	if !(games.Setup{}).Settles(ring, ring[0]) || (games.Setup{Options: map[string]string{"b": "off"}}).Settles(ring, ring[0]) {
		t.Error("a ring settles something exactly where all of it is chosen")
	}
}
