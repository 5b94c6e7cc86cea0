package club

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"net/url"
	"reflect"
	"strconv"
	"sync"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	looks "tabletop/companion/people"
	"tabletop/companion/screen"
	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/maze"
	"tabletop/games/mice"
)

// artist draws all games of these tests.
var artist = sync.OnceValue(func() *screen.Artist {
	a, err := screen.For(games.Of(rulesOfAll...))
	if err != nil {
		panic(err)
	}
	return a
})

// alone is a club without a broker, of a table at which a match is played.
func alone(t testing.TB, id string, m match.Match) *Club {
	t.Helper()
	c, err := New(newTable(rulesOfAll...), newShelf(), Opts{
		Brokers: []*url.URL{{Scheme: "mqtt", Host: "h"}}, Tell: Tell{State: true, Moments: true}, Artist: artist(), Now: time.Now,
	})
	must(t, err)
	must(t, c.read())
	c.puts(id, m)
	return c
}

// puts shows the club a position of a match.
func (c *Club) puts(id string, m match.Match) {
	now := *c.now
	now.Match, now.Point = m, companion.Point{Match: id, After: m.Seq()}
	c.now = &now
}

// decoded is the picture of a state.
func decoded(t testing.TB, s wire.State) image.Image {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(s.Picture)
	must(t, err)
	img, err := png.Decode(bytes.NewReader(data))
	must(t, err)
	return img
}

func TestThePictureOfAStateIsThePublicViewOfEachGame(t *testing.T) {
	t.Parallel()
	most := 0
	for _, r := range rulesOfAll {
		w := newWhole(t, r, 5)
		c := alone(t, "m", w.match)
		for n := 0; n < 60 && w.goOn(); n++ {
			c.puts("m", w.match)
			s := c.stateNow()
			want, ok := artist().Overview(r, w.match.State().View(games.Nobody))
			if !ok || s.Picture == "" {
				if ok != (s.Picture != "") {
					t.Errorf("%s has a picture %t, and the state %q", r.Name(), ok, s.Picture)
				}
				continue
			}
			img := decoded(t, s)
			if p, ok := img.(*image.Paletted); !ok || len(p.Palette) != 2 || img.Bounds() != image.Rect(0, 0, 128, 64) || !bytes.Equal(p.Pix, want.Image().Pix) {
				t.Fatalf("%s: got a %T of %v, want\n%s", r.Name(), img, img.Bounds(), want.String())
			}
			most = max(most, len(s.Picture))
		}
	}
	t.Logf("the longest picture takes %d bytes", most)
	if most == 0 {
		t.Error("no game has a picture: this proves nothing")
	}
}

func TestNoPictureIsLongerThanAMessageMayHold(t *testing.T) {
	var l look
	noise := uint32(1)
	for range 20 {
		b, _ := artist().Overview(mice.Rules{}, games.View{})
		for i := range b {
			noise = noise*1664525 + 1013904223
			b[i] = byte(noise >> 24)
		}
		if got := l.encode(&b); len(got) == 0 || len(got) > wire.MostPicture {
			t.Errorf("noise takes %d bytes, want at most %d", len(got), wire.MostPicture)
		}
	}
}

// held is the fox with another board for each seat, drawn from all that the position hides.
type held struct{ fox.Rules }

func (h held) New(g games.Setup) (games.State, error) {
	s, err := h.Rules.New(g)
	return heldState{s}, err
}

type heldState struct{ games.State }

func (s heldState) Apply(d games.Decision) (games.State, error) {
	next, err := s.State.Apply(d)
	return heldState{next}, err
}

func (s heldState) View(seat games.Seat) games.View {
	v := s.State.View(seat)
	if seat != games.Nobody {
		v.W, v.H, v.Cells = 8, 8, make([]games.Cell, 64)
		for i, b := range sha256.Sum256([]byte(s.String())) {
			v.Cells[i].Glyph = strconv.Itoa(int(b))
		}
	}
	return v
}

// Positions that look the same to an onlooker have the same picture, whatever cards the hands hold.
func TestThePictureDoesNotDependOnHiddenCards(t *testing.T) {
	t.Parallel()
	type seen struct{ picture, position string }
	views, twins := map[string]seen{}, 0
	c := alone(t, "m", newWhole(t, held{}, 1).match)
	for seed := range uint64(75) {
		w := newWhole(t, held{}, seed+1)
		for n := 0; n < 15 && w.goOn(); n++ {
			state := w.match.State()
			c.puts(fmt.Sprint(seed), w.match)
			got := seen{c.stateNow().Picture, state.String()}
			view := fmt.Sprintf("%+v", state.View(games.Nobody))
			before, known := views[view]
			if known && before.position != got.position {
				twins++
			}
			if known && before.picture != got.picture {
				t.Fatalf("two pictures of one view:\n%s\n%s", before.position, got.position)
			}
			views[view] = got
		}
	}
	if twins < 20 {
		t.Errorf("only %d pairs of positions with the same view: this proves little", twins)
	}
}

