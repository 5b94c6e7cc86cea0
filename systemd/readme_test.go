package systemd_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tabletop/companion/web"
	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/maze"
	"tabletop/games/mice"
	"tabletop/games/table"
)

const readme = "../README.md"

func TestTheReadmeIsShort(t *testing.T) {
	text := read(t, readme)
	if got, most := len(strings.Fields(text)), 1300; got > most {
		t.Errorf("the README has %d words, want %d at most", got, most)
	}
	for line := range strings.Lines(text) {
		if got, most := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 100; got > most {
			t.Errorf("%d columns, want %d at most: %s", got, most, line)
		}
	}
}

// links are the files of ours that the README leads to.
func links(t *testing.T) (files []string) {
	for _, m := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(read(t, readme), -1) {
		files = append(files, m[1])
	}
	return files
}

func TestTheReadmeLeadsToFilesThatAreThereAndToEachPageOnce(t *testing.T) {
	led := map[string]int{}
	for _, file := range links(t) {
		led[file]++
		if _, err := os.Stat(filepath.Join("..", file)); err != nil {
			t.Errorf("the README leads to %v", err)
		}
	}
	for _, file := range pages(t) {
		if got := led["systemd/"+filepath.ToSlash(file)]; got != 1 {
			t.Errorf("the README leads to %s %d times, want once", file, got)
		}
	}
}

// The two commands that anybody may count on.
func TestTheReadmeRunsAndTestsInOneCommandEach(t *testing.T) {
	for _, command := range []string{"go run ./cmd/companiond", "go test ./..."} {
		if got := strings.Count(read(t, readme), "\n    "+command+"\n"); got != 1 {
			t.Errorf("%q stands in the README %d times, want once", command, got)
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
		if !strings.Contains(read(t, readme), "\n| `"+file.Name()+"`") {
			t.Errorf("the README's table of the state folder lacks %s", file.Name())
		}
	}
}

func TestTheReadmeSaysHowManyCanPlay(t *testing.T) {
	for title, rules := range map[string]games.Rules{
		"Лови мышей!": mice.Rules{}, "Мазайцы": mazaitsy.Rules{}, "Путаница / Maze": maze.Rules{},
		"Лисица на опушке": fox.Rules{}, "Scoreboard": table.Score{},
	} {
		least, most := rules.Seats()
		want := fmt.Sprintf("%d–%d", least, most)
		if least == most {
			want = fmt.Sprint(most)
		}
		line := regexp.MustCompile(`\*\*` + title + `\*\* \((.*, )?` + want + `[,)]`)
		if !line.MatchString(read(t, readme)) {
			t.Errorf("the README doesn't say that %s is for %s", title, want)
		}
	}
}

// An input of CMOS that nothing drives takes any level, and current: SCBA004, "Implications
// of Slow or Floating CMOS Inputs". Also the fourth gate's, which nothing uses.
func TestNoInputOfTheLevelShifterFloats(t *testing.T) {
	rows := strings.Join(regexp.MustCompile(`shifter [\d, →]+`).FindAllString(read(t, readme), -1), " ")
	labels := strings.Join(regexp.MustCompile(`>(\dA \d|and [^<]+)</text>`).FindAllString(read(t, "../drivers/wiring.svg"), -1), " ")
	for _, pin := range []string{"1", "2", "4", "5", "9", "10", "12", "13"} {
		wired := regexp.MustCompile(`(\s|,)` + pin + `\b`)
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
	if file == readme {
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
	return append(both(t), readme)
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
