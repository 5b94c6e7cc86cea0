//go:build browser

package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
	"tabletop/companion/screen"
)

// saved is a script that puts the name and the base64 contents of a saved file into window.file.
const saved = `(() => {
	window.file = null;
	let name = "";
	const click = HTMLAnchorElement.prototype.click;
	URL.createObjectURL = (blob) => {
		const reader = new FileReader();
		reader.onload = () => { window.file = { name, data: reader.result.split(",")[1] }; };
		reader.readAsDataURL(blob);
		return "#";
	};
	HTMLAnchorElement.prototype.click = function () {
		if (this.download) name = this.download;
		else click.call(this);
	};
	return "";
})()`

// saves presses a button that saves a picture, and returns the name and the picture.
func (p *visitor) saves(selector string) (name string, width, height int) {
	p.t.Helper()
	p.tells(saved)
	p.click(selector)
	p.wait("window.file")
	data, err := base64.StdEncoding.DecodeString(p.tells("window.file.data"))
	p.must(err)
	size, err := png.DecodeConfig(bytes.NewReader(data))
	p.must(err)
	name = p.tells("window.file.name")
	if dir := os.Getenv("SHOTS"); dir != "" {
		p.must(os.WriteFile(filepath.Join(dir, "saved-"+name), data, 0o600))
	}
	return name, size.Width, size.Height
}

// After the end the winner stands on a podium, on the phone too, and the result can be saved as a
// picture: there, in the history, and the year as a whole.
func TestPageShowsAPodiumAndSavesPictures(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, `{ game: "score", names: ["Аня", "Боря", "Вера", "Александра"], first: 1, options: { rounds: "1" } }`)
	if got := p.tells("document.querySelectorAll('#podium li').length"); got != "0" {
		t.Errorf("during the match %s stand on the podium", got)
	}
	for seat, points := range []int{7, 31, 12, 12} {
		e.decide(fmt.Sprintf("score %d %d", seat+1, points))
	}
	e.until("the end", func(m *screen.Moment) bool { return m.Match.State().Standing().Over })
	p.wait("document.querySelector('#podium li')")
	if got, want := p.tells("[...document.querySelectorAll('#podium li')].map((li) => li.className.split(' ')[0] + ' ' + li.querySelector('.who').textContent).join()"),
		"step1 Боря,step2 Вера,step2 Александра"; got != want {
		t.Errorf("on the podium: %s, want %s", got, want)
	}
	p.click("#moment")
	p.picture("podium")
	name, width, height := p.saves("#poster")
	if !strings.HasSuffix(name, ".png") || width != 1080 || height < 600 {
		t.Errorf("%s of %d×%d", name, width, height)
	}
	p.click("#end")
	p.goTo("evenings")
	p.click("a[href^='#match/']")
	if again, _, _ := p.saves("#poster"); again != name {
		t.Errorf("the history saves %s, the table %s", again, name)
	}
}

// The two switches of a phone are off until a person switches them on: the screen that stays on, and the
// vibration at a turn.
func TestPageKeepsAwakeAndShakesWhereSomebodyWantsIt(t *testing.T) {
	e, ctx := box(t), browser(t)
	p, q := e.joined(ctx, small, door.Play), e.joined(ctx, small, door.Play)
	const counting = `(() => { window.shakes = 0; navigator.vibrate = () => { window.shakes++; return true; }; return ""; })()`
	p.tells(counting)
	p.plays(e, `{ game: "mice", names: ["Аня", "Боря"], first: 1, luck: "table" }`)
	p.wait("!document.querySelector('video')")
	p.click("#awake")
	p.wait("document.querySelector('video').currentTime > 0 && !document.querySelector('video').paused")
	p.tells("document.querySelector('#buzz summary').click()")
	p.wait("[...document.querySelectorAll('#buzz button')].some((b) => b.textContent === 'Боря')")
	p.picture("switches")
	p.tells("[...document.querySelectorAll('#buzz button')].find((b) => b.textContent === 'Боря').click()")
	p.wait("window.shakes === 1") // as a trial
	for _, says := range []string{"roll", "dice red green", "lure red green", "stop"} {
		e.decide(says)
	}
	p.wait("window.shakes === 2")
	for _, says := range []string{"roll", "dice red green", "lure red green", "stop"} {
		e.decide(says)
	}
	p.says("@1")
	p.do(chromedp.Reload())
	p.wait("document.querySelector('#buzz summary') && document.querySelector('#buzz summary').textContent.includes('Боря')")
	p.wait("document.getElementById('awake').getAttribute('aria-checked') === 'true' && document.querySelector('video')")
	p.click("#awake")
	p.wait("document.querySelector('video').paused")
	q.wait("document.getElementById('awake').getAttribute('aria-checked') === 'false' && !document.querySelector('video')")
}
