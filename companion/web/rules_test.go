package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/mazaitsy"
	"tabletop/games/mice"
)

// teaching returns the interface to a table with a match of mice, and with Мазайцы to play next.
func teaching(t *testing.T, real bool) *Server {
	t.Helper()
	all := games.Of(mice.Rules{}, mazaitsy.Rules{})
	luck := ""
	if real {
		luck = `,"luck":"table"`
	}
	mt, err := match.Read(strings.NewReader(`{"kind":"started","game":"mice","seats":["Аня","Боря"],"options":{"scoring":"kids"}`+luck+`}`), "r", all)
	if err != nil {
		t.Fatal(err)
	}
	offer := &companion.Offer{Drafts: map[string]companion.Draft{"mazaitsy": {Game: "mazaitsy", Names: []string{"Аня", "Боря", "Вера"}, Options: map[string]string{"field": "on"}}}}
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: mt, Point: companion.Point{Match: "m", After: mt.Seq()}, Offer: offer, Lang: words.Russian, Library: library(t, all)}})
	return shelved(t, at, mice.Rules{}, mazaitsy.Rules{})
}

func rulesOf(t *testing.T, s *Server, game string) gameRules {
	t.Helper()
	var told gameRules
	tell(t, s, "/api/rules?game="+game, &told)
	return told
}

func TestTheRulesAreToldForTheMatch(t *testing.T) {
	told := rulesOf(t, teaching(t, false), "mice")
	var want []string
	for _, topic := range games.Topics(mice.Rules{}, games.Setup{Seats: 2, Options: map[string]string{"scoring": "kids"}}) {
		want = append(want, topic.Key)
	}
	var got []string
	for _, topic := range told.Topics {
		got = append(got, topic.Key)
		if topic.Title == "" || topic.Text == "" || strings.Contains(topic.Text, "topic.") {
			t.Errorf("%s is told as %+v", topic.Key, topic)
		}
	}
	if !slices.Equal(got, want) || told.Now != "turn" || told.Seats != 2 || len(told.Options) != 1 {
		t.Errorf("topics %v for %d seats and %v, now %q, want %v", got, told.Seats, told.Options, told.Now, want)
	}
}

func TestTheRulesAreToldForWhatIsPlayedNext(t *testing.T) {
	told := rulesOf(t, teaching(t, false), "mazaitsy")
	keys := map[string]bool{}
	for _, topic := range told.Topics {
		keys[topic.Key] = true
	}
	if told.Seats != 3 || told.Now != "" || keys["fieldtwo"] || keys["byhand"] {
		t.Errorf("for %d seats, now %q, topics %v", told.Seats, told.Now, keys)
	}
}

func TestExamplesAreAnsweredByTheRules(t *testing.T) {
	tries := 0
	for _, game := range []string{"mice", "mazaitsy"} {
		for _, topic := range rulesOf(t, teaching(t, false), game).Topics {
			for _, e := range topic.Examples {
				for _, try := range e.Tries {
					tries++
					if (try.Rule == "") != (try.Next != nil) || try.Label == "" || strings.Contains(try.Rule, "rule.") {
						t.Errorf("%s %s: %q is answered by %q", game, topic.Key, try.Says, try.Rule)
					}
				}
			}
		}
	}
	if tries < 60 {
		t.Errorf("%d tries", tries)
	}
}

func TestTopicsHaveTheirPictures(t *testing.T) {
	for _, game := range []string{"mice", "mazaitsy"} {
		r := map[string]games.Rules{"mice": mice.Rules{}, "mazaitsy": mazaitsy.Rules{}}[game]
		told := rulesOf(t, teaching(t, false), game)
		drawn := map[string]string{}
		for _, topic := range games.Topics(r, games.Setup{Seats: told.Seats}) {
			drawn[topic.Key] = topic.Picture
		}
		for _, topic := range told.Topics {
			want, known := drawn[topic.Key]
			if has := topic.Art != "" || len(topic.Rows) > 0; known && has != (want != "") {
				t.Errorf("%s %s: art %q and %d rows, want the picture %q", game, topic.Key, topic.Art, len(topic.Rows), want)
			}
		}
	}
}

func TestRealDiceHaveRulesOfTheirOwn(t *testing.T) {
	texts := func(real bool) (all []string) {
		for _, topic := range rulesOf(t, teaching(t, real), "mice").Topics {
			all = append(all, topic.Text)
		}
		return all
	}
	if slices.Equal(texts(true), texts(false)) {
		t.Error("the rules are the same with real dice")
	}
}

func TestRulesAreLoadedOnce(t *testing.T) {
	s := teaching(t, false)
	first := ask(s, request("GET", "/api/rules?game=mice", ""))
	again := request("GET", "/api/rules?game=mice", "")
	again.Header.Set("If-None-Match", first.Header().Get("ETag"))
	if got := ask(s, again); got.Code != 304 || first.Code != 200 {
		t.Errorf("%d, then %d", first.Code, got.Code)
	}
	english := ask(s, request("GET", "/api/rules?game=mice&lang=en", ""))
	if english.Header().Get("ETag") == first.Header().Get("ETag") {
		t.Error("the languages share their rules")
	}
	if got := ask(s, request("GET", "/api/rules?game=mise", "")); got.Code != 404 || !strings.Contains(errorIn(t, got), "mice") {
		t.Errorf("an unknown game: %d %s", got.Code, got.Body)
	}
}

func TestAMatchTellsTheTopicsOfItsChoices(t *testing.T) {
	var told struct{ Topics []topicTitle }
	tell(t, teaching(t, false), "/api/match", &told)
	if len(told.Topics) != 1 || told.Topics[0].Key != "turn" || told.Topics[0].Title == "" {
		t.Errorf("topics %v", told.Topics)
	}
}

func TestARefusalTellsItsTopic(t *testing.T) {
	s := teaching(t, false)
	s.table.(*table).refuses = companion.Refusal{Kind: companion.Illegal, Text: "Нельзя.", Topic: "again"}
	got := ask(s, request("POST", "/api/decide", fmt.Sprintf(`{"match":"m","after":%d,"says":"stop"}`, s.table.Now().Point.After)))
	var told problem
	if err := json.Unmarshal(got.Body.Bytes(), &told); err != nil || got.Code != 422 || told.Topic != "again" {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}
