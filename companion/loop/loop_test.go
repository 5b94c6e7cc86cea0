package loop

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/mice"
)

// disk is a Log in memory that can be slow or fail.
type disk struct {
	mu      sync.Mutex
	d       *companiontest.Disk
	delay   time.Duration
	damaged error
	renewed string
}

func (d *disk) Load(context.Context) (companion.Evening, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.d.Evening(), nil
}

func (d *disk) Keep(_ context.Context, k companion.Keep) error {
	time.Sleep(d.delay)
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.d.Keep(k)
}

func (d *disk) Check(context.Context) error { return d.damaged }

func (d *disk) Renew(time.Time) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.d = companiontest.NewDisk()
	return d.renewed, nil
}

// surface remembers what it was shown, and misbehaves as told.
type surface struct {
	mu     sync.Mutex
	shown  int
	last   []byte
	delay  time.Duration
	fails  error
	panics bool
	halted bool
}

func (s *surface) Show(data []byte, _ byte) error {
	time.Sleep(s.delay)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.panics {
		panic("the bus is on fire")
	}
	if s.fails != nil {
		return s.fails
	}
	s.shown++
	s.last = bytes.Clone(data)
	return nil
}

func (s *surface) Halt() error {
	s.halted = true
	return nil
}

func (s *surface) String() string { return "panel" }

func (s *surface) set(change func(*surface)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

func (s *surface) picture() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// rig is a loop with its surroundings, in a bubble of its own time.
type rig struct {
	*Loop
	disk  *disk
	panel *surface
	stop  context.CancelFunc
	ended chan error
	log   *bytes.Buffer
}

func newRig(t *testing.T, change func(*Config)) *rig {
	t.Helper()
	all := []games.Rules{mice.Rules{}, dice.Rules{}}
	artist, err := screen.For(all)
	if err != nil {
		t.Fatal(err)
	}
	model, err := companion.New(companion.Config{Games: all})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{disk: &disk{d: companiontest.NewDisk()}, panel: &surface{}, ended: make(chan error, 1), log: &bytes.Buffer{}}
	cfg := Config{
		Model: model, Log: r.disk, Draw: artist.Draw, Panels: []Surface{r.panel},
		Random: bytes.NewReader(bytes.Repeat([]byte{7}, 4096)), Logger: slog.New(slog.NewTextHandler(r.log, nil)),
	}
	if change != nil {
		change(&cfg)
	}
	r.Loop = New(cfg)
	ctx, stop := context.WithCancel(t.Context())
	r.stop = stop
	go func() { r.ended <- r.Run(ctx) }()
	synctest.Wait()
	return r
}

func (r *rig) press(t *testing.T, keys ...companion.Key) int {
	t.Helper()
	seq := 0
	for _, k := range keys {
		var err error
		if seq, err = r.Press(t.Context(), companion.Press{Key: k}); err != nil {
			t.Fatal(err)
		}
	}
	return seq
}

// intoMatch presses ok until a match is on the panel.
func (r *rig) intoMatch(t *testing.T) {
	t.Helper()
	r.press(t, companion.OK, companion.OK, companion.OK, companion.OK, companion.OK, companion.OK, companion.OK)
	if r.Now().Match.IsZero() {
		t.Fatal("seven presses of ok led into no match")
	}
}

func (r *rig) end(t *testing.T) {
	t.Helper()
	r.stop()
	if err := <-r.ended; err != nil {
		t.Errorf("the loop ended with %v", err)
	}
}

func TestAPressIsAnsweredWhenAllIsKeptAndDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, func(c *Config) {
			c.Log.(*disk).delay, c.Panels[0].(*surface).delay = 30*time.Millisecond, 98*time.Millisecond
		})
		r.intoMatch(t)
		seq := r.press(t, companion.OK)
		frame := r.Now().Frame
		if !bytes.Equal(r.panel.picture(), frame.OLED[:]) {
			t.Error("the press was answered before its picture was drawn")
		}
		if seq != r.Now().Match.Seq() {
			t.Errorf("answered with seq %d, the match is at %d", seq, r.Now().Match.Seq())
		}
		r.end(t)
		if !r.panel.halted {
			t.Error("the panel was not halted at the end")
		}
	})
}

func TestASlowPanelDelaysNoKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.panel.set(func(s *surface) { s.delay = time.Second })
		began := time.Now()
		for range 20 {
			r.Tell(t.Context(), companion.Press{Key: companion.Down})
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("twenty keys took %v beside a slow panel, want none of its time", took)
		}
		time.Sleep(3 * time.Second)
		if frame := r.Now().Frame; !bytes.Equal(r.panel.picture(), frame.OLED[:]) {
			t.Error("the panel does not end on the latest picture")
		}
		if r.panel.shown > 5 {
			t.Errorf("%d pictures went to a panel that can draw 4 in that time", r.panel.shown)
		}
		r.end(t)
	})
}

func TestAPanelThatFailsOrPanicsIsSaidOnceAndComesBack(t *testing.T) {
	for name, break_ := range map[string]func(*surface){
		"fails":  func(s *surface) { s.fails = errors.New("remote I/O error") },
		"panics": func(s *surface) { s.panics = true },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, nil)
				r.intoMatch(t)
				seq := r.Now().Match.Seq()
				r.panel.set(break_)
				r.Tell(t.Context(), companion.Press{Key: companion.Down})
				time.Sleep(time.Minute + time.Second)
				r.panel.set(func(s *surface) { s.fails, s.panics = nil, false })
				time.Sleep(45 * time.Second) // not when the picture shifts
				if frame := r.Now().Frame; !bytes.Equal(r.panel.picture(), frame.OLED[:]) {
					t.Error("the panel came back with an old picture")
				}
				if got := r.Now().Match.Seq(); got != seq {
					t.Errorf("the match moved from %d to %d", seq, got)
				}
				r.end(t)
				if n := bytes.Count(r.log.Bytes(), []byte("surface failed")); n != 1 {
					t.Errorf("a dying panel was said %d times, want once", n)
				}
			})
		})
	}
}

// noisy is a surface on long wires.
type noisy struct {
	surface
	refreshed atomic.Int32
}

func (n *noisy) Refresh() error {
	n.refreshed.Add(1)
	return nil
}

func TestASurfaceOnNoisyWiresIsRefreshedEveryMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lamps := &noisy{}
		r := newRig(t, func(c *Config) { c.Lamps = []Surface{lamps} })
		time.Sleep(5*time.Minute + time.Second)
		if got := lamps.refreshed.Load(); got != 5 {
			t.Errorf("refreshed %d times in five minutes, want 5", got)
		}
		r.end(t)
	})
}

func TestAPanicInTheCoreLeavesTheMatchAsItWas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var explode atomic.Bool
		r := newRig(t, func(c *Config) {
			draw := c.Draw
			c.Draw = func(v companion.View) screen.Frame {
				if explode.CompareAndSwap(true, false) {
					panic("a bug")
				}
				return draw(v)
			}
		})
		r.intoMatch(t)
		before := r.Now().Match.State().String()
		explode.Store(true)
		if _, err := r.Press(t.Context(), companion.Press{Key: companion.Back}); !errors.Is(err, ErrStopped) {
			t.Errorf("the press that met the panic got %v, want %v", err, ErrStopped)
		}
		time.Sleep(time.Second)
		if got := r.Now().Match; got.IsZero() || got.State().String() != before {
			t.Error("after a panic the match is not what it was")
		}
		r.press(t, companion.OK)
		r.end(t)
	})
}

