package companion_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/ear"
	"tabletop/companion/match"
	"tabletop/companion/panel"
)

// blind plays by the keys and by the spoken text alone. It never looks at the panel or at the match.
type blind struct {
	*companiontest.Table
	t       *testing.T
	ears    *ears
	heard   string // everything since the last key
	row     string // last text that was spoken, which ends with the row under the bar
	presses int
	seeing  int      // presses of somebody who sees the list: the shorter way round, and a held key is one
	setUp   [2]int   // presses and seeing when the match begins
	talk    []string // keys and what was spoken after each
}

// newBlind returns a player at a new box who keeps the speech on and chooses Russian.
func newBlind(t *testing.T) *blind {
	t.Helper()
	tb := newTable(t)
	b := &blind{Table: tb, t: t, ears: listen(tb)}
	tb.Send(companion.SoundCard{Present: true})
	b.listen("")
	hold(tb, companion.SpeechAfter)
	b.listen("hold")
	tb.Wait(5 * time.Second)
	b.listen("")
	b.choose("language.name")
	b.presses, b.seeing = 0, 0
	return b
}

// listen reads the texts that were spoken since the last key.
func (b *blind) listen(key string) {
	texts := b.ears.heard
	b.ears.fresh()
	if b.heard = strings.Join(texts, ". "); len(texts) > 0 {
		b.row = strings.ToLower(texts[len(texts)-1])
	}
	b.talk = append(b.talk, fmt.Sprintf("%5s  %s", key, b.heard))
}

// press presses a key and listens.
func (b *blind) press(keys ...string) {
	for _, key := range keys {
		b.presses++
		b.Press(key)
		b.listen(key)
	}
}

// word is an item as it is spoken, in small letters.
func (b *blind) word(item string) string { return strings.ToLower(aloud(b.Table, item)) }

// words are items as they are spoken.
func (b *blind) words(items ...string) (all []string) {
	for _, item := range items {
		all = append(all, b.word(item))
	}
	return all
}

// on reports whether the row under the bar, which is the last sentence, begins with a text.
func (b *blind) on(text string) bool {
	want := strings.TrimRight(text, ".!?")
	at := strings.LastIndex(". "+plainMarks.Replace(b.row), ". "+want)
	return at >= 0 && !strings.Contains(strings.Trim(plainMarks.Replace(b.row)[at:][len(want):], ". "), ". ")
}

var plainMarks = strings.NewReplacer("!", ".", "?", ".")

// seek moves the bar down until one of the texts is spoken, and reports whether it has found one. It
// gives up after one way round.
func (b *blind) seek(texts ...string) bool {
	downs := 0
	for first := b.row; downs == 0 || b.row != first; downs++ {
		if slices.ContainsFunc(texts, b.on) {
			b.seeing += min(downs, max(b.ears.was.Of-downs, 0))
			return true
		}
		if b.press("down"); downs > 60 {
			break
		}
	}
	return false
}

// choose moves the bar to each of the items and presses ok.
func (b *blind) choose(items ...string) {
	b.t.Helper()
	for _, item := range items {
		if !b.seek(b.word(item)) {
			b.t.Fatalf("nobody says %s (%q):\n%s", item, b.word(item), b.told(30))
		}
		b.ok()
	}
}

func (b *blind) ok() {
	b.press("ok")
	b.seeing++
}

// told are the last steps, for a failure.
func (b *blind) told(n int) string { return strings.Join(b.talk[max(0, len(b.talk)-n):], "\n") }

// turn turns the value of the row under the bar until it is spoken, and sets it.
func (b *blind) turn(item, value string) {
	b.t.Helper()
	b.choose(item)
	for i := 0; !strings.HasPrefix(b.row+",", b.word(value)+","); i++ {
		if b.press("up"); i > 120 {
			b.t.Fatalf("%s can't be %s:\n%s", item, value, b.told(30))
		}
	}
	b.seeing++ // a held key
	b.ok()
}

// dial turns the number to n and sets it. It hears each number, and knows the way by the first.
func (b *blind) dial(n int) {
	b.t.Helper()
	number := func(n int) string { return strings.ToLower(ear.Spoken(b.Model.Lang(), panel.Minus(int32(n)))) }
	now := -99
	for ; now < 99 && !strings.HasSuffix(b.row, " "+number(now)); now++ {
	}
	for ; now < n; now++ {
		b.press("up")
	}
	for ; now > n; now-- {
		b.press("down")
	}
	if b.row != number(n) && !strings.HasSuffix(b.row, " "+number(n)) {
		b.t.Fatalf("the number is %q, want %q:\n%s", b.row, number(n), b.told(30))
	}
	b.seeing++ // a held key
	b.ok()
}

// spell enters a name letter by letter.
func (b *blind) spell(name string) {
	b.t.Helper()
	b.choose("naming.spell")
	for _, letter := range name {
		b.wheel(strings.ToLower(string(letter)), "down")
		b.ok()
	}
	b.wheel("ear.wheel.✓", "up")
	b.ok()
}

// wheel turns to a letter or a sign.
func (b *blind) wheel(sign, key string) {
	b.t.Helper()
	want := letterName(b, sign)
	for i := 0; !strings.HasSuffix(strings.ToLower(b.heard), want); i++ {
		if b.press(key); i > 80 {
			b.t.Fatalf("no letter is %q:\n%s", want, b.told(30))
		}
	}
	b.seeing++ // a held key
}

// letterName is the name of a letter or of a sign of the wheel.
func letterName(b *blind, sign string) string {
	if strings.HasPrefix(sign, "ear.") {
		return b.word(sign)
	}
	names := strings.Fields(b.Model.Words("").Word("ear.cyrillic"))
	return strings.ReplaceAll(names[strings.IndexRune("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", []rune(sign)[0])/2], "-", " ")
}

