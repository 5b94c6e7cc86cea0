package main

import (
	"context"
	"maps"
	"slices"
	"strings"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/drivers/tablepanel"
	"tabletop/games"
)

// tablePanel runs the table panel: keys and lamps of seats, sensors for dice, and a dice tower. The
// protocol is in package tablepanel. The key of the seat in turn works as OK; the lamp of that seat
// blinks until the key is pressed. If the table rolls its own dice, each question starts the tower,
// and the faces seen by the sensors are the answer.
type tablePanel struct {
	daemon   *daemon
	dev      *tablepanel.Dev
	turn     int                 // seat in turn, as last sent to the panel
	states   []tablepanel.State  // states of the seats, from seat 1, as last sent to the panel
	colours  []tablepanel.Colour // colours of the players, from seat 1, as last sent to the panel
	question int                 // seq of the question for which the tower was started, or 0
	faces    map[int]string      // faces seen since the question, by number of the sensor
}

// tablePanel runs the table panel until ctx ends.
func (d *daemon) tablePanel(ctx context.Context) error {
	dev, port, err := wiring.Table(d.config, d.away(ctx, "trouble.table"))
	if err != nil {
		return err
	}
	defer port.Close()
	defer dev.Halt()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	reports, ended := make(chan tablepanel.Report), make(chan error, 1)
	hand := func(report tablepanel.Report) {
		select {
		case reports <- report:
		case <-ctx.Done():
		}
	}
	go func() {
		defer stop()
		ended <- d.safely(ctx, func(ctx context.Context) error {
			return lasting(ctx, func() error { return dev.Run(ctx, hand) })
		})
	}()
	r := &tablePanel{daemon: d, dev: dev, faces: map[int]string{}}
	r.follow(ctx, reports)
	return <-ended
}

// follow sends each moment to the table panel and handles the panel's reports, until ctx is done.
func (r *tablePanel) follow(ctx context.Context, reports <-chan tablepanel.Report) {
	for {
		m := r.daemon.loop.Now()
		r.show(m)
		select {
		case <-ctx.Done():
			return
		case report := <-reports:
			r.handle(ctx, m, report)
		case <-m.Next:
		}
	}
}

// show sends the seat in turn to the table panel. The lamp of the seat blinks until the key of the
// seat is pressed or the turn is over. If the table rolls its own dice, show starts the tower once
// per question. It ignores errors: they mean that the panel is away, and the driver sends turn and
// lamps again when it is back.
func (r *tablePanel) show(m *screen.Moment) {
	if turn := seat(r.turn, m.Match); turn != r.turn {
		r.light(tablepanel.Off)
		r.turn = turn
		_ = r.dev.Turn(turn)
		r.light(tablepanel.Blink)
	}
	r.showColours(coloursOf(m))
	r.showStates(stances(m, r.turn))
	if q := question(m.Match); q != r.question {
		r.question = q
		clear(r.faces)
		if q != 0 {
			_ = r.dev.Motor("roll")
		}
	}
}

// showStates sends the states of seats that have changed. A seat that no longer exists gets the
// state None.
func (r *tablePanel) showStates(now []tablepanel.State) {
	for i := range max(len(now), len(r.states)) {
		if was, is := at(r.states, i), at(now, i); was != is {
			_ = r.dev.State(i+1, is)
		}
	}
	r.states = now
}

// showColours sends the colours of players that have changed. A seat that no longer exists gets none.
func (r *tablePanel) showColours(now []tablepanel.Colour) {
	for i := range max(len(now), len(r.colours)) {
		if was, is := at(r.colours, i), at(now, i); was != is {
			_ = r.dev.Colour(i+1, is)
		}
	}
	r.colours = now
}

// coloursOf returns the colours of the players of the match under way.
func coloursOf(m *screen.Moment) (all []tablepanel.Colour) {
	if !under(m.Match) {
		return nil
	}
	for _, look := range m.Offer.People().AtTable(m.Match.Names()) {
		all = append(all, tablepanel.Colour(look.Colour))
	}
	return all
}

// at returns the value of a seat, or the zero value for a seat that doesn't exist.
func at[T any](all []T, i int) (none T) {
	if i < len(all) {
		return all[i]
	}
	return none
}

// panelStates maps the state of a seat that is not in turn to the state of its light.
var panelStates = [...]tablepanel.State{
	games.Waiting: tablepanel.Waiting, games.OnDeck: tablepanel.OnDeck, games.Passed: tablepanel.Passed,
	games.Ready: tablepanel.Ready, games.Gone: tablepanel.Gone,
}

