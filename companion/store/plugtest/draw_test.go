package plugtest

import (
	"slices"
	"testing"
)

func TestASeedDrawsTheSamePointsEachTimeAndNoneTwice(t *testing.T) {
	if one, two := drawPoints(7, 20, 800), drawPoints(7, 20, 800); !slices.Equal(one, two) {
		t.Errorf("a seed draws %v, then %v", one, two)
	}
	if one, two := drawPoints(7, 20, 800), drawPoints(8, 20, 800); slices.Equal(one, two) {
		t.Errorf("two seeds draw the same: %v", one)
	}
	all := drawPoints(7, 800, 800)
	for i, n := range all {
		if n != i+1 {
			t.Fatalf("all are %v", all)
		}
	}
}

// A call that is cut in two by another thread's is one.
func TestTheCallsOfTheBusiestThreadAreFound(t *testing.T) {
	trace := `12 fsync(3) = 0
12 pwrite64(3, "x", 1, 0 <unfinished ...>
13 fsync(4) = 0
12 <... pwrite64 resumed>) = 1
12 --- SIGURG {si_signo=SIGURG, si_code=SI_TKILL, si_pid=12, si_uid=0} ---
12 fsync(3) = 0
12 +++ exited with 0 +++
`
	if got, want := callsIn(trace), []string{"fsync", "pwrite64", "fsync"}; !slices.Equal(got, want) {
		t.Errorf("calls %q, want %q", got, want)
	}
}
