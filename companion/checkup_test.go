package companion_test

import (
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/checkup"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
	"tabletop/companion/words"
)

func TestThePageLooksAnewEachTimeItIsOpened(t *testing.T) {
	t.Parallel()
	tb := atHome(t)
	onNetwork(tb)
	tb.Choose("home.more", "checkup.title")
	tb.Want("checkup.title", "checkup.looking")
	tb.Press("ok", "up", "down") // nothing to choose yet, and ok doesn't leave
	tb.Want("checkup.looking")
	tb.Send(companion.Checkup{})
	tb.Want("checkup.well", "checkup.network")
	tb.Press("back", "ok")
	tb.Want("checkup.looking")
	if tb.Examined != 2 {
		t.Errorf("the box was examined %d times, want 2", tb.Examined)
	}
	tb.Press("back", "back")
	tb.Want("home.more")
	tb.Send(companion.Checkup{{Topic: "power", State: checkup.Bad, Key: "power.low"}}) // late, and nobody waits for it
	tb.Want("home.more")
}

func TestFaultsAreCountedAndStandFirst(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		faults int
		want   string
	}{{0, "Всё в порядке"}, {1, "Есть 1 замечание"}, {2, "Есть 2 замечания"}, {5, "Есть 5 замечаний"}} {
		all := []checkup.Finding{{Topic: "heat", Key: "heat.good", Args: []string{"47"}}}
		for range tt.faults {
			all = append(all, checkup.Finding{Topic: "keys", State: checkup.Bad, Key: "part.silent", N: 2, Args: []string{"3"}})
		}
		tb := atHome(t)
		examined(tb, all...)
		v := tb.Model.View()
		if v.Title != tt.want {
			t.Errorf("%d faults: the title is %q, want %q", tt.faults, v.Title, tt.want)
		}
		if got := strings.HasPrefix(v.Rows[0].Text, "! Клавиши"); got != (tt.faults > 0) {
			t.Errorf("%d faults: the first row is %q", tt.faults, v.Rows[0].Text)
		}
	}
}