func TestADamagedDatabaseIsSetAsideAndTheMatchWrittenToANewOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{d: companiontest.NewDisk(), damaged: errors.New("malformed"), renewed: "companion-2026.broken"}
		tb := companiontest.OnDisk(t, d.d, mice.Rules{}, dice.Rules{})
		tb.Times(8, "ok")
		want := tb.Model.Match().Seq()
		r := newRig(t, func(c *Config) { c.Log = d })
		time.Sleep(time.Second)
		if got := len(d.d.Records); got != 1 {
			t.Fatalf("the new database holds %d matches, want 1", got)
		}
		for _, rec := range d.d.Records {
			if got := bytes.Count([]byte(rec.Lines), []byte("\n")); got != want || rec.Secret == "" {
				t.Errorf("the new database holds %d facts and secret %q, want %d and its secret", got, rec.Secret, want)
			}
		}
		r.end(t)
	})
}

func TestStaleDecisionsAreToldSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.intoMatch(t)
		seq := r.Now().Match.Seq()
		a, err := r.Decide(t.Context(), "roll", seq-1)
		if err != nil || !a.Stale || a.Seq != seq {
			t.Errorf("an old decision got %+v, %v", a, err)
		}
		a, err = r.Decide(t.Context(), "fly", seq)
		if err != nil || a.Stale || a.Refusal == "" {
			t.Errorf("an illegal decision got %+v, %v", a, err)
		}
		a, err = r.Decide(t.Context(), "roll", seq)
		if err != nil || a.Refusal != "" || a.Seq <= seq {
			t.Errorf("a legal decision got %+v, %v", a, err)
		}
		r.end(t)
	})
}

func TestWhatComesFromElsewhereIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.press(t, companion.OK)
		first := r.Now()
		draft := `{"game":"mice","names":["Аня","Боря"],"first":1,"luck":"table"}`
		for _, step := range []struct {
			do      func() (Answer, error)
			seq     int
			refused bool
		}{
			{func() (Answer, error) { return r.SetUp(t.Context(), "{}", true) }, 0, true},
			{func() (Answer, error) { return r.SetUp(t.Context(), draft, false) }, 0, false},
			{func() (Answer, error) { return r.Choose(t.Context(), "cups", `["d8"]`) }, 0, false},
			{func() (Answer, error) { return r.Choose(t.Context(), "language", "en") }, 0, true},
			{func() (Answer, error) { return r.SetUp(t.Context(), draft, true) }, 1, false},
			{func() (Answer, error) { return r.Decide(t.Context(), "roll", 1) }, 2, false},
			{func() (Answer, error) { return r.Revise(t.Context(), 1, 2) }, 3, false},
			{func() (Answer, error) { return r.Overrule(t.Context(), "turn 2", "house", 3) }, 4, false},
		} {
			a, err := step.do()
			if err != nil || a.Seq != step.seq || (a.Refusal != "") != step.refused || a.Stale {
				t.Fatalf("%+v, %v; want seq %d, refused: %v", a, err, step.seq, step.refused)
			}
		}
		for _, ask := range []func() (Answer, error){
			func() (Answer, error) { return r.Revise(t.Context(), 1, 3) },
			func() (Answer, error) { return r.Overrule(t.Context(), "turn 1", "", 3) },
		} {
			if a, err := ask(); err != nil || !a.Stale || a.Seq != 4 {
				t.Errorf("what saw an older match: %+v, %v", a, err)
			}
		}
		now := r.Now()
		if got := now.Offer.Settings["cups"]; got != `["d8"]` || len(now.Offer.Open) != 1 || len(first.Offer.Settings) != 0 {
			t.Errorf("offered %+v, at first %+v", now.Offer, first.Offer)
		}
		if got := now.Words(words.English, "mice").Word("title"); got != "Catch the Mice!" {
			t.Errorf("in English it is %q", got)
		}
		r.end(t)
	})
}

func TestASettingThatNoScreenShowsIsOfferedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.press(t, companion.OK)
		before := r.Now()
		if a, err := r.Choose(t.Context(), "cups", `["d8"]`); err != nil || a.Refusal != "" {
			t.Fatal(a, err)
		}
		select {
		case <-before.Next:
		default:
			t.Error("nobody is told that there is something new")
		}
		if got := r.Now().Offer.Settings["cups"]; got != `["d8"]` {
			t.Errorf("offered: %q", got)
		}
		r.end(t)
	})
}
