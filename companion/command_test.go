package companion_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/settings"
	"tabletop/games"
	"tabletop/games/mazaitsy"
)

func TestUndoAndRedoFromElsewhereMustHaveSeenWhatIs(t *testing.T) {
	tb := inMice(t)
	origin := tb.Model.Match().Seq()
	tb.Decide("roll", "dice red green")
	seq := tb.Model.Match().Seq()
	for _, c := range []struct {
		what    companion.Undo
		refusal string
		stale   bool
	}{
		{companion.Undo{Point: at(tb, seq-1), To: seq - 1}, "decide.stale", true},
		{companion.Undo{Point: at(tb, seq+1), To: seq - 1}, "decide.stale", true},
		{companion.Undo{Point: at(tb, seq), To: origin - 1}, "undo.nowhere", false},
		{companion.Undo{Point: at(tb, seq), To: -1}, "undo.nowhere", false},
		{companion.Undo{Point: at(tb, seq), To: seq}, "undo.nowhere", false},
	} {
		before := tb.Model.Match()
		if got := tell(t, tb, c.what); !refuses(tb, got.Refusal, c.refusal) || got.Stale != c.stale || got.Seq != seq || tb.Model.Match() != before {
			t.Errorf("%+v: %+v, want %q", c.what, got, c.refusal)
		}
	}
	step, _ := tb.Model.Match().Undo()
	if got := tell(t, tb, companion.Undo{Point: at(tb, seq), To: step.BackTo}); got != (reply{Seq: seq + 1}) {
		t.Fatalf("undo: %+v", got)
	}
	tb.Want("[table]")
	step, _ = tb.Model.Match().Redo()
	tell(t, tb, companion.Undo{Point: at(tb, seq+1), To: step.BackTo})
	tb.Want("[@1]")
	if onDisk(tb) != tb.Model.Match().Seq() {
		t.Error("the steps are not on disk")
	}
}

func TestAMatchThatHasNotBegunCantBeTakenBack(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	if got := tell(t, tb, companion.Undo{}); !refuses(tb, got.Refusal, "decide.nomatch") {
		t.Errorf("without a match: %+v", got)
	}
	tb.Choose("mice:title", "honesty", "ready.stir")
	tb.Press("ok", "up", "ok")
	if got := tell(t, tb, companion.Undo{Point: at(tb, 2), To: 1}); !refuses(tb, got.Refusal, "undo.nowhere") {
		t.Errorf("under its seal: %+v", got)
	}
}

func TestARulingFromElsewhereIsTheTables(t *testing.T) {
	tb := inMice(t)
	seq := tb.Model.Match().Seq()
	for _, c := range []struct {
		what    companion.Rule
		refusal string
	}{
		{companion.Rule{Point: at(tb, seq-1), Says: "turn 2"}, "decide.stale"},
		{companion.Rule{Point: at(tb, seq), Says: "turn 9"}, "turn 9"},
		{companion.Rule{Point: at(tb, seq), Says: "turn 2", Why: strings.Repeat("я", 101)}, "why.long"},
		{companion.Rule{Point: at(tb, seq), Says: "turn 2", Why: "a\nb"}, "control character"},
	} {
		got := tell(t, tb, c.what)
		if c.refusal == "turn 9" && got.Refusal != "" {
			continue // in the game's own words
		}
		if !refuses(tb, got.Refusal, c.refusal) || tb.Model.Match().Seq() != seq {
			t.Errorf("%+v: %+v, want %q", c.what, got, c.refusal)
		}
	}
	if got := tell(t, tb, companion.Rule{Point: at(tb, seq), Says: "turn 2", Why: "house"}); got.Refusal != "" {
		t.Fatal(got.Refusal)
	}
	tb.Want("[@2]")
	tb.Press("hold")
	tb.Choose("pause.log")
	tb.Want("why.house")
}

