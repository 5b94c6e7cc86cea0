package mazaitsy

import "tabletop/games"

// spoken are the verbs of the notation with field=on.
var spoken = map[string]verb[*flood]{
	"card":     {[]stage{naming, asking}, (*flood).card},
	"hare":     {[]stage{drawing}, (*flood).hare},
	"boat":     {[]stage{boating}, (*flood).boat},
	"forward":  {[]stage{moving}, (*flood).forward},
	"turn":     {[]stage{moving}, (*flood).turnNose},
	"diagonal": {[]stage{moving}, (*flood).diagonal},
	"unload":   {[]stage{moving}, (*flood).unload},
	"done":     {[]stage{moving}, (*flood).done},
	"take":     {[]stage{meeting, moving}, (*flood).take},
	"steal":    {[]stage{meeting, moving}, (*flood).steal},
	"pass":     {[]stage{meeting, moving}, (*flood).pass},
	"get":      {[]stage{meeting, moving}, (*flood).get},
	"leave":    {[]stage{meeting, moving}, (*flood).leave},
	"pull":     {[]stage{pulling}, (*flood).pull},
	"place":    {[]stage{replacing}, (*flood).place},
	"spin":     {[]stage{spinning}, (*flood).spin},
	"add":      {[]stage{adding}, (*flood).add},
	"lay":      {[]stage{laying}, (*flood).layAt},
	"mazai":    {[]stage{asking}, (*flood).answer},
}

// Apply takes a decision of the package's notation.
func (f flood) Apply(d games.Decision) (games.State, error) {
	if err := decide(d, spoken, f.stage, &f); err != nil {
		return nil, err
	}
	return f, nil
}

// Legal lists what the stage allows.
func (f flood) Legal() []games.Choice {
	switch f.stage {
	case naming:
		return f.legalCards()
	case drawing:
		return f.legalHares()
	case boating:
		return f.legalBoats()
	case moving:
		return f.legalActions()
	case meeting:
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

func (f *flood) legalBoats() []games.Choice {
	var legal []games.Choice
	f.harbours(func(b boat) {
		legal = append(legal, games.Choice{Says: games.Decision("boat " + b.at.String() + " " + b.nose.String())})
	})
	return legal
}
