package catalogue

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tabletop/companion/match"
	"tabletop/games"
)

// records are matches as released versions wrote them: GAME*.jsonl, and beside
// each what it folded to then.
const records = "../../../companion/match/testdata"

// folded is what a record of old must still lead to.
type folded struct {
	Names  []string     `json:"names"`
	Turn   games.Seat   `json:"turn"`
	Over   bool         `json:"over"`
	Scores []int32      `json:"scores"`
	Won    []games.Seat `json:"won"`
	Facts  int          `json:"facts"`
	State  string       `json:"state"`
}

func fold(m match.Match) folded {
	s := m.State().Standing()
	return folded{m.Names(), m.State().Turn(), s.Over, s.Scores, s.Won, m.Seq(), m.State().String()}
}

func TestRecordsOfEveryReleasedVersionFoldToTheSameStanding(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(records, "v*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no records: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := match.Read(strings.NewReader(string(text)), file, Games())
		if err != nil {
			t.Error(err)
			continue
		}
		if got, want := fold(m), expected(t, file); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v\nwant %+v", file, got, want)
		}
		if m.Since(0) != string(text) {
			t.Errorf("%s is written otherwise than it was read", file)
		}
		if _, err := match.Verify(m); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func expected(t *testing.T, record string) (want folded) {
	t.Helper()
	text, err := os.ReadFile(strings.TrimSuffix(record, "l"))
	if err == nil {
		err = json.Unmarshal(text, &want)
	}
	if err != nil {
		t.Error(err)
	}
	return want
}

func TestEveryGameHasARecordOfItsFirstVersion(t *testing.T) {
	for _, r := range Games().Games {
		if found, _ := filepath.Glob(filepath.Join(records, "v*", r.Name()+"*.jsonl")); len(found) == 0 {
			t.Errorf("no record of %s lies in companion/match/testdata", r.Name())
		}
	}
}

func TestNoTwoGamesHaveTheSameName(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Games().Games {
		if seen[r.Name()] {
			t.Errorf("two games are called %s", r.Name())
		}
		seen[r.Name()] = true
	}
}
