package companion_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/games"
)

// inSealedMice is a table of two in «Лови мышей!», after a roll of the device.
func inSealedMice(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.first", "@1", "setup.start")
	tb.Choose("say.roll")
	return tb
}

func TestTheNextMatchBeginsUnderTheSealThatWasReserved(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	reserved := tb.Model.Moment().NextSeal
	tb.Choose("mice:title", "setup.start")
	mt := tb.Model.Match()
	if len(reserved) != 64 || mt.Seal() != reserved || tb.Model.Point().Match != reserved[:16] {
		t.Errorf("reserved %q, begun under %q as %+v", reserved, mt.Seal(), tb.Model.Point())
	}
	if next := tb.Model.Moment().NextSeal; len(next) != 64 || next == reserved {
		t.Errorf("then %q is reserved", next)
	}
}

// loseSecrets takes all secrets off the card.
func loseSecrets(d *companiontest.Disk) {
	for _, r := range d.Records {
		r.Secret = luck.Secret{}
	}
}

// onlyRecord is that of the one open match.
func onlyRecord(t *testing.T, d *companiontest.Disk) *companiontest.Record {
	t.Helper()
	if len(d.Records) != 1 {
		t.Fatalf("%d matches are open, want 1", len(d.Records))
	}
	for _, r := range d.Records {
		return r
	}
	return nil
}

// lostFact is the fact in which the match on the panel lost its secret; fails without one.
func lostFact(t *testing.T, tb *companiontest.Table) match.Fact {
	t.Helper()
	mt := tb.Model.Match()
	if mt.IsZero() || mt.LostSeq() == 0 {
		t.Fatalf("no secret is said to be lost:\n%s", tb.Screen())
	}
	return mt.Fact(mt.LostSeq())
}

func TestALostSecretIsSaidAndTheDeviceGoesOnUnderANewSeal(t *testing.T) {
	before := inSealedMice(t)
	seq, seal := before.Model.Match().Seq(), before.Model.Match().Seal()
	loseSecrets(before.Disk)
	tb := again(t, before)
	tb.Want("trouble.secret", "[trouble.title]")
	f := lostFact(t, tb)
	if f.Seq != seq+1 || f.Seal == seal {
		t.Errorf("after seq %d: %+v", seq, f)
	}
	if len(tb.Kept) != 1 || len(tb.Kept[0].Lines) != 1 || tb.Kept[0].Secret.Seal() != f.Seal {
		t.Errorf("kept %+v, want the new seal and its secret in one transaction", tb.Kept)
	}
	if r := onlyRecord(t, tb.Disk); r.Secret.Seal() != f.Seal {
		t.Error("the secret of the new seal is not on disk")
	}
	tb.Press("ok")
	tb.Want("[@1]")
	tb.Press("hold")
	if tb.Shows("pause.undo") || tb.Shows("pause.redo") {
		t.Errorf("undo goes beyond the lost secret:\n%s", tb.Screen())
	}
	tb.Choose("pause.log")
	tb.Want("log.lost")
	tb.Press("back", "back")
	if got := tell(t, tb, companion.Undo{Point: tb.Model.Point(), To: seq - 1}); !refuses(tb, got.Refusal, "undo.nowhere") {
		t.Errorf("a phone's undo beyond it: %+v", got)
	}
	rollOn(t, tb)
	tb.Press("hold")
	tb.Choose("pause.leave", "ask.yes")
	tb.Want(fmt.Sprint("result.partly ", f.Seq))
	lost := (*match.LostError)(nil)
	if _, err := match.Verify(tb.Model.Moment().Match); !errors.As(err, &lost) || len(lost.Spans) != 1 || lost.Spans[0].Last >= f.Seq {
		t.Errorf("verified: %v", err)
	}
	home(t, again(t, tb))
}

// rollOn decides until the device has answered once more.
func rollOn(t *testing.T, tb *companiontest.Table) {
	t.Helper()
	from := tb.Model.Match().Seq()
	for range 20 {
		tb.Decide(string(tb.Model.Match().State().Legal()[0].At(0)))
		for f := range tb.Model.Match().Line() {
			if f.Seq > from && f.Luck == match.Device && f.Kind == match.Decided {
				return
			}
		}
	}
	t.Fatalf("the device answers no more:\n%s", tb.Model.Match().Since(0))
}

func TestANewSealIsSaidOnce(t *testing.T) {
	before := inSealedMice(t)
	loseSecrets(before.Disk)
	tb := again(t, before)
	want := tb.Model.Match().Seq()
	tb = again(t, tb)
	tb.Want("[@1]")
	if got := tb.Model.Match().Seq(); got != want {
		t.Errorf("the match went from seq %d to %d by itself", want, got)
	}
}

