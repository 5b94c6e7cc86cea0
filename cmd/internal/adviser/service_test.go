package adviser

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"path/filepath"
	"testing"
	"testing/synctest"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion"
	"tabletop/games"
	"tabletop/games/maze"
)

// listen answers each connection as a service would, and returns the service.
func listen(t *testing.T, answer func(io.ReadWriter)) service {
	t.Helper()
	path := filepath.Join(t.TempDir(), "socket")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			answer(conn)
			conn.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-ended })
	return service(path)
}

func TestAServiceThinksWhereThereIsOne(t *testing.T) {
	tb := begin(t, near)
	s := listen(t, func(conn io.ReadWriter) {
		if err := serve(conn, conn, catalogue.Games()); err != nil && !errors.Is(err, errLeft) {
			t.Error(err)
		}
	})
	tb.think.ask = asker(s.ask).or(tb.think.ask, tb.think.fail)
	if a := tb.advice(false); a.Advice.Verdict != games.Winnable || len(a.Advice.Line) != 2 {
		t.Errorf("%+v, want a win in two moves", a)
	}
	if tb.asked != 0 || len(tb.fails) != 0 {
		t.Errorf("%d children were asked, %d failures told", tb.asked, len(tb.fails))
	}
}

func TestAChildThinksWhereTheServiceFails(t *testing.T) {
	stale := filepath.Join(t.TempDir(), "socket")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: stale})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
	for name, test := range map[string]struct {
		service
		told int // failures
	}{
		"there is none":      {service(filepath.Join(t.TempDir(), "none")), 0},
		"nobody listens":     {service(stale), 1},
		"it says nothing":    {listen(t, func(conn io.ReadWriter) { _, _ = conn.Read(make([]byte, 1000)) }), 1},
		"it doesn't listen":  {listen(t, func(io.ReadWriter) {}), 1},
		"it talks nonsense":  {listen(t, func(conn io.ReadWriter) { _, _ = io.WriteString(conn, "yes\n") }), 1},
		"it stops in a word": {listen(t, func(conn io.ReadWriter) { _, _ = io.WriteString(conn, `{"Verdict":`) }), 1},
	} {
		tb := begin(t, near)
		tb.think.ask = asker(test.ask).or(tb.think.ask, tb.think.fail)
		if a := tb.advice(false); a.Advice.Verdict != games.Winnable || tb.asked != 1 || len(tb.fails) != test.told {
			t.Errorf("%s: %+v, %d children asked, %d failures told, want 1 and %d", name, a, tb.asked, len(tb.fails), test.told)
		}
	}
}

func TestAQuestionThatIsCalledOffClosesItsConnection(t *testing.T) {
	heard, ended := make(chan struct{}), make(chan error, 1)
	s := listen(t, func(conn io.ReadWriter) {
		_, _ = conn.Read(make([]byte, 1000))
		close(heard)
		_, err := io.ReadAll(conn)
		ended <- err
	})
	ctx, stop := context.WithCancel(t.Context())
	go func() { <-heard; stop() }()
	_, err := asker(s.ask).or(func(context.Context, question) (games.Advice, error) {
		t.Error("a child was asked then")
		return games.Advice{}, nil
	}, func(err error) { t.Errorf("told %v", err) })(ctx, question{})
	if err == nil || !errors.Is(ctx.Err(), context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the service: %v", err)
	}
}

// endless thinks until it is closed.
type endless chan struct{}

func (e endless) Advise(games.State, int) (games.Advice, error) {
	<-e
	return games.Advice{}, errors.New("over")
}

func (endless) Steps() int { return 1 }

func TestAChildEndsOnceNobodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thinks := make(endless)
		in, out := io.Pipe()
		ended := make(chan error)
		go func() {
			ended <- serve(in, io.Discard, games.Catalogue{Games: []games.Rules{maze.Rules{}}, Advisers: map[string]games.Adviser{"maze": thinks}})
		}()
		tb := begin(t, near)
		if err := json.NewEncoder(out).Encode(questionAbout(thought{companion.Think{Rules: tb.rules, Setup: tb.setup}, tb.line}, 0)); err != nil {
			t.Fatal(err)
		}
		out.Close()
		if err := <-ended; !errors.Is(err, errLeft) {
			t.Errorf("it ended by %v, want %v", err, errLeft)
		}
		close(thinks)
	})
}
