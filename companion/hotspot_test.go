package companion_test

import (
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
)

// ownWifi is a table whose panel shows the code of the box's own Wi-Fi, which has a password.
func ownWifi(t testing.TB) *companiontest.Table {
	t.Helper()
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	intoWifi(tb)
	return tb
}

// last is the network that was asked for last.
func last(tb *companiontest.Table) companion.Hotspot { return tb.Hotspots[len(tb.Hotspots)-1] }

// wifi tells how the network that was asked for last is.
func wifi(tb *companiontest.Table, w door.Wifi) {
	w.Can, w.SSID, w.Password = true, last(tb).SSID, last(tb).Password
	tb.Send(companion.Addresses{URLs: []string{"http://10.42.0.1:8090"}, Wifi: w})
}

func TestAnOpenNetworkIsOfferedWhenNobodyComesInForTwoMinutes(t *testing.T) {
	tb := ownWifi(t)
	locked := last(tb)
	tb.Wait(companion.JoinWithin - 1)
	tb.Want(locked.SSID[:9], locked.Password)
	tb.Wait(1)
	tb.Want("wifi.lonely")
	tb.Press("ok")
	tb.Want("wifi.open.ask", "> ask.no")
	tb.Choose("ask.yes")
	tb.Want("wifi.begins")
	open := last(tb)
	if !open.On || open.Password != "" || open.SSID == locked.SSID || !strings.HasPrefix(open.SSID, "Companion-") {
		t.Errorf("after %+v the box was asked for %+v", locked, open)
	}
	tb.Send(companion.Addresses{URLs: []string{"http://10.42.0.1:8090"}, Wifi: door.Wifi{Can: true, SSID: locked.SSID, Password: locked.Password}})
	tb.Want("wifi.begins") // the old network still runs
	started(tb)
	tb.Want("wifi.nopassword")
	if got, want := tb.Model.View().Code, "WIFI:T:nopass;S:"+open.SSID+";;"; got != want {
		t.Errorf("the code says %s, want %s", got, want)
	}
	tb.Wait(10 * companion.JoinWithin)
	if strings.Contains(tb.Screen(), tb.Text("wifi.lonely")) {
		t.Errorf("an open network is offered another:\n%s", tb.Screen())
	}
}

func TestAPhoneThatIsInEndsTheWaiting(t *testing.T) {
	tb := ownWifi(t)
	tb.Wait(companion.JoinWithin / 2)
	wifi(tb, door.Wifi{Joined: true})
	tb.Wait(companion.JoinWithin)
	tb.Press("ok")
	if strings.Contains(tb.Screen(), tb.Text("wifi.lonely")) || tb.Model.View().Code == "" {
		t.Errorf("a network with a phone is offered to be opened:\n%s", tb.Screen())
	}
}

func TestAPhoneThatComesInLateWithdrawsTheOffer(t *testing.T) {
	for _, keys := range [][]string{nil, {"ok"}} {
		tb := ownWifi(t)
		tb.Wait(companion.JoinWithin)
		tb.Press(keys...)
		wifi(tb, door.Wifi{Joined: true})
		tb.Want(last(tb).Password)
	}
}

func TestARefusedOfferIsNotRepeatedForThatNetwork(t *testing.T) {
	for name, keys := range map[string][]string{"no": {"ok", "ok"}, "back": {"back"}, "back from the question": {"ok", "back"}} {
		tb := ownWifi(t)
		tb.Wait(companion.JoinWithin)
		tb.Press(keys...)
		wifi(tb, door.Wifi{Device: "wlan0"}) // another address
		tb.Wait(companion.JoinWithin)
		if n := len(tb.Hotspots); n != 1 {
			t.Errorf("%s: %+v", name, tb.Hotspots)
		}
		tb.Want(last(tb).Password)
		tb.Press("ok", "ok")
		tb.Choose("wifi.end", "ask.yes")
		tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
		tb.Times(5, "back")
		toPhones(tb)
		tb.Press("ok", "down", "ok")
		started(tb)
		tb.Wait(companion.JoinWithin)
		tb.Want("wifi.lonely") // another network
	}
}

func TestTheOfferCoversNoMatchAndNoQuestion(t *testing.T) {
	tb := ownWifi(t)
	tb.Times(5, "back")
	intoTableMice(tb)
	before := tb.Screen()
	tb.Wait(companion.JoinWithin)
	if tb.Screen() != before {
		t.Errorf("a turn became\n%s", tb.Screen())
	}
	tb.Press("hold")
	tb.Choose("door.item")
	tb.Want("wifi.lonely")
	tb.Press("back")
	if tb.Model.View().Code == "" {
		t.Errorf("under the offer is\n%s", tb.Screen())
	}
}

