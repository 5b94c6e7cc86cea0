package systemd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// manuals are the folders of the packages' pages.
var manuals = []string{"man", "league/man"}

// pages are those of all manuals in English.
func pages(t *testing.T) (all []string) {
	t.Helper()
	for _, folder := range manuals {
		files, err := filepath.Glob(folder + "/*.[1-9]")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has %d pages: %v", folder, len(files), err)
		}
		all = append(all, files...)
	}
	return all
}

// inRussian is the same page in Russian.
func inRussian(page string) string {
	folder, file := filepath.Split(page)
	return filepath.Join(folder, "ru", file)
}

// both are all pages, in English and in Russian.
func both(t *testing.T) (all []string) {
	t.Helper()
	for _, page := range pages(t) {
		all = append(all, page, inRussian(page))
	}
	return all
}

// plain is a text without the escapes that the pages use.
func plain(text string) string {
	return strings.NewReplacer(`\-`, "-", `\(aq`, "'", `\(dq`, `"`, `\&`, "", `\fR`, "", `\fP`, "").Replace(text)
}

// prose is what a page says, in one line without fonts.
func prose(t *testing.T, file string) string {
	t.Helper()
	text := regexp.MustCompile(`(?m)^\.[A-Z]{1,2} ?`).ReplaceAllString(read(t, file), "")
	return strings.Join(strings.Fields(plain(text)), " ")
}

// shape is what a page is made of: its macros in their order, fonts left out, since
// words stand in another order in another language.
func shape(t *testing.T, file string) (macros []string) {
	t.Helper()
	return regexp.MustCompile(`(?m)^\.(SH|TP|PP|IP|RS|RE|EX|EE)\b`).FindAllString(read(t, file), -1)
}

func TestEveryPageStandsInRussianTooAndSaysAsMuch(t *testing.T) {
	for _, file := range pages(t) {
		twin := inRussian(file)
		if _, err := os.Stat(twin); err != nil {
			t.Error(err)
			continue
		}
		if got, want := strings.Join(shape(t, twin), ""), strings.Join(shape(t, file), ""); got != want {
			t.Errorf("%s is made of\n%s, %s of\n%s", twin, got, file, want)
		}
	}
}

func TestThePagesReferToOneAnother(t *testing.T) {
	reference := regexp.MustCompile(`\b(companion[a-z.-]*|league) ?\(([1-9])\)`)
	there := map[string]bool{}
	for _, file := range pages(t) {
		there[filepath.Base(file)] = true
	}
	for _, file := range both(t) {
		for _, m := range reference.FindAllStringSubmatch(prose(t, file), -1) {
			if !there[m[1]+"."+m[2]] {
				t.Errorf("%s refers to %s(%s), which is no page", file, m[1], m[2])
			}
		}
	}
}

func TestEveryFigureHasACommandThatMeasuresIt(t *testing.T) {
	command := regexp.MustCompile(`go test (?:-C (\S+) )?-run '\^\$' -bench '?([^' ]+)'?(?: -benchtime \d+x)?(?: \./(\S+))?`)
	for _, file := range []string{"man/companion-proofs.7", "man/ru/companion-proofs.7"} {
		figures := command.FindAllStringSubmatch(prose(t, file), -1)
		if len(figures) < 9 {
			t.Errorf("%s has %d commands that measure", file, len(figures))
		}
		for _, m := range figures {
			if folder := m[1] + m[3]; !measures(t, folder, m[2]) {
				t.Errorf("%s: nothing in %s measures %s", file, folder, m[2])
			}
		}
	}
}

// measures tells whether a package, or one below it if it ends in "...", has a
// benchmark of that name.
func measures(t *testing.T, folder, pattern string) bool {
	t.Helper()
	folder, below := strings.CutSuffix(filepath.Join("..", folder), "...")
	if below {
		folder += "*"
	}
	tests, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	benchmark := regexp.MustCompile(`\nfunc Benchmark\w*(` + pattern + `)\w*\(`)
	for _, file := range tests {
		if benchmark.MatchString(read(t, file)) {
			return true
		}
	}
	return false
}

func TestThePageOfProofsSaysHowOftenThePlugIsPulled(t *testing.T) {
	figure := func(script, pattern string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(read(t, script))
		if m == nil {
			t.Fatalf("%s has no %s", script, pattern)
		}
		return m[1]
	}
	const run, cuts = "../.ci/run", `fakepi/run.* -cuts (?:"\$\{1:-)?(\d+)`
	often, long := figure(run, cuts), figure("../.ci/long", cuts)
	replayed, damages := figure(run, `Replay.* -cuts (\d+)000\b`), figure(run, ` -rot (\d+)\b`)
	for file, wants := range map[string][]string{
		"man/companion-proofs.7":    {often + " times", long + " times", replayed + ",000 cuts", damages + " bits"},
		"man/ru/companion-proofs.7": {often + " раз ", long + " раз ", replayed + " 000 обрывов", damages + " битов"},
	} {
		for _, want := range wants {
			if !strings.Contains(prose(t, file), want) {
				t.Errorf("%s doesn't say %q", file, want)
			}
		}
	}
}