// stances returns the state of each seat, beginning with seat 1. It returns nil while no match is
// under way. A seat is Waiting if the game gives no state for the seat. If all seats play at once,
// all seats that are not ready count as in turn.
func stances(m *screen.Moment, turn int) []tablepanel.State {
	if !under(m.Match) || turn == 0 {
		return nil
	}
	view := m.Match.State().View(games.Nobody)
	all := make([]tablepanel.State, len(m.Match.Names()))
	for i := range all {
		all[i] = tablepanel.Waiting
		if i < len(view.Seats) {
			all[i] = panelStates[view.Seats[i]]
		}
		if i+1 == turn || view.All && all[i] == tablepanel.Waiting {
			all[i] = tablepanel.Active
		}
	}
	if isLate(m, turn) {
		all[turn-1] = tablepanel.Alarm
	}
	return all
}

// isLate reports whether the seat in turn has no time left.
func isLate(m *screen.Moment, turn int) bool {
	clocks := m.SeatClocks()
	return m.Rings || len(clocks) >= turn && clocks[turn-1].Left < 0
}

// light sets the lamp of the seat in turn.
func (r *tablePanel) light(l tablepanel.Lamp) {
	if r.turn != 0 {
		_ = r.dev.Lamp(r.turn, l)
	}
}

// question returns the seq of the last fact that is not an outcome of chance, or 0 if the table's
// own dice need not answer. The seq identifies the question. Dice that are rolled one after another
// therefore answer the same question.
func question(mt match.Match) (seq int) {
	if !rolls(mt) {
		return 0
	}
	for f := range mt.Line() {
		if f.Kind != match.Decided || f.Seat != games.Chance {
			seq = f.Seq
		}
	}
	return seq
}

// rolls reports whether the table's own dice must answer.
func rolls(mt match.Match) bool {
	return under(mt) && mt.Luck() == match.Table && mt.State().Turn() == games.Chance
}

// handle handles a report of the panel.
func (r *tablePanel) handle(ctx context.Context, m *screen.Moment, report tablepanel.Report) {
	switch report := report.(type) {
	case tablepanel.Hello:
		r.question = 0 // a tower that lost its power must be started again
	case tablepanel.Key:
		if report.Down && report.Seat == r.turn && m.Match.State().Turn() != games.Chance {
			r.light(tablepanel.On)
			r.daemon.loop.Post(ctx, companion.Keys, companion.Press{Key: panel.OK})
		}
	case tablepanel.Die:
		r.faces[report.Sensor] = report.Face
		r.answer(ctx)
	case tablepanel.Motor:
		if !report.Done {
			r.daemon.log.Error("a motor is stuck", "motor", report.Name)
			r.daemon.loop.Tell(ctx, companion.Trouble{Key: "trouble.motor", Arg: report.Name})
		}
	}
}

// tries is the maximum number of attempts to make a decision while the match changes.
const tries = 3

// answer makes the decision that matches the faces seen by the sensors. It does nothing while a die
// has not been seen.
func (r *tablePanel) answer(ctx context.Context) {
	for range tries {
		m := r.daemon.loop.Now()
		mt := m.Match
		if !rolls(mt) {
			return
		}
		says := outcome(mt.State().Legal(), r.faces)
		if says == "" {
			return
		}
		a, err := r.daemon.loop.Do(ctx, companion.Keys, companion.Decide{Point: m.Point, Says: string(says)})
		if err != nil || a.Refusal.Kind != companion.Stale {
			clear(r.faces)
			return
		}
	}
}

// outcome returns the outcome that names exactly these faces. An outcome with the faces in the
// order of the sensors is preferred to one with another order. outcome returns "" if there is none.
func outcome(outcomes []games.Choice, faces map[int]string) (other games.Decision) {
	var seen []string
	for _, sensor := range slices.Sorted(maps.Keys(faces)) {
		seen = append(seen, faces[sensor])
	}
	sorted := slices.Sorted(slices.Values(seen))
	for _, c := range outcomes {
		named := strings.Fields(string(c.Says))[1:]
		switch {
		case slices.Equal(named, seen):
			return c.Says
		case slices.Equal(slices.Sorted(slices.Values(named)), sorted):
			other = c.Says
		}
	}
	return other
}