func TestTheBackupHasAnAge(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for _, tt := range []struct {
		name string
		way  func(*companiontest.Table)
		want string
	}{
		{"nothing to lose", func(*companiontest.Table) {}, "Копия никогда"},
		{"a match to lose", oneOpen, "! Копия никогда"},
		{"today", func(tb *companiontest.Table) { oneOpen(tb); tb.Send(companion.BackedUp{}) }, "Копия сегодня"},
		{"yesterday", func(tb *companiontest.Table) { oneOpen(tb); tb.Send(companion.BackedUp{}); tb.Now += day }, "Копия 1 день"},
		{"before the season", func(tb *companiontest.Table) { oneOpen(tb); tb.Send(companion.BackedUp{}); tb.Now += 29 * day }, "Копия 29 дней"},
		{"long ago", func(tb *companiontest.Table) { oneOpen(tb); tb.Send(companion.BackedUp{}); tb.Now += 32 * day }, "! Копия 32 дня"},
		{"while nobody knew the time", func(tb *companiontest.Table) {
			tb.Send(companion.ClockState{})
			tb.Send(companion.BackedUp{})
			tb.Send(companion.ClockState{Trusted: true})
		}, "Копия есть"},
		{"nobody knows the time now", func(tb *companiontest.Table) {
			tb.Send(companion.BackedUp{})
			tb.Send(companion.ClockState{})
		}, "Копия есть"},
	} {
		tb := atHome(t)
		tt.way(tb)
		if got := backupRow(t, tb); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// backupRow opens the page and returns the row of the backup.
func backupRow(t *testing.T, tb *companiontest.Table) string {
	t.Helper()
	tb.Press("back") // wakes the panel
	examined(tb)
	for range 8 {
		for _, r := range tb.Model.View().Rows {
			if strings.Contains(r.Text, "Копия") {
				return strings.TrimSpace(r.Text) + " " + r.End
			}
		}
		tb.Press("down")
	}
	t.Fatalf("no row of the backup:\n%s", tb.Screen())
	return ""
}

func TestTheTimeOfTheBackupOutlivesAPowerCutAndStaysOnTheBox(t *testing.T) {
	t.Parallel()
	d := companiontest.NewDisk()
	tb := companiontest.OnDisk(t, d, all...)
	tb.Press("ok")
	tb.Send(companion.BackedUp{})
	if got := d.Settings["backup"]; got != companiontest.Midday.Format(time.RFC3339) {
		t.Errorf("stored is %q", got)
	}
	if !companion.Private("backup") {
		t.Error("a backup would carry the time of the one before to another box")
	}
	if got := backupRow(t, companiontest.OnDisk(t, d, all...)); got != "Копия сегодня" {
		t.Errorf("after a power cut: %q", got)
	}
}

func TestABackupDuringAWriteIsNotForgotten(t *testing.T) {
	t.Parallel()
	tb := atHome(t)
	tb.Slow = true
	tb.Choose("home.more", "home.settings")
	tb.Press("ok") // a setting is being stored
	tb.Send(companion.BackedUp{})
	tb.Answer()
	tb.Answer()
	if got := tb.Disk.Settings["backup"]; got == "" {
		t.Error("the backup was forgotten")
	}
}

func TestTheNetworkIsSaidAsTheBoxHasIt(t *testing.T) {
	t.Parallel()
	wifi := checkup.Finding{Topic: "network", State: checkup.Poor, Key: "wifi.weak"}
	for _, tt := range []struct {
		name   string
		reach  companion.Addresses
		signal []checkup.Finding
		want   string
	}{
		{"none", companion.Addresses{}, nil, "! Сеть нет"},
		{"a cable", companion.Addresses{URLs: []string{"http://10.0.0.7"}}, nil, "Сеть есть"},
		{"Wi-Fi", companion.Addresses{URLs: []string{"http://10.0.0.7"}}, []checkup.Finding{wifi}, "! Сеть Wi-Fi слабый"},
		{"Wi-Fi without an address", companion.Addresses{}, []checkup.Finding{wifi}, "! Сеть нет"},
		{"the box's own", companion.Addresses{URLs: []string{"http://10.42.0.1"}, Wifi: door.Wifi{SSID: "Заяц"}}, []checkup.Finding{wifi}, "Сеть своя"},
		{"this machine only", companion.Addresses{URLs: []string{"http://127.0.0.1:8090"}}, nil, "Сеть закрыта"},
	} {
		tb := atHome(t)
		tb.Send(tt.reach)
		tb.Choose("home.more", "checkup.title")
		tb.Send(companion.Checkup(tt.signal))
		r := tb.Model.View().Rows[0]
		if got := r.Text + " " + r.End; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Each row of a fault fits beside its mark, and each explanation names something to do.
func TestEveryFaultFitsItsRowInBothLanguages(t *testing.T) {
	t.Parallel()
	faults := []checkup.Finding{checkup.Unset("1970-01-01 00:03")}
	for _, key := range []string{
		"card.slow", "card.cramped", "card.full", "card.readonly", "card.errors", "power.low", "power.dipped", "heat.hot", "heat.slow", "heat.was",
		"network.none", "wifi.weak", "backup.old", "backup.never", "box.slow",
	} {
		topic, _, _ := strings.Cut(key, ".")
		if key == "wifi.weak" {
			topic = "network"
		}
		faults = append(faults, checkup.Finding{Topic: topic, Key: key, N: 365, Args: []string{"100"}})
	}
	for _, part := range []string{"panel", "matrix", "keys", "buzzer", "tags", "scanner", "table", "printer"} {
		faults = append(faults, checkup.Finding{Topic: part, Key: "part.silent", N: 2, Args: []string{"59"}}, checkup.Finding{Topic: part, Key: "part.refused", N: 2})
	}
	for _, lang := range words.Langs {
		w := words.Companion(lang)
		for _, f := range faults {
			row := "! " + w.Say(f.Label(), nil) + " " + w.Say(f.Short(), nil)
			if n := len([]rune(row)); n > 19 {
				t.Errorf("%s: %q has %d letters", lang, row, n)
			}
			if text := w.Say(f.Text(), nil); strings.Count(text, ".") < 2 {
				t.Errorf("%s: %q says nothing to do", lang, text)
			}
		}
	}
}
