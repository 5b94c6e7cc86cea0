package store

import (
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/luck"
	"tabletop/companion/settings"
)

// spelled is a Keep as these tests write it: lines, settings ("key<TAB>value") and
// players as text, each with its line feed, and the secret in hexadecimal digits.
type spelled struct {
	Match, Lines, Secret, Summary, Settings, Players string
	First                                            int
	Over                                             bool
}

// keep is k as the store takes it.
func (k spelled) keep() companion.Keep {
	all := companion.Keep{Match: k.Match, First: k.First, Lines: parted(k.Lines), Over: k.Over, Players: parted(k.Players)}
	if k.Secret != "" {
		secret, err := luck.ParseSecret(k.Secret)
		if err != nil {
			panic(err)
		}
		all.Secret = secret
	}
	if k.Summary != "" {
		s, err := history.Parse(k.Summary)
		if err != nil {
			panic(err)
		}
		all.Summary = &s
	}
	for _, line := range parted(k.Settings) {
		key, value, _ := strings.Cut(line, "\t")
		all.Settings = append(all.Settings, settings.Line{Key: key, Value: value})
	}
	return all
}

// parted are the lines of a text.
func parted(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// loaded is an evening with all that open matches hold.
type loaded struct {
	Settings map[string]string
	Players  []string
	Open     []openRecord
	Firsts   map[string]int
	Fresh    string
}

// openRecord is an open match.
type openRecord struct{ Match, Lines, Secret string }

func load(t testing.TB, s *Store) loaded {
	t.Helper()
	e, err := s.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := loaded{Settings: map[string]string{}, Players: e.Players, Firsts: e.Firsts, Fresh: e.Rescue.Aside}
	for _, set := range e.Settings {
		all.Settings[set.Key] = set.Value
	}
	for _, o := range e.Open {
		all.Open = append(all.Open, openRecord{o.ID, record(t, s, o.ID).Lines, secretKept(t, s, o.ID)})
	}
	return all
}

// secretKept is the secret that the disk holds of a match and that isn't opened, "" for
// none.
func secretKept(t testing.TB, s *Store, id string) string {
	t.Helper()
	found := ""
	err := s.read(t.Context(), func(r reader) error {
		number, err := r.number(openMatch, id)
		if err != nil {
			return err
		}
		secrets, err := r.texts(secretOf, number)
		if len(secrets) > 0 && !strings.Contains(record(t, s, id).Lines, secrets[0]) {
			found = secrets[0]
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
