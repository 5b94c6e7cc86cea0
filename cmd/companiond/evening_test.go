package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/settings"
	"tabletop/companion/store"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
	"tabletop/companion/words/wordstest"
)

// evening is a whole daemon in this process. Its keys are pressed by lines on
// standard input; what it shows is read as words.
type evening struct {
	t       *testing.T
	d       *daemon
	typed   io.Writer
	answers *bufio.Scanner
	log     *lockedBuffer
	latest  atomic.Pointer[screen.Moment] // that a part which watches them has dealt with
	end     func()
}

// gather starts a daemon with the text of a config until the test ends: with the
// simulated panel, or on a host.
func gather(t *testing.T, config string, host func() wiring.Host) *evening {
	t.Helper()
	return gatherAt(t, "127.0.0.1:0", config, host)
}

// gatherAt is gather with an address to listen at.
func gatherAt(t *testing.T, listen, config string, host func() wiring.Host) *evening {
	t.Helper()
	return gatherIn(t, knowing(t), listen, config, host)
}

// knowing returns a state folder of a box on which every game was played to its end, so that none is
// explained.
func knowing(t testing.TB) string {
	t.Helper()
	state := t.TempDir()
	s, err := store.Open(state, time.Now(), catalogue.Games())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	known := settings.Line{Key: "learnt", Value: settings.JSON(catalogue.Games().Names())}
	if err := s.Keep(t.Context(), companion.Keep{Settings: []settings.Line{known}}); err != nil {
		t.Fatal(err)
	}
	return state
}

