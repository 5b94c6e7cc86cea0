package companion_test

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
	"tabletop/companion/panel"
)

// atPhones is a table on a network whose panel invites to play.
func atPhones(t testing.TB) *companiontest.Table {
	t.Helper()
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	onNetwork(tb)
	toPhones(tb)
	return tb
}

// remote presses keys from elsewhere than the box.
func remote(tb *companiontest.Table, keys ...panel.Key) {
	for _, k := range keys {
		tb.Do(companiontest.Phone, companion.Press{Key: k})
		tb.Wait(companion.BlinkFor)
	}
}

func TestAPhoneComesInByTheCodeInSight(t *testing.T) {
	tb := atPhones(t)
	tb.Want("192.168.", "100.100", ":8090")
	if code := tb.Model.View().Code; !regexp.MustCompile(`^http://192\.168\.100\.100:8090/J/[A-Z2-7]{26}$`).MatchString(code) {
		t.Errorf("the code says %q", code)
	}
	r := join(tb, iPhone)
	if !regexp.MustCompile(`^[A-Z2-7]{26}$`).MatchString(r.Cookie) || r.Role != door.Play || r.Refusal != "" {
		t.Fatalf("a phone with the token got %+v", r)
	}
	tb.Want("door.in iPhone")
	g, ok := tb.Model.Moment().Guests.Find(sha256.Sum256([]byte(r.Cookie)))
	if !ok || g.Name != "iPhone" || g.Role != door.Play || g.ID != 1 {
		t.Errorf("its cookie opens the door as %+v, %v", g, ok)
	}
	next := again(t, tb)
	if g, ok := next.Model.Moment().Guests.Find(g.Hash); !ok || g.Name != "iPhone" || g.Role != door.Play {
		t.Error("after a power cut the phone is not known any more")
	}
}

func TestAPhoneThatIsInvitedToLookOnlyLooks(t *testing.T) {
	tb := atPhones(t)
	tb.Press("ok")
	tb.Choose("door.look")
	if r := join(tb, android); r.Role != door.Look {
		t.Errorf("got %+v, want a role of looking", r)
	}
	tb.Press("down") // the code of the same role
	if r := join(tb, android); r.Role != door.Look {
		t.Errorf("by digits got %+v, want a role of looking", r)
	}
	tb.Want("door.came.look", "role.look")
}

// Every way of a key to die; each leads from a key in sight to where it must be dead.
var deaths = map[string]func(*companiontest.Table){
	"its page was left":      func(tb *companiontest.Table) { tb.Press("back") },
	"a phone came in by it":  func(tb *companiontest.Table) { join(tb, iPhone) },
	"the panel went dark":    func(tb *companiontest.Table) { tb.Wait(companion.DarkAfter) },
	"the page was turned":    func(tb *companiontest.Table) { tb.Press("down") },
	"it was turned and back": func(tb *companiontest.Table) { tb.Press("down", "up") },
	"a trouble covers it":    func(tb *companiontest.Table) { tb.Send(companion.Trouble{Key: "name.bad"}) },
	"the box began anew":     func(tb *companiontest.Table) { tb.Send(companion.Started{Evening: tb.Disk.Evening()}) },
}

func TestAKeyDiesWithItsPage(t *testing.T) {
	for name, die := range deaths {
		for _, kind := range []string{"token", "code"} {
			tb := atPhones(t)
			if kind == "code" {
				tb.Press("down")
			}
			old := key(tb)
			die(tb)
			if r := knock(tb, old, iPhone); r.Cookie != "" || r.Refusal == "" {
				t.Errorf("%s, %s: the old key got %+v", name, kind, r)
			}
		}
	}
}

