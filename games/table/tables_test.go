package table_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

// position reads a scoreboard drawn as text, its lines parted by "/". The set-up has no
// word before the number of seats: "2 rounds=1".
func position(t testing.TB, setup, text string) games.State {
	t.Helper()
	return gamestest.Position(t, table.Score{}, "seats="+setup, drawn(text))
}

func drawn(text string) string { return strings.ReplaceAll(text, " / ", "\n") + "\n" }

func TestWhatTheTableMayDecide(t *testing.T) {
	for _, tt := range []struct{ setup, text, turn, legal, fixes string }{
		{"2", "round 1", "1", "score 1, score 2", "skip 1, skip 2, swap 1 2"},
		{"3", "round 1 / . 5 .", "1", "edit 1 2, score 1, score 3", "finish, skip 1, skip 3"},
		{"3", "round 1 / 5 . -", "2", "edit 1 1, edit 1 3, score 2", "finish, skip 2"},
		{"2", "round 2 / 5 0", "1", "edit 1 1, edit 1 2, finish, score 1, score 2", "skip 1, skip 2, swap 1 2"},
		{"2", "round 2 / 5 0 / . 3", "1", "edit 1 1, edit 1 2, edit 2 2, score 1", "finish, skip 1"},
		{"2", "round 2 / - -", "1", "edit 1 1, edit 1 2, finish, score 1, score 2", "skip 1, skip 2, swap 1 2"},
		{"3", "round 2 / 5 0 1 / - . .", "2", "edit 1 1, edit 1 2, edit 1 3, edit 2 1, finish, score 2, score 3", "skip 2, skip 3, swap 1 2, swap 1 3, swap 2 3"},
		{"3", "round 2 / 5 0 1 / - 3 .", "3", "edit 1 1, edit 1 2, edit 1 3, edit 2 1, edit 2 2, score 3", "finish, skip 3"},
		{"3", "round 2 / order 2 3 1 / 5 0 1", "2", "edit 1 1, edit 1 2, edit 1 3, finish, score 1, score 2, score 3", "skip 1, skip 2, skip 3, swap 1 2, swap 1 3, swap 2 3"},
		{"3", "round 1 / order 2 3 1 / . 4 .", "3", "edit 1 2, score 1, score 3", "finish, skip 1, skip 3"},
		{"3", "round 1 / - . .", "2", "edit 1 1, score 2, score 3", "finish, skip 2, skip 3, swap 1 2, swap 1 3, swap 2 3"},
		{"2 ties=more", "round 2 / 5 5", "1", "edit 1 1, edit 1 2, score 1, score 2", "finish, skip 1, skip 2, swap 1 2"},
		{"2 ties=more", "round 2 / 5 4", "1", "edit 1 1, edit 1 2, finish, score 1, score 2", "skip 1, skip 2, swap 1 2"},
		{"3 ties=more", "round 2 / 5 4 4", "1", "edit 1 1, edit 1 2, edit 1 3, finish, score 1, score 2, score 3", "skip 1, skip 2, skip 3, swap 1 2, swap 1 3, swap 2 3"},
		{"3 ties=more wins=lowest", "round 2 / 5 4 4", "1", "edit 1 1, edit 1 2, edit 1 3, score 1, score 2, score 3", "finish, skip 1, skip 2, skip 3, swap 1 2, swap 1 3, swap 2 3"},
		{"2", "over / 5 4", "-1", "", "more"},
		{"2", "over" + strings.Repeat(" / 1 1", table.MostRounds), "-1", "", ""},
	} {
		s := position(t, tt.setup, tt.text)
		turn, legal, fixes := fmt.Sprint(s.Turn()), says(t, s.Legal()), says(t, settled(s.Fixes()))
		if turn != tt.turn || legal != tt.legal || fixes != tt.fixes {
			t.Errorf("%s: %s: turn %s: %s; rulings %s\nwant turn %s: %s; rulings %s", tt.setup, tt.text, turn, legal, fixes, tt.turn, tt.legal, tt.fixes)
		}
	}
}

// says lists choices without their range, which is the same for all that have one.
func says(t *testing.T, choices []games.Choice) string {
	t.Helper()
	var all []string
	for _, c := range choices {
		all = append(all, string(c.Says))
		if ranged := c.From == -999 && c.To == 999; ranged != (c.Says.Word(0) == "score" || c.Says.Word(0) == "edit") {
			t.Errorf("%s goes from %d to %d", c.Says, c.From, c.To)
		}
	}
	return strings.Join(all, ", ")
}

