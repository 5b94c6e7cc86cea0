package companion

import (
	"tabletop/companion/door"
	"tabletop/games"
)

// Config is the configuration of a new Model.
type Config struct {
	Games     games.Catalogue // all games, in the order of the menu
	OwnDice   string          // the table's own dice, as a value of the dice tool's option; "" for none
	Printer   bool            // a printer is connected, so matches can be printed
	Templates []Template      // prepared set-ups, in the order of the menu
	Version   string          // version of the companion; "" if unknown

	// EitherChip is set if a real panel is connected and the configuration doesn't name its
	// chip. The table is then asked for the chip.
	EitherChip bool

	Club bool // the box belongs to a club
}

// New returns a Model that waits for the event Started. It returns an error if the catalogue of
// a game doesn't parse.
func New(c Config) (Model, error) {
	library, err := NewLibrary(c.Games)
	if err != nil {
		return Model{}, err
	}
	b := &box{builtIn: c.Games.Games, ownDice: c.OwnDice, printer: c.Printer, templates: c.Templates, version: c.Version, eitherChip: c.EitherChip, inClub: c.Club}
	for _, r := range c.Games.Games {
		if tool, ok := r.(games.Roller); ok && b.diceTool == nil {
			b.diceTool = tool
		}
	}
	all := menus{home: homePage(), pause: pausePage(), settings: settingsPage()}
	return Model{house: house{box: b, localizer: localizer{library: library}}, menus: all, stack: stack{{page: all.home}}, reach: &door.Reach{}, own: &door.Watch{}}.withSettings(&evening{}).share(), nil
}
