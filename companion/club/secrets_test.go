package club

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/clock"
	"tabletop/companion/club/wire"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/games"
)

// sitting are names that nothing else is called by. The last two don't want to be named.
var sitting = []string{"Аня", "Zoë", "Ыыть-4", "Боря"}

// whole is a game played at random under the device's luck, fact by fact.
type whole struct {
	t      *testing.T
	rnd    *rand.Rand
	secret luck.Secret
	match  match.Match
	hidden []string // what nobody but a seat may see, as the positions on the way print it
}

func newWhole(t *testing.T, r games.Rules, seed uint64) *whole {
	t.Helper()
	w := &whole{t: t, rnd: rand.New(rand.NewPCG(seed, 4)), secret: luck.Secret{byte(seed), 0xa5, 0x5a, 77}}
	least, most := r.Seats()
	seats := sitting[:min(max(least, 3), most)]
	m, err := match.Begin(games.Of(r), match.Fact{Kind: match.Started, Game: r.Name(), Seats: seats, Seal: w.secret.Seal()})
	must(t, err)
	w.match = m
	return w
}

// goOn plays one fact more; false: the game is over.
func (w *whole) goOn() bool {
	switch turn := w.match.State().Turn(); {
	case turn == games.Nobody:
		return false
	case turn == games.Chance && luck.Total(w.match.State().Legal()) > 0 && w.rnd.IntN(4) > 0:
		m, err := w.match.Answer(match.Stamp{}, w.secret.Key(w.match.Stirrings()))
		must(w.t, err)
		w.match = m
	default:
		w.decide()
	}
	w.hidden = append(w.hidden, w.match.State().String())
	return true
}

// decide decides at random, as the table.
func (w *whole) decide() {
	legal := w.match.State().Legal()
	for range 1000 {
		c := legal[w.rnd.IntN(len(legal))]
		d := c.Says
		if c.Len() > 0 {
			d = c.At(w.rnd.IntN(c.Len()))
		} else if c.Grammar != "" {
			d += " 2d6"
		}
		if m, err := w.match.Decide(match.Stamp{}, string(d), luckOf(w.match)); err == nil {
			w.match = m
			return
		}
	}
	w.t.Fatalf("a thousand decisions were refused in %s:\n%s", w.match.Rules().Name(), w.match.State())
}

// views are what seats see and an onlooker doesn't: lines and pictures.
func views(s games.State, seats int) (own []string) {
	open := fmt.Sprintf("%+v", s.View(games.Nobody))
	for seat := games.Seat(1); int(seat) <= seats; seat++ {
		v := s.View(seat)
		for _, line := range append(v.Lines, v.Prompt, v.Title) {
			if text := fmt.Sprintf("%+v", line); !strings.Contains(open, text) {
				own = append(own, strings.Join(line.Args, " "))
			}
		}
	}
	return slices.DeleteFunc(own, func(text string) bool { return len(text) < 4 })
}

// TestNothingThatIsToldHoldsASecretOrAHiddenCardOrAName plays whole games of everything there is and
// searches every byte that was told.
func TestNothingThatIsToldHoldsASecretOrAHiddenCardOrAName(t *testing.T) {
	t.Parallel()
	for _, r := range rulesOfAll {
		t.Run(r.Name(), func(t *testing.T) {
			t.Parallel()
			played(t, nil, func(e *evening) {
				e.opts.Keys, e.opts.House = true, "homeassistant"
				e.table.knows([]string{"Аня", "Ыыть-4", "Боря"}, sitting[2:])
			}, func(t *testing.T, e *evening) { e.search(r) })
		})
	}
}

// search plays games of r and looks through what was told.
func (e *evening) search(r games.Rules) {
	for seed := range uint64(*seeds) {
		w := newWhole(e.t, r, seed+1)
		id := fmt.Sprintf("game%d", seed)
		e.table.plays(id, w.match)
		e.wait(300 * time.Millisecond)
		var own []string
		for n := 0; n < 400 && w.goOn(); n++ {
			e.show(id, w.match)
			own = append(own, views(w.match.State(), len(w.match.Names()))...)
			if n%5 == 0 {
				e.wait(250 * time.Millisecond)
			}
		}
		e.lookFor(w, own, w.secrets())
		e.finish(id, w)
	}
}

// show puts a position on the panel with what has happened.
func (e *evening) show(id string, m match.Match) {
	e.table.set(func(now *screen.Moment) {
		now.Match, now.Point = m, companion.Point{Match: id, After: m.Seq()}
		now.Happened = &companion.Happened{All: m.Moments(m.Seq() - 1)}
		now.Clocks = clock.SeatsOf(make([]clock.Seat, len(m.Names()))...)
	})
}