func TestCorrectionsAreSortedBytewise(t *testing.T) {
	s := position(t, "2", "round 112"+strings.Repeat(" / 1 2", 111))
	legal := s.Legal()
	if len(legal) != 2*111+1+2 {
		t.Errorf("got %d decisions, want 225", len(legal))
	}
	for i, c := range legal {
		if i > 0 && legal[i-1].Says >= c.Says {
			t.Errorf("%q stands before %q", legal[i-1].Says, c.Says)
		}
	}
}

func TestMenusDontOfferToFinishUnlessNothingElseIsLeft(t *testing.T) {
	for _, tt := range []struct{ setup, text, want string }{
		{"2", "round 2 / 5 0", "edit 1 1 -999..999, edit 1 2 -999..999, score 1 -999..999, score 2 -999..999"},
		{"2", "round 3 / 5 0 / 1 2", "edit 2 1 -999..999, edit 2 2 -999..999, edit 1 1 -999..999, edit 1 2 -999..999, score 1 -999..999, score 2 -999..999"},
	} {
		s := position(t, tt.setup, tt.text)
		if got := gamestest.Listed(games.Entry(s)); got != tt.want {
			t.Errorf("%s: menus offer %s, want %s", tt.text, got, tt.want)
		}
		if _, ok := games.Find(s.Legal(), "finish"); !ok {
			t.Errorf("%s: finish isn't legal any more", tt.text)
		}
	}
	turn := gamestest.Position(t, defined(t, table.Def{}), "seats=2", drawn("round 1 / turn 2"))
	if got := gamestest.Listed(games.Entry(turn)); !strings.Contains(gamestest.Listed(turn.Legal()), "finish") || strings.Contains(got, "finish") {
		t.Errorf("a turn offers %s", got)
	}
}

func TestWhatCantBeDecidedIsRefusedByARule(t *testing.T) {
	const half, full = "round 2 / 1 2 3 / . 5 .", "round 2 / 1 2 3"
	for _, tt := range []struct {
		setup, text string
		says        games.Decision
		rule        string
	}{
		{"3", half, "", "rule.unknown"},
		{"3", half, "points 1 5", "rule.unknown"},
		{"3", half, "score 1 all 5", "rule.unknown"},
		{"3", half, "for 3 all 5", "rule.unknown"},
		{"3", half, "score", "rule.unknown"},
		{"3", half, "score 1", "rule.unknown"},
		{"3", half, "score 1 5 6", "rule.unknown"},
		{"3", half, "edit 1 5", "rule.unknown"},
		{"3", half, "edit 1 1 5 6", "rule.unknown"},
		{"3", half, " score 1 5", "rule.unknown"},
		{"3", half, "finish 1", "rule.unknown"},
		{"3", half, "skip 1", "rule.unknown"},
		{"3", half, "more", "rule.unknown"},
		{"3", half, "score 1 x", "rule.number"},
		{"3", half, "score 1 ", "rule.number"},
		{"3", half, "score  1 5", "rule.unknown"},
		{"3", half, "score 1 +5", "rule.number"},
		{"3", half, "score 1 05", "rule.number"},
		{"3", half, "score 01 5", "rule.number"},
		{"3", half, "score 1 -0", "rule.number"},
		{"3", half, "score 1 5.5", "rule.number"},
		{"3", half, "score 1 99999999999999999999", "rule.number"},
		{"3", half, "score 0 5", "rule.seat"},
		{"3", half, "score 4 5", "rule.seat"},
		{"3", half, "score -1 5", "rule.seat"},
		{"3", half, "score 9 5", "rule.seat"},
		{"3", half, "edit 1 4 5", "rule.seat"},
		{"3", half, "score 1 1000", "rule.points"},
		{"3", half, "score 1 -1000", "rule.points"},
		{"3", half, "edit 1 1 1000", "rule.points"},
		{"3", half, "score 2 5", "rule.twice"},
		{"3", half, "edit 2 1 5", "rule.edit"},
		{"3", half, "edit 3 1 5", "rule.edit"},
		{"3", half, "edit 0 1 5", "rule.edit"},
		{"3", half, "edit -1 1 5", "rule.edit"},
		{"3", full, "edit 2 1 5", "rule.edit"},
		{"3", "round 1", "finish", "rule.empty"},
		{"3", half, "finish", "rule.middle"},
		{"3", "round 1 / - . .", "finish", "rule.empty"},
		{"2 ties=more", "round 2 / 5 5 / - .", "finish", "rule.tied"},
		{"3", "round 1 / 1 . .", "finish", "rule.middle"},
		{"2 ties=more", "round 2 / 5 5", "finish", "rule.tied"},
		{"3", "over / 1 2 3", "score 1 5", "rule.over"},
		{"3", "over / 1 2 3", "edit 1 1 5", "rule.over"},
		{"3", "over / 1 2 3", "finish", "rule.over"},
	} {
		_, err := position(t, tt.setup, tt.text).Apply(tt.says)
		var illegal games.Illegal
		if !errors.As(err, &illegal) || illegal.Rule.Key != tt.rule || illegal.Says != tt.says {
			t.Errorf("%s: %s: %q: got %v, want %s", tt.setup, tt.text, tt.says, err, tt.rule)
		}
	}
}

