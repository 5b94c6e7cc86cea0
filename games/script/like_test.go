package script_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	contract "tabletop/games/kit"
	"tabletop/games/script"
)

// likeMatches contains a match of each kind of game, with its winners.
var likeMatches = map[string]struct {
	setup string
	path  string
	won   []games.Seat
	why   string
}{
	"area": {
		"seats=2", "done, call, done, done, " +
			"score towns 3, score towns 2, score fields 10, score fields 12, score roads 4, score roads 3, score debts 1, score debts 0",
		[]games.Seat{1},
		"why.parted",
	},
	"auction": {
		"seats=2", "lot 8, bid 6, pass, lot 6, bid 10, pass, lot 5, bid 8, pass, lot 4, bid 5, pass, lot 3, pass, bid 1, lot 2, bid 2, pass",
		[]games.Seat{2},
		"why.most",
	},
	"bluff": {"seats=2", "done, close, set 2 dice 4, done, done, done, close, set 2 dice 0", []games.Seat{1}, "why.survivor"},
	"coop":  {"seats=2", "done, done, level danger 3, done, level finds 4", []games.Seat{1, 2}, "why.together"},
	"dice": {"seats=2", "roll, die 6, die 6, die 6, die 6, die 6, score sixes 30, score sixes 24, score ones 2, score ones 0, " +
		"score pair 12, score pair 10, score chance 20, score chance 25", []games.Seat{1}, "why.most"},
	"draft": {"seats=2", "done, done, done, done, done, done, " +
		"score sets 3, score sets 4, score coins 5, score coins 4, score red 2, score red 0, score blue 4, score blue 9", []games.Seat{1}, "why.parted"},
	"duel":        {"seats=2 games=3", "win 1, win 2, win 1", []games.Seat{1}, "why.wins"},
	"elimination": {"seats=3 lives=2", "set 1 lives 1, done, set 1 lives 0, set 3 lives 0", []games.Seat{2}, "why.survivor"},
	"partners":    {"seats=4", "pass, pass, pass, " + strings.Repeat("claim 1, ", 13) + "score 1 500, score 2 -50", []games.Seat{1, 3}, "why.most"},
	"party":       {"seats=4", "done, done, score 1 10, score 2 4, done, done, score 2 6, score 1 10", []games.Seat{1, 3}, "why.most"},
	"race":        {"seats=2 goal=15", "roll, die 6, score 1 6, score 2 5, score 1 6, score 2 5, score 1 3, score 2 5, score 1 1, score 2 4", []games.Seat{2}, "why.most"},
	"rummy":       {"seats=3", "score 1 0, score 2 60, score 3 20, score 1 10, score 2 41, score 3 90", []games.Seat{1}, "why.survivor"},
	"trick": {"seats=3 rounds=3", "score bid 4, score bid 3, score bid 3, done, score tricks 4, score tricks 2, score tricks 4, " +
		"score bid 5, score bid 2, score bid 3, done, score tricks 5, score tricks 2, score tricks 3, " +
		"score bid 6, score bid 2, score bid 2, done, score tricks 6, score tricks 2, score tricks 2", []games.Seat{1}, "why.most"},
}

// TestEachKindIsAGameThatIsFineAndWon checks the games that "companion game new -like" prints: each
// keeps the contract, has words in both languages, and ends a scripted match with the right winner.
func TestEachKindIsAGameThatIsFineAndWon(t *testing.T) {
	if len(script.Kinds()) != len(likeMatches) {
		t.Fatalf("%d kinds, %d matches", len(script.Kinds()), len(likeMatches))
	}
	for _, kind := range script.Kinds() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for _, lang := range []string{"ru", "en"} {
				r := liked(t, kind, lang)
				s := gamestest.Begin(t, r, likeMatches[kind].setup+" file-edition=3")
				for _, d := range strings.Split(likeMatches[kind].path, ", ") {
					next, err := s.Apply(games.Decision(d))
					if err != nil {
						t.Fatalf("%s: %v\n%s%s", d, err, s, gamestest.Listed(s.Legal()))
					}
					s = next
				}
				got := s.Standing()
				if s.Turn() != games.Nobody || !slices.Equal(got.Won, likeMatches[kind].won) || got.Why.Key != likeMatches[kind].why {
					t.Errorf("got %+v, want a victory of %v, %s\n%s", got, likeMatches[kind].won, likeMatches[kind].why, s)
				}
			}
			report := contract.Run(liked(t, kind, "en"), contract.Bounds{Games: 2, Positions: 40, Tries: 2, Playouts: 6})
			for _, f := range report.Findings {
				t.Error(f)
			}
			if r := report.Reach; r != nil && (r.Ended == 0 || len(r.Functions)+len(r.Phases)+len(r.Verbs)+len(r.Words) > 0) {
				t.Errorf("not reached: %+v", *r)
			}
		})
	}
}

// liked returns the game of a kind with comments in a language.
func liked(t *testing.T, kind, lang string) games.Rules {
	t.Helper()
	source, ok := script.Like(kind, "trial", lang)
	if !ok {
		t.Fatalf("there is no kind %s", kind)
	}
	comments := 0
	for line := range strings.Lines(source) {
		text, isComment := strings.CutPrefix(strings.TrimSpace(line), "# ")
		if !isComment {
			continue
		}
		comments++
		if russian := strings.ContainsAny(text, "абвгдежзиклмнопрстуя"); russian != (lang == "ru") {
			t.Errorf("%s in %s: %s", kind, lang, text)
		}
	}
	if n := strings.Count(source, "\n"); comments < 3 || n > 70 || strings.Contains(source, "TITLE") || strings.Contains(source, "#ru") || strings.Contains(source, "#en") {
		t.Errorf("%s in %s: %d comments, %d lines\n%s", kind, lang, comments, n, source)
	}
	return compiled(t, "trial", source)
}

func TestAnUnknownKindIsNone(t *testing.T) {
	for _, kind := range []string{"", "chess", "../sample", "trick.star"} {
		if _, ok := script.Like(kind, "trial", "en"); ok {
			t.Errorf("there is a kind %q", kind)
		}
	}
}
