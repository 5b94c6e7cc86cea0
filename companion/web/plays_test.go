package web

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/past"
)

func TestAGameIsToldWithItsFigures(t *testing.T) {
	s, h, at := shelf(t)
	evenings(t, h, "2025-06-10", "2026-02-10", "", "2026-11-10")
	var p gameStats
	tell(t, s, "/api/plays?game=coins", &p)
	if p.Title != "Монеты" || p.Matches != 8 || p.Unsure != 2 || p.First != "2025-06-10" || p.Last != "2026-11-10" || p.Decided != 8 || p.Left != 0 {
		t.Errorf("told as %+v", p)
	}
	if p.Length == nil || p.Length.Mean != 210_000 || p.Length.Least != 180_000 || p.Length.Most != 240_000 || p.Length.Count != 8 {
		t.Errorf("length %+v", p.Length)
	}
	if fmt.Sprint(p.Sizes[0].Players, p.Sizes[0].Matches, p.Seats, p.Began) != "2 8 [{1 8 4 4} {2 8 4 4}] {0 8 4 4}" {
		t.Errorf("sizes %+v, seats %v, began %v", p.Sizes, p.Seats, p.Began)
	}
	if len(p.Players) != 2 || p.Players[0].Name != "Аня" || p.Players[0].Matches != 8 || p.Players[0].Wins != 4 || p.Players[0].Look.Tone == 0 {
		t.Errorf("players %+v", p.Players)
	}
	var d duel
	tell(t, s, "/api/pair?a="+url.QueryEscape("Боря")+"&b="+url.QueryEscape("Аня"), &d)
	if d.Matches != 8 || d.Won != [2]int{4, 4} || d.Now != [2]int{1, 0} || d.Streak != [2]int{1, 1} || d.Last != "2026-11-10" || len(d.Games) != 1 || d.Games[0].Title != "Монеты" || d.Match == "" {
		t.Errorf("told as %+v", d)
	}
	m := *at.Now()
	m.Day = 20_768 // 2026-11-11
	at.set(m)
	var when times
	tell(t, s, "/api/times", &when)
	if when.Evenings != 3 || when.Matches != 6 || when.Unsure != 2 || when.Nights != [7]int{0, 3} || when.Hours[18] != 6 || when.Weeks != 1 || when.WeeksNow != 1 || when.Streak == nil {
		t.Errorf("told as %+v", when)
	}
	if len(when.Games) != 1 || when.Games[0].Last != "2026-11-10" || when.Games[0].Days != 1 || when.Games[0].Title != "Монеты" {
		t.Errorf("games %+v", when.Games)
	}
}

