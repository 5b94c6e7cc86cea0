package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"tabletop/companion/history"
)

// change runs SQL on the open database, as rot would.
func change(t testing.TB, s *Store, text string, args ...any) {
	t.Helper()
	if _, err := s.session.conn.ExecContext(t.Context(), text, args...); err != nil {
		t.Fatal(err)
	}
}

// damagedAt are lines from 1 of a match whose nth was damaged: what is read of it, and what
// the record says.
func damagedAt(t *testing.T, s *Store, id string) (lines string, damaged int) {
	t.Helper()
	e := record(t, s, id)
	return e.Lines, e.Damaged
}

const hitLine = `UPDATE facts SET line = replace(line, 'red', 'rea') WHERE seq = ?`

func TestADamagedFactIsNamedAndWhatStandsBeforeItIsRead(t *testing.T) {
	for _, c := range []struct {
		name, hit string
		args      []any
		kept      int // facts that are read
		damaged   int
	}{
		{"nothing", `SELECT 1`, nil, 20, 0},
		{"a line", hitLine, []any{7}, 6, 7},
		{"the first line", `UPDATE facts SET line = replace(line, 'mice', 'mide') WHERE seq = 1`, nil, 0, 1},
		{"the last line", hitLine, []any{20}, 19, 20},
		{"a link", `UPDATE facts SET link = zeroblob(32) WHERE seq = ?`, []any{7}, 20, 0},
		{"the last link", `UPDATE facts SET link = zeroblob(32) WHERE seq = ?`, []any{20}, 20, 0},
		{"a missing line", `DELETE FROM facts WHERE seq = ?`, []any{7}, 6, 7},
		{"a missing end", `DELETE FROM facts WHERE seq > ?`, []any{15}, 15, 16},
		{"a number", `UPDATE facts SET seq = 99 WHERE seq = ?`, []any{7}, 6, 7},
		{"the head", `UPDATE matches SET head = zeroblob(32)`, nil, 20, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := opened(t, t.TempDir())
			keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 20)})
			change(t, s, c.hit, c.args...)
			if got, damaged := damagedAt(t, s, "m"); got != lines(1, c.kept) || damaged != c.damaged {
				t.Errorf("%d lines are read, damaged at %d; want %d and %d", strings.Count(got, "\n"), damaged, c.kept, c.damaged)
			}
			if m, err := s.Match(t.Context(), "m"); c.kept > 0 && (err != nil || m.Match.Seq() != c.kept || m.Damaged != c.damaged) {
				t.Errorf("the table goes on at fact %d (%v), want %d", m.Match.Seq(), err, c.kept)
			}
			keep(t, s, spelled{Match: "m", First: c.kept + 1, Lines: lines(c.kept+1, c.kept+2)})
			if got, damaged := damagedAt(t, s, "m"); got != lines(1, c.kept+2) || damaged != 0 {
				t.Errorf("gone on with, it has %d lines, damaged at %d", strings.Count(got, "\n"), damaged)
			}
		})
	}
}

func TestWhatStoodBehindADamagedFactIsKeptAside(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 20)})
	change(t, s, hitLine, 7)
	keep(t, s, spelled{Match: "m", First: 7, Lines: lines(7, 7)})
	var found []string
	query := statement{"aside", `SELECT seq || ' ' || line FROM aside ORDER BY seq`}
	err := s.session.rows(t.Context(), query, func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		found = append(found, text)
		return err
	})
	if err != nil || len(found) != 14 || found[1] != "8 "+line(8) || !strings.Contains(found[0], "rea") {
		t.Errorf("aside are %q (%v), want facts 7 to 20 as they were found", found, err)
	}
}

func TestALineThatDiffersFromASoundOneIsRefused(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 20)})
	before := dump(t, s)
	if err := s.Keep(t.Context(), spelled{Match: "m", First: 7, Lines: lines(8, 8)}.keep()); !errors.Is(err, ErrDiffers) {
		t.Errorf("Keep = %v, want ErrDiffers", err)
	}
	load(t, s)
	if got := dump(t, s); got != before {
		t.Errorf("the refused line changed\n%sto\n%s", before, got)
	}
}

func TestAMatchThatIsNotChainedIsBeforeItsNextFact(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 20)})
	change(t, s, `UPDATE matches SET count = 0, head = NULL, sum = NULL`)
	change(t, s, `UPDATE facts SET link = NULL WHERE seq > 4`)
	if got, damaged := damagedAt(t, s, "m"); got != lines(1, 20) || damaged != 0 {
		t.Errorf("unchained, %d lines are read, damaged at %d", strings.Count(got, "\n"), damaged)
	}
	keep(t, s, spelled{Match: "m", First: 21, Lines: lines(21, 21)})
	change(t, s, hitLine, 18)
	if got, damaged := damagedAt(t, s, "m"); got != lines(1, 17) || damaged != 18 {
		t.Errorf("chained, %d lines are read, damaged at %d; want 17 and 18", strings.Count(got, "\n"), damaged)
	}
}

func TestARenamedMatchIsChainedAnew(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 20), Over: true})
	if err := s.Rename(t.Context(), "Аня", "Анна"); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(lines(1, 20), "Аня", "Анна", 1)
	if got, damaged := damagedAt(t, s, "m"); got != want || damaged != 0 {
		t.Errorf("read are\n%s damaged at %d", got, damaged)
	}
	change(t, s, hitLine, 9)
	if _, damaged := damagedAt(t, s, "m"); damaged != 9 {
		t.Errorf("damaged at %d, want 9: the chain doesn't hold", damaged)
	}
}

func TestWhatIsBroughtIsChained(t *testing.T) {
	s := opened(t, t.TempDir())
	if err := takes(history.KindRecord, lines(1, 20))(s); err != nil {
		t.Fatal(err)
	}
	id := ids(list(t, s))[0]
	change(t, s, hitLine, 9)
	if _, damaged := damagedAt(t, s, id); damaged != 9 {
		t.Errorf("damaged at %d, want 9", damaged)
	}
}

func TestADamagedSummaryIsMadeAnewOfTheFacts(t *testing.T) {
	for _, column := range []string{"summary", "started", "game", "began"} {
		s := opened(t, t.TempDir())
		keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 20), Over: true, Summary: summary("Аня", "Боря")})
		change(t, s, fmt.Sprintf(`UPDATE matches SET %s = %[1]s || 'x'`, column))
		if e := list(t, s)[0]; e.Summary != "" || e.Lines != lines(1, 20) {
			t.Errorf("%s damaged: the list has the summary %q and %d bytes of lines", column, e.Summary, len(e.Lines))
		}
	}
}

func TestADamagedSecretIsNone(t *testing.T) {
	for _, hit := range []string{`'f' || substr(secret, 2)`, `'x' || substr(secret, 2)`} {
		s := opened(t, t.TempDir())
		keep(t, s, spelled{Match: "m", First: 1, Lines: sealed(secretA), Secret: secretA})
		change(t, s, `UPDATE secrets SET secret = `+hit)
		if m, err := s.Match(t.Context(), "m"); err != nil || !m.Secret.IsZero() {
			t.Errorf("%s: the secret is %v (%v), want none", hit, m.Secret, err)
		}
	}
}
