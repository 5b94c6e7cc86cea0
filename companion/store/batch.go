package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tabletop/companion"
	"tabletop/companion/settings"
)

// batch is a Keep with two values from the first line of its match. The table "matches" has
// columns for these values.
type batch struct {
	companion.Keep
	started string // wall-clock label of the first fact, if Lines contains that fact
	game    string
}

var (
	errNoMatch = errors.New("lines, secret, summary or end without a match")
	errBroken  = errors.New("a line contains a line feed")
	errNoKey   = errors.New("a setting without a key")
)

func newBatch(k companion.Keep) (b batch, err error) {
	b = batch{Keep: k}
	broken := func(line string) bool { return strings.Contains(line, "\n") }
	switch {
	case k.Match == "" && (len(k.Lines) > 0 || !k.Secret.IsZero() || k.Over || k.Summary != nil):
		return b, errNoMatch
	case slices.ContainsFunc(k.Lines, broken):
		return b, errBroken
	case slices.ContainsFunc(k.Settings, func(s settings.Line) bool { return s.Key == "" }):
		return b, errNoKey
	case k.First == 1 && len(k.Lines) > 0:
		return b, b.title(k.Lines[0])
	}
	return b, nil
}

// empty reports whether there is nothing to write.
func (b batch) empty() bool {
	return b.Match == "" && b.Drop == "" && len(b.Settings) == 0 && len(b.Players) == 0
}

// title sets b.started and b.game from line, the first fact of a match.
func (b *batch) title(line string) error {
	var fact struct{ At, Game string }
	if err := json.Unmarshal([]byte(line), &fact); err != nil {
		return fmt.Errorf("the first line of match %q: %w", b.Match, err)
	}
	b.started, b.game = fact.At, fact.Game
	return nil
}
