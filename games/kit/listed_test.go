package kit

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/internal/nim"
)

// picky is nim whose positions list a choice of their own beside the legal ones.
type picky struct {
	nim.Rules
	entry games.Choice
}

type pickyHeap struct {
	nim.Heap
	entry games.Choice
}

func (p picky) New(s games.Setup) (games.State, error) {
	first, err := p.Rules.New(s)
	if err != nil {
		return nil, err
	}
	return pickyHeap{first.(nim.Heap), p.entry}, nil
}

func (h pickyHeap) Entry() []games.Choice { return []games.Choice{h.entry} }

func TestAListedDecisionThatIsRefusedIsFound(t *testing.T) {
	for want, entry := range map[string]games.Choice{
		"":                                  {Says: "coin heads", Weight: 1},
		`the listed "coin edge" is refused`: {Says: "coin edge", Weight: 1},
	} {
		k := New(picky{entry: entry}, Bounds{Positions: 40})
		found := run("listed", func(t T) { k.CheckListed(t, 20) })
		if got := len(found) > 0; got != (want != "") || got && !strings.Contains(found[0].What, want) {
			t.Errorf("with %q in the menu: got %v, want %q", entry.Says, found, want)
		}
	}
}
