package history

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// BGStats returns a URL that imports a finished match into the app BG Stats on a phone. The URL
// is a page of the app's makers. Its query contains the match as JSON, in the format that they
// document for other programs. Nothing is sent until a user opens the URL, and the app asks
// before it imports the match. title is the game's name; the app recognizes only English names.
// BGStats returns "" for an unfinished match.
func BGStats(item Item, title string, bgg int) string {
	s := item.Summary
	if !s.Over {
		return ""
	}
	type player struct {
		SourcePlayerID string `json:"sourcePlayerId"`
		Name           string `json:"name"`
		StartPlayer    bool   `json:"startPlayer"`
		Score          int32  `json:"score"`
		Winner         bool   `json:"winner"` // always present: the app fails without it
	}
	type game struct {
		SourceGameID string `json:"sourceGameId"`
		Name         string `json:"name"`
		BGG          int    `json:"bggId,omitempty"`
		HighestWins  bool   `json:"highestWins"`
		NoPoints     bool   `json:"noPoints"`
	}
	play := struct {
		SourceName   string   `json:"sourceName"`
		SourcePlayID string   `json:"sourcePlayId"`
		PlayDate     string   `json:"playDate,omitempty"` // end of the match in UTC
		DurationMin  int      `json:"durationMin,omitempty"`
		Location     string   `json:"location,omitempty"`
		Comments     string   `json:"comments,omitempty"`
		Game         game     `json:"game"`
		Players      []player `json:"players"`
	}{
		SourceName: "Tabletop companion", SourcePlayID: item.ID, DurationMin: s.Minutes(),
		Location: s.Place, Comments: s.Note,
		Game: game{s.Game, title, bgg, !s.Lowest, !slices.ContainsFunc(s.Scores, func(n int32) bool { return n != 0 })},
	}
	if end, ok := s.end(); ok {
		play.PlayDate = end.UTC().Format(time.DateTime)
	}
	for seat, name := range s.Names {
		play.Players = append(play.Players, player{name, name, s.First == seat+1, s.Scores[seat], s.won(seat)})
	}
	data, _ := json.Marshal(play) // Marshal can't fail for strings and numbers
	return "https://app.bgstatsapp.com/createPlay.html?data=" + escapeQuery(string(data))
}

// escapeQuery escapes text for the value of a URL query. It also escapes plus signs, because
// some programs decode a plus sign as a blank.
func escapeQuery(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' || c == '~' {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}
