package lesson

import (
	"fmt"

	"tabletop/games"
)

// Answer is the answer of the rules to a try of an example.
type Answer struct {
	Says games.Decision
	Next games.State // the position after the decision; nil if it is refused
	Err  error       // why the rules refuse the decision; nil if it is legal
}

// Play returns the position of an example and the answers of the rules r to its tries. It returns an
// error if r can't read the position.
func Play(r games.Rules, e games.Example) (games.State, []Answer, error) {
	s, err := r.Parse(e.Setup, e.Position)
	if err != nil {
		return nil, nil, fmt.Errorf("lesson: example %q: %w", e.Position, err)
	}
	var all []Answer
	for _, try := range e.Tries {
		a := Answer{Says: try.Says}
		a.Next, a.Err = s.Apply(try.Says)
		if a.Err != nil {
			a.Next = nil
		}
		all = append(all, a)
	}
	return s, all, nil
}