// gatherIn is gatherAt on a state folder that may hold something, in an environment that may be changed.
func gatherIn(t *testing.T, state, listen, config string, host func() wiring.Host, change ...func(*environment)) *evening {
	t.Helper()
	write(t, filepath.Join(state, "companion.toml"), "[http]\nlisten = \""+listen+"\"\n"+config)
	in, typed := io.Pipe()
	answers, out := io.Pipe()
	e := &evening{t: t, typed: typed, answers: bufio.NewScanner(answers), log: &lockedBuffer{}}
	drawn := make(chan struct{})
	once := sync.OnceFunc(func() { close(drawn) })
	s := environment{in: in, out: out, err: e.log, env: func(string) string { return "" }, step: func(string) { once() }, watched: e.latest.Store}
	for _, how := range change {
		how(&s)
	}
	w := words.Companion(words.English)
	o := options{panel: "sim", state: state}
	c, err := readConfig(o, w)
	if err != nil {
		t.Fatal(err)
	}
	e.d = newDaemon(s, w, c)
	e.d.simulated = host == nil
	if host != nil {
		e.d.host = host()
	}
	if err := e.d.openGameFiles(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.d.programs.Close)
	disk, closed, err := openDisk(state, e.d.games, w)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- e.d.start(ctx, o, disk) }()
	e.end = sync.OnceFunc(func() {
		cancel()
		_ = answers.Close()
		if err := <-ended; err != nil {
			t.Errorf("the daemon ended with %v", err)
		}
		if err := closed(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(e.end)
	<-drawn
	return e
}

// press presses keys, each answered when all that came of it is kept and drawn.
// The simulated panel has them as lines of standard input.
func (e *evening) press(keys ...string) {
	e.t.Helper()
	for _, k := range keys {
		switch {
		case e.d.simulated && k == "hold":
			e.line("hold back")
		case e.d.simulated:
			e.line("press " + k)
		default:
			if _, err := e.d.loop.Do(e.t.Context(), companion.Keys, companion.Press{Key: keyNamed[k]}); err != nil {
				e.t.Fatal(err)
			}
			e.rest()
		}
	}
}

// rest waits until no moment is in sight that ends by itself.
func (e *evening) rest() {
	e.t.Helper()
	if _, err := e.d.loop.Do(e.t.Context(), companion.Keys, companion.WaitSettled{}); err != nil {
		e.t.Fatal(err)
	}
}

func (e *evening) line(line string) {
	e.t.Helper()
	if _, err := io.WriteString(e.typed, line+"\n"); err != nil {
		e.t.Fatal(err)
	}
	if !e.answers.Scan() || !strings.HasPrefix(e.answers.Text(), "ok ") {
		e.t.Fatalf("%q was answered by %q", line, e.answers.Text())
	}
}

// decide makes a decision as a phone does.
func (e *evening) decide(says string) {
	e.t.Helper()
	if a, err := e.d.loop.Do(e.t.Context(), companion.Sender{Role: door.Play}, companion.Decide{Point: e.d.loop.Now().Point, Says: says}); err != nil || a.Refusal.Kind != companion.Accepted {
		e.t.Fatalf("%q was answered by %+v, %v", says, a, err)
	}
	e.rest()
}

// cursor is the text of the item that ok acts on.
func (e *evening) cursor() string {
	for _, r := range e.d.loop.Now().View.Rows {
		if r.Mark == panel.Cursor {
			return r.Text
		}
	}
	return ""
}

// texts are those of [wordstest.Texts] in the language of the panel; the words of the page
// are those of a game "page".
func (e *evening) texts() wordstest.Texts {
	m := e.d.loop.Now()
	x := wordstest.Texts{
		Words: cmp.Or(m.Words(m.Lang, m.Offer.Game), m.Words(m.Lang, "")),
		Of: func(game string) *words.Catalogue {
			if game == "page" {
				return e.pageWords(m.Lang)
			}
			return m.Words(m.Lang, game)
		},
	}
	if !m.Match.IsZero() {
		x.Words, x.Names = m.WordsOf(m.Lang, m.Match.Rules()), m.Match.Names()
	}
	return x
}

func (e *evening) pageWords(lang words.Lang) *words.Catalogue {
	text, err := os.ReadFile(filepath.Join("..", "..", "companion", "web", "page", string(lang)+".txt"))
	if err != nil {
		e.t.Fatal(err)
	}
	c, err := words.ParseOver(words.Companion(lang), string(text))
	if err != nil {
		e.t.Fatal(err)
	}
	return c
}

// text is that of an item.
func (e *evening) text(item string) string {
	e.t.Helper()
	text, err := e.texts().Text(item)
	if err != nil {
		e.t.Fatal(err)
	}
	return text
}

// shows reports whether the text of an item is in sight.
func (e *evening) shows(item string) bool {
	e.t.Helper()
	return wordstest.Holds(said(e.d.loop.Now().View), e.text(item))
}

// untilShows waits until it is.
func (e *evening) untilShows(item string) {
	e.t.Helper()
	text := e.text(item)
	e.until(item, func(m *screen.Moment) bool { return wordstest.Holds(said(m.View), text) })
}

// choose moves to a row that begins with the text of each item in turn, and takes it.
func (e *evening) choose(items ...string) {
	e.t.Helper()
	for _, item := range items {
		e.moveTo(item)
		e.press("ok")
	}
}

// moveTo moves the cursor to a row that begins with the text of an item.
func (e *evening) moveTo(item string) {
	e.t.Helper()
	text := e.text(item)
	for range 60 {
		if wordstest.BeginsCut(e.cursor(), text) {
			return
		}
		e.press("down")
	}
	e.t.Fatalf("no row begins with %s (%q) on\n%s", item, text, said(e.d.loop.Now().View))
}

// set turns the value of the row that begins with the text of an item to another.
func (e *evening) set(item, value string) {
	e.t.Helper()
	e.choose(item)
	text := e.text(value)
	if edited(e.d.loop.Now().View) == "" { // ok has switched it
		return
	}
	for range 30 {
		if wordstest.BeginsCut(edited(e.d.loop.Now().View), text) {
			e.press("ok")
			return
		}
		e.press(turns(value))
	}
	e.t.Fatalf("no value %s (%q) on\n%s", value, text, said(e.d.loop.Now().View))
}

// edited is the value that is being chosen in its row, "" for none.
func edited(v panel.View) string {
	for _, r := range v.Rows {
		if r.Mark == panel.Editing {
			return strings.Trim(r.End, "‹›")
		}
	}
	return ""
}

// home leads the panel back to its first page, on which no match lies.
func (e *evening) home() {
	e.t.Helper()
	for range 12 {
		if e.d.loop.Now().View.Kind == panel.KindHome {
			return
		}
		e.press("back")
	}
}

// quiet turns moments off, from home.
func (e *evening) quiet() {
	e.t.Helper()
	e.choose("home.more", "home.settings")
	e.set("settings.quiet", "settings.off")
	e.press("back", "back")
}

// mice leads from the first start into a match of two with real dice, seat 1 first.
func (e *evening) mice() {
	e.t.Helper()
	e.press("ok") // Русский
	e.miceAgain()
}

// miceAgain is the same from home.
func (e *evening) miceAgain() {
	e.t.Helper()
	e.choose("mice:title")
	e.set("setup.first", "@1")
	e.set("luck", "luck.table")
	e.choose("setup.start")
}

// until waits for a moment.
func (e *evening) until(what string, ok func(*screen.Moment) bool) (m *screen.Moment) {
	e.t.Helper()
	waittest.Until(e.t, what, func() (any, bool) {
		m = e.d.loop.Now()
		return fmt.Sprintf("the panel says %s; logged is\n%s", said(m.View), e.log), ok(m)
	})
	return m
}

// watched waits until a part that watches the moments has dealt with the one in sight.
func (e *evening) watched() {
	e.t.Helper()
	e.until("a part that watches", func(m *screen.Moment) bool { return e.latest.Load() == m })
}

// says waits until the panel says the text of an item, and takes the message away.
func (e *evening) says(item string) {
	e.t.Helper()
	text := e.text(item)
	e.until(text, func(m *screen.Moment) bool { return wordstest.Holds(said(m.View), firstWords(text)) })
	if got := e.page(); !wordstest.Holds(got, text) {
		e.t.Fatalf("the panel says %q, want %q", got, text)
	}
	e.press("ok")
}

// firstWords are those of a text that stand on the first lines of its page.
func firstWords(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(3, len(words))], " ")
}

