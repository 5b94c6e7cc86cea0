package companion

import "tabletop/games"

// Config is the configuration of a model.
type Config struct {
	Games     games.Catalogue // all games, in the order of the menu
	OwnDice   string          // default of the option dice of the game dice; "" for none
	Printer   bool            // a printer is connected: matches can be printed
	Templates []Template      // set-ups to choose from, in the order of the menu
	Version   string          // version of the companion; "" if unknown

	// EitherChip means that a real panel is connected and the configuration doesn't name its
	// chip. The table is then asked.
	EitherChip bool

	Club bool // the box belongs to a club
}

// New returns a model that waits for Started. It fails if the catalogue of a game doesn't
// parse.
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
	all := menus{home: homePage(), pause: pausePage()}
	return Model{house: house{box: b, localizer: localizer{library: library}}, menus: all, stack: stack{{page: all.home}}}.withSettings(&evening{}).share(), nil
}