// mice is a draft from a phone.
func miceDraft(change func(map[string]any)) string {
	d := map[string]any{"game": "mice", "names": []string{"Аня", "Боря"}, "options": map[string]string{"scoring": "kids"}, "first": 2, "luck": "table", "clock": "15+10"}
	if change != nil {
		change(d)
	}
	line, _ := json.Marshal(d)
	return string(line)
}

func TestASetUpFromElsewhereIsKeptAndBegins(t *testing.T) {
	tb := inMice(t)
	tb.Decide("roll", "dice red green")
	running := tb.Model.Match()
	if got := tell(t, tb, setUp(t, miceDraft(nil), false)); got.Refusal != "" {
		t.Fatal(got.Refusal)
	}
	tb.Want("[@1]") // the game on the panel goes on
	if got := offered(tb)["draft:mice"]; !strings.Contains(got, `"names":["Аня","Боря"]`) {
		t.Fatalf("the draft offered is %s", got)
	}
	if got := tell(t, tb, setUp(t, miceDraft(nil), true)); got != (reply{Seq: 1}) {
		t.Fatalf("begin: %+v", got)
	}
	tb.Want("[honesty]", "> setup.start") // it waits under its seal
	tb.Press("ok")
	tb.Want("[Боря]")
	mt := tb.Model.Match()
	if mt.Luck() != match.Table || mt.Clock().String() != "15+10" || mt.Setup().Options["scoring"] != "kids" {
		t.Errorf("the match is %s", mt.Since(0))
	}
	open := tb.Model.Moment().Offer.Open
	if len(open) != 2 || open[0].Names[0] != "Боря" || open[1].Game != "mice" || tb.Model.Open()[1].State().String() != running.State().String() {
		t.Errorf("open are %+v", open)
	}
	if got := offered(tb); got["draft:mice"] != "" || got["last:mice"] == "" {
		t.Errorf("left of the draft: %q", got)
	}
	next := again(t, tb)
	next.Want("[Боря]")
	if got, want := next.Model.Moment().Offer, tb.Model.Moment().Offer; !maps.Equal(offered(next), offered(tb)) || len(got.Open) != len(want.Open) || got.Open[0].ID != want.Open[0].ID {
		t.Errorf("after a power cut is offered\n%+v, before\n%+v", got, tb.Model.Moment().Offer)
	}
}

func TestASetUpFromElsewhereIsJudgedAsThePanelDoes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		draft   string
		refusal string
	}{
		{"no game", miceDraft(func(d map[string]any) { d["game"] = "chess" }), "draft.game"},
		{"the dice", miceDraft(func(d map[string]any) { d["game"] = "dice" }), "draft.game"},
		{"nobody", miceDraft(func(d map[string]any) { d["names"] = []string{} }), "rule.setup.seats 2"},
		{"too many", miceDraft(func(d map[string]any) { d["names"] = strings.Split("А Б В Г Д Е Ж З И", " ") }), "rule.setup.seats 2"},
		{"twice", miceDraft(func(d map[string]any) { d["names"] = []string{"Аня", "Аня"} }), "name.bad"},
		{"no option", miceDraft(func(d map[string]any) { d["options"] = map[string]string{"riskk": "on"} }), "rule.setup.unknown riskk risk"},
		{"no value", miceDraft(func(d map[string]any) { d["options"] = map[string]string{"scoring": "x"} }), "draft.option mice:option.scoring rule.setup.value"},
		{"no seat", miceDraft(func(d map[string]any) { d["first"] = 3 }), "draft.first"},
		{"far below", miceDraft(func(d map[string]any) { d["first"] = -2 }), "draft.first"},
		{"luck", miceDraft(func(d map[string]any) { d["luck"] = "mine" }), "draft.luck"},
		{"clock", miceDraft(func(d map[string]any) { d["clock"] = "5" }), "draft.clock"},
		{"cards", `{"game":"mazaitsy","names":["А","Б"],"options":{"cards":"water:0"}}`, "draft.option mazaitsy:option.cards"},
		{"categories", `{"game":"score","names":["А","Б"],"options":{"categories":"a;a"}}`, "draft.option score:option.categories score:rule.categories.twice a"},
		{"real dice where there are none", `{"game":"score","names":["А","Б"],"luck":"table"}`, "draft.luck"},
	} {
		for _, begin := range []bool{false, true} {
			tb := inMice(t)
			before, settings := tb.Model.View(), maps.Clone(tb.Disk.Settings)
			got := tell(t, tb, setUp(t, c.draft, begin))
			if !refuses(tb, got.Refusal, c.refusal) {
				t.Errorf("%s: %q, want %q", c.name, got.Refusal, c.refusal)
			}
			if tb.Model.View() != before || !maps.Equal(tb.Disk.Settings, settings) || len(tb.Model.Open()) != 1 {
				t.Errorf("%s: refused, and yet something changed", c.name)
			}
		}
	}
}