func TestANewSealIsKeptBeforeTheMatchIsShown(t *testing.T) {
	before := inSealedMice(t)
	loseSecrets(before.Disk)
	lines := len(onlyRecord(t, before.Disk).Lines)
	before.Disk.Fails = full{}
	tb := again(t, before)
	tb.Want("disk.title")
	if tb.Shows("@1") || !tb.Model.Match().IsZero() {
		t.Errorf("the match is shown, and its new seal is not kept:\n%s", tb.Screen())
	}
	tb.Disk.Fails = nil
	tb.Choose("disk.again")
	tb.Want("trouble.secret")
	if got := len(onlyRecord(t, tb.Disk).Lines); got != lines+1 {
		t.Errorf("%d facts on disk, want %d", got, lines+1)
	}
	tb.Press("ok")
	tb.Wait(companion.DimAfter)
	if got := tb.Model.View().Light; got != panel.Dim {
		t.Errorf("light %d, want dim: the evening has not begun", got)
	}
}

func TestAMatchGoneOnWithFromTheFirstScreenIsSealedAnewAtOnce(t *testing.T) {
	before := inSealedMice(t)
	before.Press("hold")
	before.Choose("pause.away")
	loseSecrets(before.Disk)
	tb := again(t, before)
	home(t, tb)
	tb.Choose("home.resume")
	tb.Want("trouble.secret")
	lostFact(t, tb)
	if got := len(tb.Kept); got != 1 {
		t.Errorf("%d transactions, want one: %+v", got, tb.Kept)
	}
	tb.Press("ok")
	rollOn(t, tb)
}

func TestAMatchThatWaitsForItsFirstSeatIsSealedAnew(t *testing.T) {
	for _, luck := range []string{"luck.table", "luck.device"} {
		before := newTable(t)
		before.Press("ok")
		before.Choose("mice:title", "luck", luck, "honesty")
		loseSecrets(before.Disk)
		tb := again(t, before)
		tb.Want("trouble.secret")
		tb.Press("ok")
		tb.Do(companion.Keys, companion.Press{Key: panel.OK}) // begins
		if got := tb.Model.View().Moment; got != games.First {
			t.Errorf("%s: nobody is drawn to begin:\n%s", luck, tb.Screen())
		}
	}
}

func TestASecretThatTheCardHasChangedIsLost(t *testing.T) {
	before := inSealedMice(t)
	onlyRecord(t, before.Disk).Secret[7] ^= 1
	tb := again(t, before)
	tb.Want("trouble.secret")
	rollOn(t, tb)
}

func TestRealDiceNeedNoSecret(t *testing.T) {
	before := inMice(t)
	loseSecrets(before.Disk)
	tb := again(t, before)
	tb.Want("[@1]")
	if got := tb.Model.Match().LostSeq(); got != 0 {
		t.Errorf("sealed anew at seq %d", got)
	}
}

func TestTheDiceGoOnUnderANewSealOnceTheyAreRolled(t *testing.T) {
	before := atHome(t)
	before.Choose("home.more", "home.dice", "2d6")
	loseSecrets(before.Disk)
	tb := again(t, before)
	tb.Want("[2d6")
	tb.Press("ok") // once more
	tb.Want("trouble.secret")
	if got := len(tb.Kept); got != 1 {
		t.Errorf("%d transactions, want the seal and the roll in one: %+v", got, tb.Kept)
	}
	tb.Press("back")
	if v := tb.Model.View(); v.Kind != panel.KindBig || tb.Model.Cups().LostSeq() == 0 {
		t.Errorf("lost at %d:\n%s", tb.Model.Cups().LostSeq(), tb.Screen())
	}
	tb.Press("ok") // and again
	tb.Press("back", "back", "back")
	tb.Choose("home.more", "home.settings", "settings.seal")
	tb.Want("result.partly")
	if _, err := match.Verify(tb.Model.Moment().Match); err == nil || !strings.HasPrefix(err.Error(), "can't be checked") {
		t.Errorf("verified: %v", err)
	}
}

