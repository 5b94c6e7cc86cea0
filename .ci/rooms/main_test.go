package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestLayersStandOnWhatTheyImport(t *testing.T) {
	got := layers(map[string][]string{"a": nil, "b": {"a"}, "c": {"a", "b"}, "d": nil})
	want := [][]string{{"a", "d"}, {"b"}, {"c"}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestThePartsOfTheCoreStandUnderIt(t *testing.T) {
	graph, err := imports([]string{"tabletop/companion"})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"adviser", "clock", "door", "people", "settings"} {
		if !slices.Contains(graph["companion"], "companion/"+part) || slices.Contains(graph["companion/"+part], "companion") {
			t.Errorf("%s is no part: %v", part, graph["companion/"+part])
		}
	}
	var b strings.Builder
	if draw(&b, graph); !strings.Contains(b.String(), `"companion" -> "companion/door";`) {
		t.Error(b.String())
	}
}

// mapLine is a line of the map in CONTRIBUTING: the number of a layer, names two spaces apart
// ("companion/" may be left out), a description.
var mapLine = regexp.MustCompile(`(?m)^    (\d)  (\S+(?:  \S+)*) {3,}\S`)

func TestTheMapInContributingIsThatOfTheImports(t *testing.T) {
	text, err := os.ReadFile("../../.github/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := imports([]string{"tabletop/companion/..."})
	if err != nil {
		t.Fatal(err)
	}
	all, lines := layers(graph), mapLine.FindAllStringSubmatch(string(text), -1)
	if len(lines) != len(all) {
		t.Fatalf("the map has %d layers, the imports %d", len(lines), len(all))
	}
	for i, line := range lines {
		for name := range strings.SplitSeq(line[2], "  ") {
			if !slices.Contains(all[i], name) && !slices.Contains(all[i], "companion/"+name) {
				t.Errorf("the map has %s in layer %d, the imports have %q there", name, i, all[i])
			}
		}
	}
}
