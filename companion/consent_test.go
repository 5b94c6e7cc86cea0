package companion_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/history"
	"tabletop/companion/panel"
)

// carriedOut lets a phone ask, the table say yes, and the daemon answer.
func carriedOut(tb *companiontest.Table, a companion.Command, err error, e companion.Evening) {
	ask(tb, a)
	tb.Choose("ask.yes")
	tb.Send(companion.CarryResult{Command: a, Err: err, Evening: e})
}

func TestWhatAPhoneAsksForIsDoneOnlyAfterAYesAtTheBox(t *testing.T) {
	tb := atHome(t)
	a := companion.Restore{Upload: "upload-7", Parcel: history.Parcel{Matches: 21, Players: 5}}
	if r := ask(tb, a); r.Refusal != "" {
		t.Fatalf("asking got %+v", r)
	}
	tb.Want("ask.restore", "ask.matches 21", "ask.players 5", "> ask.no")
	if !tb.Model.Private() {
		t.Error("the question is not private")
	}
	remote(tb, panel.Down, panel.OK)
	tb.Choose("ask.no")
	home(t, tb)
	if len(tb.Carries) > 0 {
		t.Fatalf("after a no: %+v", tb.Carries)
	}
	ask(tb, a)
	tb.Choose("ask.yes")
	if len(tb.Carries) != 1 || tb.Carries[0] != a {
		t.Fatalf("after a yes: %+v, want %+v", tb.Carries, a)
	}
	tb.Want("ask.under")
	tb.Send(companion.CarryResult{Command: companion.Erase{}}) // of another
	tb.Want("ask.under")
	tb.Send(companion.CarryResult{Command: a, Evening: tb.Disk.Evening()})
	tb.Want("message.title", "done.restore")
	tb.Press("ok")
	home(t, tb)
}

// What comes by the socket is done under whatever the panel shows, and told to who asked.
func TestWhatComesByTheSocketIsDoneWithoutAQuestion(t *testing.T) {
	tb := inMice(t)
	before := tb.Screen()
	bySocket := func(c companion.Command, call int) []companion.Reply {
		tb.Answers = nil
		tb.Send(companion.Sent{From: companion.Socket, Command: c, Call: call})
		return tb.Answers
	}
	a := companion.Restore{Upload: "upload-7", Parcel: history.Parcel{Matches: 21, Players: 5}}
	if got := bySocket(a, 7); len(got) != 0 || len(tb.Carries) != 1 || tb.Carries[0] != companion.Command(a) {
		t.Fatalf("answered %+v before it was done; carried %+v", got, tb.Carries)
	}
	if got := bySocket(a, 8); len(got) != 1 || got[0].Call != 8 || got[0].Answer.Refusal.Text == "" {
		t.Errorf("a second one meanwhile got %+v", got)
	}
	e := tb.Disk.Evening()
	e.Players = []string{"Зоя"}
	tb.Answers = nil
	tb.Send(companion.CarryResult{Command: a, Added: history.Parcel{Matches: 20, Players: 1}, Evening: e})
	if got := tb.Answers; len(got) != 1 || got[0].Call != 7 || replyOf(got[0].Answer) != (reply{Seq: tb.Model.Match().Seq(), Added: history.Parcel{Matches: 20, Players: 1}}) {
		t.Errorf("the answer is %+v", got)
	}
	if tb.Screen() != before {
		t.Errorf("the panel shows\n%s\nwant\n%s", tb.Screen(), before)
	}
	if got := tb.Model.Moment().Offer.Players; len(got) != 1 || got[0] != "Зоя" {
		t.Errorf("known players are %q", got)
	}
	bySocket(a, 9)
	tb.Send(companion.CarryResult{Command: a, Err: full{}})
	if got := tb.Answers; len(got) != 1 || got[0].Call != 9 || !refuses(tb, got[0].Answer.Refusal.Text, "disk.full") {
		t.Errorf("a failure is told as %+v", got)
	}
	erase := companion.Erase{Match: tb.Model.Match().Seal()[:16], Title: tb.Text("mice:title")}
	if got := bySocket(erase, 10); len(got) != 1 || got[0].Answer.Refusal.Text == "" || len(tb.Carries) != 2 {
		t.Errorf("the match on the panel may be erased: %+v, %+v", got, tb.Carries)
	}
}