func TestASetUpOnThePanelFollowsThePhone(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.seats", "4")
	tb.Choose("4  @4") // who sits on a seat that will be gone
	tell(t, tb, setUp(t, miceDraft(nil), false))
	tb.Want("[mice:title]")
	tb.Choose("2  Боря")
	tb.Want("[setup.seat 2]")
	tb.Press("back")
	tell(t, tb, setUp(t, `{"game":"score","names":["А","Б","В"]}`, false))
	tb.Want("[mice:title]", "2  Боря") // another game waits where it is looked for
	tb.Press("back", "back")
	tb.Choose("score:title")
	tb.Want("[score:title]", "3")
}

func TestAMatchUnderItsSealIsBegunFromElsewhere(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	if got := tell(t, tb, companion.Begin{}); !refuses(tb, got.Refusal, "decide.nomatch") {
		t.Errorf("without a match: %+v", got)
	}
	tell(t, tb, setUp(t, miceDraft(func(d map[string]any) { d["first"] = 2 }), true))
	if got := tell(t, tb, companion.Begin{Point: at(tb, 0)}); !got.Stale || !tb.Model.Ready() {
		t.Errorf("a stale one: %+v", got)
	}
	got := tell(t, tb, companion.Begin{Point: at(tb, 1)})
	if got != (reply{Seq: tb.Model.Match().Seq()}) || tb.Model.Ready() || tb.Model.Match().Name(1) != "Боря" || onDisk(tb) != got.Seq {
		t.Fatalf("%+v, first is %s, on disk %d", got, tb.Model.Match().Name(1), onDisk(tb))
	}
	before := tb.Model.Match()
	if got := tell(t, tb, companion.Begin{Point: at(tb, got.Seq)}); got.Refusal != "" || tb.Model.Match() != before {
		t.Errorf("begun twice: %+v", got)
	}
}

func TestAnOpenMatchIsGoneOnWithFromElsewhere(t *testing.T) {
	tb := inMice(t)
	tb.Decide("roll")
	mice := tb.Model.Match()
	tell(t, tb, setUp(t, `{"game":"score","names":["А","Б"]}`, true))
	tb.Choose("ready.seal") // which holds from now on
	if got := tell(t, tb, companion.Resume{Match: "0000000000000000"}); !refuses(tb, got.Refusal, "resume.gone") {
		t.Errorf("an unknown one: %+v", got)
	}
	id := tb.Model.Match().Seal()[:16]
	if got := tell(t, tb, companion.Resume{Match: mice.Seal()[:16]}); got != (reply{Seq: mice.Seq()}) || tb.Model.Match() != mice {
		t.Errorf("%+v, on the panel is %s", got, tb.Model.Match().Rules().Name())
	}
	if got := tell(t, tb, companion.Resume{Match: mice.Seal()[:16]}); got.Refusal != "" || got.Seq != mice.Seq() {
		t.Errorf("what is on the panel already: %+v", got)
	}
	tell(t, tb, companion.Resume{Match: id})
	if !tb.Model.Ready() {
		t.Error("the other one doesn't wait under its seal any more")
	}
	again(t, tb).Want("[honesty]", "> setup.start")
}

