package main

import (
	"path/filepath"
	"strings"
	"testing"

	"tabletop/companion/match"
	"tabletop/drivers/serial/serialtest"
)

// socket is where a plug is put in: a link that outlasts it.
func socket(t *testing.T) string { return filepath.Join(t.TempDir(), "by-id") }

// plugIn puts a new plug in.
func plugIn(t *testing.T, link string) serialtest.Plug {
	t.Helper()
	p := serialtest.New(t)
	p.Into(t, link)
	return p
}

const codes = `
[codes]
"ROLL" = "roll"
"ROLL-2" = "roll"
"RED-WHITE" = "lure red | dice red white"
"GREEN" = "lure green | dice green green"
"4601234567893" = "lure red"
"STOP" = "stop"
`

// facts are the decisions of the match on the panel: seat, words, whose luck.
func (e *evening) facts() string {
	var list []string
	for f := range e.d.loop.Now().Match.Line() {
		if f.Kind == match.Decided {
			list = append(list, strings.TrimSpace(f.Says+" "+f.Luck))
		}
	}
	return strings.Join(list, ", ")
}

func TestScannedCodesMakeTheirDecisions(t *testing.T) {
	t.Parallel()
	link := socket(t)
	gun := plugIn(t, link)
	e := gather(t, "[scanner]\nport = \""+link+"\"\n"+codes, nil)
	e.mice()
	began := e.d.loop.Now().Match.Seq()
	for i, code := range []string{"ROLL", "RED-WHITE", "4601234567893", "STOP"} {
		gun.Says(t, code+"\r\n")
		e.seq(began + i + 1)
	}
	gun.Says(t, "ROLL-2\rRED-WHITE\n4601234567893\r\nSTOP\n") // as fast as the line is
	e.seq(began + 8)
	turn := "roll, dice red white table, lure red, stop"
	if got, want := e.facts(), turn+", "+turn; got != want {
		t.Errorf("scanned %q, want %q", got, want)
	}
	if turn := e.d.loop.Now().Match.State().Turn(); turn != 1 {
		t.Errorf("it is the turn of seat %d, want 1", turn)
	}
}

func TestACardMeansWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	link := socket(t)
	gun := plugIn(t, link)
	e := gather(t, "[scanner]\nport = \""+link+"\"\n"+codes, nil)
	e.mice()
	gun.Says(t, "GREEN\n")
	e.says("trouble.refused mice:rule.roll")
	began := e.d.loop.Now().Match.Seq()
	gun.Says(t, "ROLL\nGREEN\nROLL-2\n")
	e.says("trouble.refused rule.lure")
	gun.Says(t, "RED-WHITE\n")
	e.says("trouble.refused rule.colour word.red")
	gun.Says(t, "GREEN\n")
	e.seq(began + 3)
	if got, want := e.facts(), "roll, dice green green table, lure green"; got != want {
		t.Errorf("scanned %q, want %q", got, want)
	}
}

func TestACodeThatDecidesNothingSaysWhy(t *testing.T) {
	t.Parallel()
	link := socket(t)
	gun := plugIn(t, link)
	e := gather(t, "[scanner]\nport = \""+link+"\"\n"+codes, nil)
	gun.Says(t, "4600000000000\r\n")
	e.says("trouble.code 4600000000000")
	gun.Says(t, "<script>🐭\x1b[2J\r\n{0}\r\n")
	e.says("trouble.code {0}")
	e.press("ok") // Русский
	gun.Says(t, "ROLL\r\n")
	e.says("trouble.refused decide.nomatch")
	e.choose("mice:title")
	gun.Says(t, "STOP\r\n")
	e.says("trouble.refused decide.nomatch")
	e.set("setup.first", "@1")
	e.set("luck", "luck.table")
	e.choose("setup.start")
	before := e.facts()
	gun.Says(t, "RED-WHITE\r\n")
	e.says("trouble.refused mice:rule.roll")
	e.press("hold")
	gun.Says(t, "4601234567893\r\n")
	e.says("trouble.refused mice:rule.roll")
	if e.facts() != before {
		t.Errorf("the match went on: %s", e.facts())
	}
}

func TestCodesSpeakThePanelsLanguage(t *testing.T) {
	t.Parallel()
	link := socket(t)
	gun := plugIn(t, link)
	e := gather(t, "[scanner]\nport = \""+link+"\"\n"+codes, nil)
	e.press("down", "ok") // English
	gun.Says(t, "ROLL\r\n")
	e.says("trouble.refused decide.nomatch")
	gun.Says(t, "4600000000000\r\n")
	e.says("trouble.code 4600000000000")
	gun.Pull(link)
	e.says("trouble.scanner device.off")
}

func TestAScannerThatIsPulledOutIsMissedOnceAndComesBack(t *testing.T) {
	t.Parallel()
	link := socket(t)
	gun := plugIn(t, link)
	e := gather(t, "[scanner]\nport = \""+link+"\"\n"+codes, nil)
	e.mice()
	began := e.d.loop.Now().Match.Seq()
	gun.Says(t, "ROLL\r\n4601")
	e.seq(began + 1)
	gun.Pull(link)
	e.says("trouble.scanner device.off")
	if e.shows("trouble.scanner") {
		t.Errorf("said twice: %s", said(e.d.loop.Now().View))
	}
	gun = plugIn(t, link)
	e.logged("device is back", 1)
	e.logged("device is away", 1)
	gun.Says(t, "RED-WHITE\r\n")
	e.seq(began + 2)
}

func TestAScannerThatWasNeverThereDelaysNoKey(t *testing.T) {
	t.Parallel()
	link := socket(t)
	e := gather(t, "[scanner]\nport = \""+link+"\"\n"+codes, nil)
	e.says("trouble.scanner device.off")
	e.mice()
	before := e.d.loop.Now().Match.Seq()
	plugIn(t, link).Says(t, "ROLL\r\n")
	e.seq(before + 1)
	e.logged("device is away", 1)
}