// A match that a file has brought has its secret elsewhere, and nobody here has lost it.
func TestTheTableAnswersForChanceInAMatchThatWasBrought(t *testing.T) {
	other := inSealedMice(t)
	other.Decide(string(other.Model.Match().State().Legal()[0].At(0)))
	tb := atHome(t)
	tb.Choose("mice:title", "setup.start")
	tb.Press("ok", "hold") // a test's first match has the same seal on both
	tb.Choose("pause.leave", "ask.yes")
	tb.Press("ok")
	for id, r := range other.Disk.Records {
		if err := tb.Disk.Keep(companion.Keep{Match: id + "x", First: 1, Lines: r.Lines}); err != nil {
			t.Fatal(err)
		}
	}
	carriedOut(tb, companion.Import{Upload: "u"}, nil, tb.Disk.Evening())
	tb.Press("ok")
	for range 2 { // also after a power cut
		tb.Choose("home.resume")
		if tb.Shows("[takeover.title]") { // until it is read
			tb.Press("ok")
		}
		for range 20 {
			if tb.Model.Match().State().Turn() == games.Chance {
				break
			}
			tb.Decide(string(tb.Model.Match().State().Legal()[0].At(0)))
		}
		tb.Want("[table]")
		if got := tb.Model.Match().LostSeq(); got != 0 {
			t.Fatalf("sealed anew at seq %d", got)
		}
		tb.Press("hold")
		tb.Choose("pause.away")
		tb = again(t, tb)
	}
	tb.Choose("home.resume")
	tb.Press("hold")
	tb.Choose("pause.leave", "ask.yes")
	tb.Want("result.sealed")
	for key := range tb.Disk.Settings {
		if strings.HasPrefix(key, "brought:") {
			t.Errorf("%s outlives its match", key)
		}
	}
}

func TestAClockStandsWhereASecretWasLost(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.first", "@1", "clock.title", "clock.down 5", "setup.start")
	tb.Wait(5 * time.Second)
	tb.Choose("say.roll")
	loseSecrets(tb.Disk)
	used := tb.Model.Match().Times().Seats
	cut := again(t, tb)
	cut.Wait(time.Minute)
	cut.Press("ok")
	cut.Wait(time.Minute)
	cut.Want("■4:55")
	if got := cut.Model.Match().Times().Seats; !slices.Equal(got, used) {
		t.Errorf("used %v ms, want %v", got, used)
	}
	cut.Decide(string(cut.Model.Match().State().Legal()[0].At(0)))
	if got := cut.Model.Match().Times().Seats; !slices.Equal(got, used) {
		t.Errorf("after a decision used %v ms, want %v", got, used)
	}
}

// Whatever is played, taken back and cut off, and however often the card loses secrets:
// the device goes on, and all that it answers is right, or said to be past checking.
func TestAnyEveningOnACardThatLosesSecretsIsCheckedAsFarAsItCanBe(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tb := inSealedMice(t)
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			mt := tb.Model.Match()
			switch rapid.SampledFrom([]string{"decide", "decide", "decide", "decide", "undo", "redo", "cut", "lose"}).Draw(rt, "step") {
			case "decide":
				if legal := mt.State().Legal(); len(legal) > 0 {
					tb.Decide(string(rapid.SampledFrom(legal).Draw(rt, "says").At(0)))
				}
			case "undo":
				takeStep(t, tb, mt.Undo)
			case "redo":
				takeStep(t, tb, mt.Redo)
			case "lose":
				loseSecrets(tb.Disk)
				tb = again(t, tb)
			case "cut":
				tb = again(t, tb)
			}
			if tb.Model.Match().State().Turn() == games.Chance {
				rt.Fatalf("the device doesn't answer:\n%s", tb.Model.Match().Since(0))
			}
		}
		tell(t, tb, companion.Press{Key: panel.Back, Hold: true})
		mt := tb.Model.Match()
		opened, err := mt.Open(match.Stamp{}, onlyRecord(t, tb.Disk).Secret)
		if err != nil {
			rt.Fatal(err)
		}
		report, err := match.Verify(opened)
		lost := (*match.LostError)(nil)
		if err != nil && !errors.As(err, &lost) {
			rt.Fatalf("%v\n%s", err, opened.Since(0))
		}
		for _, o := range report.Outcomes {
			if o.By != match.Device || o.Lost != (o.Seq < mt.LostSeq()) {
				rt.Fatalf("%+v, the last secret was lost at %d", o, mt.LostSeq())
			}
		}
	})
}

// takeStep takes the step that is offered, if one is.
func takeStep(t *testing.T, tb *companiontest.Table, offer func() (match.Step, bool)) {
	t.Helper()
	if step, ok := offer(); ok {
		if got := replyOf(tb.Ask(companion.Keys, companion.Undo{Point: tb.Model.Point(), To: step.BackTo})); got.Refusal != "" {
			t.Fatalf("%+v is offered and refused: %+v", step, got)
		}
	}
}
