package store

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tabletop/companion/settings"
)

// Pace summarizes the durations of an evening's transactions, as measured by the table.
type Pace struct {
	Keeps           int // number of transactions
	P50, P99, Worst time.Duration
	Day             string // date on which the evening began
}

const (
	paceKey   = "pace" // the setting of the pace: see companion.Private
	paceEvery = 32     // number of transactions after which the pace is stored again
	mostPaces = 4096   // maximum number of transactions counted; more than an evening has
)

// paces are the durations of this evening.
type paces struct {
	mu     sync.Mutex
	times  []time.Duration
	stored int // number of times included in the setting
}

// Took records the duration of a Keep. The caller measures it, because the store has no clock.
func (s *Store) Took(d time.Duration) {
	s.paces.mu.Lock()
	defer s.paces.mu.Unlock()
	if len(s.paces.times) < mostPaces {
		s.paces.times = append(s.paces.times, d)
	}
}

// due returns the setting to store now, if any.
func (p *paces) due(day time.Time) []settings.Line {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.times) < p.stored+paceEvery {
		return nil
	}
	p.stored = len(p.times)
	sorted := slices.Sorted(slices.Values(p.times))
	at := func(part float64) time.Duration { return sorted[int(part*float64(len(sorted)-1))] }
	text, err := json.Marshal(Pace{len(sorted), at(0.5), at(0.99), at(1), day.Format(time.DateOnly)})
	if err != nil {
		return nil
	}
	return []settings.Line{{Key: paceKey, Value: string(text)}}
}

// PaceOf reads the pace of the last evening from the state folder dir, whether or not a daemon
// uses it. The pace is zero if nothing was played.
func PaceOf(dir string) (p Pace, err error) {
	text, err := SettingOf(dir, paceKey)
	if err != nil || text == "" {
		return p, err
	}
	return p, json.Unmarshal([]byte(text), &p)
}

// SettingOf reads a setting from the state folder dir, whether or not a daemon uses it. It
// returns "" for an unset one.
func SettingOf(dir, key string) (value string, err error) {
	path := filepath.Join(dir, database)
	opened, err := copyOf(path)
	if err != nil {
		return "", fmt.Errorf("store: read %s: %w", path, err)
	}
	defer opened.close()
	err = opened.withReader(context.Background(), func(r reader) error {
		values, err := r.texts(statement{"setting", `SELECT value FROM settings WHERE key = ?`}, key)
		value = strings.Join(values, "")
		return err
	})
	return value, err
}

// copyOf returns a copy in memory of a sound database.
func copyOf(path string) (*session, error) {
	f, err := readFiles(path, mostFrozen)
	if err != nil {
		return nil, err
	}
	image, err := sqliteImage(context.Background(), f)
	if err != nil {
		return nil, err
	}
	return readOnly(image)
}
