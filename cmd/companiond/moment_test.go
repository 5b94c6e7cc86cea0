package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
)

// streamed reads the events that the page of this machine hears, each time up to the one
// which tells that the match has so many facts.
func (e *evening) streamed() (upTo func(seq int) (panels int, moments []string)) {
	e.t.Helper()
	resp, err := http.Get(e.url("127.0.0.1") + "/api/events")
	if err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() { resp.Body.Close() })
	lines := waittest.Events(resp.Body)
	return func(seq int) (panels int, moments []string) {
		e.t.Helper()
		name, last := "", fmt.Sprintf(`{"seq":%d,`, seq)
		for {
			field, value, _ := strings.Cut(waittest.Receive(e.t, "an event of a match with "+last, lines), ": ")
			switch {
			case field == "event":
				name = value
			case field == "data" && name == "panel":
				panels++
			case field == "data" && name == "moment":
				moments = append(moments, value)
			case field == "data" && name == "match" && strings.HasPrefix(value, last):
				return panels, moments
			}
		}
	}
}

func TestAMomentPlaysOnPanelAndPageAndIsToldOnce(t *testing.T) {
	t.Parallel()
	e := gather(t, "", nil)
	e.mice()
	for _, says := range []string{"roll", "dice red red", "lure red"} {
		e.decide(says)
	}
	e.moveTo("mice:say.stop")
	upTo, seq := e.streamed(), e.d.loop.Now().Match.Seq()
	upTo(seq) // what was
	seen := make(chan string, 1)
	go func() {
		for m := e.d.loop.Now(); m.View.Kind != panel.KindMoment; m = e.d.loop.Now() {
			<-m.Next
		}
		seen <- e.d.loop.Now().View.Big
	}()
	began := time.Now()
	e.press("ok") // a line is answered when its moment is over
	if took := time.Since(began); took < time.Second {
		t.Errorf("it was over after %v", took)
	}
	words := <-seen
	if m := e.d.loop.Now(); m.View.Kind != panel.KindTurn || m.View.Title != e.text("@2") || len(m.Happened.All) > 0 {
		t.Errorf("then the panel says %q, and tells %v", said(m.View), m.Happened.All)
	}
	e.decide("roll") // nothing of the catch comes after it
	panels, moments := upTo(seq + 2)
	if panels < 4 { // two of them of the moment
		t.Errorf("the page heard of %d pictures, want a moment to move", panels)
	}
	if len(moments) != 1 || !strings.Contains(moments[0], `"kind":"catch","text":"`+words+`"`) || !strings.Contains(moments[0], `"names":["`+e.text("@1")+`"]`) {
		t.Errorf("the page was told %q, want the catch of %q once", moments, words)
	}
}

func TestAKeyOfThePageEndsAMoment(t *testing.T) {
	t.Parallel()
	e := gather(t, "", nil)
	e.mice()
	for _, says := range []string{"roll", "dice red red", "lure red"} {
		e.decide(says)
	}
	base := e.url("127.0.0.1") + "/api/press"
	seq := e.d.loop.Now().Match.Seq()
	e.moveTo("mice:say.stop")
	for _, key := range []string{"ok", "ok"} { // the second is the next player's, who sees the first
		if got, want := post(t, base, `{"key":"`+key+`"}`), fmt.Sprintf(`{"seq":%d}`, seq+1); got != want {
			t.Errorf("%s is answered %s, want %s", key, got, want)
		}
	}
	if m := e.d.loop.Now(); m.View.Kind != panel.KindTurn {
		t.Errorf("the panel still says %q, in a view of kind %d", said(m.View), m.View.Kind)
	}
}

func TestAMomentThatThePowerCutsOffIsNotShownAgain(t *testing.T) {
	t.Parallel()
	state, cut := knowing(t), t.TempDir()
	e := gatherIn(t, state, "127.0.0.1:0", "", nil)
	e.mice()
	for _, says := range []string{"roll", "dice red red", "lure red"} {
		e.decide(says)
	}
	e.moveTo("mice:say.stop")
	e.d.loop.Post(t.Context(), companion.Keys, companion.Press{Key: panel.OK})
	e.until("a moment", func(m *screen.Moment) bool { return m.View.Kind == panel.KindMoment })
	for _, name := range []string{"companion.db", "companion.db-wal"} {
		content, err := os.ReadFile(filepath.Join(state, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(cut, name), string(content))
	}
	again := gatherIn(t, cut, "127.0.0.1:0", "", nil)
	m := again.until("the match", func(m *screen.Moment) bool { return !m.Match.IsZero() && m.View.Kind != panel.KindStep })
	e.rest()
	want := e.d.loop.Now()
	if m.View.Kind != panel.KindTurn || m.View.Title != e.text("@2") || m.Frame != want.Frame || len(m.Happened.All) > 0 {
		t.Errorf("after the cut the panel says %q, and tells %v; want %q", said(m.View), m.Happened.All, said(want.View))
	}
	if got := m.Match.Seq(); got != want.Match.Seq() {
		t.Errorf("after the cut there are %d facts, want %d", got, want.Match.Seq())
	}
}
