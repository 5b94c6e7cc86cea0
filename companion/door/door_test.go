package door

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/companion/qr"
)

const (
	iPhone  = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1"
	android = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36"
)

// inSight is a lock with a key of that kind for a player, made at the beginning of time.
func inSight(t testing.TB, kind Kind) Lock {
	t.Helper()
	l, ask := Lock{}.Want(Wish{kind, Play})
	if !ask {
		t.Fatal("a new wish asks for no bytes")
	}
	l, _ = l.Take(sha256.Sum256([]byte("seed")), 0)
	return l
}

func TestEverySixDigitsAreAsLikely(t *testing.T) {
	const past = 4_294_000_000 // the first number of 32 bits that would favour some
	for _, c := range []struct {
		words []uint32
		want  string
	}{
		{[]uint32{0}, "000000"},
		{[]uint32{1_000_007}, "000007"},
		{[]uint32{past - 1}, "999999"},
		{[]uint32{past, 42}, "000042"},
		{[]uint32{1<<32 - 1, past, 123_456}, "123456"},
		{slices.Repeat([]uint32{past}, 8), ""},
	} {
		var seed [32]byte
		for i, w := range c.words {
			binary.BigEndian.PutUint32(seed[4*i:], w)
		}
		if got := sixDigits(seed); got != c.want {
			t.Errorf("%v gives %q, want %q", c.words, got, c.want)
		}
	}
}

func TestKeysLookLikeWhatTheyAre(t *testing.T) {
	for kind, looks := range map[Kind]string{Token: `^[A-Z2-7]{26}$`, Code: `^[0-9]{6}$`, Key: `^[a-km-np-z2-9]{24}$`, Network: `^$`} {
		if got := inSight(t, kind).Shows(kind, 0); !regexp.MustCompile(looks).MatchString(got) {
			t.Errorf("kind %d: the key is %q", kind, got)
		}
	}
	ssid, password, ok := inSight(t, Network).Hotspot()
	if !ok || !regexp.MustCompile(`^Companion-[A-Z2-7]{4}$`).MatchString(ssid) || !regexp.MustCompile(`^[a-km-np-z2-9]{10}$`).MatchString(password) {
		t.Errorf("the network is %q, %q, %v", ssid, password, ok)
	}
	if _, _, ok := (Lock{}).Hotspot(); ok {
		t.Error("without random bytes there is a network")
	}
}

func TestACodeLivesAMinuteAndDiesAfterFiveWrongTries(t *testing.T) {
	l := inSight(t, Code)
	code := l.Shows(Code, 0)
	if _, r, _ := l.Try(code[:3]+" "+code[3:], codeLife-1); r != Opens {
		t.Error("in its last moment, with a blank, a code fits no more")
	}
	if _, r, _ := l.Try(code, codeLife); r != Wrong {
		t.Error("a code of a minute ago fits")
	}
	for range codeTries - 1 {
		l, _, _ = l.Try("123", 0)
	}
	if l.Shows(Code, 0) != code {
		t.Fatal("four wrong tries ended the code")
	}
	if l, _, _ = l.Try("", 0); l.Shows(Code, 0) != "" {
		t.Error("after five wrong tries the code lives")
	}
	if _, r, _ := l.Try(code, 0); r != Wrong {
		t.Error("a dead code fits")
	}
}

func TestOfWrongCodesThereAreTenAMinuteAndTokensNeverWait(t *testing.T) {
	l := inSight(t, Token)
	for n := range 10_000 {
		next, r, wait := l.Try(fmt.Sprintf("%06d", n), time.Second)
		if r == Opens || (r == Waits) != (n >= mostWrong) || (wait > 0) != (r == Waits) {
			t.Fatalf("try %d: %v, %v", n, r, wait)
		}
		l = next
	}
	if _, r, _ := l.Try(strings.ToLower(l.Shows(Token, 0)), time.Second); r != Opens {
		t.Error("a token waits for wrong codes")
	}
	if _, r, wait := l.Try("000000", 2*time.Second); r != Waits || wait != wrongLasts-time.Second {
		t.Errorf("a second later: %v, %v", r, wait)
	}
	if _, r, _ := l.Try("000000", time.Second+wrongLasts); r != Wrong {
		t.Error("a minute later codes still wait")
	}
}

