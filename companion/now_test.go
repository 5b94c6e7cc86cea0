package companion_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/adviser"
	"tabletop/companion/clock"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// handles are the pointers and interfaces in a Moment, and why == on them is exact.
var handles = map[string]string{
	"Library":      "onFiles makes another",
	"View.File":    "the rules of a file are made once for each version of it, and compared as a pointer",
	"Match":        "a match is a value of pointers to facts, which never change",
	"Happened":     "tell and nextMoment make another",
	"Counsel":      "made of counselParts",
	"DiceMatch":    "made of thrownParts",
	"Offer":        "made of offerParts",
	"Guests":       "made of doorParts",
	"Aloud":        "made by withAloud",
	"Clocks.since": "the same as long as the same clock runs",
}

func TestMomentsAreComparedExactly(t *testing.T) {
	found := map[string]bool{"Clocks.since": true}
	inexact(reflect.TypeFor[companion.Moment](), "", func(path, why string) {
		if found[path] = true; handles[path] == "" {
			t.Errorf("%s %s: put it behind a pointer to what never changes, and say in handles who makes another", path, why)
		}
	})
	for path := range handles {
		if !found[path] {
			t.Errorf("there is no %s any more", path)
		}
	}
}

// inexact tells of the fields of a struct that == doesn't compare by what they are.
func inexact(of reflect.Type, at string, tell func(path, why string)) {
	for i := range of.NumField() {
		f := of.Field(i)
		path := strings.TrimPrefix(at+"."+f.Name, ".")
		in := f.Type
		for in.Kind() == reflect.Array {
			in = in.Elem()
		}
		switch in.Kind() {
		case reflect.Struct:
			if handles[path] != "" {
				tell(path, "is compared by its pointers")
				continue
			}
			inexact(in, path, tell)
		case reflect.Pointer:
			tell(path, "is compared as a pointer")
		case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
			tell(path, "may be NaN")
		case reflect.Interface:
			tell(path, "is an interface: what it holds may panic")
		case reflect.Chan, reflect.Func, reflect.Map, reflect.Slice, reflect.UnsafePointer:
			tell(path, "is a "+in.Kind().String())
		}
	}
}

// factsOf are the exported facts of a moment as text, by their paths: "Ready", "Offer.Drafts".
func factsOf(m companion.Moment) map[string]string {
	all := map[string]string{}
	eachFact(reflect.ValueOf(m), func(path string, v reflect.Value) {
		switch v := v.Interface().(type) {
		case match.Match:
			all[path] = recordOf(v)
		case clock.Seats:
			all[path] = fmt.Sprint(v.At(time.Hour))
		default:
			all[path] = fmt.Sprintf("%+v", v)
		}
	})
	return all
}

// recordOf is a match as its record has it.
func recordOf(mt match.Match) string {
	if mt.IsZero() {
		return ""
	}
	return mt.Since(0)
}

// eachFact visits the exported fields of a moment, and those of what its pointers lead to.
func eachFact(m reflect.Value, each func(path string, v reflect.Value)) {
	for f, v := range m.Fields() {
		if v.Kind() != reflect.Pointer {
			each(f.Name, v)
			continue
		}
		if v = v.Elem(); v.Kind() != reflect.Struct {
			each(f.Name, v)
			continue
		}
		for part, v := range v.Fields() {
			if part.IsExported() {
				each(f.Name+"."+part.Name, v)
			}
		}
	}
}

// watched notes which facts have changed from one moment to the next.
type watched struct{ changed map[string]bool }

// sight is a model with its moment.
type sight struct {
	model  companion.Model
	moment companion.Moment
	facts  map[string]string
}

func sightOf(m companion.Model) sight {
	now := m.Moment()
	return sight{m, now, factsOf(now)}
}

