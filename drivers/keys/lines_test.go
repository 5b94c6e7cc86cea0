package keys

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestProbeRefusesAWiringThatCannotWork(t *testing.T) {
	o := DefaultOpts()
	o.Keys[1].Line = "GPIO5"
	if err := Probe(o, nil); err == nil || err.Error() != "keys: line GPIO5 twice" {
		t.Errorf("got %v, want keys: line GPIO5 twice", err)
	}
}

func TestProbeGivesTheLinesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{plan: []instant{{levels: 1}}, start: time.Now()}
		if err := Probe(DefaultOpts(), w.request); err != nil || w.open != 0 {
			t.Errorf("%v, with %d requests open", err, w.open)
		}
		w.plan = []instant{{gone: true}}
		if err := Probe(DefaultOpts(), w.request); !errors.Is(err, errGone) {
			t.Errorf("without a chip: %v", err)
		}
	})
}
