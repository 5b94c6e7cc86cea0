//go:build browser

package main

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
	"tabletop/companion/screen"
)

// prints prints what the page shows, and returns its pages as pictures, that SHOTS keeps.
func (p *visitor) prints(name string) (pages []string) {
	p.t.Helper()
	pdf, err := chromedp.Run(p.ctx, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4)))
	p.must(err)
	dir := p.t.TempDir()
	if shots := os.Getenv("SHOTS"); shots != "" {
		dir = shots
	}
	file := filepath.Join(dir, "print-"+name)
	write(p.t, file+".pdf", string(pdf))
	if out, err := exec.Command("pdftoppm", "-png", "-r", "90", file+".pdf", file).CombinedOutput(); err != nil {
		p.t.Fatalf("pdftoppm: %v %s", err, out)
	}
	pages, _ = filepath.Glob(file + "-[0-9]*.png")
	if paper, ink := inked(p.t, pages[0]); ink < paper/200 || ink > paper/3 {
		p.t.Errorf("%s: %d of %d pixels have ink", name, ink, paper)
	}
	return pages
}

// inked counts the pixels of a picture, and those that are not white.
func inked(t *testing.T, file string) (all, ink int) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			all++
			if r, g, b, _ := img.At(x, y).RGBA(); r+g+b < 3*0xe000 {
				ink++
			}
		}
	}
	return all, ink
}

// onPaper is what a script's expression is while the page is laid out for paper.
func (p *visitor) onPaper(expression string) string {
	p.t.Helper()
	media := func(kind string) {
		_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: kind, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
		})
		p.must(err)
	}
	media("print")
	defer media("")
	return p.tells(expression)
}

const (
	// standing counts the squares of a board that are seen, and in how many columns and rows.
	standing = `(() => {
		const seen = [...document.querySelectorAll(".board .cell")].filter((cell) => getComputedStyle(cell).visibility === "visible").map((cell) => cell.getBoundingClientRect()).filter((r) => r.width > 8 && r.height > 8);
		const places = (side) => new Set(seen.map((r) => Math.round(r[side]))).size;
		return [seen.length, places("left"), places("top"), document.querySelectorAll(".board button").length > 0].join(" ");
	})()`
	// pressable lists what is of use on a screen only.
	pressable = `[...document.querySelectorAll("nav a, a, button:not(.cell), input, select, #dock, #device, #aloud")].filter((at) => at.getBoundingClientRect().height > 0).map((at) => at.id || at.textContent).join(", ")`
	// inkOnWhite tells the colours of text, and what lies under it.
	inkOnWhite = `[...document.querySelectorAll("h1, h2, th, td, li, p")].filter((at) => at.getBoundingClientRect().height > 0).map((at) => getComputedStyle(at)).filter((s) => s.color !== "rgb(0, 0, 0)" || !["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"].includes(s.backgroundColor)).length + " " + getComputedStyle(document.body).backgroundColor`
)

// previews looks at a sheet on the screen, and prints it in English too.
func (p *visitor) previews(name string) {
	p.t.Helper()
	axe, err := os.ReadFile(os.Getenv("AXE"))
	p.must(err)
	for _, l := range []look{small, tablet} {
		p.dress(l)
		p.click("#language")
		p.wait("document.documentElement.lang === 'en' && document.querySelector('article.sheet table')")
		p.judge(axe, name)
		p.picture(fmt.Sprintf("%s-%d", name, l.width))
		if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
			p.t.Errorf("%s: wider than its screen", name)
		}
		if l == tablet {
			p.prints(name + "-en")
		}
		p.click("#language")
		p.wait("document.documentElement.lang === 'ru' && document.querySelector('article.sheet table')")
	}
}

// checkPaper fails unless the page is ink on white paper, without anything to press.
func (p *visitor) checkPaper(name string) {
	p.t.Helper()
	if got := p.onPaper(pressable); got != "" {
		p.t.Errorf("%s: paper can't be pressed: %s", name, got)
	}
	if got, want := p.onPaper(inkOnWhite), "0 rgb(255, 255, 255)"; got != want {
		p.t.Errorf("%s: %s, want %s", name, got, want)
	}
}

