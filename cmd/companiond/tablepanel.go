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

// tablePanel is the table panel: keys and lamps of seats, sensors for dice, a dice tower.
// It speaks as package tablepanel describes. The key of the seat on turn is ok; its
// lamp blinks until then. Where the table's own dice answer, each question starts
// the tower, and the faces that the sensors see are the outcome that names them.
type tablePanel struct {
	daemon *daemon
	dev    *tablepanel.Dev
	turn   int                // whose turn the panel was told
	states []tablepanel.State // of the seats, from 1, as it was told
	asked  int                // seq of the question for which the tower was started, 0 for none
	faces  map[int]string     // what the sensors have seen since, by sensor
}

// tablePanel talks to the table panel until ctx ends.
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

// follow shows the panel what happens and does what it reports.
func (r *tablePanel) follow(ctx context.Context, reports <-chan tablepanel.Report) {
	for {
		m := r.daemon.loop.Now()
		r.show(m)
		select {
		case <-ctx.Done():
			return
		case report := <-reports:
			r.hear(ctx, m, report)
		case <-m.Next:
		}
	}
}

// show tells the panel whose turn it is; that seat's lamp blinks until its key is
// pressed or the turn is over. Where the table rolls, the tower is started once.
// An error says that the panel is away; it is told of turn and lamps when it is back.
func (r *tablePanel) show(m *screen.Moment) {
	if turn := seat(r.turn, m.Match); turn != r.turn {
		r.light(tablepanel.Off)
		r.turn = turn
		_ = r.dev.Turn(turn)
		r.light(tablepanel.Blink)
	}
	r.stand(stances(m, r.turn))
	if asked := question(m.Match); asked != r.asked {
		r.asked = asked
		clear(r.faces)
		if asked != 0 {
			_ = r.dev.Motor("roll")
		}
	}
}

// stand tells the panel how each seat stands. Of a seat that there is no more nothing is
// told.
func (r *tablePanel) stand(now []tablepanel.State) {
	for i := range max(len(now), len(r.states)) {
		if was, is := at(r.states, i), at(now, i); was != is {
			_ = r.dev.State(i+1, is)
		}
	}
	r.states = now
}

func at(states []tablepanel.State, i int) tablepanel.State {
	if i < len(states) {
		return states[i]
	}
	return tablepanel.None
}

// lightOf is what a light tells of a seat that isn't in turn.
var lightOf = [...]tablepanel.State{
	games.Waiting: tablepanel.Waiting, games.OnDeck: tablepanel.OnDeck, games.Passed: tablepanel.Passed,
	games.Ready: tablepanel.Ready, games.Gone: tablepanel.Gone,
}

// stances are how the seats stand, from seat 1, as far as the game tells: nothing while no
// match is under way. Where all play at once, all who are not ready are in turn.
func stances(m *screen.Moment, turn int) []tablepanel.State {
	if !under(m.Match) || turn == 0 {
		return nil
	}
	view := m.Match.State().View(games.Nobody)
	all := make([]tablepanel.State, len(m.Match.Names()))
	for i := range all {
		all[i] = tablepanel.Waiting
		if i < len(view.Seats) {
			all[i] = lightOf[view.Seats[i]]
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

// isLate reports whether the time of the seat on turn is up.
func isLate(m *screen.Moment, turn int) bool {
	clocks := m.SeatClocks()
	return m.Rings || len(clocks) >= turn && clocks[turn-1].Left < 0
}

// light sets the lamp of the seat whose turn it is.
func (r *tablePanel) light(l tablepanel.Lamp) {
	if r.turn != 0 {
		_ = r.dev.Lamp(r.turn, l)
	}
}

// question is the seq of what people did last before the table's own dice must
// answer, 0 where they needn't. Dice that answer one by one answer one question.
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

func (r *tablePanel) hear(ctx context.Context, m *screen.Moment, report tablepanel.Report) {
	switch report := report.(type) {
	case tablepanel.Hello:
		r.asked = 0 // a tower that had no power starts anew
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

// tries is how often a decision is made anew because the match had moved on.
const tries = 3

// answer makes the decision that the dice say, as soon as all are seen.
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

// outcome is the one that names just these faces, in the order of the sensors
// or, if no outcome does, in any other; "" if none does.
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
