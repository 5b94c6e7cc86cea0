package templates_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/cmd/internal/templates"
	"tabletop/companion"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/table"
)

// written prints what a template sets up in a language: "Harbour, 4 seats,
// categories=coins=0..50 target=100".
func written(t companion.Template, lang words.Lang) string {
	text := fmt.Sprintf("%s: %s, %d seats", t.Game, t.Names[lang], t.Seats)
	for _, o := range (table.Score{}).Options() {
		if v, ok := t.Options[lang][o.Name]; ok {
			text += ", " + o.Name + "=" + v
		}
	}
	return text
}

func TestATemplateSetsTheScoreboardUp(t *testing.T) {
	for _, tt := range []struct{ text, ru, en string }{
		{`name = {ru = "Порт", en = "Harbour"}`, "score: Порт, 0 seats", "score: Harbour, 0 seats"},
		{`name.ru = "Порт"`, "score: Порт, 0 seats", "score: Порт, 0 seats"},
		{`name.en = "Harbour"`, "score: Harbour, 0 seats", "score: Harbour, 0 seats"},
		{"name.en = 'Harbour'\nseats = 8\nwins = 'lowest'\ntarget = 100\nrounds = 99\nties = 'more'", "score: Harbour, 8 seats, wins=lowest, target=100, rounds=99, ties=more", "="},
		{"name.en = 'Harbour'\nwins = 'highest'\nties = 'shared'", "score: Harbour, 0 seats", "="},
		{
			"name.en = 'Harbour'\n[[category]]\nname = {ru = 'монеты', en = 'coins'}\nfrom = 0\nto = 50\n[[category]]\nname.en = 'lost'\nfrom = 0\nfactor = -1",
			"score: Harbour, 0 seats, categories=монеты=0..50;lost=0..999*-1", "score: Harbour, 0 seats, categories=coins=0..50;lost=0..999*-1",
		},
	} {
		got, err := templates.Parse(tt.text)
		if err != nil {
			t.Errorf("%s\n%v", tt.text, err)
			continue
		}
		if tt.en == "=" {
			tt.en = tt.ru
		}
		if ru, en := written(got, words.Russian), written(got, words.English); ru != tt.ru || en != tt.en {
			t.Errorf("%s\nis %s\nand %s, want\n%s\nand %s", tt.text, ru, en, tt.ru, tt.en)
		}
	}
}

func TestABrokenTemplateNamesLineOrKey(t *testing.T) {
	const head = "name = {ru = 'Порт', en = 'Harbour'}\n"
	category := func(rest string) string {
		return head + "[[category]]\nname.en = 'coins'\n[[category]]\n" + rest
	}
	for _, tt := range []struct{ text, place, why string }{
		{"", "name.ru", "18 letters"},
		{"name.en = ''", "name.ru", "18 letters"},
		{"name.en = ' Harbour'", "name.en", "18 letters"},
		{"name.en = \"Har\\nbour\"", "name.en", "18 letters"},
		{"name = {ru = 'Порт', en = 'A harbour for ships'}", "name.en", "18 letters"},
		{"name = 'Harbour'", "1", "type mismatch"},
		{head + "seats = = 4", "2", "expected value"},
		{head + "\n\nseats = 'four'", "4", "incompatible types"},
		{head + "seats = 2.5", "2", "type"},
		{head + "seats = 4\nseats = 5", "3", "already"},
		{head + "target = 99999999999999999999", "2", "out of range"},
		{head + "\xff", "2", "UTF-8"},
		{head + "seets = 4", "seets", "the nearest is seats"},
		{head + "[category]\nname = 'x'", "2", "incompatible"},
		{category("nane.en = 'x'"), "category.nane.en", "the nearest is category.name.en"},
		{category("name.de = 'x'"), "category.name.de", "the nearest is category.name.ru"},
		{head + "seats = 1", "seats", "2"},
		{head + "seats = 9", "seats", "8"},
		{head + "wins = 'most'", "wins", "highest lowest"},
		{head + "ties = 'play'", "ties", "shared more"},
		{head + "target = 0", "target", "9999"},
		{head + "rounds = 100", "rounds", "99"},
		{head + "rounds = 99\n" + "[[category]]\nname.en = 'a'\n[[category]]\nname.en = 'b'\n[[category]]\nname.en = 'c'", "rounds", "66"},
		{category("from = 0"), "category[2].name.ru", "10 letters"},
		{category("name.en = 'victory points'"), "category[2].name.en", "10 letters"},
		{category("name = {ru = 'слишкомдлинно', en = 'x'}"), "category[2].name.ru", "10 letters"},
		{category("name.en = 'a;b'"), "category[2].name.en", "10 letters"},
		{category("name.en = 'a=0..5'"), "category[2].name.en", "10 letters"},
		{category("name.en = 'a*2'"), "category[2].name.en", "10 letters"},
		{category("name.en = 'none'"), "category[2].name.en", "10 letters"},
		{category("name.en = 'x'\nfrom = 5\nto = 5"), "category[2]", "limits of x"},
		{category("name.en = 'x'\nfrom = 1000"), "category[2]", "limits of x"},
		{category("name.en = 'x'\nfactor = 0"), "category[2].factor", "factor of x"},
		{category("name.en = 'x'\nfactor = 101"), "category[2].factor", "factor of x"},
		{category("name.en = 'Coins'"), "category", "called Coins"},
		{head + strings.Repeat("[[category]]\nname.en = 'x'\n", 9), "category", "8 categories"},
	} {
		got, err := templates.Parse(tt.text)
		switch {
		case err == nil:
			t.Errorf("%s\nis taken for %+v", tt.text, got)
		case err.Place != tt.place || !strings.Contains(err.Err.Error(), tt.why):
			t.Errorf("%s\nis refused at %q: %v, want at %q: %s", tt.text, err.Place, err.Err, tt.place, tt.why)
		}
	}
}