// page reads what there is to read of the page in sight, down to its end.
func (e *evening) page() string {
	text := said(e.d.loop.Now().View)
	for below(e.d.loop.Now().View) {
		before := e.d.loop.Now().View
		e.press("down")
		if v := e.d.loop.Now().View; v.Rows != before.Rows {
			text += " " + last(v).Text
		}
	}
	return text
}

// below reports whether there are rows under those in sight.
func below(v panel.View) bool {
	rows := 0
	for _, r := range v.Rows {
		if r != (panel.Row{}) {
			rows++
		}
	}
	return int(v.First)+rows < int(v.All)
}

// last is the lowest row.
func last(v panel.View) (row panel.Row) {
	for _, r := range v.Rows {
		if r != (panel.Row{}) {
			row = r
		}
	}
	return row
}

// sent is what a picture says, on one line.
func said(v panel.View) string {
	parts := append([]string{v.Title}, v.Prompt[:]...)
	for _, r := range v.Rows {
		parts = append(parts, r.Text, r.End)
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// seq waits for the match to have grown to so many facts.
func (e *evening) seq(n int) {
	e.t.Helper()
	e.until(fmt.Sprintf("fact %d", n), func(m *screen.Moment) bool { return m.Match.Seq() >= n })
}

// logged waits until the log has a text so many times, and fails if it has it
// more often.
func (e *evening) logged(text string, times int) {
	e.t.Helper()
	waittest.Until(e.t, fmt.Sprintf("%q in the log %d times", text, times), func() (any, bool) {
		log := e.log.String()
		return log, strings.Count(log, text) >= times
	})
	if n := strings.Count(e.log.String(), text); n != times {
		e.t.Fatalf("%q is logged %d times, want %d:\n%s", text, n, times, e.log)
	}
}

// served waits until the page is there.
func (e *evening) served() {
	e.t.Helper()
	waittest.Until(e.t, "the page", func() (any, bool) { return e.log, e.d.phones.page.now().Port() != 0 })
}

// url is the address of the page for phones, or for whoever sits at the box.
func (e *evening) url(host string) string {
	e.t.Helper()
	e.served()
	return fmt.Sprintf("http://%s:%d", host, e.d.phones.page.now().Port())
}
