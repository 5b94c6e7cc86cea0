package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tabletop/companion/panel"
	"tabletop/companion/waittest"
)

// scores plays the scoreboard evening of the nights, by the same lines.
func (e *evening) scores() {
	e.t.Helper()
	lines, err := os.ReadFile(filepath.Join("testdata", "nights", "score.in"))
	if err != nil {
		e.t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "press") {
			e.line(line)
		}
	}
}

// story is what the receipt of that evening tells above the seal.
func (e *evening) story() (lines []string) {
	for _, item := range []string{
		"title", "DATE", "@3", "why.most 38", "series.line @3 38", "series.line @1 37", "series.line @2 28", "",
		"pause.log", "log.started title",
		"past.score 1 12", "past.score 2 -5", "past.score 3 30",
		"past.score 1 0", "past.score 2 8", "past.score 3 7",
		"past.score 1 25", "past.score 2 25", "past.score 3 1",
	} {
		lines = append(lines, e.text(item))
	}
	return lines
}

// receipt is the whole of it, with a QR code that the printer draws.
func (e *evening) receipt() string {
	seal := e.d.loop.Now().Match.Seal()
	return strings.Join(append(e.story(), "["+strings.ToUpper(seal)+"]", e.text("honesty"), seal[:32], seal[32:]), "\n")
}

var date = regexp.MustCompile(`\d{4}-\d\d-\d\d`)

// asks chooses «Напечатать» at the result, and takes all messages away.
func (e *evening) asks() {
	e.t.Helper()
	e.clear()
	for range 9 {
		e.press("up") // to the top
	}
	e.choose("print.item")
}

func (e *evening) clear() {
	e.t.Helper()
	for e.d.loop.Now().View.Kind == panel.KindMessage {
		e.press("ok")
	}
}

// comes waits for so many whole receipts.
func (p *printer) comes(t *testing.T, n int) (paper string) {
	t.Helper()
	ends := 0
	waittest.Until(t, fmt.Sprintf("receipt %d", n), func() (any, bool) {
		paper, ends = p.paper()
		return fmt.Sprintf("%d receipts:\n%s", ends, paper), ends >= n
	})
	if ends > n {
		t.Fatalf("%d receipts came out, want %d:\n%s", ends, n, paper)
	}
	return date.ReplaceAllString(paper, "DATE")
}

// comesLast waits for the last of so many receipts, and ends the daemon: no more come.
func (e *evening) comesLast(p *printer, n int) (paper string) {
	e.t.Helper()
	paper = p.comes(e.t, n)
	e.end()
	if again := p.comes(e.t, n); again != paper {
		e.t.Errorf("more was printed in the end:\n%s\nafter\n%s", again, paper)
	}
	return paper
}

