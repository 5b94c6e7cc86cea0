//go:build browser

package web_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/people"
	"tabletop/companion/waittest"
)

// browser starts a Chromium for a test. Its pages find no other host.
func browser(t *testing.T) context.Context {
	t.Helper()
	dir, err := os.MkdirTemp("", "league-browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // it may still be tidying up
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(dir), chromedp.WSURLReadTimeout(waittest.Patience),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// view is a page of a league in a browser.
type view struct {
	*league
	ctx context.Context
	url string
}

// views opens a page as an account of that role sees it. An error of its scripts, and a request that
// the page's own rules refuse, fail the test.
func (l *league) views(ctx context.Context, role ledger.Role, server *httptest.Server, width, height int64, path string, first ...string) *view {
	l.Helper()
	ctx, cancel := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	l.Cleanup(cancel)
	v := &view{l, ctx, server.URL}
	l.ok(chromedp.Listen(ctx, func(event any) {
		switch event := event.(type) {
		case *runtime.EventExceptionThrown:
			l.Errorf("%s: %s %v", path, event.ExceptionDetails.Text, event.ExceptionDetails.Exception)
		case *runtime.EventConsoleAPICalled:
			l.Errorf("%s: console: %s", path, event.Args[0].Value)
		}
	}))
	for _, script := range first {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		l.ok(err)
	}
	v.do(chromedp.EmulateViewport(width, height), chromedp.Navigate(server.URL+"/in/"+l.tokens[role]), chromedp.Navigate(server.URL+path))
	return v
}

func (v *view) do(steps ...chromedp.Action[chromedp.Void]) {
	v.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, waittest.Patience)
	defer cancel()
	v.ok(chromedp.Do(ctx, steps...))
}

// tells returns the value of a script's expression as text.
func (v *view) tells(expression string) string {
	v.Helper()
	text, err := v.evaluate(expression)
	v.ok(err)
	return text
}

func (v *view) evaluate(expression string) (string, error) {
	ctx, cancel := context.WithTimeout(v.ctx, waittest.Patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[string]("Promise.resolve("+expression+").then(String)", chromedp.EvalAwaitPromise))
}

// wait waits until a script's expression holds.
func (v *view) wait(expression string) {
	v.Helper()
	waittest.Until(v, expression, func() (any, bool) {
		is, err := v.evaluate("Boolean(" + expression + ") + ' of ' + document.querySelectorAll('*').length + ' elements'")
		return is, err == nil && strings.HasPrefix(is, "true")
	})
}

// still waits until nothing moves.
func (v *view) still() {
	v.Helper()
	v.wait("document.getAnimations().length === 0")
}

// list returns the strings in the array that is the value of an expression.
func (v *view) list(expression string) (all []string) {
	v.Helper()
	v.ok(json.Unmarshal([]byte(v.tells("JSON.stringify("+expression+")")), &all))
	return all
}

// judge fails for what axe finds against WCAG 2.2 AA.
func (v *view) judge(where string) {
	v.Helper()
	axe, err := os.ReadFile(os.Getenv("AXE"))
	v.ok(err)
	source, err := json.Marshal(string(axe))
	v.ok(err)
	v.tells("typeof axe === 'undefined' ? (0, eval)(" + string(source) + ") && '' : ''")
	v.tells(`axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })
		.then((r) => { window.found = r.violations.map((v) => [v.id, v.help, ...v.nodes.slice(0, 3).map((n) => n.html)].join(" · ")); })`)
	for _, fault := range v.list("window.found") {
		v.Errorf("%s: %s", where, fault)
	}
}

// picture stores a picture of the page in the folder SHOTS.
func (v *view) picture(name string) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	shot, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "league-"+name+".png"), shot, 0o600)
	}
	v.ok(err)
}

