package companion_test

import (
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/history"
	"tabletop/companion/panel"
)

// asks reports whether the panel asks which chip it has.
func asks(tb *companiontest.Table) bool { return tb.Model.View().Edge }

// newPanel is a first start on a panel whose chip nobody has named, its language chosen.
func newPanel(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := companiontest.OnPanel(t, companiontest.NewDisk(), all...)
	if asks(tb) {
		t.Errorf("asked before the language:\n%s", tb.Screen())
	}
	tb.Press("ok")
	return tb
}

// anew is a panel whose chip nobody has named after a power cut.
func anew(t *testing.T, tb *companiontest.Table) *companiontest.Table {
	t.Helper()
	return companiontest.OnPanel(t, tb.Disk, all...)
}

func TestTheTableIsAskedOnceWhichChipThePanelHas(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want panel.Chip
	}{
		{[]string{"ok"}, panel.SSD1306},
		{[]string{"down", "ok"}, panel.SH1106},
		{[]string{"up", "ok"}, panel.SH1106},
		{[]string{"down", "down", "ok"}, panel.SSD1306},
	} {
		tb := newPanel(t)
		if !asks(tb) {
			t.Fatalf("after the language there is no question:\n%s", tb.Screen())
		}
		tb.Press(c.keys...)
		home(t, tb)
		for _, tb := range []*companiontest.Table{tb, anew(t, tb)} {
			if got := tb.Model.View().Chip; got != c.want || asks(tb) {
				t.Errorf("after %q the panel is driven as %q, want %q; asks again: %t", c.keys, got, c.want, asks(tb))
			}
		}
	}
}

func TestThePanelIsTriedAsTheChipThatIsAskedFor(t *testing.T) {
	tb := newPanel(t)
	var got []panel.Chip
	for range 3 {
		got = append(got, tb.Model.View().Chip)
		tb.Press("down")
	}
	if got[0] != panel.SSD1306 || got[1] != panel.SH1106 || got[2] != panel.SSD1306 {
		t.Errorf("tried as %q", got)
	}
	tb.Press("back")
	if home(t, tb); tb.Model.View().Chip != "" || tb.Disk.Settings["chip"] != "" {
		t.Errorf("back has answered: %q, on disk %q", tb.Model.View().Chip, tb.Disk.Settings["chip"])
	}
	if tb = anew(t, tb); !asks(tb) {
		t.Errorf("what was not answered isn't asked again:\n%s", tb.Screen())
	}
}

func TestNobodyIsAskedWhoseChipIsNamed(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	home(t, tb)
	tb.Disk.Settings["chip"] = "sh1106" // said before the configuration named one
	tb = again(t, tb)
	if home(t, tb); tb.Model.View().Chip != "" {
		t.Errorf("the panel is driven as %q against its configuration", tb.Model.View().Chip)
	}
	tb.Choose("home.more", "home.settings")
	for range 20 {
		if tb.At("chip.title") {
			t.Fatalf("the settings offer to ask:\n%s", tb.Screen())
		}
		tb.Press("down")
	}
}

func TestWhoHasPlayedCouldReadAllAndIsNotAsked(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	intoScore(tb)
	tb.Decide("score 1 5")
	if tb = anew(t, tb); asks(tb) {
		t.Errorf("in the middle of an evening:\n%s", tb.Screen())
	}
}

func TestTheSettingsAskAgain(t *testing.T) {
	tb := newPanel(t)
	tb.Press("down", "ok") // wrong, perhaps
	ask := func() { tb.Times(3, "back"); tb.Choose("home.more", "home.settings", "chip.title") }
	if ask(); !asks(tb) || tb.Model.View().Chip != panel.SH1106 {
		t.Fatalf("asked again as %q:\n%s", tb.Model.View().Chip, tb.Screen())
	}
	tb.Press("down", "back")
	if got := tb.Model.View().Chip; got != panel.SH1106 {
		t.Errorf("back has made it %q", got)
	}
	ask()
	tb.Press("down", "ok")
	if got := anew(t, tb).Model.View().Chip; got != panel.SSD1306 {
		t.Errorf("after the second answer it is %q", got)
	}
}

// Until it is known which columns are seen, nothing stands in the first two.
func TestBeforeTheAnswerNothingStandsWhereAPanelMayNotShowIt(t *testing.T) {
	tb := companiontest.OnPanel(t, companiontest.NewDisk(), all...)
	for _, press := range []string{"ok", "back", ""} {
		for range 9 {
			if v := tb.Model.View(); v.ShiftX != 2 && !v.Edge {
				t.Fatalf("shifted by %d:\n%s", v.ShiftX, tb.Screen())
			}
			tb.Wait(time.Minute)
		}
		if press != "" {
			tb.Press(press)
		}
	}
	tb = newPanel(t)
	tb.Press("ok")
	shifts := map[uint8]bool{}
	for range 9 {
		shifts[tb.Model.View().ShiftX] = true
		tb.Wait(time.Minute)
	}
	if len(shifts) != 3 {
		t.Errorf("after the answer the picture shifts by %v", shifts)
	}
}

func TestTheChipStaysInThisBox(t *testing.T) {
	if !companion.Private("chip") {
		t.Error("a backup would bring the chip of another box's panel")
	}
	tb := newPanel(t)
	tb.Press("down", "ok")
	carriedOut(tb, companion.Restore{Upload: "upload-7", Parcel: history.Parcel{Matches: 1}}, nil, companion.Evening{})
	if got := tb.Model.View().Chip; got != panel.SH1106 {
		t.Errorf("after a backup was restored the panel is driven as %q", got)
	}
}

func TestABusyDiskAndATroubleLeaveTheQuestion(t *testing.T) {
	tb := newPanel(t)
	tb.Press("down")
	tb.Send(companion.Trouble{Key: "trouble.surface", Arg: "OLED"})
	if v := tb.Model.View(); v.Chip != "" || v.Edge {
		t.Errorf("under a trouble it is tried as %q", v.Chip)
	}
	tb.Press("ok")
	if v := tb.Model.View(); v.Chip != panel.SH1106 || !v.Edge {
		t.Errorf("after a trouble it is tried as %q:\n%s", v.Chip, tb.Screen())
	}
	tb.Slow = true
	tb.Press("ok")
	if v := tb.Model.View(); v.Chip != panel.SH1106 {
		t.Errorf("while the disk writes it is driven as %q", v.Chip)
	}
	tb.Answer()
	if home(t, tb); tb.Model.View().Chip != panel.SH1106 {
		t.Errorf("once it is kept it is driven as %q", tb.Model.View().Chip)
	}
}
