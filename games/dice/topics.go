package dice

import (
	"embed"

	"tabletop/games"
)

//go:generate go run ../internal/packed/pack topics_ru.txt topics_en.txt topics_pictures.txt topics.svg

//go:embed topics*.gz
var topicFiles embed.FS

// Topics returns the topics that hold for a set-up: what the dice roller is for, a roll, the
// notation by its parts, the result, the odds, and fairness.
func (Rules) Topics(s games.Setup) []games.Topic {
	tens := tensTopic
	if s.Value(options, "notation") == "1" {
		tens = sixtySixTopic
	}
	return []games.Topic{
		aimTopic, rollTopic, buildTopic, sumTopic, facesTopic, tens, fateTopic, coinTopic, listTopic, ownTopic(s),
		keepTopic, againTopic, burstTopic, burstsTopic, hitsTopic, compareTopic, floorTopic, marksTopic, timesTopic,
		groupTopic, mathsTopic, functionsTopic, advantageTopic, uniqueTopic, labelTopic, lettersTopic, resultTopic, extremeTopic, oddsTopic, faceTopic, limitsTopic, wrongTopic,
		honestTopic, checkTopic,
	}
}

// unrolled is the position before the first roll.
const unrolled = "rolls 0\n"

// rolling returns an example in the middle of a roll: the roll in the form of String, and the tries.
func rolling(roll string, tries ...games.Try) []games.Example {
	return example(unrolled+roll+"\n", tries...)
}

// writing returns an example before the first roll: the tries are notations to roll.
func writing(tries ...games.Try) []games.Example { return example(unrolled, tries...) }

func example(position string, tries ...games.Try) []games.Example {
	setup := games.Setup{Seats: 1, Options: map[string]string{"notation": "3"}}
	return []games.Example{{Setup: setup, Position: position, Tries: tries}}
}

// ends returns a try that finishes a roll with a total.
func ends(says games.Decision, total int32, moments ...games.Kind) games.Try {
	return games.Try{Says: says, Scores: []int32{total}, Moments: moments}
}

// ownTopic returns the topic about the own dice of a set-up.
func ownTopic(s games.Setup) games.Topic {
	t := games.Topic{
		Key: "own", Book: "Options",
		Explains: []string{
			"dice", "rule.dice.own.size", "rule.dice.own.many", "rule.dice.own.name", "rule.dice.own.twice",
			"rule.dice.own.faces", "rule.dice.own.face", "rule.dice.unknown",
		},
	}
	own, err := ParseDice(s.Value(options, "dice"))
	if err != nil {
		return t // New refuses this set-up
	}
	for _, d := range own {
		t.Explains = append(t.Explains, d.String())
	}
	return t
}

