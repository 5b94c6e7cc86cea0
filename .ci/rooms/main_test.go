package main

import (
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
