package history

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/past"
)

// Summary contains the data about a match for lists of matches. On disk it is one line of JSON.
// New versions never remove fields, and readers ignore unknown fields.
type Summary struct {
	Game    string            `json:"game"`
	Titles  map[string]string `json:"titles,omitempty"` // titles by language when the match was played; only for a game from a file
	Names   []string          `json:"names"`            // players by seat at the end, seat 1 first
	Options map[string]string `json:"options,omitempty"`
	Scores  []int32           `json:"scores"` // points by seat, seat 1 first
	Ties    []int32           `json:"ties,omitempty"`
	Lowest  bool              `json:"lowest,omitempty"` // fewer points are better
	Won     []games.Seat      `json:"won,omitempty"`
	Why     games.Text        `json:"why,omitzero"`
	Over    bool              `json:"over,omitempty"`  // the game is finished
	Ended   bool              `json:"ended,omitempty"` // ended for good, with the seal opened
	MS      int64             `json:"ms"`              // match time in ms
	Start   string            `json:"start,omitempty"` // time of the start, RFC 3339; "" if unknown
	End     string            `json:"end,omitempty"`   // time of the last fact, RFC 3339; "" if unknown
	First   int               `json:"first,omitempty"` // seat with the first turn; 0 if none has decided
	Facts   int               `json:"facts"`
	Luck    string            `json:"luck,omitempty"` // default source of chance: match.Device or match.Table
	Series  string            `json:"series,omitempty"`
	Behind  int32             `json:"behind,omitempty"`  // winner's greatest deficit in points, see the function behind
	Rollers []Roller          `json:"rollers,omitempty"` // luck by seat and kind of dice, where known
	Partly  []games.Seat      `json:"partly,omitempty"`  // seats whose players came late or left early
	Past    bool              `json:"past,omitempty"`    // past play, entered by hand or imported from another program; see games.PastPlay
	Day     bool              `json:"day,omitempty"`     // Start has a valid date, but its time of day has no meaning
	Place   string            `json:"place,omitempty"`   // place of a past play
	Note    string            `json:"note,omitempty"`    // note of a past play
}

// Roller describes the luck of a seat with one kind of dice.
type Roller struct {
	Seat    games.Seat `json:"seat"`
	Stream  string     `json:"stream"`
	Rolls   int        `json:"rolls"`
	Luckier float64    `json:"luckier"` // percentage of fair tables with more luck, see Stream.Luckier
}

// Summarize returns the summary of a match, finished or not.
func Summarize(mt match.Match) Summary {
	st := mt.State().Standing()
	s := Summary{
		Game: mt.Rules().Name(), Names: mt.Names(), Options: mt.Setup().Options,
		Scores: st.Scores, Ties: st.Ties, Lowest: st.Lowest, Won: st.Won, Why: st.Why,
		Over: st.Over, Ended: mt.Ended(), MS: mt.MS(), Facts: mt.Seq(), Luck: mt.Luck(), Series: mt.Series(),
	}
	if games.Program(mt.Rules()) != "" {
		s.Titles = titles(mt.Rules())
	}
	play, isPast := games.PastOf(mt.Rules(), mt.Setup())
	if isPast {
		s.setPast(play)
	}
	for f := range mt.Facts() {
		s.label(f)
	}
	for f := range mt.Line() {
		if f.Kind == match.Decided && f.Seat > games.Chance {
			s.First = int(f.Seat)
			break
		}
	}
	for seat := mt.Setup().Seats + 1; seat <= len(s.Names); seat++ {
		s.Partly = append(s.Partly, games.Seat(seat))
	}
	s.Partly = slices.Compact(slices.Sorted(slices.Values(append(s.Partly, mt.Left()...))))
	s.Behind = behind(mt, st)
	s.Rollers = rollers(mt)
	return s
}

// setPast sets the fields of a past play.
func (s *Summary) setPast(p games.PastPlay) {
	s.Game, s.Options, s.Past, s.Day, s.Place, s.Note, s.Luck = p.Game, nil, true, p.Day, p.Place, p.Note, ""
	if p.Title != "" {
		s.Titles = map[string]string{"ru": p.Title, "en": p.Title}
	}
	if p.First > 0 {
		s.First = int(p.First)
	}
}

// titles returns the titles of a game, by language.
func titles(r games.Rules) map[string]string {
	all := map[string]string{}
	for lang, text := range r.Assets() {
		for line := range strings.Lines(text) {
			if title, ok := strings.CutPrefix(line, "title = "); ok {
				all[lang] = strings.TrimSpace(title)
			}
		}
	}
	return all
}

// label sets Start and End from the wall-clock label of a fact. Start is the time of the first
// fact with a valid label, minus the match time of that fact.
func (s *Summary) label(f match.Fact) {
	at, ok := s.parseLabel(f.At)
	if !ok {
		return
	}
	if s.Start == "" {
		s.Start = at.Add(-time.Duration(f.MS) * time.Millisecond).UTC().Format(time.RFC3339)
	}
	s.End = at.UTC().Format(time.RFC3339)
}