// step checks what there is to see after an event.
func (w *watched) step(t *testing.T, what string, was sight, m companion.Model) sight {
	t.Helper()
	is := sightOf(m)
	for path := range is.facts {
		if is.facts[path] == was.facts[path] {
			continue
		}
		if w.changed[path] = true; is.moment == was.moment {
			t.Errorf("%s: %s was %s and is %s, and the moments are equal", what, path, was.facts[path], is.facts[path])
		}
	}
	for path, fact := range factsOf(m.Afresh()) {
		if is.facts[path] != fact {
			t.Errorf("%s: the moment tells that %s is %s, and the model that it is %s", what, path, is.facts[path], fact)
		}
	}
	if m.Moment() != is.moment {
		t.Errorf("%s: the same model has two moments", what)
	}
	return is
}

// event lets an event happen, and the disk answer.
func (w *watched) event(t *testing.T, name string, was sight, e companion.Event) {
	t.Helper()
	m, effects := was.model.Update(e)
	is := w.step(t, fmt.Sprintf("%s, %T", name, e.What), was, m)
	for _, effect := range effects {
		if k, ok := effect.(companion.Keep); ok {
			e.What = companion.Kept{Ticket: k.Ticket}
			w.event(t, name, is, e)
		}
	}
}

// states are tables in all kinds of states.
var states = []struct {
	name string
	way  func(*testing.T) *companiontest.Table
}{
	{"the first start", func(t *testing.T) *companiontest.Table {
		tb := companiontest.New(t, all...)
		tb.Press("down") // English
		return tb
	}},
	{"home", func(t *testing.T) *companiontest.Table { return inRussian(t, func(*companiontest.Table) {}) }},
	{"home of a club", func(t *testing.T) *companiontest.Table {
		tb := inClub(t)
		seatsPlayers(t, tb, `"Аня","Боря"`)
		return tb
	}},
	{"a league that the table has agreed to", func(t *testing.T) *companiontest.Table {
		tb := inClub(t)
		tb.Do(companion.Club, theLeague)
		tb.Press("down", "ok")
		return tb
	}},
	{"a setting that is turned", func(t *testing.T) *companiontest.Table {
		return inRussian(t, func(tb *companiontest.Table) {
			tb.Choose("home.more", "home.settings", "settings.level")
			tb.Press("down")
		})
	}},
	{"the settings", func(t *testing.T) *companiontest.Table {
		return inRussian(t, func(tb *companiontest.Table) { tb.Choose("home.more", "home.settings") })
	}},
	{"a colour that is turned", func(t *testing.T) *companiontest.Table {
		return inRussian(t, func(tb *companiontest.Table) { oneOpen(tb); turnsLook(tb, "setup.player 1", "players.colour") })
	}},
	{"a question whether two are one", func(t *testing.T) *companiontest.Table {
		return inRussian(t, func(tb *companiontest.Table) {
			seatsPlayers(t, tb, `"Аня","Боря"`)
			tb.Disk.Players = []string{"Аня", "аня"}
			*tb = *again(t, tb)
			tb.Times(9, "back")
			tb.Choose("home.more", "home.settings", "settings.players")
			tb.Press("ok", "down")
		})
	}},
	{"two open", func(t *testing.T) *companiontest.Table { return inRussian(t, twoOpen) }},
	{"set-up", func(t *testing.T) *companiontest.Table {
		return inRussian(t, func(tb *companiontest.Table) { tb.Choose("mice:title") })
	}},
	{"a name half typed", func(t *testing.T) *companiontest.Table { return inRussian(t, toName) }},
	{"under its seal", func(t *testing.T) *companiontest.Table {
		return inRussian(t, func(tb *companiontest.Table) { tb.Choose("mice:title", "honesty") })
	}},
	{"a turn", func(t *testing.T) *companiontest.Table { return inRussian(t, intoTableMice) }},
	{"a turn on the clock", func(t *testing.T) *companiontest.Table { return inRussian(t, intoClocked) }},
	{"a moment", caught},
	{"dice that roll", func(t *testing.T) *companiontest.Table {
		tb := inRussian(t, intoMice)
		tb.Do(anya, companion.Roll{Cup: "2d6"})
		return tb
	}},
	{"dice that lie", func(t *testing.T) *companiontest.Table {
		return inRussian(t, func(tb *companiontest.Table) { rolls(tb, "2d6", "d20") })
	}},
	{"an adviser", advised},
	{"advice", func(t *testing.T) *companiontest.Table {
		tb := advised(t)
		tb.Do(companiontest.Phone, companion.Hint{Point: tb.Model.Point(), Topic: adviser.Move})
		finds(tb, line)
		return tb
	}},
	{"an invitation", func(t *testing.T) *companiontest.Table { return atPhones(t) }},
	{"phones", func(t *testing.T) *companiontest.Table { return inRussian(t, withGuests) }},
	{"a question", func(t *testing.T) *companiontest.Table {
		tb := inRussian(t, oneOpen)
		tb.Do(companiontest.Phone, companion.ErasePlayers{Names: []string{tb.Text("setup.player 1")}})
		return tb
	}},
	{"over", func(t *testing.T) *companiontest.Table {
		tb := inRussian(t, intoTableMice)
		tb.Finish()
		return tb
	}},
	{"a slow disk", func(t *testing.T) *companiontest.Table {
		return inRussian(t, func(tb *companiontest.Table) { intoTableMice(tb); writesSlowly(tb) })
	}},
	{"no disk", func(t *testing.T) *companiontest.Table { return inRussian(t, unsavedMice) }},
	{"a timer", func(t *testing.T) *companiontest.Table {
		tb := inRussian(t, func(tb *companiontest.Table) { tb.Choose("home.more", "home.timer") })
		tb.Press("ok")
		tb.Wait(29 * time.Second)
		return tb
	}},
	{"dark", func(t *testing.T) *companiontest.Table {
		tb := inRussian(t, intoTableMice)
		tb.Wait(companion.DarkAfter)
		return tb
	}},
}