func TestAMatchThatIsOverIsEndedFromElsewhere(t *testing.T) {
	for _, again := range []bool{false, true} {
		tb := inMice(t)
		seq := tb.Model.Match().Seq()
		if got := tell(t, tb, companion.End{Point: at(tb, seq), Again: again}); !refuses(tb, got.Refusal, "close.notover") {
			t.Errorf("before its end: %+v", got)
		}
		tb.Finish()
		seq = tb.Model.Match().Seq()
		if got := tell(t, tb, companion.End{Point: at(tb, seq-1), Again: again}); !got.Stale {
			t.Errorf("a stale one: %+v", got)
		}
		name := tb.Model.Match().Name(2)
		if got := tell(t, tb, companion.End{Point: at(tb, seq), Again: again}); got.Refusal != "" || !tb.Model.Moment().Match.Ended() || len(tb.Model.Open()) != 0 {
			t.Fatalf("%+v, ended: %v", got, tb.Model.Moment().Match.Ended())
		}
		draft := offered(tb)["draft:mice"]
		if strings.Contains(draft, `"names":["`+name+`"`) != again {
			t.Errorf("again %v: the next draft is %q", again, draft)
		}
	}
}

func TestWhatIsPrivateStaysInSightWhenAPhoneBeginsOrGoesOn(t *testing.T) {
	tb := inMice(t)
	tb.Decide("roll", "dice red green")
	id := tb.Model.Match().Seal()[:16]
	tb.Do(companion.Keys, companion.Press{Key: panel.Back, Hold: true})
	tb.Choose("pause.away", "home.more", "night.item")
	for _, what := range []func() companion.Command{
		func() companion.Command { return setUp(t, miceDraft(nil), true) },
		func() companion.Command { return companion.Begin{Point: at(tb, 1)} },
		func() companion.Command { return companion.Resume{Match: id} },
	} {
		what := what()
		if got := tell(t, tb, what); got.Refusal != "" || !tb.Model.Private() {
			t.Errorf("%T: %+v, private %v", what, got, tb.Model.Private())
		}
	}
	tb.Press("back")
	tb.Want("[@1]")
}

func TestASeriesIsNoPhonesToChoose(t *testing.T) {
	tb := inMice(t)
	series := tb.Model.Match().Series()
	tb.Finish()
	tb.Choose("result.again", "again.setup")
	tell(t, tb, setUp(t, miceDraft(func(d map[string]any) { d["series"] = "deadbeef" }), true))
	if got := tb.Model.Match().Series(); got != series {
		t.Errorf("the series is %s, want %s", got, series)
	}
	tell(t, tb, setUp(t, `{"game":"score","names":["А","Б"],"series":"deadbeef"}`, true))
	if mt := tb.Model.Match(); mt.Series() == "deadbeef" || mt.Rules().Name() != "score" {
		t.Errorf("%s is of the series %s", mt.Rules().Name(), mt.Series())
	}
}

func TestWhileTheDiskAsksNothingFromElsewhereIsTaken(t *testing.T) {
	tb := inMice(t)
	tb.Disk.Fails = full{}
	tb.Choose("say.roll")
	tb.Want("disk.title")
	seq := tb.Model.Match().Seq()
	for _, what := range []companion.Command{
		companion.Decide{Point: at(tb, seq), Says: "roll"},
		companion.Undo{Point: at(tb, seq), To: 1},
		companion.Rule{Point: at(tb, seq), Says: "turn 2"},
		setUp(t, miceDraft(nil), true),
		companion.Begin{Point: at(tb, seq)},
		companion.End{Point: at(tb, seq)},
		companion.Resume{Match: tb.Model.Match().Seal()[:16]},
		companion.Choose{Key: "cups", Value: `["d6"]`},
	} {
		if got := tell(t, tb, what); !refuses(tb, got.Refusal, "disk.refused") {
			t.Errorf("%T: %+v", what, got)
		}
	}
	tb.Want("disk.title")
}

