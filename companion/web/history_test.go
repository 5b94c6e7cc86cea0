package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/mice"
)

// evenings of coins: on each date two matches, the second won by Боря.
func evenings(t *testing.T, h *memory, dates ...string) {
	t.Helper()
	for _, date := range dates {
		for i, decisions := range [][]string{{"take 2", "take 2", "take 1"}, {"take 2", "pass", "take 2", "take 1"}} {
			at := ""
			if date != "" {
				at = fmt.Sprintf("%sT18:%02d:00Z", date, 30*i)
			}
			h.add(ended(t, at, decisions...))
		}
	}
}

// ended is a match of coins that was played at that time, and left.
func ended(t *testing.T, at string, decisions ...string) match.Match {
	t.Helper()
	m, err := match.Begin(games.Of(coins{}), match.Fact{
		Kind: match.Started, At: at, Game: "coins", Seats: []string{"Аня", "Боря"}, Options: map[string]string{"risk": "on"}, Seal: seal,
	})
	for i, says := range decisions {
		if err == nil {
			m, err = m.Decide(match.Stamp{At: at, MS: int64(i+1) * 60_000}, says, "")
		}
	}
	if err == nil {
		m, err = m.End(match.Stamp{At: at})
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// told reads what is served at path into v.
func tell(t *testing.T, s *Server, path string, v any) {
	t.Helper()
	got := ask(s, request("GET", path, ""))
	if got.Code != 200 {
		t.Fatalf("%s: %d %s", path, got.Code, got.Body)
	}
	if err := json.Unmarshal(got.Body.Bytes(), v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// shelf returns an interface in Russian, and its history.
func shelf(t *testing.T, catalogue ...games.Rules) (*Server, *memory, *table) {
	t.Helper()
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian, Library: inWords(t), Guests: guests}})
	s := shelved(t, at, catalogue...)
	return s, s.opts.History.(*memory), at
}

func TestTheHistoryIsToldEveningByEvening(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-11-01", "2026-11-08", "", "2026-11-15")
	type page struct {
		Evenings []evening
		Next     int64
	}
	var all page
	tell(t, s, "/api/evenings", &all)
	var got []string
	for _, e := range all.Evenings {
		got = append(got, fmt.Sprint(e.Date, " ", e.Sure, " ", len(e.Matches)))
	}
	if want := []string{"2026-11-15 true 2", "2026-11-08 true 4", "2026-11-01 true 2"}; !slices.Equal(got, want) || all.Next != 0 {
		t.Errorf("evenings %v, next %d; want %v", got, all.Next, want)
	}
	m := all.Evenings[0].Matches[1]
	if m.Title != "Монеты" || m.Why != "Боря берёт последнюю" || m.MS != 240_000 || !slices.Equal(m.Options, []chosenOption{{"Риск", "да"}}) || !slices.Equal(m.Won, []games.Seat{2}) || !m.Sure || m.Facts != 6 || !slices.Equal(m.Looks, []seatLook{{4, "#ffbe00", ""}, {1, "#ff3c28", ""}}) {
		t.Errorf("the last match is told as %+v", m)
	}
	var pages []evening
	for next, n := int64(0), 0; n == 0 || next > 0 && n < 9; n++ {
		var p page
		tell(t, s, fmt.Sprintf("/api/evenings?limit=1&before=%d", next), &p)
		pages, next = append(pages, p.Evenings...), p.Next
	}
	one, _ := json.Marshal(pages)
	other, _ := json.Marshal(all.Evenings)
	if string(one) != string(other) {
		t.Errorf("page by page it is\n%s\nand at once\n%s", one, other)
	}
}

func TestTheLongestMatchIsNamedAsTheListNamesIt(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-11-01")
	var got struct{ Evenings []evening }
	tell(t, s, "/api/evenings", &got)
	var texts []string
	for _, a := range got.Evenings[0].Awards {
		texts = append(texts, a.Text)
	}
	if want := "«Монеты»: 4 минуты"; !slices.Contains(texts, want) {
		t.Errorf("got %q, want %q among them", texts, want)
	}
}

func TestALongEveningIsNotCutByThePagesOfTheDisk(t *testing.T) {
	s, h, _ := shelf(t)
	for range pageOfItems + 5 {
		h.add(ended(t, "2026-11-15T18:00:00Z", "take 2"))
	}
	var got struct{ Evenings []evening }
	tell(t, s, "/api/evenings?limit=1", &got)
	if len(got.Evenings) != 1 || len(got.Evenings[0].Matches) != pageOfItems+5 {
		t.Errorf("%d evenings, the first of %d matches", len(got.Evenings), len(got.Evenings[0].Matches))
	}
}

func TestAMatchIsReplayedStepByStep(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-11-01")
	id := h.entries[0].ID
	var whole struct {
		Summary summary
		Steps   []entry
	}
	tell(t, s, "/api/history/"+id, &whole)
	var lines []string
	for _, e := range whole.Steps {
		lines = append(lines, fmt.Sprint(e.Seq, " ", e.Text))
	}
	if want := "1 " + text(words.Russian, "log.started Монеты") + ", 2 Аня: Взять 2, 3 Боря: Пас, 4 Аня: Взять 2, 5 Боря: Взять 1"; strings.Join(lines, ", ") != want || whole.Summary.ID != id {
		t.Errorf("told as %q of %s, want %q", strings.Join(lines, ", "), whole.Summary.ID, want)
	}
	for seq, left := range map[int]string{1: "5 монет", 2: "3 монеты", 3: "3 монеты", 4: "1 монета", 5: "0 монет", 6: "0 монет"} {
		var at struct {
			View   view
			Turn   games.Seat
			Scores []int32
			Over   bool
		}
		tell(t, s, fmt.Sprintf("/api/history/%s/at/%d", id, seq), &at)
		if at.View.Lines[0] != left || at.Over != (seq >= 5) {
			t.Errorf("after %d: %+v, want %s", seq, at, left)
		}
	}
	got := ask(s, request("GET", "/api/history/"+id+"/record", ""))
	if got.Body.String() != h.entries[0].Lines || got.Header().Get("Content-Disposition") != `attachment; filename="companion-`+id+`.jsonl"` {
		t.Errorf("the record is %v\n%s", got.Header(), got.Body)
	}
}

func TestWhatTheHistoryDoesNotHaveIsSaid(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-11-01")
	id := h.entries[0].ID
	open := h.add(begun(t, "take 2"))
	for _, tt := range []struct {
		path   string
		status int
		want   string
	}{
		{"/api/history/none", 404, `Партии "none" в истории нет`},
		{"/api/history/none/luck", 404, `Партии "none" в истории нет`},
		{"/api/history/none/record?lang=en", 404, `no match "none" is in the history`},
		{"/api/history//record", 404, `Здесь ничего нет: "/api/history//record"`},
		{"/api/history/" + id + "/at/0", 404, `№ "0" в партии нет: они от 1 до 6`},
		{"/api/history/" + id + "/at/7", 404, `№ "7" в партии нет: они от 1 до 6`},
		{"/api/history/" + id + "/at/x", 404, `№ "x" в партии нет: они от 1 до 6`},
		{"/api/history/" + open + "/bgstats", 409, "Партия ещё не закончена"},
		{"/api/evenings?limit=0", 400, `limit — целое число от 1 до 100, а не "0"`},
		{"/api/evenings?before=-1", 400, `before — целое число от 0 до 9223372036854775807, а не "-1"`},
		{"/api/export.csv", 400, `what бывает matches, rolls, players, а не ""`},
		{"/api/export.csv?what=guests", 400, `what бывает matches, rolls, players, а не "guests"`},
	} {
		if got := ask(s, request("GET", tt.path, "")); got.Code != tt.status || errorIn(t, got) != tt.want {
			t.Errorf("%s: %d %s, want %d %s", tt.path, got.Code, got.Body, tt.status, tt.want)
		}
	}
	h.fails = errors.New("disk I/O error")
	for _, path := range []string{"/api/evenings", "/api/players", "/api/history/" + id, "/api/export.csv?what=matches", "/api/backup"} {
		if got := ask(s, request("GET", path, "")); got.Code != 503 || errorIn(t, got) != `Историю не прочесть: "disk I/O error"` {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}

func TestPlayersAreToldWithTheirGamesAndOpponents(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-11-01", "2026-11-08")
	var got struct{ Players []player }
	tell(t, s, "/api/players?lang=en", &got)
	if len(got.Players) != 2 {
		t.Fatalf("%+v", got)
	}
	p := got.Players[1]
	if p.Name != "Боря" || p.Matches != 4 || p.Wins != 2 || p.Streak != 1 || p.Began != 0 || p.Games[0].Title != "Coins" || p.Versus[0] != (versus{"Аня", 2, 2, 0}) {
		t.Errorf("Боря is told as %+v", p)
	}
}

func TestPlayersWhoAreOnePersonCountAsOne(t *testing.T) {
	s, h, at := shelf(t)
	evenings(t, h, "2026-11-01", "2026-11-08")
	var got struct{ Players []player }
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian, Library: inWords(t), Guests: guests, Offer: &companion.Offer{Same: map[string]string{"Боря": "Борис"}}}})
	tell(t, s, "/api/players", &got)
	if p := got.Players; len(p) != 2 || p[1].Name != "Борис" || p[1].Matches != 4 || p[0].Versus[0].Name != "Борис" {
		t.Errorf("merged, the players are %+v", p)
	}
	if csv := ask(s, request("GET", "/api/export.csv?what=players", "")).Body.String(); !strings.Contains(csv, "Борис") || strings.Contains(csv, "Боря") {
		t.Errorf("the table of players is\n%s", csv)
	}
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian, Library: inWords(t), Guests: guests, Offer: &companion.Offer{Same: map[string]string{"Боря": "Аня"}}}})
	tell(t, s, "/api/players", &got)
	if len(got.Players) != 2 {
		t.Errorf("those who sat at one table became one: %+v", got.Players)
	}
}

