package club

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// config is a part of the config on which retained messages depend.
type config struct {
	name  string
	tell  Tell
	house string
	keys  bool
}

// configs returns each set of published messages with each topic prefix of Home Assistant, with and
// without keys. Short tests use only the configs with keys.
func configs() (all []config) {
	for tell, of := range map[string]Tell{
		"all": everything, "nothing": {}, "state": {State: true}, "moments": {Moments: true}, "records": {Records: true, Names: true},
	} {
		for _, house := range []string{"", "homeassistant", "a/b"} {
			for _, keys := range []bool{true, false} {
				if testing.Short() && !keys {
					continue
				}
				all = append(all, config{fmt.Sprintf("%s, %q, keys %t", tell, house, keys), of, house, keys})
			}
		}
	}
	slices.SortFunc(all, func(a, b config) int { return strings.Compare(a.name, b.name) })
	return all
}

// take sets the config of the next start of the box.
func (e *evening) take(c config) { e.opts.Tell, e.opts.House, e.opts.Keys = c.tell, c.house, c.keys }

// change starts the box again with another config, and waits until nothing more is due.
func (e *evening) change(c config) {
	e.t.Helper()
	e.stop()
	e.take(c)
	e.begin()
	e.wait(5 * time.Second)
}

// retained returns the topics of all retained messages, with what Home Assistant is told.
func (e *evening) retained() map[string]string {
	all := map[string]string{}
	for topic, p := range e.server.Topics.Retained.GetAll() {
		switch {
		case strings.HasPrefix(topic, "$SYS/"): // of the broker itself
		case strings.HasSuffix(topic, "/config"):
			all[topic] = string(p.Payload)
		default:
			all[topic] = ""
		}
	}
	return all
}

// TestNothingRetainedIsLeftByAChangeOfTheConfig lets a box run with each config after each other, at
// one broker. Whatever was retained before, the broker then retains what a new box would publish.
func TestNothingRetainedIsLeftByAChangeOfTheConfig(t *testing.T) {
	t.Parallel()
	all, fresh := configs(), map[string]map[string]string{}
	for _, c := range all {
		played(t, nil, func(e *evening) { e.take(c) }, func(_ *testing.T, e *evening) {
			e.wait(5 * time.Second)
			fresh[c.name] = e.retained()
		})
	}
	for i, from := range all {
		played(t, nil, func(e *evening) { e.take(from) }, func(t *testing.T, e *evening) {
			for _, to := range all[i+1:] {
				for _, c := range []config{to, from} {
					if e.change(c); !maps.Equal(e.retained(), fresh[c.name]) {
						t.Errorf("%s, with %s before or after it, retains\n%q, want\n%q", c.name, to.name, e.retained(), fresh[c.name])
					}
				}
			}
		})
	}
	if n := len(fresh["all, \"a/b\", keys true"]); n != 3 {
		t.Errorf("a box that tells all retains %d messages, want its status, its state and its description", n)
	}
}
