package script_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	contract "tabletop/games/kit"
	"tabletop/games/script"
)

var update = flag.Bool("wrong", false, "write testdata/wrong.golden anew")

// wrongFile is a file with one mistake. It contains the whole file or, if fields is set, the fields
// of a table after its title.
type wrongFile struct{ name, text string }

// wrongFiles returns the files of testdata/wrong.txt. Each begins with a line "== NAME". A file
// without a call of table or rules is the fields of a table.
func wrongFiles(t *testing.T) (all []wrongFile) {
	for _, part := range strings.Split("\n"+source(t, "testdata/wrong.txt"), "\n== ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		text = strings.ReplaceAll(text, "→", "\t")
		switch {
		case strings.Contains(text, "«rules»"):
			text = strings.Replace(text, "«rules»", "rules(\n    title = {\"ru\": \"Проба\", \"en\": \"Trial\"}, about = {\"ru\": \"Проба\", \"en\": \"Trial\"},", 1)
		case strings.Contains(text, "«table»"):
			text = strings.ReplaceAll(text, "«table»", "table(\n    title = {\"ru\": \"Проба\", \"en\": \"Trial\"}, about = {\"ru\": \"Проба\", \"en\": \"Trial\"},")
		}
		all = append(all, wrongFile{name, text})
	}
	return all
}

// complaint returns the fault of a file in a language: that of the compiler or else the first one
// of the kit.
func complaint(text, lang string) string {
	r, err := script.Compile("trial", text)
	var e script.Error
	if errors.As(err, &e) {
		return e.In(lang)
	}
	if err != nil {
		return "no script.Error: " + err.Error()
	}
	found := contract.Run(r, contract.Bounds{Games: 1, Positions: 60, Tries: 3, Playouts: 4}).Findings
	switch {
	case len(found) == 0:
		return "fine"
	case found[0].Said[lang] == "":
		return "(kit) " + found[0].What
	}
	return found[0].Said[lang]
}

// TestEachMistakeIsSaidWithItsPlaceInBothLanguages compares the faults of files with one mistake
// each, as newcomers make them, with testdata/wrong.golden.
func TestEachMistakeIsSaidWithItsPlaceInBothLanguages(t *testing.T) {
	var b strings.Builder
	files := wrongFiles(t)
	for _, f := range files {
		en, ru := complaint(f.text, "en"), complaint(f.text, "ru")
		fmt.Fprintf(&b, "%s\n  %s\n  %s\n", f.name, en, ru)
		if en == ru || !strings.HasPrefix(en, "trial.star") || !strings.HasPrefix(ru, "trial.star") || strings.Contains(ru+en, "#rule") {
			t.Errorf("%s:\n  %s\n  %s", f.name, en, ru)
		}
	}
	if len(files) < 60 {
		t.Errorf("%d files", len(files))
	}
	const golden = "testdata/wrong.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := source(t, golden); b.String() != want {
		got := strings.Split(b.String(), "\n")
		for i, line := range strings.Split(want, "\n") {
			if i >= len(got) || got[i] != line {
				t.Fatalf("line %d: got %q, want %q", i+1, got[min(i, len(got)-1)], line)
			}
		}
	}
}

// faultKeys matches the keys of faults in the sources of a package.
var faultKeys = map[string]*regexp.Regexp{
	"*.go":                regexp.MustCompile(`(?:faulty\(|key: |\x60\), )"([a-z]+)"[,})]`),
	"../table/[cfhk]*.go": regexp.MustCompile(`(?:faulty|unnamed)\((?:fmt\.Sprintf\([^)]*\)|[^,]+), "([a-z]+)"`),
}

// TestEachFaultHasItsTexts checks that the keys of faults are in both catalogues.
func TestEachFaultHasItsTexts(t *testing.T) {
	keys := map[string]bool{"value": true, "values": true, "range": true, "large": true}
	for glob, pattern := range faultKeys {
		files, err := filepath.Glob(glob)
		if err != nil || len(files) == 0 {
			t.Fatal(glob, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || file == "doc.go" {
				continue
			}
			for _, found := range pattern.FindAllStringSubmatch(source(t, file), -1) {
				keys[found[1]] = true
			}
		}
	}
	delete(keys, "binary")
	delete(keys, "wanted")
	if len(keys) < 100 {
		t.Errorf("only %d keys", len(keys))
	}
	for _, lang := range []string{"ru", "en"} {
		text := source(t, lang+".txt")
		for key := range keys {
			if !strings.Contains(text, "\nrule.file."+key+" = ") {
				t.Errorf("%s.txt has no rule.file.%s", lang, key)
			}
		}
	}
}

// TestAFaultInPlayHasItsTextInTheGame checks that the catalogues of a game have the texts of faults
// that functions cause in play.
func TestAFaultInPlayHasItsTextInTheGame(t *testing.T) {
	for _, call := range []string{
		`say(key = 1)`, `phase(ordеr = "write")`, `choice("bid", text = "Bid")`, `rules()`, `[][3]`, `1 // 0`, `"a".b`, `option("a", 5)`,
		`int("x")`, `7()`, `{}["a"]`, `[1].sort()`, `max([])`, `"%d" % "a"`, `cell(mark = "lsat")`, `seat(99)`, `len(7)`,
	} {
		r := compiled(t, "trial", "table(seats = 2, points = \"turn\","+head+"after = lambda: "+call+")")
		_, err := gamestest.Begin(t, r, "seats=2 file-edition=3").Apply("score 1 5")
		var illegal games.Illegal
		if !errors.As(err, &illegal) {
			t.Errorf("%s: got %v", call, err)
			continue
		}
		for _, lang := range []string{"ru", "en"} {
			if !strings.Contains(r.Assets()[lang], "\n"+illegal.Rule.Key+" = ") {
				t.Errorf("%s: the game has no %s in %s", call, illegal.Rule.Key, lang)
			}
		}
	}
}
