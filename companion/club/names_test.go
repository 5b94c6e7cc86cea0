package club

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion/club/mask"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// both know each other, and agree.
func both(e *evening) { e.table.knows([]string{"Аня", "Боря"}, nil) }

// erasedTold are the ids of those who were told to be forgotten, by message.
func (e *evening) erasedTold() (all [][]string) {
	for _, m := range e.all(wire.ErasedKind) {
		var w wire.Erased
		must(e.t, json.Unmarshal([]byte(m.payload), &w))
		all = append(all, w.Players)
	}
	return all
}

func TestWhoIsNamedLiesOnTheShelfBeforeThat(t *testing.T) {
	t.Parallel()
	played(t, nil, both, func(t *testing.T, e *evening) {
		e.shelf.see(func() { e.shelf.err = errors.New("no disk") })
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Seats[0].Name != "Игрок 1" || s.Seats[0].Player != "" {
			t.Errorf("named without being kept: %+v", s.Seats)
		}
		e.shelf.see(func() { e.shelf.err = nil })
		e.wait(2 * time.Minute)
		s := last[wire.State](t, e.broker, wire.StateKind)
		e.shelf.see(func() {
			if s.Seats[0].Name != "Аня" || s.Seats[0].Player != wire.PlayerID(boxID, e.shelf.named["Аня"]) {
				t.Errorf("%+v; the shelf has %v", s.Seats, e.shelf.named)
			}
		})
	})
}

func TestANameThatIsTakenBackIsGoneAtOnceAndForgottenOnceTheLeagueHas(t *testing.T) {
	t.Parallel()
	played(t, nil, both, func(t *testing.T, e *evening) {
		e.ends("r")
		e.acks(wire.Ack{Records: map[string]string{"r": e.sumOf("r")}})
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		id := last[wire.State](t, e.broker, wire.StateKind).Seats[0].Player
		e.table.plays("m2", begun(t, "Аня", "Боря"))
		e.wait(time.Millisecond)
		e.forget()
		e.table.knows([]string{"Боря"}, nil) // Аня was erased from the box
		e.wait(10 * time.Millisecond)
		all := e.all(wire.StateKind)
		if len(all) == 0 || strings.Contains(all[0].payload, "Аня") || !all[0].retain {
			t.Fatalf("at once: %+v", all)
		}
		e.wait(5 * time.Second)
		if got := e.erasedTold(); len(got) != 1 || !slices.Equal(got[0], []string{id}) {
			t.Errorf("erased %v, want %s", got, id)
		}
		if e.isTold("r") {
			t.Error("the record with the name is told no more")
		}
		e.acks(wire.Ack{Erased: []string{"other"}})
		e.wait(time.Hour)
		if n := len(e.erasedTold()); n < 4 || len(e.shelf.forgot) != 0 || len(e.records()) != 0 {
			t.Errorf("said %d times in an hour, forgotten %v, told %v", n, e.shelf.forgot, e.records())
		}
		e.acks(wire.Ack{Erased: []string{id}})
		e.forget()
		e.wait(time.Minute)
		e.acks(wire.Ack{Records: map[string]string{"r": e.sumOf("r")}})
		if !e.isTold("r") {
			t.Error("the record isn't told without the name")
		}
		e.wait(2 * time.Hour)
		if !slices.Equal(e.shelf.forgot, []string{"Аня"}) || len(e.erasedTold()) != 0 {
			t.Errorf("forgotten %v, then said %v", e.shelf.forgot, e.erasedTold())
		}
		for _, kind := range wire.Kinds {
			for _, m := range e.all(kind) {
				if strings.Contains(m.payload, "Аня") || strings.Contains(m.payload, id) {
					t.Errorf("%s names who was erased: %s", kind, m.payload)
				}
			}
		}
	})
}

func TestADiskThatFailsMeanwhileLosesNothing(t *testing.T) {
	t.Parallel()
	played(t, nil, both, func(t *testing.T, e *evening) {
		e.ends("r")
		sum, id := e.sumOf("r"), wire.PlayerID(boxID, e.shelf.named["Аня"])
		fails := func(err error) { e.shelf.see(func() { e.shelf.err = err }) }
		fails(errors.New("no disk"))
		e.acks(wire.Ack{Records: map[string]string{"r": sum}})
		if e.isTold("r") || !strings.Contains(e.told().Err, "no disk") {
			t.Errorf("%+v", e.told())
		}
		e.table.knows([]string{"Боря"}, nil)
		e.wait(time.Minute)
		if len(e.erasedTold()) != 0 {
			t.Error("told to be forgotten, and the matches are still told")
		}
		fails(nil)
		e.wait(time.Minute)
		if got := e.erasedTold(); len(got) == 0 || !slices.Equal(e.shelf.unnamed, []string{"Аня"}) {
			t.Errorf("told %v, unnamed %v", got, e.shelf.unnamed)
		}
		fails(errors.New("no disk"))
		e.acks(wire.Ack{Erased: []string{id}})
		fails(nil)
		e.acks(wire.Ack{Erased: []string{id}})
		e.wait(time.Minute)
		e.acks(wire.Ack{Records: map[string]string{"r": e.sumOf("r")}})
		if !e.isTold("r") || e.shelf.named["Аня"] != "" {
			t.Errorf("told %t, named %v", e.isTold("r"), e.shelf.named)
		}
	})
}

