package audit_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/games"
)

var (
	box   = audittest.NewBox(1)
	known = catalogue.Games()
)

func begun(t testing.TB, game string, names ...string) match.Match {
	return audittest.Begin(t, known, game, names...)
}

func TestAMatchPlayedToItsEndIsProvedAndRanked(t *testing.T) {
	for seed := range uint64(20) {
		m := audittest.Play(t, begun(t, "mice", "Аня", "Боря", "Вера"), seed)
		v, err := audit.Check(box.Record("m1", m), known)
		if err != nil {
			t.Fatal(err)
		}
		if v.Luck != audit.Proved || !v.Over || !v.Ended || v.Unrated != "" || v.Facts != m.Seq() || v.Lines != m.UpTo(m.Seq()) {
			t.Fatalf("seed %d: %+v", seed, v)
		}
		if v.Game != "mice" || v.Rules != "mice" || v.Options != "{}" || v.Date != "2026-11-22" || v.MS != m.MS() {
			t.Fatalf("seed %d: %+v", seed, v)
		}
		checkSeats(t, m, v)
	}
}

func TestAMatchOnAnyClockIsProvedAndOnAnUnknownOneRefusedByName(t *testing.T) {
	rec := box.Record("m1", audittest.Play(t, begun(t, "mice", "Аня", "Боря"), 1))
	on := func(clock string) wire.Record {
		r := rec
		r.Lines = strings.Replace(r.Lines, `,"seal":`, `,"clock":"`+clock+`","seal":`, 1)
		return r
	}
	for _, clock := range []string{"up", "15+10", "15d10", "15b10", "30 5x30", "move 60"} {
		if v, err := audit.Check(on(clock), known); err != nil || v.Luck != audit.Proved || v.Lines != on(clock).Lines {
			t.Errorf("%s: %+v, %v", clock, v, err)
		}
	}
	if _, err := audit.Check(on("15c10"), known); err == nil || !strings.Contains(err.Error(), `"15c10"`) {
		t.Errorf("an unknown clock: %v", err)
	}
}

// checkSeats compares the ranks with the standing, by counting who is better.
func checkSeats(t *testing.T, m match.Match, v audit.Verdict) {
	t.Helper()
	st := m.State().Standing()
	for i, s := range v.Seats {
		won := slices.Contains(st.Won, games.Seat(i+1))
		if s.Name != m.Names()[i] || s.Player != box.Player(s.Name) || s.Score != st.Scores[i] || s.Won != won {
			t.Errorf("seat %d is %+v, the standing %+v", i+1, s, st)
		}
		if (s.Rank == 1) != won {
			t.Errorf("seat %d: rank %d, won: %v", i+1, s.Rank, won)
		}
	}
}

func TestTheFirstOutcomeUnderASealIsFound(t *testing.T) {
	m := audittest.Play(t, begun(t, "mice", "Аня", "Боря"), 1)
	v, err := audit.Check(box.Record("m1", m), known)
	want := []audit.Seal{{Seal: audittest.Secret(0).Seal(), First: 3}} // started, stirred, drawn
	if err != nil || !slices.Equal(v.Seals, want) {
		t.Errorf("%v %v, want %v", v.Seals, err, want)
	}
}

func TestLuckIsWhatCanBeTrusted(t *testing.T) {
	full := audittest.Play(t, begun(t, "mice", "Аня", "Боря"), 1)
	lines := strings.SplitAfter(full.UpTo(full.Seq()), "\n")
	closed := strings.Join(lines[:full.Seq()-1], "")
	other := audittest.Secret(1).Seal()
	lost := strings.Join(lines[:9], "") + `{"kind":"sealed","seal":"` + other + `","lost":true}` + "\n" +
		`{"kind":"opened","secret":"` + audittest.Secret(1).String() + `"}`
	table := strings.ReplaceAll(closed, `"luck":"device"`, `"luck":"table"`)
	start := lines[0]
	anew := full.UpTo(full.Seq()) + `{"kind":"sealed","seal":"` + other + `"}` + "\n"
	for name, test := range map[string]struct {
		lines string
		want  audit.Fairness
	}{
		"all open": {full.UpTo(full.Seq()), audit.Proved}, "not published": {closed, audit.Open}, "lost": {lost, audit.Lost},
		"people rolled": {table, audit.Table}, "nothing fell": {start, audit.None}, "sealed anew": {anew, audit.Open},
	} {
		rec := box.Record("m1", full)
		rec.Lines = test.lines
		if v, err := audit.Check(rec, known); err != nil || v.Luck != test.want {
			t.Errorf("%s: %q, %v, want %q", name, v.Luck, err, test.want)
		}
	}
}