// What was imported is there without anybody being sent away from a page.
func TestAnImportLeavesThePageInSight(t *testing.T) {
	tb := atHome(t)
	tb.Choose("mice:title", "1")
	e := tb.Disk.Evening()
	e.Players = []string{"Зоя"}
	a := companion.Import{Upload: "u", Parcel: history.Parcel{Players: 1}}
	tb.Send(companion.Sent{From: companion.Socket, Command: a, Call: 7})
	tb.Send(companion.CarryResult{Command: a, Evening: e})
	if got := tb.Answers; len(got) != 1 || got[0].Answer.Refusal.Text != "" {
		t.Errorf("the answer is %+v", got)
	}
	tb.Want("Зоя")
}

func TestAnImportSaysWhatItBringsAndWhoseItIs(t *testing.T) {
	tb := atPhones(t)
	join(tb, iPhone)
	tb.Press("back", "back")
	guest := (*tb.Model.Moment().Guests)[0]
	tb.Do(companion.Sender{Role: guest.Role, Guest: guest}, companion.Import{Upload: "u", Parcel: history.Parcel{Matches: 3, Open: 1}})
	tb.Want("ask.import", "ask.matches 3", "ask.unfinished 1", "iPhone", "> ask.no")
	tb.Press("back")
	if !slices.Equal(tb.Discards, []string{"u"}) {
		t.Errorf("after a no the files %q are forgotten, want u", tb.Discards)
	}
	tb.Do(companiontest.Phone, companion.Import{Upload: "u", Parcel: history.Parcel{Players: 21}})
	tb.Want("ask.import", "ask.players 21", "ask.page")
}

func TestANewNameWithoutAQuestionIsToldOnceItIsKept(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("pause.leave", "ask.yes")
	a := companion.Rename{Name: tb.Text("setup.player 1"), To: "Аня"}
	tb.Send(companion.Sent{From: companion.Socket, Command: a, Call: 7})
	tb.Send(companion.CarryResult{Command: a})
	if got := tb.Answers; len(got) != 1 || got[0].Call != 7 || got[0].Answer.Refusal.Text != "" {
		t.Errorf("the answer is %+v", got)
	}
	if last := tb.Disk.Settings["last:mice"]; !strings.Contains(last, "Аня") {
		t.Errorf("the last match is kept as %s", last)
	}
}

func TestAnAskThatFailsSaysWhy(t *testing.T) {
	for want, err := range map[string]error{"disk.full": full{}, "ask.failed no such upload": errors.New("no such upload")} {
		tb := atHome(t)
		carriedOut(tb, companion.ErasePlayers{Names: []string{"Аня"}}, err, companion.Evening{})
		tb.Want(want)
		if tb.Press("ok"); ask(tb, companion.ErasePlayers{Names: []string{"Аня"}}).Refusal != "" {
			t.Error("after a failure nothing can be asked any more")
		}
	}
}

func TestAnAskCoversNothingHalfDone(t *testing.T) {
	for name, way := range map[string]func(*companiontest.Table){
		"a name":      func(tb *companiontest.Table) { tb.Choose("mice:title", "1", "naming.spell") },
		"a number":    func(tb *companiontest.Table) { tb.Choose("mazaitsy:title", "option.cards", "word.water") },
		"a question":  func(tb *companiontest.Table) { tb.Choose("home.more", "night.item") },
		"another ask": func(tb *companiontest.Table) { ask(tb, companion.ErasePlayers{Names: []string{"Аня"}}) },
		"one under a pause": func(tb *companiontest.Table) {
			ask(tb, companion.ErasePlayers{Names: []string{"Аня"}})
			tb.Press("hold")
		},
		"one under way": func(tb *companiontest.Table) {
			ask(tb, companion.ErasePlayers{Names: []string{"Аня"}})
			tb.Choose("ask.yes")
		},
		"pairing": func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb) },
		"a roll": func(tb *companiontest.Table) {
			tb.Choose("home.more", "home.dice")
			tb.Do(companion.Keys, companion.Press{Key: panel.OK})
		},
		"Мазай": func(tb *companiontest.Table) { toMazai(tb) },
		"a countdown": func(tb *companiontest.Table) {
			tb.Choose("home.more", "home.timer")
			sand(tb, "0:30")
			tb.Wait(31 * time.Second)
		},
		"the disk's own": func(tb *companiontest.Table) { tb.Disk.Fails = full{}; tb.Choose("mice:title") },
	} {
		tb := atHome(t)
		way(tb)
		before := tb.Screen()
		if r := ask(tb, companion.ErasePlayers{Names: []string{"Боря"}}); r.Refusal == "" || tb.Screen() != before {
			t.Errorf("over %s: got %+v, and\n%s", name, r, tb.Screen())
		}
	}
}

