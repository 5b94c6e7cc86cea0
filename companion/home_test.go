package companion_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
)

// around are all items of the list in sight, from where its cursor begins; names stand as
// if seat 1 had begun.
func around(tb *companiontest.Table) (items []string) {
	for range tb.Model.View().All {
		items = append(items, strings.Replace(tb.Read(), "Игрок 2, Игрок 1", "Игрок 1, Игрок 2", 1))
		tb.Press("down")
	}
	return items
}

// played begins a match of a game, decides once in it, and leaves for home.
func played(tb *companiontest.Table, game, says string) {
	tb.Choose(game)
	tb.Press("ok")
	tb.Decide(says)
	tb.Press("hold")
	tb.Choose("В начало")
}

func TestHomeListsWhatIsGoneOnWithThenGamesByUseAndTheDiceLast(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	want := []string{"Лови мышей!", "Мазайцы", "Путаница", "Лисица на опушке", "Счёт", "Другая игра", "Ещё", "Бросить 2d6"}
	if got := around(tb); !slices.Equal(got, want) {
		t.Errorf("at first home lists %q, want %q", got, want)
	}
	played(tb, "Счёт", "score 1 5")
	played(tb, "Счёт", "score 1 5")
	played(tb, "Лисица", "trick 1")
	played(tb, "Лови", "roll")
	want = []string{
		"Продолжить: Лови мышей! · Игрок 1, Игрок 2", "Другие партии",
		"Лови мышей!", "Счёт", "Лисица на опушке", "Мазайцы", "Путаница", "Другая игра", "Ещё", "Бросить 2d6",
	}
	for _, tb := range []*companiontest.Table{tb, again(t, tb)} {
		if got := around(tb); !slices.Equal(got, want) {
			t.Errorf("after an evening home lists %q, want %q", got, want)
		}
		tb.Press("up") // round to the last
		if got := tb.Cursor(); got != "Бросить 2d6" {
			t.Errorf("up from the first leads to %q", got)
		}
	}
	tb.Choose("Другие партии")
	want = []string{"Лови мышей! Игрок 1, Игрок 2", "Лисица на опушке Игрок 1, Игрок 2", "Счёт Игрок 1, Игрок 2", "Счёт Игрок 1, Игрок 2"}
	got := around(tb)
	for i, line := range got {
		what, day, _ := strings.Cut(line, " 21.09")
		if i >= len(want) || what != want[i] || day != "" {
			t.Errorf("other matches are %q, want %q, each with its day", got, want)
			break
		}
	}
	tb.Choose("Лисица")
	if got := tb.Model.Match().Rules().Name(); got != "fox" {
		t.Errorf("went on with %s", got)
	}
}

func TestThePressesOfAnEvening(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	for _, c := range []struct {
		name string
		keys []string
		does func() bool
	}{
		{"another game runs", []string{"down", "ok", "ok"}, func() bool { return tb.Model.Match().Rules().Name() == "mazaitsy" }},
		{"the last game runs with the last table", []string{"ok", "ok"}, func() bool { return tb.Model.Match().Rules().Name() == "mazaitsy" }},
		{"a cup is rolled", []string{"up", "ok"}, func() bool { return tb.Model.View().Big != "" && !tb.Model.Cups().IsZero() }},
		{"it is rolled again", []string{"ok"}, func() bool { return tb.Model.Cups().Seq() == 7 }},
	} {
		if tb.Press(c.keys...); !c.does() {
			t.Errorf("%s: not by %q, but\n%s", c.name, c.keys, tb.Screen())
		}
		if !tb.Model.Match().IsZero() && tb.Model.View().Kind != companion.KindBig {
			tb.Press("hold")
			tb.Choose("Закончить партию", "Да")
			tb.Press("ok")
			home(t, tb)
		}
	}
}
