package plugtest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/store/plugtest"
)

// notes writes three files, each between two steps, and acknowledges it.
func notes(p *plugtest.Plug, dir string) {
	for _, name := range []string{"a", "b", "c"} {
		p.Step("before " + name)
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			panic(err)
		}
		p.Step("after " + name)
		p.Acknowledge(name)
	}
}

// left tells a cut: step, files, acknowledgements.
func left(t *testing.T, cut plugtest.Cut) string {
	t.Helper()
	files, err := os.ReadDir(cut.Dir)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name()
	}
	return fmt.Sprintf("%s: %s, acknowledged %s", cut.Step, strings.Join(names, " "), strings.Join(cut.Acknowledged, " "))
}

func TestEveryStepIsDiedAtOnceAndNothingMoreIsDone(t *testing.T) {
	var got []string
	for cut := range plugtest.AtSteps(t, 1, notes) {
		got = append(got, left(t, cut))
	}
	want := []string{
		"before a: , acknowledged ",
		"after a: a, acknowledged ",
		"before b: a, acknowledged a",
		"after b: a b, acknowledged a",
		"before c: a b, acknowledged a b",
		"after c: a b c, acknowledged a b",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestAStrideLeavesStepsOut(t *testing.T) {
	var got []int
	for cut := range plugtest.AtSteps(t, 4, notes) {
		got = append(got, cut.N)
	}
	if want := []int{1, 5}; !slices.Equal(got, want) {
		t.Errorf("cuts %v, want %v", got, want)
	}
}

// All of few points are taken, whatever is drawn.
func TestSomeStepsAreDrawnAmongAll(t *testing.T) {
	var got []int
	for cut := range plugtest.SomeSteps(t, 100, notes) {
		got = append(got, cut.N)
	}
	if want := []int{1, 2, 3, 4, 5, 6}; !slices.Equal(got, want) {
		t.Errorf("cuts %v, want %v", got, want)
	}
}

func TestACallThatIsDiedBeforeIsNotDone(t *testing.T) {
	var got []string
	cuts := plugtest.AtCalls(t, 1, "fsync", func(p *plugtest.Plug, dir string) {
		for _, name := range []string{"a", "b"} {
			f, err := os.Create(filepath.Join(dir, name))
			if err != nil {
				panic(err)
			}
			if err := f.Sync(); err != nil {
				panic(err)
			}
			p.Acknowledge(name)
		}
	})
	for cut := range cuts {
		got = append(got, left(t, cut))
	}
	want := []string{"fsync: a, acknowledged ", "fsync: a b, acknowledged a"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Each call is died before, though there are more of one name than of another.
func TestCallsOfSeveralNamesAreDiedBeforeInTheirOrder(t *testing.T) {
	var got []string
	cuts := plugtest.AtCalls(t, 1, "pwrite64,fsync", func(p *plugtest.Plug, dir string) {
		f, err := os.Create(filepath.Join(dir, "a"))
		if err != nil {
			panic(err)
		}
		for n := range 3 {
			if _, err := f.WriteAt([]byte("x"), int64(n)); err != nil {
				panic(err)
			}
			p.Acknowledge("written")
		}
		if err := f.Sync(); err != nil {
			panic(err)
		}
		p.Acknowledge("synced")
	})
	for cut := range cuts {
		got = append(got, fmt.Sprint(cut.Step, " ", len(cut.Acknowledged)))
	}
	if want := []string{"pwrite64 0", "pwrite64 1", "pwrite64 2", "fsync 3"}; !slices.Equal(got, want) {
		t.Errorf("died before %q, want %q", got, want)
	}
}

func TestSomeCallsAreDrawnAmongAll(t *testing.T) {
	cuts := plugtest.SomeCalls(t, 100, "fsync", func(p *plugtest.Plug, dir string) {
		f, err := os.Create(filepath.Join(dir, "a"))
		if err != nil {
			panic(err)
		}
		for range 3 {
			if err := f.Sync(); err != nil {
				panic(err)
			}
			p.Acknowledge("again")
		}
	})
	var got []string
	for cut := range cuts {
		got = append(got, fmt.Sprint(cut.N, len(cut.Acknowledged)))
	}
	if want := []string{"1 0", "2 1", "3 2"}; !slices.Equal(got, want) {
		t.Errorf("cuts and acknowledgements %q, want %q", got, want)
	}
}

func TestAPatternMatchesOneTest(t *testing.T) {
	for name, want := range map[string]string{
		"TestA":          "^TestA$",
		"TestA/half_.5":  `^TestA$/^half_\.5$`,
		"TestA/b/c(d)#2": `^TestA$/^b$/^c\(d\)#2$`,
	} {
		if got := plugtest.Pattern(name); got != want {
			t.Errorf("Pattern(%q) = %q, want %q", name, got, want)
		}
	}
}
