package web_test

import (
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/waittest"
)

// sends has an enrolled box send a record, as it is.
func (l *league) sends(b audittest.Box, rec wire.Record) ledger.Outcome {
	l.Helper()
	l.ok(l.ledger.Enrol(l.Context(), b.ID))
	v, err := audit.Check(rec, known)
	l.ok(err)
	from := ledger.From{Box: b.ID, Key: base64.StdEncoding.EncodeToString(b.Public())}
	taken, err := l.ledger.TakeRecords(l.Context(), []ledger.CheckedRecord{{From: from, Record: rec, Verdict: v}})
	l.ok(err)
	return taken[0]
}

func (l *league) match(seed uint64, names ...string) match.Match {
	l.Helper()
	return audittest.Play(l, audittest.Begin(l, known, "mice", names...), seed)
}

// rows are those of all matches in CSV.
func (l *league) rows() [][]string {
	l.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(l.page("/matches.csv"), "\ufeff"))).ReadAll()
	l.ok(err)
	return rows[1:]
}

// countedFor is the number of seats that count for a player.
func (l *league) countedFor(player string) (n int) {
	l.Helper()
	for _, row := range l.rows() {
		if row[6] == player {
			n++
		}
	}
	return n
}

// forged is a record of boxB that names Аня of boxA.
func forged(m match.Match) wire.Record {
	rec := boxB.Record("forged", m)
	rec.Players["Хитрый"] = boxA.Player("Аня")
	return rec
}

func TestABoxWinsNothingForThePlayerOfAnotherBox(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "m1", 1)
	anya := boxA.Player("Аня")
	l.sends(boxB, forged(l.match(5, "Хитрый", "Боря")))
	if n := l.countedFor(anya); n != 1 {
		t.Errorf("%d matches count for Аня, want 1: one is forged", n)
	}
	rating := l.page("/rating/mice")
	if n := strings.Count(rating, "/person/"); n != 3 {
		t.Errorf("%d players are rated, want 3: two of the first match and one of the forged one", n)
	}
	if body := l.page("/person/" + anya); strings.Contains(body, "/match/forged") {
		t.Errorf("the forged match is listed among those of Аня:\n%s", body)
	}
	l.page("/match/forged", "Хитрый", "не подтверждён", "Место не в счёт")
	l.page("/", "Хитрый", "не подтверждён")
	claims := l.page("/claims", "Хитрый", wire.Grouped(boxA.ID), wire.Grouped(boxB.ID), `name="kind" value="consent"`)
	if strings.Contains(claims, boxA.Code("Аня")) {
		t.Error("the page shows a code")
	}
}

func TestAConsentAndItsUndoActOnOldMatches(t *testing.T) {
	l := opened(t)
	old := boxA.Record("m1", l.match(1, "Аня", "Боря"))
	old.Codes = nil // of older software
	l.sends(boxA, old)
	anya := boxA.Player("Аня")
	for _, step := range []struct {
		name string
		do   func()
		want int
	}{
		{"nothing was done", func() {}, 0},
		{"consent", func() { l.does("kind", "consent", "player", anya, "box", boxA.ID) }, 1},
		{"undo", func() { l.does("kind", "undone", "undoes", "1") }, 0},
		{"a proof", func() { l.plays(boxA, "m2", 2) }, 2},
	} {
		if step.do(); l.countedFor(anya) != step.want {
			t.Errorf("after %s %d matches count for Аня, want %d", step.name, l.countedFor(anya), step.want)
		}
	}
	l.page("/claims", "Подтверждать некого")
}

func TestASquattedMatchIsCountedForItsOwnBox(t *testing.T) {
	l := opened(t)
	foreign, m := l.match(2, "Хитрый", "Ещё"), l.match(1, "Аня", "Боря")
	squat := boxB.Record("m1", foreign)
	if got := l.sends(boxB, squat); got != ledger.New {
		t.Fatalf("the squatter's record: %s", got)
	}
	if got := l.sends(boxA, boxA.Record("m1", m)); got != ledger.New {
		t.Errorf("the true record is %s, want %s", got, ledger.New)
	}
	// Both boxes prove their players, so only time tells them apart, and the squatter was first.
	l.page("/match/m1", "Хитрый", "Запись прибора "+wire.Grouped(boxA.ID), "Аня", "Засчитать эту запись")
	l.page("/claims", "/match/m1", "считается прибор "+wire.Grouped(boxB.ID))
	l.does("kind", "choose", "match", "m1", "box", boxA.ID)
	if n := l.countedFor(boxA.Player("Аня")); n != 1 {
		t.Errorf("chosen, %d matches count for Аня, want 1", n)
	}
	l.page("/desk", "запись выбрана", wire.Grouped(boxA.ID), "m1")
	l.page("/claims", "выбрал организатор", "считается прибор "+wire.Grouped(boxA.ID))
	for path, first := range map[string]string{
		"/match/m1/record": m.UpTo(1), "/match/m1/record?box=" + boxA.ID: m.UpTo(1), "/match/m1/record?box=" + boxB.ID: foreign.UpTo(1),
	} {
		if got := l.page(path); !strings.HasPrefix(got, first) {
			t.Errorf("%s begins %.100s, want %s", path, got, first)
		}
	}
	l.does("kind", "undone", "undoes", "1")
	if n := l.countedFor(boxA.Player("Аня")); n != 0 {
		t.Errorf("the choice is undone, and %d matches count for Аня, want 0", n)
	}
}

