package companiontest

import (
	"maps"
	"reflect"
	"slices"
	"sync"

	"tabletop/companion"
	"tabletop/games"
)

// fresh are models that wait for Started, with their configurations. A model is a value, so
// that each table begins with a copy: to read the words of all games takes longer than most
// tests.
var fresh struct {
	sync.Mutex
	all []freshModel
}

type freshModel struct {
	config companion.Config
	model  companion.Model
}

// freshOf returns a model that waits for Started.
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

// shareable reports whether games are values that == compares, and no test's own.
func shareable(c games.Catalogue) bool {
	return c.Read == nil && c.Try == nil && !slices.ContainsFunc(c.Games, func(r games.Rules) bool {
		v := reflect.ValueOf(r)
		return v.Kind() == reflect.Pointer || !v.Comparable()
	})
}

// sameConfig compares what tables are started with.
func sameConfig(a, b companion.Config) bool {
	return slices.Equal(a.Games.Games, b.Games.Games) && maps.Equal(a.Games.Advisers, b.Games.Advisers) &&
		a.OwnDice == b.OwnDice && a.Printer == b.Printer && len(a.Templates)+len(b.Templates) == 0 &&
		a.Version == b.Version && a.EitherChip == b.EitherChip && a.Club == b.Club
}
