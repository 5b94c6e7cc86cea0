package screen

import (
	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// Moment is what there is to see at one time. It never changes.
type Moment struct {
	View  companion.View
	Frame Frame
	Match match.Match // without its secret
	Point companion.Point
	Lang  words.Lang
	// Words returns the catalogue of a game, for "" the companion's own; nil where
	// there is no such language or game.
	Words func(lang words.Lang, game string) *words.Catalogue
	// WordsOf returns that of a game by its rules: of one in a file also of a version that is
	// not to be set up any more.
	WordsOf func(lang words.Lang, r games.Rules) *words.Catalogue
	Games   games.Catalogue   // what can be played
	Wrong   []companion.Wrong // files of games that can't
	Offer   companion.Offer   // what there is to set up and to go on with
	// Clocks are those of the match by seat, as of this moment; nil where none is on.
	Clocks  []companion.SeatClock
	Rings   bool              // the sand timer, or the time that a game gives, has run out
	Told    []match.Told      // what the last decision has made happen, as long as it is shown
	Thrown  companion.Thrown  // the dice that are thrown beside any game
	Counsel companion.Counsel // what can be asked of the adviser, and what it has told
	Ready   bool              // the match waits under its seal for somebody to begin
	Reserve string            // the seal of the next match's luck, whose id begins it; "": there is none yet
	Door    companion.Door
	// Private: what is in sight is for the wired keys only, and for nobody else's eyes.
	Private bool
	Mute    bool            // the table wants no sounds
	Sure    bool            // the wall clock is trusted
	Day     int             // the date, counted from 1970-01-01; 0: nobody knows it
	Next    <-chan struct{} // closed when a later moment has come
}
