package companion

import "tabletop/games"

// Config is what New needs to know.
type Config struct {
	Games     games.Catalogue // every game, in the order the menu offers them
	OwnDice   string          // option dice of the game dice, "" for none
	Printer   bool            // there is one: matches can be printed
	Templates []Template      // set-ups to choose from, in the order the menu offers them
	Version   string          // of the companion, "" where it doesn't know

	// EitherChip is set where the panel is real and the configuration doesn't say which
	// chip it has: the table is asked.
	EitherChip bool

	Club bool // the box has a club
}

// New returns a model that waits for Started. Its error is a game's catalogue
// that doesn't parse.
func New(c Config) (Model, error) {
	library, err := NewLibrary(c.Games)
	if err != nil {
		return Model{}, err
	}
	b := &box{own: c.Games.Games, ownDice: c.OwnDice, printer: c.Printer, templates: c.Templates, version: c.Version, eitherChip: c.EitherChip, inClub: c.Club}
	for _, r := range c.Games.Games {
		if tool, ok := r.(games.Roller); ok && b.tool == nil {
			b.tool = tool
		}
	}
	all := menus{home: homePage(), pause: pausePage()}
	return Model{house: house{box: b, localizer: localizer{library: library}}, menus: all, stack: stack{{page: all.home}}}.withSettings(&evening{}).share(), nil
}
