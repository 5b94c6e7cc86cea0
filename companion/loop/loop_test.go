package loop

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
	"tabletop/companion/history"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
	"tabletop/companion/words/wordstest"
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
	lost    []companion.Damage
	renewed string
}

func (d *disk) Load(context.Context) (companion.Evening, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.d.Evening(), nil
}

func (d *disk) Match(_ context.Context, id string) (companion.Loaded, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.d.Load(id, games.Of(mice.Rules{}, dice.Rules{}))
	return l, l.Err
}

func (d *disk) Keep(_ context.Context, k companion.Keep) error {
	waittest.Pass(d.delay)
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.d.Keep(k)
}

func (d *disk) Check(context.Context) ([]companion.Damage, error) { return d.lost, d.damaged }

func (d *disk) Renew(time.Time) (companion.Rescue, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.d = companiontest.NewDisk().Knows("mice")
	return companion.Rescue{Aside: d.renewed}, nil
}

// surface remembers what it was shown, and misbehaves as told.
type surface struct {
	mu     sync.Mutex
	shown  int
	last   []byte
	level  byte
	delay  time.Duration
	fails  error
	panics bool
	halted bool
	seen   func() // told of each picture, if set
}

func (s *surface) Show(data []byte, level byte) error {
	waittest.Pass(s.delay)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.panics {
		panic("the bus is on fire")
	}
	if s.fails != nil {
		return s.fails
	}
	s.shown++
	s.last, s.level = bytes.Clone(data), level
	if s.seen != nil {
		s.seen()
	}
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

func (s *surface) brightness() byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.level
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
	artist, err := screen.For(games.Of(all...))
	if err != nil {
		t.Fatal(err)
	}
	model, err := companion.New(companion.Config{Games: games.Of(all...)})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{disk: &disk{d: companiontest.NewDisk().Knows("mice")}, panel: &surface{}, ended: make(chan error, 1), log: &bytes.Buffer{}}
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

func (r *rig) press(t *testing.T, keys ...panel.Key) int {
	t.Helper()
	seq := 0
	for _, k := range keys {
		a, err := r.Do(t.Context(), companion.Keys, companion.Press{Key: k})
		if err != nil {
			t.Fatal(err)
		}
		seq = a.Seq
	}
	return seq
}

// cursor is the text of the item that ok acts on.
func (r *rig) cursor() string {
	for _, row := range r.Now().View.Rows {
		if row.Mark == panel.Cursor {
			return row.Text
		}
	}
	return ""
}

// text is that of an item of [wordstest.Texts].
func (r *rig) text(t *testing.T, item string) string {
	t.Helper()
	texts := wordstest.TextsOf(words.Russian, games.Of(mice.Rules{}, dice.Rules{}))
	if mt := r.Now().Match; !mt.IsZero() {
		texts = texts.In(mt.Rules().Name(), mt.Names())
	}
	text, err := texts.Text(item)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// choose moves to a row that begins with the text of each item in turn, and takes it.
func (r *rig) choose(t *testing.T, items ...string) {
	t.Helper()
	for _, item := range items {
		text := r.text(t, item)
		for range 20 {
			if wordstest.Begins(r.cursor(), text) {
				break
			}
			r.press(t, panel.Down)
		}
		if !wordstest.Begins(r.cursor(), text) {
			t.Fatalf("no row begins with %s (%q) on %q, %v", item, text, r.Now().View.Title, r.Now().View.Rows)
		}
		r.press(t, panel.OK)
	}
}

// intoMatch leads from the first start into a match of two.
func (r *rig) intoMatch(t *testing.T) {
	t.Helper()
	r.choose(t, "language.name", "mice:title", "setup.start")
	if _, err := r.Do(t.Context(), companion.Keys, companion.WaitSettled{}); err != nil {
		t.Fatal(err)
	}
	if r.Now().Match.IsZero() {
		t.Fatal("there is no match on the panel")
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
		seq := r.press(t, panel.OK)
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
			r.Post(t.Context(), companion.Keys, companion.Press{Key: panel.Down})
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
				r.Post(t.Context(), companion.Keys, companion.Press{Key: panel.Down})
				began := time.Now()
				time.Sleep(time.Minute + time.Second)
				if panels, lamps := r.Silence(); panels.Before(began) || panels.After(time.Now()) || !lamps.IsZero() {
					t.Errorf("silent since %v and %v, want after %v and never", panels, lamps, began)
				}
				r.panel.set(func(s *surface) { s.fails, s.panics = nil, false })
				time.Sleep(45 * time.Second) // not when the picture shifts
				if panels, _ := r.Silence(); !panels.IsZero() {
					t.Errorf("back, but silent since %v", panels)
				}
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

func TestTheTableIsToldOfAPanelAsLongAsItStaysAwayNotOfOneThatComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.press(t, panel.OK)
		for _, tt := range []struct {
			away time.Duration
			told bool
		}{{5 * time.Second, false}, {9 * time.Second, true}} {
			r.panel.set(func(s *surface) { s.fails = fs.ErrPermission })
			r.Post(t.Context(), companion.Keys, companion.Press{Key: panel.Down})
			time.Sleep(tt.away)
			if told := r.Now().View.Kind == panel.KindMessage; told != tt.told {
				t.Errorf("after %v the table is told: %v", tt.away, told)
			}
			r.panel.set(func(s *surface) { s.fails = nil })
			time.Sleep(10 * time.Second)
			if r.Now().View.Kind == panel.KindMessage {
				t.Errorf("the panel is back, and still tells that it was away for %v", tt.away)
			}
		}
		r.end(t)
	})
}

func TestPanelAndLampsShineAsBrightAsTheTableWantsAndLampsLessByNight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lamps := &surface{}
		r := newRig(t, func(c *Config) { c.Lamps = []Surface{lamps} })
		r.choose(t, "language.name", "home.more", "home.settings")
		for time.Now().Hour() != 12 {
			time.Sleep(time.Hour)
		}
		bright := []byte{207, 96, 32}
		shine := func(what string, oled, lamp byte) {
			t.Helper()
			r.press(t, panel.Up)
			if r.panel.brightness() != oled || lamps.brightness() != lamp {
				t.Errorf("%s panel and lamps shine %d and %d, want %d and %d", what, r.panel.brightness(), lamps.brightness(), oled, lamp)
			}
		}
		for _, level := range bright {
			shine("by day", level, level)
			r.choose(t, "settings.level")
			r.press(t, panel.Down, panel.OK) // full, medium, low and full again
		}
		time.Sleep(11 * time.Hour)
		r.press(t, panel.Up) // it wakes
		shine("by night", 207, 96)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if r.panel.brightness() != 16 || lamps.brightness() != 10 {
			t.Errorf("dimmed by night they shine %d and %d, want 16 and 10", r.panel.brightness(), lamps.brightness())
		}
		r.end(t)
	})
}

