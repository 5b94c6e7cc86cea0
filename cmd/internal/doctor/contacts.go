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

// keyLines checks that the GPIO lines of the keys are free, and that no key's contact is closed.
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

// oneOf removes each finding whose text equals the text of the finding before it.
func oneOf(findings []Finding) []Finding {
	return slices.CompactFunc(findings, func(a, b Finding) bool { return a.Says == b.Says })
}

// moment is the duration of reading the keys.
const moment = 300 * time.Millisecond

// contacts reads the keys for a moment and returns findings about closed contacts. A closed contact
// is shorted, or its key is pressed.
func (s *System) contacts(o keys.Opts) []Finding {
	var fault error
	o.Edge = func(string, bool) {}
	o.Fault = func(err error) { fault = err }
	dev, err := s.Host.Keys(o)
	if err != nil {
		return found(s.find("keys", Bad, s.edit(0), "doctor.keys.error", strings.TrimPrefix(err.Error(), "keys: ")))
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
	return s.closedContacts(closed)
}

// closedContacts returns one finding per closed contact, or one positive finding if none is closed.
func (s *System) closedContacts(closed []string) (findings []Finding) {
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

// sign returns the sign of a key on the panel, or the name of the key if the key has no sign.
func sign(key string) string {
	return cmp.Or(map[string]string{"back": "◄", "up": "▲", "down": "▼", "ok": "●"}[key], key)
}