// board is a picture of 128 × 64 dots like those of a box.
func board(seed int) string {
	img := image.NewPaletted(image.Rect(0, 0, 128, 64), color.Palette{color.Black, color.White})
	for y := range 64 {
		for x := range 128 {
			column, row := (x-32)/8, y/8
			inside := x >= 32 && x < 96
			dx, dy := x%8-4, y%8-4
			piece := (column*7+row*5+seed)%3 == 0 && dx*dx+dy*dy < 9
			if inside && ((column+row)%2 == 0 && (x+y)%2 == 0 || piece || x%8 == 0 && y%2 == 0) {
				img.SetColorIndex(x, y, 1)
			}
		}
	}
	var text bytes.Buffer
	_ = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&text, img) // a Buffer can't fail
	return base64.StdEncoding.EncodeToString(text.Bytes())
}

var (
	titles = []string{"Кошки-мышки", "Лабиринт", "Спящие королевы", "Шашки", "Дед Мазай и зайцы", "Счёт"}
	names  = []string{"Аня", "Боря", "Константин", "Елизавета", "Фёдор", "Ёлка", "Александра", "Гоша"}
)

// table returns the state of table i, with seats and pictures as boxes tell them today.
func table(i, seats int) ledger.State {
	s := wire.State{N: 1, Name: fmt.Sprintf("Стол %d", i+1), Lang: "ru", Match: fmt.Sprintf("m%d", i), Seq: 3, Title: titles[i%len(titles)], Now: "Бросьте кости или остановитесь", Turn: i%seats + 1, Picture: board(i)}
	for k := range seats {
		s.Seats = append(s.Seats, wire.Seat{Name: names[(i+k)%len(names)], RGB: people.Colours[(i+k)%len(people.Colours)].RGB, Score: int32(17*k + 3*i)})
	}
	s.Who = s.Seats[s.Turn-1].Name
	return ledger.State{Box: fmt.Sprintf("%012d", i), State: s}
}

// playsToday keeps so many matches of today.
func (l *league) playsToday(matches int, names ...string) {
	l.Helper()
	for i := range matches {
		m, err := match.Begin(known, match.Fact{
			Kind: match.Started, At: time.Now().Format(time.RFC3339), Game: "mice", Seats: []string{names[2*i%len(names)], names[(2*i+1)%len(names)]}, Seal: audittest.Secret(0).Seal(),
		})
		l.ok(err)
		l.takes(boxA, fmt.Sprintf("today%d", i), audittest.Play(l, m, uint64(i)))
	}
}

// serves starts a server of the pages.
func (l *league) serves() *httptest.Server {
	l.Helper()
	server := httptest.NewServer(l.web)
	l.Cleanup(server.Close)
	return server
}

// shows makes boxes tell states.
func (l *league) shows(states ...ledger.State) {
	l.Helper()
	for _, s := range states {
		l.ok(l.ledger.Enrol(l.Context(), s.Box))
		_, err := l.ledger.Online(l.Context(), ledger.From{Box: s.Box}, wire.Online{Online: true, Name: s.State.Name})
		l.ok(err)
	}
	l.ok(l.ledger.TakeStates(l.Context(), states))
}

// wall opens the wall on a television and waits for its cards.
func (l *league) wall(ctx context.Context, server *httptest.Server, query string, cards int) *view {
	l.Helper()
	v := l.views(ctx, ledger.Viewer, server, 1920, 1080, "/wall"+query)
	v.cards(cards)
	return v
}

func (v *view) cards(n int) {
	v.Helper()
	v.wait(fmt.Sprintf("document.querySelectorAll('.card').length === %d && document.getElementById('none').hidden === (%[1]d > 0) && [...document.querySelectorAll('canvas')].every((c) => 'drawn' in c.dataset)", n))
	v.still()
}

