package history

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/past"
)

// bgExport is the part of an export of the app BG Stats that describes plays. Other parts are ignored.
type bgExport struct {
	Games     []bgGame  `json:"games"`
	Players   []bgNamed `json:"players"`
	Locations []bgNamed `json:"locations"`
	Plays     []bgPlay  `json:"plays"`
}

type bgNamed struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Anonymous bgFlag `json:"isAnonymous"`
}

type bgGame struct {
	bgNamed
	BGG         int     `json:"bggId"`
	HighestWins *bgFlag `json:"highestWins"`
}

type bgPlay struct {
	UUID     string    `json:"uuid"`
	Game     int64     `json:"gameRefId"`
	Location int64     `json:"locationRefId"`
	Date     string    `json:"playDate"` // "2026-11-21 19:30:00"
	Minutes  int64     `json:"durationMin"`
	Comments string    `json:"comments"`
	Ignored  bgFlag    `json:"ignored"`
	Scores   []bgScore `json:"playerScores"`
}

type bgScore struct {
	Player int64  `json:"playerRefId"`
	Score  bgText `json:"score"`
	Winner bgFlag `json:"winner"`
	Starts bgFlag `json:"startPlayer"`
}

// bgText is a text that may also be a number in JSON.
type bgText string

// UnmarshalJSON reads a text, a number or null.
func (t *bgText) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	if text == "null" {
		text = ""
	}
	*t = bgText(text)
	return nil
}

// bgFlag is a bool that may also be 0 or 1 in JSON.
type bgFlag bool

// UnmarshalJSON reads true or 1 as true, and anything else as false.
func (f *bgFlag) UnmarshalJSON(data []byte) error {
	*f = string(data) == "true" || string(data) == "1"
	return nil
}

// mostBGPlays is the maximum number of plays in an export.
const mostBGPlays = 8192

var (
	errNoExport  = errors.New("this is no export of BG Stats with plays")
	errManyPlays = errors.New("the export has more than " + strconv.Itoa(mostBGPlays) + " plays")
)

// ReadBGStats returns the plays in an export of the app BG Stats as records of past plays, the
// earliest first. It recognizes a game of the catalogue by its number on boardgamegeek.com or by its
// title. The times in an export have no time zone; they are taken as those of the table, in. A play
// without a date, a game or players, or with more than twelve, is skipped, as is a play that the app
// itself ignores; skipped is their number.
func ReadBGStats(r io.Reader, catalogue games.Catalogue, in *time.Location) (records []string, skipped int, err error) {
	var all bgExport
	if err := json.NewDecoder(&markSkipper{in: r}).Decode(&all); err != nil {
		return nil, 0, err
	}
	switch {
	case len(all.Plays) == 0 || len(all.Games) == 0:
		return nil, 0, errNoExport
	case len(all.Plays) > mostBGPlays:
		return nil, 0, errManyPlays
	}
	c := bgReader{known: map[string]string{}, games: map[int64]bgGame{}, players: byID(all.Players), places: byID(all.Locations), in: in}
	c.learn(catalogue, all.Games)
	slices.SortStableFunc(all.Plays, func(a, b bgPlay) int { return strings.Compare(a.Date, b.Date) })
	for _, p := range all.Plays {
		if record := c.record(p); record != "" {
			records = append(records, record)
		} else {
			skipped++
		}
	}
	return records, skipped, nil
}

func byID(all []bgNamed) map[int64]bgNamed {
	found := map[int64]bgNamed{}
	for _, one := range all {
		found[one.ID] = one
	}
	return found
}

// bgReader turns plays into records.
type bgReader struct {
	known   map[string]string // names of games of the catalogue, by number or by title in small letters
	games   map[int64]bgGame
	players map[int64]bgNamed
	places  map[int64]bgNamed
	in      *time.Location
}

// learn sets the games of the catalogue and of the export.
func (c *bgReader) learn(catalogue games.Catalogue, all []bgGame) {
	for _, r := range catalogue.Games {
		if games.IsTool(r) {
			continue
		}
		if n := games.BGG(r); n > 0 {
			c.known[strconv.Itoa(n)] = r.Name()
		}
		for _, title := range titles(r) {
			c.known[strings.ToLower(title)] = r.Name()
		}
	}
	for _, g := range all {
		c.games[g.ID] = g
	}
}

