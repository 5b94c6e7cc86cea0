package companion

import (
	"slices"

	"tabletop/games"
)

// Offer is the list of games to set up and matches to resume. It never changes: an update
// makes another.
type Offer struct {
	Game         string                       // game of the draft on the panel, or ""
	Drafts       map[string]Draft             // by game
	Last         map[string]Draft             // last set-up played, by game
	Cups         []string                     // saved cups, the one rolled last first
	Dice         string                       // the table's own dice, chosen or configured
	OwnTemplates map[string]Template          // the table's own templates, by name
	Boxes        map[string]map[string]string // options for the contents of the box, by game
	Templates    []Template                   // all templates, those of files first
	Players      []string                     // known players, the one seated last first
	Unpublished  []string                     // players whose names may not be published to the club
	Open         []Resumable                  // open matches, the one on the panel first
	League       League                       // the league that receives the results
	Club         bool                         // the box belongs to a club
}

// Resumable is an open match in an Offer.
type Resumable struct {
	ID, Game string
	Names    []string // by seat
}

// offerParts are the input of an Offer.
type offerParts struct {
	house
	open *openList
}

func (p offerParts) build() *Offer {
	e := p.evening
	return &Offer{
		Game: e.draftGame, Drafts: e.drafts, Last: e.lastDrafts, Cups: e.cups, Dice: p.dice(), OwnTemplates: e.ownTemplates, Boxes: e.boxes,
		Templates: slices.Concat(p.templates, e.templates()), Players: e.people.Known,
		Unpublished: e.people.Unnamed, Open: p.open.all, League: e.league, Club: p.inClub,
	}
}

// openList lists the open matches. It never changes.
type openList struct{ all []Resumable }

// refresh returns the list for open: l itself if it is unchanged. Time and facts of the matches
// are not listed, because they change more often.
func (l *openList) refresh(open []session) *openList {
	if l != nil && slices.EqualFunc(l.all, open, Resumable.describes) {
		return l
	}
	l = &openList{}
	for _, s := range open {
		l.all = append(l.all, Resumable{ID: s.id, Game: s.gameName(), Names: s.names()})
	}
	return l
}

// describes reports whether r is the entry of s.
func (r Resumable) describes(s session) bool {
	if r.ID != s.id || r.Game != s.gameName() {
		return false
	}
	if s.match.IsZero() {
		return slices.Equal(r.Names, s.summary.Names)
	}
	if len(r.Names) != s.match.Setup().Seats {
		return false
	}
	for i, name := range r.Names {
		if s.match.Name(games.Seat(i+1)) != name {
			return false
		}
	}
	return true
}
