package voice

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/cmd/internal/config"
	"tabletop/companion/waittest"
)

// stage is a mouth with pretended processes, for tests of time.
type stage struct {
	m       *mouth
	box     *mailbox
	mu      sync.Mutex // guards all that follows
	answers []string
	starts  []string // started commands
	alive   int      // processes that were neither ended nor killed
	cards   []Card
	missing string // program that isn't installed
	broken  bool   // the players fail
	deaf    bool   // the players take nothing
}

// begin starts the mouth in the bubble of a test.
func begin(t *testing.T, s *stage) *stage {
	s.box = newMailbox()
	s.m = &mouth{
		Voice: config.Voice{Program: []string{"program", "{lang}"}, Player: []string{"player", "{device}"}, Rate: usualRate},
		cards: func() (cards []Card) {
			s.set(func() { cards = s.cards })
			return cards
		},
		answer: func(line string) { s.set(func() { s.answers = append(s.answers, line) }) },
		start:  s.start, patience: usualPatience,
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.m.run(ctx, s.box)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		s.lives(t, 0)
	})
	synctest.Wait()
	return s
}

// set calls a function that uses the fields.
func (s *stage) set(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
}

// lives checks the number of processes.
func (s *stage) lives(t *testing.T, want int) {
	t.Helper()
	s.set(func() {
		if s.alive != want {
			t.Errorf("%d processes live, want %d", s.alive, want)
		}
	})
}

// started returns the commands since the last call.
func (s *stage) started() (all []string) {
	s.set(func() { all, s.starts = s.starts, nil })
	return all
}

// start starts a pretended process. The program copies its line; the player takes a second.
func (s *stage) start(argv []string, speaks bool) (*child, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts = append(s.starts, strings.Join(argv, " "))
	if argv[0] == s.missing {
		return nil, &exec.Error{Name: argv[0], Err: exec.ErrNotFound}
	}
	s.alive++
	theirIn, in := io.Pipe()
	c := &child{name: argv[0], in: in, done: make(chan struct{})}
	killed := make(chan struct{})
	ends := func(err error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !c.ended() {
			c.err = err
			s.alive--
			close(c.done)
			theirIn.CloseWithError(errors.New("broken pipe"))
		}
	}
	kill := sync.OnceFunc(func() { close(killed) })
	c.kill = func() {
		kill()
		ends(errors.New("killed"))
	}
	if deaf := s.deaf; !speaks {
		go func() {
			if deaf {
				<-killed
				return
			}
			n, _ := io.Copy(io.Discard, theirIn)
			if n > 0 {
				select {
				case <-waittest.After(time.Second):
				case <-killed:
				}
			}
			var err error
			s.set(func() {
				if s.broken {
					err = errors.New("no such device")
				}
			})
			ends(err)
		}()
		return c, nil
	}
	out, theirOut := io.Pipe()
	c.out = out
	go func() {
		line, _ := io.ReadAll(theirIn)
		switch string(line) {
		case "hangs\n":
			<-killed
		case "":
		default:
			_, _ = theirOut.Write(append(make([]byte, headerSize), line...))
		}
		theirOut.Close()
		ends(nil)
	}()
	return c, nil
}

// asks sends a request and waits until nothing happens any more.
func (s *stage) asks(r request) {
	s.box.put(r)
	synctest.Wait()
}

// after lets time pass.
func after(d time.Duration) {
	waittest.Pass(d)
	synctest.Wait()
}

// answered checks the answers since the last call.
func (s *stage) answered(t *testing.T, want ...string) {
	t.Helper()
	s.set(func() {
		if !slices.Equal(s.answers, want) {
			t.Errorf("the answers are %q, want %q", s.answers, want)
		}
		s.answers = nil
	})
}

var usb = []Card{{ID: "Device", USB: true}}

func ru(text string) request { return request{lang: "ru", text: text} }

func TestTheNextProcessesAreStartedBeforeTheyAreNeeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := begin(t, &stage{cards: usb})
		s.asks(ru("one"))
		s.answered(t, "card yes", "began")
		if got, want := s.started(), []string{"program ru", "player sysdefault:CARD=Device", "program ru", "player sysdefault:CARD=Device"}; !slices.Equal(got, want) {
			t.Errorf("started %q, want %q", got, want)
		}
		after(2 * time.Second)
		s.answered(t, "spoke")
		s.asks(ru("two"))
		if got, want := s.started(), []string{"program ru", "player sysdefault:CARD=Device"}; !slices.Equal(got, want) {
			t.Errorf("started %q, want only those that wait for the next text, %q", got, want)
		}
		s.asks(request{lang: "en", text: "three"})
		s.answered(t, "began", "began")
		if got := s.started(); !slices.Contains(got, "program en") {
			t.Errorf("started %q", got)
		}
	})
}

func TestATextThatWaitsFollowsTheSoundBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := begin(t, &stage{cards: usb})
		waits := ru("two")
		waits.waits = true
		s.asks(ru("one"))
		s.asks(waits)
		s.answered(t, "card yes", "began")
		after(1500 * time.Millisecond)
		s.answered(t, "spoke", "began")
		after(1500 * time.Millisecond)
		s.answered(t, "spoke")
		s.asks(waits) // nothing is spoken before
		s.answered(t, "began")
		s.asks(waits)
		s.asks(request{})
		after(5 * time.Second)
		s.answered(t)
	})
}

