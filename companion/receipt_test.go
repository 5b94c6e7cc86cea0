package companion_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// printers is a companion at the first screen that has a printer, or none.
func printers(t *testing.T, lang words.Lang, has bool) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	m, err := companion.New(companion.Config{Games: games.Of(all...), Printer: has})
	if err != nil {
		t.Fatal(err)
	}
	tb.Model = m
	tb.Send(companion.Started{Evening: tb.Disk.Evening()})
	if lang == words.English {
		tb.Press("down")
	}
	tb.Press("ok")
	return tb
}

// toPrint moves the cursor to the item that prints, and reports whether there is one.
func toPrint(tb *companiontest.Table) bool {
	tb.Times(20, "up") // to the top, where a menu has lines to read below
	for range 20 {
		if tb.At("print.item") {
			return true
		}
		tb.Press("down")
	}
	return false
}

// printed is what the companion asks for when the item is chosen.
func printed(t *testing.T, tb *companiontest.Table) (p companion.Print) {
	t.Helper()
	if !toPrint(tb) {
		t.Fatalf("nothing to print on\n%s", tb.Screen())
	}
	at := time.Date(2026, time.October, 3, 22, 15, 0, 0, time.UTC)
	_, effects := tb.Model.Update(companion.Event{At: tb.Now, Wall: at, What: companion.Sent{From: companion.Keys, Command: companion.Press{Key: panel.OK}}})
	for _, e := range effects {
		if asked, ok := e.(companion.Print); ok {
			p = asked
		}
	}
	tb.Press("ok")
	return p
}

func TestTheReceiptOfAFinishedMatchHasVerdictScoresAndLog(t *testing.T) {
	for _, lang := range words.Langs {
		tb := printers(t, lang, true)
		intoScore(tb)
		tb.Decide("score 1 25", "score 2 -10")
		tb.Press("hold")
		tb.Choose("pause.undo")
		tb.Decide("score 2 25", "score 1 7", "score 2 8", "finish")
		p := printed(t, tb)
		want := strings.Join(texts(tb, "score:title", "2026-10-03", "@2", "why.most 33", "series.line @2 33", "series.line @1 32", "",
			"pause.log", "log.started score:title",
			"past.score 1 25", "past.score 2 25", "past.score 1 7", "past.score 2 8", "log.seat @1 past.finish"), "\n")
		if text(p) != want {
			t.Errorf("%s: got\n%s\nwant\n%s", lang, text(p), want)
		}
		if mt := tb.Model.Match(); p.Seal != mt.Seal() || len(p.Seal) != 64 || p.SealText == "" {
			t.Errorf("%s: seal %q, %q, of a match with %q", lang, p.SealText, p.Seal, mt.Seal())
		}
		tb.Want("print.asked")
	}
}

func TestAReceiptAddsTheSeriesUp(t *testing.T) {
	tb := printers(t, words.Russian, true)
	intoScore(tb)
	tb.Decide("score 1 25", "score 2 10", "finish")
	tb.Choose("result.again", "again.next")
	tb.Press("ok", "ok")
	tb.Decide("score 1 1", "score 2 2", "finish")
	p := printed(t, tb)
	line := func(seat, points int) string { return "\n" + tb.Text(fmt.Sprintf("series.line @%d %d", seat, points)) }
	for _, want := range []string{line(2, 2) + line(1, 1) + "\n", tb.Text("series.played 2"), line(2, 27) + line(1, 11) + "\n"} {
		if !strings.Contains(text(p), want) {
			t.Errorf("%q is not in\n%s", want, text(p))
		}
	}
}

func TestAReceiptTellsTheClock(t *testing.T) {
	tb := printers(t, words.Russian, true)
	into(tb, "mice", "clock.title", 3, "clock.each", 5)
	tb.Press("hold")
	if p := printed(t, tb); !strings.Contains(text(p), "\n"+tb.Text("clock.title")+": "+tb.Text("clock.down 10")+", "+tb.Text("clock.delay 10")+"\n") {
		t.Error(text(p))
	}
}

