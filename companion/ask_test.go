package companion_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
)

// carriedOut lets a phone ask, the table say yes, and the daemon answer.
func carriedOut(tb *companiontest.Table, a companion.Ask, err error, e companion.Evening) {
	ask(tb, a.What, a.Arg, a.With)
	tb.Choose("Да")
	tb.Send(companion.Done{Ask: a, Err: err, Evening: e})
}

func TestWhatAPhoneAsksForIsDoneOnlyAfterAYesAtTheBox(t *testing.T) {
	tb := atHome(t)
	a := companion.Ask{What: companion.AskRestore, Arg: "upload-7", With: "21 5"}
	if r := ask(tb, a.What, a.Arg, a.With); r.Refusal != "" || r.Reply != 7 {
		t.Fatalf("asking got %+v", r)
	}
	tb.Want("Вернуть из копии 21 партию и 5 игроков?", "> Нет")
	if !tb.Model.Private() {
		t.Error("the question is not private")
	}
	remote(tb, companion.Down, companion.OK)
	tb.Choose("Нет")
	tb.Want("Что играем?")
	if len(tb.Carries) > 0 {
		t.Fatalf("after a no: %+v", tb.Carries)
	}
	ask(tb, a.What, a.Arg, a.With)
	tb.Choose("Да")
	if len(tb.Carries) != 1 || tb.Carries[0] != a {
		t.Fatalf("after a yes: %+v, want %+v", tb.Carries, a)
	}
	tb.Want("просили")
	tb.Send(companion.Done{Ask: companion.Ask{What: companion.AskErase}}) // of another
	tb.Want("просили")
	tb.Send(companion.Done{Ask: a, Evening: tb.Disk.Evening()})
	tb.Want("Готово", "Копия вернулась")
	tb.Press("ok")
	tb.Want("Что играем?")
}

// What needs no leave is done under whatever the panel shows, and told to who asked.
func TestWhatIsAllowedIsDoneWithoutAQuestion(t *testing.T) {
	tb := inMice(t)
	before := tb.Screen()
	a := companion.Ask{What: companion.AskRestore, Arg: "upload-7", With: "21 5"}
	allowed := func(reply int) []companion.Reply {
		tb.Replies = nil
		tb.Send(companion.Asked{Ask: a, Allowed: true, Reply: reply})
		return tb.Replies
	}
	if got := allowed(7); len(got) != 0 || len(tb.Carries) != 1 || tb.Carries[0] != a {
		t.Fatalf("replied %+v before it was done; carried %+v", got, tb.Carries)
	}
	if got := allowed(8); len(got) != 1 || got[0].Reply != 8 || got[0].Refusal == "" {
		t.Errorf("a second one meanwhile got %+v", got)
	}
	e := tb.Disk.Evening()
	e.Players = []string{"Зоя"}
	tb.Replies = nil
	tb.Send(companion.Done{Ask: a, Added: companion.Added{Matches: 20, Players: 1}, Evening: e})
	if got := tb.Replies; len(got) != 1 || got[0].Reply != 7 || got[0].Refusal != "" || got[0].Added.Matches != 20 || got[0].Added.Players != 1 {
		t.Errorf("the reply is %+v", got)
	}
	if tb.Screen() != before {
		t.Errorf("the panel shows\n%s\nwant\n%s", tb.Screen(), before)
	}
	if got := tb.Model.Offer().Players; len(got) != 1 || got[0] != "Зоя" {
		t.Errorf("known players are %q", got)
	}
	allowed(9)
	tb.Send(companion.Done{Ask: a, Err: full{}})
	if got := tb.Replies; len(got) != 1 || got[0].Reply != 9 || got[0].Refusal != "На карте памяти нет места." {
		t.Errorf("a failure is told as %+v", got)
	}
	a = companion.Ask{What: companion.AskErase, Arg: tb.Model.Match().Seal()[:16], With: "Лови мышей!"}
	if got := allowed(10); len(got) != 1 || got[0].Refusal == "" || len(tb.Carries) != 2 {
		t.Errorf("the match on the panel may be erased: %+v, %+v", got, tb.Carries)
	}
}

// What was imported is there without anybody being sent away from a page.
func TestAReloadLeavesThePageInSight(t *testing.T) {
	tb := atHome(t)
	tb.Choose("Игры", "Лови", "1")
	e := tb.Disk.Evening()
	e.Players = []string{"Зоя"}
	tb.Send(companion.Asked{Ask: companion.Ask{What: companion.AskReload}, Allowed: true, Reply: 7})
	tb.Send(companion.Done{Ask: companion.Ask{What: companion.AskReload}, Evening: e})
	if got := tb.Replies; len(got) != 1 || got[0].Refusal != "" {
		t.Errorf("the reply is %+v", got)
	}
	tb.Want("Зоя")
}

