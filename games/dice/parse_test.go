package dice_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/dice"
)

// own are the dice that notations in these tests may name. Some are called so
// that a k or a dl in front of a number might belong to the name.
const ownOption = "colour=red,blue,white;fate=+,+,0,0,-,-;цвет=красный,синий;fatek=1,2;mixed=1,joker,-5;xdl=1,2;k=3,4;Big=100,200"

func own(t testing.TB) []dice.Die {
	t.Helper()
	all, err := dice.ParseDice(ownOption)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var readings = []struct{ notation, want string }{
	// numbers of dice and faces
	{"d6", "d6"},
	{"1d6", "d6"},
	{"D6", "d6"},
	{"2d6", "2d6"},
	{"02d06", "2d6"},
	{"d2", "d2"},
	{"d3", "d3"},
	{"d4", "d4"},
	{"d8", "d8"},
	{"d10", "d10"},
	{"d12", "d12"},
	{"d20", "d20"},
	{"d100", "d100"},
	{"d1000", "d1000"},
	{"100d1000", "100d1000"},
	{"100d2", "100d2"},
	{"d7", "d7"},
	{"d13", "d13"},
	{"d999", "d999"},
	{"99d6", "99d6"},
	{"d66", "d66"},
	{"2D66k1", "2d66k1"},
	{"d066!", "d66!"},
	{"d%", "d100"},
	{"2d%", "2d100"},
	{"D%", "d100"},
	{"1d%", "d100"},
	{"d0006", "d6"},
	// Cyrillic
	{"2к6", "2d6"},
	{"2К6", "2d6"},
	{"2д6", "2d6"},
	{"2Д6", "2d6"},
	{"к6", "d6"},
	{"Д%", "d100"},
	{"к%", "d100"},
	{"4к6k3", "4d6k3"},
	{"4к6к3", "4d6k3"},
	{"4К6К3", "4d6k3"},
	{"4д6кl1", "4d6kl1"},
	{"4д6дl1", "4d6k3"},
	{"кF", "dF"},
	{"4дf", "4dF"},
	// sums
	{"3d6+2", "3d6+2"},
	{"2d6+1d4-1", "2d6+d4-1"},
	{"d6+d6", "d6+d6"},
	{"d6-d6", "d6-d6"},
	{"2+d6", "2+d6"},
	{"-d6", "-d6"},
	{"+d6", "d6"},
	{"-2+d6", "-2+d6"},
	{"+2-d6", "2-d6"},
	{"d6+0", "d6+0"},
	{"d6-0", "d6-0"},
	{"d6+007", "d6+7"},
	{"d6+9999", "d6+9999"},
	{"d6-9999", "d6-9999"},
	{"d6+1+2+3", "d6+1+2+3"},
	{"10-d20+3d4", "10-d20+3d4"},
	{"d6−1", "d6-1"}, // minus sign
	{"d6–1", "d6-1"}, // en dash
	{"d6—1", "d6-1"}, // em dash
	{"d6‑1", "d6-1"}, // hyphen that doesn't break
	{"–d6", "-d6"},
	{"−d6", "-d6"},
	{"d4+d6+d8+d10+d12+d20+d%", "d4+d6+d8+d10+d12+d20+d100"},
	{"50d6+50d6", "50d6+50d6"},
	{"3d6+2d8", "3d6+2d8"},
	{"1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+d6", "1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+d6"},
	// blanks
	{" d6", "d6"},
	{"d6 ", "d6"},
	{"  2d6 + 3 ", "2d6+3"},
	{"2 d 6", "2d6"},
	{"4d6 k 3", "4d6k3"},
	{"4d6 d l 1", "4d6k3"},
	{"4d6 k h 3", "4d6k3"},
	{"d %", "d100"},
	{"4 d F", "4dF"},
	{"2d6 !", "2d6!"},
	{"- d6", "-d6"},
	{"d6 - 1", "d6-1"},
	{" + d6", "d6"},
	{"2 coin", "2coin"},
	{"\td6", "d6"},
	{"2d6\t+\t3", "2d6+3"},
	{"2d6\u00a0+\u20093", "2d6+3"},
	{"4dfate\tk2", "4dfatek2"},
	// keep and drop
	{"4d6k3", "4d6k3"},
	{"4d6K3", "4d6k3"},
	{"4d6kh3", "4d6k3"},
	{"4d6KH3", "4d6k3"},
	{"3d6kl1", "3d6kl1"},
	{"3d6KL1", "3d6kl1"},
	{"3d6Kl1", "3d6kl1"},
	{"2d20k1", "2d20k1"},
	{"2d20kl1", "2d20kl1"},
	{"4d6k4", "4d6"},
	{"4d6kl4", "4d6"},
	{"d6k1", "d6"},
	{"d6kl1", "d6"},
	{"4d6dl1", "4d6k3"},
	{"4d6DL1", "4d6k3"},
	{"4d6dh1", "4d6kl3"},
	{"4d6dl3", "4d6k1"},
	{"4d6dh3", "4d6kl1"},
	{"4d6dl0", "4d6"},
	{"4d6dh0", "4d6"},
	{"4d6k03", "4d6k3"},
	{"100d6dh1", "100d6kl99"},
	{"4d6k3+2d8k1", "4d6k3+2d8k1"},
	{"10-2d6k1", "10-2d6k1"},
	{"2d%k1", "2d100k1"},
	{"4dFk2", "4dFk2"},
	{"4dF k2", "4dFk2"},
	{"4dfkl2", "4dFkl2"},
	{"4dFdl1", "4dFk3"},
	{"4dFdh1", "4dFkl3"},
	{"4dFkh2", "4dFk2"},
	// explode
	{"2d6!", "2d6!"},
	{"d6!", "d6!"},
	{"d6!+1", "d6!+1"},
	{"2d6!k1", "2d6!k1"},
	{"2d6k1!", "2d6!k1"},
	{"4d6!dl1", "4d6!k3"},
	{"4d6dl1!", "4d6!k3"},
	{"d%!", "d100!"},
	{"dF!", "dF!"},
	{"4dF!k2", "4dF!k2"},
	{"100d2!", "100d2!"},
	{"d6!-d6!", "d6!-d6!"},
	// fate dice and coins
	{"dF", "dF"},
	{"df", "dF"},
	{"4dF", "4dF"},
	{"4df", "4dF"},
	{"4DF", "4dF"},
	{"4dF+2", "4dF+2"},
	{"dF-dF", "dF-dF"},
	{"1dF", "dF"},
	{"coin", "coin"},
	{"COIN", "coin"},
	{"Coin", "coin"},
	{"1coin", "coin"},
	{"3coin", "3coin"},
	{"100coin", "100coin"},
	{"+coin", "coin"},
	// own dice
	{"dcolour", "dcolour"},
	{"2dcolour", "2dcolour"},
	{"2DCOLOUR", "2dcolour"},
	{"3dцвет", "3dцвет"},
	{"3дцвет", "3dцвет"},
	{"3кцвет", "3dцвет"},
	{"3кЦВЕТ", "3dцвет"},
	{"dfate", "dfate"},
	{"4dfate", "4dfate"},
	{"4dfatek2", "4dfatek2"},
	{"4dfate k2", "4dfatek2"},
	{"4dfatekl2", "4dfatekl2"},
	{"4dfatedl1", "4dfatek3"},
	{"4dfatedh1", "4dfatekl3"},
	{"4dfatekh2", "4dfatek2"},
	{"4dFATEKH2", "4dfatek2"},
	{"4dfate!", "4dfate!"},
	{"4dfate!k2", "4dfate!k2"},
	{"dfatek", "dfatek"},
	{"2dfatekk1", "2dfatekk1"},
	{"2dfatek k1", "2dfatekk1"},
	{"2dfatek+1", "2dfatek+1"},
	{"dxdl", "dxdl"},
	{"2dxdlk1", "2dxdlk1"},
	{"dk", "dk"},
	{"2dk+1", "2dk+1"},
	{"2dkk1", "2dkk1"},
	{"2dk k1", "2dkk1"},
	{"dk!", "dk!"},
	{"dbig", "dBig"},
	{"2dBIGk1", "2dBigk1"},
	{"dmixed", "dmixed"},
	{"2dmixed+3", "2dmixed+3"},
	{"d6+dcolour", "d6+dcolour"},
	{"dcolour+d6-1", "dcolour+d6-1"},
	{"dcolour+dfate", "dcolour+dfate"},
	{"10-dfate", "10-dfate"},
	{"dcolour k1", "dcolour"},
	{"2d colour", "2dcolour"},
	{"4dfate k 2", "4dfatek2"},
	{"dcolour!+d6", ""},
}

func TestANotationIsReadInItsShortestForm(t *testing.T) {
	for _, tt := range readings {
		cup, err := dice.Parse(tt.notation, own(t))
		if tt.want == "" {
			if err == nil {
				t.Errorf("Parse(%q) = %s, want it refused", tt.notation, cup)
			}
			continue
		}
		if err != nil || cup.String() != tt.want {
			t.Errorf("Parse(%q) = %q, %v, want %q", tt.notation, cup, err, tt.want)
			continue
		}
		again, err := dice.Parse(cup.String(), own(t))
		if err != nil || again.String() != cup.String() {
			t.Errorf("Parse(%q), the shortest form of %q, = %q, %v", cup, tt.notation, again, err)
		}
	}
}

var refusals = []struct{ notation, want string }{
	// nothing, or not the whole
	{"", "rule.dice.end"},
	{" ", "rule.dice.end"},
	{"d", "rule.dice.end"},
	{"2d", "rule.dice.end"},
	{"+", "rule.dice.end"},
	{"-", "rule.dice.end"},
	{"d6+", "rule.dice.end"},
	{"d6-", "rule.dice.end"},
	{"d6 + ", "rule.dice.end"},
	{"к", "rule.dice.end"},
	{"2к", "rule.dice.end"},
	{"5+", "rule.dice.end"},
	// characters without meaning
	{"x", "rule.dice.sign"},
	{"d6x", "rule.dice.instead"},
	{"d6 6", "rule.dice.plus"},
	{"d-6", "rule.dice.sign"},
	{"d+6", "rule.dice.sign"},
	{"d!", "rule.dice.sign"},
	{"!", "rule.dice.sign"},
	{"d6!k1!", "rule.dice.sign"},
	{"4d6kx", "rule.dice.sign"},
	{"4d6l1", "rule.dice.sign"},
	{"4d6h1", "rule.dice.sign"},
	{"2d6d8", "rule.dice.plus"},
	{"k3", "rule.dice.sign"},
	{"2k6", "rule.dice.sign"},
	{"3!", "rule.dice.sign"},
	{"3k1", "rule.dice.sign"},
	{"%", "rule.dice.sign"},
	{"d%%", "rule.dice.end"},
	{"d%6", "rule.dice.plus"},
	{"2d6,2d6", "rule.dice.sign"},
	{"2d6;", "rule.dice.sign"},
	{"d6.5", "rule.dice.sign"},
	{"1.5d6", "rule.dice.plus"},
	{"d6e3", "rule.dice.instead"},
	{"0x10", "rule.dice.times"},
	{"1_0d6", "rule.dice.sign"},
	{"1 0d6", "rule.dice.plus"},
	{"d1 0", "rule.dice.plus"},
	{"d6\n", "rule.dice.sign"},
	{"d6\x00", "rule.dice.sign"},
	{"\xff", "rule.dice.sign"},
	{"d6\xff", "rule.dice.sign"},
	{"d\xff", "rule.dice.sign"},
	{"d6+\xd0", "rule.dice.sign"},
	{"٣d6", "rule.dice.sign"},
	{"d٦", "rule.dice.sign"},
	{"２d6", "rule.dice.sign"},
	{"d6+#", "rule.dice.end"},
	{"@", "rule.dice.sign"},
	{"#word", "rule.dice.end"},
	{"roll d6", "rule.dice.instead"},
	{"монета", "rule.dice.instead"},
	{"сoin", "rule.dice.sign"},
	{"c", "rule.dice.sign"},
	{"coi", "rule.dice.sign"},
	{"coins", "rule.dice.sign"},
	{"2coins", "rule.dice.sign"},
	{"coin2", "rule.dice.plus"},
	{"coin coin", "rule.dice.sign"},
	{"dk3", "rule.dice.sign"},
	{"dkl1", "rule.dice.sign"},
	{"ddl1", "rule.dice.sign"},
	{"dfate3", "rule.dice.plus"},
	{"dF6", "rule.dice.plus"},
	// dice nobody made
	{"dx", "rule.dice.unknown"},
	{"2dhand", "rule.dice.unknown"},
	{"dcolours", "rule.dice.unknown"},
	{"dcolou", "rule.dice.unknown"},
	{"dFF", "rule.dice.unknown"},
	{"ddd", "rule.dice.unknown"},
	{"dl", "rule.dice.unknown"},
	{"dkl", "rule.dice.unknown"},
	{"d6+dx", "rule.dice.unknown"},
	{"dcoin", "rule.dice.unknown"},
	{"dцв", "rule.dice.unknown"},
	{"dcolour2d6", "rule.dice.plus"},
	{"dxk1", "rule.dice.unknown"},
	{"dfated", "rule.dice.keep"},
	{"dd6", "rule.dice.unknown"},
	// limits
	{"0d6", "rule.dice.count"},
	{"00d6", "rule.dice.count"},
	{"1001d6", "rule.dice.count"},
	{"999999d6", "rule.dice.count"},
	{"99999999999999999999d6", "rule.dice.count"},
	{"500d6+501d6", "rule.dice.count"},
	{"1000d6+d6", "rule.dice.count"},
	{"1001coin", "rule.dice.count"},
	{"0coin", "rule.dice.count"},
	{"0dF", "rule.dice.count"},
	{"1001dF", "rule.dice.count"},
	{"1001d%", "rule.dice.count"},
	{"d6+0d6", "rule.dice.count"},
	{"1001dcolour", "rule.dice.count"},
	{"1000d6-d4", "rule.dice.count"},
	{"d0", "rule.dice.faces"},
	{"d1001", "rule.dice.faces"},
	{"d999999", "rule.dice.faces"},
	{"d99999999999999999999", "rule.dice.faces"},
	{"999999d999999", "rule.dice.faces"},
	{"d18446744073709551622", "rule.dice.faces"},
	{"d4294967302", "rule.dice.faces"},
	{"4294967297d6", "rule.dice.count"},
	{"18446744073709551617d6", "rule.dice.count"},
	{"d6+10000", "rule.dice.constant"},
	{"10000", "rule.dice.constant"},
	{"d6-99999999999999999999", "rule.dice.constant"},
	{"10000+d6", "rule.dice.constant"},
	{"d6+18446744073709551616", "rule.dice.constant"},
	{"d6+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1", "rule.dice.terms"},
	{strings.Repeat("d6+", 20) + "d6", "rule.dice.terms"},
	{strings.Repeat("9", 101), "rule.dice.length"},
	{strings.Repeat(" ", 100) + "d6", "rule.dice.length"},
	{strings.Repeat("d6+", 40), "rule.dice.length"},
	{strings.Repeat("2d%+", 19) + "2d%", "rule.dice.length"}, // d100 is longer than d%
	{strings.Repeat("д6+", 33), "rule.dice.length"},
	// which dice count
	{"4d6k0", "rule.dice.keep"},
	{"4d6k5", "rule.dice.keep"},
	{"4d6kl0", "rule.dice.keep"},
	{"4d6kl5", "rule.dice.keep"},
	{"4d6kh5", "rule.dice.keep"},
	{"4d6k99999999999999999999", "rule.dice.keep"},
	{"d6k2", "rule.dice.keep"},
	{"4d6dl4", "rule.dice.keep"},
	{"4d6dl5", "rule.dice.keep"},
	{"4d6dh4", "rule.dice.keep"},
	{"d6dl1", "rule.dice.keep"},
	{"4d6dh99999999999999999999", "rule.dice.keep"},
	{"4dFk5", "rule.dice.keep"},
	{"4d6k4294967299", "rule.dice.keep"},
	// words
	{"dcolour!", "rule.dice.words"},
	{"2dcolourk1", "rule.dice.words"},
	{"2dcolour kl1", "rule.dice.words"},
	{"2dcolourdl1", "rule.dice.words"},
	{"-dcolour", "rule.dice.words"},
	{"d6-dcolour", "rule.dice.words"},
	{"coin!", "rule.dice.words"},
	{"2coink1", "rule.dice.words"},
	{"-coin", "rule.dice.words"},
	{"dmixed!", "rule.dice.words"},
	{"2dmixedk1", "rule.dice.words"},
	{"d6-dmixed", "rule.dice.words"},
	{"dцвет!", "rule.dice.words"},
	// coins with something else, no dice at all
	{"coin+1", "rule.dice.coin"},
	{"coin+coin", "rule.dice.coin"},
	{"d6+coin", "rule.dice.coin"},
	{"1+2coin", "rule.dice.coin"},
	{"coin+dcolour", "rule.dice.coin"},
	{"0", "rule.dice.none"},
	{"5", "rule.dice.none"},
	{"-5", "rule.dice.none"},
	{"+5", "rule.dice.none"},
	{"1+2-3", "rule.dice.none"},
	{"9999", "rule.dice.none"},
}

func TestABadNotationIsRefusedByARule(t *testing.T) {
	for _, tt := range refusals {
		cup, err := dice.Parse(tt.notation, own(t))
		var illegal games.Illegal
		if !errors.As(err, &illegal) || illegal.Rule.Key != tt.want {
			t.Errorf("Parse(%q) = %q, %v, want %s", tt.notation, cup, err, tt.want)
		}
	}
}

func TestARefusalNamesTheLimitOrThePlace(t *testing.T) {
	for notation, want := range map[string]string{
		"1001d6":                 "rule.dice.count 1000",
		"d1001":                  "rule.dice.faces 1000",
		"d6+10000":               "rule.dice.constant 9999",
		strings.Repeat("+1", 51): "rule.dice.length 100",
		strings.Repeat("+1", 50): "rule.dice.terms 20",
		"4d6k5":                  "rule.dice.keep 4",
		"2dhand":                 "rule.dice.unknown hand",
		"dcolour!":               "rule.dice.words dcolour",
		"2к6 ж":                  "rule.dice.sign 'ж' 5",
		"2d20 dis + 1":           "rule.dice.advantage",
		"2d6kx":                  "rule.dice.sign 'x' 5",
		"2d6khx":                 "rule.dice.sign 'x' 6",
		"2d6dlx":                 "rule.dice.sign 'x' 6",
		"2d6d8":                  "rule.dice.plus 2d6 d8",
		"2d6k1d8":                "rule.dice.plus 2d6k1 d8",
		"3d6–\tx":                "rule.dice.sign 'x' 6",
	} {
		_, err := dice.Parse(notation, own(t))
		if err == nil || !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("Parse(%q): got %v, want … %s", notation, err, want)
		}
	}
}

