package companion

import (
	"slices"

	"tabletop/games"
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
	Open      []Resumable                  // the one on the panel first
	League    League                       // who may have what is played
	Club      bool                         // the box has a club
}

// Resumable is a match to go on with, as an Offer lists it.
type Resumable struct {
	ID, Game string
	Names    []string // by seat
}

// offerParts are what an Offer is made of.
type offerParts struct {
	house
	open *openList
}

func (p offerParts) build() *Offer {
	e := p.evening
	return &Offer{
		Game: e.game, Drafts: e.drafts, Last: e.last, Cups: e.cups, Dice: p.dice(), Sheets: e.sheets, Boxes: e.boxes,
		Templates: slices.Concat(p.templates, e.templates()), Players: e.people.Known,
		Nameless: e.people.Unnamed, Open: p.open.all, League: e.league, Club: p.inClub,
	}
}

// openList are the matches to go on with. It never changes.
type openList struct{ all []Resumable }

// after returns the list of open matches: l itself while it lists just them. Their time and
// their facts, which change more often, are no part of it.
func (l *openList) after(open []session) *openList {
	if l != nil && slices.EqualFunc(l.all, open, Resumable.lists) {
		return l
	}
	l = &openList{}
	for _, s := range open {
		l.all = append(l.all, Resumable{ID: s.id, Game: s.gameName(), Names: s.names()})
	}
	return l
}

// lists reports whether r tells of s what there is to tell.
func (r Resumable) lists(s session) bool {
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