func TestWhoSaysYesAgainIsNamedOnceTheLeagueHasForgotten(t *testing.T) {
	t.Parallel()
	played(t, nil, both, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		id := last[wire.State](t, e.broker, wire.StateKind).Seats[0].Player
		e.table.knows([]string{"Аня", "Боря"}, []string{"Аня"})
		e.wait(time.Second)
		both(e)
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Seats[0].Name != "Игрок 1" {
			t.Errorf("%+v", s.Seats)
		}
		e.acks(wire.Ack{Erased: []string{id}})
		e.wait(2 * time.Minute)
		s := last[wire.State](t, e.broker, wire.StateKind)
		if s.Seats[0].Name != "Аня" || s.Seats[0].Player == id {
			t.Errorf("%+v, with the id that the league has forgotten: %s", s.Seats, id)
		}
		e.table.knows([]string{"Аня", "Боря"}, []string{"Аня"})
		e.wait(time.Second)
		e.acks(wire.Ack{Erased: []string{id}}) // the old one, once more
		e.wait(time.Second)
		if e.shelf.named["Аня"] == "" {
			t.Error("a name is forgotten that the league hasn't heard of")
		}
	})
}

func TestABoxThatHasJustStartedTakesNobodyBack(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.shelf.named = map[string]string{"Аня": "a"} }, func(t *testing.T, e *evening) {
		e.wait(time.Minute)
		if len(e.shelf.unnamed) != 0 {
			t.Fatalf("took back %v before it knew anybody", e.shelf.unnamed)
		}
		e.table.knows([]string{"Боря"}, nil)
		e.wait(time.Minute)
		if got := e.erasedTold(); !slices.Equal(e.shelf.unnamed, []string{"Аня"}) || len(got) == 0 || got[0][0] != wire.PlayerID(boxID, "a") {
			t.Errorf("took back %v, told %v", e.shelf.unnamed, got)
		}
	})
}

// Who changes the word of setup.player changes what boxes of other versions take for a name.
func TestTheNamesThatABoxGivesAreKnownInRecords(t *testing.T) {
	for _, lang := range words.Langs {
		name := words.Companion(lang).Word("setup.player", "2")
		if n, ok := mask.Number(name); n != 2 || !ok {
			t.Errorf("%s: %q is taken for somebody", lang, name)
		}
	}
}

func TestANameThatIsNobodysIsNoPlayer(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.table.knows([]string{"Игрок 2", "Player 1", "Игрок", "Аня 2"}, nil) }, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Игрок 2", "Player 1", "Игрок", "Аня 2"))
		e.wait(time.Second)
		seats := last[wire.State](t, e.broker, wire.StateKind).Seats
		for i, want := range []string{"Игрок 2", "Player 1", "Игрок", "Аня 2"} { // as panel and record say
			if player := seats[i].Player != ""; seats[i].Name != want || player != (i > 1) {
				t.Errorf("seat %d is %+v", i+1, seats[i])
			}
		}
	})
}

// In a rematch the seats are those of the panel, whoever sat there first.
func TestAStateNamesTheSeatsAsTheRecordDoes(t *testing.T) {
	t.Parallel()
	for _, seats := range [][]string{{"Игрок 2", "Игрок 1"}, {"Аня", "Игрок 1", "Вера"}, {"Игрок 3", "Вера", "Игрок 2"}} {
		played(t, nil, func(e *evening) { e.table.knows([]string{"Аня"}, nil) }, func(t *testing.T, e *evening) {
			mt := begun(t, seats...)
			e.table.plays("m", mt)
			e.wait(time.Second)
			others, err := mask.Names(mt.UpTo(mt.Seq()), func(name string) bool { return name == "Аня" }, "Игрок")
			if err != nil {
				t.Fatal(err)
			}
			for i, seat := range last[wire.State](t, e.broker, wire.StateKind).Seats {
				if want := cmp.Or(others[seats[i]], seats[i]); seat.Name != want {
					t.Errorf("seat %d of %v is %q in the state and %q in the record", i+1, seats, seat.Name, want)
				}
			}
		})
	}
}