// faults lists names and scores of less than 28 px, parts that leave their card or cover others, and
// a wall that scrolls.
const faults = `[
	...[...document.querySelectorAll(".name, .score, .moment")].filter((e) => parseFloat(getComputedStyle(e).fontSize) < 28).map((e) => e.textContent + " has " + getComputedStyle(e).fontSize),
	...[...document.querySelectorAll(".card li, .card h2, .card .now, .card canvas, #lines li")].filter((e) => {
		const box = e.getBoundingClientRect(), card = e.closest(".card, #day").getBoundingClientRect();
		return box.height < 1 || box.left < card.left || box.top < card.top || box.right > card.right + .5 || box.bottom > card.bottom + .5;
	}).map((e) => e.tagName + " " + e.textContent + " leaves its card"),
	...[...document.querySelectorAll(".card canvas")].filter((e) => {
		const box = e.getBoundingClientRect(), seats = e.closest(".card").querySelector(".seats").getBoundingClientRect();
		return box.left < seats.right && box.right > seats.left && box.top < seats.bottom - .5;
	}).map(() => "a picture covers seats"),
	...[...document.querySelectorAll(".card .name")].filter((e) => e.clientWidth < 3.5 * parseFloat(getComputedStyle(e).fontSize)).map((e) => e.textContent + " has no room"),
	...[...document.querySelectorAll("canvas")].filter((e) => e.clientWidth % 128 || getComputedStyle(e).imageRendering !== "pixelated").map((e) => "a picture of " + e.clientWidth + " px is blurred"),
	...(document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight ? ["the wall scrolls"] : []),
]`

// TestPageOfALeague has one browser for all its tests, as a browser needs seconds to start.
func TestPageOfALeague(t *testing.T) {
	ctx := browser(t)
	for _, c := range []struct {
		name string
		test func(context.Context, *testing.T)
	}{
		{"the wall is read from four metres", wallFromAfar},
		{"the wall puts the latest change first and shows moments large", wallChanges},
		{"the wall turns its pages, without motion where it is not wanted", wallPages},
		{"the wall says that its connection is lost", wallLost},
		{"the wall shows boxes of older software", wallOlder},
		{"standings are read on a phone", standingsOnPhone},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(ctx, t) })
	}
}

func wallFromAfar(ctx context.Context, t *testing.T) {
	l := opened(t)
	server := l.serves()
	l.playsToday(6, names...)
	v := l.wall(ctx, server, "?lang=ru", 0)
	v.judge("idle")
	v.picture("wall-idle")
	n := int64(0)
	for shown, tables := range []int{1, 4, 8, 12} {
		for _, seats := range []int{2, 3, 4, 6, 8} {
			n++
			var all []ledger.State
			for i := range tables {
				all = append(all, table(i, seats))
				all[i].State.N = n
			}
			l.shows(all...)
			v.wait(fmt.Sprintf("document.querySelectorAll('.card').length === %d && document.querySelectorAll('.card li').length === %d", tables, tables*seats))
			v.cards(tables)
			for _, fault := range v.list(faults) {
				t.Errorf("%d tables of %d: %s", tables, seats, fault)
			}
			t.Logf("%d tables of %d: names of %s, pictures of %s px", tables, seats, v.tells("getComputedStyle(document.querySelector('.card .name')).fontSize"), v.tells("document.querySelector('canvas')?.clientWidth ?? 0"))
			v.picture(fmt.Sprintf("wall-%d-%d", tables, seats))
		}
		if shown%3 == 0 {
			v.judge(fmt.Sprintf("%d tables", tables))
		}
	}
}

// jump lets ms pass on the clock of a page.
func (v *view) jump(ms int) {
	v.Helper()
	v.tells(fmt.Sprintf("((now) => { Date.now = () => now() + %d; })(Date.now.bind(Date))", ms))
}

// boxes returns the boxes of the cards, in their order.
func (v *view) boxes() []string {
	v.Helper()
	return v.list("[...document.querySelectorAll('.card')].map((card) => card.dataset.box)")
}