func TestPagesHearOfAnotherDayThoughNobodyTouchesAKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		day := func() int {
			year, month, day := time.Now().Date()
			return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
		}
		time.Sleep(90 * time.Second)
		synctest.Wait()
		if got := r.Now().Day; got != day() {
			t.Errorf("the day is %d, want %d", got, day())
		}
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		if got := r.Now().Day; got != day() {
			t.Errorf("a day later it is %d, want %d", got, day())
		}
		r.end(t)
	})
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

// either is a panel whose chip isn't known.
type either struct {
	surface
	taken panel.Chip   // as it was told last
	as    []panel.Chip // and at each picture
}

func (e *either) Choose(c panel.Chip) { e.taken = c }

func (e *either) Show(data []byte, level byte) error {
	err := e.surface.Show(data, level)
	e.set(func(*surface) { e.as = append(e.as, e.taken) })
	return err
}

func TestAPanelIsToldBeforeEachPictureWhichChipItWasTakenFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		oled := &either{}
		r := newRig(t, func(c *Config) {
			c.Panels = []Surface{oled}
			m, err := companion.New(companion.Config{Games: games.Of(mice.Rules{}, dice.Rules{}), EitherChip: true})
			if err != nil {
				t.Fatal(err)
			}
			c.Model = m
		})
		told := func(want panel.Chip) {
			t.Helper()
			synctest.Wait()
			oled.set(func(*surface) {
				if n := len(oled.as); n == 0 || oled.as[n-1] != want {
					t.Errorf("the pictures were for %q, want %q last", oled.as, want)
				}
			})
		}
		told("")
		r.choose(t, "language.name")
		told(panel.SSD1306)
		r.press(t, panel.Down)
		told(panel.SH1106)
		oled.set(func(s *surface) { s.fails = errors.New("remote I/O error") })
		r.press(t, panel.OK)
		time.Sleep(time.Second)
		oled.set(func(s *surface) { s.fails = nil })
		time.Sleep(10 * time.Second)
		told(panel.SH1106)
		time.Sleep(time.Hour) // dark
		told(panel.SH1106)
		r.end(t)
	})
}

