package companion

import (
	"strconv"
	"strings"
)

// spot is a place that a power cut must not lose: which screen the table was at.
type screen uint8

const (
	noScreen screen = iota
	atSetup
	atReady
	atPlay
	atCups
)

// where is the spot in sight: of which match, or of which game's set-up.
type savedScreen struct {
	screen screen
	game   string // at the set-up
	match  string // waiting under its seal, or being played
	first  int    // of one that waits
	steps  bool   // hands are told what to do in it
}

// saysSteps is behind the spot of a match whose steps are in sight.
const stepsWord = "steps"

// String writes a spot as its setting has it: "setup mice", "ready ID FIRST",
// "play ID", "play ID steps", "cups" or "home".
func (w savedScreen) String() string {
	switch w.screen {
	case atSetup:
		return "setup " + w.game
	case atReady:
		return "ready " + w.match + " " + strconv.Itoa(w.first)
	case atPlay:
		if w.steps {
			return "play " + w.match + " " + stepsWord
		}
		return "play " + w.match
	case atCups:
		return "cups"
	}
	return "home"
}

// readWhere reads what String writes.
func readSavedScreen(line string) (w savedScreen, ok bool) {
	words := strings.Fields(line + " - - -")
	switch words[0] {
	case "setup":
		w = savedScreen{screen: atSetup, game: words[1]}
	case "ready":
		w = savedScreen{screen: atReady, match: words[1]}
		w.first, _ = strconv.Atoi(words[2]) // 0 is drawn
	case "play":
		w = savedScreen{screen: atPlay, match: words[1], steps: words[2] == stepsWord}
	case "cups":
		w = savedScreen{screen: atCups}
	}
	return w, w.screen != noScreen
}