func TestADeadCodeIsSaidAndAnotherIsGivenForOK(t *testing.T) {
	tb := atPhones(t)
	tb.Press("down")
	code := key(tb)
	tb.Wait(time.Minute)
	tb.Want("code.dead")
	if r := knock(tb, code, iPhone); r.Cookie != "" {
		t.Error("a code of a minute ago let a phone in")
	}
	tb.Press("ok")
	if next := key(tb); next == code || next == "" {
		t.Fatalf("ok on a dead code gives %q after %q", next, code)
	}
	for range 5 {
		knock(tb, "123", iPhone)
	}
	tb.Want("code.dead")
}

func TestAfterTenWrongCodesThePanelOffersTheQRCode(t *testing.T) {
	tb := atPhones(t)
	tb.Press("down")
	for n := range 11 {
		r := knock(tb, fmt.Sprintf("%06d", n), iPhone)
		if waits := r.Wait > 0; r.Cookie != "" || waits != (n == 10) {
			t.Fatalf("try %d: %+v", n, r)
		}
	}
	if tb.Model.View().Code == "" {
		t.Errorf("while codes wait the panel doesn't offer the QR code:\n%s", tb.Screen())
	}
	if r := join(tb, ""); r.Cookie == "" {
		t.Errorf("the token after ten wrong codes got %+v", r)
	}
	tb.Want("door.in (door.phone)")
}

func TestACookieLeavesOnlyOnceTheGuestIsOnDisk(t *testing.T) {
	tb := atPhones(t)
	tb.Slow = true
	if r := join(tb, iPhone); r != (reply{}) || len(*tb.Model.Moment().Guests) > 0 {
		t.Errorf("before the disk answered the phone got %+v", r)
	}
	tb.Slow = false
	tb.Answer()
	if len(tb.Answers) != 1 || tb.Answers[0].Answer.Cookie == "" || tb.Disk.Settings["guests"] == "" {
		t.Errorf("kept %q, replied %+v", tb.Disk.Settings["guests"], tb.Answers)
	}
	tb.Disk.Fails = full{}
	if r := join(tb, iPhone); r != (reply{}) {
		t.Errorf("while the table is asked about the disk the phone got %+v", r)
	}
	if r := knock(tb, "123456", iPhone); r.Refusal == "" || r.Cookie != "" {
		t.Errorf("another got %+v, want to hear of the disk", r)
	}
	tb.Send(companion.Addresses{URLs: []string{"http://10.0.0.7:8090"}})
	tb.Answers = nil
	tb.Choose("disk.unsaved")
	if len(tb.Answers) != 1 || tb.Answers[0].Answer.Cookie == "" {
		t.Errorf("without a disk the phone got %+v", tb.Answers)
	}
	tb.Want("10.0.0.7")
	if key(tb) == "" {
		t.Error("no code is in sight after the disk was asked about")
	}
}

func TestAFullHouseIsSaid(t *testing.T) {
	tb := atPhones(t)
	for i := range door.Most {
		if r := join(tb, android); r.Cookie == "" {
			t.Fatalf("phone %d got %+v", i+1, r)
		}
	}
	if r := join(tb, android); r.Cookie != "" || !strings.Contains(r.Refusal, "64") {
		t.Errorf("one too many got %+v", r)
	}
	if got := len(*again(t, tb).Model.Moment().Guests); got != door.Most {
		t.Errorf("%d phones are known after a power cut", got)
	}
}

func TestRolesAreChangedAndTakenBackOnThePanel(t *testing.T) {
	tb := atPhones(t)
	join(tb, iPhone)
	tb.Press("ok")
	tb.Choose("iPhone", "door.may")
	if g := (*tb.Model.Moment().Guests)[0]; g.Role != door.Look {
		t.Errorf("the phone may %v, want look", g.Role)
	}
	tb.Choose("door.may")
	if g := (*again(t, tb).Model.Moment().Guests)[0]; g.Role != door.Play {
		t.Errorf("the phone may %v after a power cut, want play", g.Role)
	}
	tb.Choose("door.remove")
	tb.Want("[door.title]")
	if tb.Times(2, "up"); strings.Contains(tb.Screen(), "iPhone") {
		t.Errorf("a phone that was removed is still listed:\n%s", tb.Screen())
	}
	if got := tb.Disk.Settings["guests"]; got != "" || len(*tb.Model.Moment().Guests) > 0 {
		t.Errorf("removed, and the disk has %q", got)
	}
}

