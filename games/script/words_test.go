package script_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/words"
	"tabletop/games"
	gamekit "tabletop/games/kit"
	"tabletop/games/script"
)

// lacked returns the keys of the words of r that a language lacks.
func lacked(r games.Rules) map[string][]string {
	return r.(interface{ Lacks() map[string][]string }).Lacks()
}

// oneLanguage is a file whose texts are given, with a plural and two decisions.
func oneLanguage(title, about, words string) string {
	return `
def legal(state):
    return ["gain", "end"]

def apply(state, verb):
    return state | ({"over": True} if verb == "end" else {"n": state["n"] + 1})

rules(
    title = ` + title + `,
    about = ` + about + `,
    seats = 1,
    new = lambda: {"turn": 1, "n": 0},
    legal = legal,
    apply = apply,
    view = lambda state: view(title = count("title.n", state["n"])),
    words = ` + words + `,
)
`
}

const (
	inRussian = `"""
        say.gain = Взять
        say.end = Закончить
        title.n = {n} заяц | {n} зайца | {n} зайцев
    """`
	inEnglish = `"""
        say.gain = Gain
        say.end = Finish
        title.n = {n} hare | {n} hares
    """`
)

// A file for one's own box needs one language. A match in the other one shows the same words, with
// the plurals of the language in which they are.
func TestAFileMayHaveItsWordsInOneLanguage(t *testing.T) {
	whole := []string{"title", "about", "say.gain", "say.end", "title.n"}
	for _, tt := range []struct {
		name, title, about, words string
		lacks                     map[string][]string
		twentyOne                 map[words.Lang]string
	}{
		{
			"plain Russian", `"Проба"`, `"Игра на пробу"`, inRussian,
			map[string][]string{"en": whole},
			map[words.Lang]string{"ru": "21 заяц", "en": "21 заяц"},
		},
		{
			"plain English", `"Trial"`, `"A trial"`, inEnglish,
			map[string][]string{"ru": whole},
			map[words.Lang]string{"ru": "21 hares", "en": "21 hares"},
		},
		{
			"named Russian", `{"ru": "Проба"}`, `{"ru": "Игра"}`, `{"ru": ` + inRussian + `}`,
			map[string][]string{"en": whole},
			map[words.Lang]string{"ru": "21 заяц", "en": "21 заяц"},
		},
		{
			"a Latin title with Russian words", `"UNO"`, `{"ru": "Игра"}`, `{"ru": ` + inRussian + `}`,
			map[string][]string{"en": whole},
			map[words.Lang]string{"ru": "21 заяц", "en": "21 заяц"},
		},
		{
			"a dict of words", `"Trial"`, `"A trial"`, `{"say.gain": "Gain", "say.end": "Finish", "title.n": "{n} hare | {n} hares"}`,
			map[string][]string{"ru": whole},
			map[words.Lang]string{"ru": "21 hares", "en": "21 hares"},
		},
		{
			"words of both, each with a gap", `{"ru": "Проба", "en": "Trial"}`, `{"ru": "Игра", "en": "A trial"}`,
			`{"ru": "say.gain = Взять\ntitle.n = {n} заяц | {n} зайца | {n} зайцев", "en": "say.end = Finish\nsay.gain = Gain"}`,
			map[string][]string{"ru": {"say.end"}, "en": {"title.n"}},
			map[words.Lang]string{"ru": "21 заяц", "en": "21 заяц"},
		},
		{
			"both", `{"ru": "Проба", "en": "Trial"}`, `{"ru": "Игра", "en": "A trial"}`, `{"ru": ` + inRussian + `, "en": ` + inEnglish + `}`,
			map[string][]string{},
			map[words.Lang]string{"ru": "21 заяц", "en": "21 hares"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := compiled(t, "trial", oneLanguage(tt.title, tt.about, tt.words))
			if got := lacked(r); !maps.EqualFunc(got, tt.lacks, slices.Equal) {
				t.Errorf("lacks %v, want %v", got, tt.lacks)
			}
			for lang, want := range tt.twentyOne {
				w, err := words.For(lang, words.Companion(lang), r)
				if err != nil {
					t.Fatal(err)
				}
				if got := w.Say(games.Count("title.n", 21), nil); got != want {
					t.Errorf("%s: got %q, want %q", lang, got, want)
				}
			}
			for _, f := range gamekit.Run(r, gamekit.Bounds{Games: 1, Positions: 30}).Findings {
				t.Error(f)
			}
		})
	}
}

// Menus have the order of the words, so a borrowed word stands where the other language has it.
func TestABorrowedWordStandsInItsPlace(t *testing.T) {
	r := compiled(t, "trial", oneLanguage(`"Проба"`, `"Игра"`,
		`{"ru": "say.gain = Взять\nsay.end = Закончить\nline.z = я\ntitle.n = {n}", "en": "say.gain = Gain\nline.z = z"}`))
	var got []string
	for line := range strings.Lines(r.Assets()["en"]) {
		key, _, _ := strings.Cut(line, " = ")
		got = append(got, key)
	}
	if want := []string{"title", "about", "say.gain", "say.end", "line.z", "title.n"}; !slices.Equal(got[:len(want)], want) {
		t.Errorf("got %v, want %v first", got[:len(want)], want)
	}
}

func TestATrackerMayHaveOneLanguage(t *testing.T) {
	const file = `table(title = "Обещания", about = "Взятки на заказ", points = "round", phases = ["bid", "play"],
    words = "word.bid = Заказ\nwhy.most = Всего {n} очко | Всего {n} очка | Всего {n} очков")`
	r := compiled(t, "trial", file)
	if got := lacked(r)["en"]; !slices.Equal(got, []string{"title", "about", "word.bid", "why.most"}) || len(lacked(r)) != 1 {
		t.Errorf("lacks %v", lacked(r))
	}
	english, err := words.For(words.English, words.Companion(words.English), r)
	if err != nil {
		t.Fatal(err)
	}
	if got := english.Say(games.Count("why.most", 3), nil); got != "Всего 3 очка" {
		t.Errorf("got %q", got)
	}
	if got := english.Word("say.pass"); got != "Pass" {
		t.Errorf("the engine's own words are %q, want English ones", got)
	}
	for _, f := range gamekit.Run(r, gamekit.Bounds{Games: 1, Positions: 30}).Findings {
		t.Error(f)
	}
}

// A plural has the forms of the language in which it is, wherever it stands.
func TestAPluralHasTheFormsOfItsLanguage(t *testing.T) {
	_, err := script.Compile("trial", oneLanguage(`"Trial"`, `"A trial"`, "\"\"\"\nsay.gain = Gain\ntitle.n = {n} a | {n} b | {n} c\n\"\"\""))
	if want := "trial.star:18:1: title.n needs one form or, in en, 2 forms, parted by a blank, “|” and a blank"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A key that stands twice in a catalogue would show the wrong text for one of its uses.
func TestEachKeyStandsOnce(t *testing.T) {
	for _, file := range []string{"en.txt", "ru.txt"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			key, _, ok := strings.Cut(line, " = ")
			if ok && seen[key] {
				t.Errorf("%s: %s stands twice", file, key)
			}
			seen[key] = true
		}
	}
}