// aloudStates are states where everything is spoken.
var aloudStates = []struct {
	name string
	way  func(*testing.T) *companiontest.Table
}{
	{"back held", func(t *testing.T) *companiontest.Table {
		tb := inRussian(t, intoTableMice)
		tb.Send(companion.SoundCard{Present: true})
		tb.Do(companion.Keys, companion.Edge{Key: panel.Back, Down: true})
		tb.Wait(companion.SpeechAfter - 500*time.Millisecond)
		return tb
	}},
	{"a screen to be read", func(t *testing.T) *companiontest.Table {
		tb := loud(inRussian(t, intoTableMice))
		tb.Press("back")
		return tb
	}},
	{"a square of a board", func(t *testing.T) *companiontest.Table { return loud(inRussian(t, intoMaze)) }},
	{"a disk that will be slow", func(t *testing.T) *companiontest.Table {
		tb := loud(inRussian(t, intoTableMice))
		tb.Slow = true
		tb.Do(companion.Keys, companion.Press{Key: panel.OK})
		return tb
	}},
	{"a log", func(t *testing.T) *companiontest.Table {
		tb := loud(inRussian(t, intoTableMice))
		tb.Decide("roll", "dice red green", "lure red")
		tb.Press("back")
		tb.Choose("pause.log")
		return tb
	}},
	{"a moment, aloud", func(t *testing.T) *companiontest.Table { return loud(caught(t)) }},
	{"a turn on the clock, aloud", func(t *testing.T) *companiontest.Table { return loud(inRussian(t, intoClocked)) }},
	{"dice that lie, aloud", func(t *testing.T) *companiontest.Table {
		return loud(inRussian(t, func(tb *companiontest.Table) { rolls(tb, "2d6", "d20") }))
	}},
	{"a name half typed, aloud", func(t *testing.T) *companiontest.Table { return loud(inRussian(t, toName)) }},
	{"a name without a letter, aloud", func(t *testing.T) *companiontest.Table {
		return loud(inRussian(t, func(tb *companiontest.Table) { toName(tb); tb.Press("up") }))
	}},
	{"a refusal, aloud", func(t *testing.T) *companiontest.Table {
		tb := loud(inRussian(t, intoTableMice))
		tb.Do(companion.Keys, companion.Decide{Point: tb.Model.Point(), Says: "stop"})
		return tb
	}},
	{"a setting that is turned, aloud", func(t *testing.T) *companiontest.Table {
		tb := loud(inRussian(t, func(*companiontest.Table) {}))
		tb.Choose("home.more", "home.settings", "settings.level")
		tb.Press("down")
		return tb
	}},
}