func TestGoodNightEndsAllAndDarkensThePanel(t *testing.T) {
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	intoMice(tb)
	tb.Press("ok")
	seq := tb.Model.Match().Seq()
	tb.Press("hold")
	tb.Choose("pause.away")
	tb.Send(companion.Addresses{URLs: []string{"http://10.42.0.1:8090"}, Wifi: door.Wifi{SSID: "Companion-ABCD", Password: "password42"}})
	tb.Choose("home.more", "door.item")
	tb.Press("ok")
	r := join(tb, iPhone)
	tb.Press("back", "back")
	tb.Choose("night.item")
	remote(tb, panel.Down, panel.OK)
	tb.Want("night.ask")
	tb.Choose("ask.yes")
	tb.Want("night.said")
	if _, ok := tb.Model.Moment().Guests.Find(sha256.Sum256([]byte(r.Cookie))); ok || tb.Disk.Settings["guests"] != "" {
		t.Error("after good night the phone is still let in")
	}
	if n := len(tb.Hotspots); n != 1 || tb.Hotspots[0].On {
		t.Errorf("the box's network was told %+v, want to end", tb.Hotspots)
	}
	tb.Wait(companion.NightAfter)
	if tb.Model.View().Light != panel.Off {
		t.Error("the panel is still lit")
	}
	tb.Press("ok")
	home(t, tb)
	next := again(t, tb)
	next.Want("> home.resume")
	if next.Press("ok"); next.Model.Match().Seq() != seq {
		t.Error("the open match is not what it was")
	}
}

func TestTheIdleScreenInvitesUntilAKeyIsPressed(t *testing.T) {
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	tb.Wait(companion.IdleAfter)
	if got := tb.Model.View().Kind; got != panel.KindHare { // no network: nobody to invite
		t.Fatalf("kind %d after a minute without a key, want the hare", got)
	}
	onNetwork(tb)
	if !tb.Model.Private() || key(tb) == "" {
		t.Fatalf("a minute without a key shows\n%s", tb.Screen())
	}
	first := key(tb)
	tb.Press("down")
	home(t, tb)
	tb.Want("> mice:title")
	tb.Wait(companion.IdleAfter)
	if key(tb) == first || knock(tb, first, iPhone).Cookie != "" {
		t.Error("the next idle screen shows the same key, or takes the last one's")
	}
	join(tb, iPhone)
	tb.Want("door.in iPhone")
	tb.Wait(companion.DimAfter)
	if v := tb.Model.View(); v.Light != panel.Bright || v.LampLight != panel.Dim {
		t.Errorf("two minutes later the code has light %d and the matrix %d", v.Light, v.LampLight)
	}
	tb.Wait(companion.DarkAfter)
	tb.Press("ok")
	home(t, tb)
	tb.Wait(companion.IdleAfter)
	remote(tb, panel.OK)
	home(t, tb)
	tb.Wait(companion.IdleAfter)
	tb.Press("hold")
	home(t, tb)
	tb.Wait(companion.IdleAfter)
	tb.Send(companion.Addresses{})
	home(t, tb)
	intoMice(tb)
	onNetwork(tb)
	tb.Wait(companion.IdleAfter)
	tb.Want("[@1]")
}

