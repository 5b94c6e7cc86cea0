package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/clock"
	"tabletop/companion/match"
	"tabletop/companion/waittest"
	"tabletop/drivers/serial/serialtest"
	"tabletop/drivers/tablepanel"
	"tabletop/games"
)

// controller is the microcontroller at the far end of a table panel's line.
type controller struct {
	t     *testing.T
	plug  serialtest.Plug
	heard chan string
}

const hello = "HELLO rim 1.2\n"

// controls starts a controller. It hears what is said after a HELLO, which it says
// when it is asked, or only when a test says so.
func controls(t *testing.T, link string, asked bool) *controller {
	t.Helper()
	c := &controller{t: t, plug: plugIn(t, link), heard: make(chan string, 1000)}
	go func() {
		known := false
		for lines := bufio.NewScanner(c.plug); lines.Scan(); {
			known = known || lines.Text() == "X"
			switch {
			case lines.Text() == "?" && asked:
				_, _ = io.WriteString(c.plug, hello)
			case known:
				c.heard <- lines.Text()
			}
		}
	}()
	return c
}

// hears waits for lines in turn, and for nothing else between them.
func (c *controller) hears(want ...string) {
	c.t.Helper()
	for _, w := range want {
		if got := waittest.Receive(c.t, strconv.Quote(w), c.heard); got != w {
			c.t.Fatalf("the panel hears %q, want %q", got, w)
		}
	}
}

// greets says hello and waits to hear that it is the turn of seat 1. The daemon may be
// greeted before it has seen that turn itself: then it tells first that it is nobody's.
func (c *controller) greets() {
	c.t.Helper()
	c.plug.Says(c.t, hello)
	c.hears("X")
	if got := waittest.Receive(c.t, "a turn", c.heard); got == "T 0" {
		c.hears("T 1")
	} else if got != "T 1" {
		c.t.Fatalf("the panel hears %q, want %q", got, "T 1")
	}
	c.hears("L 1 blink")
}

// quiet fails if the panel has heard anything.
func (c *controller) quiet() {
	c.t.Helper()
	select {
	case got := <-c.heard:
		c.t.Fatalf("the panel hears %q", got)
	default:
	}
}

// key presses and releases a seat's key.
func (c *controller) key(seat int) { c.plug.Says(c.t, fmt.Sprintf("K %d down\nK %d up\n", seat, seat)) }

func (c *controller) dice(faces ...string) {
	for i, f := range faces {
		c.plug.Says(c.t, fmt.Sprintf("D %d %s\n", i+1, f))
	}
}

// step does something and waits for the match to have grown by it.
func (e *evening) step(do func()) {
	e.t.Helper()
	before := e.d.loop.Now().Match.Seq()
	do()
	e.seq(before + 1)
	e.rest() // a key would only end a moment
}

// colours of the mice, as the dice name them.
var colours = []string{"red", "orange", "yellow", "green", "blue"}

func TestATablePanelPlaysAWholeMatchWithItsOwnDice(t *testing.T) {
	t.Parallel()
	link := socket(t)
	c := controls(t, link, false)
	e := gather(t, "[table]\nport = \""+link+"\"\n", nil)
	e.press("ok") // Русский
	e.quiet()     // 26 catches take half a minute
	e.miceAgain()
	c.greets()
	turns := 0
	for seat := 1; !e.d.loop.Now().Match.State().Standing().Over; seat = 3 - seat {
		colour := colours[turns/6] // each turn catches one of six
		e.step(func() { c.key(seat) })
		c.hears(fmt.Sprintf("L %d on", seat), "M roll")
		e.step(func() { c.dice(colour, colour) })
		e.step(func() { c.key(seat) })
		c.hears(fmt.Sprintf("L %d on", seat))
		e.moveTo("mice:say.stop")
		e.step(func() { c.key(seat) })
		c.hears(fmt.Sprintf("L %d on", seat), fmt.Sprintf("L %d off", seat))
		if turns++; turns < 26 {
			c.hears(fmt.Sprintf("T %d", 3-seat), fmt.Sprintf("L %d blink", 3-seat))
		}
	}
	c.hears("T 0")
	if turns != 26 {
		t.Errorf("%d turns caught 26 mice", turns)
	}
	if n := strings.Count(e.facts(), " table"); n != 26 || strings.Contains(e.facts(), match.Device) {
		t.Errorf("the table's dice answered %d times: %s", n, e.facts())
	}
	e.untilShows("moment.win")
	e.end()
	c.hears("X")
}

func TestATablePanelHearsOnlyWhatCounts(t *testing.T) {
	t.Parallel()
	link := socket(t)
	c := controls(t, link, false)
	e := gather(t, "[table]\nport = \""+link+"\"\n", nil)
	e.mice()
	c.greets()
	before := e.d.loop.Now().Match.Seq()
	c.key(2)                   // it isn't their turn
	c.dice("red", "red")       // nobody asked
	c.plug.Says(t, "K 1 up\n") // only going down counts
	c.plug.Says(t, "M roll stuck\n")
	e.says("trouble.motor roll")
	if seq := e.d.loop.Now().Match.Seq(); seq != before {
		t.Fatalf("the match has grown by %d facts: %s", seq-before, e.facts())
	}
	e.step(func() { c.key(1) })
	c.hears("L 1 on", "M roll")
	c.key(1)                                       // chance is on turn, and no item is theirs to take
	c.plug.Says(t, "D 2 red\nD 7 six\nD 2 blue\n") // three eyes see what two dice can't show
	c.plug.Says(t, "M roll stuck\n")
	e.says("trouble.motor roll")
	if got := e.facts(); got != "roll" {
		t.Fatalf("decided %s", got)
	}
	e.press("hold")
	e.choose("pause.undo")
	e.step(func() { c.key(1) })
	c.hears("L 1 on", "M roll")                               // the tower is started anew,
	e.step(func() { c.plug.Says(t, "D 1 white\nD 2 red\n") }) // and what was seen before is forgotten
	if got := e.facts(); got != "roll, dice red white table" {
		t.Errorf("decided %s", got)
	}
	c.quiet()
}