// loud is a table where everything is spoken.
func loud(tb *companiontest.Table) *companiontest.Table {
	tb.Model = tb.Model.Loud()
	return tb
}

// inRussian is a table of the gallery.
func inRussian(t *testing.T, way func(*companiontest.Table)) *companiontest.Table {
	return inGallery(t, words.Russian, way)
}

// asked are the commands of every kind that may change what there is to see at a table, and
// those that change nothing.
func asked(tb *companiontest.Table) []companion.Command {
	at := tb.Model.Point()
	says, match := "", at.Match
	if mt := tb.Model.Match(); !mt.IsZero() {
		if legal := mt.State().Legal(); len(legal) > 0 {
			says = string(legal[0].At(0))
		}
	}
	if open := tb.Model.Moment().Offer.Open; len(open) > 0 {
		match = open[len(open)-1].ID
	}
	draft := companion.Draft{Game: "mice", Names: []string{"Вера", "Галя"}, First: 1, Luck: "table", Clock: "5+0"}
	all := []companion.Command{
		companion.WaitSettled{},
		companion.Edge{Key: panel.OK, Down: true},
		companion.Scan{Code: "?"},
		companion.Decide{Point: at, Says: says},
		companion.Decide{Point: at, Says: "device"},
		companion.Rule{Point: at, Says: "turn 2"},
		companion.Undo{Point: at, To: max(1, at.After-1)},
		companion.Hint{Point: at, Topic: adviser.Possible},
		companion.Seat{Point: at, Seat: 1, Name: "Женя"},
		companion.SetAway{Point: at, Seat: 1, Away: true},
		companion.SetUp{Draft: draft},
		companion.SetUp{Draft: draft, Begin: true},
		companion.Begin{Point: at},
		companion.End{Point: at},
		companion.End{Point: at, Again: true},
		companion.Resume{Match: match},
		companion.Choose{Key: "cups", Value: `["3d6"]`},
		companion.Choose{Key: "dice", Value: "colour=red,blue"},
		companion.Choose{Key: "sheet:Ужин", Value: `{"game":"score","seats":2,"names":{"ru":"Ужин"},"options":{}}`},
		companion.Choose{Key: "box:mice", Value: `{"risk":"on"}`},
		companion.Roll{Cup: "4d6"},
		companion.Join{Key: key(tb), Agent: iPhone},
		companion.Restore{Upload: "x"},
		companion.Import{Upload: "x"},
		companion.AddGame{Name: "x", Title: "X"},
		companion.DropGame{Name: "x", Title: "X"},
		companion.Update{Upload: "x.deb", Version: "1.3.0"},
		companion.Erase{Match: match, Title: "X"},
		companion.ErasePlayers{Names: []string{tb.Text("setup.player 1")}},
		companion.Rename{Name: tb.Text("setup.player 1"), To: "Женя"},
		companion.SetTime{Time: companiontest.Midday},
		theLeague,
		companion.PublishName{Name: "Аня"},
		companion.ChooseLook{Name: "Аня", Colour: "lime", Picture: "owl"},
	}
	for k := panel.Back; k <= panel.OK; k++ {
		all = append(all, companion.Press{Key: k})
	}
	return append(all, companion.Press{Key: panel.Back, Hold: true})
}