func TestLuckIsToldInWords(t *testing.T) {
	s, h, at := shelf(t, mice.Rules{})
	m, err := match.Begin(games.Of(mice.Rules{}), match.Fact{Kind: match.Started, Game: "mice", Seats: []string{"Аня", "Боря"}, Luck: match.Table})
	for _, says := range []string{"roll", "dice red white", "lure red", "stop"} {
		if err == nil {
			m, err = m.Decide(match.Stamp{}, says, "")
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	now := *at.Now()
	now.Library = library(t, games.Of(mice.Rules{}))
	at.set(now)
	var got struct{ Streams []luckStream }
	tell(t, s, "/api/history/"+h.add(m)+"/luck", &got)
	if len(got.Streams) == 0 || got.Streams[0].Rolls != 2 || len(got.Streams[0].Faces) != 6 {
		t.Fatalf("%+v", got)
	}
	for _, f := range got.Streams[0].Faces {
		if want := map[string]int{"red": 1, "white": 1}[f.Face]; f.Count != want || f.Expected == nil || f.Label == f.Face {
			t.Errorf("%+v, want %d of it", f, want)
		}
	}
}

func TestTablesDefuseFormulas(t *testing.T) {
	s, h, _ := shelf(t)
	m, err := match.Begin(games.Of(coins{}), match.Fact{Kind: match.Started, Game: "coins", Seats: []string{"-1 и", "Боря"}})
	if err != nil {
		t.Fatal(err)
	}
	h.add(m)
	got := ask(s, request("GET", "/api/export.csv?what=matches", ""))
	if !strings.HasPrefix(got.Body.String(), "\ufeffmatch,start,game,") || !strings.Contains(got.Body.String(), ",'-1 и,") {
		t.Errorf("the table is\n%s", got.Body)
	}
	if kind := got.Header().Get("Content-Type"); kind != "text/csv; charset=utf-8" {
		t.Errorf("of type %s", kind)
	}
	for _, what := range []string{"rolls", "players"} {
		if got := ask(s, request("GET", "/api/export.csv?what="+what, "")); got.Code != 200 || !strings.Contains(got.Body.String(), ",") {
			t.Errorf("%s: %d\n%s", what, got.Code, got.Body)
		}
	}
}

func TestAMatchIsHandedToBGStats(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-11-01")
	var got struct{ URL string }
	tell(t, s, "/api/history/"+h.entries[0].ID+"/bgstats", &got)
	address, err := url.Parse(got.URL)
	if err != nil || address.Host != "app.bgstatsapp.com" || !strings.Contains(address.Query().Get("data"), `"name":"Coins"`) {
		t.Errorf("%s, %v", got.URL, err)
	}
}

func TestABackupThatBreaksOffLooksBroken(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-11-01")
	backups := 0
	s.opts.BackedUp = func() { backups++ }
	got := ask(s, request("GET", "/api/backup", ""))
	if want := h.entries[0].Lines + h.entries[1].Lines; got.Body.String() != want || got.Header().Get("Content-Type") != typeRecord {
		t.Errorf("%v\n%s", got.Header(), got.Body)
	}
	defer func() {
		if recover() == nil {
			t.Error("half a backup was answered as if it were whole")
		}
		if backups != 1 {
			t.Errorf("%d backups count, want only the whole one", backups)
		}
	}()
	s.opts.History = half{h}
	ask(s, request("GET", "/api/backup", ""))
}