func TestWhatIsRefusedByTheDiskIsToldSo(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Disk.Fails = full{}
	if got := tell(t, tb, setUp(t, miceDraft(nil), true)); got.Refusal == "" {
		t.Error("nobody was told")
	}
	tb.Want("disk.title")
	tb.Choose("disk.unsaved")
	tb.Want("[honesty]")
}

func chooses(t *testing.T, tb *companiontest.Table, key, value, refusal string) {
	t.Helper()
	settings := maps.Clone(tb.Disk.Settings)
	got := tell(t, tb, companion.Choose{Key: key, Value: value})
	if !refuses(tb, got.Refusal, refusal) {
		t.Errorf("%s = %.60q: %q, want %q", key, value, got.Refusal, refusal)
	}
	if refusal != "" && !maps.Equal(settings, tb.Disk.Settings) {
		t.Errorf("%s = %.60q: refused, and yet kept", key, value)
	}
}

func TestOnlyWhatIsChoosableIsChosen(t *testing.T) {
	tb := inMice(t)
	for _, key := range []string{"", "language", "where", "guests", "draft", "draft:mice", "last:mice", "series:x", "away:x", "sheet", "sheet:", "box:", "dice:", "cups:x", "Dice"} {
		chooses(t, tb, key, "en", "choose.key")
	}
	chooses(t, tb, "sheet:a\tb\nlanguage", `{}`, "choose.value")
	chooses(t, tb, "dice", "a=1\nlanguage\ten", "choose.value")
	chooses(t, tb, "cups", strings.Repeat(" ", 17<<10), "choose.value")
}

func TestOwnDiceAreThereAtOnceAndTheOldMatchOfTheDiceIsOpened(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("home.more", "home.dice", "2d6")
	if tb.Model.Cups().IsZero() {
		t.Fatal("nothing was rolled")
	}
	chooses(t, tb, "dice", "цвет=красный,красный", "")
	tb.Want("[home.dice]") // not the roll of a match that is no more
	if !tb.Model.Cups().IsZero() || len(tb.Disk.Records) != 0 {
		t.Error("the old dice are still there")
	}
	tb.Choose("dцвет")
	tb.Want("[красный]")
	chooses(t, tb, "cups", `["2dцвет","coin"]`, "")
	tb = again(t, tb)
	tb.Press("back")
	if got := tb.Cursor(); got != "2dцвет" {
		t.Errorf("the first cup is %s", got)
	}
	if o := tb.Model.Moment().Offer; o.Dice != "цвет=красный,красный" || offered(tb)["cups"] != `["2dцвет","coin"]` {
		t.Errorf("offered: %+v", o)
	}
	chooses(t, tb, "dice", "цвет=", "цвет")
	chooses(t, tb, "dice", "", "")
	if o := tb.Model.Moment().Offer; o.Dice != "" || offered(tb)["cups"] != `["coin"]` {
		t.Errorf("without own dice: %+v", o)
	}
	chooses(t, tb, "cups", `["2dцвет"]`, "choose.cup 2dцвет")
	chooses(t, tb, "cups", `["d6","d6"]`, "choose.twice d6")
	chooses(t, tb, "cups", `["`+strings.Repeat(`d6","`, 12)+`d8"]`, "choose.cups")
	chooses(t, tb, "cups", `{"d6":1}`, "choose.cups")
	chooses(t, tb, "cups", "", "")
	if got := offered(tb); len(got) != 0 {
		t.Errorf("left over: %q", got)
	}
}

