package companiontest

import (
	"maps"
	"reflect"
	"slices"
	"sync"

	"tabletop/companion"
	"tabletop/games"
)

// fresh caches models in their initial state, with their configurations. Loading the words of all
// games takes longer than most tests. A model is a value, so each table gets a copy.
var fresh struct {
	sync.Mutex
	all []freshModel
}

type freshModel struct {
	config companion.Config
	model  companion.Model
}

// freshOf returns a model in its initial state.
func freshOf(c companion.Config) (companion.Model, error) {
	if !shareable(c.Games) {
		return companion.New(c)
	}
	fresh.Lock()
	defer fresh.Unlock()
	for _, f := range fresh.all {
		if sameConfig(f.config, c) {
			return f.model, nil
		}
	}
	m, err := companion.New(c)
	if err == nil {
		fresh.all = append(fresh.all, freshModel{c, m})
	}
	return m, err
}

// shareable reports whether all games are comparable values, which a test can't change.
func shareable(c games.Catalogue) bool {
	return c.Read == nil && c.Try == nil && !slices.ContainsFunc(c.Games, func(r games.Rules) bool {
		v := reflect.ValueOf(r)
		return v.Kind() == reflect.Pointer || !v.Comparable()
	})
}

// sameConfig reports whether two configurations are equal.
func sameConfig(a, b companion.Config) bool {
	return slices.Equal(a.Games.Games, b.Games.Games) && maps.Equal(a.Games.Advisers, b.Games.Advisers) &&
		a.OwnDice == b.OwnDice && a.Printer == b.Printer && len(a.Templates)+len(b.Templates) == 0 &&
		a.Version == b.Version && a.EitherChip == b.EitherChip && a.Club == b.Club
}
