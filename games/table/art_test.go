package table_test

import (
	"encoding/xml"
	"slices"
	"strings"
	"testing"

	"tabletop/games/table"
)

func TestTheArtIsACoverACrownAndThePicturesOfTopics(t *testing.T) {
	var file struct {
		Symbols []struct {
			ID string `xml:"id,attr"`
		} `xml:"symbol"`
	}
	if err := xml.Unmarshal([]byte(table.Score{}.Assets()["art"]), &file); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range file.Symbols {
		got = append(got, s.ID)
	}
	want := []string{"cover", "leader"}
	for line := range strings.Lines(table.Score{}.Assets()["pictures"]) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "picture "); ok && name != "cover" {
			want = append(want, name)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