func TestAHugeNotationIsRefusedWithoutReadingIt(t *testing.T) {
	huge := strings.Repeat("9", 10<<20)
	state, err := dice.Rules{}.New(games.Setup{Seats: 1})
	if err != nil {
		t.Fatal(err)
	}
	long := games.Decision("roll " + huge)
	for name, refuse := range map[string]func() error{
		"Parse":     func() error { _, err := dice.Parse(huge, nil); return err },
		"Apply":     func() error { _, err := state.Apply(long); return err },
		"ParseDice": func() error { _, err := dice.ParseDice(huge); return err },
	} {
		if err := refuse(); !errors.Is(err, games.ErrIllegal) {
			t.Errorf("%s of 10 MB of digits: got %v, want it refused", name, err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_ = refuse()
		runtime.ReadMemStats(&after)
		if made := after.TotalAlloc - before.TotalAlloc; made > 256<<10 {
			t.Errorf("%s of 10 MB of digits takes %d bytes, want it bounded", name, made)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, tt := range readings {
		f.Add(tt.notation)
	}
	for _, tt := range slices.Concat(refusals, furtherRefusals, further) {
		f.Add(tt.notation)
	}
	dies := own(f)
	f.Fuzz(func(t *testing.T, notation string) {
		cup, err := dice.Parse(notation, dies)
		if err != nil {
			if !errors.Is(err, games.ErrIllegal) {
				t.Fatalf("Parse(%q): %v is no refusal", notation, err)
			}
			return
		}
		again, err := dice.Parse(cup.String(), dies)
		if err != nil || again.String() != cup.String() {
			t.Fatalf("%q is read as %q, and that as %q, %v", notation, cup, again, err)
		}
		if _, says, err := (dice.Rules{}).Explain(shelf, notation); err != nil || len(says) == 0 {
			t.Fatalf("%q is explained as %v, %v", notation, says, err)
		}
		cup.OddsWithin(1 << 12)
		(dice.Rules{}).Build(shelf, notation)
		least, most := cup.Range()
		for _, highest := range []bool{false, true} {
			r := cup.Roll(func(faces uint64) uint64 {
				if highest {
					return faces - 1
				}
				return 0
			})
			if r.Total < least || r.Total > most {
				t.Fatalf("%q comes to %d, out of its range %d..%d", notation, r.Total, least, most)
			}
		}
	})
}
