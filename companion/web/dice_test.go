package web

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
	"tabletop/games"
)

// odds asks for those of a cup.
func odds(t *testing.T, s *Server, cup string) (status int, body string, c struct {
	Cup, Says, Error string
	curve
},
) {
	t.Helper()
	got := ask(s, request("GET", "/api/odds?lang=ru&cup="+url.QueryEscape(cup), ""))
	if err := json.Unmarshal(got.Body.Bytes(), &c); err != nil {
		t.Fatal(err)
	}
	return got.Code, got.Body.String(), c
}

// rolling runs test with a table with dice and the interface to it, in a bubble of their
// own time.
func rolling(t *testing.T, test func(t *testing.T, s *Server, table Table)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		table, stop := run(t, t.Context(), &card{d: companiontest.NewDisk()})
		into(t, table)
		if _, err := table.Do(t.Context(), companion.Keys, companion.WaitSettled{}); err != nil {
			t.Fatal(err)
		}
		s, err := New(table, Opts{Games: games.Of(wholeGames...), Simulated: true, Streams: 4})
		if err != nil {
			t.Fatal(err)
		}
		test(t, s, table)
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// explained is what a cup is said to be.
func explained(parts ...string) string {
	for i, part := range parts {
		parts[i] = text(words.Russian, "dice:explain."+part)
	}
	return strings.Join(parts, ", ")
}

func TestOddsAreToldInWordsAndAsACurve(t *testing.T) {
	rolling(t, func(t *testing.T, s *Server, _ Table) {
		for _, tt := range []struct {
			cup, shortest, says string
			from, totals        int
			mean                float64
		}{
			{"4d6k3", "4d6k3", explained("first 4 d6", "best 3"), 3, 16, 15869.0 / 1296},
			{" 2К6 + 1", "2d6+1", explained("first 2 d6", "plus.number 1"), 3, 11, 8},
			{"100d6", "100d6", explained("first 100 d6"), -1, -1, 350},
			{"d2!", "d2!", explained("first 1 d2", "again"), 1, -1, 3},
			{"3coin", "3coin", explained("coin 3"), 0, 0, 0},
			{"100d1000", "100d1000", explained("first 100 d1000"), 0, 0, 0},
		} {
			status, body, got := odds(t, s, tt.cup)
			if status != 200 || got.Cup != tt.shortest || got.Says != tt.says || math.Abs(got.Mean-tt.mean) > 1e-6 {
				t.Errorf("%s: %d %.200s", tt.cup, status, body)
			}
			if tt.totals >= 0 && (got.From != tt.from || len(got.P) != tt.totals) {
				t.Errorf("%s: %d totals from %d, want %d from %d", tt.cup, len(got.P), got.From, tt.totals, tt.from)
			}
			sum := got.Below + got.Above
			for _, p := range got.P {
				sum += p
			}
			if len(got.P) > 0 && math.Abs(sum-1) > 1e-12 || strings.Contains(body, `"p"`) != (tt.totals != 0) || len(got.P) > mostTotals {
				t.Errorf("%s: %d totals, %g altogether", tt.cup, len(got.P), sum)
			}
		}
		for cup, why := range map[string]string{"": "end", "d6+": "end", strings.Repeat("9", 999): "length 100"} {
			why = text(words.Russian, "dice:rule.dice."+why)
			if status, _, got := odds(t, s, cup); status != http.StatusUnprocessableEntity || got.Error != why {
				t.Errorf("%.20q: %d %s, want %s", cup, status, got.Error, why)
			}
		}
		for i := range 3 * mostCachedOdds { // what is remembered is right, and not more and more
			if _, _, got := odds(t, s, fmt.Sprintf("d%d", 2+i%20)); len(got.P) != 2+i%20 || len(s.odds.all) > mostCachedOdds || len(s.odds.keys) != len(s.odds.all) {
				t.Fatalf("d%d: %d totals, %d remembered", 2+i%20, len(got.P), len(s.odds.all))
			}
		}
	})
}

func TestWithoutDiceThereAreNoOdds(t *testing.T) {
	at := newTable()
	if got := ask(server(t, at), request("GET", "/api/odds?cup=d6&lang=en", "")); got.Code != 404 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

// streamed are the events of that name that a stream has got.
func streamed(t *testing.T, w *httptest.ResponseRecorder, name string) (all []map[string]any) {
	t.Helper()
	for event := range strings.SplitSeq(w.Body.String(), "\n\n") {
		if _, data, ok := strings.Cut(event, "event: "+name+"\ndata: "); ok {
			var v map[string]any
			if err := json.Unmarshal([]byte(data), &v); err != nil {
				t.Fatal(err)
			}
			all = append(all, v)
		}
	}
	return all
}

// until waits for a moment.
func until(t *testing.T, table Table, what string, ok func(*screen.Moment) bool) *screen.Moment {
	t.Helper()
	for {
		m := table.Now()
		if ok(m) {
			return m
		}
		waittest.Closed(t, what, m.Next)
	}
}

func TestAThrowIsToldToAllPhonesOnceTheDiceLie(t *testing.T) {
	rolling(t, func(t *testing.T, s *Server, table Table) {
		w := httptest.NewRecorder()
		st := s.newStream(s.call(w, request("GET", "/api/events", "")))
		follow := func(m *screen.Moment) {
			t.Helper()
			if err := st.update(m); err != nil {
				t.Fatal(err)
			}
		}
		follow(table.Now())
		played := table.Now().Match
		guest := companion.Sender{Role: door.Play, Guest: door.Guest{ID: 1, Name: "iPhone"}}
		if a, err := table.Do(t.Context(), guest, companion.Roll{Cup: "2d6"}); err != nil || a.Seq != table.Now().DiceMatch.Match.Seq() {
			t.Fatal(a, err)
		}
		rolls := func(m *screen.Moment) bool { return m.View.Lamps.Rolling > 0 }
		for range 2 {
			follow(until(t, table, "rolling dice", rolls))
		}
		follow(until(t, table, "dice that lie", func(m *screen.Moment) bool { return !rolls(m) }))
		follow(table.Now())
		all := streamed(t, w, "throw")
		if len(all) != 3 || !strings.Contains(fmt.Sprint(all[0]["cups"]), "map[cup:coin text:"+text(words.Russian, "dice:name.coin")+"]") || all[0]["match"] != "" {
			t.Fatalf("told %d times: %v", len(all), all)
		}
		before, after := all[1], all[2]
		if before["rolling"] != true || before["title"] != nil || fmt.Sprint(before["past"]) != "[]" || before["who"] != "iPhone" || before["cup"] != "2d6" ||
			strings.Contains(fmt.Sprint(before["cells"]), "glyph:1") || len(before["cells"].([]any)) != 2 {
			t.Errorf("while they roll: %v", before)
		}
		past := after["past"].([]any)
		if after["rolling"] != false || after["seq"] != before["seq"] || len(past) != 1 || past[0].(map[string]any)["who"] != "iPhone" ||
			!strings.HasPrefix(after["text"].(string), "2d6 = "+after["title"].(string)) {
			t.Errorf("once they lie: %v", after)
		}
		if table.Now().Match != played {
			t.Error("the match on the panel is another")
		}

		if _, err := table.Do(t.Context(), companion.Keys, companion.Choose{Key: "cups", Value: `["d20+d8-1","coin"]`}); err != nil {
			t.Fatal(err)
		}
		if now := fmt.Sprint(cupsOf(table.Now())); !strings.HasPrefix(now, "[{d20+d8-1 d20+d8-1} {coin "+text(words.Russian, "dice:name.coin")+"} {2d6 2d6}") {
			t.Errorf("offered are %s", now)
		}
		follow(table.Now())
		if all := streamed(t, w, "throw"); len(all) != 4 || all[3]["rolling"] != false || all[3]["text"] != after["text"] {
			t.Errorf("other cups are told as %v", all[3:])
		}
		after = streamed(t, w, "throw")[3]

		late := httptest.NewRecorder() // who comes later is told as much
		st = s.newStream(s.call(late, request("GET", "/api/events", "")))
		follow(table.Now())
		if all := streamed(t, late, "throw"); len(all) != 1 || fmt.Sprint(all[0]) != fmt.Sprint(after) {
			t.Errorf("who comes later is told %v, want %v", all, after)
		}
	})
}

func TestARollIsAnsweredAsOtherDecisionsAre(t *testing.T) {
	rolling(t, func(t *testing.T, s *Server, table Table) {
		for body, want := range map[string]string{
			`{"cup":"2d6"}`:            `200 {"seq":4}`,
			`{"cup":"0d6"}`:            `422 {"error":"` + text(words.Russian, "dice:rule.dice.count 1000") + `"}`,
			`{}`:                       `400 {"error":"В запросе нет поля «cup»"}`,
			`{"cup":"2d6","match":""}`: `400 {"error":"Запрос не понять: unknown field \"match\""}`,
			`{"cup":"` + strings.Repeat("d", 4096) + `"}`: `413 {"error":"Тело запроса длиннее 4096 байт"}`,
		} {
			got := ask(s, request("POST", "/api/roll", body))
			if answer := fmt.Sprint(got.Code, " ", strings.TrimSpace(got.Body.String())); answer != want {
				t.Errorf("%.40s: %s, want %s", body, answer, want)
			}
		}
		if m := table.Now(); m.DiceMatch.Match.Seq() != 4 {
			t.Errorf("%d facts", m.DiceMatch.Match.Seq())
		}
	})
}

func TestTheOddsOfTheWorstCupsCostNoMoreThanTheirRow(t *testing.T) {
	rolling(t, func(t *testing.T, s *Server, _ Table) {
		rows := budgets(t)
		i := slices.IndexFunc(rows, func(b budget) bool { return b.of("GET", "/api/odds") })
		if i < 0 {
			t.Fatal("no row")
		}
		for _, cup := range []string{
			"100d20", "99d20!", "60d40", "100d2!", "9d1000!k8", "100d6!k50", "20d100k19", "100d1000",
			"d1000+d1000", "d1000!" + strings.Repeat("+d1000!", 8), "d99" + strings.Repeat("+9d9!k8", 10),
		} {
			s.odds = oddsCache{}
			spent := cost(t, s, func() *http.Request { return request("GET", "/api/odds?cup="+url.QueryEscape(cup), "") })
			if spent.memory > rows[i].fixed {
				t.Errorf("%s: %d bytes of memory, want %d at most", cup, spent.memory, rows[i].fixed)
			}
			t.Logf("%s: %d bytes of memory", cup, spent.memory)
		}
	})
}
