package doctor

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"tabletop/cmd/internal/wiring"
	"tabletop/drivers/keys"
)

// keyLines looks whether the keys' lines are free, and no contact is closed.
func keyLines(s *System) []Finding {
	if len(s.keyLines()) == 0 || !s.usable() || len(sharedLines(s)) > 0 {
		return nil
	}
	o := wiring.KeyOpts(s.Config.Keys)
	err := s.Probe(o)
	if err == nil {
		return s.contacts(o)
	}
	var findings []Finding
	for _, l := range s.keyLines() {
		findings = append(findings, s.taken(l, o.Chip)...)
	}
	if len(findings) == 0 {
		return found(s.find("keys", Bad, "", "doctor.keys.error", reason(err)))
	}
	return oneOf(findings)
}

// oneOf leaves one finding of several that say the same.
func oneOf(findings []Finding) []Finding {
	return slices.CompactFunc(findings, func(a, b Finding) bool { return a.Says == b.Says })
}

// moment is how long the keys are listened to.
const moment = 300 * time.Millisecond

// contacts listens to the keys for a moment: a contact that is closed then is
// shorted, or somebody leans on the key.
func (s *System) contacts(o keys.Opts) []Finding {
	var fault error
	o.Edge = func(string, bool) {}
	o.Fault = func(err error) { fault = err }
	dev, err := s.Host.Keys(o)
	if err != nil {
		return found(s.find("keys", Bad, s.edit(0), "doctor.keys.error", reason(err)))
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = dev.Run(ctx) }()
	time.Sleep(moment)
	closed := dev.Stuck()
	stop()
	<-ended
	if fault != nil {
		return found(s.find("keys", Bad, "", "doctor.keys.error", reason(fault)))
	}
	return s.held(closed)
}

// held says which contacts are closed.
func (s *System) held(closed []string) (findings []Finding) {
	var free []string
	for _, l := range s.keyLines() {
		if slices.Contains(closed, l.key) {
			findings = append(findings, s.find(l.check, Bad, "", "doctor.key.closed", sign(l.key), s.place(l.name)))
		}
		free = append(free, sign(l.key)+" "+l.name)
	}
	if findings == nil {
		findings = found(s.find("keys", OK, "", "doctor.keys", strings.Join(free, ", ")))
	}
	return findings
}

// sign is how the panel calls a key.
func sign(key string) string {
	return cmp.Or(map[string]string{"back": "◄", "up": "▲", "down": "▼", "ok": "●"}[key], key)
}