func TestWhatWasNeverPlayedIsMissing(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-02-10")
	for path, want := range map[string]string{
		"plays": `Об игре "" рассказать нечего`, "plays?game=mice": `Об игре "mice" рассказать нечего`,
		"pair?a=A&b=B": `"A" и "B" вместе ещё не доиграли ни одной партии`,
		"pair?a=" + url.QueryEscape("Аня") + "&b=" + url.QueryEscape("Аня"): `"Аня" и "Аня" вместе ещё не доиграли ни одной партии`,
	} {
		if got := ask(s, request("GET", "/api/"+path, "")); got.Code != 404 || errorIn(t, got) != want {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}

func TestEveningsAreFilteredPageByPage(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-01-10", "2026-02-10", "", "2026-11-10")
	for query, want := range map[string]string{
		"game=coins":                           "2026-11-10 2 2026-02-10 4 2026-01-10 2",
		"game=mice":                            "",
		"player=" + url.QueryEscape("Боря"):    "2026-11-10 2 2026-02-10 4 2026-01-10 2",
		"player=" + url.QueryEscape("Нет"):     "",
		"find=" + url.QueryEscape("аня берЁт"): "2026-11-10 1 2026-02-10 2 2026-01-10 1",
		"find=" + url.QueryEscape(" МОНЕТЫ ") + "&game=coins&player=" + url.QueryEscape("Аня"): "2026-11-10 2 2026-02-10 4 2026-01-10 2",
	} {
		got := ""
		for next, pages := int64(0), 0; pages == 0 || next > 0; pages++ {
			var p struct {
				Evenings []evening
				Next     int64
			}
			tell(t, s, fmt.Sprintf("/api/evenings?%s&limit=1&before=%d", query, next), &p)
			for _, e := range p.Evenings {
				got += fmt.Sprint(" ", e.Date, " ", len(e.Matches))
			}
			if next = p.Next; pages > 5 {
				t.Fatalf("%s has no end", query)
			}
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%s: got%s, want %s", query, got, want)
		}
	}
}

// pastly returns an interface whose history has a played match and three past plays.
func pastly(t *testing.T) *Server {
	t.Helper()
	s, h, _ := shelf(t)
	s.opts.Games.Hidden = []games.Rules{past.Rules{}}
	evenings(t, h, "2026-02-10")
	for _, options := range []map[string]string{
		{past.Game: "coins", past.Won: "1", past.Note: "Гроза", past.Place: "Дача", past.Time: "no"},
		{past.Title: "Catan", past.Scores: "10 8", past.Won: "1", past.First: "2"},
		{past.Title: "Catan", past.Scores: "7 10", past.Won: "2"},
	} {
		m, err := match.Begin(s.opts.Games, match.Fact{Kind: match.Started, At: "2026-03-01T12:00:00Z", Game: past.Name, Seats: []string{"Аня", "Боря"}, Options: options})
		if err == nil {
			m, err = m.End(match.Stamp{MS: 900_000})
		}
		if err != nil {
			t.Fatal(err)
		}
		h.add(m)
	}
	return s
}

func TestAPastPlayIsToldAsSuchAndCounts(t *testing.T) {
	s := pastly(t)
	var all struct{ Evenings []evening }
	tell(t, s, "/api/evenings?find="+url.QueryEscape("гроза"), &all)
	if len(all.Evenings) != 1 || len(all.Evenings[0].Matches) != 1 {
		t.Fatalf("found %+v", all)
	}
	m := all.Evenings[0].Matches[0]
	if !m.Past || !m.Day || m.Title != "Монеты" || m.Place != "Дача" || m.Note != "Гроза" || m.Open || !m.Over || m.Luck != "" || len(m.Options) > 0 || m.MS != 900_000 {
		t.Errorf("told as %+v", m)
	}
	var detail struct {
		Summary summary
		Steps   []entry
	}
	tell(t, s, "/api/history/"+m.ID, &detail)
	if !detail.Summary.Past || len(detail.Steps) > 0 {
		t.Errorf("told as %+v", detail)
	}
	var p gameStats
	tell(t, s, "/api/plays?game=coins", &p)
	if p.Matches != 3 {
		t.Errorf("coins were played %d times, want 3", p.Matches)
	}
	tell(t, s, "/api/plays?game="+url.QueryEscape("past/Catan"), &p)
	if p.Matches != 2 || p.Title != "Catan" || p.Points == nil || p.Points.Best != 10 || p.Began.Matches != 1 {
		t.Errorf("told as %+v", p)
	}
	if got := ask(s, request("GET", "/api/export.csv?what=matches", "")).Body.String(); strings.Count(got, ",1,Дача,Гроза\r\n") != 2 {
		t.Errorf("exported as %s", got)
	}
	var when times
	tell(t, s, "/api/times", &when)
	if when.Hours[12] != 2 || when.Matches != 5 {
		t.Errorf("told as %+v", when)
	}
	if got := ask(s, request("POST", "/api/ask", `{"what":"erase","arg":"`+m.ID+`","with":""}`)); got.Code != 202 {
		t.Errorf("erasing: %d %s", got.Code, got.Body)
	}
	if asked := s.table.(*table).asked; len(asked) != 1 || !strings.Contains(asked[0], "Монеты: Аня, Боря") {
		t.Errorf("asked for %q", asked)
	}
}
