package mice

// allRolls is the number of equally likely rolls of two dice with six faces.
const allRolls = 36

// failing returns the number of rolls, out of allRolls, that would allow no lure in this position.
// If k colours are lured, and the centre has mice of every other colour, the number is k². If all
// five colours are lured, it is allRolls.
func (s state) failing() int {
	n := 0
	for i := range rolls {
		s.dice = &rolls[i]
		if !s.canLure() {
			n += int(rollChoices[i].Weight)
		}
	}
	return n
}

// percent returns n out of allRolls in percent, rounded.
func percent(n int) int { return (100*n + allRolls/2) / allRolls }