func TestAPlayerThatWaitsEndsAfterAMinuteAndAProgramDoesNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := begin(t, &stage{cards: usb})
		s.asks(ru("one"))
		after(time.Second)
		after(playerRest - cardPause)
		s.lives(t, 2)
		after(3 * cardPause)
		s.lives(t, 1)
		s.started()
		s.asks(ru("two"))
		if got, want := s.started(), []string{"player sysdefault:CARD=Device", "program ru", "player sysdefault:CARD=Device"}; !slices.Equal(got, want) {
			t.Errorf("started %q, want %q", got, want)
		}
	})
}

func TestAFaultIsSaidOnceAndTriedAgainAfterGrowingPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := begin(t, &stage{cards: usb, missing: "program"})
		began := time.Now()
		var tries []time.Duration
		for range 1500 { // ten texts a second
			s.asks(ru("text"))
			if len(s.started()) > 0 {
				tries = append(tries, time.Since(began).Round(time.Second))
			}
			after(100 * time.Millisecond)
		}
		s.answered(t, "card yes", "fault missing-program program")
		if got := fmt.Sprint(tries); got != "[0s 1s 3s 7s 15s 31s 1m1s 1m31s 2m1s]" {
			t.Errorf("tried after %s", got)
		}
		s.set(func() { s.missing = "" })
		after(mostPause)
		s.asks(ru("text"))
		after(time.Second)
		s.answered(t, "began", "ok", "spoke")
		s.set(func() { s.missing = "player" })
		after(2 * playerRest) // the one that waits ends
		s.asks(ru("text"))
		s.answered(t, "fault missing-program player")
	})
}

func TestAPlayerThatFailsAfterItsBeginningIsSaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := begin(t, &stage{cards: usb, broken: true})
		for range 5 {
			s.asks(ru("text"))
			after(time.Minute)
		}
		s.answered(t, "card yes", "began", "fault failed player: no such device", "began", "began", "began", "began")
		s.set(func() { s.broken = false })
		s.asks(request{earcon: Done})
		after(time.Second)
		s.answered(t, "ok")
	})
}

func TestATextIsPlayedAgainIfThePlayerFailsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := begin(t, &stage{cards: usb, broken: true})
		s.asks(ru("text"))
		after(time.Second - 1)
		s.set(func() { s.broken = false })
		after(1)
		after(time.Second)
		s.answered(t, "card yes", "began", "spoke")
	})
}

func TestAProcessIsStuckAfterFiveSecondsAndNotBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := begin(t, &stage{cards: usb})
		s.asks(ru("hangs"))
		after(5*time.Second - 1)
		s.answered(t, "card yes")
		after(1)
		s.answered(t, "fault stuck program: neither writes nor ends")
		s.set(func() { s.deaf = true })
		after(time.Minute)
		s.asks(request{earcon: Edge})
		after(usualPatience)
		s.answered(t, "fault stuck player: neither writes nor ends")
	})
}

func TestACardThatComesIsSaidAndEndsThePause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := begin(t, &stage{})
		s.asks(ru("text"))
		s.asks(request{earcon: Edge})
		s.answered(t, "card no", "fault missing-card")
		s.set(func() { s.cards = []Card{{ID: "Headphones"}} })
		after(cardPause)
		s.asks(ru("text"))
		s.answered(t, "card yes", "began")
		after(time.Second)
		s.answered(t, "ok", "spoke")
		s.set(func() { s.cards = append(slices.Clone(usb), s.cards...) }) // a better one
		after(cardPause + time.Second/2)
		s.started()
		s.asks(ru("text"))
		s.answered(t, "began")
		if got := s.started(); !slices.Contains(got, "player sysdefault:CARD=Device") {
			t.Errorf("started %q", got)
		}
		after(1100 * time.Millisecond)
		s.answered(t, "spoke")
		s.set(func() { s.cards = nil })
		after(cardPause)
		s.answered(t, "card no")
	})
}

func TestTheDeviceOfTheConfigIsUsedWhileThereIsACard(t *testing.T) {
	for _, test := range []struct {
		device, player string
		cards          []Card
		want           string
	}{
		{"", "aplay -D {device} -", nil, ""},
		{"", "aplay -D {device} -", usb, "sysdefault:CARD=Device"},
		{"plughw:1", "aplay -D {device} -", nil, ""},
		{"plughw:1", "aplay -D {device} -", usb, "plughw:1"},
		{"", "play -", nil, "default"},
	} {
		m := mouth{Voice: config.Voice{Device: test.device, Player: strings.Fields(test.player)}, cards: func() []Card { return test.cards }}
		if got := m.findDevice(); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

func TestAMailboxHoldsTheNewestOfEachKind(t *testing.T) {
	tone, cut := request{earcon: Edge}, request{}
	for _, test := range []struct{ put, want []request }{
		{nil, nil},
		{[]request{ru("a"), ru("b")}, []request{ru("b")}},
		{[]request{tone, ru("b")}, []request{tone, ru("b")}},
		{[]request{ru("a"), tone}, []request{tone}},
		{[]request{ru("a"), {lang: "ru", text: "b", waits: true}}, []request{ru("a b")}},
		{[]request{{lang: "ru", text: "b", waits: true}, ru("a")}, []request{ru("a")}},
		{[]request{ru("a"), {lang: "en", text: "b", waits: true}}, []request{{lang: "en", text: "b", waits: true}}},
		{[]request{ru("a"), tone, cut}, []request{cut}},
		{[]request{cut, tone, ru("a"), {earcon: Done}, ru("c")}, []request{cut, {earcon: Done}, ru("c")}},
	} {
		m := newMailbox()
		for _, r := range test.put {
			m.put(r)
		}
		var got []request
		for r, ok := m.take(); ok; r, ok = m.take() {
			got = append(got, r)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, want %q", test.put, got, test.want)
		}
	}
}
