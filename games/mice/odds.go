package mice

// allRolls is how many rolls there are of two dice with six faces, all equally likely.
const allRolls = 36

// failing returns how many of all rolls would lure nothing here: with k colours lured
// and all others in the centre k², with all five every one.
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

// percent returns n of all rolls in percent, rounded.
func percent(n int) int { return (100*n + allRolls/2) / allRolls }
