package systemd_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

// dicePages are the manual of the notation of dice, in both languages.
var dicePages = []string{"man/companion-dice.7", "man/ru/companion-dice.7"}

// The kinds of tables in that page, by their headers without fonts.
const (
	ofExamples = "notation faces total meaning"
	ofNoOdds   = "notation why it has no odds"
	ofEditions = "notation notation=1 notation=2 notation=3"
	ofLimits   = "at most of"
	ofPrograms = "here RPG Roll20 Foundry Avrae"
	ofAnyDice  = "here AnyDice"
	ofSigns    = "sign program what it means there type here"
)

// inEnglish translates the headers of the Russian page.
var inEnglish = map[string]string{
	"запись грани итог значение":                 ofExamples,
	"запись почему шансов нет":                   ofNoOdds,
	"запись notation=1 notation=2 notation=3":    ofEditions,
	"не больше чего":                             ofLimits,
	"здесь RPG Roll20 Foundry Avrae":             ofPrograms,
	"здесь AnyDice":                              ofAnyDice,
	"знак программа что он там значит как здесь": ofSigns,
}

// cells are a row as it is read.
func cells(row []string) (all []string) {
	for _, c := range row {
		c = strings.NewReplacer(`\fB`, "", `\(ha`, "^", `\(em`, "—", `\(en`, "–", `\(mu`, "×").Replace(c)
		all = append(all, strings.TrimSpace(plain(c)))
	}
	return all
}

// kind is what a table of the page is about, and its rows without the header.
func kind(t *testing.T, table [][]string) (header string, rows [][]string) {
	t.Helper()
	header = strings.Join(cells(table[0]), " ")
	if english, ok := inEnglish[header]; ok {
		header = english
	}
	for _, row := range table[1:] {
		if len(row) != len(table[0]) {
			t.Fatalf("a row of the table %q has %d cells: %q", header, len(row), row)
		}
		rows = append(rows, cells(row))
	}
	return header, rows
}

