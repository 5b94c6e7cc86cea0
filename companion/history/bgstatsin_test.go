package history

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/past"
)

// exported is an export of BG Stats with every field of the format, and with invalid values.
const exported = `{
	"challenges": [], "deletedObjects": [{"uuid": "x"}], "userInfo": {"meRefId": 1},
	"games": [
		{"id": 1, "uuid": "g1", "name": "Der Fuchs im Wald", "bggId": 221965, "highestWins": true, "noPoints": false, "cooperative": false},
		{"id": 2, "name": "Golf: das Kartenspiel", "bggId": 1, "highestWins": false},
		{"id": 3, "name": "Pandemic", "cooperative": 1, "noPoints": true},
		{"id": 4, "name": "the fox in the forest"}
	],
	"locations": [{"id": 1, "name": "Дача\nу озера"}],
	"players": [
		{"id": 1, "name": "Аня"}, {"id": 2, "name": "Bob 😀 the-Builder the Third"}, {"id": 3, "name": "Bob the-Builder the Fourth"},
		{"id": 4, "name": "Somebody", "isAnonymous": true}
	],
	"plays": [
		{"uuid": "p2", "gameRefId": 2, "playDate": "2019-04-06 00:00:00", "durationMin": 0, "comments": "nass\nund kalt", "locationRefId": 1,
			"playerScores": [{"playerRefId": 2, "score": "-3.4", "winner": true, "startPlayer": false}, {"playerRefId": 3, "score": "12", "winner": false, "startPlayer": true}, {"playerRefId": 4, "score": "", "winner": 0}]},
		{"uuid": "p1", "gameRefId": 1, "playDate": "2018-12-31 19:30:00", "durationMin": 35,
			"playerScores": [{"playerRefId": 1, "score": "21", "winner": 1, "startPlayer": true, "seatOrder": 1, "rank": 0, "newPlayer": false}, {"playerRefId": 2, "score": 17, "winner": false}]},
		{"uuid": "p3", "gameRefId": 3, "playDate": "2020-01-01 20:00:00", "playerScores": [{"playerRefId": 1, "score": null, "winner": true}, {"playerRefId": 4, "winner": true}]},
		{"uuid": "p4", "gameRefId": 4, "playDate": "2021-01-01 20:00:00", "playerScores": [{"playerRefId": 1, "winner": true}, {"playerRefId": 2}]},
		{"uuid": "no game", "gameRefId": 9, "playDate": "2020-01-01 20:00:00", "playerScores": [{"playerRefId": 1}]},
		{"uuid": "no date", "gameRefId": 1, "playDate": "", "playerScores": [{"playerRefId": 1}]},
		{"uuid": "nobody", "gameRefId": 1, "playDate": "2020-01-01 20:00:00", "playerScores": []},
		{"uuid": "ignored", "gameRefId": 1, "playDate": "2020-01-01 20:00:00", "ignored": true, "playerScores": [{"playerRefId": 1}]}
	]
}`

func TestAnExportOfBGStatsIsPastPlays(t *testing.T) {
	all := games.Of(fox.Rules{})
	all.Hidden = []games.Rules{past.Rules{}}
	records, skipped, err := ReadBGStats(strings.NewReader(exported), all, time.FixedZone("", 3*60*60))
	if err != nil || skipped != 4 {
		t.Fatalf("%d skipped, %v", skipped, err)
	}
	var got []string
	for _, record := range records {
		e, err := Read(strings.NewReader(record), "bgstats", all)
		if err != nil {
			t.Fatalf("%s: %v", record, err)
		}
		s, err := Parse(e.Summary)
		if err != nil || !e.Over || !s.Past || !s.Over {
			t.Fatalf("%+v, %v", e, err)
		}
		got = append(got, fmt.Sprint(s.Start, " ", s.Game, " ", strings.Join(s.Names, "|"), " ", s.Scores, s.Won, s.Lowest, s.First, " ", s.Minutes(), s.Day, s.Place, s.Note))
	}
	want := []string{
		"2018-12-31T16:30:00Z fox Аня|Bob the-Builder [21 17] [1] false 1 35 false",
		"2019-04-05T21:00:00Z past/Golf: das Kartenspiel Bob the-Builder|Bob the-Builde 2|Anonym [-3 12 0] [1] true 2 0 true Дача у озера nass und kalt",
		"2020-01-01T17:00:00Z past/Pandemic Аня|Anonym [0 0] [1 2] false 0 0 false",
		"2021-01-01T17:00:00Z fox Аня|Bob the-Builder [0 0] [1] false 0 0 false",
	}
	plain := func(lines []string) string { return strings.Join(strings.Fields(strings.Join(lines, " ; ")), " ") }
	if strings.ReplaceAll(plain(got), " ", "") != strings.ReplaceAll(plain(want), " ", "") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(records) > 0 && !strings.Contains(records[0], `"source":"bgstats p1"`) {
		t.Errorf("%s has no source", records[0])
	}
}

func TestWhatIsNoExportOfBGStatsIsRefused(t *testing.T) {
	for _, text := range []string{"", "{}", "[]", `{"games":[{"id":1}],"plays":[]}`, `{"games":[{"id":1,"name":"x"}],"plays":[{"gameRefId":"x"}]}`, exported[:200]} {
		if records, _, err := ReadBGStats(strings.NewReader(text), games.Of(), time.UTC); err == nil {
			t.Errorf("%q is %q", text, records)
		}
	}
}

func FuzzAnyExportIsValidRecordsOrRefused(f *testing.F) {
	f.Add(exported)
	f.Add(`{"games":[{"id":1,"name":"x"}],"plays":[{"gameRefId":1,"playDate":"9999-12-31 23:59:59","durationMin":9999999,"playerScores":[{"score":"1e300"},{"score":"NaN"}]}]}`)
	all := games.Of(fox.Rules{})
	all.Hidden = []games.Rules{past.Rules{}}
	f.Fuzz(func(t *testing.T, text string) {
		records, _, _ := ReadBGStats(strings.NewReader(text), all, time.UTC)
		for _, record := range records {
			if _, err := Read(strings.NewReader(record), "bgstats", all); err != nil {
				t.Errorf("%s: %v", record, err)
			}
		}
	})
}