// Every way of a key to die that needs no table.
func TestAKeyIsUsedUpAndDiesWithItsWish(t *testing.T) {
	for _, kind := range []Kind{Token, Code} {
		l := inSight(t, kind)
		old := l.Shows(kind, 0)
		used, all, g, cookie := l.Admit(nil, "iPhone")
		again, _ := l.Again().Want(Wish{kind, Play})
		other, _ := l.Want(Wish{kind, Look})
		dark, _ := l.Want(Wish{})
		for name, l := range map[string]Lock{"used": used, "asked for again": again, "another role": other, "dark": dark} {
			if _, r, _ := l.Try(old, 0); r != Wrong {
				t.Errorf("kind %d, %s: the old key opens", kind, name)
			}
		}
		if used.Came() != "iPhone" || g.Role != Play || len(all) != 1 {
			t.Errorf("came %q as %+v of %d", used.Came(), g, len(all))
		}
		if found, ok := all.Find(sha256.Sum256([]byte(cookie))); !ok || found != g {
			t.Errorf("the cookie is that of %+v, %v", found, ok)
		}
	}
}

func TestAnInvitationFitsTheTokenInSightAndNoOtherText(t *testing.T) {
	l := inSight(t, Token)
	token, invitation := l.Shows(Token, 0), l.Invitation()
	for typed, want := range map[string]bool{
		token: true, strings.ToLower(token): true, token[:25]: false, token + "A": false, "": false,
		string(invitation[:]): false, strings.Repeat("A", tokenLetters): false,
	} {
		if got := invitation.Fits(typed); got != want {
			t.Errorf("%q fits: %t, want %t", typed, got, want)
		}
	}
	used, _, _, _ := l.Admit(nil, "iPhone")
	for name, l := range map[string]Lock{"a used token": used, "a code": inSight(t, Code), "a program's key": inSight(t, Key), "nothing": {}} {
		if got := l.Invitation(); got != (Invitation{}) || got.Fits(token) || got.Fits("") {
			t.Errorf("%s has the invitation %x", name, got)
		}
	}
}

func TestBytesThatNobodyWaitsForChangeNothing(t *testing.T) {
	l := inSight(t, Token)
	later, lives := l.Take(sha256.Sum256([]byte("other")), 0)
	if later.Shows(Token, 0) != l.Shows(Token, 0) || lives != 0 {
		t.Error("a second seed made another key")
	}
	if l, _ := (Lock{}).Take([32]byte{1}, 0); l.seed != [32]byte{} {
		t.Error("a lock that waits for nothing took bytes")
	}
}

func TestPhonesAreNamedByWhatTheirBrowsersSay(t *testing.T) {
	for agent, want := range map[string]string{
		iPhone:  "iPhone",
		android: "Android",
		"Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0":                                              "Firefox",
		"Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36 Edg/124.0":           "Edge",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15": "Safari",
		"": "",
		"<script>\n\t" + strings.Repeat("я", 5000): "",
	} {
		if got := AgentName(agent); got != want {
			t.Errorf("%.60q is called %q, want %q", agent, got, want)
		}
	}
}

// guests draws some.
func guests() *rapid.Generator[Guests] {
	return rapid.Custom(func(t *rapid.T) (all Guests) {
		for range rapid.IntRange(0, Most).Draw(t, "guests") {
			all, _ = all.With(Guest{
				Name: rapid.SampledFrom([]string{"iPhone", "Android"}).Draw(t, "name"), Role: rapid.SampledFrom([]Role{Look, Play}).Draw(t, "role"),
				Hash: sha256.Sum256([]byte{byte(len(all))}), Program: rapid.Bool().Draw(t, "program"),
			})
		}
		return all
	})
}

func TestGuestsAreApartAndReadAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := guests().Draw(t, "all")
		names := map[string]bool{}
		for i, g := range all {
			names[g.Name] = true
			if len(g.Name) > 10 || all.At(g.ID) != i {
				t.Fatalf("%+v is found at %d, not %d", g, all.At(g.ID), i)
			}
		}
		if len(names) != len(all) {
			t.Fatalf("%d names of %d guests", len(names), len(all))
		}
		if again, ok := Read(Write(all)); !ok || !slices.Equal(again, all) {
			t.Fatalf("read %v of %v", again, all)
		}
		for _, g := range all.Programs() {
			if !g.Program {
				t.Fatalf("%+v stays over night", g)
			}
		}
		if _, ok := all.Find([32]byte{}); ok {
			t.Fatal("a cookie of nobody's opens the door")
		}
	})
}

