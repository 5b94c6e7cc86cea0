package companion

import (
	"maps"
	"slices"
)

// Offer is what there is to set up and to go on with. It never changes: a later one
// takes its place.
type Offer struct {
	Game      string                       // being set up on the panel, "" for none
	Drafts    map[string]Draft             // by game
	Last      map[string]Draft             // by game: the set-up of last time
	Cups      []string                     // saved, the one rolled last first
	Dice      string                       // the table's own, chosen or configured
	Sheets    map[string]Template          // the table's own, by name
	Boxes     map[string]map[string]string // by game: the options that tell what lies in its box
	Templates []Template                   // all there are, of files first
	Players   []string                     // known players, the latest seated first
	Nameless  []string                     // of them who are not to be named to the club
	Open      []OpenMatch                  // the one on the panel first
	League    League                       // who may have what is played
	Club      bool                         // the box has a club
}

// Offer returns what there is to set up and to go on with.
func (m Model) Offer() Offer {
	e := m.evening
	o := Offer{
		Game: e.game, Drafts: e.drafts, Last: e.last, Cups: e.cups, Dice: m.dice(), Sheets: e.sheets, Boxes: e.boxes,
		Templates: slices.Concat(m.templates, m.sheets()), Players: e.players,
		Nameless: e.nameless, League: e.league, Club: m.inClub,
	}
	for _, s := range m.open {
		o.Open = append(o.Open, s.inSummary())
	}
	return o
}

// inSummary is s as a list has it.
func (s session) inSummary() OpenMatch {
	if s.match.IsZero() {
		return *s.summary
	}
	return OpenMatch{ID: s.id, Game: s.game(), Names: s.names(), Started: s.match.Fact(1).At, Facts: s.match.Seq()}
}

// OffersAs reports whether m offers what was did.
func (m Model) OffersAs(was Model) bool {
	return m.evening == was.evening && slices.EqualFunc(m.open, was.open, func(a, b session) bool {
		return a.id == b.id && slices.Equal(a.names(), b.names())
	})
}

// sheets are the table's own templates, by their names.
func (m Model) sheets() (all []Template) {
	for _, name := range slices.Sorted(maps.Keys(m.evening.sheets)) {
		all = append(all, m.evening.sheets[name])
	}
	return all
}