func TestAMatchFromAPhoneReplacesTheIdleCode(t *testing.T) {
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	onNetwork(tb)
	tb.Wait(companion.IdleAfter)
	token := key(tb)
	if token == "" {
		t.Fatalf("a minute without a key shows\n%s", tb.Screen())
	}
	tb.Do(companiontest.Phone, companion.SetUp{Draft: companion.Draft{Game: "mice", Names: []string{"Аня", "Боря"}, First: 1}, Begin: true})
	if tb.Model.Private() || key(tb) != "" {
		t.Errorf("the code covers the match that a phone has begun:\n%s", tb.Screen())
	}
	if knock(tb, token, iPhone).Cookie != "" {
		t.Error("the code that is gone still admits a phone")
	}
}

func TestAMatchGoesOnUnderAPrivatePage(t *testing.T) {
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	onNetwork(tb)
	intoTableMice(tb)
	tb.Press("hold")
	tb.Choose("door.item")
	token := key(tb)
	tb.Decide("roll", "dice red green")
	if key(tb) != token || !tb.Model.Private() {
		t.Errorf("a decision from a phone covered the code:\n%s", tb.Screen())
	}
	tb.Press("back", "back")
	tb.Want("[@1]")
}

func TestRemoteKeysReachNothingPrivate(t *testing.T) {
	tb := atPhones(t)
	join(tb, iPhone)
	tb.Press("ok")
	before := tb.Screen()
	for _, k := range []panel.Key{panel.OK, panel.Down, panel.Up, panel.Back} {
		tb.Do(companiontest.Phone, companion.Press{Key: k})
		if !tb.Model.View().Blink || tb.Screen() != before {
			t.Errorf("key %d from elsewhere acted on\n%s", k, before)
		}
		tb.Wait(companion.BlinkFor)
	}
	tb.Do(companiontest.Phone, companion.Press{Key: panel.Back, Hold: true})
	if tb.Screen() != before {
		t.Error("back held elsewhere left a private page")
	}
	tb.Press("back")
	for _, item := range []string{"door.item", "night.item"} {
		for i := 0; i < 9 && !tb.At(item); i++ {
			remote(tb, panel.Down)
		}
		tb.Do(companiontest.Phone, companion.Press{Key: panel.OK})
		if !tb.Model.View().Blink || tb.Model.Private() {
			t.Errorf("%s was opened from elsewhere", item)
		}
		tb.Wait(companion.BlinkFor)
	}
}

func TestPressesFromElsewhereTakeNoPlaceOfTheKeys(t *testing.T) {
	tb := inMice(t)
	tb.Slow = true
	tb.Press("ok")
	for range 50 {
		tb.Do(companiontest.Phone, companion.Press{Key: panel.Down})
	}
	tb.Press("down", "down", "down", "down", "down")
	if got := tb.Model.Waiting(); got != companion.MostHeld {
		t.Errorf("%d presses of the keys wait, want %d", got, companion.MostHeld)
	}
}

// seen is what was in sight, and who came in by it.
type seen struct {
	tokens, cookies []string
	guests          map[[32]byte]door.Role
}

// TestNobodyComesInOrActsWithoutTheBox presses keys at the box and elsewhere, lets
// phones knock with every key there ever was, and lets time pass.
func TestNobodyComesInOrActsWithoutTheBox(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tb := companiontest.New(t, all...)
		tb.Press("ok")
		tb.Send(companion.Addresses{URLs: []string{"http://10.0.0.5:8090"}, Wifi: door.Wifi{Can: true}})
		s := &seen{guests: map[[32]byte]door.Role{}}
		steps := map[string]func(*rapid.T){
			"wired": func(rt *rapid.T) {
				tb.Press(rapid.SampledFrom([]string{"ok", "ok", "down", "up", "back"}).Draw(rt, "key"))
			},
			"phones": func(*rapid.T) { tb.Press("back", "back", "back"); toHome(tb) },
			"remote": func(rt *rapid.T) { s.remote(rt, tb) },
			"knock":  func(rt *rapid.T) { s.knock(rt, tb) },
			"ask": func(*rapid.T) {
				tb.Do(companiontest.Phone, companion.ErasePlayers{Names: []string{"Аня"}})
			},
			"wait": func(rt *rapid.T) { tb.Wait(time.Duration(rapid.IntRange(1, 130).Draw(rt, "s")) * time.Second) },
			"": func(rt *rapid.T) {
				s.look(tb)
				s.check(rt, tb)
			},
		}
		rt.Repeat(steps)
	})
}