func TestAPanicInTheCoreLeavesTheMatchAsItWas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var explode atomic.Bool
		r := newRig(t, func(c *Config) {
			draw := c.Draw
			c.Draw = func(v panel.View) screen.Frame {
				if explode.CompareAndSwap(true, false) {
					panic("a bug")
				}
				return draw(v)
			}
		})
		r.intoMatch(t)
		before := r.Now().Match.State().String()
		explode.Store(true)
		if _, err := r.Do(t.Context(), companion.Keys, companion.Press{Key: panel.Back}); !errors.Is(err, ErrStopped) {
			t.Errorf("the press that met the panic got %v, want %v", err, ErrStopped)
		}
		time.Sleep(time.Second)
		if got := r.Now().Match; got.IsZero() || got.State().String() != before {
			t.Error("after a panic the match is not what it was")
		}
		r.press(t, panel.OK)
		r.end(t)
	})
}

func TestADamagedDatabaseIsSetAsideAndTheMatchWrittenToANewOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{d: companiontest.NewDisk(), damaged: errors.New("malformed"), renewed: "companion-2026.broken"}
		tb := companiontest.OnDisk(t, d.d, mice.Rules{}, dice.Rules{})
		tb.Choose("language.name", "mice:title", "setup.start", "say.roll")
		want := tb.Model.Match().Seq()
		r := newRig(t, func(c *Config) { c.Log = d })
		time.Sleep(time.Second)
		if got := len(d.d.Records); got != 1 {
			t.Fatalf("the new database holds %d matches, want 1", got)
		}
		for _, rec := range d.d.Records {
			if got := len(rec.Lines); got != want || rec.Secret.IsZero() {
				t.Errorf("the new database holds %d facts and secret %v, want %d and its secret", got, rec.Secret, want)
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
		a, err := r.Do(t.Context(), companiontest.Phone, companion.Decide{Point: companion.Point{Match: r.Now().Point.Match, After: seq - 1}, Says: "roll"})
		if err != nil || a.Refusal.Kind != companion.Stale || a.Seq != seq {
			t.Errorf("an old decision got %+v, %v", a, err)
		}
		a, err = r.Do(t.Context(), companiontest.Phone, companion.Decide{Point: companion.Point{Match: r.Now().Point.Match, After: seq}, Says: "fly"})
		if err != nil || a.Refusal.Kind != companion.Illegal {
			t.Errorf("an illegal decision got %+v, %v", a, err)
		}
		a, err = r.Do(t.Context(), companiontest.Phone, companion.Decide{Point: companion.Point{Match: r.Now().Point.Match, After: seq}, Says: "roll"})
		if err != nil || a.Refusal.Kind != companion.Accepted || a.Seq <= seq {
			t.Errorf("a legal decision got %+v, %v", a, err)
		}
		r.end(t)
	})
}

