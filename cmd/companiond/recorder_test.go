package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/games"
)

// recorder walks the menus and writes down what a person would type.
type recorder struct {
	*companiontest.Table
	t     *testing.T
	lines []string
	seen  []string // the kinds of screen that were looked at
	x     uint64
}

func newRecorder(t *testing.T) *recorder {
	// No game was ever played to its end on the daemon either that the lines are typed into.
	return &recorder{Table: companiontest.OnDisk(t, companiontest.NewDisk().Knows(), catalogue.Games().Games...), t: t, x: 7}
}

// Press presses and writes down.
func (r *recorder) Press(names ...string) {
	for _, name := range names {
		line := "press " + name
		if name == "hold" {
			line = "hold back"
		}
		r.lines = append(r.lines, line)
	}
	r.Table.Press(names...)
}

// look asks for the screen, unless it changes by itself: a long row under the cursor slides.
func (r *recorder) look() bool {
	still := r.Read() == r.Cursor()
	if still {
		r.lines = append(r.lines, "screen")
	}
	return still
}

// lookOnce asks for the screen where none of its kind has been asked for.
func (r *recorder) lookOnce() {
	if kind := r.kind(); !slices.Contains(r.seen, kind) && r.look() {
		r.seen = append(r.seen, kind)
	}
}

// lookAtScores is lookOnce, and once more wherever the scores have changed.
func (r *recorder) lookAtScores() {
	scores := ""
	if mt := r.Model.Match(); !mt.IsZero() {
		scores = fmt.Sprint(mt.State().Standing().Scores)
	}
	if slices.Contains(r.seen, scores) {
		r.lookOnce()
	} else if r.look() {
		r.seen = append(r.seen, scores, r.kind())
	}
}

// kind is what a screen has in common with others: how it is drawn, and what may be decided.
func (r *recorder) kind() string {
	v := r.Model.View()
	picture, _, _ := strings.Cut(v.Picture, "-")
	kind := fmt.Sprint(v.Kind, picture)
	mt := r.Model.Match()
	if mt.IsZero() {
		kind += v.Title
	} else if v.Kind != panel.KindStep {
		for _, c := range mt.State().Legal() {
			verb, _, _ := strings.Cut(string(c.Says), " ")
			if !strings.HasSuffix(kind, verb) {
				kind += " " + verb
			}
		}
	}
	return kind
}

// Choose moves to a row that begins with the text of each item, and takes it.
func (r *recorder) Choose(items ...string) {
	r.t.Helper()
	for _, item := range items {
		r.MoveTo(item)
		r.Press("ok")
	}
}

// setUp opens the set-up of a game that isn't to be explained.
func (r *recorder) setUp(game string) {
	r.t.Helper()
	r.Choose(game + ":title")
	of, _ := catalogue.Games().Lookup(game, "")
	least, _ := of.Seats()
	if len(games.Topics(of, games.Setup{Seats: least})) > 0 {
		r.Choose("setup.explain")
	}
}

// MoveTo moves to a row that begins with the text of an item.
func (r *recorder) MoveTo(item string) {
	r.t.Helper()
	for i := 0; !r.At(item); i++ {
		if i == 60 {
			r.t.Fatalf("no row begins with %s (%q) on\n%s", item, r.Text(item), r.Screen())
		}
		r.Press("down")
	}
}

// set turns the value of a row.
func (r *recorder) set(item, value string) {
	r.t.Helper()
	r.Choose(item)
	if edited(r.Model.View()) == "" { // ok has switched it
		return
	}
	for i := 0; !r.At(value); i++ {
		if i == 30 {
			r.t.Fatalf("no value %s (%q) on\n%s", value, r.Text(value), r.Screen())
		}
		r.Press(turns(value))
	}
	r.Press("ok")
}

// turns is the key that turns towards a value: among numbers up is more.
func turns(value string) string {
	if _, err := strconv.Atoi(value); err == nil {
		return "up"
	}
	return "down"
}

// seats chooses known players for the seats, seat 1 first.
func (r *recorder) seats(names ...string) {
	r.t.Helper()
	for i, name := range names {
		r.Choose(strconv.Itoa(i+1), name)
	}
}

// looksAt chooses items, and looks at the screen behind each.
func (r *recorder) looksAt(items ...string) {
	r.t.Helper()
	for _, item := range items {
		r.Choose(item)
		r.look()
	}
}

