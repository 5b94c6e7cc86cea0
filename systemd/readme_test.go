package systemd_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tabletop/companion/web"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/maze"
	"tabletop/games/mice"
	"tabletop/games/table"
)

// readmes are the READMEs of both languages.
var readmes = map[words.Lang]string{words.English: "../README.md", words.Russian: "../README.ru.md"}

func TestTheReadmesAreShort(t *testing.T) {
	for _, readme := range readmes {
		text := read(t, readme)
		if got, most := len(strings.Fields(text)), 1300; got > most {
			t.Errorf("%s has %d words, want %d at most", readme, got, most)
		}
		for line := range strings.Lines(text) {
			if got, most := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 100; got > most && !strings.HasPrefix(line, "|") {
				t.Errorf("%s: %d columns, want %d at most: %s", readme, got, most, line)
			}
		}
	}
}

// form is what a README has in both languages alike.
type form struct {
	Headings []string // "##": their levels
	Commands []string // lines of code
	Pictures int
	Rows     [][]string // of tables: the cells that are code or numbers, "" for text
}

func formOf(text string) (f form) {
	f.Pictures = strings.Count(text, "![")
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "#"):
			f.Headings = append(f.Headings, line[:strings.Index(line, " ")])
		case strings.HasPrefix(line, "    "):
			f.Commands = append(f.Commands, line)
		case strings.HasPrefix(line, "|"):
			f.Rows = append(f.Rows, neutral(strings.Split(strings.Trim(line, "|"), "|")))
		}
	}
	return f
}

// code is a cell that every language writes alike.
var code = regexp.MustCompile(`^[^a-z\p{Cyrillic}]+$|^(` + "`[^`]+`" + `[,… ]*)+$`)

// neutral keeps the cells that every language writes alike.
func neutral(cells []string) []string {
	for i, c := range cells {
		if cells[i] = strings.TrimSpace(c); !code.MatchString(cells[i]) {
			cells[i] = ""
		}
	}
	return cells
}

func TestTheReadmesHaveTheSameFormInBothLanguages(t *testing.T) {
	got, want := formOf(read(t, readmes[words.Russian])), formOf(read(t, readmes[words.English]))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("README.ru.md has the form\n%v\nREADME.md\n%v", got, want)
	}
	if len(want.Headings) < 8 || len(want.Commands) < 2 || len(want.Rows) < 20 {
		t.Errorf("the form is empty: %v", want)
	}
}

// links returns the files of ours that a README leads to, in its order.
func links(t *testing.T, readme string) (files []string) {
	for _, m := range regexp.MustCompile(`\]\(([^)#]+)\)`).FindAllStringSubmatch(read(t, readme), -1) {
		files = append(files, m[1])
	}
	return files
}

// anchors returns the sections of a README that it leads to.
func anchors(t *testing.T, readme string) (all []string) {
	for _, m := range regexp.MustCompile(`\]\(#([^)]+)\)`).FindAllStringSubmatch(read(t, readme), -1) {
		all = append(all, m[1])
	}
	return all
}

func TestTheReadmesLeadToFilesThatAreThereAndToEachPageOnce(t *testing.T) {
	for lang, readme := range readmes {
		led := map[string]int{}
		for _, file := range links(t, readme) {
			led[file]++
			if _, err := os.Stat(filepath.Join("..", file)); err != nil {
				t.Errorf("%s leads to %v", readme, err)
			}
		}
		for _, file := range pages(t) {
			if lang == words.Russian {
				file = inRussian(file)
			}
			if got := led["systemd/"+filepath.ToSlash(file)]; got != 1 {
				t.Errorf("%s leads to %s %d times, want once", readme, file, got)
			}
		}
		for _, anchor := range anchors(t, readme) {
			heading := "\n## " + strings.ReplaceAll(anchor, "-", " ") + "\n"
			if !strings.Contains(strings.ToLower(read(t, readme)), heading) {
				t.Errorf("%s leads to no section %q", readme, anchor)
			}
		}
	}
}

// The two commands that anybody may count on.
func TestTheReadmeRunsAndTestsInOneCommandEach(t *testing.T) {
	for _, readme := range readmes {
		for _, command := range []string{"go run ./cmd/companiond", "go test ./..."} {
			if got := strings.Count(read(t, readme), "\n    "+command+"\n"); got != 1 {
				t.Errorf("%q stands in %s %d times, want once", command, readme, got)
			}
		}
	}
}

func TestTheReadmeNamesEveryFileThatADaemonLeaves(t *testing.T) {
	state := t.TempDir()
	daemon := exec.Command(program("companiond"), "-panel", "sim", "-listen", "127.0.0.1:0", "-state", state)
	daemon.Stdin = strings.NewReader("press ok\npress ok\nquit\n")
	if out, err := daemon.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, err := os.ReadDir(state)
	if err != nil || len(files) == 0 {
		t.Fatalf("the daemon leaves %d files: %v", len(files), err)
	}
	for _, file := range files {
		for _, readme := range readmes {
			if !strings.Contains(read(t, readme), "\n| `"+file.Name()+"`") {
				t.Errorf("the table of the state folder in %s lacks %s", readme, file.Name())
			}
		}
	}
}

