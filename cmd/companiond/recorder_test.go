package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/games"
)

// recorder walks the menus and writes down what a person would type.
type recorder struct {
	*companiontest.Table
	t     *testing.T
	game  string // whose words are on the panel
	lines []string
	seen  []string // the kinds of screen that were looked at
	x     uint64
}

func newRecorder(t *testing.T) *recorder {
	return &recorder{Table: companiontest.New(t, catalogue.Games().Games...), t: t, x: 7}
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
	} else if v.Kind != companion.KindStep {
		for _, c := range mt.State().Legal() {
			verb, _, _ := strings.Cut(string(c.Says), " ")
			if !strings.HasSuffix(kind, verb) {
				kind += " " + verb
			}
		}
	}
	return kind
}

// Choose moves to an item that begins with each text, and takes it.
func (r *recorder) Choose(texts ...string) {
	r.t.Helper()
	for _, text := range texts {
		r.point(text)
		r.Press("ok")
	}
}

// take chooses items by their keys in the catalogue.
func (r *recorder) take(keys ...string) {
	r.t.Helper()
	for _, key := range keys {
		r.Choose(r.word(key))
	}
}

// word is how an item begins that the catalogue has a text for.
func (r *recorder) word(key string) string { return begins(r.Model.Words(r.game).Word(key, "")) }

// said is how an item begins that decides so, or leads to it.
func (r *recorder) said(d games.Decision) string {
	return begins(r.Model.Words(r.game).Decision(d, r.Model.Match().Names()))
}

// begins is a text as the beginning of an item: with a large letter, and without what
// stands before something that is still to be chosen.
func begins(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return strings.TrimRight(string(unicode.ToUpper(first))+text[size:], " :")
}

// setUp opens the set-up of a game.
func (r *recorder) setUp(game string) {
	r.t.Helper()
	r.game = game
	r.take("title")
}

// point moves to an item that begins with text.
func (r *recorder) point(text string) {
	r.t.Helper()
	for range 60 {
		if strings.HasPrefix(r.Read(), text) {
			return
		}
		r.Press("down")
	}
	r.t.Fatalf("no item %q on\n%s", text, r.Screen())
}

// set turns the value of the item of a key.
func (r *recorder) set(key, value string) {
	r.t.Helper()
	r.take(key)
	for range 30 {
		now, long := strings.CutSuffix(edited(r.Model.View()), "…")
		if now = begins(now); now == value || long && strings.HasPrefix(value, now) {
			r.Press("ok")
			return
		}
		r.Press("down")
	}
	r.t.Fatalf("no value %q on\n%s", value, r.Screen())
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

// card plays a card: its suit, the third of the ranks where they are many, its rank.
func (r *recorder) card(suit, rank string) {
	r.t.Helper()
	r.take("word." + suit)
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
	r.take("language.name", "home.more", "home.settings")
	r.set("settings.quiet", r.word("settings.off"))
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
		for strings.HasPrefix(r.Cursor(), r.word("play.device")) {
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
	for r.Model.View().Kind == companion.KindStep {
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
			r.Choose(r.said(d))
			continue
		case "exchange":
			r.Choose(r.said("exchange"))
		}
		r.card(words[1], words[2])
	}
}
