package companion

import (
	"strconv"
	"strings"
)

// screen is a kind of page that is shown again after a power cut.
type screen uint8

const (
	noScreen screen = iota // nothing to restore: the home page is shown
	atSetup                // set-up of a match
	atReady                // match that waits under its seal
	atPlay                 // match in play
	atCups                 // dice tool
)

// savedScreen is a screen with its match, or with the game of its set-up, as stored in the
// settings.
type savedScreen struct {
	screen screen
	game   string // name of the game, for atSetup
	match  string // id of the match, for atReady and atPlay
	first  int    // first seat as in session.first, for atReady
	steps  bool   // the panel shows steps to do by hand, for atPlay
}

// stepsWord is the last word in the setting of a savedScreen with steps to do by hand.
const stepsWord = "steps"

// String returns w as the value of its setting: "setup mice", "ready ID FIRST", "play ID",
// "play ID steps", "cups" or "home".
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

// readSavedScreen parses a value that String has returned. It returns false for "home" and for
// invalid values.
func readSavedScreen(line string) (w savedScreen, ok bool) {
	words := strings.Fields(line + " - - -")
	switch words[0] {
	case "setup":
		w = savedScreen{screen: atSetup, game: words[1]}
	case "ready":
		w = savedScreen{screen: atReady, match: words[1]}
		w.first, _ = strconv.Atoi(words[2]) // without a number the first seat is drawn
	case "play":
		w = savedScreen{screen: atPlay, match: words[1], steps: words[2] == stepsWord}
	case "cups":
		w = savedScreen{screen: atCups}
	}
	return w, w.screen != noScreen
}