func wallChanges(ctx context.Context, t *testing.T) {
	l := opened(t)
	server := l.serves()
	var all []ledger.State
	for i := range 4 {
		all = append(all, table(i, 3))
	}
	stale := &wire.Moment{Kind: "won", Match: "m0", Seq: 1, Text: "Это было раньше"}
	all[0].State.Moment = stale
	l.shows(all...)
	v := l.wall(ctx, server, "?lang=en", 4)
	if got := v.tells("document.querySelectorAll('.moment').length"); got != "0" {
		t.Errorf("a moment from before the page was opened is shown %s times", got)
	}
	tell := func(i int, change func(*wire.State)) {
		all[i].State.N++
		change(&all[i].State)
		l.shows(all[i])
	}
	first := func(i int) {
		t.Helper()
		v.wait(fmt.Sprintf("document.querySelector('.card').dataset.box === %q", all[i].Box))
		v.still()
	}
	tell(2, func(s *wire.State) { s.Seats[1].Score += 5 })
	first(2)
	v.jump(11_000)
	tell(0, func(s *wire.State) { s.Seats[0].Left = new(int64) }) // as with each minute's state
	tell(3, func(s *wire.State) {
		s.Moment = &wire.Moment{Kind: "won", Match: s.Match, Seq: 4, Text: "Елизавета обходит всех: пять мышей за один ход!", Note: "такое бывает раз в сорок ходов"}
	})
	first(3)
	if got := v.boxes(); got[1] != all[2].Box {
		t.Errorf("the order is %v after a repeated state of table 0", got)
	}
	v.wait("document.querySelector('.card.fresh .moment')?.innerText.startsWith('Елизавета')")
	for _, fault := range v.list(faults) {
		t.Error(fault)
	}
	v.judge("moment")
	v.picture("wall-moment")
	v.jump(21_000)
	tell(1, func(*wire.State) {})
	v.wait("!document.querySelector('.moment')")
	tell(0, func(s *wire.State) { s.Over, s.Seats[0].Won = true, true })
	v.wait("document.querySelector('.card').innerText.includes('Game over') && document.querySelector('.card').innerText.includes('★')")
	v.still()
	v.picture("wall-over")
}

