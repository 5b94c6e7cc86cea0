package web

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/maze"
)

// booked returns the interface to a table that can play maze, with its words.
func booked(t *testing.T, day int) *Server {
	t.Helper()
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian, Day: day, Library: library(t, games.Of(coins{}, maze.Rules{}))}})
	return shelved(t, at, maze.Rules{})
}

// bound is a book as a phone reads it.
type bound struct {
	Problems []problemText
	Today    int
}

func TestABookIsToldProblemByProblem(t *testing.T) {
	const day = 20780
	s := booked(t, day)
	var ru, en bound
	tell(t, s, "/api/problems?game=maze", &ru)
	tell(t, s, "/api/problems?game=maze&lang=en", &en)
	book := games.Problems(maze.Rules{})
	if len(book) == 0 || len(ru.Problems) != len(book) || len(en.Problems) != len(book) {
		t.Fatalf("%d and %d problems are told, want %d", len(ru.Problems), len(en.Problems), len(book))
	}
	if want, _ := games.Today(maze.Rules{}, day); ru.Today != want.Number || want.Number == 0 {
		t.Errorf("today is %d, want %d", ru.Today, want.Number)
	}
	for i, p := range book {
		got := ru.Problems[i]
		if got.Number != p.Number || got.Moves != p.Moves || got.Options["problem"] != strconv.Itoa(p.Number) || len(got.View.Cells) != got.View.W*got.View.H {
			t.Errorf("problem %d is told as %+v", p.Number, got)
		}
		checkDrawn(t, p, got.View)
	}
	if ru.Problems[0].Grade != text(words.Russian, "maze:word.easy") || en.Problems[0].Grade != text(words.English, "maze:word.easy") {
		t.Errorf("the first is %q and %q", ru.Problems[0].Grade, en.Problems[0].Grade)
	}
}

// checkDrawn fails unless a diagram shows the board with which a match of p begins.
func checkDrawn(t *testing.T, p games.Problem, got diagram) {
	t.Helper()
	st, err := maze.Rules{}.New(games.Setup{Seats: 1, Options: p.Options})
	if err != nil {
		t.Fatal(err)
	}
	same := func(a diagramCell, b games.Cell) bool {
		return a.Glyph == b.Glyph && a.Name == b.Name && a.Mark == uint8(b.Mark)
	}
	if v := st.View(games.Nobody); !slices.EqualFunc(got.Cells, v.Cells, same) {
		t.Errorf("problem %d: drawn are %v, want %v", p.Number, got.Cells, v.Cells)
	}
}

func TestABookIsMadeOnceADayAndFitsItsBudget(t *testing.T) {
	s := booked(t, 100)
	made := func() (b bound, tag string, memory uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := ask(s, request("GET", "/api/problems?game=maze", ""))
		runtime.ReadMemStats(&after)
		if err := json.Unmarshal(got.Body.Bytes(), &b); err != nil || got.Code != 200 {
			t.Fatalf("%d %v", got.Code, err)
		}
		return b, got.Header().Get("ETag"), after.TotalAlloc - before.TotalAlloc
	}
	_, tag, first := made()
	_, again, second := made()
	row := slices.IndexFunc(budgets(t), func(b budget) bool { return b.of("GET", "/api/problems") })
	if most := budgets(t)[row].fixed; int(first) > most || second > first/4 {
		t.Errorf("the book took %d bytes of memory, then %d, want %d at most, and a quarter of it", first, second, most)
	}
	t.Logf("%d bytes of memory, then %d", first, second)
	r := request("GET", "/api/problems?game=maze", "")
	r.Header.Set("If-None-Match", tag)
	if got := ask(s, r); again != tag || got.Code != 304 {
		t.Errorf("asked again it has the tag %s, was %s; who knows it gets %d", again, tag, got.Code)
	}
	m := *s.table.Now()
	m.Day++
	s.table.(*table).set(m)
	if b, other, _ := made(); other == tag || b.Today == 0 {
		t.Errorf("the next day the tag is %s, was %s, and the problem of the day %d", other, tag, b.Today)
	}
	if n := len(s.books.byKey); n != 1 {
		t.Errorf("%d books are kept, want 1", n)
	}
}

func TestABookComesZipped(t *testing.T) {
	s := booked(t, 0)
	r := request("GET", "/api/problems?game=maze", "")
	r.Header.Set("Accept-Encoding", "gzip")
	got := ask(s, r)
	t.Logf("%d bytes", got.Body.Len())
	z, err := gzip.NewReader(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil || !strings.HasSuffix(string(text), `"today":0}`) {
		t.Errorf("%v, %.80s: where the date is unsure there is no problem of the day", err, text)
	}
}

// torn is maze with a page torn out of its book.
type torn struct{ maze.Rules }

func (torn) New(games.Setup) (games.State, error) { return nil, errors.New("torn") }

func TestABookThatIsNotThereIsSaid(t *testing.T) {
	s := booked(t, 0)
	for query, want := range map[string]string{
		"":             `404 Игры "" нет, ближе всего "maze"`,
		"?game=coins":  `404 У игры "coins" нет книги задач`,
		"?game=mazes":  `404 Игры "mazes" нет, ближе всего "maze"`,
		"?game=maze/x": `404 Игры "maze/x" нет, ближе всего "maze"`,
	} {
		got := ask(s, request("GET", "/api/problems"+query, ""))
		if said := strconv.Itoa(got.Code) + " " + errorIn(t, got); said != want {
			t.Errorf("%q: %s, want %s", query, said, want)
		}
	}
	s.table.(*table).set(screen.Moment{Moment: companion.Moment{Library: library(t, games.Of(torn{}))}})
	got := ask(s, request("GET", "/api/problems?game=maze&lang=en", ""))
	if want := `the book of problems is broken: "problem 1: torn"`; got.Code != 500 || errorIn(t, got) != want {
		t.Errorf("a broken book: %d %s, want 500 %s", got.Code, got.Body, want)
	}
}
