package club

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"
	mqtt "github.com/mochi-mqtt/server/v2"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/door"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/games"
)

// onlines are what was told of whether the box is there.
func (e *evening) onlines() (all []wire.Online) {
	for _, m := range e.all(wire.OnlineKind) {
		var o wire.Online
		must(e.t, json.Unmarshal([]byte(m.payload), &o))
		if by, err := m.signed.Box(m.topic, []byte(m.payload)); err != nil || by != boxID || !m.retain {
			e.t.Errorf("online %t is signed by %q, %v, retained %t", o.Online, by, err, m.retain)
		}
		all = append(all, o)
	}
	return all
}

func TestABoxSaysThatItIsThereAndThatItGoes(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		if all := e.onlines(); len(all) != 1 || !all[0].Online || all[0].Name != "Синяя" || all[0].Version != "1.2" || all[0].Dropped != nil {
			t.Fatalf("%+v", all)
		}
		e.stop()
		if all := e.onlines(); len(all) != 2 || all[1].Online {
			t.Errorf("%+v", all)
		}
		e.begin()
	})
}

func TestTheWillSaysThatABoxIsAway(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.network(false)
		e.wait(5 * time.Second)
		if all := e.onlines(); len(all) != 1 {
			t.Errorf("5 s after the cable was cut: %+v", all)
		}
		e.wait(15 * time.Second)
		if all := e.onlines(); len(all) != 2 || all[1].Online || all[1].Name != "Синяя" {
			t.Errorf("20 s after the cable was cut: %+v", all)
		}
		if s := e.told(); !s.Connected.IsZero() || s.Err == "" {
			t.Errorf("%+v", s)
		}
		e.network(true)
		e.wait(3 * time.Minute)
		all := e.onlines() // it may hear its own will first, and contradict it
		if len(all) < 3 || slices.ContainsFunc(all[2:], func(o wire.Online) bool { return !o.Online }) {
			t.Errorf("after it was mended: %+v", all)
		}
		if s := e.told(); s.Connected.IsZero() || s.Err != "" {
			t.Errorf("%+v", s)
		}
	})
}

func TestAShortBreakIsNotSaid(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.wait(2 * time.Minute)
		e.lose()
		e.wait(time.Minute)
		for _, o := range e.onlines() {
			if !o.Online {
				t.Errorf("%+v", e.onlines())
			}
		}
		if e.dials.Load() != 2 {
			t.Errorf("%d dials", e.dials.Load())
		}
	})
}

func TestAWillThatComesLateIsContradicted(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.says(nil, wire.Topic(boxID, wire.OnlineKind), wire.Marshal(wire.Online{}), true)
		e.wait(time.Second)
		if o := last[wire.Online](t, e.broker, wire.OnlineKind); !o.Online {
			t.Error("it stays away")
		}
	})
}

func TestPausesBetweenTriesGrow(t *testing.T) {
	var c connection
	now := time.Unix(1, 0)
	if d := c.pause(now); d != 0 {
		t.Errorf("the first try waits %v", d)
	}
	for _, most := range []time.Duration{1, 2, 4, 8, 16, 32, 64, 120, 120, 120} {
		if d := c.pause(now); d < most*time.Second/2 || d > most*time.Second {
			t.Errorf("a pause of %v, want up to %d s", d, most)
		}
	}
	c.established(now)
	if d := c.pause(now.Add(59 * time.Second)); d < time.Minute {
		t.Errorf("after a connection of 59 s a pause of %v", d)
	}
	c.established(now)
	if d := c.pause(now.Add(time.Minute)); d != 0 {
		t.Errorf("after a connection of a minute a pause of %v", d)
	}
}

func TestBrokersThatCanLessAreToldAllTheSame(t *testing.T) {
	t.Parallel()
	for name, can := range map[string]func(*mqtt.Capabilities){
		"nothing retained":    func(c *mqtt.Capabilities) { c.RetainAvailable = 0 },
		"quality 0":           func(c *mqtt.Capabilities) { c.MaximumQos = 0 },
		"one message at once": func(c *mqtt.Capabilities) { c.ReceiveMaximum = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			played(t, can, nil, func(t *testing.T, e *evening) {
				e.table.plays("m", begun(t, "Аня", "Боря"))
				e.ends("r")
				if len(e.all(wire.StateKind)) == 0 || len(e.records()) == 0 || len(e.sealsOf()) == 0 || len(e.all(wire.OnlineKind)) == 0 {
					t.Errorf("%d states, %d records, %d seals; %+v", len(e.all(wire.StateKind)), len(e.records()), len(e.sealsOf()), e.told())
				}
				if e.told().Connected.IsZero() || e.dials.Load() > 2 {
					t.Errorf("%+v after %d dials", e.told(), e.dials.Load())
				}
			})
		})
	}
}

