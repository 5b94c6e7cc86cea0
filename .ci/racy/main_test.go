package main

import (
	"slices"
	"testing"
)

func TestPackagesWithGoroutinesAreFoundAndOthersNot(t *testing.T) {
	found, err := packages("../..")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"cmd/companiond": true, "companion/loop": true, "companion/store": true, "companion/web": true, "companion/club": true, "drivers/keys": true,
		"companion/luck": false, "companion/match": false, "companion/words": false, "games/fox": false, "games/mice": false,
	} {
		if slices.Contains(found, "tabletop/"+path) != want {
			t.Errorf("%s: among those with goroutines: %v, want %v", path, !want, want)
		}
	}
}
