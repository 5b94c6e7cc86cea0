package history

import (
	"encoding/csv"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/companion/match"
	"tabletop/games"
	score "tabletop/games/table"
)

// failer is a test, or a try of one.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// tabled is what the rows are written as, below the byte order mark and the columns.
func tabled(t failer, columns []string, rows ...[]string) string {
	t.Helper()
	var b strings.Builder
	w, err := NewCSV(&b, columns)
	if err == nil {
		err = w.Write(rows...)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, ok := strings.CutPrefix(b.String(), "\ufeff"+strings.Join(columns, ",")+"\r\n")
	if !ok {
		t.Fatalf("%q begins wrong", b.String())
	}
	return text
}

func TestNoCellIsAFormulaAndNumbersStayNumbers(t *testing.T) {
	for cell, want := range map[string]string{
		"Аня":                             "Аня",
		"":                                "",
		"-5":                              "-5",
		"-5.25":                           "-5.25",
		"12":                              "12",
		"--5":                             "'--5",
		"-":                               "'-",
		"-5+cmd|' /C calc'!A0":            "'-5+cmd|' /C calc'!A0",
		"+7 900":                          "'+7 900",
		"+5":                              "'+5",
		"=1+1":                            "'=1+1",
		" =1+1":                           "' =1+1",
		"\u00a0=1+1":                      "'\u00a0=1+1",
		"@SUM(A1)":                        "'@SUM(A1)",
		"＝1+1":                            "'＝1+1",
		"－1":                              "'－1",
		"＠a":                              "'＠a",
		"\t=1":                            "'\t=1",
		"a=1":                             "a=1",
		`=HYPERLINK("http://x","click")`:  `"'=HYPERLINK(""http://x"",""click"")"`,
		"a,b":                             `"a,b"`,
		`he said "no"`:                    `"he said ""no"""`,
		"two\nlines":                      "\"two\r\nlines\"",
		"\r=1":                            "\"'=1\"", // the end of a line on its own is dropped
		"\n=1":                            "\"'\r\n=1\"",
		"<script>alert(1)</script>":       "<script>alert(1)</script>",
		"'already":                        "'already",
		"-Аня":                            "'-Аня",
		"=cmd|'/C powershell IEX(wget)'!": "'=cmd|'/C powershell IEX(wget)'!",
	} {
		got := strings.TrimSuffix(tabled(t, []string{"a", "b"}, []string{"1", cell}), "\r\n")
		if got != "1,"+want {
			t.Errorf("%q is written %q, want %q", cell, strings.TrimPrefix(got, "1,"), want)
		}
	}
}

func TestEveryCellComesBackAndNoneBeginsLikeAFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringMatching(`[=+\-@ \t",;'а-я0-9.]{0,12}`).Draw(t, "cell")
		rows, err := csv.NewReader(strings.NewReader(tabled(t, []string{"a", "b"}, []string{"x", cell}))).ReadAll()
		if err != nil || len(rows) != 1 || strings.TrimPrefix(rows[0][1], "'") != strings.TrimPrefix(cell, "'") {
			t.Fatalf("%q comes back as %q (%v)", cell, rows, err)
		}
		got := strings.TrimLeft(rows[0][1], " ")
		if got != "" && strings.Contains("=+-@\t", got[:1]) && !plainNumber.MatchString(got) {
			t.Errorf("%q is a formula", got)
		}
	})
}