// toPhones opens the phones' page, whose code is in sight then.
func (r *rig) toPhones(t *testing.T) string {
	t.Helper()
	r.Tell(t.Context(), companion.Addresses{URLs: []string{"http://10.0.0.5:8090"}})
	r.choose(t, "language.name", "home.more", "door.item")
	_, token, ok := strings.Cut(r.Now().View.Code, "/J/")
	if !ok || !r.Now().Private {
		t.Fatalf("no code is in sight: %+v", r.Now().View)
	}
	return token
}

// anything is a source of bytes that never come twice.
func anything() io.Reader { return rand.NewChaCha8([32]byte{1}) }

func TestAPhoneJoinsByTheCodeInSightAndIsToldOnceItIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, func(c *Config) {
			c.Random, c.Log.(*disk).delay = anything(), 30*time.Millisecond
		})
		token := r.toPhones(t)
		a, err := r.Do(t.Context(), companiontest.Phone, companion.Join{Key: token, Agent: "Android"})
		if err != nil || a.Cookie == "" || a.Role != door.Play {
			t.Fatalf("the token got %+v, %v", a, err)
		}
		if r.disk.d.Settings["guests"] == "" {
			t.Error("the phone was told before the disk was")
		}
		if g, ok := r.Now().Guests.Find(sha256.Sum256([]byte(a.Cookie))); !ok || g.Role != door.Play {
			t.Error("the moment's door doesn't know the cookie")
		}
		if again, err := r.Do(t.Context(), companiontest.Phone, companion.Join{Key: token, Agent: "Android"}); err != nil || again.Cookie != "" || again.Refusal.Kind != companion.WrongKey {
			t.Errorf("the token's second use got %+v, %v", again, err)
		}
		for range 10 {
			r.Do(t.Context(), companiontest.Phone, companion.Join{Key: "123456", Agent: ""})
		}
		if a, err := r.Do(t.Context(), companiontest.Phone, companion.Join{Key: "123456", Agent: ""}); err != nil || a.Refusal.Wait == 0 {
			t.Errorf("the eleventh wrong code got %+v, %v", a, err)
		}
		before := r.Now()
		if _, err := r.Do(t.Context(), companiontest.Phone, companion.Press{Key: panel.OK}); err != nil {
			t.Fatal(err)
		}
		if now := r.Now(); !now.Private || now.View.Code != before.View.Code {
			t.Error("a remote press left a private page")
		}
		r.press(t, panel.Back, panel.Back, panel.Back)
		if r.Now().Private {
			t.Error("the first screen is private")
		}
		r.end(t)
	})
}

// erase and restore are what the wired keys are asked about.
func erase(name string) companion.Command { return companion.ErasePlayers{Names: []string{name}} }

var restore = companion.Restore{Upload: "upload", Parcel: history.Parcel{Players: 1}}

// carrying performs what a table has allowed.
func carrying(carry func(companion.Command) (history.Parcel, error)) func(context.Context, companion.Effect) any {
	return func(_ context.Context, e companion.Effect) any {
		added, err := carry(e.(companion.Carry).Command)
		return companion.CarryResult{Added: added, Err: err}
	}
}

func TestWhatTheTableAllowsIsCarriedOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []companion.Command
		fails := error(nil)
		r := newRig(t, func(c *Config) {
			c.Random = anything()
			c.Perform = carrying(func(a companion.Command) (history.Parcel, error) {
				if reflect.DeepEqual(a, erase("panic")) {
					panic("the shelf is on fire")
				}
				asked = append(asked, a)
				return history.Parcel{}, fails
			})
		})
		r.press(t, panel.OK)
		for i, c := range []struct {
			arg  string
			err  error
			says string
		}{{"Аня", nil, "done.erase-player"}, {"Боря", errors.New("no such player"), "ask.failed no such player"}, {"panic", nil, "ask.failed loop: panic"}} {
			fails = c.err
			a, err := r.Do(t.Context(), companiontest.Phone, erase(c.arg))
			if err != nil || a.Refusal.Text != "" || !a.NeedsConsent || !r.Now().Private {
				t.Fatalf("asked: %+v, %v", a, err)
			}
			if second, err := r.Do(t.Context(), companiontest.Phone, erase("Вера")); err != nil || second.Refusal.Text == "" {
				t.Errorf("a second ask got %+v, %v", second, err)
			}
			if len(asked) != i {
				t.Fatal("it was done before the table said yes")
			}
			r.press(t, panel.Down, panel.OK)
			synctest.Wait()
			if c.arg != "panic" && (len(asked) != i+1 || !reflect.DeepEqual(asked[i], erase(c.arg))) {
				t.Errorf("carried out %+v", asked)
			}
			rows := ""
			for _, row := range r.Now().View.Rows {
				rows += row.Text + " "
			}
			if want := r.text(t, c.says); !wordstest.Holds(rows, want) {
				t.Errorf("the panel shows %s, want %q", rows, want)
			}
			r.press(t, panel.OK)
		}
		r.end(t)
	})
}