func TestWhatCantBeRuledIsRefused(t *testing.T) {
	for _, tt := range []struct {
		text string
		says games.Decision
	}{
		{"round 1", "finish"},
		{"round 1", "more"},
		{"round 1", "skip 0"},
		{"round 1", "skip 3"},
		{"round 1", "skip"},
		{"round 1", "score 1 5"},
		{"round 1 / 5 .", "skip 1"},
		{"round 1 / 5 .", "swap 1 2"},
		{"round 1", "swap 2 1"},
		{"round 1", "swap 1 1"},
		{"round 1", "swap 1 3"},
		{"over / 5 4", "swap 1 2"},
		{"round 2 / 5 4", "finish"},
		{"round 2 / 5 4", "more"},
		{"over / 5 4", "finish"},
		{"over / 5 4", "skip 1"},
		{"over" + strings.Repeat(" / 1 1", table.MostRounds), "more"},
	} {
		if next, err := position(t, "2", tt.text).Fix(tt.says); !errors.Is(err, games.ErrIllegal) {
			t.Errorf("%.40s: ruling %q makes %v, %v", tt.text, tt.says, next, err)
		}
	}
}

var moves = []struct {
	setup, before string
	says          games.Decision // "fix …" is a ruling
	after         string
}{
	{"2", "round 1", "score 2 -3", "round 1 / . -3"},
	{"2", "round 1 / . -3", "score 1 999", "round 2 / 999 -3"},
	{"2", "round 1 / . -3", "edit 1 2 4", "round 1 / . 4"},
	{"2", "round 2 / 1 2", "edit 1 2 4", "round 2 / 1 4"},
	{"2", "round 2 / 1 -", "edit 1 2 4", "round 2 / 1 4"},
	{"2", "round 3 / 1 2 / 3 4 / 5 .", "edit 1 1 -9", "round 3 / -9 2 / 3 4 / 5 ."},
	{"2", "round 2 / 1 2", "finish", "over / 1 2"},
	{"2", "round 2 / 1 1", "finish", "over / 1 1"},
	{"3", "round 2 / 1 2 0 / - . -", "finish", "over / 1 2 0"},
	// another order
	{"3", "round 1", "fix swap 1 3", "round 1 / order 3 2 1"},
	{"3", "round 2 / order 3 2 1 / 1 2 0", "fix swap 1 2", "round 2 / order 3 1 2 / 1 2 0"},
	{"3", "round 2 / order 3 2 1 / 1 2 0", "fix swap 1 3", "round 2 / 1 2 0"},
	{"3", "round 2 / order 3 2 1 / 1 2 0", "score 3 5", "round 2 / order 3 2 1 / 1 2 0 / . . 5"},
	{"3 rounds=1", "over / order 3 2 1 / 1 2 0", "fix more", "round 2 / more 1 / order 3 2 1 / 1 2 0"},
	// a number of rounds
	{"2 rounds=2", "round 1 / 1 .", "score 2 1", "round 2 / 1 1"},
	{"2 rounds=2", "round 2 / 1 1 / 2 .", "score 2 2", "over / 1 1 / 2 2"},
	{"2 rounds=2 ties=more", "round 2 / 1 1 / 2 .", "score 2 2", "round 3 / 1 1 / 2 2"},
	{"2 rounds=2 ties=more", "round 3 / 1 1 / 2 2 / 0 .", "score 2 1", "over / 1 1 / 2 2 / 0 1"},
	{"2 rounds=2 ties=more", "round 3 / 1 1 / 2 2", "edit 1 1 2", "over / 2 1 / 2 2"},
	{"2 rounds=2 ties=more", "round 3 / 1 1 / 2 2 / 5 .", "edit 1 1 2", "round 3 / 2 1 / 2 2 / 5 ."},
	{"3 rounds=1 ties=more", "round 1 / 5 1 .", "score 3 1", "over / 5 1 1"}, // the tie isn't at the top
	{"3 rounds=1 ties=more wins=lowest", "round 1 / 5 1 .", "score 3 1", "round 2 / 5 1 1"},
	// a target
	{"2 target=10", "round 1 / 9 .", "score 2 9", "round 2 / 9 9"},
	{"2 target=10", "round 1 / 10 .", "score 2 0", "over / 10 0"},
	{"2 target=10", "round 1", "score 1 10", "round 1 / 10 ."},
	{"2 target=10", "round 1 / 10 .", "edit 1 1 9", "round 1 / 9 ."},
	{"2 target=10", "round 2 / 9 9", "edit 1 1 10", "over / 10 9"},
	{"2 target=10", "round 2 / 9 9 / 0 .", "edit 1 1 10", "round 2 / 10 9 / 0 ."},
	{"2 target=10", "round 2 / 10 9 / 0 .", "score 2 0", "over / 10 9 / 0 0"},
	{"2 target=10", "round 2 / 10 9 / -1 .", "score 2 0", "round 3 / 10 9 / -1 0"},
	{"2 target=10 wins=lowest", "round 1 / 10 .", "score 2 -5", "over / 10 -5"},
	{"2 target=10 ties=more", "round 1 / 12 .", "score 2 12", "round 2 / 12 12"},
	{"2 target=10 ties=more", "round 2 / 12 12 / 1 .", "score 2 0", "over / 12 12 / 1 0"},
	// both
	{"2 target=10 rounds=3", "round 1 / 10 .", "score 2 0", "over / 10 0"},
	{"2 target=10 rounds=1", "round 1 / 1 .", "score 2 0", "over / 1 0"},
	// rulings
	{"2", "round 1", "fix skip 2", "round 1 / . -"},
	{"2", "round 1 / 5 .", "fix skip 2", "round 2 / 5 -"},
	{"2 rounds=1", "round 1 / 5 .", "fix skip 2", "over / 5 -"},
	{"3", "round 2 / 1 2 3 / . 5 .", "fix finish", "over / 1 2 3 / - 5 -"},
	{"2 ties=more", "round 2 / 5 5", "fix finish", "over / 5 5"},
	{"2 rounds=1", "over / 5 4", "fix more", "round 2 / more 1 / 5 4"},
	{"2 rounds=1", "round 2 / more 1 / 5 4", "edit 1 1 3", "round 2 / more 1 / 3 4"},
	{"2 rounds=1", "round 2 / more 1 / 5 4", "score 2 3", "round 2 / more 1 / 5 4 / . 3"},
	{"2 rounds=1", "round 2 / more 1 / 5 4 / . 3", "score 1 0", "over / 5 4 / 0 3"},
	{"2", "round 2 / more 1 / 5 4 / . 3", "score 1 0", "round 3 / more 1 / 5 4 / 0 3"},
	{"2 rounds=1", "round 2 / more 1 / 5 4", "finish", "over / 5 4"},
	// the very last round
	{"2", fmt.Sprintf("round %d%s / . 1", table.MostRounds, strings.Repeat(" / 1 1", table.MostRounds-1)), "score 1 1", "over" + strings.Repeat(" / 1 1", table.MostRounds)},
	{"2 ties=more", fmt.Sprintf("round %d%s / . 1", table.MostRounds, strings.Repeat(" / 1 1", table.MostRounds-1)), "score 1 1", "over" + strings.Repeat(" / 1 1", table.MostRounds)},
}