func TestATemplateFromAPhoneIsAmongThoseOfFiles(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	value := `{"game":"score","seats":3,"names":{"ru":"Порт"},"options":{"ru":{"categories":"монеты=0..50","ties":"shared"}}}`
	chooses(t, tb, "sheet:port", value, "")
	tb.Choose("score:title", "template.item", "Порт")
	tb.Want("setup.seats", "3")
	tb = withSheets(again(t, tb))
	tb.Choose("template.item")
	tb.Want("Взятки и бонус")
	tb.Times(2, "down")
	tb.Want("Порт")
	if o := tb.Model.Moment().Offer; len(o.Templates) != 3 || o.Templates[2].Names["en"] != "Порт" || len(o.Templates[2].Options["en"]) != 1 {
		t.Errorf("templates %+v", o.Templates)
	}
	for _, c := range [][2]string{
		{`{`, "draft.unread"},
		{`{"game":"chess","names":{"ru":"Порт"}}`, "draft.game"},
		{`{"game":"score","names":{}}`, "choose.name"},
		{`{"game":"score","names":{"ru":"Порт\u0007"}}`, "choose.name"},
		{`{"game":"score","names":{"ru":"` + strings.Repeat("я", 19) + `"}}`, "choose.name"},
		{`{"game":"score","seats":9,"names":{"ru":"Порт"}}`, "rule.setup.seats 2 8"},
		{`{"game":"score","seats":-1,"names":{"ru":"Порт"}}`, "rule.setup.seats 2 8"},
		{`{"game":"score","names":{"ru":"Порт"},"options":{"ru":{"wins":"all"}}}`, "draft.option score:option.wins"},
		{`{"game":"score","names":{"ru":"Порт"},"options":{"ru":{"categories":"a;a"}}}`, "draft.option score:option.categories"},
		{`{"game":"score","names":{"ru":"Порт"},"options":{"ru":{"note":"a"}}}`, "rule.setup.unknown note"},
	} {
		chooses(t, tb, "sheet:bad", c[0], c[1])
	}
	chooses(t, tb, "sheet:"+strings.Repeat("я", 19), value, "choose.name")
	for i := range 31 {
		chooses(t, tb, fmt.Sprintf("sheet:%d", i), value, "")
	}
	chooses(t, tb, "sheet:more", value, "choose.sheets")
	chooses(t, tb, "sheet:port", "", "")
	if got := len(tb.Model.Moment().Offer.Templates); got != 33 {
		t.Errorf("%d templates, want two of files and 31", got)
	}
}

func TestWhatLiesInTheBoxIsWhereNewSetUpsBegin(t *testing.T) {
	usual := games.Setup{}.Value(mazaitsy.Rules{}.Options(), "cards")
	changed := strings.NewReplacer("swamp:4", "swamp:3", "thicket:4", "thicket:5").Replace(usual)
	if changed == usual {
		t.Fatalf("no swamps in %s", usual)
	}
	fresh := newTable(t)
	fresh.Press("ok")
	value, _ := json.Marshal(map[string]string{"cards": changed})
	chooses(t, fresh, "box:mazaitsy", string(value), "")
	fresh.Choose("mazaitsy:title")
	if got := draftOf(t, fresh, "mazaitsy")["cards"]; got != changed {
		t.Errorf("a new set-up begins with %q, want %q", got, changed)
	}
	other := newTable(t) // a set-up that is open already is corrected
	other.Press("ok")
	other.Choose("mazaitsy:title", "option.cards")
	chooses(t, other, "box:mazaitsy", string(value), "")
	other.Want("[mazaitsy:title]")
	if got := draftOf(t, other, "mazaitsy")["cards"]; got != changed {
		t.Errorf("the open set-up has %q, want %q", got, changed)
	}
	for _, c := range [][3]string{
		{"box:chess", `{}`, "draft.game"},
		{"box:mazaitsy", `[]`, "draft.unread"},
		{"box:mazaitsy", `{"cards":"water:1"}`, "draft.option mazaitsy:option.cards"},
		{"box:mazaitsy", `{"cards":"a\u0000b"}`, "choose.value"},
		{"box:mazaitsy", `{"boats":"7"}`, "rule.setup.unknown boats"},
	} {
		chooses(t, other, c[0], c[1], c[2])
	}
	chooses(t, other, "box:mazaitsy", "", "")
	if got := offered(other)["box:mazaitsy"]; got != "" {
		t.Errorf("the box still has %s", got)
	}
}

