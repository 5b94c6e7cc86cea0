package companion_test

import (
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/people"
)

// turnsLook opens the page of a player and turns a part of the look to its first value.
func turnsLook(tb *companiontest.Table, name, key string) {
	tb.Times(9, "back")
	tb.Choose("home.more", "home.settings", "settings.players")
	tb.Choose(name, key)
	tb.Press("down")
}

const vera = "Вера"

// withLooks begins a match of three players, two of whom have chosen a picture. It is the turn of
// Вера.
func withLooks(tb *companiontest.Table) {
	tb.Do(companiontest.Phone, companion.SetUp{Draft: companion.Draft{Game: "mice", Names: []string{vera, "Боря", "Аня"}, First: 1}, Begin: true})
	tb.Do(companiontest.Phone, companion.Begin{Point: tb.Model.Point()})
	for name, look := range map[string][2]string{vera: {"turquoise", "owl"}, "Аня": {"pink", "hare"}} {
		tb.Do(companiontest.Phone, companion.ChooseLook{Name: name, Colour: look[0], Picture: look[1]})
	}
}

func TestAPhoneChoosesTheLookOfAPlayer(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	withLooks(tb)
	v := tb.Model.View()
	if got := v.Lamps.Colours; v.Emblem != "owl" || v.Lamps.Emblem != "owl" || got[0] != 6 || got[2] != 9 {
		t.Errorf("the turn of Вера has %q, %q and %v", v.Emblem, v.Lamps.Emblem, got)
	}
	for _, c := range []companion.ChooseLook{{Name: "Никто", Colour: "red"}, {Name: "Вера", Colour: "mauve"}, {Name: "Вера", Picture: "owl-small"}} {
		if r := ask(tb, c); r.Refusal == "" {
			t.Errorf("%+v is done", c)
		}
	}
	tb.Do(companiontest.Phone, companion.ChooseLook{Name: "Вера"})
	if got := tb.Model.View(); got.Emblem != "" || strings.Contains(tb.Disk.Settings["looks"], "Вера") {
		t.Errorf("without a choice the turn has %q, and on disk is %q", got.Emblem, tb.Disk.Settings["looks"])
	}
}

func TestAPlayerChoosesAColourAndAPicture(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tell(t, tb, setUp(t, `{"game":"mice","names":["Аня","Боря"],"first":1}`, true))
	tell(t, tb, companion.Begin{Point: tb.Model.Point()})
	tb.Decide("roll")
	before := tb.Model.View()
	if c := before.Lamps.Colours; before.Emblem != "" || before.Lamps.Emblem != "" || c[0] == 0 || c[1] == 0 || c[0] == c[1] || c[2] != 0 {
		t.Errorf("nobody has chosen, and the turn has %q, %q and %v", before.Emblem, before.Lamps.Emblem, c)
	}
	tb.Press("hold")
	tb.Choose("pause.away")
	turnsLook(tb, "Аня", "players.colour")
	tb.Press("down", "ok") // the second
	tb.Want("> players.colour  colour." + people.Colours[1].Key)
	turnsLook(tb, "Аня", "players.picture")
	tb.Press("ok")
	tb.Want("> players.picture  picture." + people.Pictures[0])
	tb = again(t, tb) // kept through a power cut
	tb.Times(9, "back")
	tb.Choose("home.resume")
	for tb.Model.View().Kind != panel.KindTurn {
		tb.Press("ok")
	}
	v := tb.Model.View()
	if v.Emblem != people.Pictures[0] || v.Lamps.Emblem != people.Pictures[0] || v.Lamps.Colours[0] != 2 || v.Lamps.Colours[1] == 2 || v.Lamps.Colours[1] == 0 {
		t.Errorf("the turn of Аня has %q and %v", v.Emblem, v.Lamps.Colours)
	}
	if got := tb.Model.Moment().Offer.Looks["Аня"]; got != (people.Look{Colour: 2, Picture: 1}) {
		t.Errorf("phones see %v", got)
	}
	if !strings.Contains(tb.Disk.Settings["looks"], "Аня") {
		t.Errorf("on disk is %q", tb.Disk.Settings["looks"])
	}
}

func TestPlayersWhoLookAlikeBecomeOneAfterAskingAndTwoAgain(t *testing.T) {
	tb := newTable(t)
	tb.Disk.Players = []string{"Аня", "Боря", "аня"}
	tb = again(t, tb)
	toPlayers := func() {
		tb.Times(9, "back")
		tb.Choose("home.more", "home.settings", "settings.players")
	}
	tb.Press("ok")
	toPlayers()
	tb.Want("> players.similar Аня аня")
	tb.Press("ok", "ok") // no
	tb.Want("> players.similar Аня аня")
	tb.Choose("players.similar Аня аня", "ask.yes")
	if got := tb.Model.Moment().Offer.Same; len(got) != 1 || got["аня"] != "Аня" {
		t.Fatalf("merged are %v", got)
	}
	tb = again(t, tb)
	toPlayers()
	if tb.Shows("players.similar Аня аня") {
		t.Errorf("it is asked again:\n%s", tb.Screen())
	}
	got := tell(t, tb, setUp(t, miceDraft(func(d map[string]any) { d["names"] = []string{"аня", "Боря"} }), false))
	if names := tb.Model.Moment().Offer.Drafts["mice"].Names; got.Refusal != "" || names[0] != "Аня" {
		t.Errorf("аня is set up as %q, %q", names, got.Refusal)
	}
	toPlayers()
	tb.Press("up", "ok") // the last, whose row begins with a capital too
	tb.Want("[аня]")
	tb.Choose("players.part Аня")
	if got := tb.Model.Moment().Offer.Same; len(got) != 0 {
		t.Errorf("parted, merged are %v", got)
	}
}
