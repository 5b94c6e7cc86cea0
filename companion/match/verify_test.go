package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// sealedRecord is a whole match under the seal of secret 00…1f, stirred with
// «лодка». Its outcomes are openssl's: first/1/0 2775…86a6 mod 2 = 0, coin/1/0
// 014f…d654 even, die/1/0 83ef…e0a4 mod 6 = 4, coin/2/0 12a3…c9ed odd (see luck_test.go).
var sealedRecord = []string{
	`{"kind":"started","game":"toss","seats":["Аня","Боря"],"seal":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"}`,
	`{"kind":"stirred","says":"лодка"}`,
	`{"kind":"drawn","says":"first 1","luck":"device"}`,
	says("flip"),
	`{"kind":"decided","says":"coin heads","luck":"device"}`,
	`{"kind":"decided","says":"die 5","luck":"device"}`,
	says("token"),
	`{"kind":"decided","says":"token red","luck":"table"}`,
	says("flip"),
	`{"kind":"decided","says":"coin tails","luck":"device"}`,
	`{"kind":"opened","secret":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}`,
}

func TestARecordUnderItsOpenedSealIsVerified(t *testing.T) {
	report, err := Verify(mustRead(t, sealedRecord...))
	if err != nil {
		t.Fatal(err)
	}
	want := []Outcome{
		{Seq: 3, Stream: "first", N: 1, Says: "first 1", By: Device},
		{Seq: 5, Stream: "coin", N: 1, Says: "coin heads", By: Device},
		{Seq: 6, Stream: "die", N: 1, Says: "die 5", By: Device},
		{Seq: 8, Stream: "token", N: 1, Says: "token red", By: Table},
		{Seq: 10, Stream: "coin", N: 2, Says: "coin tails", By: Device},
	}
	if !slices.Equal(report.Outcomes, want) {
		t.Errorf("got %+v\nwant %+v", report.Outcomes, want)
	}
	if len(report.Seals) != 1 || report.Seals[0].Key.String() != "8c0917a2b33d25d882235fd0aba969591b41ed6837eaa6b84da1bfbd702081c9" ||
		report.Seals[0].Secret != secret(0) || !slices.Equal(report.Seals[0].Stirrings, []string{"лодка"}) {
		t.Errorf("seals %+v", report.Seals)
	}
}

func TestTheFirstOutcomeThatDiffersIsNamed(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to string // replaced in the record
		want     string
	}{
		{"another coin", `"coin tails"`, `"coin heads"`, `seq 10: coin/2 is "coin heads", should be "coin tails"`},
		{"another die", `"die 5"`, `"die 6"`, `seq 6: die/1 is "die 6", should be "die 5"`},
		{"another first seat", `"first 1"`, `"first 2"`, `seq 3: first/1 is "first 2", should be "first 1"`},
		{"another stirring", "лодка", "ложка", ``},
		{"a token only people can draw", `"token red","luck":"table"`, `"token red","luck":"device"`, `seq 8: the device can't draw "token red"`},
		{"the table's die is not checked", `"die 5","luck":"device"`, `"die 6","luck":"table"`, `none`},
	} {
		lines := slices.Clone(sealedRecord)
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], c.from, c.to)
		}
		m, err := record(lines...)
		if err != nil && strings.HasPrefix(err.Error(), "r:11") { // coin heads leaves a die to be thrown
			t.Fatal(err)
		}
		got := "none"
		if _, err := Verify(m); err != nil {
			got = err.Error()
		}
		if got != c.want && (c.want != "" || got == "none") {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestNothingIsVerifiedBeforeEverySealIsOpened(t *testing.T) {
	closed := sealedRecord[:len(sealedRecord)-1]
	if _, err := Verify(mustRead(t, closed...)); err == nil || !strings.Contains(err.Error(), "not opened yet") {
		t.Errorf("closed seal: %v", err)
	}
	anew := append(slices.Clone(sealedRecord), fmt.Sprintf(`{"kind":"sealed","seal":"%s"}`, secret(1).Seal()))
	if _, err := Verify(mustRead(t, anew...)); err == nil || !strings.Contains(err.Error(), secret(1).Seal()) {
		t.Errorf("sealed anew: %v", err)
	}
	same := append(slices.Clone(sealedRecord), fmt.Sprintf(`{"kind":"sealed","seal":"%s"}`, secret(0).Seal()), sealedRecord[len(sealedRecord)-1])
	if _, err := Verify(mustRead(t, same...)); err == nil || !strings.Contains(err.Error(), "in force before") {
		t.Errorf("an old seal again: %v", err)
	}
}

func TestLuckWithoutASealCantBeVerified(t *testing.T) {
	m := mustRead(t, begun, says("flip"), `{"kind":"decided","says":"coin tails","luck":"device"}`)
	if _, err := Verify(m); err == nil || err.Error() != "seq 3: coin tails has no seal" {
		t.Errorf("got %v", err)
	}
	table := mustRead(t, begun, says("flip"), says("coin tails"))
	if report, err := Verify(table); err != nil || len(report.Outcomes) != 1 || report.Outcomes[0].By != Table {
		t.Errorf("real dice: %+v, %v", report, err)
	}
}

func TestAnOutcomeThatWasSeenBeforeAnUndoIsMarked(t *testing.T) {
	m := play(must(begin(t).Stir(Stamp{}, "лодка")), "flip") // 3 flip, 4 coin 1, 5 die 1
	m = must(m.BackTo(Stamp{}, 2, ""))
	m = play(m, "take 1", "flip") // coin 1 again
	m = play(m, "flip")           // coin 2 for the first time
	m = must(m.BackTo(Stamp{}, 2, ""))
	m = must(m.Open(Stamp{}, secret(0)))
	m = must(m.BackTo(Stamp{}, 2, secret(1).Seal()))
	m = must(m.Decide(Stamp{}, "flip", "")) // coin 1 of another seal
	m = must(m.Answer(Stamp{}, secret(1).Key(m.Stirrings())))
	m = must(m.Open(Stamp{}, secret(1)))
	report, err := Verify(m)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range report.Outcomes {
		got = append(got, fmt.Sprintf("%s/%d %v", o.Stream, o.N, o.Seen))
	}
	want := []string{"coin/1 false", "die/1 false", "coin/1 true", "die/1 true", "coin/2 false", "coin/1 false"}
	if len(got) > len(want) { // the new seal's coin may be heads
		want = append(want, "die/1 false")
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
