package match

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// lostRecord is sealedRecord, but its secret is lost after seq 10, and it goes on under
// the seal of the secret 01 … 20. By openssl, «лодка» being stirred in still: K
// 54d44464…6289, coin/3/0 9150…0f1c even, die/2/0 b596…2a3c mod 6 = 2.
var lostRecord = append(
	slices.Clone(sealedRecord[:10]),
	`{"kind":"sealed","seal":"ae216c2ef5247a3782c135efa279a3e4cdc61094270f5d2be58c6204b7a612c9","lost":true}`,
	says("flip"),
	`{"kind":"decided","says":"coin heads","luck":"device"}`,
	`{"kind":"decided","says":"die 3","luck":"device"}`,
	`{"kind":"opened","secret":"0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20"}`,
)

func TestWhatFellUnderALostSecretIsNamedAndTheRestIsChecked(t *testing.T) {
	report, err := Verify(mustRead(t, lostRecord...))
	lost := (*LostError)(nil)
	if !errors.As(err, &lost) || err.Error() != "can't be checked: seq 3–10" {
		t.Fatalf("got %v", err)
	}
	if len(report.Seals) != 2 || !report.Seals[0].Lost || report.Seals[1].Lost || report.Seals[1].Key != secret(1).Key([]string{"лодка"}) {
		t.Errorf("seals %+v", report.Seals)
	}
	for _, o := range report.Outcomes {
		if want := o.Seq <= 10 && o.By == Device; o.Lost != want {
			t.Errorf("%+v: lost is %v, want %v", o, o.Lost, want)
		}
	}
}

func TestAWrongOutcomeAfterALostSecretIsStillFound(t *testing.T) {
	lines := slices.Clone(lostRecord)
	lines[13] = `{"kind":"decided","says":"die 2","luck":"device"}`
	if _, err := Verify(mustRead(t, lines...)); err == nil || err.Error() != `seq 14: die/2 is "die 2", should be "die 3"` {
		t.Errorf("got %v", err)
	}
}

func TestALostSecretUnderWhichNothingFellLeavesNothingUnchecked(t *testing.T) {
	m := must(begin(t).Stir(Stamp{}, "лодка"))
	m = must(m.LoseSecret(Stamp{}, secret(1).Seal()))
	m = must(m.Stir(Stamp{}, "весло"))
	m = must(m.Decide(Stamp{}, "flip", ""))
	m = must(m.Answer(Stamp{}, secret(1).Key(m.Stirrings())))
	m = must(m.Open(Stamp{}, secret(1)))
	report, err := Verify(m)
	if err != nil || !report.Seals[0].Lost || !slices.Equal(report.Seals[1].Stirrings, []string{"лодка", "весло"}) {
		t.Errorf("%+v, %v", report.Seals, err)
	}
}

func TestNobodyGoesBackBeyondALostSecret(t *testing.T) {
	m := play(begin(t), "flip", "take 1")
	m = must(m.BackTo(Stamp{}, 1, "")) // there is something to redo
	m = play(m, "take 2")
	m = must(m.BackTo(Stamp{}, m.Seq()-1, ""))
	m = must(m.LoseSecret(Stamp{}, secret(1).Seal()))
	if step, ok := m.Undo(); ok {
		t.Errorf("undo offers %+v", step)
	}
	if step, ok := m.Redo(); ok {
		t.Errorf("redo offers %+v", step)
	}
	lost := m.LostSeq()
	for seq := 1; seq < lost; seq++ {
		if after, err := m.BackTo(Stamp{}, seq, ""); err == nil || after != m {
			t.Errorf("it went back to %d, beyond %d", seq, lost)
		}
	}
	before := m.State().String()
	m = must(m.Decide(Stamp{}, "take 1", ""))
	step, ok := m.Undo()
	if !ok || step.BackTo != lost || step.Fact.Says != "take 1" {
		t.Fatalf("undo offers %+v, want back to %d", step, lost)
	}
	m = must(m.BackTo(Stamp{}, step.BackTo, ""))
	if got := m.State().String(); got != before {
		t.Errorf("undone: %s, want %s", got, before)
	}
	if step, ok = m.Redo(); !ok || step.Fact.Says != "take 1" {
		t.Errorf("redo offers %+v", step)
	}
}

func TestASecretCanBeLostAgainAndAgain(t *testing.T) {
	m := begin(t)
	var want []Span
	for n := range byte(3) {
		m = must(m.Decide(Stamp{}, "flip", ""))
		m = must(m.Answer(Stamp{}, secret(n).Key(nil)))
		want = append(want, Span{m.LostSeq() + 2, m.Seq()})
		m = must(m.LoseSecret(Stamp{}, secret(n+1).Seal()))
	}
	want[0].First = 3
	m = must(m.Open(Stamp{}, secret(3)))
	_, err := Verify(m)
	lost := (*LostError)(nil)
	if !errors.As(err, &lost) || !slices.Equal(lost.Spans, want) {
		t.Errorf("%v, want %v", err, want)
	}
	again := must(m.BackTo(Stamp{}, m.LostSeq(), secret(1).Seal()))
	again = must(again.Open(Stamp{}, secret(1)))
	if _, err := Verify(again); err == nil || !strings.Contains(err.Error(), "in force before") {
		t.Errorf("the seal of a lost secret came back: %v", err)
	}
}