func TestANewNameWithoutAQuestionIsToldOnceItIsKept(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("Закончить партию", "Да")
	a := companion.Ask{What: companion.AskRename, Arg: "Игрок 1", With: "Аня"}
	tb.Send(companion.Asked{Ask: a, Allowed: true, Reply: 7})
	tb.Send(companion.Done{Ask: a})
	if got := tb.Replies; len(got) != 1 || got[0].Reply != 7 || got[0].Refusal != "" {
		t.Errorf("the reply is %+v", got)
	}
	if last := tb.Disk.Settings["last:mice"]; !strings.Contains(last, "Аня") {
		t.Errorf("the last match is kept as %s", last)
	}
}

func TestAnAskThatFailsSaysWhy(t *testing.T) {
	for want, err := range map[string]error{"На карте памяти нет места.": full{}, "Не вышло: no such upload": errors.New("no such upload")} {
		tb := atHome(t)
		carriedOut(tb, companion.Ask{What: companion.AskErasePlayer, Arg: "Аня"}, err, companion.Evening{})
		tb.Want(want)
		if tb.Press("ok"); ask(tb, companion.AskErasePlayer, "Аня", "").Refusal != "" {
			t.Error("after a failure nothing can be asked any more")
		}
	}
}

func TestAnAskCoversNothingHalfDone(t *testing.T) {
	for name, way := range map[string]func(*companiontest.Table){
		"a name":      func(tb *companiontest.Table) { tb.Choose("Игры", "Лови", "1", "Новое имя") },
		"a number":    func(tb *companiontest.Table) { tb.Choose("Кубики", "Собрать", "d6") },
		"a question":  func(tb *companiontest.Table) { tb.Choose("Доброй ночи") },
		"another ask": func(tb *companiontest.Table) { ask(tb, companion.AskErasePlayer, "Аня", "") },
		"one under a pause": func(tb *companiontest.Table) {
			ask(tb, companion.AskErasePlayer, "Аня", "")
			tb.Press("hold")
		},
		"one under way": func(tb *companiontest.Table) {
			ask(tb, companion.AskErasePlayer, "Аня", "")
			tb.Choose("Да")
		},
		"pairing": func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb) },
		"a roll": func(tb *companiontest.Table) {
			tb.Choose("Кубики")
			tb.Send(companion.Press{Key: companion.OK})
		},
		"Мазай":          func(tb *companiontest.Table) { toMazai(tb) },
		"a countdown":    func(tb *companiontest.Table) { tb.Choose("Таймер", "30 секунд"); tb.Wait(31 * time.Second) },
		"the disk's own": func(tb *companiontest.Table) { tb.Disk.Fails = full{}; tb.Choose("Игры", "Лови") },
	} {
		tb := atHome(t)
		way(tb)
		before := tb.Screen()
		if r := ask(tb, companion.AskErasePlayer, "Боря", ""); r.Refusal == "" || tb.Screen() != before {
			t.Errorf("over %s: got %+v, and\n%s", name, r, tb.Screen())
		}
	}
}

func TestAnAskLightsADarkPanelAndLeavesTheIdleScreen(t *testing.T) {
	tb := atHome(t)
	tb.Wait(companion.DarkAfter)
	ask(tb, companion.AskErasePlayer, "Аня", "")
	tb.Want("Стереть игрока Аня из истории?")
	tb.Press("back")
	onNetwork(tb)
	tb.Wait(companion.IdleAfter)
	ask(tb, companion.AskErasePlayer, "Аня", "")
	tb.Press("back")
	tb.Want("Что играем?")
}

func TestWhatCannotBeAskedIsRefusedInWords(t *testing.T) {
	tb := inMice(t)
	id := tb.Model.Match().Seal()[:16]
	for _, a := range []companion.Ask{
		{What: "fly"},
		{},
		{What: companion.AskRestore, With: "many"},
		{What: companion.AskRestore, With: "-1 2"},
		{What: companion.AskErase, Arg: id},
		{What: companion.AskErasePlayer, Arg: "Игрок 1"},
		{What: companion.AskRename, Arg: "Игрок 2", With: "Боря"},
		{What: companion.AskRename, Arg: "Аня", With: "слишком длинное имя"},
		{What: companion.AskRename, Arg: "Аня", With: "<b>"},
		{What: companion.AskTime, Arg: "now"},
		{What: companion.AskTime, Arg: "2026-09-21T21:14:00Z"}, // the clock is right
	} {
		if r := ask(tb, a.What, a.Arg, a.With); r.Refusal == "" || strings.Contains(r.Refusal, "ask.") {
			t.Errorf("%+v got %+v", a, r)
		}
	}
	if tb.Model.Private() {
		t.Errorf("a refused ask is on the panel:\n%s", tb.Screen())
	}
}

func TestAQuestionHoldsTextFromElsewhereOnOneLine(t *testing.T) {
	tb := atHome(t)
	ask(tb, companion.AskErase, "x", "Мыши\n\x1b[2J\u202e"+strings.Repeat("я", 500))
	tb.Want("Стереть навсегда: Мыши", "> Нет")
	if s := tb.Screen(); strings.ContainsAny(s, "\x1b\u202e") {
		t.Errorf("control signs are on %q", s)
	}
}

