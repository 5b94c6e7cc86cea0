package mice_test

import (
	"regexp"
	"testing"

	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

func TestTheArtHasEveryPictureAndEveryPoseOfAMouse(t *testing.T) {
	art, want := gamestest.Symbols(t, mice.Rules{}), []string{"cover", "mice"}
	for _, face := range faces {
		want = append(want, face)
		if face != "white" { // a face of the dice only
			want = append(want, face+"-run", face+"-caught")
		}
	}
	for _, name := range want {
		if art[name] == "" {
			t.Errorf("%s is not drawn", name)
		}
	}
	if len(art) != len(want) {
		t.Errorf("%d symbols, want %d", len(art), len(want))
	}
}

// Whoever sees no colours knows a mouse by its pattern, however it lies.
func TestTheMiceOfTheArtDifferWithoutColour(t *testing.T) {
	art, colour := gamestest.Symbols(t, mice.Rules{}), regexp.MustCompile(`#[0-9a-f]{6}`)
	for _, pose := range []string{"", "-run", "-caught"} {
		is := map[string]string{}
		for _, face := range faces[:len(faces)-1] {
			shape := colour.ReplaceAllString(art[face+pose], "")
			if is[shape] != "" {
				t.Errorf("%s and %s are of one shape", is[shape]+pose, face+pose)
			}
			is[shape] = face
		}
	}
}
