package mice

import (
	"embed"
	"maps"

	"tabletop/games"
)

//go:generate go run ../internal/packed/pack topics_ru.txt topics_en.txt

//go:embed topics*.gz
var topicFiles embed.FS

// Topics returns the topics that hold for a set-up.
func (Rules) Topics(s games.Setup) []games.Topic {
	is := func(option, value string) bool { return s.Value(options, option) == value }
	all := []games.Topic{aimTopic}
	if is("scoring", "kids") {
		all = append(all, kidsTopic)
	} else {
		all = append(all, valuesTopic)
	}
	all = append(all, layoutTopic, turnTopic, diceTopic, twoTopic)
	if is("joker", "nosteal") {
		all = append(all, nostealTopic)
	} else {
		all = append(all, pairTopic)
	}
	all = append(all, againTopic)
	if is("odds", "on") && !is("scoring", "kids") {
		all = append(all, oddsTopic)
	}
	all = append(all, catchTopic)
	if is("risk", "on") {
		all = append(all, fiveTopic)
	}
	if is("end", "now") {
		all = append(all, endNowTopic)
	} else {
		all = append(all, endTopic)
	}
	if is("scoring", "kids") {
		return append(forKids(all), kidsWinnerTopic, seriesTopic, handTopic)
	}
	return append(all, winnerTopic, seriesTopic, handTopic)
}

// forKids returns topics with examples in which all mice are worth the same.
func forKids(all []games.Topic) (kids []games.Topic) {
	for _, t := range all {
		var examples []games.Example
		for _, e := range t.Example {
			e.Setup.Options = maps.Clone(e.Setup.Options)
			if e.Setup.Options == nil {
				e.Setup.Options = map[string]string{}
			}
			e.Setup.Options["scoring"] = "kids"
			examples = append(examples, e)
		}
		t.Example = examples
		kids = append(kids, t)
	}
	return kids
}

// About returns the text that leads to the topic about d: for any lure by two equal dice that of a pair,
// and for a roll with lured mice that of the colours that can't be taken again.
func (s state) About(d games.Decision) string {
	switch {
	case s.phase == luring && s.dice.dice[0] == s.dice.dice[1] && d.Word(0) == "lure":
		return pairs[0]
	case s.phase == more && d == "roll":
		return "rule.again"
	}
	return string(d)
}

// hunting is a position in the middle of a game of two. Its first line is about to be read.
const hunting = `         R O Y G B
centre   4 6 5 4 6
lured    0 0 0 0 0
seat 1   1 0 1 0 0
seat 2   1 0 0 2 0
`

// greedy is the same position after a red mouse and a blue mouse were lured.
const greedy = `         R O Y G B
centre   3 6 5 4 5
lured    1 0 0 0 1
seat 1   1 0 1 0 0
seat 2   1 0 0 2 0
`

// pairs are the lures that a pair of equal dice allows.
var pairs = []string{"lure red red", "lure orange orange", "lure yellow yellow", "lure green green", "lure blue blue"}

// example returns an example of two players: the line of the turn, the mice, and the tries.
func example(turn, mice string, options map[string]string, tries ...games.Try) []games.Example {
	return []games.Example{{Setup: games.Setup{Seats: 2, Options: options}, Position: turn + "\n" + mice, Tries: tries}}
}

