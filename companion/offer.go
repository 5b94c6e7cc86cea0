package companion

import (
	"slices"

	"tabletop/companion/people"
	"tabletop/games"
)

// Offer lists the games to set up and the matches to resume, for phones. An Offer never
// changes: an update makes another.
type Offer struct {
	Game         string                       // name of the game whose draft is on the panel, or ""
	Latest       string                       // name of the game begun last, or ""
	Drafts       map[string]Draft             // drafts by game
	Last         map[string]Draft             // last set-up played of each game, by game
	Cups         []string                     // saved cups, the one rolled last first
	Dice         string                       // the table's own dice, chosen by the table or configured
	OwnTemplates map[string]Template          // templates made by this table, by name
	Boxes        map[string]map[string]string // contents of each game's box as options, by game
	Templates    []Template                   // all templates; those from configuration files come first
	Players      []string                     // known players, beginning with the one seated last
	Unpublished  []string                     // known players whose names the club may not receive
	Same         map[string]string            // names that people have declared to be another player's, by name
	Looks        map[string]people.Look       // colours and pictures that players have chosen, by name
	Open         []Resumable                  // open matches, the one on the panel first
	League       League                       // league that receives the results
	Club         bool                         // the box belongs to a club
}

// People returns the looks and mergers of the known players.
func (o *Offer) People() people.People {
	if o == nil {
		return people.People{}
	}
	return people.People{Looks: o.Looks, Same: o.Same}
}

// Resumable describes an open match in an Offer. Facts and Touched are not set for the match on the
// panel, because they change with each decision.
type Resumable struct {
	ID, Game string
	Names    []string // names of the players, by seat
	Facts    int      // number of facts
	Touched  string   // time of the last fact in RFC 3339; "" if unknown
}

// offerParts are the inputs of an Offer.
type offerParts struct {
	house
	open *openList
}

func (p offerParts) build() *Offer {
	e := p.evening
	return &Offer{
		Game: e.draftGame, Latest: e.lastGame, Drafts: e.drafts, Last: e.lastDrafts, Cups: e.cups, Dice: p.dice(), OwnTemplates: e.ownTemplates, Boxes: e.boxes,
		Templates: slices.Concat(p.templates, e.templates()), Players: e.people.Known,
		Unpublished: e.people.Unnamed, Same: e.people.Same, Looks: e.people.Looks, Open: p.open.all, League: e.league, Club: p.inClub,
	}
}

// openList lists the open matches for an Offer. It never changes.
type openList struct{ all []Resumable }

// refresh returns the list of the matches in open. onPanel is the ID of the match on the panel, or
// "". If nothing has changed, refresh returns l itself.
func (l *openList) refresh(open []session, onPanel string) *openList {
	if l != nil && slices.EqualFunc(l.all, open, func(r Resumable, s session) bool { return r.describes(s, s.id == onPanel) }) {
		return l
	}
	l = &openList{}
	for _, s := range open {
		r := Resumable{ID: s.id, Game: s.gameName(), Names: s.names()}
		if s.id != onPanel {
			r.Facts, r.Touched = s.facts(), s.touched()
		}
		l.all = append(l.all, r)
	}
	return l
}

// describes reports whether r has the data of s.
func (r Resumable) describes(s session, onPanel bool) bool {
	if r.ID != s.id || r.Game != s.gameName() || onPanel != (r.Facts == 0) || !onPanel && r.Facts != s.facts() {
		return false
	}
	if s.match.IsZero() {
		return slices.Equal(r.Names, s.summary.Names)
	}
	if len(r.Names) != s.match.Seats() {
		return false
	}
	for i, name := range r.Names {
		if s.match.Name(games.Seat(i+1)) != name {
			return false
		}
	}
	return true
}
