package mazaitsy

import "tabletop/games"

// fieldVerbs contains the verbs of the notation with field=on, and for each its stages and action.
var fieldVerbs = map[string]verb[*fieldState]{
	"card":     {[]stage{naming, asking}, (*fieldState).nameCards},
	"hare":     {[]stage{drawing}, (*fieldState).layHare},
	"boat":     {[]stage{placingBoat}, (*fieldState).placeBoat},
	"forward":  {[]stage{moving}, (*fieldState).forward},
	"turn":     {[]stage{moving}, (*fieldState).turnNose},
	"diagonal": {[]stage{moving}, (*fieldState).diagonal},
	"unload":   {[]stage{moving}, (*fieldState).unload},
	"done":     {[]stage{moving}, (*fieldState).done},
	"take":     {[]stage{taking, moving}, (*fieldState).take},
	"steal":    {[]stage{taking, moving}, (*fieldState).steal},
	"pass":     {[]stage{taking, moving}, (*fieldState).pass},
	"get":      {[]stage{taking, moving}, (*fieldState).get},
	"leave":    {[]stage{taking, moving}, (*fieldState).leave},
	"pull":     {[]stage{pulling}, (*fieldState).pull},
	"place":    {[]stage{replacing}, (*fieldState).place},
	"spin":     {[]stage{spinning}, (*fieldState).spin},
	"add":      {[]stage{adding}, (*fieldState).announce},
	"lay":      {[]stage{laying}, (*fieldState).layAtCell},
	"mazai":    {[]stage{asking}, (*fieldState).answer},
}

// Apply returns the position after the decision d. The package comment describes its notation.
func (f fieldState) Apply(d games.Decision) (games.State, error) {
	f.attend()
	if err := applyVerb(d, fieldVerbs, f.stage, &f); err != nil {
		return nil, err
	}
	return f, nil
}

// Legal returns the legal decisions of the present stage.
func (f fieldState) Legal() []games.Choice {
	switch f.stage {
	case naming:
		return f.legalCards()
	case drawing:
		return f.legalHares()
	case placingBoat:
		return f.legalBoats()
	case moving:
		return f.legalActions()
	case taking:
		return f.legalWindow()
	case pulling:
		return f.legalPulls()
	case replacing:
		return f.legalPlaces()
	case spinning:
		return []games.Choice{{Says: "spin ccw"}, {Says: "spin cw"}}
	case adding:
		return f.legalTypes()
	case laying:
		return f.legalLays()
	case asking:
		return f.legalAnswers()
	}
	return nil
}

func (f *fieldState) legalBoats() []games.Choice {
	var legal []games.Choice
	f.eachStart(func(b boat) {
		legal = append(legal, games.Choice{Says: games.Decision("boat " + b.at.String() + " " + b.nose.String())})
	})
	return legal
}