func TestWhatComesByTheSocketIsDoneAtOnceAndToldWhenItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fails := error(nil)
		r := newRig(t, func(c *Config) {
			c.Random = anything()
			c.Perform = carrying(func(companion.Command) (history.Parcel, error) {
				time.Sleep(time.Minute)
				c.Log.(*disk).d.Players = []string{"Зоя"}
				return history.Parcel{Players: 1}, fails
			})
		})
		r.press(t, panel.OK)
		a, err := r.Do(t.Context(), companion.Socket, restore)
		if err != nil || a.Refusal.Text != "" || a.Added != (history.Parcel{Players: 1}) {
			t.Errorf("%+v, %v", a, err)
		}
		if got := r.Now().Offer.Players; !slices.Equal(got, []string{"Зоя"}) {
			t.Errorf("once it is told, the known players are %q", got)
		}
		fails = errors.New("no such upload")
		if a, err := r.Do(t.Context(), companion.Socket, restore); err != nil || !strings.Contains(a.Refusal.Text, "no such upload") {
			t.Errorf("a failure is told as %+v, %v", a, err)
		}
		r.end(t)
	})
}

func TestARestoreIsReadBackFromTheDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, func(c *Config) {
			c.Random = anything()
			c.Perform = carrying(func(companion.Command) (history.Parcel, error) {
				c.Log.(*disk).d.Players = []string{"Зоя"}
				return history.Parcel{Players: 1}, nil
			})
		})
		r.press(t, panel.OK)
		if _, err := r.Do(t.Context(), companiontest.Phone, restore); err != nil {
			t.Fatal(err)
		}
		r.press(t, panel.Down, panel.OK)
		synctest.Wait()
		r.press(t, panel.OK) // what was done
		r.choose(t, "mice:title", "1")
		if rows := fmt.Sprint(r.Now().View.Rows); !strings.Contains(rows, "Зоя") {
			t.Errorf("the restored player is not offered: %s", rows)
		}
		r.end(t)
	})
}

func TestAHotspotIsAskedForAndAClockThatIsUnsureIsToldOfInEachMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []companion.Hotspot
		r := newRig(t, func(c *Config) {
			c.Random = anything()
			c.Perform = func(_ context.Context, e companion.Effect) any {
				told = append(told, e.(companion.Hotspot))
				return nil
			}
		})
		if !r.Now().ClockTrusted {
			t.Error("before anybody said so the clock is unsure")
		}
		r.Tell(t.Context(), companion.ClockState{})
		r.Tell(t.Context(), companion.Addresses{Wifi: door.Wifi{Can: true}})
		synctest.Wait()
		if r.Now().ClockTrusted {
			t.Error("the moment says that the clock is sure")
		}
		r.choose(t, "language.name", "home.more", "door.item", "wifi.begin", "ask.yes")
		if len(told) != 1 || !told[0].On || told[0].Password == "" {
			t.Errorf("told %+v, want a network to begin", told)
		}
		r.end(t)
	})
}

