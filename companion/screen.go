package companion

import (
	"strconv"
	"strings"
)

// screen is the kind of a page that is restored after a power cut.
type screen uint8

const (
	noScreen screen = iota
	atSetup
	atReady
	atPlay
	atCups
)

// savedScreen is a screen with its match, or with the game of its set-up.
type savedScreen struct {
	screen screen
	game   string // for atSetup
	match  string // for atReady and atPlay
	first  int    // first seat, for atReady
	steps  bool   // steps by hand are shown
}

// stepsWord marks a savedScreen with steps.
const stepsWord = "steps"

// String returns the value of the setting: "setup mice", "ready ID FIRST", "play ID", "play ID
// steps", "cups" or "home".
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

// readSavedScreen parses the result of String.
func readSavedScreen(line string) (w savedScreen, ok bool) {
	words := strings.Fields(line + " - - -")
	switch words[0] {
	case "setup":
		w = savedScreen{screen: atSetup, game: words[1]}
	case "ready":
		w = savedScreen{screen: atReady, match: words[1]}
		w.first, _ = strconv.Atoi(words[2]) // a missing number means drawn
	case "play":
		w = savedScreen{screen: atPlay, match: words[1], steps: words[2] == stepsWord}
	case "cups":
		w = savedScreen{screen: atCups}
	}
	return w, w.screen != noScreen
}
