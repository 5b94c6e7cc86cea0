package audit_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/companion/club/mask"
	"tabletop/companion/club/wire"
)

// FuzzCheck checks whatever a box may tell: it is refused with a reason, or it is worth the
// same when it is read back, and when nobody is named in it.
func FuzzCheck(f *testing.F) {
	m := audittest.Play(f, audittest.Begin(f, known, "mice", "Аня", "Боря"), 1)
	full := m.UpTo(m.Seq())
	lines := strings.SplitAfter(full, "\n")
	f.Add(full)
	f.Add(strings.Join(lines[:9], "") + `{"kind":"undone","back_to":4}`)
	f.Add(strings.Join(lines[:9], "") + `{"kind":"sealed","seal":"` + audittest.Secret(1).Seal() + `","lost":true}`)
	f.Add(full + `{"kind":"sealed","seal":"` + audittest.Secret(1).Seal() + `"}` + "\n" + `{"kind":"stirred","says":"у Ани"}`)
	f.Add(`{"kind":"started","game":"score","seats":["а","б"],"options":{"categories":"x,а"}}` + "\n" + `{"kind":"seated","seat":1,"says":"в"}`)
	f.Fuzz(func(t *testing.T, lines string) {
		v, err := audit.Check(wire.Record{Match: "m", Lines: lines}, known)
		if fault := (*audit.Fault)(nil); err != nil {
			if !errors.As(err, &fault) || fault.Reason == "" {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		again, err := audit.Check(wire.Record{Match: "m", Lines: v.Lines}, known)
		if err != nil || !reflect.DeepEqual(again, v) || audit.Compare(v.Lines, v.Lines) != audit.Same {
			t.Fatalf("read back: %+v, %v\nwas %+v", again, err, v)
		}
		maskedAlike(t, v)
	})
}

// maskedAlike masks all names and finds the match worth the same, but for its luck.
func maskedAlike(t *testing.T, v audit.Verdict) {
	names, err := mask.Names(v.Lines, func(string) bool { return false }, "Player")
	if err != nil {
		t.Fatal(err)
	}
	lines, err := mask.Lines(v.Lines, names)
	if errors.Is(err, mask.ErrHolds) {
		return
	}
	got, checked := audit.Check(wire.Record{Match: "m", Lines: lines}, known)
	if err != nil || checked != nil {
		t.Fatalf("masked: %v, %v\n%s", err, checked, lines)
	}
	if r := audit.Compare(v.Lines, lines); r != audit.Same && r != audit.Less {
		t.Errorf("the masked record stands to the other as %d", r)
	}
	for i, s := range got.Seats {
		want := v.Seats[i]
		if other, ok := names[want.Name]; ok {
			want.Name = other
		}
		if s != want {
			t.Errorf("seat %d is %+v, want %+v", i+1, s, want)
		}
	}
	if got.Over != v.Over || got.Unrated != v.Unrated || got.Hints != v.Hints || got.Options != v.Options {
		t.Errorf("masked it is %+v, was %+v", got, v)
	}
}