func TestWhoIsOnlyNotListedIsNotTakenBack(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.shelf.named = map[string]string{"Аня": "a"} }, func(t *testing.T, e *evening) {
		many := matches(mostListed) // as good as names
		e.table.knows(many, nil)
		e.wait(time.Minute)
		if len(e.shelf.unnamed) != 0 {
			t.Fatalf("took back %v, who was seated long ago", e.shelf.unnamed)
		}
		e.table.knows(append([]string{"Аня"}, many...), nil)
		e.wait(time.Second)
		e.table.knows(many, nil)
		e.wait(time.Second)
		if !slices.Equal(e.shelf.unnamed, []string{"Аня"}) {
			t.Errorf("took back %v, want who was struck from the list", e.shelf.unnamed)
		}
	})
}

func TestWithoutALeagueANameIsTakenBackOnEachConnectionUntilThereIsOne(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { both(e); e.agreed.Store(false) }, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		id := last[wire.State](t, e.broker, wire.StateKind).Seats[0].Player
		e.table.knows([]string{"Боря"}, nil)
		e.wait(time.Hour)
		e.network(false)
		e.network(true)
		e.wait(time.Hour)
		if got := e.erasedTold(); len(got) != 2 || len(e.shelf.forgot) != 0 {
			t.Errorf("on two connections told %v, forgotten %v", got, e.shelf.forgot)
		}
		e.agreed.Store(true)
		e.wait(time.Hour)
		e.acks(wire.Ack{Erased: []string{id}})
		if got := e.erasedTold(); len(got) < 3 || !slices.Equal(e.shelf.forgot, []string{"Аня"}) {
			t.Errorf("the league was told %v, forgotten %v", got, e.shelf.forgot)
		}
	})
}

func TestWithoutALeagueWhoSaysYesAgainIsNamedAtOnce(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { both(e); e.agreed.Store(false) }, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		e.table.knows([]string{"Аня", "Боря"}, []string{"Аня"})
		e.wait(time.Second)
		both(e)
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Seats[0].Name != "Аня" {
			t.Errorf("%+v", s.Seats)
		}
	})
}

func TestAMomentThatWaitedDoesNotNameWhoWasErasedMeanwhile(t *testing.T) {
	t.Parallel()
	played(t, nil, both, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		e.network(false)
		e.table.tells(match.SeqMoment{Seq: 10, Moment: games.Moment{Kind: games.Win, Seats: []games.Seat{1}, Text: games.Say("of", "@1", "x")}})
		e.wait(time.Second)
		e.table.knows([]string{"Боря"}, nil)
		e.network(true)
		e.wait(3 * time.Minute)
		all := e.momentsTold()
		if len(all) != 1 || all[0].Names[0] != "Игрок 1" || strings.Contains(all[0].Text, "Аня") || !strings.Contains(all[0].Text, "Игрок 1") {
			t.Errorf("%+v", all)
		}
	})
}

func TestNamesAreToldOnlyWhereTheBoxMay(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { both(e); e.opts.Tell.Names = false }, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.happens(10, 3)
		e.ends("r")
		e.table.set(func(m *screen.Moment) {})
		e.wait(time.Second)
		for _, kind := range wire.Kinds {
			for _, m := range e.all(kind) {
				if strings.Contains(m.payload, "Аня") || strings.Contains(m.payload, "Боря") || strings.Contains(m.payload, `"player":`) {
					t.Errorf("%s names somebody: %s", kind, m.payload)
				}
			}
		}
		if len(e.records()) == 0 || len(e.momentsTold()) != 3 {
			t.Error("nothing was told")
		}
	})
}

// A box that starts tells its records before its table has read who agrees. What the league
// acknowledges then must not be the last that it hears.
func TestARecordThatWasToldBeforeThePlayersWereReadIsToldAgainWithThem(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.ends("r")
		nameless := e.sumOf("r")
		both(e)
		e.wait(time.Millisecond)
		e.acks(wire.Ack{Records: map[string]string{"r": nameless}})
		e.wait(time.Minute)
		if r := last[wire.Record](t, e.broker, wire.RecordKind); len(r.Players) != 2 {
			t.Errorf("the record names %v", r.Players)
		}
		e.acks(wire.Ack{Records: map[string]string{"r": e.sumOf("r")}})
		if !e.isTold("r") {
			t.Error("with its names it is told on and on")
		}
	})
}

// A disk that fails for a while must not cost anybody the name in a record.
func TestARecordWaitsForTheCodesOfItsPlayers(t *testing.T) {
	t.Parallel()
	played(t, nil, both, func(t *testing.T, e *evening) {
		e.shelf.see(func() { e.shelf.unnameable = errors.New("no disk") })
		e.ends("r")
		e.wait(10 * time.Second)
		if got := e.records(); len(got) != 0 {
			t.Errorf("told without the names that it may have: %v", got)
		}
		e.shelf.see(func() { e.shelf.unnameable = nil })
		e.wait(10 * time.Minute)
		if r := last[wire.Record](t, e.broker, wire.RecordKind); len(r.Players) != 2 {
			t.Errorf("the record names %v", r.Players)
		}
	})
}
