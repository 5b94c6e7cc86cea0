package evaluator

import (
	"errors"
	"maps"
	"slices"
	"sync"

	"tabletop/games"
)

// rules implements [games.Rules] for a program that runs in the child.
type rules struct {
	e             *Evaluator
	name, program string
	key           string
	properties    properties
	id            string
	topics        topicCache
}

// Program returns the text of the program.
func (r *rules) Program() string { return r.program }

// ID returns the id of this version of the game; see [games.ID].
func (r *rules) ID() string { return r.id }

// Shapes returns the variants of the game; see [games.Shapes].
func (r *rules) Shapes() []games.Shape { return slices.Clone(r.properties.Shapes) }

// Name returns the name of the compiled program.
func (r *rules) Name() string { return r.properties.Name }

// Seats returns the minimum and maximum number of seats.
func (r *rules) Seats() (least, most int) { return r.properties.Least, r.properties.Most }

// Options returns the options of the game.
func (r *rules) Options() []games.Option { return slices.Clone(r.properties.Options) }

// Assets returns the catalogues and pictures of the game.
func (r *rules) Assets() map[string]string { return maps.Clone(r.properties.Assets) }

// Begins returns the seat that begins; see [games.Begins].
func (r *rules) Begins() games.Seat { return r.properties.Begins }

// Tool reports whether the game is a tool; see [games.IsTool].
func (r *rules) Tool() bool { return r.properties.Tool }

// Tracker reports whether the game counts scores of other games; see [games.IsTracker].
func (r *rules) Tracker() bool { return r.properties.Tracker }

// BGG returns the number of the game on boardgamegeek.com; see [games.BGG].
func (r *rules) BGG() int { return r.properties.BGG }

// Lacks maps a language to the keys of words that the program has in the other one only.
func (r *rules) Lacks() map[string][]string { return r.properties.Lacks }

// Together reports whether all seats win together or lose together; see package kit.
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

// Explained reports whether the game explains itself by topics; see [games.IsTaught].
func (r *rules) Explained() bool { return r.properties.Taught }

// Topics returns the topics that explain the game; see [games.Topics]. The panel needs them for each
// of its pages, so the topics of the last set-up are cached.
func (r *rules) Topics(s games.Setup) []games.Topic {
	if !r.properties.Taught {
		return nil
	}
	r.topics.Lock()
	defer r.topics.Unlock()
	if r.topics.known && r.topics.of.Seats == s.Seats && maps.Equal(r.topics.of.Options, s.Options) {
		return slices.Clone(r.topics.all)
	}
	a, err := r.ask(request{Ask: askTopics, Setup: s})
	if err != nil {
		return nil
	}
	r.topics.known, r.topics.all = true, a.Topics
	r.topics.of = games.Setup{Seats: s.Seats, Options: maps.Clone(s.Options)}
	return slices.Clone(a.Topics)
}

// topicCache holds the topics of a set-up.
type topicCache struct {
	sync.Mutex
	known bool
	of    games.Setup
	all   []games.Topic
}

// New returns the first position of a game.
func (r *rules) New(s games.Setup) (games.State, error) {
	return r.state(request{Ask: askNew, Setup: s})
}

// Parse returns the position described by text.
func (r *rules) Parse(s games.Setup, text string) (games.State, error) {
	return r.state(request{Ask: askParse, Setup: s, Text: text})
}

// state sends a request whose answer is a position, and returns the position as a state.
func (r *rules) state(q request) (games.State, error) {
	a, err := r.ask(q)
	if err != nil {
		return nil, err
	}
	if a.Position == nil {
		return nil, games.Refuse(q.Says, ruleGone)
	}
	s := &state{r: r, setup: q.Setup, position: *a.Position, of: handle{a.by, a.Position.ID}, memory: &memory{}}
	if q.of.child == nil { // else the set-up is the copy of another state
		s.setup.Options = maps.Clone(q.Setup.Options)
	}
	if s.position.Has.Audit {
		return audited{s}, nil
	}
	return s, nil
}

// ask sends a request about the game. It returns an error if the game refuses the request or fails.
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