func TestAnAskLightsADarkPanelAndLeavesTheIdleScreen(t *testing.T) {
	tb := atHome(t)
	tb.Wait(companion.DarkAfter)
	ask(tb, companion.ErasePlayers{Names: []string{"Аня"}})
	tb.Want("ask.erase-player Аня")
	tb.Press("back")
	onNetwork(tb)
	tb.Wait(companion.IdleAfter)
	ask(tb, companion.ErasePlayers{Names: []string{"Аня"}})
	tb.Press("back")
	home(t, tb)
}

func TestWhatCannotBeAskedIsRefusedInWords(t *testing.T) {
	tb := inMice(t)
	id := tb.Model.Match().Seal()[:16]
	for _, a := range []companion.Command{
		companion.Erase{Match: id},
		companion.ErasePlayers{},
		companion.ErasePlayers{Names: []string{"Зоя", tb.Text("setup.player 1")}},
		companion.Rename{Name: tb.Text("setup.player 2"), To: "Боря"},
		companion.Rename{Name: "Аня", To: "слишком длинное имя"},
		companion.Rename{Name: "Аня", To: "<b>"},
		companion.SetTime{Time: clockOf("2026-09-21T21:14:00Z")}, // the clock is right
	} {
		if r := ask(tb, a); r.Refusal == "" || strings.Contains(r.Refusal, "ask.") {
			t.Errorf("%+v got %+v", a, r)
		}
	}
	if tb.Model.Private() {
		t.Errorf("a refused ask is on the panel:\n%s", tb.Screen())
	}
}

func TestAQuestionHoldsTextFromElsewhereOnOneLine(t *testing.T) {
	tb := atHome(t)
	ask(tb, companion.Erase{Match: "x", Title: "Мыши\n\x1b[2J\u202e" + strings.Repeat("я", 500)})
	before, _, _ := strings.Cut(tb.Text("ask.erase"), "{")
	tb.Want(before+"Мыши", "> ask.no")
	if s := tb.Screen(); strings.ContainsAny(s, "\x1b\u202e") {
		t.Errorf("control signs are on %q", s)
	}
}

func TestANewNameIsTakenOverWhereTheNextMatchWouldUseTheOld(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("pause.leave", "ask.yes")
	tb.Press("ok")
	carriedOut(tb, companion.Rename{Name: tb.Text("setup.player 1"), To: "Аня"}, nil, companion.Evening{})
	tb.Want("done.rename")
	tb.Press("ok")
	tb.Choose("mice:title")
	tb.Choose("2  setup.player 2")
	tb.Press("up", "up") // beside the last row
	tb.Want("setup.seat 2", "> Аня  seats.swap")
	if tb.Shows("setup.player 1") {
		t.Errorf("the old name is still offered:\n%s", tb.Screen())
	}
	tb.Press("back", "back", "back")
	carriedOut(tb, companion.ErasePlayers{Names: []string{"Аня"}}, nil, companion.Evening{})
	tb.Press("ok")
	for key, value := range tb.Disk.Settings {
		if strings.Contains(value, "Аня") {
			t.Errorf("the erased name is in %s: %s", key, value)
		}
	}
	next := again(t, tb)
	next.Choose("mice:title")
	next.Want("@1", "@2")
}

func TestARestoreBringsPlayersSettingsAndOpenMatches(t *testing.T) {
	other := atHome(t)
	other.Choose("home.more", "home.dice")
	other.Press("ok", "back", "back", "back") // a test's first match has the same seal on both
	other.Choose("mice:title", "setup.start")
	other.Press("ok", "hold")
	other.Choose("pause.away", "mazaitsy:title", "setup.start")
	backup := other.Disk.Evening()
	backup.Players = []string{"Зоя"}

	tb := atHome(t)
	onNetwork(tb)
	toPhones(tb)
	join(tb, iPhone)
	tb.Press("back", "back", "back")
	tb.Choose("score:title", "setup.start")
	mine := tb.Model.Match().Seal()
	carriedOut(tb, companion.Restore{Parcel: history.Parcel{Matches: 2, Players: 1}}, nil, backup)
	tb.Press("ok")
	if got := tb.Model.Match().Seal(); got != mine {
		t.Error("the match on the panel is another after a restore")
	}
	if got := len(tb.Model.Open()); got != 3 {
		t.Errorf("%d matches are open, want 3", got)
	}
	if len(*tb.Model.Moment().Guests) != 1 {
		t.Error("a restore changed who is let in")
	}
	tb.Press("hold")
	tb.Choose("pause.away", "mice:title", "1")
	tb.Want("Зоя")
}