// folder makes a folder of files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestTheTablesOwnTemplatesComeBeforeThoseInstalled(t *testing.T) {
	own := folder(t, map[string]string{"b.toml": "name.en = 'Own b'", "d.toml": "name.en = 'Own d'", ".hidden.toml": "x", "notes.txt": "x"})
	installed := folder(t, map[string]string{"a.toml": "name.en = 'A'", "b.toml": "not even TOML", "c.toml": "name.en = 'C'\ntarget = -1", "e.toml": "name.en ="})
	if err := os.Mkdir(filepath.Join(own, "f.toml"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(own, "g.toml"), make([]byte, 64<<10+1), 0o600); err != nil {
		t.Fatal(err)
	}
	list, wrong := templates.Read(own, installed, filepath.Join(own, "nosuchfolder"))
	var names, places []string
	for _, tpl := range list {
		names = append(names, tpl.Names[words.English])
	}
	for _, err := range wrong {
		places = append(places, err.Where())
		if !strings.HasPrefix(err.Error(), "templates: "+err.Path) || errors.Unwrap(err) == nil {
			t.Errorf("an error that names no path and no reason: %v", err)
		}
	}
	if got := strings.Join(names, ", "); got != "A, Own b, Own d" {
		t.Errorf("the templates are %s", got)
	}
	if got := strings.Join(places, ", "); got != "c.toml:target, e.toml:1, f.toml, g.toml" {
		t.Errorf("what can't be followed is %s", got)
	}
}

func TestAFolderThatCantBeReadIsNamed(t *testing.T) {
	file := filepath.Join(folder(t, map[string]string{"templates": ""}), "templates")
	list, wrong := templates.Read(file)
	var path *fs.PathError
	if len(list) != 0 || len(wrong) != 1 || wrong[0].Where() != "templates" || !errors.As(wrong[0], &path) {
		t.Errorf("a file in the place of the folder gives %v, %v", list, wrong)
	}
}

// The examples are read, and a round of each can be played in both languages.
func TestTheExamplesCanBePlayed(t *testing.T) {
	list, wrong := templates.Read("../../../systemd/templates")
	if len(list) != 2 || len(wrong) > 0 {
		t.Fatalf("the examples are read as %v, %v", list, wrong)
	}
	for _, tpl := range list {
		for _, lang := range words.Langs {
			s, err := table.Score{}.New(games.Setup{Seats: tpl.Seats, Options: tpl.Options[lang]})
			for n := 0; err == nil && s.Turn() != games.Nobody && strings.HasPrefix(s.String(), "round 1\n"); n++ {
				entry := games.Entry(s)
				last := entry[len(entry)-1]
				s, err = s.Apply(last.At(last.Len() - 1))
			}
			if err != nil || len(tpl.Options[lang]["categories"]) == 0 {
				t.Errorf("%s: %v", tpl.Names[lang], err)
			}
		}
		if maps.Equal(tpl.Options[words.Russian], tpl.Options[words.English]) {
			t.Errorf("%s has its categories in one language only", tpl.Names[words.English])
		}
	}
}

// The manual's own example is read.
func TestTheExampleOfThePackageCommentIsRead(t *testing.T) {
	source, err := os.ReadFile("templates.go")
	if err != nil {
		t.Fatal(err)
	}
	var example strings.Builder
	for line := range strings.Lines(string(source)) {
		if rest, ok := strings.CutPrefix(line, "//\t"); ok {
			example.WriteString(rest)
		}
	}
	got, wrong := templates.Parse(example.String())
	if wrong != nil || written(got, words.English) != "score: Harbour, 4 seats, target=100, rounds=10, categories=coins=0..50" {
		t.Errorf("the example is read as %s, %v", written(got, words.English), wrong)
	}
}

// A file is refused, or a match can begin as it says.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"tricks.toml", "dice.toml"} {
		text, err := os.ReadFile(filepath.Join("../../../systemd/templates", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("name.en = 'x'\n[[category]]\nname.en = 'a=0..1;b*2'")
	f.Fuzz(func(t *testing.T, text string) {
		got, wrong := templates.Parse(text)
		if wrong != nil {
			_ = wrong.Error()
			return
		}
		for _, lang := range words.Langs {
			setup := games.Setup{Seats: max(got.Seats, 2), Options: got.Options[lang]}
			if _, err := (table.Score{}).New(setup); err != nil || got.Names[lang] == "" {
				t.Fatalf("%q is read as %+v: %v", text, got, err)
			}
		}
	})
}
