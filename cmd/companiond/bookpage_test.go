//go:build browser

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/games"
	"tabletop/games/maze"
)

// whole waits until the page has drawn so many problems of the book.
func (p *visitor) whole(problems int) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.querySelectorAll('#book > .problems .board').length === %d", problems))
}

func TestPageOfTheBookShowsItsProblemsAndBeginsOne(t *testing.T) {
	e, ctx := box(t), browser(t)
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	book := games.Problems(maze.Rules{})
	p := e.joined(ctx, small, door.Play)
	p.goTo("setup/maze")
	p.says(fmt.Sprint("page:book ", len(book)))
	p.sight("setup")
	p.click("#problems")
	p.whole(len(book))
	today, _ := games.Today(maze.Rules{}, e.d.loop.Now().Day)
	if got := p.tells("document.querySelector('.today h3')?.textContent"); today.Number == 0 || !strings.HasPrefix(got, e.text(fmt.Sprint("page:book.number ", today.Number))+" ") {
		t.Errorf("of the day is %q, want problem %d", got, today.Number)
	}
	for _, l := range []look{small, {width: 390, height: 844, dark: true}, tablet, {width: 1440, height: 900}} {
		p.dress(l)
		for _, lang := range []string{"en", "ru"} {
			p.click("#language")
			p.wait(fmt.Sprintf("document.documentElement.lang === %q && document.querySelector('#grade')", lang))
			p.whole(len(book))
			p.sight(fmt.Sprintf("book-%s-%d", lang, l.width))
			if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
				t.Errorf("%s, %d wide: wider than its screen", lang, l.width)
			}
		}
		p.tells(`(() => { const grade = document.getElementById("grade"); grade.value = ` + quote(e.text("maze:word.hard")) + `; grade.dispatchEvent(new Event("change")); })()`)
		p.whole(25)
		if l.dark {
			p.judge(axe, fmt.Sprintf("book-%d", l.width))
		}
	}
	p.click("#book > .problems .problem:nth-child(3) button")
	hard := book[52]
	e.until("the problem", func(m *screen.Moment) bool {
		return !m.Match.IsZero() && m.Match.Setup().Options["problem"] == strconv.Itoa(hard.Number)
	})
	p.wait("location.hash === '#table'")
	p.says(fmt.Sprint("page:book.number ", hard.Number))

	guest := e.joined(ctx, tablet, door.Look)
	guest.goTo("book/maze")
	guest.whole(len(book))
	if got := guest.tells("document.querySelectorAll('[data-problem]').length"); got != "0" {
		t.Errorf("who only looks may play %s problems", got)
	}
	guest.goTo("book/mice")
	guest.says("page:missing")
}

func TestPagePrintsTheBookAsSheetsOfDiagrams(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, tablet, door.Play)
	n := len(games.Problems(maze.Rules{}))
	p.goTo("book/maze")
	p.whole(n)
	p.checkPaper("book")
	seen := `[...document.querySelectorAll(".board")].filter((board) => board.getBoundingClientRect().height > 100).length`
	if got := p.onPaper(seen); got != strconv.Itoa(n) {
		t.Errorf("on paper are %s diagrams, want %d", got, n)
	}
	pages := p.prints("book")
	if len(pages) < n/10 || len(pages) > n/7 {
		t.Errorf("%d problems take %d pages", n, len(pages))
	}
	file, err := os.Stat(strings.TrimSuffix(pages[0], "-01.png") + ".pdf")
	if err != nil {
		t.Fatal(err)
	}
	if most := int64(8 << 20); file.Size() > most { // squares would be pictures, not lines
		t.Errorf("the book takes %d bytes, want %d at most", file.Size(), most)
	}
	p.click("#language")
	p.wait("document.documentElement.lang === 'en'")
	p.whole(n)
	p.prints("book-en")
}
