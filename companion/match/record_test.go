package match

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
)

const begun = `{"kind":"started","game":"toss","seats":["Аня","Боря"]}`

// says is a hand-written decision.
func says(d string) string { return fmt.Sprintf(`{"kind":"decided","says":%q}`, d) }

func mustRead(t *testing.T, lines ...string) Match {
	t.Helper()
	m, err := record(lines...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAHandWrittenRecordNeedsOnlyWhatHappened(t *testing.T) {
	m := mustRead(t,
		`{"kind":"started","game":"toss","seats":["Аня","Боря"],"options":{"goal":"30"}}`,
		`{"kind":"stirred","says":"лодка"}`,
		`{"kind":"drawn","says":"first 2"}`,
		says("flip"), says("coin heads"), says("die 5"), says("take 2"),
		`{"kind":"undone","back_to":6}`,
		`{"kind":"ruled","says":"score 2 7","why":"забыли"}`,
		`{"kind":"ended"}`,
	)
	want := []string{
		`{"seq":1,"ms":0,"kind":"started","game":"toss","seats":["Аня","Боря"],"options":{"goal":"30"}}`,
		`{"seq":2,"ms":0,"kind":"stirred","says":"лодка"}`,
		`{"seq":3,"ms":0,"kind":"drawn","says":"first 2","luck":"table"}`,
		`{"seq":4,"ms":0,"kind":"decided","seat":1,"says":"flip"}`,
		`{"seq":5,"ms":0,"kind":"decided","seat":0,"says":"coin heads","luck":"table"}`,
		`{"seq":6,"ms":0,"kind":"decided","seat":0,"says":"die 5","luck":"table"}`,
		`{"seq":7,"ms":0,"kind":"decided","seat":2,"says":"take 2"}`,
		`{"seq":8,"ms":0,"kind":"undone","back_to":6}`,
		`{"seq":9,"ms":0,"kind":"ruled","says":"score 2 7","why":"забыли"}`,
		`{"seq":10,"ms":0,"kind":"ended"}`,
	}
	if got := strings.Split(strings.TrimSuffix(m.Since(0), "\n"), "\n"); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got, want := m.State().String(), "30 2 \"\" 6 7 0 0 \"\"\n"; got != want {
		t.Errorf("position %q, want %q", got, want)
	}
	if got, want := m.Names(), []string{"Боря", "Аня"}; !slices.Equal(got, want) {
		t.Errorf("names %v, want %v", got, want)
	}
}

func TestBlankLinesMarksAndLineEndsOfOtherSystemsAreTaken(t *testing.T) {
	for name, text := range map[string]string{
		"last line without its line feed": begun + "\n" + says("flip"),
		"line feed at the end":            begun + "\n" + says("flip") + "\n",
		"CRLF":                            begun + "\r\n" + says("flip") + "\r\n",
		"byte order mark":                 "\ufeff" + begun + "\n" + says("flip"),
		"blank lines":                     "\n \t\r\n" + begun + "\n\n\n" + says("flip") + "\n\n  ",
		"mark and a blank line":           "\ufeff\n" + begun + "\n" + says("flip"),
		"blanks inside a line":            "  " + begun + "  \n\t" + says("flip"),
		"a line as long as may be":        begun + "\n" + says("flip") + strings.Repeat(" ", MostLine-len(says("flip"))) + "\r\n",
	} {
		m, err := Read(strings.NewReader(text), "r", catalogue)
		if err != nil || m.Seq() != 2 {
			t.Errorf("%s: %d facts, %v", name, m.Seq(), err)
		}
	}
}

func TestADamagedRecordIsRefusedWithItsLine(t *testing.T) {
	seal := `"seal":"` + strings.Repeat("0", 64) + `"`
	for _, c := range []struct {
		name  string
		lines []string
		want  string // the whole error
	}{
		{"nothing at all", nil, `r:1: the record has no facts`},
		{"blank lines only", []string{"", "", ""}, `r:2: the record has no facts`},
		{"no start", []string{says("flip")}, `r:1: a match begins with a fact of kind "started", not "decided"`},
		{"two starts", []string{begun, begun}, `r:2: a match starts once`},
		{"unknown game", []string{`{"kind":"started","game":"tosss","seats":["a"]}`}, `r:1: unknown game "tosss"; the nearest is "toss"`},
		{"no game", []string{`{"kind":"started","seats":["a"]}`}, `r:1: unknown game ""; the nearest is "toss"`},
		{"too many seats", []string{`{"kind":"started","game":"toss","seats":["a","b","c","d","e"]}`}, `r:1: illegal decision "seats=5": rule.setup.seats 1 4`},
		{"no seats", []string{`{"kind":"started","game":"toss"}`}, `r:1: illegal decision "seats=0": rule.setup.seats 1 4`},
		{"unknown option", []string{`{"kind":"started","game":"toss","seats":["a"],"options":{"gaol":"3"}}`}, `r:1: illegal decision "gaol=3": rule.setup.unknown gaol goal`},
		{"value out of range", []string{`{"kind":"started","game":"toss","seats":["a"],"options":{"goal":"0"}}`}, `r:1: illegal decision "goal=0": rule.setup.range 1 999`},
		{"value the game refuses", []string{`{"kind":"started","game":"toss","seats":["a"],"options":{"note":"rude"}}`}, `r:1: illegal decision "note=rude": rule.rude`},
		{"option that is no text", []string{`{"kind":"started","game":"toss","seats":["a"],"options":{"goal":3}}`}, `r:1: field "goal": a number does not fit`},
		{"option twice", []string{`{"kind":"started","game":"toss","seats":["a"],"options":{"goal":"3","goal":"4"}}`}, `r:1: duplicate field "goal"`},
		{"options that are no object", []string{`{"kind":"started","game":"toss","seats":["a"],"options":[]}`}, `r:1: not an object in braces`},
		{"same name twice", []string{`{"kind":"started","game":"toss","seats":["Аня","Аня"]}`}, `r:1: two seats have the name "Аня"`},
		{"empty name", []string{`{"kind":"started","game":"toss","seats":["Аня",""]}`}, `r:1: a name has 1 to 16 letters; one is empty`},
		{"short seal", []string{`{"kind":"started","game":"toss","seats":["a"],"seal":"00"}`}, `r:1: a seal is 64 hexadecimal digits, not "00"`},
		{"default luck of a third kind", []string{`{"kind":"started","game":"toss","seats":["a"],"luck":"god"}`}, `r:1: luck is "device" or "table", not "god"`},

		{"no JSON", []string{begun, "flip"}, `r:2: invalid character 'l' in literal false (expecting 'a')`},
		{"half a line", []string{begun, `{"kind":"deci`}, `r:2: unexpected end of JSON input`},
		{"two objects on a line", []string{begun, says("flip") + says("flip")}, `r:2: invalid character '{' after top-level value`},
		{"a list", []string{begun, `[1]`}, `r:2: not an object in braces`},
		{"null", []string{begun, `{"kind":null}`}, `r:2: field "kind" is null`},
		{"unknown field", []string{begun, `{"kind":"decided","say":"flip"}`}, `r:2: unknown field "say"; the nearest is "says"`},
		{"field in capitals", []string{begun, `{"Kind":"decided","says":"flip"}`}, `r:2: unknown field "Kind"; the nearest is "kind"`},
		{"field twice", []string{begun, `{"kind":"decided","says":"flip","says":"flip"}`}, `r:2: duplicate field "says"`},
		{"unknown kind", []string{begun, `{"kind":"undo","back_to":1}`}, `r:2: unknown kind "undo"; the nearest is "undone"`},
		{"no kind", []string{begun, `{"says":"flip"}`}, `r:2: unknown kind ""; the nearest is "drawn"`},
		{"field of another kind", []string{begun, `{"kind":"decided","says":"flip","why":"so"}`}, `r:2: a fact of kind "decided" has no field "why"`},
		{"chance's seat where nobody decides", []string{begun, `{"kind":"ended","seat":0}`}, `r:2: a fact of kind "ended" has no field "seat"`},
		{"seat that is no number", []string{begun, `{"kind":"decided","seat":"1","says":"flip"}`}, `r:2: field "seat": a string does not fit`},
		{"seat beyond all numbers", []string{begun, `{"kind":"decided","seat":300,"says":"flip"}`}, `r:2: field "seat": a number 300 does not fit`},
		{"fraction", []string{begun, `{"kind":"decided","ms":1.5,"says":"flip"}`}, `r:2: field "ms": a number 1.5 does not fit`},
		{"no UTF-8", []string{begun, "{\"kind\":\"stirred\",\"says\":\"\xff\"}"}, `r:2: not UTF-8`},
		{"control character", []string{begun, `{"kind":"stirred","says":"a\u0007"}`}, `r:2: field "says" has a control character`},

		{"seq too high", []string{begun, `{"seq":3,"kind":"decided","says":"flip"}`}, `r:2: seq is 3 where 2 follows`},
		{"seq of zero", []string{begun, `{"seq":0,"kind":"decided","says":"flip"}`}, `r:2: seq is 0 where 2 follows`},
		{"seq counts facts, not lines", []string{begun, "", `{"seq":3,"kind":"decided","says":"flip"}`}, `r:3: seq is 3 where 2 follows`},
		{"time running back", []string{begun, `{"ms":9,"kind":"decided","says":"flip"}`, `{"ms":8,"kind":"decided","says":"coin tails"}`}, `r:3: ms goes back from 9 to 8`},
		{"time back to zero", []string{begun, `{"ms":9,"kind":"decided","says":"flip"}`, `{"ms":0,"kind":"decided","says":"coin tails"}`}, `r:3: ms goes back from 9 to 0`},
		{"time before the start", []string{`{"ms":-1,"kind":"started","game":"toss","seats":["a"]}`}, `r:1: ms goes back from 0 to -1`},
		{"wrong seat", []string{begun, `{"kind":"decided","seat":2,"says":"flip"}`}, `r:2: seat is 2, but the turn is 1`},
		{"chance out of turn", []string{begun, `{"kind":"decided","seat":0,"says":"flip"}`}, `r:2: seat is 0, but the turn is 1`},
		{"luck of a player", []string{begun, `{"kind":"decided","says":"flip","luck":"table"}`}, `r:2: seat 1 decides by itself, not by luck`},
		{"illegal decision", []string{begun, says("fly")}, `r:2: illegal decision "fly": rule.toss`},
		{"illegal ruling", []string{begun, `{"kind":"ruled","says":"turn 9"}`}, `r:2: illegal decision "turn 9": rule.fix`},
		{"decision after the game", []string{`{"kind":"started","game":"toss","seats":["a"],"options":{"goal":"1"}}`, says("take 1"), says("take 1")}, `r:3: illegal decision "take 1": rule.toss`},
		{"decision after the end", []string{begun, `{"kind":"ended"}`, says("flip")}, `r:3: the match has ended: only "undone", "opened" and "sealed" may follow`},

		{"back to itself", []string{begun, `{"kind":"undone","back_to":2}`}, `r:2: back_to is 2, not a seq from 1 to 1`},
		{"back to before the start", []string{begun, `{"kind":"undone"}`}, `r:2: back_to is 0, not a seq from 1 to 1`},
		{"stirring nothing", []string{begun, `{"kind":"stirred"}`}, `r:2: a stirring has 1 to 200 bytes, not 0`},
		{"stirring a book", []string{begun, `{"kind":"stirred","says":"` + strings.Repeat("a", 201) + `"}`}, `r:2: a stirring has 1 to 200 bytes, not 201`},
		{"stirring after an outcome", []string{begun, says("flip"), says("coin tails"), `{"kind":"stirred","says":"a"}`}, `r:4: stirring ends with the first outcome`},
		{"stirring after an outcome that was undone", []string{begun, says("flip"), says("coin tails"), `{"kind":"undone","back_to":1}`, `{"kind":"stirred","says":"a"}`}, `r:5: stirring ends with the first outcome`},
		{"drawing after a decision", []string{begun, says("flip"), `{"kind":"drawn","says":"first 1"}`}, `r:3: the first seat is drawn before the first decision`},
		{"drawing twice", []string{begun, `{"kind":"drawn","says":"first 1"}`, `{"kind":"drawn","says":"first 1"}`}, `r:3: the first seat is drawn once`},
		{"drawing an empty chair", []string{begun, `{"kind":"drawn","says":"first 3"}`}, `r:2: says is "first 3", not one of "first 1" to "first 2"`},
		{"opening no seal", []string{begun, `{"kind":"opened","secret":"` + strings.Repeat("0", 64) + `"}`}, `r:2: there is no closed seal to open`},
		{"opening with a wrong secret", []string{
			`{"kind":"started","game":"toss","seats":["a"],` + seal + `}`,
			`{"kind":"opened","secret":"` + strings.Repeat("0", 64) + `"}`,
		}, `r:2: the secret's seal is 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925, not ` + strings.Repeat("0", 64)},
		{"sealing over a closed seal", []string{`{"kind":"started","game":"toss","seats":["a"],` + seal + `}`, `{"kind":"sealed",` + seal + `}`}, `r:2: the seal in force is not opened yet`},
		{"losing the secret of no seal", []string{begun, `{"kind":"sealed",` + seal + `,"lost":true}`}, `r:2: there is no closed seal whose secret could be lost`},
		{"losing a secret at the start", []string{`{"kind":"started","game":"toss","seats":["a"],` + seal + `,"lost":true}`}, `r:1: a fact of kind "started" has no field "lost"`},
		{"losing with a word", []string{begun, `{"kind":"sealed",` + seal + `,"lost":"yes"}`}, `r:2: field "lost": a string does not fit`},
		{"losing with nothing", []string{`{"kind":"started","game":"toss","seats":["a"],` + seal + `}`, `{"kind":"sealed","lost":true}`}, `r:2: a seal is 64 hexadecimal digits, not ""`},
		{"sealing with nothing", []string{begun, `{"kind":"sealed"}`}, `r:2: a seal is 64 hexadecimal digits, not ""`},
	} {
		_, err := record(c.lines...)
		if line := (*LineError)(nil); err == nil || err.Error() != c.want || !errors.As(err, &line) {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

func TestARefusedDecisionIsTheGamesOwnRefusal(t *testing.T) {
	_, err := record(begun, says("fly"))
	var illegal games.Illegal
	if !errors.As(err, &illegal) || illegal.Says != "fly" || illegal.Rule.Key != "rule.toss" || !errors.Is(err, games.ErrIllegal) {
		t.Errorf("got %#v", err)
	}
}

func TestARefusalNamesTheGameAndWhoSitsWhere(t *testing.T) {
	for _, lines := range [][]string{
		{`{"kind":"started","game":"toss","seats":["Боря","Аня"],"options":{"note":"rude"}}`},
		{begun, `{"kind":"drawn","says":"first 2"}`, says("fly")},
	} {
		_, err := record(lines...)
		var line *LineError
		if !errors.As(err, &line) || line.Game != "toss" || !slices.Equal(line.Names, []string{"Боря", "Аня"}) {
			t.Errorf("got %+v", line)
		}
	}
}

func TestOnlySixtyFourLinesAreStirredIn(t *testing.T) {
	lines := []string{begun}
	for range MostStirrings {
		lines = append(lines, `{"kind":"stirred","says":"a"}`)
	}
	m := mustRead(t, lines...)
	if got := len(m.Stirrings()); got != MostStirrings {
		t.Errorf("%d stirrings, want %d", got, MostStirrings)
	}
	if _, err := m.Stir(Stamp{}, "one more"); err == nil {
		t.Error("one more was taken")
	}
}

// endless gives the same text again and again, long beyond every bound.
type endless struct {
	text string
	read int
}

func (e *endless) Read(into []byte) (int, error) {
	if e.read > 2*MostRecord {
		return 0, io.EOF
	}
	n := 0
	for n < len(into) {
		n += copy(into[n:], e.text[(e.read+n)%len(e.text):])
	}
	e.read += n
	return n, nil
}

func TestAnEndlessRecordIsRefusedWhereItPassesABound(t *testing.T) {
	blank := strings.Repeat(" ", 1023) + "\n"
	for _, c := range []struct {
		name, again string
		line        int
		most        int // bytes read
	}{
		{"one line", "9", 1, MostStarted + 8<<10},
		{"one line of brackets", `{"seats":[`, 1, MostStarted + 8<<10},
		{"blank lines", blank, MostRecord/1024 + 1, MostRecord + 8<<10},
	} {
		in := &endless{text: c.again}
		_, err := Read(in, "r", catalogue)
		var where *LineError
		if !errors.As(err, &where) || where.Line != c.line || in.read > c.most {
			t.Errorf("%s: %v after %d bytes, want an error in line %d after at most %d", c.name, err, in.read, c.line, c.most)
		}
	}
}

func TestAMatchHoldsAtMostAHundredThousandFacts(t *testing.T) {
	m := mustRead(t, begun)
	for m.Seq() < MostFacts {
		m = must(m.BackTo(Stamp{}, 1, ""))
	}
	if after, err := m.BackTo(Stamp{}, 1, ""); err == nil || after != m {
		t.Errorf("it holds %d: %v", after.Seq(), err)
	}
}

func TestAFactTooLongForALineIsRefusedWhereItIsMade(t *testing.T) {
	m := mustRead(t, begun)
	long := "call " + strings.Repeat("a", MostLine)
	if _, err := m.Decide(Stamp{}, long, ""); err == nil || !strings.Contains(err.Error(), "at most 65536 bytes") {
		t.Errorf("got %.80v", err)
	}
	if _, err := m.Decide(Stamp{}, long[:MostLine-200], ""); err != nil {
		t.Error(err)
	}
}

func TestDeepJSONIsRefused(t *testing.T) {
	for _, deep := range []string{strings.Repeat("[", 60000), `{"seats":` + strings.Repeat("[", 30000) + strings.Repeat("]", 30000) + `}`, strings.Repeat(`{"a":`, 12000)} {
		if _, err := record(deep); err == nil {
			t.Errorf("%.20s… was taken", deep)
		}
	}
}

func TestAReadersErrorIsPassedOn(t *testing.T) {
	in := io.MultiReader(strings.NewReader(begun+"\n"), broken{})
	if _, err := Read(in, "r", catalogue); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestAFactIsPrintedInTheOrderOfTheFormatAndReadBack(t *testing.T) {
	for want, f := range map[string]Fact{
		`{"seq":1,"at":"2026-11-21T19:00","ms":0,"kind":"started","game":"toss","seats":["<b>","я"],"options":{"a":"1","b":"2"},"series":"s","seal":"00","luck":"table"}`: {
			Seq: 1, At: "2026-11-21T19:00", Kind: Started, Game: "toss", Seats: []string{"<b>", "я"},
			Options: map[string]string{"b": "2", "a": "1"}, Series: "s", Seal: "00", Luck: Table,
		},
		`{"seq":5,"ms":5120,"kind":"decided","seat":0,"says":"dice red white","luck":"device"}`: {
			Seq: 5, MS: 5120, Kind: Decided, Says: "dice red white", Luck: Device,
		},
		`{"seq":9,"ms":5120,"kind":"sealed","seal":"00","lost":true}`:      {Seq: 9, MS: 5120, Kind: Sealed, Seal: "00", Lost: true},
		`{"seq":6,"ms":5120,"kind":"ruled","says":"turn 2","why":"a & b"}`: {Seq: 6, MS: 5120, Kind: Ruled, Says: "turn 2", Why: "a & b"},
	} {
		got, err := f.MarshalJSON()
		if string(got) != want || err != nil {
			t.Errorf("got  %s, %v\nwant %s", got, err, want)
		}
		var back Fact
		if err := back.UnmarshalJSON(got); err != nil {
			t.Error(err)
		}
		if back.present = (presence{}); !reflect.DeepEqual(back, f) {
			t.Errorf("read back %+v, want %+v", back, f)
		}
	}
}

func FuzzTheFastWayReadsWhatTheSlowOneReads(f *testing.F) {
	for _, lines := range [][]string{sealedRecord, lostRecord, {
		`{"seq":1,"at":"2026-11-21T19:00","ms":0,"kind":"started","game":"toss","seats":["<b>","я\u2028"],"options":{"a":"1","b":"2"}}`,
		`{"seq":5,"ms":5120,"kind":"decided","seat":0,"says":"dice red white","among":[1,2],"luck":"device"}`,
		`{"seq":5,"ms":0,"kind":"ruled","seat":1,"says":"turn 2"}`,
		`{"seq":5,"seq":5,"ms":0,"kind":"undone"}`, `{"Seq":5,"ms":0,"kind":"undone"}`, `{"seq":5,"ms":0,"kind":"undone","x":1}`,
		`{"seq":5,"ms":0,"kind":"undone","why":null}`, `{"seq":5,"ms":0,"kind":"ruled","says":"\ud800"}`,
	}} {
		for _, line := range lines {
			f.Add([]byte(line))
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var fast, slow Fact
		if !fast.readOwn(line) {
			return
		}
		if err := slow.readFields(line); err != nil || !reflect.DeepEqual(fast, slow) {
			t.Errorf("%s is read as\n%+v, field by field as\n%+v, %v", line, fast, slow, err)
		}
	})
}
