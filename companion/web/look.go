package web

import (
	"encoding/hex"
	"slices"

	"tabletop/companion/people"
)

// seatLook is the look of a player.
type seatLook struct {
	Tone    int    `json:"tone"`    // number of the colour, from 1; the page has a dark and a light tone for each
	Colour  string `json:"colour"`  // colour of the matrix
	Picture string `json:"picture"` // "" if the player has chosen none
}

// looksOf returns the looks of the players of one table.
func looksOf(p people.People, names []string) []seatLook {
	all := []seatLook{}
	for _, l := range p.AtTable(names) {
		rgb := people.Colours[l.Colour-1].RGB
		look := seatLook{Tone: l.Colour, Colour: "#" + hex.EncodeToString(rgb[:])}
		if l.Picture > 0 {
			look.Picture = people.Pictures[l.Picture-1]
		}
		all = append(all, look)
	}
	return all
}

// chosenLook is what a player has chosen: keys of a colour and of a picture, "" for none.
type chosenLook struct {
	Colour  string `json:"colour"`
	Picture string `json:"picture"`
}

// lookChoice is a colour or a picture to choose, with its name in words.
type lookChoice struct {
	Key   string `json:"key"`
	Label string `json:"label"`
}

// lookChoices are the choices for a part of a look; the first is none.
type lookChoices struct {
	Label   string       `json:"label"`
	Choices []lookChoice `json:"choices"`
}

// mostLooks is the maximum number of names in one question for looks.
const mostLooks = 64

// looks serves the looks of the players of one table, in the order of the names in the query, and
// all that players can choose and have chosen.
func (s *Server) looks(c *call) {
	w, p := c.words(""), c.now.Offer.People()
	names := c.r.URL.Query()["name"]
	answer := struct {
		Looks    []seatLook            `json:"looks"`
		Chosen   map[string]chosenLook `json:"chosen"` // by name
		Colours  lookChoices           `json:"colours"`
		Pictures lookChoices           `json:"pictures"`
	}{Looks: looksOf(p, names[:min(len(names), mostLooks)]), Chosen: map[string]chosenLook{}}
	none := []lookChoice{{"", w.Word("players.any")}}
	answer.Colours, answer.Pictures = lookChoices{w.Word("players.colour"), none}, lookChoices{w.Word("players.picture"), slices.Clone(none)}
	for _, colour := range people.Colours {
		answer.Colours.Choices = append(answer.Colours.Choices, lookChoice{colour.Key, w.Word("colour." + colour.Key)})
	}
	for _, picture := range people.Pictures {
		answer.Pictures.Choices = append(answer.Pictures.Choices, lookChoice{picture, w.Word("picture." + picture)})
	}
	for name := range p.Looks {
		answer.Chosen[name] = chosenLook(p.Chosen(name).Keys())
	}
	c.answer(answer)
}