func TestADecisionMakesTheNextPosition(t *testing.T) {
	for _, tt := range moves {
		s := position(t, tt.setup, tt.before)
		take, says := s.Apply, tt.says
		if ruling, ok := strings.CutPrefix(string(says), "fix "); ok {
			take, says = s.Fix, games.Decision(ruling)
		}
		next, err := take(says)
		if err != nil {
			t.Errorf("%s: %s: %v", tt.setup, tt.before, err)
			continue
		}
		if got := next.String(); got != drawn(tt.after) {
			t.Errorf("%s: %s: %s makes\n%swant\n%s", tt.setup, tt.before, tt.says, got, drawn(tt.after))
		}
	}
}

func TestTheStandingTellsWhoWonAndWhy(t *testing.T) {
	for _, tt := range []struct {
		setup, text string
		scores      []int32
		won         []games.Seat
		why         string
	}{
		{"2", "round 1", []int32{0, 0}, nil, ""},
		{"2", "round 2 / 5 -3 / . 4", []int32{5, 1}, nil, ""},
		{"3", "over / 5 -3 0 / 1 4 -", []int32{6, 1, 0}, []games.Seat{1}, "why.most 6 @1"},
		{"3 wins=lowest", "over / 5 -3 0 / 1 4 -", []int32{6, 1, 0}, []games.Seat{3}, "why.fewest 0 @3"},
		{"3", "over / 5 5 0", []int32{5, 5, 0}, []games.Seat{1, 2}, "why.shared 5"},
		{"3 wins=lowest", "over / 5 -5 -5", []int32{5, -5, -5}, []games.Seat{2, 3}, "why.shared -5"},
		{"2", "over / -9 -8", []int32{-9, -8}, []games.Seat{2}, "why.most -8 @2"},
		{"8", "over / 1 2 3 4 5 6 7 8", []int32{1, 2, 3, 4, 5, 6, 7, 8}, []games.Seat{8}, "why.most 8 @8"},
		{"4", "over / 0 0 0 0", []int32{0, 0, 0, 0}, []games.Seat{1, 2, 3, 4}, "why.shared 0"},
		{"2 rounds=1 ties=more", "over / 5 5 / 1 0", []int32{6, 5}, []games.Seat{1}, "why.broken 6 @1"},
		{"2 rounds=1 ties=more", "over / 5 4", []int32{5, 4}, []games.Seat{1}, "why.most 5 @1"},
		{"2 rounds=2 ties=more", "over / 5 5 / 1 0", []int32{6, 5}, []games.Seat{1}, "why.most 6 @1"}, // level after round 1, but it wasn't the end
		{"2 target=5 ties=more wins=lowest", "over / 5 5 / 1 0", []int32{6, 5}, []games.Seat{2}, "why.broken 5 @2"},
		{"2 rounds=1 ties=more", "over / 5 5 / 1 1", []int32{6, 6}, []games.Seat{1, 2}, "why.shared 6"}, // by ruling
		{"2 rounds=1", "over / 5 5 / 1 0", []int32{6, 5}, []games.Seat{1}, "why.most 6 @1"},
	} {
		st := position(t, tt.setup, tt.text).Standing()
		why := ""
		if st.Why.Key != "" {
			why = strings.TrimSpace(fmt.Sprintf("%s %d %s", st.Why.Key, st.Why.N, strings.Join(st.Why.Args, " ")))
		}
		if !slices.Equal(st.Scores, tt.scores) || !slices.Equal(st.Won, tt.won) || why != tt.why || st.Over != (tt.won != nil) {
			t.Errorf("%s: %s: got %+v, want %d won by %d, %s", tt.setup, tt.text, st, tt.scores, tt.won, tt.why)
		}
	}
}