func TestAPanicCostsAPauseAndNothingElse(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		var good *companion.Library
		e.table.set(func(m *screen.Moment) { good, m.Library = m.Library, nil }) // whoever needs words panics
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.happens(10, 2)
		e.wait(time.Minute)
		e.table.set(func(m *screen.Moment) { m.Library = good })
		e.wait(time.Minute)
		e.happens(20, 1)
		s, moments := last[wire.State](t, e.broker, wire.StateKind), e.momentsTold()
		if s.Match != "m" || e.told().Connected.IsZero() || len(moments) != 1 || moments[0].Seq != 20 || e.told().Dropped.Moments != 2 {
			t.Errorf("%+v, %+v, %+v", s, moments, e.told())
		}
	})
}

func TestABoxThatMayNotHearTellsAllTheSame(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.deaf = true }, func(t *testing.T, e *evening) {
		if len(e.all(wire.StateKind)) == 0 || !strings.Contains(e.told().Err, "subscribe to companion/") {
			t.Errorf("%d states, %+v", len(e.all(wire.StateKind)), e.told())
		}
	})
}

func TestAWillThatABrokerRefusesIsAskedForWithLess(t *testing.T) {
	t.Parallel()
	c, err := New(newTable(), newShelf(), Opts{Brokers: []*url.URL{{Scheme: "mqtt", Host: "h"}}, Now: time.Now})
	must(t, err)
	must(t, c.read())
	conn := &connection{retain: true, willQoS: 1}
	for _, step := range []struct {
		reason byte
		retain bool
		qos    byte
	}{{0, true, 1}, {noRetain, false, 1}, {noQoS, false, 0}} {
		c.connectFailed(conn, &autopaho.ConnackError{ReasonCode: step.reason, Err: errors.New("refused")})
		if w := c.connectPacket(conn, &paho.Connect{}).WillMessage; w.Retain != step.retain || w.QoS != step.qos {
			t.Errorf("after reason %#x the will is retained %t, of quality %d", step.reason, w.Retain, w.QoS)
		}
	}
}

func TestAMomentThatABrokerRefusesIsDroppedAndTheNextTold(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.deny = "/moment" }, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.happens(10, 2)
		e.wait(time.Minute)
		if n := e.told().Dropped.Moments; n != 2 || !strings.Contains(e.told().Err, "/moment") {
			t.Errorf("%d dropped, %+v", n, e.told())
		}
		e.broker.mu.Lock()
		e.deny = ""
		e.broker.mu.Unlock()
		e.happens(20, 2)
		if all := e.momentsTold(); len(all) != 2 || all[0].Seq != 20 {
			t.Errorf("%+v", all)
		}
	})
}

// happens lets the table show n moments, one after the other.
func (e *evening) happens(from, n int) {
	for i := range n {
		e.table.tells(match.SeqMoment{Seq: from + i, Moment: games.Moment{Kind: games.Trick, Seats: []games.Seat{1}}})
		e.wait(time.Millisecond)
	}
	e.wait(time.Second)
}

// moments are those that were told.
func (e *evening) momentsTold() (all []wire.Moment) {
	for _, m := range e.all(wire.MomentKind) {
		var w wire.Moment
		must(e.t, json.Unmarshal([]byte(m.payload), &w))
		all = append(all, w)
	}
	return all
}

func TestMomentsAreToldOnceAndInOrder(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.table.knows([]string{"Аня"}, nil)
		e.table.plays("m", begun(t, "Аня", "Боря"))
		told := match.SeqMoment{Seq: 10, Moment: games.Moment{Kind: games.Steal, Seats: []games.Seat{1, 2}}}
		e.table.tells(told, match.SeqMoment{Seq: 10, Moment: games.Moment{Kind: games.Win, Seats: []games.Seat{2}}})
		e.wait(time.Second)
		e.table.set(func(m *screen.Moment) { m.Happened = &companion.Happened{All: m.Happened.All[1:]} }) // the first was shown
		e.wait(time.Second)
		all := e.momentsTold()
		if len(all) != 2 || all[0].Kind != games.Steal || all[1].Kind != games.Win || all[1].Text != "Победа!" {
			t.Fatalf("%+v", all)
		}
		if got := fmt.Sprintf("%q %d %s %d", all[0].Names, all[0].Seats, all[0].Match, all[0].Seq); got != `["Аня" "Игрок 2"] [1 2] m 10` {
			t.Errorf("got %s", got)
		}
		e.happens(20, 50)
		for i, m := range e.momentsTold()[2:] {
			if m.Seq != 20+i {
				t.Fatalf("moment %d has seq %d", i, m.Seq)
			}
		}
	})
}

