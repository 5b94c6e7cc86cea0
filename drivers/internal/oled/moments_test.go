package oled_test

import (
	"flag"
	"strings"
	"testing"

	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/drivers/internal/oled"
	"tabletop/drivers/internal/oled/oledtest"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/maze"
	"tabletop/games/mice"
	"tabletop/games/table"
)

var nth = flag.Int("moments", 7, "one in so many moments is shown")

// told are all kinds of moments.
var told = []games.Kind{
	games.Bust, games.Catch, games.Steal, games.Appear, games.Gain, games.Land, games.Carry, games.Pull, games.Whirl, games.Sink, games.Last, games.Trick,
	games.Revoke, games.Round, games.Lead, games.Target, games.Home, games.Stuck, games.Blocked, games.High, games.Low, games.First, games.Win, games.Defeat,
}

// picturesOf are the names of a game's pictures, and "" for those of the kinds.
func picturesOf(r games.Rules) (names []string) {
	names = append(names, "")
	for line := range strings.Lines(r.Assets()["glyphs"] + "\n" + r.Assets()["pictures"]) {
		if f := strings.Fields(line); len(f) > 1 && (f[0] == "glyph" || f[0] == "picture") && !strings.Contains(f[1], "/") {
			names = append(names, f[1])
		}
	}
	return names
}

// A bus of 100 kHz carries ten such frames a second, one of 400 kHz forty.
func TestAFrameOfAMomentIsAtMost320Bytes(t *testing.T) {
	const most, frames = 320, 26 // twice round the winner's poses
	all := games.Of(dice.Rules{}, fox.Rules{}, mazaitsy.Rules{}, maze.Rules{}, mice.Rules{}, table.Score{})
	artist, err := screen.For(all)
	must(t, err)
	n := 0
	for _, r := range all.Games {
		for _, kind := range told {
			for _, picture := range picturesOf(r) {
				if n++; n%*nth > 0 {
					continue
				}
				moment(t, artist, panel.View{
					Kind: panel.KindMoment, Game: r.Name(), Moment: kind, Picture: picture,
					Big: "Победа!", Title: "Александра", Prompt: [panel.MostPrompts]string{"двадцать одна буква а"}, Tabs: [2]string{1: "дальше"},
				}, frames, most)
			}
		}
	}
}

// moment shows the frames of a moment on a chip with horizontal mode and on one without.
func moment(t *testing.T, artist *screen.Artist, v panel.View, frames uint8, most int) {
	t.Helper()
	panels, displays := []*oledtest.Panel{}, []*oled.Dev{}
	for _, model := range []oledtest.Model{oledtest.SSD1306, oledtest.SH1106} {
		p := oledtest.New(oledtest.Kind{Model: model})
		panels, displays = append(panels, p), append(displays, driver(t, p, false, false, false))
	}
	for v.Frame = range frames {
		f := artist.Draw(v)
		for i, p := range panels {
			p.Bytes = 0
			must(t, displays[i].Show(f.OLED[:], 255))
			if v.Frame > 0 && p.Bytes > most {
				t.Errorf("%s, %s %q, frame %d: %d bytes on an %s", v.Game, v.Moment, v.Picture, v.Frame, p.Bytes, p.Kind.Model)
			}
		}
	}
}
