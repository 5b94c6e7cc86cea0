package web

import (
	"encoding/xml"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/script"
	shipped "tabletop/systemd/games"
)

// cover is a cover as a browser reads it.
type cover struct {
	ID      string   `xml:"id,attr"`
	ViewBox string   `xml:"viewBox,attr"`
	Shapes  []xmlTag `xml:",any"`
}

type xmlTag struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
}

func (x xmlTag) number(t *testing.T, name string) float64 {
	t.Helper()
	for _, a := range x.Attrs {
		if a.Name.Local == name {
			n, err := strconv.ParseFloat(a.Value, 64)
			if err != nil {
				t.Error(err)
			}
			return n
		}
	}
	t.Errorf("<%s> has no %s", x.XMLName.Local, name)
	return 0
}

// readCover reads the cover of a title.
func readCover(t *testing.T, name, title, pictures string) (c cover) {
	t.Helper()
	if err := xml.Unmarshal([]byte(coverSymbol(name, title, pictures)), &c); err != nil {
		t.Fatalf("%s: %v", title, err)
	}
	return c
}

func TestTheTitleOfACoverFitsItInAnyFont(t *testing.T) {
	for _, title := range []string{
		"Дурак", "Ы", "Шахматный матч", "Команды и ведущий", "Тысячекилометровка", "a b c d e f g h i j k",
		"Щщщщщщщщщщщщщщщщщщщщщ", "<&> \"quoted\"", "Лови мышей! (файл)", "Очень длинное названи (файл)",
	} {
		var lines []string
		for _, x := range readCover(t, "file/a", title, "picture cover\n#\n").Shapes {
			if x.XMLName.Local != "text" {
				continue
			}
			lines = append(lines, x.Text)
			size, y := x.number(t, "font-size"), x.number(t, "y")
			if wide := x.number(t, "textLength"); wide > coverWide || size < titleLeast || size > titleMost || y-size*0.75 < 56 || y+size*0.25 > 92 {
				t.Errorf("%q: %q is %g wide and %g high at %g", title, x.Text, wide, size, y)
			}
		}
		if got := strings.Join(lines, " "); got != title || len(lines) > mostLines {
			t.Errorf("the cover of %q has the lines %q", title, lines)
		}
	}
}

func TestLinesOfATitleAreAsLargeAsTheyCanBe(t *testing.T) {
	for title, want := range map[string][]string{
		"Дурак": {"Дурак"}, "Darts 501": {"Darts 501"}, "Chess match": {"Chess", "match"},
		"Thirteen Lines": {"Thirteen", "Lines"}, "Teams and a host": {"Teams", "and a host"},
	} {
		if lines, _ := titleLines(title); !slices.Equal(lines, want) {
			t.Errorf("%s: got %q, want %q", title, lines, want)
		}
	}
}

func TestCoversOfGamesInFilesAreDrawnFromTheirPictures(t *testing.T) {
	const glyph = "picture glyph/1\n.#\n##\n\n"
	for _, tt := range []struct {
		name, pictures string
		want           string // elements
	}{
		{"none: the first letter", "", "rect circle rect text text"},
		{"a cover", "picture cover\n.#\n##\n", "rect circle path text"},
		{"a glyph", glyph, "rect circle rect path text"},
		{"two glyphs", glyph + "picture glyph/2\n#\n", "rect circle rect path rect path text"},
		{"three glyphs", glyph + "picture glyph/2\n#\n\npicture glyph/3\n##\n", "rect circle rect path rect path rect path text"},
	} {
		c := readCover(t, "file/a", "Title", tt.pictures)
		var got []string
		for _, x := range c.Shapes {
			got = append(got, x.XMLName.Local)
		}
		if strings.Join(got, " ") != tt.want || c.ID != "cover" || c.ViewBox != "0 0 96 96" {
			t.Errorf("%s: got %q in %q, want %q", tt.name, got, c.ViewBox, tt.want)
		}
	}
	if got := coverSymbol("file/a", "Title", "picture cover\n.##\n##.\n"); !strings.Contains(got, `d="M1 0h2M0 1h2"`) {
		t.Errorf("the picture is drawn otherwise: %s", got)
	}
}

