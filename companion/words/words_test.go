package words

import (
	"maps"
	"slices"
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"tabletop/games"
)

func TestBothLanguagesHaveTheSameKeysAndTheirPlurals(t *testing.T) {
	ru, en := Companion(Russian).Keys(), Companion(English).Keys()
	for key, forms := range ru {
		if en[key] == 0 {
			t.Errorf("English lacks %q", key)
		}
		if forms != 1 && forms != 3 {
			t.Errorf("%q has %d forms in Russian, want 3", key, forms)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(en)) {
		if ru[key] == 0 {
			t.Errorf("Russian lacks %q", key)
		}
		if (ru[key] == 3) != (en[key] == 2) {
			t.Errorf("%q is a plural in one language only", key)
		}
	}
}

func TestPluralsAreThoseOfTheUnicodeRules(t *testing.T) {
	forms := map[plural.Form]int{plural.One: 0, plural.Few: 1, plural.Many: 2}
	for n := range 1200 {
		want := forms[plural.Cardinal.MatchPlural(language.Russian, n, 0, 0, 0, 0)]
		if got := Plural(Russian, n); got != want {
			t.Errorf("Russian plural of %d: got form %d, want %d", n, got, want)
		}
		if got, want := Plural(English, n) == 0, n == 1; got != want {
			t.Errorf("English singular of %d: got %v, want %v", n, got, want)
		}
		if Plural(Russian, -n) != Plural(Russian, n) {
			t.Errorf("−%d and %d differ", n, n)
		}
	}
}

const hares = `
# words of a game about hares
hares = {n} заяц | {n} зайца | {n} зайцев
won = {0} победил, а у {1} {n} | {0} победил, а у {1} всё же {n} | {0} победил, а у {1} целых {n}
say.lure = Приманить {*}
say.stop = Закончить ход
say.steal = Стащить {1}
say.turn = Ходит {@1}
say.score = {@1}: очки {2}
say.add = Добавить
say.add log = Добавить на брёвна
word.red = красную
word.green = зелёную
of = {0} у {1}
`

func TestTextsSayNamesWordsAndPlurals(t *testing.T) {
	c, err := Parse(Russian, hares)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Аня", "Боря"}
	for _, test := range []struct {
		text games.Text
		want string
	}{
		{games.Count("hares", 1), "1 заяц"},
		{games.Count("hares", 2), "2 зайца"},
		{games.Count("hares", 5), "5 зайцев"},
		{games.Count("hares", 21), "21 заяц"},
		{games.Count("won", 3, "@1", "#word.red"), "Аня победил, а у красную всё же 3"},
		{games.Say("won", "@7", "{0}"), "7 победил, а у {0} целых 0"},
		{games.Say("unknown.key"), "unknown.key"},
	} {
		if got := c.Say(test.text, names); got != test.want {
			t.Errorf("%v: got %q, want %q", test.text, got, test.want)
		}
	}
}

func TestDecisionsAreSaidInWords(t *testing.T) {
	c, err := Parse(Russian, hares)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Аня", "Боря"}
	for says, want := range map[games.Decision]string{
		"stop":             "Закончить ход",
		"lure red":         "Приманить красную",
		"lure red green":   "Приманить красную, зелёную",
		"lure red red/2":   "Приманить красную, красную у Боря",
		"lure":             "Приманить",
		"steal 3/2":        "Стащить 3 у Боря",
		"turn 2":           "Ходит Боря",
		"score 1 14":       "Аня: очки 14",
		"score 1":          "Аня: очки",
		"add log":          "Добавить на брёвна",
		"nobody knows it":  "nobody knows it",
		"turn 9999999999x": "Ходит 9999999999x",
	} {
		if got := c.Decision(says, names); got != want {
			t.Errorf("%q: got %q, want %q", says, got, want)
		}
	}
	if got := c.Step("turn", []string{"1"}, names); got != "Аня" {
		t.Errorf("a step that is a seat: got %q, want its name", got)
	}
	if got := c.Step("lure", []string{"red", "green"}, names); got != "зелёную" {
		t.Errorf("a step that is a word: got %q", got)
	}
	if got := c.Step("turn", []string{"green"}, names); got != "зелёную" {
		t.Errorf("a word where other games name a seat: got %q", got)
	}
}

func TestACatalogueThatIsWrongNamesItsLine(t *testing.T) {
	for _, text := range []string{"a = 1\na = 2", "no equals sign", "a=1"} {
		if _, err := Parse(English, text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestATextMayStandUnderAnotherKey(t *testing.T) {
	own, err := Parse(English, "start = Start\nbegin = @start\nmice = {n} mouse | {n} mice\nround = @circle\ncircle = @round")
	if err != nil {
		t.Fatal(err)
	}
	page, err := ParseOver(own, "# words\nplay = @start\nstart = @start\nbegin = @begin\ntail = @play\nmany = @mice\nlost = @nobody\nend = End\nlast = @end\n")
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"play": "Start", "start": "Start", "begin": "Start", "last": "End", "many": "0 mice", "lost": "lost", "tail": "tail", "round": "round"} {
		if got := page.Word(key); got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
	}
	if keys := page.Keys(); keys["many"] != 2 || keys["lost"] != 0 {
		t.Errorf("keys %v, want both forms of many and none of lost", keys)
	}
	if got, want := own.Lines(), "start = Start\nbegin = Start\nmice = {n} mouse | {n} mice\nround = \ncircle = \n"; got != want {
		t.Errorf("got lines\n%swant\n%s", got, want)
	}
}

func TestEveryKeyThatATextNamesIsThere(t *testing.T) {
	for _, lang := range Langs {
		for key, forms := range Companion(lang).Keys() {
			if forms == 0 {
				t.Errorf("%s: %q names a key that is nowhere", lang, key)
			}
		}
	}
}

func TestMenusFollowTheOrderOfTheCatalogue(t *testing.T) {
	c, err := Parse(Russian, hares)
	if err != nil {
		t.Fatal(err)
	}
	var choices []games.Choice
	for _, says := range []games.Decision{"add", "lure green", "lure red red", "lure red", "lure red/2", "score 10", "score -1", "score 2", "stop", "edit 1 2", "edit 10 1", "edit 2 2", "edit 2 1"} {
		choices = append(choices, games.Choice{Says: says})
	}
	var got []games.Decision
	for _, choice := range c.Sort(choices) {
		got = append(got, choice.Says)
	}
	want := []games.Decision{"edit 10 1", "edit 2 1", "edit 2 2", "edit 1 2", "lure red", "lure red red", "lure red/2", "lure green", "stop", "score -1", "score 2", "score 10", "add"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTheLogHasTextsOfItsOwn(t *testing.T) {
	c, err := Parse(English, "say.lure = Lure {*}\nsay.roll = Roll\nsay.take 1 = {@1} + 1\npast.lure = lures {*}\npast.lure red = lures a red mouse\npast.take 1 = {@1} takes it\nsay.score = {@1} · {2}\npast.score = {@1}: {2} point | {@1}: {2} points")
	if err != nil {
		t.Fatal(err)
	}
	for says, want := range map[games.Decision]string{
		"lure red": "lures a red mouse", "lure green": "lures green", "roll": "Roll", "take 1": "Ann takes it", "e2": "e2",
		"score 1 1": "Ann: 1 point", "score 1 -2": "Ann: -2 points", "score coins 5": "coins · 5",
	} {
		if got := c.Logged(says, []string{"Ann"}); got != want {
			t.Errorf("%s is logged as %q, want %q", says, got, want)
		}
	}
	if got := c.Decision("take 1", []string{"Ann"}); got != "Ann + 1" {
		t.Errorf("a text of a whole decision is %q", got)
	}
}

const mousetrap = `
say.give = Отдать {1}: {@2}
say.lure = {*}
verb.lure = Приманить
say.turn = Ходит {@1}
say.score = {@1} · {2}
verb.score = Очки
`

func TestWhatIsNotSaidYetLeavesNoGap(t *testing.T) {
	c, err := Parse(Russian, mousetrap)
	if err != nil {
		t.Fatal(err)
	}
	for says, want := range map[games.Decision]string{
		"give":       "Отдать",
		"give red":   "Отдать red",
		"give red 1": "Отдать red: Аня",
		"lure":       "Приманить",
		"lure red":   "red",
		"turn":       "Ходит",
		"score":      "Очки",
		"score 1":    "Аня",
		"score 1 -7": "Аня · -7",
	} {
		if got := c.Decision(says, []string{"Аня"}); got != want {
			t.Errorf("%q: got %q, want %q", says, got, want)
		}
	}
}
