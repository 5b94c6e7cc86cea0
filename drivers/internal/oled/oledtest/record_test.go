package oledtest_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/mazaitsy"
	"tabletop/games/mice"
	"tabletop/games/table"
)

var record = flag.Bool("record", false, "write the sequences anew, from the screens as they are now")

// camera keeps every picture of a table's panel that differs from the last.
type camera struct {
	t      *testing.T
	table  *companiontest.Table
	artist *screen.Artist
	frames []byte
	last   screen.Frame
}

var all = []games.Rules{mice.Rules{}, mazaitsy.Rules{}, dice.Rules{}, table.Score{}}

// onPanel is a camera on a table with the language chosen.
func onPanel(t *testing.T) *camera {
	t.Helper()
	artist, err := screen.For(games.Of(all...))
	if err != nil {
		t.Fatal(err)
	}
	c := &camera{t: t, artist: artist}
	c.again()
	return c
}

// again begins with a new table.
func (c *camera) again() {
	c.table = companiontest.New(c.t, all...)
	c.table.Press("ok")
}

func (c *camera) shoot(v panel.View) {
	f := c.artist.Draw(v)
	if f.OLED != c.last.OLED || len(c.frames) == 0 {
		c.frames = append(c.frames, f.OLED[:]...)
	}
	c.last = f
}

// press presses keys and takes every picture until nothing moves any more.
func (c *camera) press(keys ...panel.Key) {
	for _, k := range keys {
		c.table.Do(companion.Keys, companion.Press{Key: k})
		c.settle()
	}
}

// settle takes every picture until nothing moves any more.
func (c *camera) settle() {
	c.shoot(c.table.Model.View())
	for i := 0; i < 500 && !c.table.Model.Settled(); i++ {
		c.table.Wait(10 * time.Millisecond)
		c.shoot(c.table.Model.View())
	}
}

// after lets the table get somewhere before the first picture is taken.
func (c *camera) after(way func(*companiontest.Table)) {
	way(c.table)
	c.shoot(c.table.Model.View())
}

const (
	up   = panel.Up
	down = panel.Down
	ok   = panel.OK
	back = panel.Back
)

// menuMoves walks up and down the set-up of a game, the settings and the games.
func menuMoves(c *camera) {
	c.after(func(tb *companiontest.Table) { tb.Choose("mice:title") })
	c.press(down, down, down, down, down, down, down, up, up, up, up, up, up, up)
	c.press(back, down, down, down, down, up, up, up, up, up)
	c.after(func(tb *companiontest.Table) { tb.Choose("home.more", "home.settings") })
	c.press(down, ok, down, down, ok, down, down, down, up, up, back)
}

// scoreChanges enters points for two players by the keys, and takes one back.
func scoreChanges(c *camera) {
	c.after(func(tb *companiontest.Table) { tb.Choose("score:title", "setup.start") })
	for range 4 {
		c.press(up, ok, up, up, up, ok)
	}
	c.press(back)
	c.after(func(tb *companiontest.Table) { tb.Press("back"); tb.Choose("pause.undo") })
	for _, says := range []string{"score 2 -10", "score 1 25", "score 2 40", "score 1 7", "score 2 103"} {
		c.table.Decide(says)
		c.shoot(c.table.Model.View())
	}
}

// diceRolls rolls cups one after another, every picture of the animation.
func diceRolls(c *camera) {
	for _, cup := range []string{"d20", "2d6"} {
		c.after(func(tb *companiontest.Table) { tb.Choose("home.more", "home.dice", cup) })
		for range 5 {
			c.press(ok)
		}
		c.press(back, back, back)
	}
}

// matches plays «Лови мышей!» and «Мазайцы», every picture of the moments.
func matches(c *camera) {
	for _, game := range []string{"mice:title", "mazaitsy:title"} {
		c.again()
		c.after(func(tb *companiontest.Table) {
			tb.Choose(game, "setup.first") // by lot
			tb.Press("down", "ok")         // the first seat
			tb.Choose("setup.start")
		})
		c.decide(50)
	}
}

// decide takes so many decisions at random.
func (c *camera) decide(n int) {
	for x := uint64(1); n > 0; n-- {
		legal := c.table.Model.Match().State().Legal()
		if len(legal) == 0 {
			return
		}
		x = x*6364136223846793005 + 1442695040888963407
		choice := legal[int(x>>40)%len(legal)]
		says := string(choice.At(int(x>>33) % choice.Len()))
		c.table.Do(companiontest.Phone, companion.Decide{Point: c.table.Model.Point(), Says: says})
		c.settle()
	}
}

// boardMoves walks a cursor over a board of 6×6 and moves a piece wherever it goes.
func boardMoves(c *camera) {
	v := panel.View{Kind: panel.KindBoard, W: 6, H: 6, Title: "Аня", Prompt: [panel.MostPrompts]string{"Куда?"}}
	for i := range 36 {
		v.Cells[i] = panel.Cell{Glyph: [...]string{"", "А", "б", "", "12", ""}[i*7%6], Seat: int8(i * 5 % 3)}
	}
	path := []int{14, 15, 16, 22, 28, 27, 26, 20, 14, 8, 2, 3, 4, 5, 11, 17, 23, 29, 35, 34, 33}
	for n, at := range path {
		v.Cells[at].Cursor = true
		c.shoot(v)
		if n%3 == 2 {
			from := path[n-2]
			v.Cells[at].Glyph, v.Cells[from].Glyph = v.Cells[from].Glyph, ""
			v.Title, v.Cells[at].Mark = [...]string{"Аня", "Боря"}[n/3%2], games.MarkLast
			c.shoot(v)
		}
		v.Cells[at].Cursor = false
	}
}

func TestTheSequencesCanBeRecorded(t *testing.T) {
	for name, play := range map[string]func(*camera){
		"menu": menuMoves, "score": scoreChanges, "dice": diceRolls, "board": boardMoves, "match": matches,
	} {
		c := onPanel(t)
		play(c)
		if n := len(c.frames) / 1024; n < 20 {
			t.Errorf("%s: %d pictures, want at least 20", name, n)
		}
		t.Log(name, len(c.frames)/1024)
		if *record {
			write(t, filepath.Join("sequences", name+".gz"), c.frames)
		}
	}
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(data)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
