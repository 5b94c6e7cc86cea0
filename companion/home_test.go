package companion_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion/companiontest"
)

// around are all items of the list in sight, from where its cursor begins; names stand as
// if seat 1 had begun.
func around(tb *companiontest.Table) (items []string) {
	for range tb.Model.View().All {
		one, two := tb.Text("@1"), tb.Text("@2")
		items = append(items, strings.Replace(tb.Read(), two+", "+one, one+", "+two, 1))
		tb.Press("down")
	}
	return items
}

// texts are those of items.
func texts(tb *companiontest.Table, items ...string) (all []string) {
	for _, item := range items {
		all = append(all, tb.Text(item))
	}
	return all
}

// played begins a match of a game, decides once in it, and leaves for home.
func played(tb *companiontest.Table, game, says string) {
	tb.Choose(game)
	tb.Press("ok")
	tb.Decide(says)
	tb.Press("hold")
	tb.Choose("pause.away")
}

func TestHomeListsWhatIsGoneOnWithThenGamesByUseAndTheDiceLast(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	want := texts(tb, "mice:title", "mazaitsy:title", "maze:title", "fox:title", "score:title", "home.other", "home.more", "home.roll 2d6")
	if got := around(tb); !slices.Equal(got, want) {
		t.Errorf("at first home lists %q, want %q", got, want)
	}
	played(tb, "score:title", "score 1 5")
	played(tb, "score:title", "score 1 5")
	played(tb, "fox:title", "trick 1")
	played(tb, "mice:title", "roll")
	both := tb.Text("@1") + ", " + tb.Text("@2")
	want = texts(tb, "home.resume mice:title "+both, "home.open",
		"mice:title", "score:title", "fox:title", "mazaitsy:title", "maze:title", "home.other", "home.more", "home.roll 2d6")
	for _, tb := range []*companiontest.Table{tb, again(t, tb)} {
		if got := around(tb); !slices.Equal(got, want) {
			t.Errorf("after an evening home lists %q, want %q", got, want)
		}
		tb.Press("up") // round to the last
		if !tb.At("home.roll 2d6") {
			t.Errorf("up from the first leads to %q", tb.Cursor())
		}
	}
	tb.Choose("home.open")
	want = texts(tb, "mice:title", "fox:title", "score:title", "score:title")
	got := around(tb)
	for i, line := range got {
		what, rest, _ := strings.Cut(line, " 14:13")
		if i >= len(want) || what != want[i]+" "+both || rest != "" {
			t.Errorf("other matches are %q, want %q, each with its time", got, want)
			break
		}
	}
	tb.Choose("fox:title")
	if got := tb.Model.Match().Rules().Name(); got != "fox" {
		t.Errorf("went on with %s", got)
	}
}

func TestOpenMatchesOfTheSamePlayersAreToldApartByWhenTheyWerePlayed(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	played(tb, "score:title", "score 1 5")
	tb.Wait(95 * time.Minute)
	tb.Press("ok") // wakes the panel
	played(tb, "score:title", "score 1 5")
	days := func(tb *companiontest.Table) (all []string) {
		tb.Choose("home.open")
		for _, r := range tb.Model.View().Rows {
			if r.End != "" {
				all = append(all, r.End)
			}
		}
		tb.Press("back")
		return all
	}
	if got, want := days(tb), []string{"15:48", "14:13"}; !slices.Equal(got, want) {
		t.Errorf("on the same day: got %q, want %q", got, want)
	}
	tb.Wait(24 * time.Hour)
	tb.Press("ok")
	if got, want := days(tb), []string{"21.09 15:48", "21.09 14:13"}; !slices.Equal(got, want) {
		t.Errorf("on the next day: got %q, want %q", got, want)
	}
	played(tb, "mice:title", "roll")
	if got, want := days(tb), []string{"15:48", "21.09 15:48", "21.09 14:13"}; !slices.Equal(got, want) {
		t.Errorf("beside another: got %q, want %q", got, want)
	}
}