func TestAMatchIsALineASeat(t *testing.T) {
	item, err := Entry{ID: "m1", Over: true, Lines: recordOf(t, "mice")}.Item(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	want := `m1,2026-11-21T19:00:01Z,mice,risk=on,13,1,1,Ли-4,20,5,0,1,0,,
m1,2026-11-21T19:00:01Z,mice,risk=on,13,1,2,Аня,32,11,1,0,0,,
m1,2026-11-21T19:00:01Z,mice,risk=on,13,1,3,Боря,9,3,0,0,0,,
m1,2026-11-21T19:00:01Z,mice,risk=on,13,1,4,Zoë,25,7,0,0,0,,
`
	if got := strings.ReplaceAll(tabled(t, MatchColumns, MatchRows(item)...), "\r\n", "\n"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestARollIsALineWithItsOdds(t *testing.T) {
	mt := played(t, recordOf(t, "mice"))
	rows := RollRows("m1", mt)
	if len(rows[0]) != len(RollColumns) {
		t.Fatalf("%d cells, want %d", len(rows[0]), len(RollColumns))
	}
	if got := strings.Join(rows[0], ","); got != "m1,2026-11-21T19:00:01Z,mice,6,23174,device,Ли-4,dice,green white,1,18" {
		t.Errorf("got %s", got)
	}
	n := 0
	for f := range mt.Line() {
		if f.Kind == match.Decided && f.Seat == 0 {
			n++
		}
	}
	if len(rows) != n {
		t.Errorf("%d rolls, want %d", len(rows), n)
	}
}

func TestPlayersComeBackFromTheirTable(t *testing.T) {
	rows := PlayerRows([]Player{{Name: "Аня", Matches: 3, Wins: 2, Streak: 1, BestStreak: 1, Began: 2}, {Name: "-Боря-"}})
	text := tabled(t, PlayerColumns, rows...)
	if text != "Аня,3,2,1,1,2\r\n'-Боря-,0,0,0,0,0\r\n" {
		t.Errorf("got %q", text)
	}
	for _, c := range []struct {
		name, text, want string
	}{
		{"as we write it", "\ufeff" + strings.Join(PlayerColumns, ",") + "\r\n" + text, "Аня -Боря-"},
		{"by hand", "Аня\nБоря\n\nАня\n Вера ", "Аня Боря Вера"},
		{"decomposed", "й", "й"},
		{"short", "Я", "Я"},
		{"nothing", "", ""},
	} {
		names, err := ReadNames(strings.NewReader(c.text), 3)
		if got := strings.Join(names, " "); got != c.want || err != nil {
			t.Errorf("%s: got %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	for _, text := range []string{"Аня\n=1+1", "Аня\n<b>", "Аня\nодиннадцать букв", "Аня\nБоря"} {
		if _, err := ReadNames(strings.NewReader(text), 1); err == nil || !strings.Contains(err.Error(), "csv:2") {
			t.Errorf("%q: %v, want the line", text, err)
		}
	}
}

func TestAMatchOfTwelveIsExportedWhole(t *testing.T) {
	with := games.Of(append(catalogue.Games, score.Rules{})...)
	item, err := Entry{ID: "m1", Over: true, Lines: recordOf(t, "table-twelve")}.Item(with)
	if err != nil {
		t.Fatal(err)
	}
	item.Summary.Over, item.Summary.Won = true, []games.Seat{6, 12}
	line := item.Summary.String()
	if back, err := Parse(line); err != nil || !slices.Equal(back.Winners(), []string{"Егор", "Ян"}) || back.Began() != "Аня" {
		t.Errorf("%+v, %v", back, err)
	}
	for _, damaged := range []string{strings.Replace(line, `[6,12]`, `[6,13]`, 1), strings.Replace(line, `[6,12]`, `[127]`, 1), strings.Replace(line, `,"Ян"`, ``, 1)} {
		if _, err := Parse(damaged); err == nil || damaged == line {
			t.Errorf("%s is read", damaged)
		}
	}
	data, err := url.PathUnescape(BGStats(item, "Другая игра", 0))
	if err != nil || strings.Count(data, `"name":`) != 13 || strings.Count(data, `"winner":true`) != 2 || !strings.Contains(data, `"name":"Игрок 10"`) {
		t.Errorf("%s, %v", data, err)
	}
}

func TestAMatchIsHandedToBGStats(t *testing.T) {
	item, err := Entry{ID: "m1", Over: true, Lines: recordOf(t, "mice")}.Item(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	link := BGStats(item, "Catch the Mice! & more+", 1234)
	u, err := url.Parse(link)
	if err != nil || u.Host != "app.bgstatsapp.com" || u.Path != "/createPlay.html" || strings.Contains(link, "+") {
		t.Fatalf("%s (%v)", link, err)
	}
	data, err := url.PathUnescape(strings.TrimPrefix(u.RawQuery, "data=")) // as decodeURIComponent does it
	if err != nil {
		t.Fatal(err)
	}
	var play struct {
		SourceName, SourcePlayID, PlayDate string
		DurationMin                        int
		Game                               struct {
			Name, SourceGameID    string
			BGGID                 int
			HighestWins, NoPoints bool
		}
		Players []struct {
			Name, SourcePlayerID string
			Score                int
			Winner, StartPlayer  bool
		}
	}
	if err := json.Unmarshal([]byte(data), &play); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range play.Players {
		names = append(names, p.Name)
	}
	if play.SourcePlayID != "m1" || play.PlayDate != "2026-11-21 19:13:49" || play.DurationMin != 13 ||
		play.Game.Name != "Catch the Mice! & more+" || !play.Game.HighestWins || play.Game.NoPoints || play.Game.BGGID != 1234 ||
		!slices.Equal(names, []string{"Ли-4", "Аня", "Боря", "Zoë"}) ||
		!play.Players[0].StartPlayer || play.Players[1].Score != 32 || !play.Players[1].Winner || play.Players[0].Winner {
		t.Errorf("%s", data)
	}
	item.Summary.Start, item.Summary.End = "", ""
	if link := BGStats(item, "x", 0); strings.Contains(link, "playDate") || strings.Contains(link, "bggId") {
		t.Error("a match without a date or number is handed over with one")
	}
	item.Summary.Over = false
	if got := BGStats(item, "x", 0); got != "" {
		t.Errorf("a match that isn't over is handed over: %s", got)
	}
}