func wallPages(ctx context.Context, t *testing.T) {
	l := opened(t)
	server := l.serves()
	for i := range 30 {
		l.shows(table(i, 8))
	}
	v := l.views(ctx, ledger.Viewer, server, 1920, 1080, "/wall?lang=en", "((real) => { window.setInterval = (f, ms) => real(f, ms / 10); })(window.setInterval)")
	_, err := chromedp.Call(v.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	l.ok(err)
	v.tells("(window.moved = 0, Element.prototype.animate = () => window.moved++, window.seen = new Set())")
	v.wait("(document.querySelectorAll('.card').forEach((card) => window.seen.add(card.dataset.box)), document.getElementById('page').innerText === '2/2')")
	v.wait("(document.querySelectorAll('.card').forEach((card) => window.seen.add(card.dataset.box)), document.getElementById('page').innerText === '1/2' && window.seen.size === 30)")
	for _, fault := range v.list(faults) {
		t.Error(fault)
	}
	if got := v.tells("window.moved + document.getAnimations().length"); got != "0" {
		t.Errorf("%s cards move", got)
	}
	v.picture("wall-pages")
}

func wallLost(ctx context.Context, t *testing.T) {
	l := opened(t)
	var dead, dumb atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if dead.Load() {
			panic(http.ErrAbortHandler)
		}
		if dumb.Load() {
			<-r.Context().Done()
		}
		l.web.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	l.shows(table(0, 2), table(1, 2))
	v := l.wall(ctx, server, "?lang=en", 2)
	dead.Store(true)
	server.CloseClientConnections()
	v.wait("/^No connection since \\d/.test(document.getElementById('lost').innerText)")
	v.still()
	v.judge("lost")
	v.picture("wall-lost")
	dead.Store(false)
	l.shows(table(2, 2))
	v.cards(3)
	v.wait("document.getElementById('lost').innerText === ''")
	dumb.Store(true)
	v.jump(41_000) // without an event of the connection, which seems to be there
	v.wait("document.getElementById('lost').innerText !== ''")
}

func wallOlder(ctx context.Context, t *testing.T) {
	l := opened(t)
	server := l.serves()
	for i := range 4 {
		s := table(i, 2+2*i)
		s.State.Picture = ""
		for k := range s.State.Seats {
			s.State.Seats[k].RGB = [3]uint8{}
		}
		s.State.Seats[0].Player = "0123456789abcdef" // of no box
		l.shows(s)
	}
	damaged := table(4, 2)
	damaged.State.Picture = "iVBORw0KGgo="
	l.shows(damaged)
	v := l.views(ctx, ledger.Viewer, server, 1920, 1080, "/wall?lang=ru")
	v.wait("document.querySelectorAll('.card').length === 5 && !document.querySelector('canvas') && !document.getElementById('claims').hidden")
	v.still()
	for _, fault := range v.list(faults) {
		t.Error(fault)
	}
	if got := v.tells("new Set([...document.querySelectorAll('.card:last-child .badge')].map((e) => getComputedStyle(e).backgroundColor)).size === document.querySelectorAll('.card:last-child .badge').length"); got != "true" {
		t.Error("seats of a box without colours have the same colour")
	}
	v.judge("older software")
	v.picture("wall-older")
}

// narrow is a script that lists the faults of a page on a phone: parts that are cut or scroll sideways,
// text below 16 px, and targets below 44 px.
const narrow = `[
	...[...document.querySelectorAll("main *, nav *")].filter((e) => e.offsetParent && e.getBoundingClientRect().right > innerWidth + .5).map((e) => e.tagName + " " + e.textContent + " is cut"),
	...[...document.querySelectorAll(".wide")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => "the table " + e.innerText + " scrolls"),
	...[...document.querySelectorAll("main *, nav *")].filter((e) => e.offsetParent && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && parseFloat(getComputedStyle(e).fontSize) < 16).map((e) => e.textContent + " has " + getComputedStyle(e).fontSize),
	...[...document.querySelectorAll("a, button, select, input:not([type=hidden])")].filter((e) => e.offsetParent && (e.closest("label") ?? e).getBoundingClientRect().height < 43.9).map((e) => e.outerHTML + " is " + e.getBoundingClientRect().height + " px high"),
	...[...document.querySelectorAll(".stack td a")].filter((e) => e.getBoundingClientRect().left < e.closest("td").getBoundingClientRect().left).map((e) => e.textContent + " leaves its cell"),
	...[...document.querySelectorAll(".stack tr")].filter((e) => new Set([...e.children].slice(0, 3).map((cell) => Math.round(cell.getBoundingClientRect().right))).size !== 3 || e.children[2].getBoundingClientRect().right < e.getBoundingClientRect().right - 1 || e.children[2].getBoundingClientRect().top > e.children[0].getBoundingClientRect().bottom).map((e) => e.innerText + " isn't a line"),
	...(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : []),
]`

func standingsOnPhone(ctx context.Context, t *testing.T) {
	l := opened(t)
	server := l.serves()
	long := []string{"Аня", "Верхнеуральский2", "Боря", "Елизавета", "Фёдор", "Ёлка"}
	l.playsToday(9, long...)
	l.does("kind", "opened", "name", "Лига", "games", "mice")
	l.does("kind", "season", "league", "1", "name", "Осень", "from", today(-9), "to", today(30))
	l.does("kind", "event", "name", "Кубок осени", "games", "mice", "system", "swiss", "size", "2", "rounds", "")
	for _, name := range long {
		l.does("kind", "guest", "event", "3", "name", name)
	}
	if w := l.ask(ledger.Organiser, "POST", "/event/3/pair", form("back", "/event/3")); w.Code != http.StatusSeeOther {
		t.Fatal(w.Code)
	}
	l.does("kind", "scored", "event", "3", "round", "1", "table", "1", "ranks", "1 2")
	v := l.views(ctx, ledger.Viewer, server, 360, 740, "/")
	for _, lang := range []string{"ru", "en"} {
		for name, path := range map[string]string{"rating": "/rating/mice", "season": "/season/2", "event": "/event/3", "home": "/"} {
			v.do(chromedp.Navigate(server.URL + path + "?lang=" + lang))
			for _, fault := range v.list(narrow) {
				t.Errorf("%s in %s: %s", path, lang, fault)
			}
			v.judge(path + " in " + lang)
			v.picture("phone-" + name + "-" + lang)
		}
	}
	l.shows(table(0, 4), table(1, 2))
	v.do(chromedp.Navigate(server.URL + "/wall?lang=ru"))
	v.cards(2)
	v.picture("phone-wall")
	if got := v.tells("document.documentElement.scrollWidth"); got != "360" {
		t.Errorf("the wall is %s px wide", got)
	}
}
