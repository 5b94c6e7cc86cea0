package kit

import (
	"slices"
	"testing"

	"tabletop/games"
	"tabletop/games/internal/nim"
)

// filed is nim as the game of a file with a function that no position calls, a phase and texts that
// no position shows.
type filed struct {
	taught
	calls map[string]int
}

func (f filed) CountCalls() map[string]int { return f.calls }
func (filed) Phases() []string             { return []string{"late"} }
func (filed) Keys() []string {
	return []string{"title", "say.take", "say.give", "verb.give", "line.secret", "phase.late", "word.late", "rule.never"}
}

func TestQuickGamesEndAndListWhatNoneReached(t *testing.T) {
	r := filed{taught{topics: []games.Topic{{Key: "turn", Explains: []string{"coin"}}}}, map[string]int{"over": 2, "after": 0}}
	seen := 0
	report := Run(r, Bounds{Playouts: 12, Seen: func(_, positions int) { seen = positions }})
	got := report.Reach
	if got == nil || len(report.Findings) > 0 {
		t.Fatalf("got %+v", report)
	}
	if got.Ended == 0 || got.Ended != got.Games || got.Games != report.Games || got.Decisions < got.Games || seen != report.Positions {
		t.Errorf("got %+v after %d positions, want all %d games to end", *got, seen, report.Games)
	}
	won := got.Lost
	for _, n := range got.Won {
		won += n
	}
	if won < got.Ended || len(got.Whys) == 0 || got.Whys[0].Said["en"] == "" || got.Whys[0].Said["ru"] == "" {
		t.Errorf("%d games with the reasons %+v have %d winners", got.Ended, got.Whys, won)
	}
	for _, list := range []struct {
		name      string
		got, want []string
	}{
		{"functions", got.Functions, []string{"after"}},
		{"phases", got.Phases, []string{"late"}},
		{"verbs", got.Verbs, []string{"give"}},
		{"words", got.Words, []string{"line.secret", "phase.late"}},
		{"options", got.Options, nil},
		{"untaught", got.Untaught, []string{"take"}},
	} {
		if !slices.Equal(list.got, list.want) {
			t.Errorf("%s: got %v, want %v", list.name, list.got, list.want)
		}
	}
	if again := Run(nim.Rules{}, Bounds{Games: 1, Positions: 5}); again.Reach != nil {
		t.Errorf("without quick games: got %+v", again.Reach)
	}
}

func TestQuickGamesStopWhenTheirTimeIsUp(t *testing.T) {
	left := 3
	report := Run(nim.Rules{}, Bounds{Playouts: 100, Quick: func() bool { left--; return left >= 0 }})
	if report.Reach.Games != 3 {
		t.Errorf("got %d games, want 3", report.Reach.Games)
	}
}
