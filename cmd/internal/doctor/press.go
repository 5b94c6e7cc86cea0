package doctor

import (
	"context"
	"time"

	"tabletop/cmd/internal/wiring"
	"tabletop/drivers/keys"
)

func (s *System) keysNeed() []string {
	if len(s.keyLines()) == 0 {
		return nil
	}
	return []string{"gpio", "keys", "lines"}
}

// patient is how long a key is waited for.
const patient = 10 * time.Second

// listener hears what the keys tell.
type listener struct {
	pressed chan string
	failed  chan error
	right   map[string]bool // keys that came when they were asked for: they may come again
}

// tryKeys asks for each key, and for each way to turn the knob.
func tryKeys(ctx context.Context, s *System, h Hands) {
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

// offer sends unless that would wait.
func offer[T any](c chan T, v T) {
	select {
	case c <- v:
	default:
	}
}

func (s *System) askKeys(ctx context.Context, h Hands, o keys.Opts, l listener) {
	lines := map[string]string{}
	for _, k := range o.Keys {
		lines[k.Name] = k.Line
	}
	for _, k := range o.Keys {
		h.Tell(s.Words.Word("doctor.tell.key", sign(k.Name), s.place(k.Line)))
		f, again := s.heard(ctx, l, k.Name, lines)
		if h.Found(f); !again {
			return
		}
	}
	if o.Encoder.A != "" {
		clear(l.right)
		h.Found(s.askKnob(ctx, h, o.Encoder, l))
	}
}

// heard waits for a key, and says whether it, another one or none came. Again is
// false if there is no sense in asking for another.
func (s *System) heard(ctx context.Context, l listener, key string, lines map[string]string) (f Finding, again bool) {
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
	case lines[came] == "": // the knob did it
		return s.find(check, Bad, "", "doctor.key.other", sign(key), sign(came)), true
	default:
		return s.find(check, Bad, s.set("keys", key, `"`+lines[came]+`"`), "doctor.key.other", sign(key), sign(came)), true
	}
}

// askKnob asks for a turn each way.
func (s *System) askKnob(ctx context.Context, h Hands, e keys.Encoder, l listener) Finding {
	const check = "try.encoder"
	for _, way := range []struct{ word, key string }{{"left", e.Left}, {"right", e.Right}} {
		h.Tell(s.Words.Word("doctor.tell." + way.word))
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
		l.right[way.key] = true // one turn is often more than a detent
	}
	return s.find(check, OK, "", "doctor.encoder")
}

// wait waits for a key that hasn't come rightly before; "" if none comes. An error
// is that of the lines.
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
