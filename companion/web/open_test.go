package web

import (
	"encoding/json"
	"testing"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/maze"
)

func TestOpenMatchesAreToldApartByTimeAndScore(t *testing.T) {
	labyrinth, err := match.Begin(games.Of(maze.Rules{}), match.Fact{Kind: match.Started, Game: "maze", Seats: []string{"Аня"}, Options: map[string]string{"problem": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	begunHere, further := begun(t, "take 2"), begun(t, "take 2", "take 1", "take 2")
	at := newTable()
	m := screen.Moment{Moment: companion.Moment{Lang: words.Russian, Library: library(t, games.Of(coins{}, maze.Rules{}))}}
	names := []string{"Аня", "Боря"}
	m.Offer = &companion.Offer{Open: []companion.Resumable{
		{ID: "a", Game: "coins", Names: names, Facts: begunHere.Seq(), Touched: "2026-11-21T19:40:00Z"},
		{ID: "b", Game: "coins", Names: names, Facts: further.Seq()},
		{ID: "m", Game: "maze", Names: names[:1], Facts: 1},
		{ID: "gone", Game: "coins", Names: names, Facts: 3},
	}}
	at.set(m)
	s := shelved(t, at, maze.Rules{})
	shelf := s.opts.History.(*memory)
	shelf.entries = []history.Entry{{ID: "a", Lines: begunHere.UpTo(begunHere.Seq())}, {ID: "b", Lines: further.UpTo(further.Seq())}, {ID: "m", Lines: labyrinth.UpTo(1)}}
	for _, tt := range []struct{ lang, want string }{
		{"ru", `[{"id":"a","title":"Монеты","names":["Аня","Боря"],"at":"2026-11-21T19:40:00Z"},{"id":"b","title":"Монеты","names":["Аня","Боря"],"scores":[1,0]},{"id":"m","title":"Путаница","names":["Аня"],"state":"Задача 1: 0 ходов","scores":[3]},{"id":"gone","title":"Монеты","names":["Аня","Боря"]}]`},
		{"en", `[{"id":"a","title":"Coins","names":["Аня","Боря"],"at":"2026-11-21T19:40:00Z"},{"id":"b","title":"Coins","names":["Аня","Боря"],"scores":[1,0]},{"id":"m","title":"Maze","names":["Аня"],"state":"Problem 1: 0 moves","scores":[3]},{"id":"gone","title":"Coins","names":["Аня","Боря"]}]`},
	} {
		for range 2 {
			var got struct{ Open json.RawMessage }
			if err := json.Unmarshal(ask(s, request("GET", "/api/games?lang="+tt.lang, "")).Body.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			if string(got.Open) != tt.want {
				t.Errorf("got %s\nwant %s", got.Open, tt.want)
			}
		}
	}
	if n := shelf.calls.Load(); n != 8 {
		t.Errorf("the records are read %d times, want once for each match and language", n)
	}
}