func TestAModelFoldedAnewIsToldAgainOfNetworkAndClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fails := false
		r := newRig(t, func(c *Config) {
			draw := c.Draw
			c.Random = anything()
			c.Draw = func(v panel.View) screen.Frame {
				if fails {
					fails = false
					panic("no such glyph")
				}
				return draw(v)
			}
		})
		r.press(t, panel.OK)
		r.Tell(t.Context(), companion.ClockState{})
		r.Tell(t.Context(), companion.Addresses{URLs: []string{"http://10.0.0.5:8090"}})
		synctest.Wait()
		fails = true
		if _, err := r.Do(t.Context(), companion.Keys, companion.Press{Key: panel.Down}); !errors.Is(err, ErrStopped) {
			t.Errorf("the press got %v, want ErrStopped", err)
		}
		r.press(t, panel.OK) // the trouble
		if r.Now().ClockTrusted {
			t.Error("the new model thinks its clock right")
		}
		time.Sleep(time.Minute + time.Second)
		if !strings.HasPrefix(r.Now().View.Code, "http://10.0.0.5:8090/J/") {
			t.Errorf("the new model invites nobody: %+v", r.Now().View)
		}
		r.end(t)
	})
}

// seen is the match on the panel as it was at a seq.
func (r *rig) seen(seq int) companion.Point {
	return companion.Point{Match: r.Now().Point.Match, After: seq}
}

func TestWhatPhonesSendIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.press(t, panel.OK)
		first := r.Now()
		draft := companion.Draft{Game: "mice", Names: []string{"Аня", "Боря"}, First: 1, Luck: "table"}
		for i, step := range []struct {
			command func() companion.Command
			seq     int
			kind    companion.RefusalKind
		}{
			{func() companion.Command { return companion.SetUp{Begin: true} }, 0, companion.Illegal},
			{func() companion.Command { return companion.SetUp{Draft: draft} }, 0, companion.Accepted},
			{func() companion.Command { return companion.Choose{Key: "cups", Value: `["d8"]`} }, 0, companion.Accepted},
			{func() companion.Command { return companion.Choose{Key: "language", Value: "en"} }, 0, companion.Illegal},
			{func() companion.Command { return companion.SetUp{Draft: draft, Begin: true} }, 1, companion.Accepted},
			{func() companion.Command { return companion.Begin{Point: r.seen(1)} }, 1, companion.Accepted},
			{func() companion.Command { return companion.Resume{Match: r.seen(1).Match} }, 1, companion.Accepted},
			{func() companion.Command { return companion.Resume{Match: "none"} }, 1, companion.Illegal},
			{func() companion.Command { return companion.Decide{Point: r.seen(1), Says: "roll"} }, 2, companion.Accepted},
			{func() companion.Command { return companion.Undo{Point: r.seen(2), To: 1} }, 3, companion.Accepted},
			{func() companion.Command { return companion.Rule{Point: r.seen(3), Says: "turn 2", Why: "house"} }, 4, companion.Accepted},
			{func() companion.Command { return companion.End{Point: r.seen(3)} }, 4, companion.Stale},
			{func() companion.Command { return companion.Undo{Point: r.seen(3), To: 1} }, 4, companion.Stale},
			{func() companion.Command { return companion.Rule{Point: r.seen(3), Says: "turn 1"} }, 4, companion.Stale},
			{func() companion.Command { return companion.Press{Point: r.seen(3), Key: panel.OK} }, 4, companion.Stale},
		} {
			a, err := r.Do(t.Context(), companiontest.Phone, step.command())
			if err != nil || a.Seq != step.seq || a.Refusal.Kind != step.kind {
				t.Fatalf("step %d: %+v, %v; want seq %d, refused: %v", i, a, err, step.seq, step.kind)
			}
		}
		now := r.Now()
		if got := now.Offer.Cups; !slices.Equal(got, []string{"d8"}) || len(now.Offer.Open) != 1 || len(first.Offer.Cups) != 0 {
			t.Errorf("offered %+v, at first %+v", now.Offer, first.Offer)
		}
		if ru, en := now.Words(words.Russian, "mice"), now.Words(words.English, "mice"); ru.Lang() != words.Russian || en.Lang() != words.English || ru.Word("title") == en.Word("title") {
			t.Errorf("in English it is %q", en.Word("title"))
		}
		r.end(t)
	})
}