// A script decides faster than the club looks: the panel shows only the last decision's moments.
func TestMomentsOfDecisionsThatNobodySawAreTold(t *testing.T) {
	t.Parallel()
	for _, r := range rulesOfAll {
		w := newWhole(t, r, 3)
		for range 3 {
			w.goOn()
		}
		seen := w.match
		for range 60 {
			w.goOn()
		}
		played(t, nil, nil, func(t *testing.T, e *evening) {
			e.table.plays("m", seen)
			e.wait(time.Second)
			before := len(e.momentsTold())
			e.table.set(func(now *screen.Moment) {
				now.Match, now.Point = w.match, companion.Point{Match: "m", After: w.match.Seq()}
				now.Happened = &companion.Happened{All: w.match.Moments(w.match.Seq() - 1)}
			})
			e.wait(time.Minute)
			want := w.match.Moments(seen.Seq())
			if got := e.momentsTold()[before:]; len(got) != len(want) || len(got) > 0 && got[len(got)-1].Seq != want[len(want)-1].Seq {
				t.Errorf("%s: %d moments are told, want %d", r.Name(), len(got), len(want))
			}
		})
	}
}

// Мазай may be on the table when the game ends. The alarm ends with the game.
func TestTheAlarmEndsWithTheMatch(t *testing.T) {
	t.Parallel()
	alarms := 0
	for _, r := range rulesOfAll {
		if r.Name() != "mazaitsy" && r.Name() != "fox" {
			continue // no alarms
		}
		for seed := range uint64(12) {
			w := newWhole(t, r, seed+1)
			before := w.match
			for n := 0; n < 3000 && !w.match.State().Standing().Over && w.goOn(); n++ {
				if !w.match.State().Standing().Over {
					before = w.match
				}
			}
			view := w.match.State().View(games.Nobody)
			if !w.match.State().Standing().Over || !slices.ContainsFunc(view.Cells, func(c games.Cell) bool { return c.Mark&games.MarkAlarm != 0 }) {
				continue
			}
			alarms++
			played(t, nil, nil, func(t *testing.T, e *evening) {
				e.table.plays("m", before)
				e.wait(time.Second)
				e.table.plays("m", w.match)
				e.wait(time.Second)
				if s := last[wire.State](t, e.broker, wire.StateKind); s.Alarm || !s.Over && s.Match != "" {
					t.Errorf("%s after its end: %+v", r.Name(), s)
				}
			})
		}
	}
	if alarms == 0 {
		t.Error("no game ended in an alarm: this proves nothing")
	}
}

func TestOfMomentsThatWaitTheOldestAreDroppedAndCounted(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		e.network(false)
		e.happens(10, 300)
		e.network(true)
		e.wait(3 * time.Minute)
		all := e.momentsTold()
		if len(all) != mostMoments || all[0].Seq != 10+300-mostMoments || all[len(all)-1].Seq != 309 {
			t.Fatalf("%d moments, %+v to %+v", len(all), all[0], all[len(all)-1])
		}
		o := last[wire.Online](t, e.broker, wire.OnlineKind)
		if o.Dropped == nil || o.Dropped.Moments != 300-mostMoments || e.told().Dropped.Moments != 300-mostMoments {
			t.Errorf("online says %+v, the status %+v", o.Dropped, e.told().Dropped)
		}
		e.lose()
		e.wait(3 * time.Minute)
		if o := last[wire.Online](t, e.broker, wire.OnlineKind); o.Dropped != nil {
			t.Errorf("said again: %+v", o.Dropped)
		}
	})
}

func TestAMomentOfTenMinutesAgoIsNotTold(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		e.network(false)
		e.happens(10, 3)
		e.wait(9 * time.Minute)
		e.happens(20, 2)
		e.wait(2 * time.Minute)
		e.network(true)
		e.wait(3 * time.Minute)
		if all := e.momentsTold(); len(all) != 2 || all[0].Seq != 20 || e.told().Dropped.Moments != 3 {
			t.Errorf("%+v, dropped %+v", all, e.told().Dropped)
		}
	})
}