func TestWhoCannotBeReadIsNotLetIn(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	all, ok := Read(`[{"id":1,"name":"a","role":"play","hash":"` + hash + `"},{"id":2,"name":"b","role":"king","hash":"` + hash + `"},{"id":3,"name":"c","role":"look","hash":"ab"},{"id":4,"name":"d","role":"look","hash":"x"}]`)
	if !ok || len(all) != 1 || all[0].Name != "a" {
		t.Errorf("read %v, %v", all, ok)
	}
	if all, ok := Read("{"); ok || len(all) != 0 {
		t.Errorf("of no JSON: %v, %v", all, ok)
	}
	many := strings.Repeat(`{"id":1,"name":"a","role":"look","hash":"`+hash+`"},`, Most+1)
	if all, _ := Read("[" + strings.TrimSuffix(many, ",") + "]"); len(all) != Most {
		t.Errorf("%d were let in", len(all))
	}
}

func TestNoCodeIsTooLargeForThePanel(t *testing.T) {
	token := strings.Repeat("A", tokenLetters)
	for _, url := range []string{"http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8090", "http://" + strings.Repeat("long.", 20) + "local:8090", "http://x", "http://box_1.local:8090/", "\n", "http://" + strings.Repeat("я", 40), ""} {
		if code := (Reach{URLs: []string{url}}).Joining(token); code != "" && !qr.FitsPanel(code) {
			t.Errorf("%q makes the code %q", url, code)
		}
	}
	r := Reach{URLs: []string{"http://" + strings.Repeat("long.", 20) + "local", "http://10.0.0.5:8090"}}
	if r.Address() != "10.0.0.5:8090" || r.Joining(token) != "http://10.0.0.5:8090/J/"+token || r.Joining("") != "" {
		t.Errorf("%q, %q, %q", r.Address(), r.Joining(token), r.Joining(""))
	}
	for host, want := range map[string]bool{ // as many letters as fit beside http, ://, /J/ and a token
		"[fd12:3456:789a::1]:8090": true, "[fd12:3456:789a:0:1234:5678:9abc:def0]:8090": false, strings.Repeat("x", 32) + ":8090": true, strings.Repeat("x", 33) + ":8090": false,
	} {
		if code := (Reach{URLs: []string{"http://" + host + "/"}}).Joining(token); (code == "http://"+strings.ToUpper(host)+"/J/"+token) != want || (code == "") == want {
			t.Errorf("%s makes the code %q", host, code)
		}
	}
	if code := (Reach{}).Joining(token); code != "" {
		t.Errorf("no address makes the code %q", code)
	}
	if w := (Wifi{SSID: strings.Repeat(`;"`, 16), Password: strings.Repeat(`\`, 63)}); w.Code() != "" {
		t.Errorf("the Wi-Fi's code is %q", w.Code())
	}
	if got, want := (Wifi{SSID: "a;b"}).Code(), `WIFI:T:nopass;S:a\;b;;`; got != want {
		t.Errorf("an open network has %s, want %s", got, want)
	}
	if got, want := (Wifi{SSID: "a;b", Password: `c"d`}).Code(), `WIFI:T:WPA;S:a\;b;P:c\"d;;`; got != want {
		t.Errorf("the Wi-Fi's code is %q, want %q", got, want)
	}
}

func TestAPageForTheBoxItselfIsNobodysAddress(t *testing.T) {
	for _, url := range []string{"http://127.0.0.1:8090", "http://[::1]:8090"} {
		if r := (Reach{URLs: []string{url}}); !r.Secluded() || r.URL() != "" || r.Address() != "" {
			t.Errorf("%s: %q", url, r.URL())
		}
	}
	if r := (Reach{}); r.Secluded() || r.URL() != "" {
		t.Error("without a network there is an address")
	}
}
