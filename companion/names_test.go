package companion_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/sheet"
)

func TestNamesThatLookAlikeAreOnePlayerWhenEnteredOrRefused(t *testing.T) {
	for _, tt := range []struct {
		name, entered string
		want, refusal string
	}{
		{"as they are", "Аня,Боря", "Аня,Боря", ""},
		{"with blanks", " Аня,Боря  ", "Аня,Боря", ""},
		{"in small letters", "аня,боря", "Аня,Боря", ""},
		{"with a Latin A", "Aня,Боря", "Аня,Боря", ""},
		{"with two blanks inside", "А  Б,Боря", "А Б,Боря", ""},
		{"new ones", "Вера,Гена", "Вера,Гена", ""},
		{"one twice, with a blank", "Аня,Аня ", "", "name.bad"},
		{"a known one twice, with a Latin A", "Аня,Aня", "", "name.bad"},
		{"a new one twice, with a Latin B", "Вера,Bера", "", "name.alike Вера Bера"},
		{"a new one twice, in small letters", "Вера,вера", "", "name.alike Вера вера"},
		{"a zero-width space", "А\u200bня,Боря", "", "name.bad"},
		{"of eleven letters, and with a point", "Максимилиан,Anna K.", "Максимилиан,Anna K.", ""},
		{"of sixteen letters", "Константин Павло,Боря", "Константин Павло,Боря", ""},
		{"of seventeen letters", "Константин Павлов,Боря", "", "name.bad"},
		{"with an apostrophe as phones type it", "O’Neil,Боря", "O'Neil,Боря", ""},
		{"with letters of other languages", "Әсел,Nguyễn", "Әсел,Nguyễn", ""},
		{"in full-width letters", "ＡＮＮＡ,Боря", "ANNA,Боря", ""},
		{"a new one twice, with ё", "Алёна,Алена", "", "name.alike Алёна Алена"},
		{"with a letter that no font has", "李明,Боря", "", "naming.letter 李"},
		{"with a sign that no font has", "x\u0302y,Боря", "", "naming.letter x\u0302"},
		{"a grapheme joiner", "А\u034fня,Боря", "", "name.bad"},
	} {
		tb := newTable(t)
		tell(t, tb, setUp(t, miceDraft(nil), true)) // Аня and Боря are known
		draft := miceDraft(func(d map[string]any) { d["names"] = strings.Split(tt.entered, ",") })
		got := tell(t, tb, setUp(t, draft, true))
		if tt.refusal != "" {
			if !refuses(tb, got.Refusal, tt.refusal) {
				t.Errorf("%s: %q, want %q", tt.name, got.Refusal, tt.refusal)
			}
			continue
		}
		if names := strings.Join(tb.Model.Open()[0].Names(), ","); got.Refusal != "" || names != tt.want {
			t.Errorf("%s: %q play, %q; want %q", tt.name, names, got.Refusal, tt.want)
		}
	}
}

func TestASeatTakesThePlayerWhomPeopleMean(t *testing.T) {
	for _, tt := range []struct {
		name, want, refusal string
	}{
		{"Вера ", "Вера,Боря", ""},
		{"боря", "Боря,Аня", ""}, // they change places
		{"Bова\u200d", "", "name.bad"},
	} {
		tb := newTable(t)
		tell(t, tb, setUp(t, miceDraft(func(d map[string]any) { d["first"] = 1 }), true))
		tb.Press("ok")
		got := tell(t, tb, companion.Seat{Point: tb.Model.Point(), Seat: 1, Name: tt.name})
		if tt.refusal != "" {
			if !refuses(tb, got.Refusal, tt.refusal) {
				t.Errorf("%q: %q, want %q", tt.name, got.Refusal, tt.refusal)
			}
			continue
		}
		if names := strings.Join(tb.Model.Match().Names(), ","); names != tt.want || got.Refusal != "" {
			t.Errorf("%q: %q play, %q; want %q", tt.name, names, got.Refusal, tt.want)
		}
		if known := tb.Disk.Players; slices.Contains(known, tt.name) {
			t.Errorf("%q is known beside %q", tt.name, known)
		}
	}
}