var (
	aimTopic  = games.Topic{Key: "aim", Picture: "dice-all", Book: "README"}
	rollTopic = games.Topic{
		Key: "roll", Explains: []string{"roll", "phase.roll", "rule.dice.roll"}, Book: "README",
		Example: writing(games.Try{Says: "roll 2d6"}, games.Try{Says: "roll", Rule: "rule.dice.roll"}),
	}
	buildTopic = games.Topic{Key: "build", Book: "Build"}
	sumTopic   = games.Topic{
		Key: "sum", Explains: []string{"explain.first", "explain.plus", "explain.minus"}, Book: "Notation",
		Example: rolling("now 3d6+2: 4 5", ends("d6 1", 12), ends("d6 6", 17), games.Try{Says: "d6 7", Rule: "rule.dice.face"}),
	}
	facesTopic = games.Topic{
		Key: "faces", Explains: []string{"d4", "d6", "d8", "d10", "d12", "d20", "d100", "rule.dice.faces"}, Book: "Notation",
		Example: writing(games.Try{Says: "roll d3"}, games.Try{Says: "roll d%"}, games.Try{Says: "roll d0", Rule: "rule.dice.faces"}),
	}
	tensTopic = games.Topic{
		Key: "tens", Picture: "dice-tens", Explains: []string{"explain.tens", "explain.hundred", "d66", "d00", "notation=2", "notation=3"}, Book: "Notation",
		Example: rolling("now d66:", ends("d66 42", 42), games.Try{Says: "d66 47", Rule: "rule.dice.face"}),
	}
	sixtySixTopic = games.Topic{Key: "sixtysix", Explains: []string{"d66", "d00", "notation=1"}, Book: "Options"}
	fateTopic     = games.Topic{
		Key: "fate", Explains: []string{"explain.fate", "explain.fewer", "dF"}, Book: "Notation",
		Example: rolling("now 4dF: 1 1 0", ends("dF -1", 1), ends("dF 1", 3)),
	}
	coinTopic = games.Topic{
		Key: "coin", Picture: "coin", Explains: []string{"explain.coin", "coin", "rule.dice.coin"}, Book: "Notation",
		Example: writing(games.Try{Says: "roll 3coin"}, games.Try{Says: "roll coin+d6", Rule: "rule.dice.coin"}),
	}
	listTopic = games.Topic{
		Key: "list", Explains: []string{"rule.dice.words"}, Book: "Notation",
		Example: writing(games.Try{Says: "roll d{1,1,2}"}, games.Try{Says: "roll 2d{sun,rain}k1", Rule: "rule.dice.words"}),
	}
	keepTopic = games.Topic{
		Key: "keep", Picture: "dice-keep", Explains: []string{"explain.best", "explain.worst", "explain.low", "explain.high", "explain.none", "rule.dice.keep"}, Book: "Notation",
		Example: append(
			rolling("now 4d6k3: 1 5 4", ends("d6 6", 15)),
			writing(games.Try{Says: "roll 2d20kl1"}, games.Try{Says: "roll 4d6k5", Rule: "rule.dice.keep"})...,
		),
	}
	againTopic = games.Topic{
		Key: "again", Picture: "dice-again", Explains: []string{"explain.until", "explain.reroll", "rule.dice.reroll"}, Book: "Notation",
		Example: append(
			rolling("now 2d6r1: 4 1", ends("d6 5", 9), games.Try{Says: "d6 1"}),
			writing(games.Try{Says: "roll 2d6r1ro2", Rule: "rule.dice.reroll"})...,
		),
	}
	burstTopic = games.Topic{
		Key: "burst", Explains: []string{"explain.again", "explain.on"}, Picture: "dice-burst", Book: "Notation",
		Example: rolling("now d6!: 6 6", ends("d6 3", 15), games.Try{Says: "d6 6"}),
	}
	burstsTopic = games.Topic{
		Key: "bursts", Explains: []string{"explain.compound", "explain.penetrate"}, Book: "Notation",
		Example: rolling("now d6!p: 6", ends("d6 4", 9)),
	}
	hitsTopic = games.Topic{
		Key: "hits", Picture: "dice-hits", Explains: []string{"explain.hits", "explain.misses", "rule.dice.misses"}, Book: "Notation",
		Example: append(
			rolling("now 5d10>=8f1: 9 8 3 1", ends("d10 10", 2)),
			writing(games.Try{Says: "roll 5d10f1", Rule: "rule.dice.misses"})...,
		),
	}
	compareTopic = games.Topic{
		Key: "compare", Book: "Notation",
		Example: writing(games.Try{Says: "roll 2d6r1"}, games.Try{Says: "roll 2d6r<3"}, games.Try{Says: "roll 5d10>=8"}),
	}
	floorTopic = games.Topic{
		Key: "floor", Explains: []string{"explain.min", "explain.max", "rule.dice.twice"}, Book: "Notation",
		Example: append(
			rolling("now 4d6min2max5: 1 6 3", ends("d6 3", 13)),
			writing(games.Try{Says: "roll d6min2min3", Rule: "rule.dice.twice"})...,
		),
	}
	marksTopic = games.Topic{
		Key: "marks", Explains: []string{"explain.good", "explain.bad", "explain.ascending", "explain.descending"}, Book: "Notation",
		Example: rolling("now d20cs20cf1:", ends("d20 7", 7), ends("d20 20", 20, games.High)),
	}
	timesTopic = games.Topic{
		Key: "times", Picture: "dice-times", Explains: []string{"explain.repeat", "rule.dice.times"}, Book: "Notation",
		Example: append(
			rolling("now 2xd6+1: 3", ends("d6 5", 10)),
			writing(games.Try{Says: "roll 6x4d6k3"}, games.Try{Says: "roll 0xd6", Rule: "rule.dice.times"})...,
		),
	}
	groupTopic = games.Topic{
		Key: "group", Explains: []string{"explain.group", "explain.pool", "explain.best.parts", "explain.worst.parts", "explain.low.parts", "explain.high.parts", "explain.none.parts", "explain.hits.total", "explain.misses.total"}, Picture: "dice-group", Book: "Notation",
		Example: writing(games.Try{Says: "roll {4d6,3d8}k1"}, games.Try{Says: "roll {6x4d6}k3"}, games.Try{Says: "roll {4d6+3d8}k2"}),
	}
	mathsTopic = games.Topic{
		Key: "maths", Explains: []string{"explain.times", "explain.over", "explain.rest", "explain.power", "explain.rounded", "explain.part", "rule.dice.zero", "rule.dice.large", "rule.dice.fixed"}, Book: "Notation",
		Example: rolling("now (2d6+3)*2/3: 4", ends("d6 5", 8)),
	}
	functionsTopic = games.Topic{
		Key: "functions", Explains: []string{"explain.call.abs", "explain.call.ceil", "explain.call.cos", "explain.call.exp", "explain.call.floor", "explain.call.log", "explain.call.max", "explain.call.min", "explain.call.pow", "explain.call.round", "explain.call.sign", "explain.call.sin", "explain.call.sqrt", "explain.call.tan", "explain.fraction", "rule.dice.undefined", "rule.dice.arguments", "rule.dice.decimals"}, Book: "Notation",
		Example: append(
			rolling("now ceil(d6/2):", ends("d6 3", 2), ends("d6 4", 2)),
			writing(games.Try{Says: "roll sqrt(d6-4)", Rule: "rule.dice.undefined"}, games.Try{Says: "roll pow(d6)", Rule: "rule.dice.arguments"})...,
		),
	}
	advantageTopic = games.Topic{
		Key: "advantage", Explains: []string{"rule.dice.advantage"}, Book: "Notation",
		Example: append(
			rolling("now 2d20k1: 3", ends("d20 17", 17), ends("d20 1", 3)),
			writing(games.Try{Says: "roll d20+5 adv"}, games.Try{Says: "roll 2d20adv", Rule: "rule.dice.advantage"})...,
		),
	}
	uniqueTopic = games.Topic{
		Key: "unique", Explains: []string{"explain.unique", "explain.twins", "rule.dice.unique"}, Book: "Notation",
		Example: append(
			rolling("now 3d20u: 7 7 9", ends("d20 1", 17), games.Try{Says: "d20 7"}),
			writing(games.Try{Says: "roll 3d20u!", Rule: "rule.dice.unique"})...,
		),
	}
	labelTopic = games.Topic{
		Key: "label", Explains: []string{"explain.label", "rule.dice.label"}, Book: "Notation",
		Example: writing(games.Try{Says: "roll 2d6[fire]"}, games.Try{Says: "roll 2d6[]", Rule: "rule.dice.label"}),
	}
	lettersTopic = games.Topic{
		Key: "letters", Book: "Notation",
		Example: writing(games.Try{Says: "roll 4к6кх3"}, games.Try{Says: "roll 6х4к6дл1"}),
	}
	resultTopic  = games.Topic{Key: "result", Book: "View"}
	extremeTopic = games.Topic{
		Key: "extreme", Explains: []string{"moment.high", "moment.low"}, Book: "View",
		Example: rolling("now 2d6: 6", ends("d6 6", 12, games.High), ends("d6 1", 7)),
	}
	oddsTopic = games.Topic{Key: "odds", Book: "companion-phones(7)"}
	faceTopic = games.Topic{
		Key: "face", Explains: []string{"phase.face", "rule.dice.face"}, Book: "Decisions",
		Example: rolling("now d6!+d8: 6", games.Try{Says: "d6 2"}, games.Try{Says: "d8 5", Rule: "rule.dice.face"}),
	}
	limitsTopic = games.Topic{
		Key: "limits", Explains: []string{"rule.dice.length", "rule.dice.terms", "rule.dice.constant", "rule.dice.count"}, Book: "Limits",
		Example: writing(games.Try{Says: "roll 1000d6"}, games.Try{Says: "roll 1001d6", Rule: "rule.dice.count"}, games.Try{Says: "roll d6+10000", Rule: "rule.dice.constant"}),
	}
	wrongTopic = games.Topic{
		Key: "wrong", Explains: []string{"rule.dice.sign", "rule.dice.end", "rule.dice.none", "rule.dice.endless", "rule.dice.endless.once", "rule.dice.fix", "rule.dice.plus", "rule.dice.instead", "rule.dice.cross"}, Book: "Notation",
		Example: writing(
			games.Try{Says: "roll 3d6+", Rule: "rule.dice.end"},
			games.Try{Says: "roll 3+4", Rule: "rule.dice.none"},
			games.Try{Says: "roll d6r<7", Rule: "rule.dice.endless.once"},
			games.Try{Says: "roll d6!>0", Rule: "rule.dice.endless"},
			games.Try{Says: "roll 4d6 drop lowest", Rule: "rule.dice.instead"},
			games.Try{Says: "roll 4d6x6", Rule: "rule.dice.cross"},
			games.Try{Says: "roll 2d6 d8", Rule: "rule.dice.plus"},
		),
	}
	honestTopic = games.Topic{Key: "honest", Picture: "dice-sealed", Book: "companion-proofs(7)"}
	checkTopic  = games.Topic{Key: "check", Book: "companion-proofs(7)"}
)