// firstYear is the first year in a label that counts as valid. A clock that was never set shows
// an earlier year.
const firstYear = 2024

// start returns the time of the start of the match. ok is false if it is unknown.
func (s Summary) start() (at time.Time, ok bool) { return s.parseLabel(s.Start) }

// end returns the time of the last fact of the match. ok is false if it is unknown.
func (s Summary) end() (at time.Time, ok bool) { return s.parseLabel(s.End) }

// parseLabel parses a wall-clock label of the match. People know the dates of past plays, so these
// may be in any year.
func (s Summary) parseLabel(label string) (time.Time, bool) {
	if s.Past {
		at, err := time.Parse(time.RFC3339, label)
		return at, err == nil
	}
	return parseLabel(label)
}

// Dated contains the label of the first fact of a match, and the name of its rules.
type Dated struct{ Label, Game string }

// Time returns the time of the first fact. ok is false if it is unknown.
func (d Dated) Time() (at time.Time, ok bool) {
	return Summary{Past: d.Game == past.Name}.parseLabel(d.Label)
}

// parseLabel parses a wall-clock label of a fact. ok is false if the label is invalid, empty or
// from a clock that was never set.
func parseLabel(label string) (time.Time, bool) {
	at, err := time.Parse(time.RFC3339, label)
	return at, err == nil && at.Year() >= firstYear
}

// behind returns the winner's greatest deficit: the largest number of points between the winner
// and the leader, at a time in the second half of the match when the winner was last. It returns
// 0 if there is no single winner.
func behind(mt match.Match, end games.Standing) (most int32) {
	if !end.Over || len(end.Won) != 1 || len(end.Scores) < 2 {
		return 0
	}
	var line []int
	for f := range mt.Line() {
		line = append(line, f.Seq)
	}
	winner := int(end.Won[0]) - 1
	for _, seq := range line[(len(line)+1)/2:] {
		scores := slices.Clone(mt.Before(seq).Standing().Scores)
		if end.Lowest {
			for i := range scores {
				scores[i] = -scores[i]
			}
		}
		if winner >= len(scores) {
			continue // the winner came later
		}
		own := scores[winner]
		slices.Sort(scores)
		if own == scores[0] && scores[0] < scores[1] {
			most = max(most, scores[len(scores)-1]-own)
		}
	}
	return most
}

// fewestRolls is the minimum number of rolls for which a Summary has a Roller.
const fewestRolls = 8

func rollers(mt match.Match) (all []Roller) {
	t, several := collect(mt)
	for _, s := range t {
		if !several || s.Seat == 0 || s.Rolls < fewestRolls {
			continue
		}
		if p := s.luckier(); p != nil {
			all = append(all, Roller{s.Seat, s.Name, s.Rolls, Percent(p)})
		}
	}
	return all
}

// String returns s as a line of JSON, without line feed.
func (s Summary) String() string {
	line, _ := json.Marshal(s) // Marshal can't fail for strings and numbers
	return string(line)
}

var errSummary = errors.New("history: the seats of a summary don't match its names")

// Parse parses a summary in the format of String. It returns an error if the seats don't match
// the names.
func Parse(line string) (Summary, error) {
	var s Summary
	if err := json.Unmarshal([]byte(line), &s); err != nil {
		return Summary{}, err
	}
	seats := len(s.Names)
	wrong := func(seat games.Seat) bool { return seat < 1 || int(seat) > seats }
	switch {
	case seats == 0, s.First < 0, s.First > seats, len(s.Scores) != seats, len(s.Ties) != 0 && len(s.Ties) != seats,
		slices.ContainsFunc(s.Won, wrong), slices.ContainsFunc(s.Partly, wrong), slices.ContainsFunc(s.Rollers, func(r Roller) bool { return wrong(r.Seat) }):
		return Summary{}, errSummary
	}
	return s, nil
}

// easily reports whether the player of a seat, counted from 0, has few points only for having come late
// or left early, where few points are good. Such points are no record.
func (s Summary) easily(seat int) bool {
	return s.Lowest && slices.Contains(s.Partly, games.Seat(seat+1))
}

// Began returns the name of the player with the first turn, or "" if no seat has decided yet.
func (s Summary) Began() string {
	if s.First == 0 {
		return ""
	}
	return s.Names[s.First-1]
}

// Winners returns the names of the winners.
func (s Summary) Winners() (names []string) {
	for _, seat := range s.Won {
		names = append(names, s.Names[seat-1])
	}
	return names
}

// Minutes returns the match time in whole minutes. It rounds the time to seconds first.
func (s Summary) Minutes() int {
	return int((time.Duration(s.MS) * time.Millisecond).Round(time.Second) / time.Minute)
}
