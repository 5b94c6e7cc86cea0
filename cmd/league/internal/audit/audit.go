package audit

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tabletop/companion/club/mask"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/games"
)

// Fairness is how the luck of a match can be trusted.
type Fairness string

// Kinds of luck; see the package.
const (
	Proved Fairness = "proved"
	Table  Fairness = "table"
	None   Fairness = "none"
	Open   Fairness = "open"
	Lost   Fairness = "lost"
)

// Unrated is why a match says nothing about who plays better; "": it does.
type Unrated string

// Reasons why a match isn't rated.
const (
	Left     Unrated = "left"     // it wasn't played to the end
	Tool     Unrated = "tool"     // it is no game: see games.IsTool
	Tracker  Unrated = "tracker"  // only scores were kept, of whatever was played
	Alone    Unrated = "alone"    // one seat
	Together Unrated = "together" // all won or all lost
	Hints    Unrated = "hints"    // the table was given advice
)

// Verdict is what a record is worth.
type Verdict struct {
	Game    string // the name of its rules
	Rules   string // games.ID: two programs of one name are two
	Options string // those that differ from their defaults, as a JSON object
	Series  string
	Seats   []Seat // the first is seat 1, as they sat at last
	Lowest  bool   // fewer points are better
	Over    bool   // played to the end; else it was only left
	Ended   bool   // left for good
	Unrated Unrated
	Luck    Fairness
	Seals   []Seal // in their order
	Facts   int
	Hints   int    // how often the table was told decisions
	MS      int64  // of match time
	Date    string // "2026-11-22", when it began by the box's clock; a label; "": unsure
	Lines   string // the record as match.Match.WriteTo writes it
}

// Seat is one of a match.
type Seat struct {
	Name   string
	Player string // see wire.PlayerID; "": isn't told
	Score  int32
	Rank   int // from 1, the best; equal for ties
	Won    bool
}

// Seal is one of a match.
type Seal struct {
	Seal  string // 64 hexadecimal digits
	First int    // the seq of the first outcome of the device under it; 0: there is none
}

// Check returns what a record is worth. The error is a *[Fault], or [ErrBusy].
func Check(rec wire.Record, catalogue games.Catalogue) (Verdict, error) {
	m, err := match.Read(strings.NewReader(rec.Lines), rec.Match, catalogue)
	if err != nil {
		return Verdict{}, unread(err)
	}
	if err := checkPlayers(rec.Players, m); err != nil {
		return Verdict{}, &Fault{Players, err}
	}
	luck, err := luckOf(m, catalogue)
	if err != nil {
		return Verdict{}, &Fault{Luck, err}
	}
	st := m.State().Standing()
	return Verdict{
		Game: m.Rules().Name(), Rules: games.ID(m.Rules()), Options: chosen(m), Series: m.Series(),
		Seats: seats(m.Names(), rec.Players, st), Lowest: st.Lowest, Over: st.Over, Ended: m.Ended(),
		Unrated: unrated(m, st), Luck: luck, Seals: seals(m),
		Facts: m.Seq(), Hints: m.Hints(), MS: m.MS(), Date: date(m), Lines: m.UpTo(m.Seq()),
	}, nil
}

// checkPlayers refuses ids of names that sit nowhere in the match, and what is no id.
func checkPlayers(players map[string]string, m match.Match) error {
	sat := map[string]bool{}
	for f := range m.Facts() {
		for _, name := range f.Seats {
			sat[name] = true
		}
		if f.Kind == match.Seated {
			sat[f.Says] = true
		}
	}
	ids := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(players)) {
		id := players[name]
		switch other := ids[id]; {
		case !sat[name]:
			return fmt.Errorf("%.40q doesn't sit there", name)
		case len(id) != wire.PlayerLetters:
			return fmt.Errorf("%.40q is no id of a player", id)
		case other != "":
			return fmt.Errorf("%q and %q have one id", other, name)
		}
		ids[id] = name
	}
	return nil
}

// chosen prints the options that differ from their defaults.
func chosen(m match.Match) string {
	differ := map[string]string{}
	for _, o := range m.Rules().Options() {
		if v := m.Setup().Value(m.Rules().Options(), o.Name); v != o.Default {
			differ[o.Name] = v
		}
	}
	data, _ := json.Marshal(differ) // sorted; texts can't fail
	return string(data)
}

// seats ranks those who sit there.
func seats(names []string, players map[string]string, st games.Standing) []Seat {
	all := make([]Seat, len(names))
	for i, name := range names {
		all[i] = Seat{Name: name, Score: st.Scores[i], Rank: 1, Won: slices.Contains(st.Won, games.Seat(i+1))}
		if _, nobody := mask.Number(name); !nobody {
			all[i].Player = players[name]
		}
		for j := range names {
			if st.Over && len(st.Won) == 0 {
				continue // lost by all
			}
			if better(st, j, i) {
				all[i].Rank++
			}
		}
	}
	return all
}

// better reports whether the seat at a is ranked before that at b.
func better(st games.Standing, a, b int) bool {
	won := func(i int) bool { return slices.Contains(st.Won, games.Seat(i+1)) }
	switch {
	case won(a) || won(b):
		return won(a) && !won(b)
	case st.Scores[a] != st.Scores[b]:
		return st.Lowest == (st.Scores[a] < st.Scores[b])
	}
	return st.Ties != nil && st.Ties[a] > st.Ties[b]
}

func unrated(m match.Match, st games.Standing) Unrated {
	switch {
	case games.IsTool(m.Rules()):
		return Tool
	case !st.Over:
		return Left
	case len(st.Scores) < 2:
		return Alone
	case games.IsTracker(m.Rules()):
		return Tracker
	case m.Hints() > 0:
		return Hints
	case together(m, st):
		return Together
	}
	return ""
}

// together reports whether all have lost, or all have won and nobody was ever ahead: what
// parts a game played together from a draw.
func together(m match.Match, st games.Standing) bool {
	if len(st.Won) == 0 {
		return true
	}
	if len(st.Won) < len(st.Scores) {
		return false
	}
	for f := range m.Line() {
		now := m.After(f.Seq).Standing()
		for i := range now.Scores {
			if now.Scores[i] != now.Scores[0] || now.Ties != nil && now.Ties[i] != now.Ties[0] {
				return false
			}
		}
	}
	return true
}

// firstYear is the year before which a clock was never set.
const firstYear = 2024

// date returns the day on which the match began, by the first label that can be trusted.
func date(m match.Match) string {
	for f := range m.Facts() {
		at, err := time.Parse(time.RFC3339, f.At)
		if err == nil && at.Year() >= firstYear {
			return at.Add(-time.Duration(f.MS) * time.Millisecond).Format(time.DateOnly)
		}
	}
	return ""
}