var (
	aimTopic    = games.Topic{Key: "aim", Picture: "mice", Book: "ЦЕЛЬ ИГРЫ"}
	valuesTopic = games.Topic{
		Key: "values", Explains: []string{"scoring=normal"}, Book: "ОКОНЧАНИЕ ИГРЫ",
		Example: example("turn 1 more", greedy, nil, games.Try{Says: "stop", Moments: []games.Kind{games.Catch}, Scores: []int32{14, 9}}),
	}
	kidsTopic = games.Topic{
		Key: "kids", Explains: []string{"scoring=kids"}, Book: "ВАРИАНТЫ ИГРЫ",
		Example: example("turn 1 more", greedy, map[string]string{"scoring": "kids"},
			games.Try{Says: "stop", Moments: []games.Kind{games.Catch}, Scores: []int32{4, 3}}),
	}
	layoutTopic = games.Topic{Key: "layout", Picture: "mice", Book: "ПОДГОТОВКА К ИГРЕ"}
	turnTopic   = games.Topic{
		Key: "turn", Explains: []string{"roll", "phase.roll", "phase.more", "rule.roll", "rule.more"}, Book: "ХОД ИГРЫ",
		Example: example("turn 1 roll", hunting, nil,
			games.Try{Says: "stop", Rule: "rule.roll"},
			games.Try{Says: "roll"}),
	}
	diceTopic = games.Topic{
		Key: "dice", Picture: "white", Explains: []string{"dice", "phase.dice", "rule.dice", "rule.order"}, Book: "ХОД ИГРЫ",
		Example: example("turn 1 lure red white", hunting, nil,
			games.Try{Says: "lure red red"},
			games.Try{Says: "lure red yellow"},
			games.Try{Says: "lure yellow yellow", Rule: "rule.pair"}),
	}
	twoTopic = games.Topic{
		Key: "two", Picture: "red",
		Explains: []string{"lure", "phase.lure", "phase.lure.nosteal", "rule.colour", "rule.colours", "rule.centre", "rule.lure", "rule.steal"},
		Book:     "На кубиках выпали грани разных цветов",
		Example: example("turn 1 lure red blue", hunting, nil,
			games.Try{Says: "lure red"},
			games.Try{Says: "lure red blue"},
			games.Try{Says: "lure red/2", Rule: "rule.steal"},
			games.Try{Says: "lure yellow", Rule: "rule.colour"}),
	}
	pairTopic = games.Topic{
		Key: "pair", Picture: "green", Explains: append([]string{"joker=steal", "moment.steal", "rule.pair", "rule.card", "rule.own"}, pairs...),
		Book: "На кубиках выпали одинаковые цвета",
		Example: example("turn 1 lure green green", hunting, nil,
			games.Try{Says: "lure green green"},
			games.Try{Says: "lure green green/2", Moments: []games.Kind{games.Steal}},
			games.Try{Says: "lure green/2 green/2", Moments: []games.Kind{games.Steal}}),
	}
	nostealTopic = games.Topic{
		Key: "pairnosteal", Picture: "green",
		Explains: append([]string{"joker=nosteal", "moment.steal", "rule.pair", "rule.card", "rule.own", "rule.joker"}, pairs...),
		Example: example("turn 1 lure green white", hunting, map[string]string{"joker": "nosteal"},
			games.Try{Says: "lure green green"},
			games.Try{Says: "lure green green/2", Rule: "rule.joker"}),
	}
	againTopic = games.Topic{
		Key: "again", Picture: "mice", Explains: []string{"moment.bust", "rule.again"}, Book: "ХОД ИГРЫ",
		Example: example("turn 1 lure red green", greedy, nil,
			games.Try{Says: "lure green"},
			games.Try{Says: "lure red", Rule: "rule.again"}),
	}
	oddsTopic  = games.Topic{Key: "odds", Explains: []string{"odds=on"}}
	catchTopic = games.Topic{
		Key: "catch", Picture: "cover", Explains: []string{"stop", "moment.catch"}, Book: "ХОД ИГРЫ",
		Example: example("turn 1 more", greedy, nil,
			games.Try{Says: "stop", Moments: []games.Kind{games.Catch}},
			games.Try{Says: "roll"}),
	}
	fiveTopic = games.Topic{Key: "five", Picture: "mice", Explains: []string{"risk=on", "phase.five"}, Book: "ВАРИАНТЫ ИГРЫ"}
	endTopic  = games.Topic{
		Key: "end", Explains: []string{"end=turn", "moment.last", "rule.over"}, Book: "ОКОНЧАНИЕ ИГРЫ",
	}
	endNowTopic     = games.Topic{Key: "endnow", Explains: []string{"end=now", "moment.last", "rule.over"}}
	winnerTopic     = games.Topic{Key: "winner", Book: "ОКОНЧАНИЕ ИГРЫ"}
	kidsWinnerTopic = games.Topic{Key: "kidswinner", Book: "ВАРИАНТЫ ИГРЫ"}
	seriesTopic     = games.Topic{Key: "series", Book: "ОКОНЧАНИЕ ИГРЫ"}
	handTopic       = games.Topic{Key: "hand", Explains: []string{"rule.notation", "rule.seat", "rule.skip", "rule.lured", "rule.stuck"}}
)
