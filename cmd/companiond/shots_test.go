//go:build browser

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
)

// dresses are the screens on which every view is looked at.
var dresses = []struct {
	name string
	look look
}{
	{"a-phone", look{width: 360, height: 640}},
	{"b-phone", look{width: 390, height: 844}},
	{"c-tablet", look{width: 1024, height: 768}},
	{"d-desktop", look{width: 1440, height: 900}},
}

// TestShots takes the pictures of every view for .ci/shots: on each screen, in both languages and
// themes. It looks for nothing itself.
func TestShots(t *testing.T) {
	e, ctx := remembering(t), browser(t)
	e.quiet()
	stranger := e.phone(ctx, small, "/")
	stranger.wait("document.getElementById('code')")
	stranger.shoot("join", "")
	p := e.joined(ctx, small, door.Play)
	p.goTo("dice")
	p.click(".felt button")
	e.lies("2d6")
	p.wait("document.querySelectorAll('.tray .die').length === 2 && !document.querySelector('.rolling')")
	p.shoot("dice", "dice")
	for _, part := range []string{"evenings", "year/2026", "players", "setup", "setup/mazaitsy", "out", "print/blank"} {
		p.goTo(part)
		p.wait("document.querySelector('#view h1, #view .sheet')")
		p.settle()
		p.shoot(part, part)
	}
	p.goTo("evenings")
	p.wait("document.querySelector('.matches a')")
	p.shoot("match", p.tells("document.querySelector('.matches a').hash.slice(1)"))
	for _, thumb := range thumbs {
		p.reaches(e, thumb)
		p.shoot(thumb.name, "table")
	}
	for _, query := range []string{"?lang=ru", "?lang=en", "?lang=ru&theme=light", "?lang=en&theme=light"} {
		p.dress(television)
		p.do(chromedp.Navigate(p.base + "/tv" + query))
		p.match()
		p.sight("tv-" + query[1:])
	}
}

// shoot keeps what is in sight of a part of the page in every dress.
func (p *visitor) shoot(name, part string) {
	p.t.Helper()
	for _, lang := range []string{"ru", "en"} {
		p.speaks(lang)
		if part != "" {
			p.goTo(part)
		}
		for _, size := range dresses {
			for _, theme := range []string{"light", "dark"} {
				l := size.look
				l.dark = theme == "dark"
				p.dress(l)
				p.still()
				p.frames(2)
				p.sight(fmt.Sprintf("%s-%s-%s-%s", size.name, theme, lang, strings.ReplaceAll(name, "/", "-")))
			}
		}
	}
}
