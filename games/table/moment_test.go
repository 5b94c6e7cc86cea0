package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

// told writes moments in keys: "lead moment.lead 1 · note.round 2 @1 · [1]".
func told(moments []games.Moment) string {
	var all []string
	for _, m := range moments {
		all = append(all, fmt.Sprintf("%s %s · %s · %d", m.Kind, keyed(m.Text), keyed(m.Note), m.Seats))
	}
	return strings.Join(all, "; ")
}

func keyed(t games.Text) string {
	said := t.Key
	if t.N != 0 {
		said += fmt.Sprintf(" %d", t.N)
	}
	return strings.TrimSpace(said + " " + strings.Join(t.Args, " "))
}

func TestTheEndOfARoundIsOneMoment(t *testing.T) {
	for _, tt := range []struct {
		setup, before string
		says          games.Decision // parted by commas
		want          string
	}{
		// in the middle of a round nothing is told
		{"3", "round 1", "score 1 5", ""},
		{"3", "round 1 / 5 . .", "score 3 9", ""},
		// a round: who is ahead
		{"3", "round 1 / 5 . 9", "score 2 1", "round title.round 1 · note.ahead 1 @3 · [3]"},
		{"3", "round 1 / 5 5 .", "score 3 1", "round title.round 1 · note.level 5 · [1 2]"},
		{"3", "round 1 / 0 0 .", "score 3 0", "round title.round 1 · note.level 0 · [1 2 3]"},
		{"2", "round 1 / - .", "score 2 -5", "round title.round 1 · note.ahead 1 @1 · [1]"},
		{"2 wins=lowest", "round 1 / 3 .", "score 2 4", "round title.round 1 · note.ahead 1 @1 · [1]"},
		{"2", "round 2 / 5 3 / 1 .", "score 2 2", "round title.round 2 · note.ahead 2 @1 · [1]"},
		{"2", "round 2 / 5 3 / . 2", "score 1 0", "round title.round 2 · note.level 5 · [1 2]"},  // caught up with
		{"2", "round 2 / 5 5 / . 2", "score 1 0", "round title.round 2 · note.ahead 2 @2 · [2]"}, // was level before
		{"2 rounds=3", "round 2 / 5 3 / 1 .", "score 2 2", "round title.round 2 · note.ahead 2 @1 · [1]"},
		{"2 rounds=2 ties=more", "round 2 / 5 3 / 1 .", "score 2 3", "round title.round 2 · note.level 6 · [1 2]"},
		// somebody else leads
		{"2", "round 2 / 5 3 / 1 .", "score 2 4", "lead moment.lead 1 · note.round 2 @2 · [2]"},
		{"2", "round 2 / 5 3 / . 2", "score 1 -1", "lead moment.lead 1 · note.round 2 @2 · [2]"},
		{"2 wins=lowest", "round 2 / 5 3 / . 2", "score 1 -1", "lead moment.lead 1 · note.round 2 @1 · [1]"},
		{"3", "round 2 / 5 3 2 / 0 3 .", "score 3 4", "lead moment.lead 2 · note.level 6 · [2 3]"},
		{"2", "round 3 / 5 3 / 0 9 / 9 .", "score 2 0", "lead moment.lead 1 · note.round 3 @1 · [1]"},
		{"2", "round 2 / order 2 1 / 5 3 / . 9", "score 1 0", "lead moment.lead 1 · note.round 2 @2 · [2]"},
		// somebody has reached the target, whoever leads
		{"2 target=10", "round 1 / 10 .", "score 2 3", "target moment.target 10 10 · note.round 1 @1 · [1]"},
		{"2 target=10", "round 2 / 9 1 / 0 .", "score 2 20", "target moment.target 10 10 · note.round 2 @2 · [2]"},
		{"2 target=10 wins=lowest", "round 1 / 10 .", "score 2 3", "target moment.target 10 10 · note.round 1 @1 · [1]"},
		{"2 target=10", "round 1 / 10 .", "score 2 12", "target moment.target 10 10 · title.round 1 · [1 2]"},
		{"2 target=10 ties=more", "round 1 / 10 .", "score 2 10", "target moment.target 10 10 · note.tied · [1 2]"},
		{"2 target=10", "round 1 / 9 .", "score 2 3", "round title.round 1 · note.ahead 1 @1 · [1]"},
		{"3 target=10 ties=more", "round 2 / 10 10 3 / 1 1 .", "score 3 8", "target moment.target 10 10 · note.tied · [3]"},
		{"2 target=10 ties=more", "round 2 / 10 10 / 1 .", "score 2 1", "round title.round 2 · note.level 11 · [1 2]"},
		{"2 target=10 ties=more", "round 2 / 10 10 / 1 .", "score 2 0", ""}, // won
		{"2 target=10 rounds=1", "round 1 / 10 .", "score 2 3", "target moment.target 10 10 · note.round 1 @1 · [1]"},
		// the game is won without a target
		{"2 rounds=2", "round 2 / 5 3 / 1 .", "score 2 9", ""},
		{"2", "round 2 / 5 3", "finish", ""},
		// corrections tell nothing, and nothing is told twice
		{"2", "round 2 / 5 3", "edit 1 2 9", ""},
		{"2 target=10", "round 2 / 5 3", "edit 1 2 10", ""},
		{"2", "round 2 / 5 3 / 1 .", "score 2 4, edit 2 2 5", ""},
		{"2", "round 2 / 5 3 / 1 .", "score 2 4, score 2 4", ""},
		{"2", "round 2 / 5 3 / 1 .", "score 2 4, finish", ""},
		// numbers by categories
		{"2 categories=a;b*-2", "round 1 / 5,1 4,.", "score b 0", "round title.round 1 · note.ahead 1 @2 · [2]"},
		{"2 categories=a;b", "round 1 / 5,. .,1", "score b 0", ""},
		{"2 categories=a;b", "round 2 / 5,0 1,3 / 1,1 .,2", "score a 2", "lead moment.lead 1 · note.round 2 @2 · [2]"},
	} {
		s := gamestest.After(t, position(t, tt.setup, tt.before), tt.says)
		if got := told(games.Moments(s)); got != tt.want {
			t.Errorf("%s: %s: %s tells\n%q, want\n%q", tt.setup, tt.before, tt.says, got, tt.want)
		}
	}
}