func TestATablePanelThatWasAwayIsToldAllAndItsTowerStartsAnew(t *testing.T) {
	t.Parallel()
	link := socket(t)
	c := controls(t, link, false)
	e := gather(t, "[table]\nport = \""+link+"\"\n", nil)
	e.mice()
	c.greets()
	e.step(func() { c.key(1) })
	c.hears("L 1 on", "M roll")
	c.plug.Pull(link)
	e.says("trouble.table device.off")
	c = controls(t, link, true)
	c.hears("X", "T 1", "L 1 on", "M roll")
	e.step(func() { c.dice("blue", "blue") })
	e.logged("device is away", 1)
	e.logged("device is back", 1)
}

func TestDiceAreNamedInAnyOrder(t *testing.T) {
	choices := []games.Choice{{Says: "dice red red"}, {Says: "dice red white"}, {Says: "dice white blue"}, {Says: "dice blue white"}}
	for _, test := range []struct {
		faces map[int]string
		want  games.Decision
	}{
		{map[int]string{1: "red", 2: "white"}, "dice red white"},
		{map[int]string{1: "white", 2: "red"}, "dice red white"},
		{map[int]string{9: "red", 3: "white"}, "dice red white"},
		{map[int]string{1: "red", 2: "red"}, "dice red red"},
		{map[int]string{1: "white", 2: "blue"}, "dice white blue"},
		{map[int]string{1: "blue", 2: "white"}, "dice blue white"},
		{map[int]string{1: "red"}, ""},
		{map[int]string{1: "red", 2: "white", 3: "red"}, ""},
		{map[int]string{1: "white", 2: "white"}, ""},
		{nil, ""},
	} {
		if got := outcome(choices, test.faces); got != test.want {
			t.Errorf("%v are %q, want %q", test.faces, got, test.want)
		}
	}
	if got := outcome(nil, map[int]string{1: "6"}); got != "" {
		t.Errorf("where nothing can fall, a die is %q", got)
	}
}

func TestTheTowerIsStartedForQuestionsToTheTablesDice(t *testing.T) {
	var row string
	for range 11 {
		row += decided("done", "place")
	}
	for _, test := range []struct {
		name, record string
		want         int
	}{
		{"a seat is on turn", twoAtMice, 0},
		{"dice are asked for", twoAtMice + decided("roll"), 2},
		{"they have answered", twoAtMice + decided("roll", "dice red red"), 0},
		{"they are asked for again", twoAtMice + decided("roll", "dice red red", "lure red", "roll"), 5},
		{"after an undo", twoAtMice + decided("roll") + `{"kind":"undone","back_to":1}` + "\n" + decided("roll"), 4},
		{"the match was left", twoAtMice + decided("roll") + `{"kind":"ended"}`, 0},
		{"Мазай is asked for, and no dice", twoAtBoat + row, 0},
	} {
		if got := question(parsed(t, test.record)); got != test.want {
			t.Errorf("%s: the question is %d, want %d", test.name, got, test.want)
		}
	}
	if question(match.Match{}) != 0 {
		t.Error("nothing is played, and the tower is started")
	}
}

func TestTheLightsOfTheSeatsTellHowTheyStand(t *testing.T) {
	t.Parallel()
	const waits, next, on, late = tablepanel.Waiting, tablepanel.OnDeck, tablepanel.Active, tablepanel.Alarm
	e := gather(t, "", nil)
	if got := stances(e.d.loop.Now(), 0); got != nil {
		t.Errorf("without a match they tell %v", got)
	}
	e.press("ok") // Русский
	e.choose("mice:title")
	e.set("setup.seats", "3")
	e.set("setup.first", "@1")
	e.choose("setup.start")
	m := *e.d.loop.Now()
	if got, want := stances(&m, 1), []tablepanel.State{on, next, waits}; !slices.Equal(got, want) {
		t.Errorf("they tell %v, want %v", got, want)
	}
	if got, want := coloursOf(&m), []tablepanel.Colour{tablepanel.Red, tablepanel.Blue, tablepanel.Green}; !slices.Equal(got, want) {
		t.Errorf("guests have the colours %v, want %v", got, want)
	}
	m.Clocks = clock.SeatsOf(clock.Seat{Left: -1}, clock.Seat{Left: -1}, clock.Seat{Left: 1})
	if got, want := stances(&m, 2), []tablepanel.State{waits, late, waits}; !slices.Equal(got, want) {
		t.Errorf("behind time they tell %v, want %v", got, want)
	}
	choice := companion.ChooseLook{Name: m.Match.Names()[1], Colour: "indigo"}
	if a, err := e.d.loop.Do(t.Context(), companion.Keys, choice); err != nil || a.Refusal.Text != "" {
		t.Fatal(a, err)
	}
	if got, want := coloursOf(e.d.loop.Now()), []tablepanel.Colour{tablepanel.Red, tablepanel.Indigo, tablepanel.Green}; !slices.Equal(got, want) {
		t.Errorf("the players have the colours %v, want %v", got, want)
	}
	m.Clocks, m.Rings = clock.Seats{}, true
	if got := stances(&m, 3); got[2] != late {
		t.Errorf("when it rings they tell %v", got)
	}
}