// isOver goes on while a moment waits for a key, and reports whether the match has ended: its first row
// is the result.
func (b *blind) isOver() bool {
	for b.on(b.word("tab.on")) {
		b.ok()
	}
	return b.on(b.word("result.state"))
}

// until decides until the match is over.
func (b *blind) until(decides func(n int)) {
	b.t.Helper()
	for n := 0; !b.isOver(); n++ {
		if decides(n); n > 900 {
			b.t.Fatalf("the match never ends:\n%s", b.told(40))
		}
	}
}

// result reads the result of the match aloud, and leaves the match.
func (b *blind) result() string {
	b.choose("result.state")
	heard := strings.ToLower(b.heard)
	b.press("back")
	b.choose("result.end")
	return heard
}

// heardGames are whole games with their set-up, each with the most presses that it takes by ear, and the
// budget of a table that sees (EVENING).
var heardGames = []struct {
	name   string
	most   int
	budget string
	play   func(*blind)
}{
	{"mice", 205, "76 for 32 rolls", func(b *blind) { // catches after each second throw
		b.begin("mice:title")
		b.until(func(n int) {
			if n%3 == 2 {
				b.seek(b.word("mice:say.stop"))
			}
			b.ok()
		})
	}},
	{"fox, by tricks", 209, "1 a trick", func(b *blind) {
		b.begin("fox:title", "fox:option.target", "fox:option.target.16")
		b.until(func(n int) {
			b.seek(b.words("@1", "@2")[n*5%7%2])
			b.ok()
		})
	}},
	{"Мазайцы, the box has the deck", 472, "–", func(b *blind) {
		b.begin("mazaitsy:title")
		b.until(func(n int) {
			if n%2 == 0 && b.on(b.word("mazaitsy:say.done")) {
				b.seek(b.word("mazaitsy:verb.take"))
			}
			b.ok()
		})
	}},
	{"Мазайцы, the box has the field", 327, "–", func(b *blind) {
		b.begin("mazaitsy:title", "mazaitsy:option.field", "mazaitsy:option.field.on")
		b.until(func(n int) {
			if n%5 == 3 && b.on(b.word("mazaitsy:say.forward")) {
				b.seek(b.word("mazaitsy:say.turn right"), b.word("mazaitsy:say.unload"))
			}
			b.ok()
		})
	}},
	{"scoreboard, three rounds", 195, "4 a score", func(b *blind) {
		b.begin("score:title", "score:option.rounds", "3")
		points := []int{5, 9, 14, -7, 3, 3}
		b.until(func(n int) { b.dial(points[n]) })
	}},
	{"another game, ten rounds in turns", 174, "–", func(b *blind) {
		b.choose("home.other")
		b.begin("table:shape.rounds")
		b.until(func(int) { b.ok() })
	}},
}

// begin sets a game up: the names of two seats, and the values of options.
func (b *blind) begin(game string, options ...string) {
	b.t.Helper()
	b.choose(game, "1")
	b.spell("ия")
	b.choose("2", "В", "Вера")
	for o := range slices.Chunk(options, 2) {
		b.turn(o[0], o[1])
	}
	b.choose("setup.start")
	b.setUp = [2]int{b.presses, b.seeing}
}

// The player gets the spoken text alone, and the match is as the text says.
func TestWholeGamesArePlayedByTheEar(t *testing.T) {
	var lines strings.Builder
	w := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ngame\tset-up by ear\tby eye\tplay by ear\tby eye\tbudget by eye\tdecisions")
	for _, g := range heardGames {
		b := newBlind(t)
		g.play(b)
		heard, mt := b.result(), b.Model.Moment().Match
		if names := mt.Names()[:2]; !mt.Ended() || !slices.Contains(names, "Ия") || !slices.Contains(names, "Вера") {
			t.Errorf("%s: the match of %q has not ended:\n%s", g.name, names, b.told(30))
		}
		for i, score := range mt.State().Standing().Scores {
			if want := strings.ToLower(ear.Spoken(b.Model.Lang(), fmt.Sprintf("%s, %d", mt.Names()[i], score))); !strings.Contains(heard, want) {
				t.Errorf("%s: the result %q is heard without %q", g.name, heard, want)
			}
		}
		if b.presses > g.most {
			t.Errorf("%s takes %d presses by ear, and took %d:\n%s", g.name, b.presses, g.most, b.told(60))
		}
		decided := 0
		for f := range mt.Line() {
			if f.Kind == match.Decided && f.Seat > 0 {
				decided++
			}
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t%d\n", g.name, b.setUp[0], b.setUp[1], b.presses-b.setUp[0], b.seeing-b.setUp[1], g.budget, decided)
	}
	b := newBlind(t)
	b.throws()
	fmt.Fprintf(w, "dice: 3d10, built and thrown twice\t%d\t%d\t%d\t%d\t2, again 1\t2\n", b.setUp[0], b.setUp[1], b.presses-b.setUp[0], b.seeing-b.setUp[1])
	w.Flush()
	t.Log(lines.String())
}

// throws builds a cup of three dice, throws it twice and hears both totals.
func (b *blind) throws() {
	b.t.Helper()
	b.choose("home.more", "home.dice", "cups.build", "d10", "dice:build.count")
	b.dial(3)
	b.setUp = [2]int{b.presses, b.seeing}
	for range 2 {
		b.ok()
		if total := strings.ToLower(ear.Spoken(b.Model.Lang(), b.Model.View().Big)); !strings.Contains(strings.ToLower(b.heard), total) {
			b.t.Errorf("the total is %q:\n%s", total, b.told(20))
		}
	}
}