func TestAPositionThatCantBeIsRefused(t *testing.T) {
	for _, tt := range []struct{ setup, text string }{
		{"2", ""},
		{"2", "round 0"},
		{"2", "round 2"},
		{"2", "round 01"},
		{"2", "round x"},
		{"2", "over"},
		{"2", "5 4"},
		{"2", "round 1 / 5 4"},
		{"2", "round 2 / 5 ."},
		{"2", "round 1 / . ."},
		{"2", "round 2 / 5"},
		{"2", "round 2 / 5 4 3"},
		{"2", "round 2 / 5  4"},
		{"2", "round 2 / 1000 4"},
		{"2", "round 2 / -1000 4"},
		{"2", "round 2 / 05 4"},
		{"2", "round 2 / x 4"},
		{"2", "round 2 / 5 . / 1 1"},
		{"2", "over / 5 ."},
		{"2", "over / more 1 / 5 4"},
		{"2", "round 2 / more 2 / 5 4"},
		{"2", "round 2 / more 0 / 5 4"},
		{"2", "round 2 / more -1 / 5 4"},
		{"2", "round 2 / more x / 5 4"},
		{"2 rounds=1", "round 2 / 5 4"},
		{"2 target=5", "round 2 / 5 4"},
		{"2", "round 201" + strings.Repeat(" / 1 1", 200)},
		{"2", "over" + strings.Repeat(" / 1 1", 201)},
		{"2", "round 2 / 5 4 / "},
		{"2", "round 1 / order 1 2"},
		{"2", "round 1 / order 2 2"},
		{"2", "round 1 / order 2"},
		{"2", "round 1 / order 2 1 3"},
		{"2", "round 1 / order 2 0"},
		{"2", "round 1 / order 2 x"},
		{"2", "round 1 / order  2 1"},
		{"2", "round 1 / order 2 1 / order 2 1"},
		{"2", "round 2 / 5 4 / order 2 1"},
		{"2", "round 2 / order 2 1 / more 1 / 5 4"},
	} {
		if s, err := (table.Score{}).Parse(gamestest.Setup("seats="+tt.setup), drawn(tt.text)); err == nil {
			t.Errorf("%s: %.60s is read as\n%s", tt.setup, tt.text, s)
		}
	}
}