func TestASettingThatNoScreenShowsIsOfferedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.press(t, panel.OK)
		before := r.Now()
		if a, err := r.Do(t.Context(), companiontest.Phone, companion.Choose{Key: "cups", Value: `["d8"]`}); err != nil || a.Refusal.Text != "" {
			t.Fatal(a, err)
		}
		select {
		case <-before.Next:
		default:
			t.Error("nobody is told that there is something new")
		}
		if got := r.Now().Offer.Cups; !slices.Equal(got, []string{"d8"}) {
			t.Errorf("offered: %q", got)
		}
		r.end(t)
	})
}

func TestWhatWasKeptAsTheEveningEndsIsToldSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.intoMatch(t)
		r.disk.delay = time.Second
		told := make(chan error, 1)
		seen := r.Now().Point
		go func() {
			_, err := r.Do(t.Context(), companiontest.Phone, companion.Decide{Point: seen, Says: "roll"})
			told <- err
		}()
		synctest.Wait()
		r.end(t)
		if err := <-told; err != nil {
			t.Errorf("a decision that is on disk was answered %v", err)
		}
	})
}

func TestAPressIsAnsweredInAMomentAndARestAfterIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.choose(t, "language.name", "mice:title", "setup.start") // who begins is drawn
		if m := r.Now(); m.View.Kind != panel.KindMoment || len(m.Happened.All) != 1 {
			t.Errorf("the press was answered with %+v in a view of kind %d, want a moment", m.Happened.All, m.View.Kind)
		}
		began := time.Now()
		if _, err := r.Do(t.Context(), companion.Keys, companion.WaitSettled{}); err != nil {
			t.Fatal(err)
		}
		if m := r.Now(); m.View.Kind == panel.KindMoment || time.Since(began) < time.Second {
			t.Errorf("after %v a rest was answered with a view of kind %d, want the end of the moment", time.Since(began), m.View.Kind)
		}
		r.end(t)
	})
}

func TestAMomentIsThereOnceItIsKeptAndNotAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.press(t, panel.OK)
		draft := companion.Draft{Game: "mice", Names: []string{"Аня", "Боря"}, First: 1, Luck: "table"}
		for _, c := range []func() companion.Command{
			func() companion.Command { return companion.SetUp{Draft: draft, Begin: true} },
			func() companion.Command { return companion.Begin{Point: r.Now().Point} },
			func() companion.Command { return companion.Decide{Point: r.Now().Point, Says: "roll"} },
			func() companion.Command { return companion.Decide{Point: r.Now().Point, Says: "dice red green"} },
			func() companion.Command { return companion.Decide{Point: r.Now().Point, Says: "lure red green"} },
		} {
			if a, err := r.Do(t.Context(), companiontest.Phone, c()); err != nil || a.Refusal.Text != "" {
				t.Fatalf("%+v, %v", a, err)
			}
		}
		r.disk.delay = 500 * time.Millisecond
		at := r.Now().Point
		go func() { _, _ = r.Do(t.Context(), companiontest.Phone, companion.Decide{Point: at, Says: "stop"}) }()
		synctest.Wait()
		if m := r.Now(); m.Happened.All != nil || m.View.Kind == panel.KindMoment {
			t.Errorf("before it is kept there is %+v", m.Happened.All)
		}
		time.Sleep(r.disk.delay)
		synctest.Wait()
		m := r.Now()
		if len(m.Happened.All) != 1 || m.Happened.All[0].Kind != games.Catch || m.Happened.All[0].Seq != m.Match.Seq() || m.View.Kind != panel.KindMoment {
			t.Errorf("once it is kept there is %+v in a view of kind %d", m.Happened.All, m.View.Kind)
		}
		time.Sleep(3 * time.Second)
		if m := r.Now(); m.Happened.All != nil || m.View.Kind == panel.KindMoment {
			t.Errorf("three seconds later there still is %+v", m.Happened.All)
		}
		r.end(t)
		again := newRig(t, func(c *Config) { c.Log = r.disk })
		if m := again.Now(); m.Match.Seq() != at.After+1 || m.Happened.All != nil || m.View.Kind == panel.KindMoment {
			t.Errorf("started again it is at %d and tells %+v", m.Match.Seq(), m.Happened.All)
		}
		again.end(t)
	})
}