// draftOf are the options of a game's draft.
func draftOf(t *testing.T, tb *companiontest.Table, game string) map[string]string {
	t.Helper()
	var d struct{ Options map[string]string }
	if err := json.Unmarshal([]byte(offered(tb)["draft:"+game]), &d); err != nil {
		t.Fatal(err)
	}
	return d.Options
}

func TestAnOfferHasNothingThatIsNobodysBusiness(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	tb.Choose("result.again", "again.setup")
	e := tb.Disk.Evening()
	e.Settings = append(e.Settings, settings.Line{Key: "guests", Value: "[]"})
	tb.Send(companion.Started{Evening: e, Ticket: 100})
	got := slices.Sorted(maps.Keys(offered(tb)))
	if want := []string{"draft", "draft:mice", "last:mice"}; !slices.Equal(got, want) {
		t.Errorf("offered: %q, want %q", got, want)
	}
}

func TestAnOfferNeverChanges(t *testing.T) {
	tb := inMice(t)
	first := tb.Model.Moment().Offer
	before := fmt.Sprintf("%+v", first)
	chooses(t, tb, "cups", `["d8"]`, "")
	tell(t, tb, setUp(t, miceDraft(nil), true))
	if got := fmt.Sprintf("%+v", first); got != before || got == fmt.Sprintf("%+v", tb.Model.Moment().Offer) {
		t.Errorf("was %s\nis  %s", before, got)
	}
}

// However two phones and the keys press, the match is one, on disk and on the panel.
func TestAnyCrowdWritesOneHistory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tb := inMice(t)
		seen := []int{0, tb.Model.Match().Seq()}
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			after := rapid.SampledFrom(seen[max(0, len(seen)-3):]).Draw(rt, "after")
			mt, n, before := tb.Model.Match(), tb.Model.Match().Seq(), tb.Model.Open()[0]
			switch rapid.IntRange(0, 5).Draw(rt, "who") {
			case 0, 1:
				says := "roll"
				if legal := mt.State().Legal(); len(legal) > 0 {
					says = string(rapid.SampledFrom(legal).Draw(rt, "says").Says)
				}
				tell(t, tb, companion.Decide{Point: at(tb, after), Says: says})
			case 2:
				tb.Ask(companion.Keys, companion.Undo{Point: at(tb, after), To: rapid.IntRange(-1, n+1).Draw(rt, "to")})
			case 3:
				fixes := mt.State().Fixes()
				if len(fixes) > 0 {
					c := rapid.SampledFrom(fixes).Draw(rt, "fix")
					tell(t, tb, companion.Rule{Point: at(tb, after), Says: string(c.At(0)), Why: "x"})
				}
			default:
				tb.Press(rapid.SampledFrom([]string{"ok", "down", "back", "up"}).Draw(rt, "key"))
			}
			if len(tb.Model.Open()) == 0 {
				mustBeOver(rt, tb, before, n)
				return
			}
			now := tb.Model.Open()[0]
			if len(tb.Answers) == 1 && tb.Answers[0].Answer.Refusal.Text != "" && now != before {
				rt.Fatalf("%+v, and yet the match went from %d to %d", tb.Answers[0], n, now.Seq())
			}
			if len(tb.Answers) == 1 && tb.Answers[0].Answer.Refusal.Text == "" && after != n {
				rt.Fatalf("seen at %d, taken at %d", after, n)
			}
			tb.Answers = nil
			if tb.Model.Match().IsZero() {
				tb.Times(9, "back")
				tb.Choose("home.resume")
			}
			seen = append(seen, tb.Model.Match().Seq())
			kept, err := match.Read(strings.NewReader(tb.Disk.Records[now.Seal()[:16]].Text()), "disk", games.Of(all...))
			if err != nil || kept.Since(0) != now.Since(0) {
				rt.Fatalf("the disk has another history (%v)", err)
			}
		}
	})
}

