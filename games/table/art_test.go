package table_test

import (
	"encoding/xml"
	"slices"
	"testing"

	"tabletop/games/table"
)

func TestTheArtIsACoverAndACrown(t *testing.T) {
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
	if want := []string{"cover", "leader"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