func TestTheReceiptOfAFinishedMatchIsPrintedAsOftenAsAsked(t *testing.T) {
	t.Parallel()
	link := socket(t)
	p := prints(t, link)
	e := gatherIn(t, t.TempDir(), "127.0.0.1:0", "[printer]\nport = \""+link+"\"\nqr = true\n", nil)
	e.scores()
	e.asks()
	if got := p.comes(t, 1); got != e.receipt() {
		t.Errorf("printed\n%s\nwant\n%s", got, e.receipt())
	}
	e.asks()
	if got, want := p.comes(t, 2), e.receipt()+"\n"+e.receipt(); got != want {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
	e.press("ok", "hold")
	e.choose("print.item")
	e.comesLast(p, 3)
}

func TestAPrinterWithoutCyrillicIsSentPictures(t *testing.T) {
	t.Parallel()
	link := socket(t)
	p := prints(t, link)
	e := gatherIn(t, t.TempDir(), "127.0.0.1:0", "[printer]\nport = \""+link+"\"\npage = 0\ncolumns = 48\n", nil)
	e.scores()
	e.asks()
	want, story := strings.Split(e.receipt(), "\n"), e.story()
	got := strings.Split(e.comesLast(p, 1), "\n")
	if len(got) != len(want)+2 || got[0] != drawn("= "+story[0]) {
		t.Fatalf("printed\n%s", strings.Join(got, "\n"))
	}
	for i, line := range got[1:len(story)] {
		if drawn(line) != drawn(want[i+1]) {
			t.Errorf("line %d is %q, want %q", i+2, line, want[i+1])
		}
	}
	code := got[len(story) : len(story)+3]
	if fmt.Sprint(code) != "[[384×128] [384×128] [384×72]]" { // (33+8)·8 rows: version 4
		t.Errorf("the QR code is %s", code)
	}
}

func TestAReceiptThatPaperWasMissingForWaitsAndIsPrintedWhenAskedAgain(t *testing.T) {
	t.Parallel()
	link := socket(t)
	p := prints(t, link)
	p.roll = 5
	e := gatherIn(t, t.TempDir(), "127.0.0.1:0", "[printer]\nport = \""+link+"\"\nqr = true\n", nil)
	e.scores()
	for range 2 { // it is kept once, however often it is asked for
		e.asks()
		e.says("trouble.receipt printer.paper")
	}
	e.logged("out of paper", 2)
	p.load()
	p.comes(t, 1) // what the printer had taken
	e.asks()
	if want, got := e.receipt()+"\n"+e.receipt(), e.comesLast(p, 2); got != want {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
	e.logged("msg=print", 2)
}

func TestAPrinterUnpluggedInTheMiddleOfALinePrintsTheReceiptAnew(t *testing.T) {
	for _, test := range []struct {
		page   string
		cable  int
		socket func(*testing.T) string
	}{
		{"qr = true", 60, socket},  // when the line has taken the whole receipt
		{"page = 0", 9000, socket}, // or only a part of it
		{"qr = true", 60, usbSocket},
		{"page = 0", 9000, usbSocket},
	} {
		t.Run(test.page, func(t *testing.T) {
			t.Parallel()
			link := test.socket(t)
			p := prints(t, link)
			p.cable = test.cable
			e := gatherIn(t, t.TempDir(), "127.0.0.1:0", "[printer]\nport = \""+link+"\"\n"+test.page, nil)
			e.scores()
			e.asks()
			e.says("trouble.receipt device.off")
			e.clear()
			if got := said(e.d.loop.Now().View); !strings.HasPrefix(got, e.text("@3")) {
				t.Errorf("the panel says %q", got)
			}
			p = prints(t, link)
			e.logged("device is back", 1)
			e.asks()
			got := drawn(strings.TrimPrefix(e.comesLast(p, 1), "= "))
			if want := drawn(strings.Join(e.story(), "\n")); !strings.HasPrefix(got, want) {
				t.Errorf("printed\n%s\nwant first\n%s", got, want)
			}
			e.logged("msg=print", 1)
		})
	}
}

func TestAPrinterThatIsOffIsMissedByWhoAsksIt(t *testing.T) {
	t.Parallel()
	link := socket(t)
	e := gatherIn(t, t.TempDir(), "127.0.0.1:0", "[printer]\nport = \""+link+"\"\nqr = true\n", nil)
	e.scores()
	e.logged("device is away", 1)
	e.asks()
	e.says("trouble.receipt device.off")
	p := prints(t, link)
	e.logged("device is back", 1)
	e.asks()
	e.comesLast(p, 1)
}

// usbSocket is the node of a USB printer.
func usbSocket(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "usb")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "lp0")
}

func TestAReceiptComesOutOfAUSBPrinterOnce(t *testing.T) {
	for _, silent := range []bool{false, true} {
		t.Run(fmt.Sprint("silent ", silent), func(t *testing.T) {
			t.Parallel()
			link := usbSocket(t)
			p := prints(t, link)
			p.silent = silent
			e := gatherIn(t, t.TempDir(), "127.0.0.1:0", "[printer]\nport = \""+link+"\"\nqr = true\n", nil)
			e.scores()
			want := ""
			for range 2 { // the second comes after the whole first one
				e.asks()
				want = strings.TrimPrefix(want+"\n"+e.receipt(), "\n")
				p.shows(t, want)
			}
			e.end()
			p.shows(t, want)
			if _, ends := p.paper(); ends != map[bool]int{false: 2, true: 0}[silent] {
				t.Errorf("the printer was asked for the end %d times", ends)
			}
			e.logged("device is away", 0)
			e.logged("msg=print", 0)
		})
	}
}

// shows waits until exactly this has come out.
func (p *printer) shows(t *testing.T, want string) {
	t.Helper()
	waittest.Until(t, "a receipt", func() (any, bool) {
		paper, _ := p.paper()
		paper = date.ReplaceAllString(paper, "DATE")
		return paper, paper == want
	})
}

func TestAPrinterThatTakesNothingDoesNotStopTheTableAndIsToldOnce(t *testing.T) {
	t.Parallel()
	link := usbSocket(t)
	stuck := plugIn(t, link) // nobody reads at its far end
	stuck.Raw(t)
	e := gatherIn(t, t.TempDir(), "127.0.0.1:0", "[printer]\nport = \""+link+"\"\npage = 0\n", nil)
	e.scores()
	e.asks()
	e.clear()
	e.moveTo("result.again") // the table goes on meanwhile
	e.says("trouble.receipt device.off")
	e.logged("takes no more bytes", 2) // by the port and by the receipt
	e.logged("device is back", 1)      // it is opened again
	stuck.Pull(link)
	e.logged("device is away", 2)
	p := prints(t, link)
	e.logged("device is back", 2)
	e.asks()
	got := drawn(strings.TrimPrefix(e.comesLast(p, 1), "= "))
	if want := drawn(strings.Join(e.story(), "\n")); !strings.HasPrefix(got, want) {
		t.Errorf("printed\n%s\nwant first\n%s", got, want)
	}
}
