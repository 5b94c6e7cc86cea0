package store

import (
	"fmt"
	"strings"

	"tabletop/companion/history"
	"tabletop/companion/luck"
)

// summary is that of a match that the first name began.
func summary(names ...string) string {
	return history.Summary{Game: "mice", Names: names, Scores: make([]int32, len(names)), First: 1, Over: true}.String()
}

// sealOf is the seal of a secret.
func sealOf(secret string) string {
	s, err := luck.ParseSecret(secret)
	if err != nil {
		panic(err)
	}
	return s.Seal()
}

// sealed is a first line under the seal of that secret.
func sealed(secret string) string {
	return strings.Replace(lines(1, 1), "}", `,"seal":"`+sealOf(secret)+`"}`, 1)
}

// night is a fixed evening: two matches in turn, an undo, an end that is taken
// back, players and settings, a history written at once.
var night = []spelled{
	{Settings: "lang\tru\n"},
	{Match: "mice-1", First: 1, Lines: sealed(secretA) + lines(2, 3), Secret: secretA, Players: "Аня\nБоря\n", Settings: "last\tmice\n"},
	{Match: "mice-1", First: 4, Lines: lines(4, 5)},
	{Match: "mice-1", First: 6, Lines: lines(6, 6)},
	{Match: "mice-1", First: 7, Lines: lines(7, 8)},
	{Match: "mice-1", First: 9, Lines: `{"seq":9,"ms":4608,"kind":"undone","back_to":6}` + "\n"},
	{Match: "mice-1", First: 10, Lines: lines(10, 12)},
	{Match: "score-1", First: 1, Lines: lines(1, 1), Secret: secretB, Players: "Вера\nАня\n", Settings: "last\tscore\ncup\t3d6+2\n"},
	{Match: "score-1", First: 2, Lines: lines(2, 3)},
	{Match: "score-1", First: 4, Lines: lines(4, 4)},
	{Match: "mice-1", First: 13, Lines: lines(13, 14)},
	{Match: "mice-1", First: 15, Lines: `{"seq":15,"kind":"ended"}` + "\n", Over: true},
	{Match: "mice-1", First: 16, Lines: fmt.Sprintf(`{"seq":16,"kind":"opened","secret":"%s"}`+"\n", secretA), Over: true},
	{Match: "mice-1", First: 17, Lines: fmt.Sprintf(`{"seq":17,"kind":"undone","seal":"%s","back_to":14}`+"\n", sealOf(secretB)), Secret: secretB},
	{Match: "mice-1", First: 18, Lines: lines(18, 19)},
	{Settings: "cup\t\nlang\ten\n"},
	{Match: "mice-1", First: 20, Lines: `{"seq":20,"kind":"ended"}` + "\n", Over: true, Summary: summary("Боря", "Аня")},
	{Match: "score-1", First: 5, Lines: lines(5, 6)},
	{Match: "dice-1", First: 1, Lines: lines(1, 40), Players: "Гоша\n"},
	{Match: "score-1", First: 7, Lines: lines(7, 7), Over: true, Summary: summary("Аня", "Боря")},
	{Match: "dice-1", First: 41, Lines: lines(41, 42)},
	{Match: "dice-1", Over: true},
}