func TestPagePrintsBoardsAsTheyStand(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, tablet, door.Play)
	for _, tt := range []struct{ name, draft, want string }{
		{"field", fieldDraft, "36 6 6 true"},
		{"maze", mazeDraft, "50 10 6 true"},
	} {
		p.plays(e, tt.draft)
		p.lies(0)
		for _, on := range []string{"lay", "table", "live"} {
			if on == "table" {
				p.click("#lies")
				p.wait("!document.querySelector('.lay')")
			}
			if on == "live" {
				p.goTo("print/live")
				p.wait("document.querySelector('article.sheet .board')")
				tt.want = tt.want[:len(tt.want)-len("true")] + "false"
			}
			if got := p.onPaper(standing); got != tt.want {
				t.Errorf("%s, %s: squares, columns, rows, buttons are %s, want %s", tt.name, on, got, tt.want)
			}
			p.checkPaper(tt.name + " " + on)
			p.prints(tt.name + "-" + on)
		}
		p.previews(tt.name)
		e.home()
	}
}

func TestPagePrintsSheetsThatFitA4(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, tablet, door.Play)
	one := func(name string) {
		t.Helper()
		p.checkPaper(name)
		if pages := p.prints(name); len(pages) != 1 {
			t.Errorf("%s: %d pages, want 1", name, len(pages))
		}
	}
	p.goTo("print/blank")
	p.wait("document.querySelector('article.sheet table')")
	one("blank")
	p.tells(`document.querySelectorAll(".stepper button:last-child").forEach((more) => { for (let i = 0; i < 40; i++) more.click(); })`)
	one("blank-most")
	p.tells(`(() => { const rows = document.querySelectorAll(".noprint input[type=text]")[1]; rows.value = "монеты, карты, дома, штраф"; rows.dispatchEvent(new Event("input")); })()`)
	p.reads("штраф")
	one("blank-own")
	for _, tt := range []struct {
		name, draft string
		says        []string
	}{
		{"rounds", `{ game: "score", names: ["Аня", "Боря", "Вера", "Константин"], first: 1, options: { rounds: "12" } }`, []string{"score 1 14", "score 2 -7", "score 3 0", "score 4 21", "score 1 3"}},
		{"categories", `{ game: "score", names: ["Аня", "Боря"], first: 1, options: { categories: "монеты;дома;штраф=0..10*-1" } }`, []string{"score монеты 14", "score монеты 4", "score дома 3", "score дома 5", "score штраф 2", "score штраф 1", "score монеты 8"}},
		{"mice", thumbs[0].draft, []string{"roll", "dice red green", "lure red green", "stop"}},
		{"fox", thumbs[2].draft, []string{"decree keys 7", "play bells 5", "play bells 9"}},
	} {
		p.plays(e, tt.draft)
		for _, says := range tt.says {
			e.decide(says)
		}
		p.goTo("table")
		p.wait("document.querySelector('#log li') && !document.querySelector('.waiting')")
		one(tt.name + "-table")
		p.goTo("print/live")
		p.wait("document.querySelector('article.sheet table')")
		one(tt.name + "-live")
		e.home()
	}
}

func TestPagePrintsAMatchOfTheHistory(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, tablet, door.Play)
	p.plays(e, `{ game: "score", names: ["Аня", "Боря", "Вера"], first: 1, options: { rounds: "2" } }`)
	for _, says := range []string{"score 1 14", "score 2 -7", "score 3 0", "score 1 1", "score 2 40", "score 3 2"} {
		e.decide(says)
	}
	id := p.tells("fetch('/api/match').then((r) => r.json()).then((m) => m.match)")
	p.goTo("print/" + id)
	p.wait("document.querySelectorAll('article.sheet tbody tr').length === 3")
	if got, want := p.tells(`[...document.querySelectorAll(".sheet tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent).join(" ")).join(" / ")`), "1 14 -7 0 / 2 1 40 2 / "+e.text("page:print.sum")+" 15 33 2"; got != want {
		t.Errorf("the sheet has %q, want %q", got, want)
	}
	p.reads("Боря ★")
	p.checkPaper("filled-score")
	if pages := p.prints("filled-score"); len(pages) != 1 {
		t.Errorf("%d pages, want 1", len(pages))
	}
	p.previews("filled-score")
	e.home()
	p.plays(e, fieldDraft)
	e.until("the field", func(m *screen.Moment) bool { return m.Match.State().Turn() > 0 })
	for range 12 {
		e.decide(string(e.d.loop.Now().Match.State().Legal()[0].Says))
	}
	id = p.tells("fetch('/api/match').then((r) => r.json()).then((m) => m.match)")
	p.goTo("print/" + id)
	p.wait("document.querySelectorAll('article.sheet .board .cell').length === 36 && document.querySelector('.sheet .log')")
	if got, want := p.onPaper(standing), "36 6 6 false"; got != want {
		t.Errorf("squares, columns, rows, buttons are %s, want %s", got, want)
	}
	p.checkPaper("filled-field")
	p.prints("filled-field")
	p.previews("filled-field")
}
