package bustest

import "strings"

// Arrow is an argument of Picture: an arrow to the upper left, with a dot at the lower left.
// Any rotation or mirroring changes the picture.
const Arrow = `
	####....
	##......
	#.#.....
	#..#....
	....#...
	.....#..
	......#.
	.#.....#`

// Picture converts 8 lines of 8 letters to the 192 bytes of 8×8 lamps: "." is dark, any other
// letter is lit in some colour.
func Picture(lines string) []byte {
	data := make([]byte, 3*8*8)
	for i, r := range strings.Join(strings.Fields(lines), "") {
		if r != '.' {
			data[3*i+i%3] = 200
		}
	}
	return data
}