func TestTheViewSaysRoundSeatAndPlaces(t *testing.T) {
	for _, tt := range []struct{ setup, text, want string }{
		{"2", "round 1", "title.round 1; ask.score @1; line.first @1 0; line.first @2 0"},
		{"2", "round 1 / 5 .", "title.round 1; ask.score @2; line.now 1 @1 5 +5; line.place 2 @2 0"},
		{"2", "round 1 / -5 .", "title.round 1; ask.score @2; line.place 1 @2 0; line.now 2 @1 -5 -5"},
		{"2", "round 2 / 5 -3", "title.round 2; ask.score @1; line.place 1 @1 5; line.place 2 @2 -3"},
		{"2", "round 2 / 5 -3 / . 9", "title.round 2; ask.score @1; line.now 1 @2 6 +9; line.place 2 @1 5"},
		{"2 wins=lowest", "round 2 / 5 -3 / -9 .", "title.round 2; ask.score @2; line.now 1 @1 -4 -9; line.place 2 @2 -3"},
		{"2 rounds=5", "round 2 / 5 5", "title.rounds 2 5; ask.score @1; line.place 1 @1 5; line.place 1 @2 5"},
		{"4", "round 2 / 5 9 5 7", "title.round 2; ask.score @1; line.place 1 @2 9; line.place 2 @4 7; line.place 3 @1 5; line.place 3 @3 5"},
		{"4 wins=lowest", "round 2 / 5 9 5 7", "title.round 2; ask.score @1; line.place 1 @1 5; line.place 1 @3 5; line.place 3 @4 7; line.place 4 @2 9"},
		{"3", "round 2 / order 3 1 2 / 5 5 9", "title.round 2; ask.score @3; line.place 1 @3 9; line.place 2 @1 5; line.place 2 @2 5"},
		{"2 target=50", "round 2 / 5 - / 0 .", "title.target 2 50; ask.score @2; line.now 1 @1 5 +0; line.place 2 @2 0"},
		{"2 target=50 rounds=5", "round 1 / - .", "title.both 1 5 50; ask.score @2; line.now 1 @1 0 –; line.place 1 @2 0"},
		{"2 rounds=1 ties=more", "round 2 / 5 5", "title.extra 2; ask.score @1; line.place 1 @1 5; line.place 1 @2 5"},
		{"2", "over / 4 5", "title.over 1; ask.over; line.place 1 @2 5; line.place 2 @1 4"},
	} {
		v := position(t, tt.setup, tt.text).View(games.Nobody)
		var said []string
		for _, text := range append([]games.Text{v.Title, v.Prompt}, v.Lines...) {
			said = append(said, keyed(text))
		}
		if got := strings.Join(said, "; "); got != tt.want {
			t.Errorf("%s: %s: the view is\n%s, want\n%s", tt.setup, tt.text, got, tt.want)
		}
	}
}
