package cardtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// counter is a program that counts in a file "a", of one sector of digits, and answers
// with the number: how it does so is told by one letter each, n for the next number, s for
// a sync, a for the answer.
func counter(program string) Recording {
	rec := Recording{Before: map[string][]byte{"a": sectors("0")}}
	number := byte('0')
	for _, step := range []byte(program) {
		switch step {
		case 'n':
			number++
			rec.Ops = append(rec.Ops, put("a", string(number), 0))
		case 's':
			rec.Ops = append(rec.Ops, Op{Kind: Sync, Name: "a", Began: len(rec.Ops)})
		case 'a':
			rec.Ops = append(rec.Ops, Op{Kind: Answer, Data: []byte{number}})
		}
	}
	return rec
}

// digits opens what a counter left.
func digits(dir string) (string, error) {
	content, err := os.ReadFile(filepath.Join(dir, "a"))
	if err == nil && len(content) != sector {
		err = fmt.Errorf("%d bytes", len(content))
	}
	if err == nil && strings.Contains(letters(content), "?") {
		err = errors.New("torn")
	}
	return letters(content), err
}

func counted(t *testing.T, program string, open Open) *Replay {
	t.Helper()
	r, err := New(counter(program), Folder(t), open)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// whole are the policies that tear no sector.
func whole(f Fault) bool { return f.Policy != Torn && f.Policy != Garbage }

// lost are the faults of a run, those of torn sectors left out.
func lost(r *Replay, p Plan) (lost []string) {
	for _, f := range r.Run(p).Faults {
		if whole(f) {
			lost = append(lost, f.String())
		}
	}
	return lost
}

func TestAProgramThatSyncsBeforeItAnswersLosesNothing(t *testing.T) {
	r := counted(t, "nsansansa", digits)
	if got := lost(r, Plan{Cuts: 300}); got != nil {
		t.Errorf("%d cuts lose something, as %s", len(got), got[0])
	}
	if got := r.States(); got != 4 || r.State(3) != "3" {
		t.Errorf("%d states, the last %q", got, r.State(got-1))
	}
	if got := fmt.Sprint(r.Steps(), r.Answers()); got != "[1 1 1] [1 2 3]" {
		t.Errorf("the answers are %s", got)
	}
}

func TestAProgramThatDoesNotIsFoundOut(t *testing.T) {
	for _, program := range []string{"na", "nas", "nsana", "nanas", "nsansanna"} {
		if lost(counted(t, program, digits), Plan{}) == nil {
			t.Errorf("%q passes", program)
		}
	}
}

func TestAnAnswerThatClaimsWhatComesLaterIsFoundOut(t *testing.T) {
	r := counted(t, "ansns", digits)
	if got := lost(r, Plan{Cuts: 300}); got != nil {
		t.Fatalf("%d cuts lose something, as %s", len(got), got[0])
	}
	if err := r.Claim(0, func(holds string) bool { return holds >= "1" }); err != nil {
		t.Fatal(err)
	}
	if lost(r, Plan{}) == nil {
		t.Error("an answer that came before its sync passes")
	}
	if err := r.Claim(0, func(holds string) bool { return holds == "7" }); err == nil {
		t.Error("what never was may be claimed")
	}
}

func TestTheRestOfAnAnswerPromisesNothingMore(t *testing.T) {
	r := counted(t, "nsana", digits)
	if lost(r, Plan{}) == nil {
		t.Fatal("an answer that came before its sync passes")
	}
	r.Continues(1)
	if got := lost(r, Plan{Cuts: 300}); got != nil {
		t.Errorf("%d cuts lose something, as %s", len(got), got[0])
	}
}

func TestEverySyncThatIsLeftOutIsMissed(t *testing.T) {
	r := counted(t, "nsasnsansa", digits)
	for _, f := range r.Flushes() {
		if missed := r.Without(f, 0) != nil; missed != (f.Reason == "") || f.Reason != "" && f.Reason != Idle {
			t.Errorf("that sync %d is left out is found: %v; why not: %q", f.Op, missed, f.Reason)
		}
	}
}

func TestAnswersThatComeEarlierAreFoundOut(t *testing.T) {
	if lost(counted(t, "nsansansa", digits), Plan{Early: true}) == nil {
		t.Error("no cut shows it")
	}
}

func TestATornWriteOfAProgramThatCannotBearItIsFoundOut(t *testing.T) {
	r := counted(t, "nsansansa", digits)
	torn := 0
	for _, f := range r.Run(Plan{Cuts: 500}).Faults {
		if !whole(f) && f.Err.Error() == "torn" {
			torn++
		}
	}
	if torn == 0 {
		t.Error("no cut tears a sector")
	}
}

func TestAnImageThatIsKnownIsNotOpenedAgain(t *testing.T) {
	var opened atomic.Int64
	r := counted(t, "nsansansa", func(dir string) (string, error) {
		opened.Add(1)
		return digits(dir)
	})
	for _, fresh := range []bool{true, false} {
		before := opened.Load()
		tally := r.Run(Plan{Cuts: 1000})
		cuts, images := 0, 0
		for _, p := range Policies {
			cuts, images = cuts+tally.Cuts[p], images+tally.Images[p]
		}
		if new := int(opened.Load() - before); cuts < 1000 || images > new || (images > 0) != fresh || (new > 0) != fresh {
			t.Errorf("%d cuts, %d images, %d opened", cuts, images, new)
		}
	}
}

// Few places are others with another draw, and few cuts go to all policies.
func TestSomeOfThePlacesAreDrawn(t *testing.T) {
	r := counted(t, "n"+strings.Repeat("a", 89), digits)
	p := Plan{From: 5, To: 85, Places: 20, Draw: 1}
	places := p.places()
	if again := p.places(); len(places) != 20 || !slices.IsSorted(places) || places[0] < 5 || places[19] > 85 || !slices.Equal(places, again) {
		t.Errorf("drawn are %v, then %v", places, again)
	}
	if p.Draw = 2; slices.Equal(places, p.places()) {
		t.Error("another draw has the same places")
	}
	p.Cuts = 120
	tally := r.Run(p)
	all := 0
	for _, policy := range Policies {
		if tally.Cuts[policy] == 0 {
			t.Errorf("no cut of policy %s", policy)
		}
		all += tally.Cuts[policy]
	}
	if all != 120 || tally.Cuts[All] != 20 {
		t.Errorf("%d cuts, at %d places", all, tally.Cuts[All])
	}
}

func TestTheSameCutLeavesTheSame(t *testing.T) {
	a, b := counted(t, "nsanasa", digits), counted(t, "nsanasa", digits)
	if x, y := fmt.Sprint(a.Run(Plan{Cuts: 200}).Faults), fmt.Sprint(b.Run(Plan{Cuts: 200}).Faults); x != y || x == "[]" {
		t.Errorf("first\n%.300s\nthen\n%.300s", x, y)
	}
}

func TestWhatACutLeavesCanBeGoneOnFrom(t *testing.T) {
	rec := counter("nsansa")
	for _, tt := range []struct {
		cut  Cut
		want string
	}{
		{Cut{At: 0, Policy: All}, "a:0"},
		{Cut{At: 4, Policy: Nothing}, "a:1"},
		{Cut{At: 4, Policy: All}, "a:2"},
		{Cut{At: 5, Policy: Nothing}, "a:2"},
	} {
		if got := drawn(rec.Contents(tt.cut)); got != tt.want {
			t.Errorf("%v leaves %s, want %s", tt.cut, got, tt.want)
		}
	}
}

func TestARecordingThatIsUnsoundWithoutAnyLossIsAnError(t *testing.T) {
	_, err := New(counter("nsa"), Folder(t), func(string) (string, error) { return "", errors.New("it never opens") })
	if err == nil || !strings.Contains(err.Error(), "it never opens") {
		t.Errorf("New = %v", err)
	}
}