// toHome goes to the phones from wherever there is a way.
func toHome(tb *companiontest.Table) {
	if tb.Model.View().Kind == panel.KindHome {
		tb.Choose("home.more", "door.item")
	}
}

// look remembers the key in sight.
func (s *seen) look(tb *companiontest.Table) {
	if _, token, ok := strings.Cut(tb.Model.View().Code, "/J/"); ok && !slices.Contains(s.tokens, token) {
		s.tokens = append(s.tokens, token)
	}
}

// remote presses any key elsewhere: nothing private changes, nobody's role either.
func (s *seen) remote(rt *rapid.T, tb *companiontest.Table) {
	v := tb.Model.View()
	before, private, dark := tb.Screen()+v.Code, tb.Model.Private() && !tb.Model.Fades(), v.Light == panel.Off
	guests, carries, hotspots := *tb.Model.Moment().Guests, len(tb.Carries), len(tb.Hotspots)
	tb.Do(companiontest.Phone, companion.Press{
		Key:  panel.Key(rapid.IntRange(1, 4).Draw(rt, "remote key")),
		Hold: rapid.Bool().Draw(rt, "hold"),
	})
	if private && !dark && tb.Screen()+tb.Model.View().Code != before {
		rt.Fatalf("a press from elsewhere changed a private page to\n%s", tb.Screen())
	}
	if !private && !dark && tb.Model.Private() {
		rt.Fatalf("a press from elsewhere opened\n%s", tb.Screen())
	}
	if !slices.Equal(guests, *tb.Model.Moment().Guests) || len(tb.Carries) != carries || len(tb.Hotspots) != hotspots {
		rt.Fatal("a press from elsewhere did what only the wired keys may")
	}
	tb.Wait(companion.BlinkFor)
}

// knock tries a key: of the box just now, an old one, or none at all.
func (s *seen) knock(rt *rapid.T, tb *companiontest.Table) {
	v := tb.Model.View()
	live := ""
	if regexp.MustCompile(`^[0-9]{6}$`).MatchString(v.Big) && tb.Model.Private() {
		live = v.Big
	}
	if _, token, ok := strings.Cut(v.Code, "/J/"); ok {
		live = token
	}
	tried := rapid.SampledFrom(append([]string{live, live, "", "000000", strings.Repeat("A", 26)}, s.tokens...)).Draw(rt, "key")
	r := knock(tb, tried, android)
	if r.Cookie == "" {
		return
	}
	if live == "" || tried != live {
		rt.Fatalf("%q let a phone in, in sight was %q", tried, live)
	}
	s.cookies = append(s.cookies, r.Cookie)
	s.guests[sha256.Sum256([]byte(r.Cookie))] = r.Role
}

// check: who is let in came in by a key, and no secret lies on disk.
func (s *seen) check(rt *rapid.T, tb *companiontest.Table) {
	for _, g := range *tb.Model.Moment().Guests {
		if _, ok := s.guests[g.Hash]; !ok {
			rt.Fatalf("%+v came in by no key", g)
		}
	}
	for _, k := range tb.Kept {
		for _, secret := range append(slices.Clone(s.tokens), s.cookies...) {
			if strings.Contains(fmt.Sprint(k.Settings, k.Lines), secret) {
				rt.Fatalf("%q is on disk", secret)
			}
		}
	}
}

