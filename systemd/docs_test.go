// Package systemd_test holds the manual, the completions and the package's
// description against the programs and files they speak of.
package systemd_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// bin is the folder of the programs, built for these tests.
var bin string

func TestMain(m *testing.M) { os.Exit(withPrograms(m.Run)) }

func withPrograms(tests func() int) int {
	dir, err := os.MkdirTemp("", "companion")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	bin = dir
	for _, name := range []string{"companion", "companiond", "league"} {
		// go build would link what hasn't changed once more
		if out, err := exec.Command("go", "run", "-exec", "cp", "../cmd/"+name, dir).CombinedOutput(); err != nil {
			os.Stderr.Write(out)
			return 1
		}
	}
	return tests()
}

// program is the path of one.
func program(name string) string {
	look()
	return filepath.Join(bin, name)
}

// said is what the programs have written, by their command lines.
var said = map[string]string{}

// says returns what a program writes to standard output.
func says(t *testing.T, name string, args ...string) string {
	t.Helper()
	line := strings.Join(append([]string{name}, args...), " ")
	if _, known := said[line]; !known {
		out, err := exec.Command(program(name), args...).Output()
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		said[line] = string(out)
	}
	return said[line]
}

// look opens the folders of what the programs are made of, so that go test sees
// when that has changed and doesn't repeat an old result.
var look = sync.OnceFunc(func() {
	for _, sources := range []string{"../cmd", "../companion", "../drivers", "../games"} {
		if err := filepath.WalkDir(sources, func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
			panic(err)
		}
	}
})

// flags are those that a help text lists.
func flags(help string) (names []string) {
	for _, m := range regexp.MustCompile(`(?m)^  -([a-z_-]+)`).FindAllStringSubmatch(help, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return names
}

// commands are the lines of "companion help" without what they tell: "perft FILE DEPTH".
func commands(t *testing.T) (lines []string) {
	for _, m := range regexp.MustCompile(`(?m)^  companion (.+?)  `).FindAllStringSubmatch(says(t, "companion", "help"), -1) {
		lines = append(lines, m[1])
	}
	return lines
}

// manual is what a page has paragraphs about: its commands with their operands, and
// the flags of each command; those of "" stand in a section of their own.
type manual struct {
	commands []string
	flags    map[string][]string
}

var (
	flagTag    = regexp.MustCompile(`^\.BI? \\-((?:[a-z_]|\\-)+)`)
	commandTag = regexp.MustCompile(`^\.BI? ([a-z]+)(?: "(.*)")?$`)
)

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func page(t *testing.T, file string) manual {
	m, of, before := manual{flags: map[string][]string{}}, "", ""
	for line := range strings.Lines(read(t, file)) {
		line = strings.TrimSpace(line)
		flag, command := flagTag.FindStringSubmatch(line), commandTag.FindStringSubmatch(line)
		switch {
		case strings.HasPrefix(line, ".SH"):
			of = ""
		case before == ".TP" && flag != nil:
			m.flags[of] = append(m.flags[of], plain(flag[1]))
		case before == ".TP" && command != nil:
			of = command[1]
			m.commands = append(m.commands, command[1]+command[2])
		}
		before = line
	}
	for _, names := range m.flags {
		slices.Sort(names)
	}
	return m
}

func TestTheManualsOfTheServicesTellAboutTheirFlags(t *testing.T) {
	for service, file := range map[string]string{"companiond": "man/companiond.8", "league": "league/man/league.8"} {
		want := flags(says(t, service, "-help"))
		for _, file := range []string{file, inRussian(file)} {
			if got := page(t, file).flags[""]; !slices.Equal(got, want) {
				t.Errorf("%s tells about the flags %v, %s has %v", file, got, service, want)
			}
		}
	}
}

func TestTheManualOfTheLeagueTellsAboutItsCommands(t *testing.T) {
	_, list, _ := strings.Cut(says(t, "league", "-help"), "[flags] [")
	list, _, _ = strings.Cut(list, "]")
	want := strings.FieldsFunc(strings.TrimSpace(list), func(r rune) bool { return r == '|' })
	for i, command := range want {
		want[i], _, _ = strings.Cut(command, " ") // without its operand
	}
	for _, file := range []string{"league/man/league.8", "league/man/ru/league.8"} {
		var got []string
		for _, m := range regexp.MustCompile(`(?m)^\.br\n\.B league ([a-z]+)$`).FindAllStringSubmatch(read(t, file), -1) {
			got = append(got, m[1])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s tells about %q, the league has %q", file, got, want)
		}
	}
}

func TestTheManualOfTheToolsTellsAboutTheirCommands(t *testing.T) {
	want := commands(t)
	if got := page(t, "man/companion.1").commands; !slices.Equal(got, want) {
		t.Errorf("man/companion.1 tells about %q, the tools are %q", got, want)
	}
	shape := func(lines []string) (shapes []string) { // the operands have Russian names
		for _, line := range lines {
			words := strings.Fields(line)
			shapes = append(shapes, words[0]+strings.Repeat(" X", len(words)-1))
		}
		return shapes
	}
	if got := shape(page(t, "man/ru/companion.1").commands); !slices.Equal(got, shape(want)) {
		t.Errorf("man/ru/companion.1 tells about %q, the tools are %q", got, shape(want))
	}
}

func TestTheManualOfTheToolsTellsAboutTheirFlags(t *testing.T) {
	for _, file := range []string{"man/companion.1", "man/ru/companion.1"} {
		m := page(t, file)
		for _, line := range commands(t) {
			command, _, _ := strings.Cut(line, " ")
			if command == "help" {
				continue
			}
			got := slices.Sorted(slices.Values(slices.Concat(m.flags[""], m.flags[command])))
			if want := flags(says(t, "companion", "help", command)); !slices.Equal(got, want) {
				t.Errorf("%s tells about the flags %v of %s, which has %v", file, got, command, want)
			}
		}
	}
}

func TestTheDaemonTakesTheExampleOfTheManual(t *testing.T) {
	for _, file := range []string{"man/companion.toml.5", "man/ru/companion.toml.5"} {
		_, example, _ := strings.Cut(read(t, file), ".EX\n")
		example, _, found := strings.Cut(example, ".EE\n")
		config := filepath.Join(t.TempDir(), "companion.toml")
		if err := os.WriteFile(config, []byte(example), 0o600); err != nil || !found {
			t.Fatalf("%s has an example: %v, %v", file, found, err)
		}
		daemon := exec.Command(program("companiond"), "-panel", "sim", "-listen", "127.0.0.1:0", "-config", config, "-state", t.TempDir())
		daemon.Stdin = strings.NewReader("quit\n")
		if out, err := daemon.CombinedOutput(); err != nil {
			t.Errorf("the daemon with the example of %s: %v\n%s", file, err, out)
		}
	}
}

func TestThePackagesHoldEveryFileHere(t *testing.T) {
	description := read(t, "nfpm.yaml") + read(t, "league/nfpm.yaml")
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		ours := d.Name() == "nfpm.yaml" || path == "card.svg" || strings.HasSuffix(path, ".go") || strings.HasSuffix(path, ".gz") ||
			strings.Contains(path, "testdata") || strings.HasPrefix(path, "card"+string(filepath.Separator)) // .ci/package/card
		if dir, file := filepath.Split(path); strings.HasSuffix(file, ".star") {
			path = dir + "*.star"
		}
		if err == nil && !d.IsDir() && !ours && !strings.Contains(description, "systemd/"+filepath.ToSlash(path)) {
			t.Errorf("nfpm.yaml leaves %s out", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