func TestStatesThatNobodyWasToldAreCounted(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.network(false)
		m := begun(t, "Аня", "Боря")
		for range 5 {
			var err error
			m, err = m.Stir(match.Stamp{}, "x")
			must(t, err)
			e.table.plays("m", m)
			e.wait(time.Second)
		}
		e.network(true)
		e.wait(3 * time.Minute)
		all := e.onlines()
		if !slices.ContainsFunc(all, func(o wire.Online) bool { return o.Dropped != nil && o.Dropped.States == 4 }) {
			t.Errorf("%+v: want all but the last of five", all)
		}
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Seq != m.Seq() {
			t.Errorf("%+v", s)
		}
	})
}

func TestWhatIsNotToBeToldIsNot(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.opts.Tell, e.opts.House = Tell{}, "homeassistant" }, func(t *testing.T, e *evening) {
		e.table.knows([]string{"Аня", "Боря"}, nil)
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.happens(10, 3)
		e.ends("r")
		for _, kind := range []wire.Kind{wire.MomentKind, wire.SealKind, wire.RecordKind, wire.ErasedKind} {
			if n := len(e.all(kind)); n > 0 {
				t.Errorf("%d under %s", n, kind)
			}
		}
		for _, m := range e.all(wire.StateKind) {
			if m.payload != "" {
				t.Errorf("a state: %s", m.payload)
			}
		}
		if d := e.described(); len(d) != 0 {
			t.Errorf("described: %v", d)
		}
		if len(e.shelf.named) != 0 {
			t.Errorf("named %v", e.shelf.named)
		}
	})
}

func TestOptionsThatCannotBeAreRefused(t *testing.T) {
	good := Opts{Brokers: []*url.URL{{Scheme: "mqtt", Host: "h"}}, Now: time.Now}
	for want, change := range map[string]func(*Opts){
		"no broker":   func(o *Opts) { o.Brokers = nil },
		"no clock":    func(o *Opts) { o.Now = nil },
		"masks names": func(o *Opts) { o.Tell.Records = true },
		"wildcard":    func(o *Opts) { o.House = "a/#" },
		`"http://h"`:  func(o *Opts) { o.Brokers = []*url.URL{{Scheme: "http", Host: "h"}} },
		`"mqtt:"`:     func(o *Opts) { o.Brokers = []*url.URL{{Scheme: "mqtt"}} },
		"xxxxx@h": func(o *Opts) {
			o.Brokers = []*url.URL{{Scheme: "ftp", Host: "h", User: url.UserPassword("u", "secret")}}
		},
	} {
		o := good
		change(&o)
		if _, err := New(newTable(), newShelf(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := New(newTable(), newShelf(), good); err != nil {
		t.Error(err)
	}
}

func TestEachPressComesFromAPhone(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.opts.Keys = true }, func(t *testing.T, e *evening) {
		topic := wire.Topic(boxID, wire.PressKind)
		for _, word := range []string{"back", "up", "down", "ok", "OK", "", "hold", `{"key":"ok"}`} {
			e.says(nil, topic, []byte(word), false)
		}
		e.says(nil, topic, []byte("ok"), true) // kept for whoever comes later
		e.wait(time.Second)
		want := []companion.Command{companion.Press{Key: panel.Back}, companion.Press{Key: panel.Up}, companion.Press{Key: panel.Down}, companion.Press{Key: panel.OK}}
		if got := e.table.done(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got %v, want %v", got, want)
		}
		for _, by := range e.table.by {
			if by.From != companion.FromPhone || by.Role != door.Play {
				t.Errorf("pressed by %+v", by)
			}
		}
		if n := e.told().Ignored; n != 5 {
			t.Errorf("%d ignored, want 5", n)
		}
		for range 30 {
			e.says(nil, topic, []byte("up"), false)
		}
		e.wait(100 * time.Millisecond)
		if n := len(e.table.done()); n > 4+2*mostPresses {
			t.Errorf("%d presses at once", n)
		}
	})
}

func TestNobodyPressesWithoutLeave(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.says(nil, wire.Topic(boxID, wire.PressKind), []byte("ok"), false)
		e.wait(time.Second)
		if got := e.table.done(); len(got) != 0 {
			t.Errorf("pressed %v", got)
		}
	})
}
