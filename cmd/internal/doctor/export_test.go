package doctor

import "tabletop/companion/pixel"

// What tests of the package's users look at.
var (
	Set     = (*System).set
	Letter  = letter
	Picture = testPicture
)

// Sweep are the pictures of a sweep.
func Sweep(colours []pixel.RGB) (pictures []pixel.Lamps) {
	for _, s := range sweep(colours) {
		pictures = append(pictures, s.lamps)
	}
	return pictures
}