func TestAReceiptInTheMiddleOfAMatchTellsWhatThereIs(t *testing.T) {
	tb := printers(t, words.Russian, true)
	intoTableMice(tb)
	tb.Decide("roll", "dice red white")
	tb.Press("hold")
	p := printed(t, tb)
	if !strings.Contains(text(p), strings.Join(texts(tb, "log.seat @1 past.roll", "say.dice red white"), "\n")) || strings.Contains(text(p), tb.Text("moment.win")) {
		t.Error(text(p))
	}
	tb.Press("hold")
	if again := printed(t, tb); !reflect.DeepEqual(again, p) {
		t.Errorf("asked again at the same position it is another receipt: %q, %q", again.Name, p.Name)
	}
	tb.Decide("lure red")
	tb.Press("hold")
	if later := printed(t, tb); later.Name == p.Name {
		t.Errorf("after another decision the receipt is still %q", later.Name)
	}
}

func TestPrintingIsOfferedWhereThereIsAPrinterAndEveryMenuStillFits(t *testing.T) {
	t.Parallel()
	artist := painter(t)
	for _, lang := range words.Langs {
		for _, has := range []bool{false, true} {
			tb := printers(t, lang, has)
			intoTableMice(tb)
			tb.Press("hold")
			if toPrint(tb) != has {
				t.Errorf("%s, printer %v: the pause menu offers otherwise", lang, has)
			}
			fits(t, artist, tb)
			tb.Press("back")
			tb.Finish()
			if toPrint(tb) != has {
				t.Errorf("%s, printer %v: the result offers otherwise", lang, has)
			}
			fits(t, artist, tb)
		}
	}
}

// The virtual Pi of .ci makes these presses without seeing the menu.
func TestTheReceiptIsTheFourthItemFromTheEnd(t *testing.T) {
	tb := printers(t, words.Russian, true)
	intoTableMice(tb)
	before := tb.Screen()
	tb.Press("back", "up", "up", "up", "up")
	if !tb.At("print.item") {
		t.Errorf("after ◄ and four times ▲ the bar is on %q", tb.Cursor())
	}
	tb.Press("ok", "ok", "back")
	if after := tb.Screen(); after != before {
		t.Errorf("after the receipt the panel shows\n%s\nwant\n%s", after, before)
	}
}

// fits walks a menu and fails for what the panel can't show.
func fits(t *testing.T, artist *screen.Artist, tb *companiontest.Table) {
	t.Helper()
	for range 12 {
		for _, flaw := range artist.Flaws(tb.Model.View()) {
			t.Errorf("%s\n%s", flaw, tb.Screen())
		}
		tb.Press("down")
	}
}

func TestATroubleIsReadOnceAndLightsThePanel(t *testing.T) {
	tb := printers(t, words.Russian, true)
	intoTableMice(tb)
	tb.Press("hold")
	printed(t, tb)
	tb.Send(companion.Trouble{Key: "trouble.receipt", Arg: "#printer.paper"})
	tb.Want("trouble.receipt printer.paper")
	tb.Wait(companion.DarkAfter)
	for _, code := range []string{"1", "2", "3"} {
		tb.Send(companion.Trouble{Key: "trouble.code", Arg: code})
	}
	tb.Want("trouble.code 3")
	tb.Press("ok")
	tb.Want("trouble.receipt")
	tb.Press("ok")
	tb.Want("> print.item")
}

// text is what is printed, the title first.
func text(p companion.Print) string { return strings.Join(append([]string{p.Title}, p.Lines...), "\n") }

func TestTheReceiptSaysThatASecretWasLost(t *testing.T) {
	tb := printers(t, words.Russian, true)
	intoMice(tb)
	tb.Press("ok")
	loseSecrets(tb.Disk)
	tb.Send(companion.Started{Evening: tb.Disk.Evening()})
	tb.Press("ok", "hold")
	p := printed(t, tb)
	if want := tb.Text("log.lost"); p.Lines[len(p.Lines)-1] != want {
		t.Errorf("the last line of %q is not %q", p.Lines, want)
	}
}