func TestWhatContradictsItselfIsAFault(t *testing.T) {
	m := audittest.Play(t, begun(t, "mice", "Аня", "Боря"), 1)
	text := m.UpTo(m.Seq())
	forged := turned(m)
	for name, test := range map[string]struct {
		lines string
		want  audit.Reason
	}{
		"nothing":             {"", audit.Damaged},
		"half a line":         {text[:len(text)-10], audit.Damaged},
		"a field more":        {strings.Replace(text, `"ms":0`, `"ms":0,"x":1`, 1), audit.Damaged},
		"a fact is missing":   {without(text, 5), audit.Damaged},
		"another game":        {strings.Replace(text, `"mice"`, `"rats"`, 1), audit.Game},
		"an illegal decision": {text[:strings.Index(text, `{"seq":4`)] + `{"seq":4,"ms":9000,"kind":"decided","says":"fly"}`, audit.Illegal},
		"another outcome":     {forged, audit.Luck},
		"and sealed anew":     {forged + `{"kind":"sealed","seal":"` + audittest.Secret(1).Seal() + `"}`, audit.Luck},
		"too long":            {text + strings.Repeat(" ", match.MostLine+1) + "\n", audit.Damaged},
	} {
		rec := box.Record("m1", m)
		rec.Lines = test.lines
		_, err := audit.Check(rec, known)
		fault := (*audit.Fault)(nil)
		if !errors.As(err, &fault) || fault.Reason != test.want {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// turned is the record of a match in which somebody else was drawn to begin, who then did
// nothing.
func turned(m match.Match) string {
	lines := strings.SplitAfter(m.UpTo(m.Seq()), "\n")
	first := strings.Replace(lines[2], "first 1", "first X", 1)
	if first == lines[2] {
		first = strings.Replace(lines[2], "first 2", "first 1", 1)
	}
	return strings.Join(lines[:2], "") + strings.Replace(first, "first X", "first 2", 1) +
		`{"kind":"ended"}` + "\n" + `{"kind":"opened","secret":"` + audittest.Secret(0).String() + `"}` + "\n"
}

func without(text string, line int) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(slices.Delete(lines, line, line+1), "")
}

func TestAMatchWithComingsAndGoingsIsRanked(t *testing.T) {
	for seed := range uint64(10) {
		for _, game := range []string{"score", "table"} {
			m := audittest.Decide(t, begun(t, game, "Аня", "Боря", "Вера"), seed, 1)
			m, err := m.Join(match.Stamp{MS: m.MS()}, "Глеб", "")
			if err == nil {
				m, err = m.Rule(match.Stamp{MS: m.MS()}, "leave 2", "")
			}
			if err != nil {
				t.Fatal(err)
			}
			m = audittest.Close(t, audittest.Decide(t, m, seed, 9))
			v, err := audit.Check(box.Record("m1", m), known)
			if err != nil || len(v.Seats) != 4 || v.Seats[3].Player != box.Player("Глеб") || v.Seats[1].Won {
				t.Fatalf("%s, seed %d: %v, %+v\n%s", game, seed, err, v, m.Since(0))
			}
		}
	}
}

func TestOnlyWhoSitsThereIsTold(t *testing.T) {
	m := audittest.Play(t, begun(t, "mice", "Аня", "Боря"), 1)
	for name, players := range map[string]map[string]string{
		"a stranger": {"Вера": box.Player("Вера")},
		"no id":      {"Аня": "x"},
		"one id":     {"Аня": box.Player("Аня"), "Боря": box.Player("Аня")},
	} {
		rec := box.Record("m1", m)
		rec.Players = players
		_, err := audit.Check(rec, known)
		if fault := (*audit.Fault)(nil); !errors.As(err, &fault) || fault.Reason != audit.Players {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNotEveryMatchIsRated(t *testing.T) {
	left := audittest.Close(t, audittest.Decide(t, begun(t, "mice", "Аня", "Боря"), 1, 3))
	maze := audittest.Decide(t, begun(t, "maze", "Аня", "Боря"), 1, 1)
	hinted, err := maze.HintLine(match.Stamp{}, []games.Decision{maze.State().Legal()[0].At(0)})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		m     match.Match
		want  audit.Unrated
		hints int
	}{
		"left":    {left, audit.Left, 0},
		"hints":   {hinted, audit.Left, 1},
		"a tool":  {begun(t, "dice", "Аня"), audit.Tool, 0},
		"tracker": {ruled(t), audit.Tracker, 0},
		"all won": {shared(t), audit.Together, 0},
		"two":     {audittest.Play(t, begun(t, "mice", "Аня", "Боря"), 2), "", 0},
	} {
		v, err := audit.Check(box.Record("m1", test.m), known)
		if err != nil || v.Unrated != test.want || v.Hints != test.hints {
			t.Errorf("%s: %q, %d hints, %v, want %q", name, v.Unrated, v.Hints, err, test.want)
		}
	}
}

// shared is a maze that all have won: a problem of its book, the solution found by trying.
func shared(t *testing.T) match.Match {
	m, err := match.Begin(known, match.Fact{
		Kind: match.Started, Game: "maze", Seats: []string{"Аня", "Боря"},
		Options: map[string]string{"problem": "1"}, Seal: audittest.Secret(0).Seal(),
	})
	if err != nil {
		t.Fatal(err)
	}
	m = audittest.Decide(t, m, 1, 0)
	for !m.State().Standing().Over {
		advice, err := known.Adviser("maze").Advise(m.State(), known.Adviser("maze").Steps())
		if err != nil || len(advice.Line) == 0 {
			t.Fatalf("no advice: %v %v", advice, err)
		}
		if m, err = m.Decide(match.Stamp{MS: m.MS()}, string(advice.Line[0]), ""); err != nil {
			t.Fatal(err)
		}
	}
	return audittest.Close(t, m)
}

func TestAMatchOfTwelveIsTakenWhole(t *testing.T) {
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprintf("Игрок %d", i+1))
	}
	names[11] = "Ян"
	m, err := match.Begin(known, match.Fact{
		Kind: match.Started, At: "2026-11-22T19:00:00+03:00", Game: "table", Seats: names,
		Options: map[string]string{"rounds": "1", "points": "round"}, Seal: audittest.Secret(0).Seal(),
	})
	if err != nil {
		t.Fatal(err)
	}
	v, err := audit.Check(box.Record("m1", audittest.Play(t, m, 1)), known)
	named := slices.DeleteFunc(slices.Clone(v.Seats), func(s audit.Seat) bool { return s.Player == "" })
	if err != nil || len(v.Seats) != 12 || v.Unrated != audit.Tracker || len(named) != 1 || named[0].Player != box.Player("Ян") {
		t.Errorf("%+v, %v", v, err)
	}
}

// ruled is a match of the score tracker that has ended.
func ruled(t *testing.T) match.Match {
	m, err := match.Begin(known, match.Fact{
		Kind: match.Started, Game: "score", Seats: []string{"Аня", "Боря"},
		Options: map[string]string{"target": "5"}, Seal: audittest.Secret(0).Seal(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return audittest.Play(t, m, 1)
}

func TestARecordThatGoesOnFromAnotherIsKnown(t *testing.T) {
	full := audittest.Play(t, begun(t, "mice", "Аня", "Боря"), 1)
	part := full.UpTo(12)
	all := full.UpTo(full.Seq())
	named := strings.ReplaceAll(all, "Аня", "Игрок 1")
	masked := masked(t, all)
	other := audittest.Play(t, begun(t, "mice", "Аня", "Боря"), 2)
	for name, test := range map[string]struct {
		held, said string
		want       audit.Relation
	}{
		"the same":                {all, all, audit.Same},
		"more":                    {part, all, audit.More},
		"less":                    {all, part, audit.Less},
		"other names":             {all, named, audit.Same},
		"more, and other names":   {part, named, audit.More},
		"without secrets":         {all, masked, audit.Less},
		"with secrets":            {masked, all, audit.More},
		"more, without secrets":   {part, masked, audit.More},
		"another":                 {all, other.UpTo(other.Seq()), audit.Other},
		"another, that is masked": {maskedOf(t, other), all, audit.Other},
		"nothing":                 {all, "", audit.Other},
		"not a record":            {all, "{}x", audit.Other},
	} {
		if got := audit.Compare(test.held, test.said); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}