func TestLettersOnThePanelMeanAKnownPlayer(t *testing.T) {
	tb := newTable(t)
	tell(t, tb, setUp(t, miceDraft(func(d map[string]any) { d["names"] = []string{"A", "Боря"} }), true)) // a Latin A
	tb.Press("ok")
	tb.Press("hold")
	tb.Choose("pause.players", "seats.seat 2", "setup.newname", "naming.spell")
	tb.Press("ok", "up", "ok") // the letter А, then done
	if names := strings.Join(tb.Model.Match().Names(), ","); names != "Боря,A" {
		t.Errorf("%q play after the letter А for seat 2, want that A has changed places", names)
	}
}

func TestNobodyIsRenamedToANameThatLooksLikeAnothers(t *testing.T) {
	for to, want := range map[string]string{"боря": "name.taken", "Бopя": "name.taken", "Вера": "", "Боря": "", "аня": ""} {
		tb := newTable(t)
		tb.Disk.Players = []string{"Аня", "Боря"}
		tb = again(t, tb)
		got := tb.Ask(companion.Keys, companion.Rename{Name: "Аня", To: to})
		if !refuses(tb, got.Refusal.Text, want) {
			t.Errorf("Аня to %s: %q, want %q", to, got.Refusal.Text, want)
		}
	}
}

func TestNobodyIsRenamedToWhatNoFontDraws(t *testing.T) {
	tb := newTable(t)
	tb.Disk.Players = []string{"Аня", "李明"}
	tb = again(t, tb)
	if got := tb.Ask(companion.Keys, companion.Rename{Name: "Аня", To: "李"}); !refuses(tb, got.Refusal.Text, "naming.letter 李") {
		t.Errorf("Аня to 李: %q", got.Refusal.Text)
	}
	if got := tb.Ask(companion.Keys, companion.Rename{Name: "Аня", To: "李明"}); got.Refusal.Text != "" {
		t.Errorf("Аня to 李明, who is known: %q", got.Refusal.Text)
	}
}

func TestAnyNameCanBeEnteredFromItsFirstLetter(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("score:title")
	tb.Choose("1")
	letter := strings.Fields(tb.Cursor())[0]
	tb.Press("ok", "up") // the last row, for other names
	if !tb.At("naming.other " + letter) {
		t.Fatalf("the last row is %q", tb.Cursor())
	}
	tb.Press("ok", "ok") // the letter А of the wheel
	for tb.Model.View().Wheel[2] != sheet.SignDone {
		tb.Press("up")
	}
	tb.Press("ok")
	tb.Want("1  "+letter+"а", "> 2  setup.player 2") // the next seat without a player
	tb.Press("ok")
	tb.Press("up", "up") // beside the last row
	tb.Want("> " + letter + "а  seats.swap")
	tb.Press("ok")
	tb.Want("1  setup.player 2", "2  "+letter+"а")
}

// A name that is known, taken or typed is offered in the letters' pages once or not at all.
func TestTheFirstLettersOfferWhoIsKnownAndNobodyTwice(t *testing.T) {
	tb := newTable(t)
	tb.Disk.Players = []string{"Ёлка", "Аня"}
	tb = again(t, tb)
	tb.Press("ok")
	tb.Choose("score:title", "1", "setup.newname")
	for !strings.HasPrefix(tb.Cursor(), "Е ") {
		tb.Press("down")
	}
	tb.Press("ok")
	if tb.Cursor() != "Ёлка" {
		t.Errorf("the first name on Е is %q", tb.Cursor())
	}
	tb.Press("ok")
	tb.Want("1  Ёлка")
	tb.Choose("2", "setup.newname")
	for !strings.HasPrefix(tb.Cursor(), "Е ") {
		tb.Press("down")
	}
	tb.Press("ok")
	if slices.Contains(around(tb), "Ёлка") {
		t.Error("Ёлка has a seat, and is offered for another")
	}
}
