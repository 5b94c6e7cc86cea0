package luck

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strings"
	"testing"

	"tabletop/games"
)

// counting is the secret 00 01 02 … 1f.
func counting() Secret {
	var s Secret
	for i := range s {
		s[i] = byte(i)
	}
	return s
}

// The numbers below come from the shell, not from this package:
//
//	S=000102…1f
//	printf $S | xxd -r -p | sha256sum
//	T=$(printf 'лодка\n' | sha256sum | cut -c1-64)
//	K=$(printf "companion-luck-1\n$T\n" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$S)
//	printf dice/1/0 | openssl dgst -sha256 -mac HMAC -macopt hexkey:$K
func TestSealAndKeysAreTheShellsNumbers(t *testing.T) {
	s := counting()
	if got, want := s.Seal(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"; got != want {
		t.Errorf("seal is %s, want %s", got, want)
	}
	for _, c := range []struct {
		stirrings []string
		key       string
	}{
		{nil, "96c3ba678797b21520ae6965bc233138d105d82dcad53eb76912b61f334d22be"},
		{[]string{"лодка"}, "8c0917a2b33d25d882235fd0aba969591b41ed6837eaa6b84da1bfbd702081c9"},
		{[]string{"лодка", "3 1 4"}, "191d46b6ca92e46616f4b9a4efff8f648826c1f1636d03fb3723aee48a7c8a53"},
	} {
		if got := s.Key(c.stirrings).String(); got != c.key {
			t.Errorf("key of %q is %s, want %s", c.stirrings, got, c.key)
		}
	}
}

func TestNumbersAreTheShellsRemainders(t *testing.T) {
	k := counting().Key([]string{"лодка"})
	for _, c := range []struct {
		stream string
		n      int
		word   uint64 // the first 8 bytes that openssl prints for stream/n/0
	}{
		{"dice", 1, 0x0ab1bb9433f2cdd9},
		{"dice", 2, 0x0d3404dcd965eba7},
		{"first", 1, 0x277517d9a97188a6},
		{"mazai", 1, 0x16a52e6883219d42},
		{"card", 17, 0x69b95967eae61956},
	} {
		for _, w := range []uint64{1, 2, 6, 36, 51, 1000003, 1 << 40} {
			if got, want := k.Number(c.stream, c.n, w), c.word%w; got != want {
				t.Errorf("%s/%d of %d is %d, want %d", c.stream, c.n, w, got, want)
			}
		}
	}
}

// 2⁶⁴ mod (2⁶³+1) = 2⁶³−1, so every word from 2⁶³+1 on is refused: of card/2/0
// e46e…, card/2/1 9945…, card/2/2 02c2… the third counts. The words are openssl's.
func TestARefusedWordIsFollowedByTheNextOfTheSameNumber(t *testing.T) {
	k := counting().Key([]string{"лодка"})
	for n, want := range map[int]uint64{
		1: 0x0cb40aa994a2908a, // the first
		8: 0x7d885e1c42e7a39e, // the second
		2: 0x02c2191645d649cc, // the third
		3: 0x05dbbea3b8628906, // the fifth
	} {
		if got := k.Number("card", n, 1<<63+1); got != want {
			t.Errorf("card/%d is %#x, want %#x", n, got, want)
		}
	}
}

func TestWordsAboveTheLastWholeMultipleAreRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		w     uint64
		words []uint64 // the last is the one that counts
		want  uint64
	}{
		{"one outcome takes the first word whatever it is", 1, []uint64{math.MaxUint64}, 0},
		{"a power of two refuses nothing", 1 << 32, []uint64{math.MaxUint64}, 1<<32 - 1},
		{"the largest power of two refuses nothing", 1 << 63, []uint64{math.MaxUint64}, 1<<63 - 1},
		{"three refuse the one word too many", 3, []uint64{math.MaxUint64, math.MaxUint64 - 1}, 2},
		{"six refuse four words", 6, []uint64{math.MaxUint64, math.MaxUint64 - 1, math.MaxUint64 - 2, math.MaxUint64 - 3, 7}, 1},
		{"six take the fifth from the end", 6, []uint64{math.MaxUint64 - 4}, 5},
		{"just over half refuses from itself on", 1<<63 + 1, []uint64{1<<63 + 1, math.MaxUint64, 1 << 63}, 1 << 63},
		{"the largest of all refuses one word", math.MaxUint64, []uint64{math.MaxUint64, 12}, 12},
	} {
		used := 0
		got := uniform(c.w, func() uint64 { used++; return c.words[used-1] })
		if got != c.want || used != len(c.words) {
			t.Errorf("%s: got %d after %d words, want %d after %d", c.name, got, used, c.want, len(c.words))
		}
	}
}

func TestEveryNumberStaysBelowItsBound(t *testing.T) {
	k := counting().Key(nil)
	for _, w := range []uint64{1, 2, 3, 1<<63 - 1, 1 << 63, 1<<63 + 1, math.MaxUint64} {
		for n := 1; n <= 50; n++ {
			if got := k.Number("die", n, w); got >= w {
				t.Fatalf("die/%d of %d is %d", n, w, got)
			}
		}
	}
}

func TestSecretsAreReadBackAndNothingElseIs(t *testing.T) {
	s := counting()
	if got, err := ParseSecret(s.String()); err != nil || got != s {
		t.Errorf("read back %v, %v", got, err)
	}
	if got, err := ParseSecret(strings.ToUpper(s.String())); err != nil || got != s {
		t.Errorf("capital digits: read %v, %v", got, err)
	}
	for _, bad := range []string{"", "00", s.String() + "00", s.String()[:63], s.String()[:63] + "g", strings.Repeat("00", 1<<20)} {
		if _, err := ParseSecret(bad); err == nil {
			t.Errorf("%.70q was read as a secret", bad)
		}
	}
}

func TestSealIsTheDigestOfTheBytesNotOfTheDigits(t *testing.T) {
	s := counting()
	digits := sha256.Sum256([]byte(s.String()))
	if s.Seal() == hex.EncodeToString(digits[:]) {
		t.Error("the seal hashes the digits")
	}
}

func TestTheFirstDiceOfTheVectorAreOrangeAndWhite(t *testing.T) {
	k := counting().Key([]string{"лодка"})
	if got, ok := k.Draw(twoDice(), 1); !ok || got != "dice orange white" {
		t.Errorf("drew %q, %v; want dice orange white", got, ok)
	}
}

// twoDice are the 21 throws of two equal dice with six faces, sorted bytewise as
// Legal sorts them: a pair in one of 36 ways, two faces in two.
func twoDice() []games.Choice {
	faces := []string{"red", "orange", "yellow", "green", "blue", "white"}
	var all []games.Choice
	for i, a := range faces {
		for j, b := range faces[i:] {
			all = append(all, games.Choice{Says: games.Decision("dice " + a + " " + b), Weight: uint32(min(j, 1) + 1)})
		}
	}
	sortBySays(all)
	return all
}