func TestColoursOfCoversAreTonesOfThePageOnWhichPaperIsReadable(t *testing.T) {
	css, err := os.ReadFile("page/style/base.css")
	if err != nil {
		t.Fatal(err)
	}
	light, _, _ := strings.Cut(string(css), "prefers-color-scheme")
	for i, tone := range coverTones {
		if !strings.Contains(light, "--tone"+strconv.Itoa(i+1)+": "+tone+";") {
			t.Errorf("the page has another tone %d than %s", i+1, tone)
		}
		if got := contrast(t, tone, coverPaper); got < leastContrast {
			t.Errorf("paper on %s: %.2f, want %.1f", tone, got, leastContrast)
		}
	}
	used := map[string]bool{}
	for name := range shipped.All() {
		used[toneOf(games.InFile+name)] = true
	}
	if len(used) < 6 {
		t.Errorf("all games in files have only %d colours", len(used))
	}
}

// withFile returns a table with a game in a file, darts.
func withFile(t *testing.T, at *table, program string) games.Rules {
	t.Helper()
	r, err := script.Compile("darts", program)
	if err != nil {
		t.Fatal(err)
	}
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian, Library: library(t, games.Of(coins{}, r))}})
	return r
}

func TestTheCoverOfAGameInAFileFollowsTheFile(t *testing.T) {
	at := newTable()
	s := server(t, at)
	program := shipped.All()["darts"]
	withFile(t, at, program)
	get := func(path string) (int, string) {
		t.Helper()
		r := request("GET", path, "")
		r.RemoteAddr = "192.168.1.9:40000" // a stranger's
		got := ask(s, r)
		return got.Code, got.Body.String()
	}
	const path = "/art/file/darts.svg"
	code, ru := get(path)
	if _, en := get(path + "?lang=en"); code != 200 || !strings.Contains(ru, ">Дартс 501</text>") || !strings.Contains(en, ">Darts 501</text>") {
		t.Errorf("%d: %s; in English %s", code, ru, en)
	}
	if got := symbolsIn(ru); !slices.Equal(slices.Sorted(slices.Values(got)), []string{"cover", "leader"}) || xml.Unmarshal([]byte(ru), new(xmlTag)) != nil {
		t.Errorf("the file has the symbols %q: %s", got, ru)
	}
	withFile(t, at, strings.Replace(program, "Дартс 501", "Дротики", 1))
	if _, now := get(path); !strings.Contains(now, ">Дротики</text>") {
		t.Errorf("after a change: %s", now)
	}
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian, Library: library(t, games.Of(coins{}))}})
	for _, gone := range []string{path, "/art/file/darts", "/art/file/", "/art/file/..svg", "/art/file/coins.svg"} {
		if code, _ := get(gone); code == 200 {
			t.Errorf("%s is still there", gone)
		}
	}
}

func TestGamesInFilesAreListedWithTheirCover(t *testing.T) {
	at := newTable()
	s := server(t, at)
	for name, program := range map[string]string{"darts": shipped.All()["darts"], "oracle": strings.ReplaceAll(shipped.All()["oracle"], "oracle.star", "darts.star")} {
		withFile(t, at, program)
		if got := ask(s, request("GET", "/api/games", "")); !strings.Contains(got.Body.String(), `"art":true,"file":true`) {
			t.Errorf("%s: %s", name, got.Body)
		}
		if got := ask(s, request("GET", "/api/glyphs?game=file/darts", "")); !strings.Contains(got.Body.String(), `"cover"]`) {
			t.Errorf("%s: %s", name, got.Body)
		}
	}
}

// TestEveryShippedGameHasACoverInBothLanguages reads the art of each game, whole, as a browser does.
func TestEveryShippedGameHasACoverInBothLanguages(t *testing.T) {
	all := shipped.All()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		r, err := script.Compile(name, all[name])
		if err != nil {
			t.Fatal(err)
		}
		at := newTable()
		at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian, Library: library(t, games.Of(coins{}, r))}})
		s := server(t, at)
		for _, lang := range words.Langs {
			got := ask(s, request("GET", "/art/"+r.Name()+".svg?lang="+string(lang), "")).Body.String()
			if err := xml.Unmarshal([]byte(got), new(xmlTag)); err != nil || strings.Count(got, `<symbol id="cover"`) != 1 {
				t.Errorf("%s %s: %v in %s", name, lang, err, got)
			}
			if n := len(got); n > 8<<10 {
				t.Errorf("%s: %d bytes, want at most 8 kB", name, n)
			}
		}
	}
}