// untouched is a store that nobody may use.
type untouched struct {
	Log
	began atomic.Bool
	t     *testing.T
}

func (u *untouched) Load(ctx context.Context) (companion.Evening, error) {
	if !u.began.Load() {
		u.t.Error("the evening was read during the trial")
	}
	return u.Log.Load(ctx)
}

func (u *untouched) Keep(ctx context.Context, k companion.Keep) error {
	if !u.began.Load() {
		u.t.Errorf("stored during the trial: %+v", k)
	}
	return u.Log.Keep(ctx, k)
}

func TestDuringATrialNothingIsReadOrStoredAndNoKeyActsLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		trial, store := make(chan companion.Trial), &untouched{t: t}
		r := newRig(t, func(c *Config) {
			store.Log, c.Log, c.Trial = c.Log, store, trial
		})
		if _, err := r.Do(t.Context(), companion.Keys, companion.WaitSettled{}); err != nil {
			t.Fatal(err)
		}
		if frame := r.Now().Frame; !bytes.Equal(r.panel.picture(), frame.OLED[:]) || !r.Now().Updating {
			t.Error("the panel doesn't show the trial")
		}
		first := r.panel.picture()
		for range 3 {
			a, err := r.Do(t.Context(), companion.Keys, companion.Press{Key: panel.OK})
			if err != nil || a.Refusal.Kind != companion.Illegal {
				t.Errorf("a press is answered %+v, %v", a, err)
			}
			r.Post(t.Context(), companion.Keys, companion.Edge{Key: panel.OK, Down: true})
			waittest.Pass(time.Hour)
		}
		trial <- companion.Trial{Late: true}
		synctest.Wait()
		if bytes.Equal(r.panel.picture(), first) {
			t.Error("a trial that is late looks as before")
		}
		store.began.Store(true)
		close(trial)
		synctest.Wait()
		if got := r.Now(); got.Updating || got.View.Title != r.text(t, "language.title") {
			t.Errorf("after the trial: %q", got.View.Title)
		}
		r.intoMatch(t)
		r.end(t)
		if !r.panel.halted {
			t.Error("the panel stays lit")
		}
	})
}

// The picture stays until the next daemon, which replaces it without a dark moment.
func TestTheEndOfADaemonOnTrialLeavesThePictureLit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &untouched{t: t}
		r := newRig(t, func(c *Config) {
			store.Log, c.Log, c.Trial = c.Log, store, make(chan companion.Trial)
		})
		r.end(t)
		if r.panel.halted || r.panel.shown == 0 {
			t.Errorf("halted %t after %d pictures", r.panel.halted, r.panel.shown)
		}
	})
}

func TestAPanicDuringATrialBeginsNoEvening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		panics, store := atomic.Bool{}, &untouched{t: t}
		trial := make(chan companion.Trial)
		r := newRig(t, func(c *Config) {
			store.Log, c.Log, c.Trial = c.Log, store, trial
			c.Step = func(string) {
				if panics.Swap(false) {
					panic("in the trial")
				}
			}
		})
		panics.Store(true)
		trial <- companion.Trial{Late: true}
		synctest.Wait()
		if !strings.Contains(r.log.String(), "in the trial") || !r.Now().Updating {
			t.Errorf("the trial doesn't go on: %s", r.log)
		}
		store.began.Store(true)
		close(trial)
		r.intoMatch(t)
		r.end(t)
	})
}