func TestAMatchThatWasErasedIsNotShownAnyMore(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("pause.leave", "ask.yes")
	id := tb.Model.Moment().Match.Seal()[:16]
	carriedOut(tb, companion.Erase{Match: id, Title: tb.Text("mice:title")}, nil, companion.Evening{})
	if !tb.Model.Moment().Match.IsZero() {
		t.Error("the erased match is still the last one")
	}
}

func TestDoneIsHeardWhileTheTableIsAskedAboutTheDisk(t *testing.T) {
	tb := atHome(t)
	a := companion.ErasePlayers{Names: []string{"Аня"}}
	ask(tb, a)
	tb.Choose("ask.yes")
	tb.Press("back")
	tb.Disk.Fails = full{}
	tb.Choose("mice:title")
	tb.Send(companion.CarryResult{Command: a})
	tb.Send(companion.ClockState{})
	tb.Want("disk.title")
	tb.Choose("disk.unsaved")
	tb.Want("done.erase-player")
	if tb.Model.Sure() {
		t.Error("that the clock is not sure was forgotten")
	}
}

// atHome is a table at the first screen.
func atHome(t testing.TB) *companiontest.Table {
	t.Helper()
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	return tb
}

func TestWhileTheClockIsUnsureFactsCarryNoDate(t *testing.T) {
	tb := inMice(t)
	at := strings.Count(tb.Model.Match().Since(0), `"at":`)
	tb.Send(companion.ClockState{})
	if tb.Model.Sure() {
		t.Error("the clock is sure, though it was said not to be")
	}
	tb.Wait(3 * time.Second)
	tb.Decide("roll", "dice red green")
	lines := tb.Model.Match().Since(0)
	if got := strings.Count(lines, `"at":`); got != at {
		t.Errorf("%d facts have a date, want the %d of before:\n%s", got, at, lines)
	}
	if !strings.Contains(lines, `"ms":3000`) {
		t.Errorf("the match's own time does not go on:\n%s", lines)
	}
	if next := again(t, tb); next.Model.Match().Seq() != tb.Model.Match().Seq() {
		t.Error("a record without dates is not read back")
	}
	if r := ask(tb, companion.SetTime{Time: clockOf("2026-11-21T21:14:00+03:00")}); r.Refusal != "" {
		t.Fatal(r.Refusal)
	}
	tb.Want("ask.time 21:14 21 month.11 2026")
	tb.Choose("ask.yes")
	if day := tb.Model.Day(); day != 0 {
		t.Errorf("unsure of the time the date is day %d", day)
	}
	tb.Send(companion.ClockState{Trusted: true, Correction: 100 * 24 * time.Hour})
	tb.Send(companion.CarryResult{Command: tb.Carries[0]})
	tb.Want("done.time")
	tb.Press("ok")
	if got, want := tb.Model.Day(), 20717+100; got != want {
		t.Errorf("the date is day %d, want %d", got, want)
	}
	seq := tb.Model.Match().Seq()
	tb.Decide(string(tb.Model.Match().State().Legal()[0].At(0)))
	if got := tb.Model.Match().Since(seq); !strings.Contains(got, `"at":"2026-12-30T`) {
		t.Errorf("after the time was accepted: %s, want the clock's date and a hundred days", got)
	}
}

func TestTheClockOfATurnStandsWhileThoseAtTheBoxAreAsked(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.adds 0")
	if r := ask(tb, companion.ErasePlayers{Names: []string{"Аня"}}); r.Refusal != "" {
		t.Fatal(r.Refusal)
	}
	tb.Wait(time.Minute)
	tb.Choose("ask.no")
	tb.Want("5:00")
	tb.Wait(2 * time.Second)
	tb.Want("4:58")
}
