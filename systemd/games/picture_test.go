package games_test

import (
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/pixel/pixeltest"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/script"
	shipped "tabletop/systemd/games"
)

// compiled returns all shipped games in the order of their names.
func compiled(t *testing.T) (all []games.Rules) {
	t.Helper()
	programs := shipped.All()
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		r, err := script.Compile(name, programs[name])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// presses are the numbers of presses of ok after which a game shows what it asks most often,
// where they aren't usual.
var presses = map[string]int{"best": 0, "chess": 0, "countdown": 1, "drafting": 0}

const usual = 3

// shown returns the screen of a match after some presses of ok.
func shown(t *testing.T, r games.Rules, lang words.Lang, artist *screen.Artist) screen.Named {
	tb := companiontest.New(t, r)
	if lang == words.English {
		tb.Press("down")
	}
	tb.Press("ok")
	least, most := r.Seats()
	names := []string{"Аня", "Боря", "Вера", "Глеб"}
	if lang == words.English {
		names = []string{"Ann", "Ben", "Cleo", "Dan"}
	}
	d := companion.Draft{Game: r.Name(), Names: names[:min(max(least, 3), most)], First: 1}
	if a := tb.Ask(companiontest.Phone, companion.SetUp{Draft: d, Begin: true}); a.Refusal.Kind != companion.Accepted {
		t.Fatalf("%s: set-up is refused: %s", r.Name(), a.Refusal.Text)
	}
	tb.Ask(companiontest.Phone, companion.Begin{Point: tb.Model.Point()})
	name := strings.TrimPrefix(r.Name(), "file/")
	times, ok := presses[name]
	if !ok {
		times = usual
	}
	tb.Times(times, "ok")
	return screen.Named{Name: name, Frame: artist.Draw(tb.Model.View())}
}

// TestThePicturesOfTheManualAreWhatTheGamesShow compares testdata/games-LANG.png, which
// companion-games(7) leads to.
func TestThePicturesOfTheManualAreWhatTheGamesShow(t *testing.T) {
	all := compiled(t)
	artist, err := screen.For(games.Of(all...))
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range words.Langs {
		var frames []screen.Named
		for _, r := range all {
			frames = append(frames, shown(t, r, lang, artist))
		}
		update := flag.Lookup("update").Value.String() == "true" // of package gamestest
		pixeltest.Compare(t, "testdata/games-"+string(lang)+".png", screen.Sheet(frames), update)
	}
}