// rowsOf are the rows of all tables of a kind.
func rowsOf(t *testing.T, file, want string) (all [][]string) {
	t.Helper()
	for _, table := range tables(t, file) {
		if header, rows := kind(t, table); header == want {
			all = append(all, rows...)
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s has no table %q", file, want)
	}
	return all
}

// ownDice is the page's example of own dice.
func ownDice(t *testing.T, file string) string {
	t.Helper()
	return strings.TrimSpace(examples(t, file)[0])
}

// rolled rolls a notation that falls with those faces, and returns the result. It fails the test if
// the roll needs other faces.
func rolled(t *testing.T, own, notation, faces string) (r dice.Result, err error) {
	t.Helper()
	s := gamestest.Begin(t, dice.Rules{}, "seats=1 dice="+own+" notation=3")
	if s, err = s.Apply(games.Decision("roll " + notation)); err != nil {
		return r, err
	}
	for _, face := range strings.Fields(faces) {
		if s.Turn() != games.Chance {
			t.Errorf("%s with %s: the roll ends before %s", notation, faces, face)
			break
		}
		stream, _, _ := strings.Cut(string(s.Legal()[0].Says), " ")
		if s, err = s.Apply(games.Decision(stream + " " + face)); err != nil {
			return r, err
		}
	}
	if s.Turn() == games.Chance {
		t.Errorf("%s with %s: the roll needs more faces", notation, faces)
		return r, nil
	}
	return s.(dice.State).Results()[0], nil
}

func TestTheExamplesOfThePageOfDiceComeToWhatItSays(t *testing.T) {
	for _, file := range dicePages {
		own, examples := ownDice(t, file), rowsOf(t, file, ofExamples)
		for _, row := range examples {
			notation, faces, total := row[0], row[1], row[2]
			r, err := rolled(t, own, notation, faces)
			got := strconv.Itoa(r.Total)
			switch {
			case err != nil && faces == "":
				got = "no"
			case err != nil:
				got = err.Error()
			case !slices.ContainsFunc(r.Faces, func(f dice.Shown) bool { return !f.Word }):
				got = "—"
			}
			if total == "нет" {
				total = "no"
			}
			if got != total {
				t.Errorf("%s: %q with %q comes to %s, not %s", file, notation, faces, got, total)
			}
		}
		if len(examples) < 90 {
			t.Errorf("%s has %d examples", file, len(examples))
		}
	}
}

// Whoever comes from another program types what the page shows.
func TestThePageOfDiceShowsForOtherProgramsWhatTheBoxTakes(t *testing.T) {
	for _, file := range dicePages {
		var ours []string
		for _, table := range []string{ofPrograms, ofAnyDice} {
			for _, row := range rowsOf(t, file, table) {
				ours = append(ours, row[0])
			}
		}
		for _, row := range rowsOf(t, file, ofSigns) {
			if row[3] != "—" {
				ours = append(ours, row[3])
			}
		}
		for _, notation := range ours {
			if _, err := dice.Parse(notation, nil); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
		if len(ours) < 40 {
			t.Errorf("%s shows %d notations beside other programs", file, len(ours))
		}
	}
}

func TestThePageOfDiceSaysWhichRollsHaveNoOdds(t *testing.T) {
	for _, file := range dicePages {
		for _, row := range rowsOf(t, file, ofNoOdds) {
			cup, err := dice.Parse(row[0], nil)
			if err != nil {
				t.Errorf("%s: %v", file, err)
			}
			if _, has := cup.Odds(); has {
				t.Errorf("%s: %s has odds", file, row[0])
			}
		}
	}
}

func TestThePageOfDiceSaysTheLimits(t *testing.T) {
	limits := []int64{
		dice.MostDice, 1000, dice.MostBytes, dice.MostTerms, dice.MostConstant, dice.MostTotal, dice.MostBursts, dice.MostLabel,
		dice.MostOwn, dice.MostOwnFace, dice.MostLetters, dice.MostNumber,
	}
	limits[1] = dice.MostFaces
	for _, file := range dicePages {
		var got []int64
		for _, row := range rowsOf(t, file, ofLimits) {
			got = append(got, amount(t, row[0]))
		}
		if !slices.Equal(got, limits) {
			t.Errorf("%s says the limits %v, they are %v", file, got, limits)
		}
	}
}

// cupIn is the shortest form of a notation in an edition, "no" if that refuses it.
func cupIn(t *testing.T, edition int, notation string) string {
	t.Helper()
	s := gamestest.Begin(t, dice.Rules{}, fmt.Sprint("seats=1 notation=", edition))
	s, err := s.Apply(games.Decision("roll " + notation))
	if err != nil {
		return "no"
	}
	_, cup, _ := strings.Cut(s.String(), "now ")
	cup, _, _ = strings.Cut(cup, ":")
	return cup
}

func TestThePageOfDiceSaysWhatOldRecordsMean(t *testing.T) {
	for _, file := range dicePages {
		compared := 0
		for _, row := range rowsOf(t, file, ofEditions) {
			for edition := 1; edition <= 3; edition++ {
				want := strings.Replace(row[edition], "нет", "no", 1)
				if cup, err := dice.Parse(want, nil); err == nil {
					want = cup.String()
				} else if want != "no" { // words, such as "1 to 66"
					continue
				}
				compared++
				if got := cupIn(t, edition, row[0]); got != want {
					t.Errorf("%s: in edition %d %s is %s, not %s", file, edition, row[0], got, want)
				}
			}
		}
		if compared < 10 {
			t.Errorf("%s says the meaning of %d old notations", file, compared)
		}
	}
}

// Both pages show the same, apart from words and letters.
func TestThePagesOfDiceHaveTheSameTables(t *testing.T) {
	shapes := map[string][]string{}
	for _, file := range dicePages {
		for _, table := range tables(t, file) {
			header, rows := kind(t, table)
			shape := header
			for _, row := range rows {
				shape += "\n" + strings.Join(row[1:len(row)-1], "|")
				if header != ofExamples {
					shape = header + fmt.Sprint(len(rows))
				}
			}
			shapes[file] = append(shapes[file], strings.ReplaceAll(shape, "нет", "no"))
		}
	}
	for i, want := range shapes[dicePages[0]] {
		if got := shapes[dicePages[1]]; i >= len(got) || wordless(got[i]) != wordless(want) {
			t.Errorf("table %d is\n%s\nwant\n%s", i, got[min(i, len(got)-1)], want)
		}
	}
}

// wordless leaves out the names of faces.
func wordless(shape string) string {
	return strings.NewReplacer("red", "", "blue", "", "heads", "", "tails", "", "красный", "", "синий", "", "орёл", "", "решка", "").Replace(shape)
}