func TestWhoWaitsForTheNetworkSeesTheCodeOnceItIsThere(t *testing.T) {
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
	toPhones(tb)
	tb.Want("door.unreached")
	tb.Send(companion.Addresses{})
	tb.Want("door.unreached")
	tb.Send(companion.Addresses{URLs: []string{"http://127.0.0.1:8090"}})
	if key(tb) != "" {
		t.Error("a code leads to where no phone gets")
	}
	tb.Send(companion.Addresses{URLs: []string{"http://10.0.0.7:8090"}, Wifi: door.Wifi{Can: true}})
	if key(tb) == "" || !strings.HasPrefix(tb.Model.View().Code, "http://10.0.0.7:8090/J/") {
		t.Errorf("the code says %q", tb.Model.View().Code)
	}
	tb.Press("back")
	tb.Want("door.title")
}

func TestTheHotspotIsAskedForShownAndEnded(t *testing.T) {
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
	toPhones(tb)
	tb.Want("door.unreached")
	tb.Choose("wifi.begin", "ask.yes")
	tb.Want("wifi.begins")
	h := tb.Hotspots[0]
	if !h.On || !regexp.MustCompile(`^Companion-[A-Z2-7]{4}$`).MatchString(h.SSID) || !regexp.MustCompile(`^[a-km-np-z2-9]{10}$`).MatchString(h.Password) {
		t.Fatalf("asked for %+v", h)
	}
	tb.Send(companion.Addresses{URLs: []string{"http://10.42.0.1:8090"}, Wifi: door.Wifi{SSID: h.SSID, Password: h.Password}})
	if got, want := tb.Model.View().Code, "WIFI:T:WPA;S:"+h.SSID+";P:"+h.Password+";;"; got != want {
		t.Fatalf("the code says %q, want %q", got, want)
	}
	if strings.Contains(fmt.Sprint(tb.Kept), h.Password) {
		t.Error("the password is on disk")
	}
	tb.Press("ok")
	if key(tb) == "" || !strings.HasPrefix(tb.Model.View().Code, "http://10.42.0.1:8090/J/") {
		t.Errorf("the second code says %q", tb.Model.View().Code)
	}
	tb.Press("ok")
	tb.Choose("wifi.end", "ask.yes")
	if n := len(tb.Hotspots); n != 2 || tb.Hotspots[1].On {
		t.Errorf("told %+v", tb.Hotspots)
	}
	tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
	tb.Want("door.title")
}

func TestAHotspotThatFailsIsSaidInThePlaceOfTheWait(t *testing.T) {
	tb := companiontest.New(t, all...)
	tb.Press("ok")
	tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
	toPhones(tb)
	tb.Choose("wifi.begin", "ask.yes")
	tb.Send(companion.Trouble{Key: "trouble.hotspot", Arg: "wlan0"})
	tb.Want("wlan0")
	tb.Press("ok")
	tb.Want("wifi.begin")
}

// Package door tries more addresses.
func TestNoAddressMakesACodeThatThePanelCannotDraw(t *testing.T) {
	tb := atHome(t)
	tb.Send(companion.Addresses{URLs: []string{"http://" + strings.Repeat("long.", 20) + "local:8090"}, Wifi: door.Wifi{SSID: strings.Repeat(`;"`, 16), Password: strings.Repeat(`\`, 63)}})
	toPhones(tb)
	for range 3 {
		for _, flaw := range painter(t).Flaws(tb.Model.View()) {
			if strings.HasPrefix(flaw, "too long") {
				t.Error(flaw)
			}
		}
		tb.Press("ok")
	}
}

func TestAPageThatIsKeptToTheBoxSaysSo(t *testing.T) {
	tb := atHome(t)
	tb.Send(companion.Addresses{URLs: []string{"http://127.0.0.1:8090"}, Wifi: door.Wifi{Can: true}})
	tb.Choose("home.more", "door.item")
	tb.Want("door.secluded")
	if s := tb.Screen(); tb.Shows("door.unreached") || strings.Contains(s, "8090/J/") {
		t.Errorf("the panel shows\n%s", s)
	}
}
