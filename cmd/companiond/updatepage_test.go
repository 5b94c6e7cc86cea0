//go:build browser

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/cmd/internal/news"
	"tabletop/cmd/internal/update"
	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
)

// boxOf starts a daemon of a version at that machine.
func (b packaged) boxOf(version, state, listen string) *evening {
	b.t.Helper()
	b.put(news.File, "companion ("+version+") stable; urgency=medium\n\n  * Mice run faster in "+version+".\n    Мыши "+version+" бегают быстрее.\n\n -- A <a@b.c>  Thu, 26 Nov 2026 12:00:00 +0000\n")
	return gatherIn(b.t, state, listen, "", nil, func(s *environment) { s.version, s.machine = version, b.root })
}

// chooses chooses a package on the page, which is sent at once.
func (p *visitor) chooses(b packaged, version string, deb []byte) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), "companion_"+version+".deb")
	write(p.t, file, string(deb))
	p.wait("document.getElementById('package')")
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#package"), []string{file}))
}

// agrees presses the one key that consents to an update, until it counts.
func (e *evening) agrees(b packaged) {
	e.t.Helper()
	waittest.Until(e.t, "the request", func() (any, bool) {
		e.press("ok")
		return said(e.d.loop.Now().View), b.has(theRequest)
	})
	e.until("the picture of the update", func(m *screen.Moment) bool { return m.Updating })
}

// An update takes three taps on the phone (the part of the page, the button, the file) and one key of
// the box. The page then tells the outcome by itself.
func TestPageUpdatesTheBoxInMidMatchAndTellsTheOutcome(t *testing.T) {
	b, own, state := newPackaged(t), architectures[runtime.GOARCH], knowing(t)
	e, ctx := b.boxOf("1.2.0", state, ":0"), browser(t)
	e.served()
	e.press("ok")
	p := e.joined(ctx, small, door.Play)
	e.home()
	e.miceAgain()
	e.decide("roll")
	seq := e.d.loop.Now().Match.Seq()

	p.goTo("out")
	p.says("page:update.version 1.2.0")
	p.says("page:update.back 1.2.0")
	p.picture("before")
	if axe, err := os.ReadFile(os.Getenv("AXE")); err == nil {
		p.judge(axe, "out with an update")
	}
	for _, l := range []look{small, tablet} {
		p.looks(l, "update")
	}
	p.dress(small)
	p.chooses(b, "1.1.0", b.pack("1.1.0", own))
	p.says("update.why.older 1.1.0 1.2.0")
	p.picture("older")
	p.chooses(b, "1.3.0", b.pack("1.3.0", own))
	p.says("page:update.asked")
	p.picture("asked")
	e.until("the question", func(m *screen.Moment) bool { return m.Private })
	e.agrees(b)
	p.says("page:update.going")
	p.picture("going")

	b.remove(theRequest) // the updater begins
	b.step(update.StepKeep)
	port := e.d.phones.page.now().Port()
	e.end()
	b.step(update.StepTrial)
	next := b.boxOf("1.3.0", state, fmt.Sprintf(":%d", port))
	p.e = next
	waittest.Until(t, "the report of the trial", func() (any, bool) { h := b.health(); return h, h.Ready && h.Store == "" })
	p.says("page:update.going")
	p.picture("trial")
	b.ended("1", update.Done, "", "1.2.0", "1.3.0")
	b.remove(update.Folder + "/" + update.StepFile)
	p.says("update.done 1.3.0")
	p.says("page:update.version 1.3.0")
	p.wait("document.querySelector('#nav a[aria-current=page]')?.hash === '#out'")
	p.click("#out details summary")
	p.reads("Мыши 1.3.0 бегают быстрее.")
	p.picture("done")
	next.says("update.done 1.3.0")
	if m := next.d.loop.Now(); m.Match.Seq() != seq {
		t.Errorf("the match is at %d, was at %d", m.Match.Seq(), seq)
	}
}

func TestPageTellsWhyTheBoxStayedWithItsVersion(t *testing.T) {
	b, own := newPackaged(t), architectures[runtime.GOARCH]
	e, ctx := b.boxOf("1.2.0", knowing(t), ":0"), browser(t)
	e.served()
	e.press("ok")
	p := e.joined(ctx, small, door.Play)
	p.goTo("out")
	p.chooses(b, "1.3.0", b.pack("1.3.0", own))
	p.says("page:update.asked")
	e.agrees(b)
	b.remove(theRequest)
	b.ended("1", update.Refused, update.WhyRoom, "1.2.0", "1.3.0")
	p.says("update.why.room")
	p.picture("refused")
	e.says("update.why.room")
	b.ended("2", update.Back, update.WhyParts, "1.2.0", "1.3.0")
	e.says("update.why.parts")
	p.goTo("table")
	p.goTo("out")
	p.says("update.back 1.2.0")
	p.picture("back")
	if err := os.Remove(filepath.Join(b.root, update.Folder, update.PreviousFile)); err != nil {
		t.Fatal(err)
	}
	b.put("/usr/share/companion/keys", "# none\n")
	b.ended("3", update.Stayed, update.WhyUnready, "1.2.0", "1.3.0")
	e.says("update.why.unready")
	p.goTo("table")
	p.goTo("out")
	p.says("update.nokeys")
	p.picture("impossible")
}
