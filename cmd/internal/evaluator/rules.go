package evaluator

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"tabletop/games"
)

// rules are a game whose program the child has.
type rules struct {
	e             *Evaluator
	name, program string
	key           string
	properties    properties
	id            string
}

// Program returns the text that the game is made of.
func (r *rules) Program() string { return r.program }

// ID tells this version of the game from others; see [games.ID].
func (r *rules) ID() string { return r.id }

// Shapes returns the games that it can be; see [games.Shapes].
func (r *rules) Shapes() []games.Shape { return slices.Clone(r.properties.Shapes) }

// Name returns the name that the program was compiled with.
func (r *rules) Name() string { return r.properties.Name }

// Seats returns how many can play.
func (r *rules) Seats() (least, most int) { return r.properties.Least, r.properties.Most }

// Options returns the options of the game.
func (r *rules) Options() []games.Option { return slices.Clone(r.properties.Options) }

// Assets returns its catalogues and pictures.
func (r *rules) Assets() map[string]string { return maps.Clone(r.properties.Assets) }

// Begins returns the seat that begins; see [games.Begins].
func (r *rules) Begins() games.Seat { return r.properties.Begins }

// Tool reports whether it is a tool; see [games.IsTool].
func (r *rules) Tool() bool { return r.properties.Tool }

// Tracker reports whether it keeps the score of other games; see [games.IsTracker].
func (r *rules) Tracker() bool { return r.properties.Tracker }

// Together reports whether all win or all lose; see package kit.
func (r *rules) Together() bool { return r.properties.Together }

// Faces returns the faces of a stream's dice; see [games.Faces].
func (r *rules) Faces(s games.Setup, stream string) []games.Face {
	if !r.properties.Faces {
		return nil
	}
	a, err := r.ask(request{Ask: askFaces, Setup: s, Stream: stream})
	if err != nil {
		return nil
	}
	return a.Faces
}

// New returns the first position.
func (r *rules) New(s games.Setup) (games.State, error) {
	return r.state(request{Ask: askNew, Setup: s})
}

// Parse reads a position.
func (r *rules) Parse(s games.Setup, text string) (games.State, error) {
	return r.state(request{Ask: askParse, Setup: s, Text: text})
}

// state asks for a state.
func (r *rules) state(q request) (games.State, error) {
	a, err := r.ask(q)
	if err != nil {
		return nil, err
	}
	if a.Position == nil {
		return nil, games.Refuse(q.Says, ruleGone)
	}
	s := &state{r: r, setup: games.Setup{Seats: q.Setup.Seats, Options: maps.Clone(q.Setup.Options)}, position: *a.Position, memory: &memory{}}
	if s.position.Has.Audit {
		return audited{s}, nil
	}
	return s, nil
}

// ask asks about the game; what the game refuses or fails at is an error.
func (r *rules) ask(q request) (answer, error) {
	q.Name, q.Key = r.name, r.key
	a, err := r.e.ask(q, r.program)
	switch {
	case err != nil:
		return a, err
	case a.Refused != nil:
		return a, *a.Refused
	case a.Fault != nil:
		return a, *a.Fault
	case a.Failed != "" && q.Ask == askParse:
		return a, errors.New(a.Failed)
	case a.Failed != "" || a.Unknown:
		return a, games.Refuse(q.Says, ruleFailed, r.name, a.Failed)
	}
	return a, nil
}

// about is what tells the questions about one state apart.
func (q request) about() string {
	key, err := json.Marshal([]any{q.Ask, q.Seat, q.Says, q.Choice})
	if err != nil {
		return q.Ask
	}
	return string(key)
}
