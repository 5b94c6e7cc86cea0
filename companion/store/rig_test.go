package store

import (
	"errors"
	"slices"

	"tabletop/games"
)

// rolling is the catalogue of these tests.
var rolling = games.Of(rolls{})

// rolls is a game in which chance rolls on for ever: what the facts of these tests
// decide. It takes the name of one whose summaries are known.
type rolls struct{}

func (rolls) Name() string                           { return "mice" }
func (rolls) Seats() (int, int)                      { return 1, 4 }
func (rolls) Options() []games.Option                { return nil }
func (rolls) Assets() map[string]string              { return nil }
func (rolls) New(s games.Setup) (games.State, error) { return roll{s.Seats}, nil }
func (rolls) Parse(games.Setup, string) (games.State, error) {
	return nil, errors.New("rolls: not read back here")
}

type roll struct{ seats int }

func (roll) Turn() games.Seat      { return games.Chance }
func (roll) Legal() []games.Choice { return []games.Choice{{Says: "dice red white", Weight: 1}} }

func (roll) Fixes() []games.Choice                         { return []games.Choice{{Says: "turn 2"}} }
func (r roll) Apply(d games.Decision) (games.State, error) { return r.found(r.Legal(), d) }
func (r roll) Fix(d games.Decision) (games.State, error)   { return r.found(r.Fixes(), d) }
func (roll) View(games.Seat) games.View                    { return games.View{} }
func (r roll) Standing() games.Standing {
	return games.Standing{Scores: slices.Repeat([]int32{0}, r.seats)}
}
func (roll) String() string { return "rolling" }

func (r roll) found(among []games.Choice, d games.Decision) (games.State, error) {
	if _, ok := games.Find(among, d); !ok {
		return nil, games.Refuse(d, "rule.roll")
	}
	return r, nil
}

// hooked is the same game, and does something as a match of it begins.
type hooked struct {
	rolls
	begins func()
}

func (h hooked) New(s games.Setup) (games.State, error) {
	h.begins()
	return rolls{}.New(s)
}
