package wordstest

import (
	"slices"
	"strings"
	"testing"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/mice"
)

// texts are those of «Лови мышей!» in English, for one whose name is known.
func texts() Texts {
	x := TextsOf(words.English, games.Of(mice.Rules{}))
	x.Names = []string{"Anna"}
	return x
}

func TestAnItemIsSaidByItsKey(t *testing.T) {
	x := texts()
	for item, want := range map[string]string{
		"setup.start":                        x.Words.Word("setup.start"),
		"setup.player 2":                     x.Words.Word("setup.player", "2"),
		"@1":                                 "Anna",
		"@2":                                 x.Words.Word("setup.player", "2"),
		"mice:title":                         x.Of("mice").Word("title"),
		"mice:say.lure red green":            x.Of("mice").Decision("lure red green", nil),
		"tonight.minutes 1":                  x.Words.Say(games.Count("tonight.minutes", 1), nil),
		"tonight.minutes 5":                  x.Words.Say(games.Count("tonight.minutes", 5), nil),
		"log.seated (setup.player 2) Ann B":  x.Words.Word("log.seated", x.Words.Word("setup.player", "2"), "Ann B"),
		"home.resume mice:title":             x.Words.Word("home.resume", x.Of("mice").Word("title")),
		"pause.undo log.seated Anna (setup)": x.Words.Word("pause.undo", x.Words.Word("log.seated", "Anna", "setup")),
		"Anna":                               "Anna",
		"maze:":                              "maze:",
		"12":                                 "12",
		"'club.ca'":                          "club.ca",
		"door.in 'setup.start'":              x.Words.Word("door.in", "setup.start"),
	} {
		if got, err := x.Text(item); got != want || err != nil {
			t.Errorf("%s: got %q, %v, want %q", item, got, err, want)
		}
	}
}

func TestAnItemThatSaysNothingIsRefused(t *testing.T) {
	x := texts()
	for item, want := range map[string]string{
		"setup.strat":     "no catalogue has",
		"mice:setup.nine": "no catalogue has",
		"tonight.minutes": "needs a number",
		"setup.start now": "no hole",
		"home.resume a.b": "no catalogue has",
	} {
		if got, err := x.Text(item); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %q, %v, want that it has %q", item, got, err, want)
		}
	}
}

func TestAHoleWithoutAnArgumentStandsForAnything(t *testing.T) {
	for _, c := range []struct {
		shown, text   string
		holds, begins bool
	}{
		{"> Resume: Mice · Anna", "resume: {0} · {1}", true, false},
		{"Resume: Mice · Anna", "resume: {0} · {1}", true, true},
		{"Resume: Mice", "resume: {0} · {1}", false, false},
		{"Anna · Resume: Mice", "resume: {0} · {1}", false, false},
		{"Start", "start", true, true},
		{"Now start", "start", true, false},
	} {
		if holds, begins := Holds(c.shown, c.text), Begins(c.shown, c.text); holds != c.holds || begins != c.begins {
			t.Errorf("%q of %q: holds %v, begins %v", c.text, c.shown, holds, begins)
		}
	}
}

func TestWhatIsCutShortBeginsWithATextThatGoesOn(t *testing.T) {
	for _, c := range []struct {
		shown, text string
		want        bool
	}{
		{"Resume: Mi…", "resume: {0} · {1}", true},
		{"Res…", "resume: {0} · {1}", true},
		{"Other…", "resume: {0} · {1}", false},
		{"each by 1…", "each by 1 or 2", true},
		{"each by 1…", "each by 2", false},
		{"each by 1", "each by 1 or 2", false},
		{"each by 1", "each by 1", true},
	} {
		if got := BeginsCut(c.shown, c.text); got != c.want {
			t.Errorf("%q of %q: %v", c.text, c.shown, got)
		}
	}
}

func TestATextIsSpelledAsAnItem(t *testing.T) {
	for want, text := range map[string]games.Text{
		"title":            games.Say("title"),
		"left 3":           games.Count("left", 3),
		"seat @2 word.red": games.Say("seat", "@2", "#word.red"),
		"note 5 (bells 4)": games.Count("note", 5, "bells 4"),
		"":                 {},
	} {
		if got := Item(text); got != want {
			t.Errorf("%+v: got %q, want %q", text, got, want)
		}
	}
}

func TestTheLastArgumentIsTheRest(t *testing.T) {
	for _, c := range []struct {
		rest string
		n    int
		want []string
	}{
		{"a b c", 1, []string{"a b c"}},
		{"a b c", 2, []string{"a", "b c"}},
		{"(a b) c", 2, []string{"a b", "c"}},
		{"a (b c)", 2, []string{"a", "b c"}},
		{"a", 2, []string{"a"}},
		{"(a", 1, []string{"(a"}},
	} {
		if got := arguments(c.rest, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%q for %d: got %q, want %q", c.rest, c.n, got, c.want)
		}
	}
}
