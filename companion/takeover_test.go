package companion_test

import (
	"os"
	"slices"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/script"
)

// highest is a game from a file in which the box deals hidden cards.
func highest(t *testing.T) games.Rules {
	t.Helper()
	source, err := os.ReadFile("../games/script/testdata/highest.star")
	if err != nil {
		t.Fatal(err)
	}
	r, err := script.Compile("highest", string(source))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// replacing is a new box to which the matches of an old one were restored: all but their secrets.
func replacing(t *testing.T, old *companiontest.Table, games ...games.Rules) *companiontest.Table {
	t.Helper()
	tb := companiontest.New(t, games...)
	tb.Press("ok")
	ask(tb, companion.Restore{Upload: "upload-1"})
	tb.Choose("ask.yes")
	tb.Disk.Restore(old.Disk)
	tb.Send(companion.CarryResult{Command: companion.Restore{Upload: "upload-1"}, Evening: tb.Disk.Evening()})
	tb.Press("ok")
	home(t, tb)
	return tb
}

// A restored match has no secret, so people answer for chance. What the box has hidden is not hidden
// any more: that is said in words, with what to do, and nothing goes on under another deck silently.
func TestARestoredMatchSaysWhatPeopleDoFromNowOn(t *testing.T) {
	own := append(slices.Clone(all), highest(t))
	for name, tt := range map[string]struct {
		draft   companion.Draft
		decides []string
		want    []string // texts; none if nothing is left to chance
	}{
		"dice":                          {companion.Draft{Game: "mice", Names: three[:2]}, []string{"roll"}, []string{"takeover.luck"}},
		"dice, nothing thrown yet":      {companion.Draft{Game: "mice", Names: three[:2]}, nil, nil},
		"the table's own dice":          {companion.Draft{Game: "mice", Names: three[:2], Luck: match.Table}, []string{"roll", "dice red green"}, nil},
		"Мазай hidden, real field":      {companion.Draft{Game: "mazaitsy", Names: three}, nil, []string{"takeover.luck", "mazaitsy:takeover.mazai 4"}},
		"Мазай hidden, two seats":       {companion.Draft{Game: "mazaitsy", Names: three[:2]}, nil, nil},
		"Мазай hidden by people":        {companion.Draft{Game: "mazaitsy", Names: three, Options: map[string]string{"mazai": "real"}}, nil, nil},
		"the deck in the box":           {companion.Draft{Game: "mazaitsy", Names: three, Options: map[string]string{"field": "on"}}, nil, []string{"takeover.luck", "mazaitsy:takeover.pile", "mazaitsy:takeover.mazai 4", "mazaitsy:takeover.hares"}},
		"real cards and hares":          {companion.Draft{Game: "mazaitsy", Names: three, Options: map[string]string{"field": "on", "deal": "table", "mazai": "real"}}, nil, nil},
		"the fox: people have the deck": {companion.Draft{Game: "fox", Names: three[:2]}, []string{"decree bells 4", "play bells 8"}, nil},
		"the maze":                      {companion.Draft{Game: "maze", Names: three[:1]}, nil, []string{"takeover.luck"}},
		"scores":                        {companion.Draft{Game: "score", Names: three}, []string{"score 1 5"}, nil},
		"a table without dice":          {companion.Draft{Game: "table", Names: three}, nil, nil},
		"a table with dice":             {companion.Draft{Game: "table", Names: three, Options: map[string]string{"cup": "2d6"}}, []string{"roll"}, []string{"takeover.luck"}},
		"a file with hidden cards":      {companion.Draft{Game: "file/highest", Names: three}, nil, []string{"takeover.luck", "takeover.hidden"}},
	} {
		old := companiontest.New(t, own...)
		old.Press("ok")
		if r := ask(old, companion.SetUp{Draft: tt.draft, Begin: true}); r.Refusal != "" {
			t.Fatalf("%s: %s", name, r.Refusal)
		}
		if r := ask(old, companion.Begin{Point: old.Model.Point()}); r.Refusal != "" {
			t.Fatalf("%s: %s", name, r.Refusal)
		}
		for _, says := range tt.decides {
			old.Decide(says)
		}
		seq, id := old.Model.Match().Seq(), old.Model.Point().Match
		tb := replacing(t, old, own...)
		tb.Do(companion.Keys, companion.Resume{Match: id})
		if said := tb.Shows("[takeover.title]"); said != (len(tt.want) > 0) {
			t.Errorf("%s: said: %t, want %q:\n%s", name, said, tt.want, tb.Screen())
			continue
		}
		if got := tb.Model.Match().Seq(); got != seq {
			t.Log(name, tb.Scrolled())
			t.Errorf("%s: resumed at %d, want %d", name, got, seq)
		}
		for _, text := range tt.want {
			tb.Want(text)
		}
		if len(tt.want) == 0 {
			continue
		}
		tb.Press("ok")
		if tb.Shows("[takeover.title]") {
			t.Errorf("%s: ok does not close\n%s", name, tb.Screen())
		}
	}
}

// three are the players of the tests here.
var three = []string{"Аня", "Боря", "Вера"}

func TestWhatPeopleDoFromNowOnIsSaidUntilItIsRead(t *testing.T) {
	old := inSealedMice(t)
	tb := replacing(t, old, all...)
	tb.Choose("home.resume")
	tb.Want("takeover.luck")
	tb = again(t, tb)
	tb.Want("takeover.luck")
	tb.Press("ok")
	tb.Want("[@1]")
	tb = again(t, tb)
	tb.Want("[@1]")
	for tb.Model.Match().State().Turn() != games.Chance {
		tb.Decide(string(tb.Model.Match().State().Legal()[0].At(0)))
	}
	tb.Decide(string(tb.Model.Match().State().Legal()[0].At(0))) // people answer
	if f := tb.Model.Match().Fact(tb.Model.Match().Seq()); f.Seat != games.Chance || f.Luck != match.Table {
		t.Errorf("the answer of people is recorded as %+v", f)
	}
	if tb.Model.Match().LostSeq() != 0 {
		t.Error("a secret that was never here is recorded as lost")
	}
}

func TestTheDiceToolOfAReplacedBoxThrowsUnderItsOwnSeal(t *testing.T) {
	old := companiontest.New(t, all...)
	old.Press("ok")
	rolls(old, "2d6")
	seal := old.Model.Match().Seal()
	tb := replacing(t, old, all...)
	tb.Choose("home.more", "home.dice")
	t.Log(tb.Screen())
	tb.Press("ok")
	t.Log(tb.Screen())
	if mt := tb.Model.Match(); mt.Seal() == seal || mt.LostSeq() != 0 {
		t.Errorf("the dice are thrown under %q, the seal of the old box", mt.Seal())
	}
}
