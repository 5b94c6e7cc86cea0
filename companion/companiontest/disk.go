package companiontest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/games"
)

// Disk is a store in memory. It outlives a Table, as a memory card outlives a power cut.
type Disk struct {
	Records  map[string]*Record // open matches by id
	Ended    map[string]*Record // ended matches by id
	Settings map[string]string
	Players  []string // names; the player seated last comes first
	Fails    error    // error of every Keep; nil for success
	order    []string
	ended    []history.Item // the latest first
	// seed is the last byte of the last random bytes. It never repeats, even after a power cut.
	seed byte
}

// Record is a stored match.
type Record struct {
	Lines  []string
	Secret luck.Secret
}

// Text returns the record in JSON Lines.
func (r *Record) Text() string { return strings.Join(r.Lines, "\n") + "\n" }

// NewDisk returns an empty disk.
func NewDisk() *Disk {
	return &Disk{Records: map[string]*Record{}, Ended: map[string]*Record{}, Settings: map[string]string{}}
}

// Knows returns the disk of a box on which the games were played to their end, so that their matches
// are not explained.
func (d *Disk) Knows(games ...string) *Disk {
	d.Settings["learnt"] = settings.JSON(games)
	return d
}

// Replace empties the disk, as if it were replaced by a new one.
func (d *Disk) Replace() {
	seed := d.seed
	*d = *NewDisk()
	d.seed = seed
}

// Keep stores one transaction.
func (d *Disk) Keep(k companion.Keep) error {
	if d.Fails != nil {
		return d.Fails
	}
	for _, s := range k.Settings {
		if d.Settings[s.Key] = s.Value; s.Value == "" {
			delete(d.Settings, s.Key)
		}
	}
	for _, name := range k.Players {
		d.Players = append([]string{name}, slices.DeleteFunc(d.Players, func(n string) bool { return n == name })...)
	}
	delete(d.Records, k.Drop)
	if k.Match == "" {
		return nil
	}
	return d.storeMatch(k)
}

func (d *Disk) storeMatch(k companion.Keep) error {
	r := d.Records[k.Match]
	if r == nil {
		r = &Record{}
		d.Records[k.Match] = r
		d.order = append(d.order, k.Match)
	}
	if len(r.Lines) != k.First-1 {
		return fmt.Errorf("disk: %d lines, the first new one is %d", len(r.Lines), k.First)
	}
	r.Lines = append(r.Lines, k.Lines...)
	if !k.Secret.IsZero() {
		r.Secret = k.Secret
	}
	if k.Over {
		if k.Summary != nil {
			d.ended = append([]history.Item{{ID: k.Match, Summary: *k.Summary}}, d.ended...)
		}
		d.Ended[k.Match] = r
		delete(d.Records, k.Match)
	}
	return nil
}

// Evening returns the evening that a companion loads at its next start.
func (d *Disk) Evening() companion.Evening {
	e := companion.Evening{Players: d.Players, Firsts: map[string]int{}, Ended: d.ended}
	for _, key := range slices.Sorted(maps.Keys(d.Settings)) {
		e.Settings = append(e.Settings, settings.Line{Key: key, Value: d.Settings[key]})
	}
	for _, id := range slices.Backward(d.order) {
		if r := d.Records[id]; r != nil {
			e.Open = append(e.Open, r.summary(id))
			if name := r.began(); name != "" {
				e.Firsts[name]++
			}
		}
	}
	return e
}

// summary returns the match as an entry in the list of open matches.
func (r *Record) summary(id string) companion.OpenMatch {
	var f match.Fact
	_ = f.UnmarshalJSON([]byte(r.Lines[0])) // a damaged record is detected when it is read
	var last match.Fact
	_ = last.UnmarshalJSON([]byte(r.Lines[len(r.Lines)-1])) // likewise
	return companion.OpenMatch{ID: id, Game: f.Game, Names: f.Seats, Started: f.At, Touched: last.At, Facts: len(r.Lines)}
}

// began returns the name of the player who had the first turn, or "" if no turn was taken.
func (r *Record) began() string {
	var names []string
	first := 1
	for _, line := range r.Lines {
		var f match.Fact
		_ = f.UnmarshalJSON([]byte(line)) // a damaged record has no names
		switch f.Kind {
		case match.Started:
			names = f.Seats
		case match.Drawn:
			_, _ = fmt.Sscanf(f.Says, "first %d", &first)
		case match.Decided:
			return names[first-1]
		}
	}
	return ""
}

// Load returns an open match, read from its record.
func (d *Disk) Load(id string, all games.Catalogue) companion.Loaded {
	r := d.Records[id]
	if r == nil {
		return companion.Loaded{ID: id, Err: fmt.Errorf("disk: no match %q", id)}
	}
	mt, err := match.Read(strings.NewReader(r.Text()), id, all)
	return companion.Loaded{ID: id, Match: mt, Secret: r.Secret, Err: err}
}

// Restore adds the matches and players of another disk, as a backup of it does: without the secrets of
// its matches.
func (d *Disk) Restore(other *Disk) {
	for _, id := range other.order {
		if r := other.Records[id]; r != nil {
			d.Records[id] = &Record{Lines: slices.Clone(r.Lines)}
			d.order = append(d.order, id)
		}
	}
	d.ended, d.Players = slices.Concat(d.ended, other.ended), slices.Concat(d.Players, other.Players)
}
