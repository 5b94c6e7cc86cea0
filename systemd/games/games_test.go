package games_test

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/kit"
	"tabletop/games/script"
	shipped "tabletop/systemd/games"
)

// taughtGames is the flag -taught-games of package gamestest.
var taughtGames = flag.Lookup("taught-games").Value.(flag.Getter)

// TestEveryGameHasItsWordsInBothLanguages fails for a word that a game borrows from its other language.
func TestEveryGameHasItsWordsInBothLanguages(t *testing.T) {
	for _, r := range compiled(t) {
		if lacks := r.(interface{ Lacks() map[string][]string }).Lacks(); len(lacks) > 0 {
			t.Errorf("%s lacks words: %v", r.Name(), lacks)
		}
	}
}

// TestEveryGameExplainsItself holds each game to what gamestest.Teaches wants of the games in Go, but for
// a rule book. Nobody joins or leaves a game in a file.
func TestEveryGameExplainsItself(t *testing.T) {
	for _, r := range compiled(t) {
		t.Run(r.Name(), func(t *testing.T) {
			t.Parallel()
			k := kit.New(r, kit.Bounds{Positions: 250})
			k.CheckCatalogues(t)
			k.CheckTopics(t, taughtGames.Get().(int), "rule.file.", "rule.join.", "rule.leave.", "rule.categories.")
			least, most := r.Seats()
			for seats := least; seats <= most; seats++ {
				if topics := games.Topics(r, games.Setup{Seats: seats}); len(topics) == 0 || topics[0].Key != "aim" {
					t.Errorf("seats=%d: the first topic isn't the aim", seats)
				}
			}
		})
	}
}

// TestNoTwoTopicsHaveTheSameTitle compares the topics of each set-up in which one option has another
// value than its default.
func TestNoTwoTopicsHaveTheSameTitle(t *testing.T) {
	for _, r := range compiled(t) {
		titles := map[string]string{}
		for line := range strings.Lines(r.Assets()["ru"]) {
			key, text, _ := strings.Cut(strings.TrimSpace(line), " = ")
			titles[strings.TrimPrefix(key, "topic.")] = text
		}
		setups := []map[string]string{nil}
		for _, o := range r.Options() {
			for _, value := range o.Values {
				setups = append(setups, map[string]string{o.Name: value})
			}
		}
		least, most := r.Seats()
		for _, options := range setups {
			for seats := least; seats <= most; seats++ {
				seen := map[string]string{}
				for _, topic := range games.Topics(r, games.Setup{Seats: seats, Options: options}) {
					title := titles[topic.Key]
					if seen[title] != "" {
						t.Errorf("%s seats=%d %v: %s and %s are called %q", r.Name(), seats, options, seen[title], topic.Key, title)
					}
					seen[title] = topic.Key
				}
			}
		}
	}
}

// TestTopicsAreInTheirLanguage fails for a topic whose Russian texts have no Russian letter, or whose
// English ones have one.
func TestTopicsAreInTheirLanguage(t *testing.T) {
	cyrillic := func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }
	for _, r := range compiled(t) {
		for lang, want := range map[string]bool{"ru": true, "en": false} {
			for line := range strings.Lines(r.Assets()[lang]) {
				if key, text, _ := strings.Cut(line, " = "); strings.HasPrefix(key, "topic.") && strings.ContainsFunc(text, cyrillic) != want {
					t.Errorf("%s, %s: %s", r.Name(), lang, line)
				}
			}
		}
	}
}

// TestEveryGameKeepsTheContract plays each file by the kit, and what lies of it in testdata.
func TestEveryGameKeepsTheContract(t *testing.T) {
	for name, program := range shipped.All() {
		t.Run(name, func(t *testing.T) {
			r, err := script.Compile(name, program)
			if err != nil {
				t.Fatal(err)
			}
			t.Parallel()
			extras := []gamestest.Extra{gamestest.In(filepath.Join("testdata", name)), gamestest.Slow}
			if g, ok := r.(interface{ Together() bool }); ok && g.Together() {
				extras = append(extras, gamestest.Together)
			}
			gamestest.Check(t, r, extras...)
		})
	}
}

func TestTheProgramHasTheFilesOfTheFolder(t *testing.T) {
	files, err := filepath.Glob("*.star")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want[strings.TrimSuffix(file, ".star")] = string(text)
	}
	if !maps.Equal(shipped.All(), want) {
		t.Error("games.json.gz isn't packed from the present files: run go generate ./systemd/games")
	}
}
