package doctor

import (
	"context"
	"time"

	"tabletop/cmd/internal/wiring"
	"tabletop/drivers/keys"
)

// keysNeed returns the names of the checks that must pass before keys are tried.
func (s *System) keysNeed() []string {
	if len(s.keyLines()) == 0 {
		return nil
	}
	return []string{"gpio", "keys", "lines"}
}

// patient is the maximum time to wait for a key.
const patient = 10 * time.Second

// listener receives the events of the keys.
type listener struct {
	pressed chan string
	failed  chan error
	right   map[string]bool // keys already pressed on request; their repeats are ignored
}

// tryKeys asks the person to press each key, and to turn the knob in each direction.
func tryKeys(ctx context.Context, s *System, h Callbacks) {
	o := wiring.KeyOpts(s.Config.Keys)
	l := listener{make(chan string, 64), make(chan error, 1), map[string]bool{}}
	o.Edge = func(key string, down bool) {
		if down {
			offer(l.pressed, key)
		}
	}
	o.Fault = func(err error) {
		if err != nil {
			offer(l.failed, err)
		}
	}
	dev, err := s.Host.Keys(o)
	if err != nil {
		h.Found(s.find("try.keys", Bad, s.edit(0), "doctor.keys.error", reason(err)))
		return
	}
	reading, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { defer close(ended); _ = dev.Run(reading) }()
	defer func() { stop(); <-ended }()
	s.askKeys(ctx, h, o, l)
}

// offer sends v unless the channel is full.
func offer[T any](c chan T, v T) {
	select {
	case c <- v:
	default:
	}
}

// askKeys asks the person to press each key in turn, and then to turn the knob.
func (s *System) askKeys(ctx context.Context, h Callbacks, o keys.Opts, l listener) {
	lines := map[string]string{}
	for _, k := range o.Keys {
		lines[k.Name] = k.Line
	}
	for _, k := range o.Keys {
		h.Print(s.Words.Word("doctor.tell.key", sign(k.Name), s.place(k.Line)))
		f, again := s.pressed(ctx, l, k.Name, lines)
		if h.Found(f); !again {
			return
		}
	}
	if o.Encoder.A != "" {
		clear(l.right)
		h.Found(s.askKnob(ctx, h, o.Encoder, l))
	}
}

// pressed waits for a key and returns the finding: the person pressed the requested key, another
// key, or none. again is false if requesting further keys is useless.
func (s *System) pressed(ctx context.Context, l listener, key string, lines map[string]string) (f Finding, again bool) {
	check := "try." + key
	switch came, err := l.wait(ctx); {
	case err != nil:
		return s.find(check, Bad, "", "doctor.keys.error", reason(err)), false
	case ctx.Err() != nil:
		return s.find(check, Absent, "", "doctor.try.unanswered", sign(key)), false
	case came == "":
		return s.find(check, Bad, "", "doctor.key.silent", sign(key), s.place(lines[key])), true
	case came == key:
		l.right[key] = true
		return s.find(check, OK, "", "doctor.key.came", sign(key)), true
	case lines[came] == "": // the event came from the knob
		return s.find(check, Bad, "", "doctor.key.other", sign(key), sign(came)), true
	default:
		return s.find(check, Bad, s.set("keys", key, `"`+lines[came]+`"`), "doctor.key.other", sign(key), sign(came)), true
	}
}

// askKnob asks the person to turn the knob to the left and to the right.
func (s *System) askKnob(ctx context.Context, h Callbacks, e keys.Encoder, l listener) Finding {
	const check = "try.encoder"
	for _, way := range []struct{ word, key string }{{"left", e.Left}, {"right", e.Right}} {
		h.Print(s.Words.Word("doctor.tell." + way.word))
		switch came, err := l.wait(ctx); {
		case err != nil:
			return s.find(check, Bad, "", "doctor.keys.error", reason(err))
		case ctx.Err() != nil:
			return s.find(check, Absent, "", "doctor.try.unanswered", "#doctor.part.encoder")
		case came == "":
			return s.find(check, Bad, "", "doctor.encoder.silent", s.place(e.A), s.place(e.B))
		case came != way.key:
			mend := s.set("keys", "encoder_a", `"`+e.B+`"`, "encoder_b", `"`+e.A+`"`)
			return s.find(check, Bad, mend, "doctor.encoder.back")
		}
		l.right[way.key] = true // one turn often gives more than one event
	}
	return s.find(check, OK, "", "doctor.encoder")
}

// wait returns the next pressed key that is not in right. It returns "" if no such key is pressed
// in time, and an error if the GPIO lines fail.
func (l listener) wait(ctx context.Context) (key string, err error) {
	end := time.After(patient)
	for {
		select {
		case key := <-l.pressed:
			if !l.right[key] {
				return key, nil
			}
		case err := <-l.failed:
			return "", err
		case <-end:
			return "", nil
		case <-ctx.Done():
			return "", nil
		}
	}
}