func TestAPositionIsDrawnOnce(t *testing.T) {
	w := newWhole(t, maze.Rules{}, 1)
	c := alone(t, "m", w.match)
	view := w.match.State().View(games.Nobody)
	first := c.pictureOf(c.now, view)
	if n := testing.AllocsPerRun(20, func() { c.pictureOf(c.now, view) }); first == "" || n != 0 {
		t.Errorf("the picture of the same position takes %.0f allocations", n)
	}
	w.goOn()
	c.puts("m", w.match)
	if c.pictureOf(c.now, w.match.State().View(games.Nobody)) == first {
		t.Error("another position has the same picture")
	}
}

func TestSeatsHaveTheColoursOfTheMatrix(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.table.set(func(m *screen.Moment) {
			m.Offer = &companion.Offer{Players: []string{"Аня", "Боря"}, Unpublished: []string{"Боря"}, Looks: map[string]looks.Look{"Боря": {Colour: 7}}}
		})
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		s := last[wire.State](t, e.broker, wire.StateKind)
		for i, rgb := range e.table.now.Offer.People().Lights([]string{"Аня", "Боря"}) {
			if s.Seats[i].RGB != rgb {
				t.Errorf("seat %d has the colour %v, want %v", i+1, s.Seats[i].RGB, rgb)
			}
		}
		if s.Seats[1].RGB != looks.Colours[6].RGB {
			t.Errorf("seat 2 has %v, want the chosen colour", s.Seats[1].RGB)
		}
	})
}

// withMoments plays the mice until it has n decisions with moments.
func withMoments(t *testing.T, n int) *whole {
	t.Helper()
	w, at := newWhole(t, mice.Rules{}, 2), 0
	for range n {
		for before := at; at == before; {
			if !w.goOn() {
				t.Fatal("the game ended without enough moments")
			}
			if all := w.match.Moments(before); len(all) > 0 {
				at = all[len(all)-1].Seq
			}
		}
	}
	return w
}

func TestTheStateHasTheLastMomentOfItsMatch(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.table.knows(sitting[:2], sitting[1:2])
		w := withMoments(t, 1)
		first := w.match
		e.table.plays("m", first)
		e.wait(time.Second)
		one := last[wire.State](t, e.broker, wire.StateKind).Moment
		if one == nil || one.Seq != first.Seq() || one.Match != "m" || one.Text == "" {
			t.Fatalf("after the first moment the state has %+v", one)
		}
		second := withMoments(t, 2).match
		e.table.plays("m", second)
		e.wait(time.Second)
		told := e.momentsTold()
		two := last[wire.State](t, e.broker, wire.StateKind).Moment
		if two == nil || !reflect.DeepEqual(*two, told[len(told)-1]) || two.Seq == one.Seq {
			t.Errorf("the state has %+v, the last moment told is %+v", two, told[len(told)-1])
		}
		back, err := second.BackTo(match.Stamp{}, second.Seq()-1, "")
		must(t, err)
		e.table.plays("m", back)
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Moment == nil || !reflect.DeepEqual(s.Moment, one) {
			t.Errorf("after an undo the state has %+v, want %+v", s.Moment, one)
		}
		e.table.plays("another", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Match != "another" || s.Moment != nil {
			t.Errorf("another match has the moment %+v", s.Moment)
		}
	})
}

func TestTheStateHasNoMomentUnlessMomentsAreTold(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.opts.Tell.Moments = false }, func(t *testing.T, e *evening) {
		e.table.plays("m", withMoments(t, 1).match)
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Match != "m" || s.Moment != nil {
			t.Errorf("%+v", s)
		}
	})
}

func TestTheMomentOfAStateNamesNobodyWhoDoesNotAgree(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.table.knows(sitting, nil)
		m := withMoments(t, 3).match
		e.table.plays("m", m)
		e.wait(time.Second)
		before := last[wire.State](t, e.broker, wire.StateKind).Moment
		e.table.knows(sitting, sitting)
		e.wait(time.Second)
		after := last[wire.State](t, e.broker, wire.StateKind).Moment
		if before == nil || after == nil || len(before.Names) == 0 || reflect.DeepEqual(before.Names, after.Names) {
			t.Fatalf("named %+v, then %+v", before, after)
		}
		for _, name := range sitting {
			if bytes.Contains(wire.Marshal(after), []byte(inJSON(name))) {
				t.Errorf("%+v names %s", after, name)
			}
		}
	})
}

// BenchmarkAState measures the state of a board of 60 cells: in a new position, as after a decision,
// and in the same one, as each ten seconds.
func BenchmarkAState(b *testing.B) {
	for _, fresh := range []bool{true, false} {
		b.Run(map[bool]string{true: "new", false: "same"}[fresh], func(b *testing.B) {
			m, err := match.Begin(games.Of(maze.Rules{}), match.Fact{Kind: match.Started, Game: "maze", Seats: []string{"Аня", "Боря"}})
			must(b, err)
			c := alone(b, "m", m)
			b.ReportAllocs()
			for b.Loop() {
				if fresh {
					c.look.at, c.look.seen = companion.Point{}, companion.Point{}
				}
				if c.stateNow().Picture == "" {
					b.Fatal("no picture")
				}
			}
		})
	}
}
