package companion

import (
	"slices"
	"strings"

	"tabletop/games"
)

// nextFaces returns the faces that may follow the entered ones, in the order of the choices.
func nextFaces(choices []games.Choice, entered []string) (faces []string) {
	for _, c := range choices {
		left := strings.Fields(string(c.Says))[1:]
		if !takeAll(&left, entered) {
			continue
		}
		for _, face := range left {
			if !slices.Contains(faces, face) {
				faces = append(faces, face)
			}
		}
	}
	return faces
}

// takeAll removes each of the words once from left. It returns false if one is missing.
func takeAll(left *[]string, words []string) bool {
	for _, word := range words {
		i := slices.Index(*left, word)
		if i < 0 {
			return false
		}
		*left = slices.Delete(*left, i, i+1)
	}
	return true
}
