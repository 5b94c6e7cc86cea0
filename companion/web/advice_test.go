package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/adviser"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// counselled returns the match as JSON that the table is counselled about.
func counselled(t *testing.T, mt match.Match, told adviser.Counsel, lang words.Lang) string {
	t.Helper()
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: mt, Lang: words.Russian, Library: inWords(t), Counsel: &told}})
	var got struct{ Advice json.RawMessage }
	tell(t, server(t, at), "/api/match?lang="+string(lang), &got)
	return string(got.Advice)
}

func TestTheMatchTellsTheAdviceInWords(t *testing.T) {
	playing := []adviser.Topic{adviser.Possible, adviser.Move, adviser.Moves}
	defeated := []adviser.Topic{adviser.Where}
	wins := func(line ...games.Decision) games.Advice {
		a := games.Advice{Verdict: games.Winnable, Line: line, Said: make([]games.Text, len(line))}
		if len(line) > 1 {
			a.Said[1] = games.Say("last", "@2")
		}
		return a
	}
	lost := games.Advice{Verdict: games.Lost, Why: games.Count("left", 2)}
	const asks, where = `{"topics":["possible","move","moves"],`, `{"topics":["where"],`
	for name, tt := range map[string]struct {
		told adviser.Counsel
		lang words.Lang
		want string
	}{
		"nobody to ask": {adviser.Counsel{}, words.English, `null`},
		"not asked":     {adviser.Counsel{Topics: playing}, words.English, asks + `"thinks":false,"told":"","verdict":"","moves":0,"says":[],"line":[],"at":0}`},
		"thinking":      {adviser.Counsel{Topics: playing, Thinks: true}, words.English, asks + `"thinks":true,"told":"","verdict":"","moves":0,"says":[],"line":[],"at":0}`},
		"possible": {
			adviser.Counsel{Topics: playing, Told: adviser.Possible, Advice: wins(), Moves: 3},
			words.Russian,
			asks + `"thinks":false,"told":"possible","verdict":"won","moves":3,"says":["` + text(words.Russian, "advice.won 3") + `"],"line":[],"at":0}`,
		},
		"moves": {
			adviser.Counsel{Topics: playing, Told: adviser.Moves, Advice: wins("take 1", "pass"), Moves: 9},
			words.English,
			asks + `"thinks":false,"told":"moves","verdict":"won","moves":9,"says":["Take 1","Боря took the last"],"line":["take 1","pass"],"at":0}`,
		},
		"lost": {
			adviser.Counsel{Topics: playing, Told: adviser.Move, Advice: lost},
			words.Russian,
			asks + `"thinks":false,"told":"move","verdict":"lost","moves":0,"says":["` + text(words.Russian, "advice.lost") + `","2 монеты"],"line":[],"at":0}`,
		},
		"open": {
			adviser.Counsel{Topics: playing, Told: adviser.Move, Advice: games.Advice{Verdict: games.Open}},
			words.Russian,
			asks + `"thinks":false,"told":"move","verdict":"open","moves":0,"says":["` + text(words.Russian, "advice.open") + `"],"line":[],"at":0}`,
		},
		"where": {
			adviser.Counsel{Topics: defeated, Told: adviser.Where, Advice: wins("take 2"), Moves: 1, At: 2},
			words.Russian,
			where + `"thinks":false,"told":"where","verdict":"won","moves":1,"says":["` + text(words.Russian, "advice.there Монеты") + `","Взять 2"],"line":["take 2"],"at":2}`,
		},
		"nowhere": {
			adviser.Counsel{Topics: defeated, Told: adviser.Where, Advice: games.Advice{Verdict: games.Open}, At: 1},
			words.Russian,
			where + `"thinks":false,"told":"where","verdict":"open","moves":0,"says":["` + text(words.Russian, "advice.nowhere") + `"],"line":[],"at":1}`,
		},
	} {
		if got := counselled(t, begun(t, "take 2", "pass"), tt.told, tt.lang); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, tt.want)
		}
	}
}

// hinted is a match whose table was told decisions twice, and a verdict.
func hinted(t *testing.T) match.Match {
	t.Helper()
	m := begun(t, "take 2")
	for _, line := range [][]games.Decision{{"pass"}, {"pass", "take 1"}} {
		var err error
		if m, err = m.HintLine(match.Stamp{}, line); err != nil {
			t.Fatal(err)
		}
	}
	m, err := m.Hint(match.Stamp{}, games.Winnable)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestHintsAreCountedWithTheMatchAndInItsHistory(t *testing.T) {
	at, m := newTable(), hinted(t)
	at.set(screen.Moment{Moment: companion.Moment{Match: m, Lang: words.Russian, Library: inWords(t)}})
	s := shelved(t, at)
	id := s.opts.History.(*memory).add(m)
	for _, path := range []string{"/api/match", "/api/history/" + id} {
		var got struct{ Hints int }
		if tell(t, s, path, &got); got.Hints != 2 {
			t.Errorf("%s: %d hints, want 2", path, got.Hints)
		}
	}
}

func TestAHintIsAskedForByItsTopic(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Lang: words.English, Library: inWords(t)}})
	s := server(t, at)
	if got := ask(s, request("POST", "/api/hint", about(1, `"topic":"moves"`))); got.Code != 200 || strings.TrimSpace(got.Body.String()) != `{"seq":1}` {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if want := []string{fmt.Sprintf("Hint{Point:{Match:%s After:1} Topic:moves}", theMatch)}; !slices.Equal(at.asked, want) {
		t.Errorf("the table was sent %q, want %q", at.asked, want)
	}
	at.refuses = companion.Refusal{Kind: companion.Illegal, Text: "nothing to tell"}
	if got := ask(s, request("POST", "/api/hint", about(1, `"topic":"where"`))); got.Code != 422 || errorIn(t, got) != "nothing to tell" {
		t.Errorf("%d %s, want 422", got.Code, got.Body)
	}
	if got := ask(s, request("POST", "/api/hint", about(1, ""))); got.Code != 400 {
		t.Errorf("without a topic: %d %s", got.Code, got.Body)
	}
}
