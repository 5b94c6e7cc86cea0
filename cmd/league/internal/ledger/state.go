package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"

	"tabletop/companion/club/wire"
)

// State is the latest state that a box has published.
type State struct {
	Box   string
	State wire.State
}

// TakeStates stores the states of enrolled boxes. It skips a state that is not newer than the
// stored one. states contains at most one state per box.
func (l *Ledger) TakeStates(ctx context.Context, states []State) error {
	states = slices.SortedFunc(slices.Values(states), func(a, b State) int { return strings.Compare(a.Box, b.Box) })
	for some := range slices.Chunk(states, mostRows) {
		if err := l.write(ctx, "states", func(t *tx) { t.takeStates(some) }); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) takeStates(states []State) {
	ids := make([]any, len(states))
	for i, s := range states {
		ids[i] = s.Box
	}
	members := map[string]bool{}
	t.each(`SELECT id FROM boxes WHERE enrolled > 0 AND revoked = 0 AND id IN `+rowsOf(1, len(ids)), ids,
		func(rows *sql.Rows) error {
			var id string
			err := rows.Scan(&id)
			members[id] = true
			return err
		})
	rev := t.next("states")
	var values []any
	for _, s := range states {
		if members[s.Box] {
			values = append(values, s.Box, s.State.N, string(wire.Marshal(s.State)), rev)
		}
	}
	if len(values) == 0 {
		return
	}
	t.do(`
		INSERT INTO states (box, n, body, rev) VALUES `+rowsOf(len(values)/4, 4)+`
		ON CONFLICT (box) DO UPDATE SET n = excluded.n, body = excluded.body, rev = excluded.rev
		WHERE excluded.n > states.n`, values...)
}

// States returns the states of enrolled boxes with a rev above since, without the names of erased
// players. It also returns the present rev.
func (l *Ledger) States(ctx context.Context, since int64) (all []State, rev int64, err error) {
	err = l.read(ctx, "states", func(t *tx) {
		all = nil
		t.find(`SELECT n FROM counters WHERE name = 'states'`, nil, &rev)
		t.each(`
			SELECT box, body FROM states JOIN boxes ON id = box
			WHERE rev > $1 AND enrolled > 0 AND revoked = 0 ORDER BY box`, []any{since},
			func(rows *sql.Rows) error {
				var s State
				var body string
				if err := rows.Scan(&s.Box, &body); err != nil {
					return err
				}
				all = append(all, s)
				return json.Unmarshal([]byte(body), &all[len(all)-1].State)
			})
		erased := t.erasedPlayers(`box IN (SELECT box FROM states WHERE rev > $1)`, since)
		for i, s := range all {
			all[i].State = withoutNames(s.State, erased[s.Box])
		}
	})
	return all, rev, err
}

// withoutNames returns a state without the names of erased players. If there is one, it also omits the
// state's sentence and moment, whose texts may contain the name.
func withoutNames(s wire.State, erased map[string]bool) wire.State {
	s.Seats = slices.Clone(s.Seats)
	for i, seat := range s.Seats {
		if seat.Player == "" || !erased[seat.Player] {
			continue
		}
		if s.Who == seat.Name {
			s.Who = maskedName(i + 1)
		}
		s.Seats[i].Name, s.Seats[i].Player = maskedName(i+1), ""
		s.Now, s.Moment = "", nil
	}
	return s
}