func TestTheOfferWaitsForTheDisk(t *testing.T) {
	tb := ownWifi(t)
	tb.Slow = true
	join(tb, iPhone) // never answered
	tb.Press("ok")
	tb.Wait(companion.JoinWithin)
	if strings.Contains(tb.Screen(), tb.Text("wifi.lonely")) {
		t.Errorf("while the disk writes, the panel shows\n%s", tb.Screen())
	}
	tb.Slow = false
	tb.Answer()
	tb.Want("wifi.lonely")
}

func TestANetworkThatDoesNotStartIsOfferedWithoutItsPassword(t *testing.T) {
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
	toPhones(tb)
	tb.Press("ok", "down", "ok")
	tb.Want("wifi.begins")
	tb.Send(companion.HotspotFailed{})
	tb.Want("wifi.failed")
	tb.Press("ok")
	tb.Choose("ask.yes")
	if h := last(tb); len(tb.Hotspots) != 2 || !h.On || h.Password != "" {
		t.Fatalf("%+v", tb.Hotspots)
	}
	tb.Send(companion.Trouble{Key: "trouble.hotspot", Arg: "wlan0"})
	tb.Want("trouble.hotspot wlan0")
	tb.Press("ok")
	if strings.Contains(tb.Screen(), tb.Text("wifi.begins")) {
		t.Errorf("the panel still waits:\n%s", tb.Screen())
	}
}

func TestAPhonesMenuOpensANetworkAtOnce(t *testing.T) {
	tb := ownWifi(t)
	tb.Press("ok", "ok")
	tb.Choose("wifi.open")
	tb.Press("ok")
	tb.Choose("ask.yes")
	if h := last(tb); len(tb.Hotspots) != 2 || h.Password != "" {
		t.Fatalf("%+v", tb.Hotspots)
	}
	started(tb)
	tb.Press("ok", "ok")
	for range 9 {
		tb.Press("down")
		if tb.At("wifi.open") {
			t.Error("an open network is offered to be opened")
		}
	}
}

func TestTheCountryIsAskedOnceAndOnlyIfNobodyKnowsIt(t *testing.T) {
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	intoCountries(tb)
	tb.Want("country.title", "> country.RU")
	tb.Choose("country.KZ")
	tb.Want("wifi.ask")
	tb.Choose("ask.yes")
	if h := last(tb); h.Country != "KZ" || tb.Disk.Settings["country"] != "KZ" {
		t.Errorf("the box was asked for %+v, and stored %q", h, tb.Disk.Settings["country"])
	}
	next := again(t, tb)
	intoCountries(next)
	next.Want("wifi.ask")
	next.Times(5, "back")
	next.Choose("home.more", "home.settings", "settings.country", "country.other")
	next.Press("up", "up", "ok") // Y
	next.Want("> YE")
	next.Press("down", "ok")
	next.Want("[home.settings]")
	if got := next.Disk.Settings["country"]; got != "YT" {
		t.Errorf("stored %q, want YT", got)
	}
	for _, key := range []string{"country"} {
		if !companion.Private(key) {
			t.Errorf("%s is in backups: a box may move to another country", key)
		}
	}
}

func TestAKnownCountryIsNotAskedFor(t *testing.T) {
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
	toPhones(tb)
	tb.Press("ok")
	tb.Want("wifi.ask")
	tb.Choose("ask.yes")
	if h := last(tb); h.Country != "" {
		t.Errorf("the box was asked for %+v", h)
	}
	tb.Times(5, "back")
	tb.Choose("home.more", "home.settings")
	for range 20 {
		tb.Press("down")
		if tb.At("settings.country") {
			t.Fatal("a country that the table hasn't chosen is among the settings")
		}
	}
}

// Each listed country has a code and a name of its own in both languages.
func TestTheCountriesOfTheListExist(t *testing.T) {
	tb := companiontest.New(t, all...)
	w := tb.Model.Words("")
	named := map[string]string{}
	for code := range strings.FieldsSeq(w.Word("country.order")) {
		if !door.IsCountry(code) || !w.Has("country."+code) || named[w.Word("country."+code)] != "" {
			t.Errorf("%s: %s", code, w.Word("country."+code))
		}
		named[w.Word("country."+code)] = code
	}
	if len(named) < 40 {
		t.Errorf("only %d countries", len(named))
	}
	n, before := 0, ""
	for first, codes := range door.CountriesByLetter() {
		for _, code := range codes {
			if code <= before || code[:1] != first || !door.IsCountry(code) {
				t.Errorf("%s after %s under %s", code, before, first)
			}
			before = code
			n++
		}
	}
	if n != 249 {
		t.Errorf("%d codes, want the 249 of ISO 3166-1", n)
	}
}