func TestARulingTellsNothing(t *testing.T) {
	for _, tt := range []struct {
		setup, before string
		says          games.Decision
		fix           games.Decision
	}{
		{"2", "round 1 / 5 .", "edit 1 1 6", "skip 2"},
		{"2", "round 2 / 5 3 / 1 .", "score 2 4", "swap 1 2"},
		{"2 rounds=1", "round 1 / 5 .", "score 2 4", "more"},
		{"2", "round 2 / 5 3 / 1 .", "edit 2 1 1", "finish"},
	} {
		s, err := gamestest.After(t, position(t, tt.setup, tt.before), tt.says).Fix(tt.fix)
		if err != nil || len(games.Moments(s)) > 0 {
			t.Errorf("%s: %s: %s, ruled %s: %v, %v", tt.setup, tt.before, tt.says, tt.fix, games.Moments(s), err)
		}
	}
}

// longest is as long as a player's name can be.
const longest = "Александра"

// said writes a text of an asset in its longest plural, every name as the longest.
func said(asset string, text games.Text) (most string) {
	for line := range strings.Lines(asset) {
		key, all, _ := strings.Cut(strings.TrimSpace(line), " = ")
		for form := range strings.SplitSeq(all, " | ") {
			form = strings.ReplaceAll(form, "{n}", fmt.Sprint(text.N))
			for i, arg := range text.Args {
				if strings.HasPrefix(arg, "@") {
					arg = longest
				}
				form = strings.ReplaceAll(form, fmt.Sprintf("{%d}", i), arg)
			}
			if key == text.Key && utf8.RuneCountInString(form) > utf8.RuneCountInString(most) {
				most = form
			}
		}
	}
	return most
}

// lines breaks a text at blanks into lines of up to wide characters.
func lines(text string, wide int) (all []string) {
	for _, word := range strings.Fields(text) {
		if n := len(all) - 1; n >= 0 && utf8.RuneCountInString(all[n]+" "+word) <= wide {
			all[n] += " " + word
			continue
		}
		all = append(all, word)
	}
	return all
}

// The kit plays no two hundred rounds with the longest numbers there are.
func TestAMomentOfTheLongestNumbersFits(t *testing.T) {
	many := strings.Repeat(" / 999 998", table.MostRounds-2)
	for _, tt := range []struct{ setup, before, says string }{
		{"2 categories=a*-100", "round 199" + many + " / . 998", "score a 999"},
		{"2 wins=lowest categories=a*-100", "round 199" + strings.Repeat(" / 999 999", 198) + " / . 999", "score a 999"},
		{"3 categories=a*-100", "round 199" + strings.Repeat(" / 999 999 999", 197) + " / 998 999 999 / . 999 999", "score a 999"},
		{"3 wins=lowest categories=a*-100", "round 199" + strings.Repeat(" / 999 999 999", 197) + " / 999 998 998 / . 999 999", "score a 997"},
		{"2 target=9999 ties=more", "round 11" + strings.Repeat(" / 999 999", 10) + " / . 999", "score 1 999"},
		{"2 target=9999", "round 11" + strings.Repeat(" / 999 998", 10) + " / . 0", "score 1 999"},
	} {
		s := gamestest.After(t, position(t, tt.setup, tt.before), games.Decision(tt.says))
		moments := games.Moments(s)
		if len(moments) != 1 {
			t.Errorf("%s: %s: %d moments", tt.setup, tt.says, len(moments))
			continue
		}
		for _, lang := range []string{"ru", "en"} {
			asset := table.Score{}.Assets()[lang]
			text, note := said(asset, moments[0].Text), said(asset, moments[0].Note)
			if text == "" || slices.ContainsFunc(lines(text, 13), func(l string) bool { return utf8.RuneCountInString(l) > 13 }) || len(lines(text, 13)) > 2 || note == "" || utf8.RuneCountInString(note) > 21 {
				t.Errorf("%s: %q, %q are too long", lang, text, note)
			}
		}
	}
}
