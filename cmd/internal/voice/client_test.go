package voice

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// link is a client in the bubble of a test. Its connections end in conns.
type link struct {
	*Client
	conns  chan net.Conn
	mu     sync.Mutex
	dials  []time.Duration // times of its connections
	events []Event
}

// links starts a client. Without a service, its connections fail with refuse.
func links(t *testing.T, refuse error) *link {
	began := time.Now()
	l := &link{conns: make(chan net.Conn, 1)}
	l.Client = New("", func(e Event) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.events = append(l.events, e)
	})
	l.dial = func(context.Context) (net.Conn, error) {
		l.dials = append(l.dials, time.Since(began))
		if refuse != nil {
			return nil, refuse
		}
		ours, theirs := net.Pipe()
		l.conns <- theirs
		return ours, nil
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = l.Run(ctx)
	}()
	t.Cleanup(func() { stop(); <-ended })
	synctest.Wait()
	return l
}

// says writes answers of the service.
func says(t *testing.T, conn net.Conn, lines ...string) {
	t.Helper()
	if _, err := io.WriteString(conn, strings.Join(lines, "\n")+"\n"); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
}

func (l *link) received(t *testing.T, want ...Event) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Equal(l.events, want) {
		t.Errorf("the events are %+v, want %+v", l.events, want)
	}
	l.events = nil
}

func TestAClientSendsWhatTheServiceUnderstands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := links(t, nil)
		conn := <-l.conns
		says(t, conn, "card yes")
		lines := bufio.NewScanner(conn)
		for _, test := range []struct {
			ask  func()
			want string
		}{
			{func() { l.Say("ru", " Ваш\nход\x1b \xff[[a]] ") }, "say ru Ваш ход [ [a]]"},
			{func() { l.Say("de", "Hallo"); l.Say("ru", "\x00 \n"); l.Earcon("bell"); l.Earcon(Done) }, "earcon done"},
			{l.Cut, "cut"},
			{func() { l.Say("en", strings.Repeat("я", 501)) }, "say en " + strings.Repeat("я", 500)},
			{func() { l.Say("en", "a"+strings.Repeat("я", 501)) }, "say en a" + strings.Repeat("я", 499)},
		} {
			test.ask()
			if !lines.Scan() || lines.Text() != test.want {
				t.Errorf("it sends %q, want %q", lines.Text(), test.want)
			}
			if _, ok := parse(lines.Text()); !ok {
				t.Errorf("the service refuses %q", lines.Text())
			}
		}
	})
}

// The time of the bubble doesn't pass while the calls run, so a call that waits would be seen.
func TestAServiceThatTakesNothingDelaysNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := links(t, nil)
		conn := <-l.conns
		says(t, conn, "card yes")
		began := time.Now()
		for i := range 1000 {
			l.Earcon(Edge)
			l.Say("ru", fmt.Sprint("text ", i))
			synctest.Wait()
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("a thousand texts took %v", took)
		}
		lines := bufio.NewReader(conn)
		var got []string
		for range 3 {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, strings.TrimSpace(line))
		}
		if want := []string{"earcon edge", "earcon edge", "say ru text 999"}; !slices.Equal(got, want) {
			t.Errorf("it takes %q, want %q", got, want)
		}
	})
}

func TestAServiceThatIsStuckIsLeftAndSaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := links(t, nil)
		says(t, <-l.conns, "card yes")
		l.Say("ru", "text")
		after(sendTime)
		l.received(t, Event{Kind: CardChanged, Card: true}, Event{Kind: Failed, Fault: NoService, Detail: "voice: io: read/write on closed pipe"})
		after(firstRedial)
		says(t, <-l.conns, "card yes")
		l.received(t, Event{Kind: OK}, Event{Kind: CardChanged, Card: true})
	})
	synctest.Test(t, func(t *testing.T) {
		l := links(t, nil)
		for try := range 3 { // it doesn't even greet
			<-l.conns
			l.Say("ru", "text")
			after(greetTime)
			after(firstRedial << try)
		}
		if len(l.events) != 1 || l.events[0].Fault != NoService {
			t.Errorf("%+v", l.events)
		}
	})
}

func TestAMissingServiceIsSaidOnceAndLookedForWithGrowingPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := links(t, errors.New("no such file"))
		l.Say("ru", "late")
		after(200 * time.Second)
		l.received(t, Event{Kind: Failed, Fault: NoService, Detail: "voice: no such file"})
		if got := fmt.Sprint(l.dials); got != "[0s 1s 3s 7s 15s 31s 1m3s 2m3s 3m3s]" {
			t.Errorf("it looks after %s", got)
		}
	})
}

func TestAnotherServerIsNoVoice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := links(t, nil)
		says(t, <-l.conns, "HTTP/1.1 400 Bad Request")
		l.received(t, Event{Kind: Failed, Fault: NoService, Detail: "voice: " + errAnswer.Error()})
		after(time.Second)
		conn := <-l.conns
		says(t, conn, "card yes", "refused", "", "fault", "fault fire x", "sing")
		l.received(t, Event{Kind: OK}, Event{Kind: CardChanged, Card: true})
		_, _ = io.WriteString(conn, strings.Repeat("x", 2000))
		synctest.Wait()
		if len(l.events) != 1 || l.events[0].Fault != NoService {
			t.Errorf("%+v", l.events)
		}
	})
}

func TestEventsOfTheServiceReachTheOwnerOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := links(t, nil)
		conn := <-l.conns
		says(t, conn, "card no", "ok", "fault missing-card", "fault missing-card", "card yes", "began", "ok", "spoke")
		l.received(t, Event{Kind: CardChanged}, Event{Kind: Failed, Fault: MissingCard}, Event{Kind: CardChanged, Card: true},
			Event{Kind: Began}, Event{Kind: OK}, Event{Kind: Spoke})
		says(t, conn, "fault stuck espeak-ng: neither writes nor ends")
		conn.Close() // the service is started again, and doesn't know about the fault
		after(time.Second)
		says(t, <-l.conns, "card yes", "began", "spoke")
		l.received(t, Event{Kind: Failed, Fault: Stuck, Detail: "espeak-ng: neither writes nor ends"},
			Event{Kind: Failed, Fault: NoService, Detail: "voice: EOF"}, Event{Kind: OK}, Event{Kind: CardChanged, Card: true}, Event{Kind: Began}, Event{Kind: Spoke})
	})
}
