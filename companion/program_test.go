package companion_test

import (
	"crypto/sha256"
	"regexp"
	"strings"
	"testing"

	"tabletop/companion/companiontest"
	"tabletop/companion/door"
)

// givesKey lets a program in, and returns the key that stood on the panel.
func givesKey(t *testing.T, tb *companiontest.Table) string {
	t.Helper()
	tb.Choose("program.item")
	key := strings.Join(regexp.MustCompile(`\b[a-z2-9]{4}\b`).FindAllString(tb.Screen(), -1), "")
	if len(key) != 24 {
		t.Fatalf("no key stands on\n%s", tb.Screen())
	}
	tb.Choose("program.give")
	return key
}

func TestAProgramLooksUntilItsKeyIsTakenBack(t *testing.T) {
	tb := atPhones(t)
	tb.Press("ok")
	key := givesKey(t, tb)
	tb.Want("program.name")
	hash := sha256.Sum256([]byte(key))
	g, ok := tb.Model.Moment().Guests.Find(hash)
	if !ok || !g.Program || g.Role != door.Look {
		t.Fatalf("the key opens the door as %+v, %v", g, ok)
	}
	if strings.Contains(tb.Disk.Settings["guests"], key) {
		t.Error("the disk has the key itself")
	}
	next := again(t, tb)
	if g, ok := next.Model.Moment().Guests.Find(hash); !ok || !g.Program {
		t.Errorf("after a power cut it is %+v, %v", g, ok)
	}
	tb.Press("ok")
	tb.Choose("program.name")
	if tb.Shows("door.may") {
		t.Errorf("a program can be let decide:\n%s", tb.Screen())
	}
	tb.Choose("door.remove")
	if _, ok := tb.Model.Moment().Guests.Find(hash); ok {
		t.Error("its key still opens the door")
	}
}

func TestAProgramStaysWhenTheEveningIsOver(t *testing.T) {
	tb := atPhones(t)
	join(tb, iPhone)
	tb.Press("ok")
	key := givesKey(t, tb)
	tb.Times(3, "back")
	tb.Choose("home.more", "night.item", "ask.yes")
	if guests := *tb.Model.Moment().Guests; len(guests) != 1 || guests[0].Hash != sha256.Sum256([]byte(key)) {
		t.Errorf("after good night there are %+v", guests)
	}
}

func TestAKeyThatWasNotGivenOpensNothing(t *testing.T) {
	tb := atPhones(t)
	tb.Press("ok")
	tb.Choose("program.item")
	seen := tb.Screen()
	tb.Press("back")
	if n := len(*tb.Model.Moment().Guests); n != 0 {
		t.Errorf("%d were let in", n)
	}
	tb.Choose("program.item")
	if tb.Screen() == seen {
		t.Error("the same key is shown twice")
	}
}