// mustBeOver fails where a match that isn't open was neither ended nor, with nothing in it,
// left and forgotten.
func mustBeOver(t *rapid.T, tb *companiontest.Table, mt match.Match, facts int) {
	if tb.Disk.Ended[mt.Seal()[:16]] == nil && facts > 1 {
		t.Fatalf("a match of %d facts is forgotten", facts)
	}
}

func FuzzSetUp(f *testing.F) {
	f.Add(miceDraft(nil), "cups", `["2d6","coin"]`)
	f.Add(`{"game":"mazaitsy","names":["А","Б"],"options":{"field":"on"},"first":-1}`, "box:mazaitsy", `{"cards":"water:9"}`)
	f.Add(`{"game":"score","names":["А","Б"],"options":{"categories":"a=0..5*-1;b"},"clock":"up"}`, "sheet:port", `{"game":"score","seats":3,"names":{"ru":"Порт"},"options":{"ru":{"rounds":"3"}}}`)
	f.Add(`{"game":"maze","names":["А","Б"]}`, "dice", "цвет=красный,синий;w=1*2,3")
	for _, seats := range []int{9, 12, 13, 255} {
		names, _ := json.Marshal(strings.Fields(strings.Repeat("А ", seats)))
		for i := range seats {
			names = []byte(strings.Replace(string(names), `"А"`, fmt.Sprintf(`"Б%d"`, i), 1))
		}
		f.Add(fmt.Sprintf(`{"game":"table","names":%s,"first":%d}`, names, seats), "cups", "")
		f.Add(fmt.Sprintf(`{"game":"score","names":%s}`, names), "cups", "")
	}
	f.Add(`{"game":"fox","names":["А","Б"],"options":{"target":"35"},"first":2}`, "box:fox", `{"target":"16"}`)
	f.Fuzz(func(t *testing.T, draft, key, value string) {
		tb := newTable(t)
		tb.Press("ok")
		tb.Choose("mice:title")
		var d companion.Draft
		if json.Unmarshal([]byte(draft), &d) != nil {
			return // is refused before it gets here
		}
		kept := tell(t, tb, companion.SetUp{Draft: d})
		chosen := tell(t, tb, companion.Choose{Key: key, Value: value})
		begun := tell(t, tb, companion.SetUp{Draft: d, Begin: true})
		if chosen.Refusal != "" && (kept.Refusal == "") != (begun.Refusal == "") {
			t.Errorf("kept: %q, begun: %q", kept.Refusal, begun.Refusal)
		}
		if (begun.Refusal == "") == tb.Model.Match().IsZero() {
			t.Errorf("begun %+v, and the panel shows\n%s", begun, tb.Screen())
		}
		tb.Press("ok", "ok", "ok", "down", "ok")
		next := again(t, tb)
		if a, b := next.Model.Moment().Offer, tb.Model.Moment().Offer; !maps.Equal(offered(next), offered(tb)) || a.Dice != b.Dice || len(a.Templates) != len(b.Templates) {
			t.Errorf("after a power cut there is %+v, before %+v", a, b)
		}
		if !next.Model.Match().IsZero() {
			next.Press("hold")
			next.Choose("pause.away")
		}
		for _, items := range [][]string{{"home.more", "home.dice"}, {"score:title"}} {
			next.Times(9, "back")
			next.Choose(items...)
			next.Press("ok", "down", "ok", "down", "ok")
		}
	})
}
