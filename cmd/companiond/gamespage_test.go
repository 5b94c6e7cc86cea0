//go:build browser

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/cmd/internal/evaluator"
	"tabletop/companion/door"
	"tabletop/companion/screen"
)

// sends sends a file of a game by the page of what is brought.
func (p *visitor) sends(file string) {
	const input = "document.querySelectorAll('input[type=file]')[2]"
	p.goTo("out")
	p.wait(input)
	p.tells(input + ".id = 'game-file'")
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#game-file"), []string{file}))
	p.tells(input + ".form.requestSubmit()")
}

// sendsUntil sends a file until it is answered: games are tried some time apart, and a busy machine
// sends too slowly for the box.
func (p *visitor) sendsUntil(e *evening, file string, answered func() bool) {
	p.t.Helper()
	const patient = 10 // looks before it is sent again
	looks := 0
	e.until("the answer about "+filepath.Base(file), func(*screen.Moment) bool {
		if looks%patient == 0 {
			p.sends(file)
		}
		looks++
		return answered()
	})
}

func TestPageSendsAGameInAFileThatIsPlayedThen(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	e.home()
	good, folder := evaluator.Sample("sticks"), t.TempDir()
	bad := filepath.Join(folder, "bad.star")
	write(t, bad, strings.Replace(good, "args[0]", "arg[0]", 1))
	p.sendsUntil(e, bad, func() bool {
		return p.tells("document.body.innerText.includes('bad.star:21:28: ')") == "true"
	})
	p.picture("game-bad")
	file := filepath.Join(folder, "sticks.star")
	write(t, file, good)
	p.sendsUntil(e, file, func() bool { return e.shows("ask.game Sticks") })
	e.choose("ask.yes")
	e.says("done.game")
	e.until("the game", func(m *screen.Moment) bool { return m.Games.Find("file/sticks") != nil })
	p.goTo("setup")
	p.says("Sticks")
	p.picture("game-choose")
	p.click(`[data-game="file/sticks"]`)
	p.wait("document.getElementById('begin')")
	p.picture("game-setup")
	p.starts()
	e.until("the match", func(m *screen.Moment) bool {
		return !m.Match.IsZero() && m.Match.Rules().Name() == "file/sticks"
	})
	p.click("#play")
	p.says("title.heap 21")
	p.sight("game-table")
	p.click(".choice")
	e.until("a decision", func(m *screen.Moment) bool { return m.Match.Seq() > 1 })
	p.goTo("setup/file/sticks")
	p.click("#drop")
	e.until("the question", func(m *screen.Moment) bool { return m.Private })
	e.choose("ask.yes")
	e.press("ok")
	e.until("no such game", func(m *screen.Moment) bool { return m.Games.Find("file/sticks") == nil })
	p.goTo("table")
	p.says("title.heap 20")
}

func TestPageOffersTheShapesOfAnyGame(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.goTo("setup")
	p.says("page:setup.others")
	p.click(`[data-game="table"]`)
	p.wait("document.getElementById('begin')")
	p.starts()
	e.until("the match", func(m *screen.Moment) bool {
		return !m.Match.IsZero() && m.Match.Rules().Name() == "table" && m.Match.Setup().Options["rounds"] == "10"
	})
	p.click("#play")
	e.until("the first turn", func(m *screen.Moment) bool { return !m.Ready })
	p.sight("table")
	e.decide("done")
	e.until("the second turn", func(m *screen.Moment) bool { return m.Match.State().Turn() == 2 })
	p.sight("table-second")
}
