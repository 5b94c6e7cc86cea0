package web

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
)

func TestAPortThatIsTakenIsSaid(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	s, err := New(newTable(), Opts{Addr: taken.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	if l, err := s.Listen(t.Context()); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("Listen: %v, %v, want %v", l, err, syscall.EADDRINUSE)
	}
}

func TestByDefaultOnlyThisMachineIsListenedTo(t *testing.T) {
	host, port, err := net.SplitHostPort(DefaultOpts().Addr)
	if err != nil || !net.ParseIP(host).IsLoopback() || port != "8090" {
		t.Errorf("%s, want port 8090 of a loopback address", DefaultOpts().Addr)
	}
}

func TestServeEndsWithItsContext(t *testing.T) {
	s, err := New(newTable(), Opts{Addr: "127.0.0.1:0", Streams: 1, Simulated: true})
	if err != nil {
		t.Fatal(err)
	}
	l, err := s.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, l) }()
	r, err := http.Get("http://" + l.Addr().String() + "/api/events")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if err := s.Serve(t.Context(), l); !errors.Is(err, net.ErrClosed) {
		t.Errorf("on a closed listener: %v, want %v", err, net.ErrClosed)
	}
}

func TestARequestThatDawdlesIsCutOff(t *testing.T) {
	served(t, newTable(), func(t *testing.T, client *http.Client, _ func() error) {
		dial := client.Transport.(*http.Transport).DialContext
		for name, begin := range map[string]string{
			"in its headers": "POST /api/press HTTP/1.1\r\nHost: localhost\r\n",
			"in its body":    "POST /api/press HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{",
		} {
			c, err := dial(t.Context(), "", "")
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			if _, err := c.Write([]byte(begin)); err != nil {
				t.Fatal(err)
			}
			for buf := make([]byte, 512); err == nil; {
				_, err = c.Read(buf)
			}
			if took := time.Since(start); took > readTime+time.Second {
				t.Errorf("%s: cut off after %v", name, took)
			}
			c.Close()
		}
	})
}

// late lets a table take that long over an answer.
func late(d time.Duration) func(context.Context) {
	return func(ctx context.Context) {
		select {
		case <-ctx.Done():
		case <-waittest.After(d):
		}
	}
}

func TestWhatIsBeingKeptAtTheEndIsAnswered(t *testing.T) {
	at := newTable()
	at.moment = screen.Moment{Moment: companion.Moment{Match: begun(t)}}
	served(t, at, func(t *testing.T, client *http.Client, stop func() error) {
		at.waits = late(500 * time.Millisecond)
		r, b := follow(t, client)
		defer r.Body.Close()
		wantPanel(t, b, screen.Moment{})
		wantMatch(t, b, "1", "")
		answer := make(chan string, 1)
		go func() {
			got, err := client.Post("http://localhost/api/decide", "application/json", strings.NewReader(about(1, `"says":"take 2"`)))
			if err != nil {
				answer <- err.Error()
				return
			}
			defer got.Body.Close()
			body, _ := io.ReadAll(got.Body)
			answer <- got.Status + " " + strings.TrimSpace(string(body))
		}()
		waittest.Pass(200 * time.Millisecond)
		ended, start := make(chan error, 1), time.Now()
		go func() { ended <- stop() }()
		if rest, _ := io.ReadAll(b); len(rest) > 0 || time.Since(start) > 0 {
			t.Errorf("the stream ends after %v and %q, want at once", time.Since(start), rest)
		}
		if got := <-answer; got != `200 OK {"seq":2}` || time.Since(start) != 300*time.Millisecond {
			t.Errorf("the decision gets %s after %v, want 200 after 300ms", got, time.Since(start))
		}
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
}

func TestWhatTheTableNeverAnswersEndsWithTheGrace(t *testing.T) {
	at := newTable()
	served(t, at, func(t *testing.T, client *http.Client, stop func() error) {
		at.waits = late(time.Hour)
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			if got, err := client.Post("http://localhost/api/press", "application/json", strings.NewReader(`{"key":"ok"}`)); err == nil {
				got.Body.Close()
			}
		}()
		synctest.Wait()
		start := time.Now()
		if err := stop(); err != nil || time.Since(start) != graceTime {
			t.Errorf("Serve: %v after %v, want it to end after %v", err, time.Since(start), graceTime)
		}
		<-gone
	})
}