// secrets are what nobody may see before the seal is opened.
func (w *whole) secrets() []string {
	key := w.secret.Key(w.match.Stirrings())
	return []string{
		w.secret.String(), base64.StdEncoding.EncodeToString(w.secret[:]), hex.EncodeToString(key[:]), base64.StdEncoding.EncodeToString(key[:]),
	}
}

// lookFor searches all that was told under every topic.
func (e *evening) lookFor(w *whole, own, secrets []string) {
	e.t.Helper()
	e.mu.Lock()
	e.broker.mu.Lock()
	log := slices.Clone(e.log)
	e.broker.mu.Unlock()
	e.mu.Unlock()
	forbidden := slices.Concat(secrets, own, w.hidden, []string{hex.EncodeToString(e.club.key.Seed()), base64.StdEncoding.EncodeToString(e.club.key.Seed())})
	for _, name := range sitting[1:] {
		forbidden = append(forbidden, name, fmt.Sprintf("%+q", name)[1:len(fmt.Sprintf("%+q", name))-1])
	}
	seen := map[string]int{}
	for _, m := range log {
		seen[m.topic]++
		for _, text := range forbidden {
			if text != "" && (strings.Contains(m.payload+m.topic, text) || strings.Contains(m.payload, inJSON(text))) {
				e.t.Fatalf("%s holds %q:\n%s", m.topic, text, m.payload)
			}
		}
	}
	for _, kind := range []wire.Kind{wire.StateKind, wire.SealKind} {
		if seen[wire.Topic(boxID, kind)] == 0 {
			e.t.Errorf("nothing was told under %s", kind)
		}
	}
}

// inJSON is a text as JSON has it, without quotes.
func inJSON(text string) string {
	quoted := wire.Marshal(text)
	return string(quoted[1 : len(quoted)-1])
}

// finish ends the match, whose record is told: with all that is open now, without names.
func (e *evening) finish(id string, w *whole) {
	opened, err := w.match.Open(match.Stamp{}, w.secret)
	must(e.t, err)
	report := reportOf(e.t, id, opened)
	e.shelf.see(func() { e.shelf.reports = append(e.shelf.reports, report) })
	e.table.plays(id, left(e.t, opened))
	e.wait(5 * time.Second)
	r := last[wire.Record](e.t, e.broker, wire.RecordKind)
	if r.Match != id || !strings.Contains(r.Lines, w.secret.String()) {
		e.t.Errorf("the record of %s was told as %s", id, r.Match)
	}
	for _, name := range sitting[1:] {
		if strings.Contains(r.Lines, name) {
			e.t.Errorf("the record names %s", name)
		}
	}
	if r.Players["Аня"] == "" || len(r.Players) != 1 {
		e.t.Errorf("players %v", r.Players)
	}
	e.broker.forget()
}

// TestWhatIsToldDoesNotDependOnTheSecret: of two tables at which the same happened under
// different seals the same is told, but for the seals: nothing says what would be drawn next.
func TestWhatIsToldDoesNotDependOnTheSecret(t *testing.T) {
	t.Parallel()
	for _, r := range rulesOfAll {
		var told [2][]string
		for i := range told {
			played(t, nil, nil, func(t *testing.T, e *evening) {
				w := newWhole(t, r, 3)
				w.secret[0] = byte(100 + i)
				m, err := match.Begin(games.Of(r), match.Fact{Kind: match.Started, Game: r.Name(), Seats: w.match.Names(), Seal: w.secret.Seal()})
				must(t, err)
				w.match = m
				for n := 0; n < 60 && w.match.State().Turn() != games.Nobody; n++ {
					w.decide()
					e.show("m", w.match)
					e.wait(250 * time.Millisecond)
				}
				for _, m := range e.log {
					told[i] = append(told[i], m.topic+strings.ReplaceAll(m.payload, w.secret.Seal(), "SEAL"))
				}
			})
			slices.Sort(told[i])
		}
		if len(told[0]) < 5 || !slices.Equal(told[0], told[1]) {
			t.Errorf("%s: %d messages and %d, which aren't the same\n%s", r.Name(), len(told[0]), len(told[1]), firstOther(told[0], told[1]))
		}
	}
}

// firstOther is where two lists part.
func firstOther(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] + "\n" + b[i]
		}
	}
	return ""
}