// record returns the record of a play, or "" if it has to be skipped.
func (c *bgReader) record(p bgPlay) string {
	at, err := time.ParseInLocation(time.DateTime, p.Date, c.in)
	g, ok := c.games[p.Game]
	title := oneLine(g.Name, past.MostTitle)
	if err != nil || !ok || title == "" || bool(p.Ignored) || len(p.Scores) == 0 || len(p.Scores) > past.MostSeats {
		return ""
	}
	options := map[string]string{}
	put := func(name, value string) {
		if value != "" {
			options[name] = value
		}
	}
	if name := cmp.Or(c.known[strconv.Itoa(g.BGG)], c.known[strings.ToLower(title)]); name != "" {
		put(past.Game, name)
	} else {
		put(past.Title, title)
	}
	put(past.Source, oneLine("bgstats "+p.UUID, past.MostTitle))
	put(past.Place, oneLine(c.places[p.Location].Name, past.MostTitle))
	put(past.Note, oneLine(p.Comments, past.MostNote))
	if g.HighestWins != nil && !*g.HighestWins {
		put(past.Lowest, "yes")
	}
	if strings.HasSuffix(p.Date, " 00:00:00") {
		put(past.Time, "no")
	}
	scores, won, first := c.results(p.Scores)
	put(past.Scores, scores)
	put(past.Won, won)
	put(past.First, first)
	ms := min(max(p.Minutes, 0), mostMinutes) * 60_000
	return factLine(match.Fact{Seq: 1, At: at.Format(time.RFC3339), Kind: match.Started, Game: past.Name, Seats: c.names(p.Scores), Options: options}) +
		factLine(match.Fact{Seq: 2, At: at.Add(time.Duration(ms) * time.Millisecond).Format(time.RFC3339), MS: ms, Kind: match.Ended})
}

// mostMinutes is the longest play that is believed: a hundred hours.
const mostMinutes = 100 * 60

func factLine(f match.Fact) string {
	text, _ := f.MarshalJSON() // the fields are texts and numbers
	return string(text) + "\n"
}

// results returns the options scores, won and first.
func (c *bgReader) results(all []bgScore) (scores, won, first string) {
	var points, winners []string
	scored := false
	for i, s := range all {
		n, err := strconv.ParseFloat(strings.TrimSpace(string(s.Score)), 64)
		scored = scored || err == nil
		if err != nil || math.IsNaN(n) {
			n = 0
		}
		points = append(points, strconv.Itoa(int(math.Round(min(max(n, -past.MostScore), past.MostScore)))))
		seat := strconv.Itoa(i + 1)
		if s.Winner {
			winners = append(winners, seat)
		}
		if s.Starts && first == "" {
			first = seat
		}
	}
	if scored {
		scores = strings.Join(points, " ")
	}
	return scores, strings.Join(winners, " "), first
}

// names returns the names of the players by seat, all different and valid.
func (c *bgReader) names(all []bgScore) (names []string) {
	for i, s := range all {
		name := validName(c.players[s.Player].Name)
		if name == "" || bool(c.players[s.Player].Anonymous) {
			name = "Anonym"
		}
		if slices.Contains(names, name) {
			number := " " + strconv.Itoa(i+1)
			name = strings.TrimSpace(cut(name, match.MostName-len(number))) + number
		}
		names = append(names, name)
	}
	return names
}

// validName returns name without the characters that no name of a player has, and not too long.
func validName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), strings.ContainsRune("-.'", r):
			return r
		}
		return ' '
	}, norm.NFC.String(name))
	name = strings.TrimLeftFunc(strings.Join(strings.Fields(name), " "), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.TrimSpace(cut(name, match.MostName))
}

// oneLine returns text as one line of up to most characters.
func oneLine(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
	return strings.TrimSpace(cut(strings.Join(strings.Fields(text), " "), most))
}

// cut returns the first characters of text, at most that number.
func cut(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most])
	}
	return text
}
