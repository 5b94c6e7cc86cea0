package loop

import (
	"bytes"
	"log/slog"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/mice"
)

// stepped is a loop in a match of mice that a test steps by itself: no goroutine turns.
type stepped struct {
	*Loop
	d *disk
}

func newStepped(t testing.TB) *stepped {
	t.Helper()
	all := games.Of(mice.Rules{}, dice.Rules{})
	artist, err := screen.For(all)
	if err != nil {
		t.Fatal(err)
	}
	model, err := companion.New(companion.Config{Games: all})
	if err != nil {
		t.Fatal(err)
	}
	l := &stepped{d: &disk{d: companiontest.NewDisk().Knows("mice")}}
	l.Loop = New(Config{
		Model: model, Log: l.d, Draw: artist.Draw, Logger: slog.New(slog.DiscardHandler),
		Random: bytes.NewReader(bytes.Repeat([]byte{7}, 4096)),
	})
	l.checked = true
	l.happens(t, companion.Started{Evening: l.d.d.Evening()})
	draft := companion.Draft{Game: "mice", Names: []string{"Аня", "Боря"}, First: 1, Luck: "table"}
	l.does(t, companion.SetUp{Draft: draft, Begin: true})
	l.does(t, companion.Begin{Point: l.Now().Point})
	l.does(t, companion.Decide{Point: l.Now().Point, Says: "roll"})
	if l.Now().Match.Seq() != 2 {
		t.Fatalf("the match is at %d", l.Now().Match.Seq())
	}
	return l
}

// happens lets an event happen, and the disk answer.
func (l *stepped) happens(t testing.TB, what any) {
	l.step(t.Context(), request{what: what})
	for len(l.jobs) > 0 {
		<-l.jobs
		l.step(t.Context(), request{what: companion.Kept{Ticket: l.ticket}})
	}
}

// does lets a phone send a command.
func (l *stepped) does(t testing.TB, c companion.Command) {
	l.happens(t, companion.Sent{From: companiontest.Phone, Command: c})
}

// A press that moves the cursor, to the moment that is published.
func BenchmarkPressToMoment(b *testing.B) {
	l := newStepped(b)
	b.ReportAllocs()
	keys := []panel.Key{panel.Down, panel.Up}
	i := 0
	for b.Loop() {
		l.happens(b, companion.Sent{From: companion.Keys, Command: companion.Press{Key: keys[i%2]}})
		i++
	}
}

// An event that changes nothing, as a key that is let go.
func BenchmarkNothingNew(b *testing.B) {
	l := newStepped(b)
	b.ReportAllocs()
	for b.Loop() {
		l.happens(b, companion.Sent{From: companion.Keys, Command: companion.Edge{Key: panel.Up}})
	}
}

// A decision and the disk's answer, to the moment that is published.
func BenchmarkDecisionToMoment(b *testing.B) {
	l := newStepped(b)
	b.ReportAllocs()
	start := l.model
	says := companion.Sent{From: companiontest.Phone, Command: companion.Decide{Point: l.Now().Point, Says: "dice red green"}}
	for b.Loop() {
		l.model = start
		l.happens(b, says)
	}
}