func TestAForgedCopyOfAMatchDoesNotReplaceIt(t *testing.T) {
	l := opened(t)
	m := l.match(1, "Аня", "Боря")
	copied := boxA.Record("m1", m)
	copied.Codes = nil
	l.sends(boxB, copied) // as it was overheard, before the box itself sends it
	l.sends(boxA, boxA.Record("m1", m))
	if n := l.countedFor(boxA.Player("Аня")); n != 1 {
		t.Errorf("%d matches count for Аня, want 1", n)
	}
	body := l.page("/match/m1", "Также прибор", wire.Grouped(boxB.ID))
	if strings.Contains(body, "Запись прибора") || strings.Contains(body, "claim.") {
		t.Errorf("an equal record is shown as another one:\n%s", body)
	}
	if rows := l.rows(); len(rows) != 2 || rows[0][3] != boxA.ID {
		t.Errorf("the matches are %v, want one of %s", rows, boxA.ID)
	}
}

func TestTheWallMarksPlayersWhoAreNotOfTheBox(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "m1", 1)
	l.ok(l.ledger.Enrol(t.Context(), boxB.ID))
	anya := boxA.Player("Аня")
	var states []ledger.State
	for _, b := range []audittest.Box{boxA, boxB} {
		states = append(states, ledger.State{Box: b.ID, State: wire.State{N: 1, Match: "m", Title: b.ID, Seats: []wire.Seat{{Name: "Аня", Player: anya}}}})
	}
	l.ok(l.ledger.TakeStates(t.Context(), states))
	events := l.wallEvents()
	for seen := 0; seen < 2; {
		text := waittest.Receive(t, "a state", events)
		switch own, foreign := strings.Contains(text, boxA.ID), strings.Contains(text, boxB.ID); {
		case own || foreign:
			seen++
			if marked := strings.Contains(text, `"unconfirmed":true`); marked != foreign || strings.Contains(text, anya) != own {
				t.Errorf("own %t: %s", own, text)
			}
		}
	}
}

func TestWhatIsKeptAsideIsListed(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "m1", 1)
	if got := l.sends(boxA, boxA.Record("m1", l.match(2, "Аня", "Боря"))); got != ledger.InQuarantine {
		t.Fatalf("a contradicting record is %s", got)
	}
	l.page("/aside", "m1", wire.Grouped(boxA.ID), "прибор уже прислал другую запись")
}

func TestEveryReasonOfAMatchWithoutAWitnessHasWords(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "m1", 1)
	l.page("/match/m1", "печать до лиги не дошла")
	m := l.match(2, "Аня", "Боря")
	rec := boxA.Record("m2", m)
	rec.Lines = m.UpTo(2)
	l.sends(boxA, rec)
	l.page("/match/m2", "Свидетель не нужен")
	for _, lang := range []string{"ru", "en"} {
		for _, reason := range []ledger.Unwitnessed{ledger.NoOutcome, ledger.NoSeal, ledger.SealLate, ledger.SealAfter, ledger.OlderLedger} {
			text, err := os.ReadFile("page/" + lang + ".txt")
			l.ok(err)
			if !strings.Contains(string(text), fmt.Sprintf("\nwitness.no.%s = ", reason)) {
				t.Errorf("%s has no words for %s", lang, reason)
			}
		}
	}
}

func TestNamesThatWouldBeFormulasAreTextInCSV(t *testing.T) {
	l := opened(t)
	for i, name := range []string{"=1+1", "+1", "-A", "@a", "\t=1", "Аня"} {
		b := audittest.NewBox(20 + i)
		l.plays(b, fmt.Sprint("m", i), uint64(i))
		l.does("kind", "named", "player", b.Player("Аня"), "name", name)
	}
	l.does("kind", "opened", "name", "Лига", "games", "mice")
	open := len(l.deeds())
	l.does("kind", "season", "league", fmt.Sprint(open), "name", "Осень", "from", today(-9999), "to", today(30))
	for _, path := range []string{fmt.Sprintf("/season/%d.csv", open+1), "/rating/mice.csv", "/matches.csv"} {
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(l.page(path), "\ufeff"))).ReadAll()
		l.ok(err)
		live := map[string]bool{}
		for _, row := range rows {
			for _, cell := range row {
				if strings.ContainsAny(cell[:min(1, len(cell))], "=+@\t\r") || strings.HasPrefix(cell, "-A") {
					live[cell] = true
				}
			}
		}
		if len(rows) < 7 || len(live) > 0 {
			t.Errorf("%s: %d rows, formulas %q, want none", path, len(rows), slices.Sorted(maps.Keys(live)))
		}
	}
}

// deeds are the commands so far.
func (l *league) deeds() []ledger.Command {
	l.Helper()
	all, err := l.ledger.Commands(l.Context(), 0, 1000)
	l.ok(err)
	return all
}
