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

// Pace summarizes how long the transactions of an evening took, as measured by the table.
type Pace struct {
	Keeps           int // number of transactions
	P50, P99, Worst time.Duration
	Day             string // date on which the evening began
}

const (
	paceKey   = "pace" // key of the private setting with the Pace, see companion.Private
	paceEvery = 32     // number of transactions after which the pace is stored again
	mostPaces = 4096   // maximum number of transactions counted; more than an evening has
)

// paces collects the durations of this evening's transactions.
type paces struct {
	mu     sync.Mutex
	times  []time.Duration
	stored int // number of durations included in the stored setting
}

// Took records the duration of a Keep. The caller measures the duration, because the store has
// no clock.
func (s *Store) Took(d time.Duration) {
	s.paces.mu.Lock()
	defer s.paces.mu.Unlock()
	if len(s.paces.times) < mostPaces {
		s.paces.times = append(s.paces.times, d)
	}
}

// due returns the setting with the pace if it must be stored now, or nil. day is the date of the
// evening.
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

// PaceOf reads the pace of the last evening from the state folder dir. A daemon may use the
// folder at the same time. The pace is zero if nothing was played.
func PaceOf(dir string) (p Pace, err error) {
	text, err := SettingOf(dir, paceKey)
	if err != nil || text == "" {
		return p, err
	}
	return p, json.Unmarshal([]byte(text), &p)
}

// setting reads one setting.
var setting = statement{"setting", `SELECT value FROM settings WHERE key = ?`}

// Pace returns the pace of the last evening, as PaceOf does, from an open store.
func (s *Store) Pace(ctx context.Context) (p Pace, err error) {
	err = s.read(ctx, func(r reader) error {
		values, err := r.texts(setting, paceKey)
		if text := strings.Join(values, ""); err == nil && text != "" {
			err = json.Unmarshal([]byte(text), &p)
		}
		return err
	})
	return p, s.failure("read the pace", err)
}

// SettingOf reads the setting key from the state folder dir. A daemon may use the folder at the
// same time. SettingOf returns "" for a setting that isn't set.
func SettingOf(dir, key string) (value string, err error) {
	path := filepath.Join(dir, database)
	opened, err := copyOf(path)
	if err != nil {
		return "", fmt.Errorf("store: read %s: %w", path, err)
	}
	defer opened.close()
	err = opened.withReader(context.Background(), func(r reader) error {
		values, err := r.texts(setting, key)
		value = strings.Join(values, "")
		return err
	})
	return value, err
}

// copyOf returns a session that reads a copy in memory of the database at path. It returns an
// error if the database is damaged.
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
