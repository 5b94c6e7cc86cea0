package games

import "strings"

// InPast is the prefix of the names of games that the companion doesn't know and that only past plays
// have, as in "past/Catan". The names of other games do not have this prefix.
const InPast = "past/"

// Untitled returns the name of a game without [InFile] or [InPast]. It stands for the title of a game whose
// file is gone, or that only past plays have.
func Untitled(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, InFile), InPast)
}

// PastPlay describes a play that was not recorded while it was played: people entered its result by
// hand, or it comes from another program. No rules have checked it.
type PastPlay struct {
	Game  string // name of the game; it begins with InPast for a game that the companion doesn't know
	Title string // title of such a game
	First Seat   // seat with the first turn; Nobody if unknown
	Day   bool   // only the date of the play is known, not the time
	Place string
	Note  string
}

// PastOf returns the past play of which s is the set-up. It is the result of the method Past of r.
// Without that method it returns false: matches of r are played with the companion.
func PastOf(r Rules, s Setup) (PastPlay, bool) {
	p, ok := r.(interface{ Past(Setup) PastPlay })
	if !ok {
		return PastPlay{}, false
	}
	return p.Past(s), true
}