func TestANewNameIsTakenOverWhereTheNextMatchWouldUseTheOld(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("Закончить партию", "Да")
	tb.Press("ok")
	carriedOut(tb, companion.Ask{What: companion.AskRename, Arg: "Игрок 1", With: "Аня"}, nil, companion.Evening{})
	tb.Want("Имя изменено")
	tb.Press("ok")
	tb.Choose("Игры", "Лови")
	tb.Choose("Аня")
	tb.Want("Место 1", "Аня")
	if strings.Contains(tb.Screen(), "Игрок 1") {
		t.Errorf("the old name is still offered:\n%s", tb.Screen())
	}
	tb.Press("back", "back", "back")
	carriedOut(tb, companion.Ask{What: companion.AskErasePlayer, Arg: "Аня"}, nil, companion.Evening{})
	tb.Press("ok")
	for key, value := range tb.Disk.Settings {
		if strings.Contains(value, "Аня") {
			t.Errorf("the erased name is in %s: %s", key, value)
		}
	}
	next := again(t, tb)
	next.Choose("Игры", "Лови")
	next.Want("Игрок 1", "Игрок 2")
}

func TestARestoreBringsPlayersSettingsAndOpenMatches(t *testing.T) {
	other := atHome(t)
	other.Choose("Кубики")
	other.Press("ok", "back", "back") // a test's first match has the same seal on both
	other.Choose("Игры", "Лови", "Начать")
	other.Press("ok", "hold")
	other.Choose("На главный экран", "Игры", "Мазайцы", "Начать")
	backup := other.Disk.Evening()
	backup.Players = []string{"Зоя"}

	tb := atHome(t)
	onNetwork(tb)
	toPhones(tb)
	join(tb, iPhone)
	tb.Press("back", "back")
	tb.Choose("Счёт", "Начать")
	tb.Press("ok")
	tb.Choose("Играть")
	mine := tb.Model.Match().Seal()
	carriedOut(tb, companion.Ask{What: companion.AskRestore, With: "2 1"}, nil, backup)
	tb.Press("ok")
	if got := tb.Model.Match().Seal(); got != mine {
		t.Error("the match on the panel is another after a restore")
	}
	if got := len(tb.Model.Open()); got != 3 {
		t.Errorf("%d matches are open, want 3", got)
	}
	if len(tb.Model.Door().Guests) != 1 {
		t.Error("a restore changed who is let in")
	}
	tb.Press("hold")
	tb.Choose("На главный экран", "Игры", "Лови", "1")
	tb.Want("Зоя")
}

func TestAMatchThatWasErasedIsNotShownAnyMore(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("Закончить партию", "Да")
	id := tb.Model.Last().Seal()[:16]
	carriedOut(tb, companion.Ask{What: companion.AskErase, Arg: id, With: "Лови мышей!"}, nil, companion.Evening{})
	if !tb.Model.Last().IsZero() {
		t.Error("the erased match is still the last one")
	}
}

func TestDoneIsHeardWhileTheTableIsAskedAboutTheDisk(t *testing.T) {
	tb := atHome(t)
	a := companion.Ask{What: companion.AskErasePlayer, Arg: "Аня"}
	ask(tb, a.What, a.Arg, "")
	tb.Choose("Да")
	tb.Press("back")
	tb.Disk.Fails = full{}
	tb.Choose("Игры", "Лови")
	tb.Send(companion.Done{Ask: a})
	tb.Send(companion.Timed{})
	tb.Want("Диск не пишет")
	tb.Choose("Играть без")
	tb.Want("Игрок стёрт")
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
	tb.Send(companion.Timed{})
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
	if r := ask(tb, companion.AskTime, "2026-11-21T21:14:00+03:00", ""); r.Refusal != "" {
		t.Fatal(r.Refusal)
	}
	tb.Want("Сейчас 21:14, 21 ноября 2026?")
	tb.Choose("Да")
	tb.Send(companion.Timed{Sure: true, Ahead: 100 * 24 * time.Hour})
	tb.Send(companion.Done{Ask: tb.Carries[0]})
	tb.Want("Часы поставлены")
	tb.Press("ok")
	seq := tb.Model.Match().Seq()
	tb.Decide(string(tb.Model.Match().State().Legal()[0].At(0)))
	if got := tb.Model.Match().Since(seq); !strings.Contains(got, `"at":"2026-12-30T`) {
		t.Errorf("after the time was accepted: %s, want the clock's date and a hundred days", got)
	}
}

func TestTheClockOfATurnStandsWhileThoseAtTheBoxAreAsked(t *testing.T) {
	tb := clocked(t, "5 мин", "0 с")
	if r := ask(tb, companion.AskErasePlayer, "Аня", ""); r.Refusal != "" {
		t.Fatal(r.Refusal)
	}
	tb.Wait(time.Minute)
	tb.Choose("Нет")
	tb.Want("5:00")
	tb.Wait(2 * time.Second)
	tb.Want("4:58")
}