// happens is what a table is told beside commands.
func happens(tb *companiontest.Table) []any {
	var secret [32]byte
	secret[0] = 99
	return []any{
		nil,
		companion.ClockState{Trusted: false},
		companion.ClockState{Trusted: true, Correction: 48 * time.Hour},
		companion.Files{Games: []games.Rules{&filed{name: "cheese", title: "Сыр", program: "one"}}, Wrong: []companion.BrokenFile{{File: "x", Why: map[words.Lang]string{"ru": "строка 1"}}}},
		companion.UpdateState{Step: "keep"},
		companion.Addresses{URLs: []string{"http://192.168.1.2:8090"}},
		companion.ClubState{ID: "x", LastRequest: companion.League(theLeague)},
		companion.Random{Secret: secret},
		companion.Analysis{Position: tb.Thought.Position, Advice: lost},
		companion.Trouble{Key: "trouble.surface", Arg: "x"},
		companion.SoundCard{Present: true},
		companion.SpeechFailed{Reason: "stuck"},
		companion.TroubleEnded{Trouble: companion.Trouble{Key: "trouble.surface", Arg: "x"}},
		companion.Damages{{Match: "x", Game: "mice", Names: []string{"Аня"}}},
		companion.Lost{Ticket: 1, Err: errors.New("x")},
		companion.CarryResult{Command: theLeague},
		companion.Started{Evening: tb.Disk.Evening()},
	}
}

func TestWhateverAMomentTellsMakesAnotherWhenItChanges(t *testing.T) {
	t.Parallel()
	w := &watched{changed: map[string]bool{}}
	missing := map[string]bool{}
	for _, r := range companion.Rights() {
		missing[fmt.Sprintf("%T", r.Command)] = true
	}
	for _, s := range slices.Concat(states, aloudStates) {
		tb := s.way(t)
		before := sightOf(tb.Model)
		event := companion.Event{At: tb.Now + time.Millisecond, Wall: companiontest.Midday.Add(tb.Now)}
		for _, from := range []companion.Sender{companiontest.Phone, companion.Keys} {
			for _, c := range asked(tb) {
				event.What = companion.Sent{From: from, Command: c, Call: 1}
				delete(missing, fmt.Sprintf("%T", c))
				w.event(t, fmt.Sprintf("%s, %T", s.name, c), before, event)
			}
		}
		for _, what := range happens(tb) {
			event.What = what
			w.event(t, s.name, before, event)
		}
		for _, later := range []time.Duration{time.Second, 3 * time.Second, companion.DarkAfter} { // the table goes on by itself
			tb.Wait(later)
			before = w.step(t, fmt.Sprintf("%s, %v later", s.name, later), before, tb.Model)
		}
	}
	last := inRussian(t, func(*companiontest.Table) {}).Model.Moment()
	eachFact(reflect.ValueOf(last), func(path string, _ reflect.Value) {
		if !w.changed[path] && path != "Offer.Club" { // a box has one or has none
			t.Errorf("no state and no event of this test changes %s: add one that does", path)
		}
	})
	if len(missing) > 0 {
		t.Errorf("nobody sends %v", slices.Sorted(maps.Keys(missing)))
	}
}

func TestAMomentStaysTheSameWhileNothingChanges(t *testing.T) {
	for _, s := range states {
		tb := s.way(t)
		before, event := tb.Model.Moment(), companion.Event{At: tb.Now, Wall: companiontest.Midday.Add(tb.Now)}
		for range 3 { // a clock may run; its next second is still to come
			event.At += time.Millisecond
			next, _ := tb.Model.Update(event)
			if next.Moment() != before {
				t.Errorf("%s: nothing has happened, and there is another moment", s.name)
			}
		}
	}
}

func TestAMomentHasClocksForEverySeat(t *testing.T) {
	for _, r := range all {
		if _, most := r.Seats(); most > clock.MostSeats {
			t.Errorf("%s seats %d, and a moment has clocks for %d", r.Name(), most, clock.MostSeats)
		}
	}
}