// ends looks at the result of the match that is over, and ends it.
func (r *recorder) ends() {
	r.t.Helper()
	r.look()
	r.Choose("result.end")
	r.Press("ok")
}

// number turns the dial in sight to a number.
func (r *recorder) number(n int) {
	r.t.Helper()
	for range 60 {
		now, err := strconv.Atoi(strings.Replace(r.Model.View().Big, "−", "-", 1))
		switch {
		case err != nil:
			r.t.Fatalf("there is no number on\n%s", r.Screen())
		case now < n:
			r.Press("up")
		case now > n:
			r.Press("down")
		default:
			r.Press("ok")
			return
		}
	}
	r.t.Fatalf("no %d on\n%s", n, r.Screen())
}

// numbers enters numbers as they are asked for, and looks at each.
func (r *recorder) numbers(all ...int) {
	r.t.Helper()
	for _, n := range all {
		r.look()
		r.number(n)
	}
}

// spell puts a name together, letter by letter.
func (r *recorder) spell(name string) {
	r.t.Helper()
	for _, letter := range strings.Split(name+"✓", "") {
		for i := 0; r.Model.View().Wheel[2] != letter; i++ {
			if i > 40 {
				r.t.Fatalf("no letter %s on\n%s", letter, r.Screen())
			}
			r.Press("down")
		}
		r.Press("ok")
	}
}

// card plays a card: the whole decision where few cards are left, else its suit, the third of
// the ranks where they are many, its rank.
func (r *recorder) card(verb, suit, rank string) {
	r.t.Helper()
	whole := fmt.Sprintf("say.%s %s %s", verb, suit, rank)
	for i := 0; !r.At(whole) && !r.At("word."+suit) && i < 14; i++ {
		r.Press("down")
	}
	few := r.At(whole)
	if r.Press("ok"); few {
		return
	}
	n, _ := strconv.Atoi(rank)
	for range 12 {
		from, to, third := strings.Cut(r.Cursor(), "–")
		least, _ := strconv.Atoi(from)
		most, _ := strconv.Atoi(to)
		switch {
		case r.Cursor() == rank:
			r.Press("ok")
			return
		case third && least <= n && n <= most:
			r.Press("ok")
		default:
			r.Press("down")
		}
	}
	r.t.Fatalf("no %s on\n%s", rank, r.Screen())
}

// quiet turns moments off, from the language on, and comes back to the first screen.
func (r *recorder) quiet() {
	r.t.Helper()
	r.Choose("language.name", "home.more", "home.settings")
	r.set("settings.quiet", "settings.off")
	r.Press("back", "back")
}

// over reports whether the match has ended.
func (r *recorder) over() bool {
	mt := r.Model.Match()
	return !mt.IsZero() && mt.State().Standing().Over
}

// wander takes items at random until done, looking at each, but never lets the device answer.
func (r *recorder) wander(done func() bool, look func()) {
	for i := 0; !done(); i++ {
		look()
		r.x = r.x*6364136223846793005 + 1442695040888963407
		for range (r.x >> 60) % 4 {
			if r.Cursor() != "" {
				r.Press("down")
			}
		}
		for r.At("play.device") {
			r.Press("up")
		}
		r.Press("ok")
		if i > 3000 {
			r.t.Fatalf("no end on\n%s", r.Screen())
		}
	}
}

// script are the lines that were typed, the last of which look at what is in sight.
func (r *recorder) script() string {
	return strings.Join(r.lines, "\n") + "\nscreen\nlamps\n"
}

// skipSteps goes on to what is to be decided, looking at what hands do before.
func (r *recorder) skipSteps() {
	for r.Model.View().Kind == panel.KindStep {
		r.look()
		r.Press("ok")
	}
}

// plays enters decisions of the fox: a card, another decree, or none.
func (r *recorder) plays(decisions ...games.Decision) {
	r.t.Helper()
	for _, d := range decisions {
		r.skipSteps()
		r.lookAtScores()
		words := strings.Fields(string(d))
		switch words[0] {
		case "keep":
			r.Choose("say." + string(d))
			continue
		case "exchange":
			r.Choose("say.exchange")
		}
		r.card(words[0], words[1], words[2])
	}
}
