package history

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/maze"
	"tabletop/games/mice"
	score "tabletop/games/table"
)

var catalogue = games.Of(mice.Rules{}, mazaitsy.Rules{}, maze.Rules{}, fox.Rules{}, dice.Rules{}, score.Score{})

// recordOf is a match that a released version wrote.
func recordOf(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "match", "testdata", "v1", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func played(t testing.TB, text string) match.Match {
	t.Helper()
	mt, err := match.Read(strings.NewReader(text), "test", catalogue)
	if err != nil {
		t.Fatal(err)
	}
	return mt
}

// scored is a match of the scoreboard with these totals, round by round.
func scored(t testing.TB, names []string, rounds ...[]string) match.Match {
	t.Helper()
	mt, err := match.Begin(catalogue, match.Fact{Kind: match.Started, Game: "score", Seats: names})
	for _, round := range rounds {
		for _, says := range round {
			if err == nil {
				mt, err = mt.Decide(match.Stamp{}, says, "")
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return mt
}

func TestASummarySaysHowEachReleasedMatchEnded(t *testing.T) {
	for _, c := range []struct {
		game    string
		winners string
		began   string
		start   string
		minutes int
		over    bool
	}{
		{"mice", "Аня", "Ли-4", "2026-11-21T19:00:01Z", 13, true},
		{"maze", "Аня Боря", "Аня", "2026-11-22T18:00:00Z", 5, true},
		{"mazaitsy", "Ли-4", "Ли-4", "2026-11-21T19:00:01Z", 51, true},
		{"score", "Zoë", "Ли-4", "2026-11-21T19:00:01Z", 9, true},
		{"fox", "", "Аня", "2026-11-21T19:00:00Z", 2, false},
		{"dice", "", "Аня", "2026-11-21T19:00:01Z", 4, false},
	} {
		s := Summarize(played(t, recordOf(t, c.game)))
		if got := strings.Join(s.Winners(), " "); got != c.winners || s.Over != c.over {
			t.Errorf("%s: won by %q, over %t", c.game, got, s.Over)
		}
		if s.Began() != c.began || s.Start != c.start || s.Minutes() != c.minutes {
			t.Errorf("%s: begun by %s at %s, %d minutes", c.game, s.Began(), s.Start, s.Minutes())
		}
		back, err := Parse(s.String())
		if err != nil || back.String() != s.String() || strings.Contains(s.String(), "\n") {
			t.Errorf("%s: %s\ncomes back as %s (%v)", c.game, s, back, err)
		}
	}
}

func TestDiceAreNoMatchWhetherTheirSummaryIsThereOrNot(t *testing.T) {
	for game, tool := range map[string]bool{"dice": true, "score": false, "mice": false} {
		e := Entry{Lines: recordOf(t, game)}
		for range 2 {
			item, err := e.Item(catalogue)
			if err != nil || item.Tool != tool {
				t.Errorf("%s: tool %t (%v), want %t", game, item.Tool, err, tool)
			}
			e = Entry{Summary: item.Summary.String()}
		}
	}
}

func TestASummaryOfALaterVersionIsRead(t *testing.T) {
	s, err := Parse(`{"game":"mice","names":["Аня","Боря"],"scores":[1,2],"mood":"fine","facts":3}`)
	if err != nil || s.Game != "mice" || s.Facts != 3 {
		t.Errorf("got %+v, %v", s, err)
	}
}

func TestASummaryWhoseSeatsDoNotFitIsRefused(t *testing.T) {
	for _, line := range []string{
		``, `{}`, `[]`, `{"names":["a"],"scores":[]}`, `{"names":["a"],"scores":[1],"won":[2]}`, `{"names":["a"],"scores":[1],"won":[0]}`,
		`{"names":["a"],"scores":[1],"first":2}`, `{"names":["a"],"scores":[1],"ties":[1,2]}`, `{"names":["a"],"scores":[1],"rollers":[{"seat":9}]}`,
	} {
		if _, err := Parse(line); err == nil {
			t.Errorf("%s was taken", line)
		}
	}
}

func TestOnlyClocksThatWereSetGiveDates(t *testing.T) {
	text := func(labels ...string) string {
		b := `{"at":"` + labels[0] + `","ms":0,"kind":"started","game":"mice","seats":["Аня","Боря"]}` + "\n"
		for i, at := range labels[1:] {
			b += `{"at":"` + at + `","ms":` + []string{"60000", "120000"}[i] + `,"kind":"stirred","says":"x"}` + "\n"
		}
		return b
	}
	for _, c := range []struct{ name, record, start, end string }{
		{"set", text("2026-11-21T19:00:00Z", "2026-11-21T19:02:00Z"), "2026-11-21T19:00:00Z", "2026-11-21T19:02:00Z"},
		{"never set", text("1970-01-01T00:00:10Z", "1970-01-01T00:02:00Z"), "", ""},
		{"no labels", text("", ""), "", ""},
		{"nonsense", text("yesterday", ""), "", ""},
		{"set in between", text("", "2026-11-21T19:01:00Z", "2026-11-21T19:02:00+03:00"), "2026-11-21T19:00:00Z", "2026-11-21T16:02:00Z"},
	} {
		s := Summarize(played(t, c.record))
		if s.Start != c.start || s.End != c.end {
			t.Errorf("%s: from %q to %q, want %q to %q", c.name, s.Start, s.End, c.start, c.end)
		}
	}
}

func TestARecordFromElsewhereGetsItsIDFromItsSeal(t *testing.T) {
	e, err := Read(strings.NewReader("\ufeff"+strings.ReplaceAll(recordOf(t, "mice"), "\n", "\r\n")), "file", catalogue)
	if err != nil || e.ID != "dd5d1113c2450595" || !e.Over || e.Lines != recordOf(t, "mice") {
		t.Errorf("id %s, over %t, %v", e.ID, e.Over, err)
	}
	const byHand = `{"kind":"started","game":"mice","seats":["Аня","Боря"]}`
	a, err := Read(strings.NewReader(byHand), "file", catalogue)
	b, err2 := Read(strings.NewReader(byHand+"\n\n"), "file", catalogue)
	if err != nil || err2 != nil || a.ID != b.ID || len(a.ID) != 16 || a.Over {
		t.Errorf("%+v (%v)\n%+v (%v)", a, err, b, err2)
	}
	if _, err := Read(strings.NewReader("{}"), "file", catalogue); err == nil || !strings.HasPrefix(err.Error(), "file:1: ") {
		t.Errorf("got %v, want the line", err)
	}
}

func TestALostSummaryIsMadeOfTheLines(t *testing.T) {
	lines := recordOf(t, "mice")
	item, err := Entry{ID: "m", Mark: 7, Over: true, Lines: lines}.Item(catalogue)
	if err != nil || item.Summary.String() != Summarize(played(t, lines)).String() || item.Mark != 7 || item.Open {
		t.Errorf("%+v, %v", item, err)
	}
	if _, err := (Entry{ID: "m", Lines: "nonsense\n"}).Item(catalogue); err == nil || !strings.Contains(err.Error(), "m:1") {
		t.Errorf("got %v, want an error that names match and line", err)
	}
}

// foxMatch is a round of the Fox begun, with a card played, taken back, and another.
func foxMatch(t *testing.T) match.Match {
	t.Helper()
	mt := played(t, `{"kind":"started","game":"fox","seats":["Аня","Zoë"],"seal":"`+luck.Secret{1}.Seal()+`"}`)
	var err error
	step := func(next match.Match, e error) {
		if mt = next; err == nil {
			err = e
		}
	}
	step(mt.Decide(match.Stamp{}, "decree keys 7", match.Table))
	step(mt.Decide(match.Stamp{}, "play moons 8", ""))
	step(mt.BackTo(match.Stamp{}, 2, ""))
	step(mt.Decide(match.Stamp{}, "play bells 2", ""))
	if err != nil {
		t.Fatal(err)
	}
	return mt
}

func TestNobodySeesTheRoundThatHidesItsTricks(t *testing.T) {
	mt := foxMatch(t)
	lines, facts := PublicLines(mt)
	if facts != 2 || strings.Contains(lines, "play") || !strings.Contains(lines, "decree") {
		t.Errorf("%d facts are shown:\n%s", facts, lines)
	}
	if got := played(t, lines); got.Seq() != 2 {
		t.Errorf("what is shown reads as %d facts", got.Seq())
	}
	left, err := mt.End(match.Stamp{})
	if err != nil {
		t.Fatal(err)
	}
	if lines, facts := PublicLines(left); facts != 6 || lines != left.Since(0) {
		t.Errorf("of a match that was left %d facts are shown, want all", facts)
	}
	whole := played(t, recordOf(t, "fox"))
	if lines, facts := PublicLines(whole); facts != whole.Seq() || lines != whole.Since(0) {
		t.Errorf("between rounds %d facts of %d are shown", facts, whole.Seq())
	}
}

func TestWhoWasLastAndWonWasBehind(t *testing.T) {
	names := []string{"Аня", "Боря", "Вера"}
	round := func(points ...string) (says []string) {
		for i, p := range points {
			says = append(says, "score "+string(rune('1'+i))+" "+p)
		}
		return says
	}
	for _, c := range []struct {
		name   string
		rounds [][]string
		want   int32
	}{
		{"led from the beginning", [][]string{round("9", "1", "2"), round("1", "1", "1"), round("1", "1", "1"), {"finish"}}, 0},
		{"last before the last round", [][]string{round("1", "8", "5"), round("1", "1", "1"), round("20", "1", "1"), {"finish"}}, 7},
		{"behind, but not last", [][]string{round("3", "8", "1"), round("1", "1", "1"), round("20", "1", "1"), {"finish"}}, 0},
		{"last in the first half only", [][]string{round("1", "8", "5"), round("20", "0", "0"), round("1", "1", "1"), round("1", "1", "1"), {"finish"}}, 0},
		{"not over", [][]string{round("1", "8", "5"), round("1", "1", "1")}, 0},
	} {
		if got := Summarize(scored(t, names, c.rounds...)).Behind; got != c.want {
			t.Errorf("%s: behind by %d, want %d", c.name, got, c.want)
		}
	}
}

func BenchmarkSummarize(b *testing.B) {
	for _, game := range []string{"mice", "mazaitsy", "mazaitsy-field", "maze", "fox", "dice", "score"} {
		mt := played(b, recordOf(b, game))
		b.Run(game, func(b *testing.B) {
			for b.Loop() {
				Summarize(mt)
			}
		})
	}
}

// lostRecord is a match whose secret was lost on the way; see companion verify.
const lostRecord = `{"seq":1,"ms":0,"kind":"started","game":"mice","seats":["Аня","Боря"],"seal":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"}
{"seq":2,"ms":900,"kind":"stirred","says":"лодка"}
{"seq":3,"ms":1000,"kind":"drawn","says":"first 1","luck":"device"}
{"seq":4,"ms":5120,"kind":"decided","seat":1,"says":"roll"}
{"seq":5,"ms":5120,"kind":"decided","seat":0,"says":"dice orange white","luck":"device"}
{"seq":6,"ms":7000,"kind":"decided","seat":1,"says":"lure orange"}
{"seq":7,"ms":8000,"kind":"undone","back_to":3}
{"seq":8,"ms":9000,"kind":"decided","seat":1,"says":"roll"}
{"seq":9,"ms":9000,"kind":"decided","seat":0,"says":"dice orange white","luck":"device"}
{"seq":10,"ms":9500,"kind":"decided","seat":1,"says":"lure orange green"}
{"seq":11,"ms":9600,"kind":"sealed","seal":"ae216c2ef5247a3782c135efa279a3e4cdc61094270f5d2be58c6204b7a612c9","lost":true}
{"seq":12,"ms":9900,"kind":"decided","seat":1,"says":"roll"}
{"seq":13,"ms":9900,"kind":"decided","seat":0,"says":"dice red green","luck":"device"}
{"seq":14,"ms":9980,"kind":"ended"}
{"seq":15,"ms":9990,"kind":"opened","secret":"0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20"}
`

func TestARecordThatLostItsSecretGoesInAndOutAsItIs(t *testing.T) {
	e, err := Read(strings.NewReader(lostRecord), "test", catalogue)
	if err != nil {
		t.Fatal(err)
	}
	if e.ID != "630dcd2966c43366" || !e.Over || e.Lines != lostRecord {
		t.Errorf("read as %q, over %t:\n%s", e.ID, e.Over, e.Lines)
	}
	mt, err := e.Match(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	if lines, facts := PublicLines(mt); lines != lostRecord || facts != 15 || mt.LostSeq() != 11 {
		t.Errorf("%d facts are shown, lost at %d:\n%s", facts, mt.LostSeq(), lines)
	}
	if s := Summarize(mt); !s.Ended || s.Facts != 15 {
		t.Errorf("summary %s", s)
	}
}
