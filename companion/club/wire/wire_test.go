package wire_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/companion/club/wire"
)

// key is one of a box, the same each time.
func key(b byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{b}, ed25519.SeedSize))
}

func idOf(k ed25519.PrivateKey) string { return wire.IDOf(k.Public().(ed25519.PublicKey)) }

func TestWhatIsTypedIsTheIDHoweverItIsTyped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := idOf(key(rapid.Byte().Draw(t, "key")))
		if !wire.IsID(id) {
			t.Fatalf("%q is no id", id)
		}
		shown := wire.Grouped(id)
		for _, typed := range []string{shown, strings.ReplaceAll(shown, "-", " "), strings.ToLower(shown), strings.NewReplacer("0", "O", "1", "l").Replace(shown)} {
			if got := wire.Typed(typed); got != id {
				t.Errorf("%q was read as %q, not %q", typed, got, id)
			}
		}
	})
}

func TestIDsStayWhatTheyAre(t *testing.T) {
	id := idOf(key(7))
	const code = "wq5gxf5x"
	got := []string{wire.Grouped(id), wire.Grouped(code), wire.PlayerID(id, code)}
	for i, want := range []string{"ZT0J-R4QK-ND6E", "WQ5G-XF5X", "21dwtmwy9egyy027"} {
		if got[i] != want {
			t.Errorf("got %q, want %q: enrolled boxes and players would be others", got[i], want)
		}
	}
}

func TestCodesAreDrawnAndCanBeTyped(t *testing.T) {
	drawn := map[string]bool{}
	for range 1000 {
		code := wire.NewCode()
		if len(code) != wire.CodeLetters || wire.Typed(wire.Grouped(code)) != code {
			t.Fatalf("drew %q", code)
		}
		drawn[code] = true
	}
	if len(drawn) < 999 {
		t.Errorf("of 1000 codes %d are different", len(drawn))
	}
}

func TestOnlyTheKeyOfABoxSignsForIt(t *testing.T) {
	box, payload := idOf(key(1)), wire.Marshal(wire.Seal{Match: "m", Seal: "s"})
	topic := wire.Topic(box, wire.SealKind)
	mine := wire.Sign(key(1), topic, payload)
	if by, err := mine.Box(topic, payload); err != nil || by != box {
		t.Fatalf("the box's own signature: %q, %v", by, err)
	}
	for name, wrong := range map[string]struct {
		by      wire.Signed
		topic   string
		payload []byte
	}{
		"another key":   {wire.Sign(key(2), topic, payload), topic, payload},
		"another topic": {mine, wire.Topic(box, wire.RecordKind), payload},
		"another box":   {mine, wire.Topic(idOf(key(2)), wire.SealKind), payload},
		"another text":  {mine, topic, append(payload, ' ')},
		"none":          {wire.Signed{}, topic, payload},
		"half a key":    {wire.Signed{Key: mine.Key[:8], Sig: mine.Sig}, topic, payload},
		"no topic":      {wire.Sign(key(1), "companion", payload), "companion", payload},
	} {
		if by, err := wrong.by.Box(wrong.topic, wrong.payload); !errors.Is(err, wire.ErrSignature) || by != "" {
			t.Errorf("%s: %q, %v", name, by, err)
		}
	}
}

func TestTopicsAreOfABoxAndAKind(t *testing.T) {
	box := idOf(key(1))
	for _, kind := range wire.Kinds {
		if b, k, ok := wire.Split(wire.Topic(box, kind)); !ok || b != box || k != kind {
			t.Errorf("%s: %q %q %v", kind, b, k, ok)
		}
	}
	for _, topic := range []string{"", "companion/", "companion/" + box, "companion/" + box + "/other", "companion/x/state", "other/" + box + "/state", "companion/" + box + "/state/more"} {
		if _, _, ok := wire.Split(topic); ok {
			t.Errorf("%q is a topic", topic)
		}
	}
}

func TestTheSumOfARecordIsOfAllOfIt(t *testing.T) {
	r := wire.Record{Match: "m", Players: map[string]string{"Аня": "a", "Боря": "b"}, Lines: "{}\n"}
	other, again := r, r
	other.Players = map[string]string{"Аня": "a"}
	again.Players = map[string]string{"Боря": "b", "Аня": "a"}
	again.Codes = map[string]string{"Аня": "wq5gxf5x"} // older software has none
	if r.Sum() == other.Sum() || r.Sum() != again.Sum() || len(r.Sum()) != 64 {
		t.Errorf("%s, of other players %s, of the same %s", r.Sum(), other.Sum(), again.Sum())
	}
}