func TestTheReadmeSaysHowManyCanPlay(t *testing.T) {
	for titles, rules := range map[[2]string]games.Rules{
		{"Лови мышей!", "Лови мышей!"}: mice.Rules{}, {"Мазайцы", "Мазайцы"}: mazaitsy.Rules{},
		{"Путаница / Maze", "Путаница / Maze"}:   maze.Rules{},
		{"Лисица на опушке", "Лисица на опушке"}: fox.Rules{}, {"Scoreboard", "Счёт"}: table.Score{},
	} {
		for i, lang := range []words.Lang{words.English, words.Russian} {
			want := seatsOf(rules)
			line := regexp.MustCompile(`\*\*` + titles[i] + `\*\* \((.*, )?` + want + `[ ,)]`)
			if !line.MatchString(read(t, readmes[lang])) {
				t.Errorf("%s doesn't say that %s is for %s", readmes[lang], titles[i], want)
			}
		}
	}
}

// An input of CMOS that nothing drives takes any level, and current: SCBA004, "Implications
// of Slow or Floating CMOS Inputs". Also the fourth gate's, which nothing uses.
func TestNoInputOfTheLevelShifterFloats(t *testing.T) {
	rows := strings.Join(regexp.MustCompile(`\b74AHCT125 [\d, →]+`).FindAllString(read(t, readmes[words.English]), -1), " ")
	labels := strings.Join(regexp.MustCompile(`>(\dA \d|1, 4, [^<]+)</text>`).FindAllString(read(t, "../drivers/wiring.svg"), -1), " ")
	for _, pin := range []string{"1", "2", "4", "5", "9", "10", "12", "13"} {
		wired := regexp.MustCompile(`(\s|,|>)` + pin + `\b`)
		if !wired.MatchString(rows) {
			t.Errorf("the README's wiring leaves pin %s of the shifter open: %s", pin, rows)
		}
		if !wired.MatchString(labels) {
			t.Errorf("the drawing leaves pin %s of the shifter open: %s", pin, labels)
		}
	}
}

// cited are words that a text sets as code: in backticks and blocks of the README, in
// bold or italics and examples of a page.
func cited(t *testing.T, file string) string {
	text := read(t, file)
	if strings.HasSuffix(file, ".md") {
		return strings.Join(regexp.MustCompile("(?m)`[^`]+`|^    .*").FindAllString(text, -1), "\n")
	}
	font := regexp.MustCompile(`^\.(B|I|[BRI]{2}) `)
	var b strings.Builder
	example := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, ".EX") || strings.HasPrefix(line, ".EE") {
			example = strings.HasPrefix(line, ".EX")
		}
		if example || font.MatchString(line) {
			b.WriteString(plain(font.ReplaceAllString(line, "")))
		}
	}
	return b.String()
}

// texts are the README and the pages of the manual.
func texts(t *testing.T) []string {
	return append(both(t), readmes[words.English], readmes[words.Russian])
}

func TestTheTextsNameToolsKeysAndScriptsThatAreThere(t *testing.T) {
	var tools []string
	for _, line := range commands(t) {
		name, _, _ := strings.Cut(line, " ")
		tools = append(tools, name)
	}
	tool := regexp.MustCompile(`(?m)^\W*(?:sudo )?companion ([a-z]+)`)
	key := regexp.MustCompile(`\b(http|dice|panel|matrix|keys|buzzer|scanner|table|printer|tags)\.([a-z_]+)\b`)
	script := regexp.MustCompile(`\.ci/[a-z/]+`)
	for _, file := range texts(t) {
		text := cited(t, file)
		for _, m := range tool.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(tools, m[1]) {
				t.Errorf("%s names a tool %q", file, m[1])
			}
		}
		for _, m := range key.FindAllStringSubmatch(text, -1) {
			_, section, _ := strings.Cut(read(t, "companion.toml"), "\n["+m[1]+"]")
			section, _, _ = strings.Cut(section, "\n[")
			if !strings.Contains(section, "\n"+m[2]+" = ") {
				t.Errorf("%s names a key %q, which the config lacks", file, m[0])
			}
		}
		for _, path := range script.FindAllString(text, -1) {
			if _, err := os.Stat(filepath.Join("..", path)); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

func TestTheTextsSayHowLargeABackupMayBe(t *testing.T) {
	for file, unit := range map[string]string{"man/companion-phones.7": "MiB", "man/ru/companion-phones.7": "МиБ", "man/companion.1": "MiB", "man/ru/companion.1": "МиБ"} {
		if want := fmt.Sprintf("%d %s", web.MostBackup>>20, unit); !strings.Contains(prose(t, file), want) {
			t.Errorf("%s doesn't say %q", file, want)
		}
	}
}
