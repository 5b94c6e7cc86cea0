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

// Fairness is the class of a match's luck.
type Fairness string

// Classes of luck; see the package comment.
const (
	Proved Fairness = "proved"
	Table  Fairness = "table"
	None   Fairness = "none"
	Open   Fairness = "open"
	Lost   Fairness = "lost"
)

// Unrated is the reason why a match is not rated. It is "" for a rated match.
type Unrated string

// Reasons why a match is not rated.
const (
	Left     Unrated = "left"     // the match was not played to the end
	Tool     Unrated = "tool"     // the rules are a tool and not a game; see games.IsTool
	Tracker  Unrated = "tracker"  // only the scores of an unknown game were recorded
	Alone    Unrated = "alone"    // the match had one seat
	Together Unrated = "together" // all seats won or all lost
	Hints    Unrated = "hints"    // the players received hints
)

// Verdict is the result of checking a record, with the facts about its match.
type Verdict struct {
	Game    string // name of the game's rules
	Rules   string // games.ID of the rules; two programs of the same name have different ids
	Options string // options that differ from their defaults, as a JSON object
	Series  string
	Seats   []Seat // seats by number, as at the end of the match
	Lowest  bool   // true if fewer points are better
	Over    bool   // true if the match was played to the end
	Ended   bool   // true if the match cannot continue
	Unrated Unrated
	Luck    Fairness
	Seals   []Seal // seals in the order of the record
	Facts   int    // number of facts in the record
	Hints   int    // number of times that the players received hints
	MS      int64  // duration of the match, in ms
	Date    string // day of the start by the clock of the box, such as "2026-11-22"; "" if the clock was not set; for display only
	Lines   string // record in the format of match.Match.WriteTo
}

// Seat is a seat of a match with its result.
type Seat struct {
	Name   string
	Player string // wire.PlayerID, or "" for an unnamed player
	Score  int32
	Rank   int // rank from 1, the best; tied seats have the same rank
	Won    bool
}

// Seal is a seal of a match: the hash of a secret that determines the device's luck.
type Seal struct {
	Seal  string // 64 hexadecimal digits
	First int    // seq of the first outcome that the device drew under the seal, or 0
}

// Check checks a record and returns its verdict. The error is a *[Fault] or [ErrBusy].
func Check(rec wire.Record, catalogue games.Catalogue) (Verdict, error) {
	m, err := match.Read(strings.NewReader(rec.Lines), rec.Match, catalogue)
	if err != nil {
		return Verdict{}, readFault(err)
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
		Game: m.Rules().Name(), Rules: games.ID(m.Rules()), Options: changedOptions(m), Series: m.Series(),
		Seats: seats(m.Names(), rec.Players, st), Lowest: st.Lowest, Over: st.Over, Ended: m.Ended(),
		Unrated: unrated(m, st), Luck: luck, Seals: seals(m),
		Facts: m.Seq(), Hints: m.HintCount(), MS: m.MS(), Date: date(m), Lines: m.UpTo(m.Seq()),
	}, nil
}

// checkPlayers returns an error for a name without a seat in the match, for a malformed player id,
// and for an id given to two names.
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
			return fmt.Errorf("%.40q has no seat in the match", name)
		case len(id) != wire.PlayerLetters:
			return fmt.Errorf("%.40q is not a player id", id)
		case other != "":
			return fmt.Errorf("%q and %q have the same id", other, name)
		}
		ids[id] = name
	}
	return nil
}

// changedOptions returns the options that differ from their defaults, as a JSON object.
func changedOptions(m match.Match) string {
	differ := map[string]string{}
	for _, o := range m.Rules().Options() {
		if v := m.Setup().Value(m.Rules().Options(), o.Name); v != o.Default && o.Asks() {
			differ[o.Name] = v
		}
	}
	data, _ := json.Marshal(differ) // no error: maps of strings can be encoded
	return string(data)
}

// seats returns the seats of a match with their ranks.
func seats(names []string, players map[string]string, st games.Standing) []Seat {
	all := make([]Seat, len(names))
	for i, name := range names {
		all[i] = Seat{Name: name, Score: st.Scores[i], Rank: 1, Won: slices.Contains(st.Won, games.Seat(i+1))}
		if _, nobody := mask.Number(name); !nobody {
			all[i].Player = players[name]
		}
		for j := range names {
			if st.Over && len(st.Won) == 0 {
				continue // all have lost, so all have the same rank
			}
			if better(st, j, i) {
				all[i].Rank++
			}
		}
	}
	return all
}

// better reports whether the seat with index a ranks before the seat with index b.
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

// unrated returns the reason why a match is not rated, or "" if the match is rated.
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
	case m.HintCount() > 0:
		return Hints
	case together(m, st):
		return Together
	}
	return ""
}

// together reports whether all seats have lost, or whether all have won and no seat was ever ahead.
// If a seat was ever ahead, the common win is a draw and not a cooperative game.
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

// firstYear is the first plausible year of a date in a record. An earlier date comes from a clock
// that was not set.
const firstYear = 2024

// date returns the day on which the match began. It computes the day from the first fact with a
// plausible date. It returns "" if there is none.
func date(m match.Match) string {
	for f := range m.Facts() {
		at, err := time.Parse(time.RFC3339, f.At)
		if err == nil && at.Year() >= firstYear {
			return at.Add(-time.Duration(f.MS) * time.Millisecond).Format(time.DateOnly)
		}
	}
	return ""
}
