package fox

import (
	"embed"
	"fmt"
	"strconv"

	"tabletop/games"
)

//go:generate go run ../internal/packed/pack topics_ru.txt topics_en.txt topics_pictures.txt topics.svg

//go:embed topics*.gz
var topicFiles embed.FS

// Topics returns the topics that hold for a set-up. The powers of odd cards are explained with
// each mode, because people need them whether or not they enter the cards.
func (Rules) Topics(s games.Setup) []games.Topic {
	all := []games.Topic{aimTopic, cardsTopic, dealTopic, decreeTopic, turnTopic, leadTopic, followTopic, takeTopic}
	mode := modes[s.Value(options, "mode")]
	all = append(all, modeTopics[mode], asideTopic, restTopic, oddTopic)
	treasure := treasureTopic
	treasure.After = mode == entersCards
	all = append(all, swanTopic, foxTopic, woodcutterTopic, treasure, witchTopic, witchSuitTopic, monarchTopic)
	all = append(all, scoreTopic, endTopic(s.Value(options, "target")), tieTopic, lengthTopic)
	if mode == entersCards {
		all = append(all, auditTopic)
	}
	return append(all, handTopic)
}

// endTopic returns the topic about the end of a game to that number of points. Its example is a
// round that ends such a game.
func endTopic(target string) games.Topic {
	t := games.Topic{Key: "endown", Picture: "worth", Explains: []string{"target", "moment.lead", "rule.over"}, Book: "Конец партии"}
	switch target {
	case "16":
		t.Key = "endshort"
	case "21":
		t.Key = "end"
	case "35":
		t.Key = "endlong"
	}
	if n, _ := strconv.Atoi(target); n > int(byTricks[7]) { // fewer points end a game with its first round
		t.Example = []games.Example{{
			Setup:    games.Setup{Seats: seats, Options: map[string]string{"mode": "quick", "target": target}},
			Position: fmt.Sprintf(fourthRound, n-6, n-7),
			Tries:    []games.Try{{Says: "round 7-6 treasures 0-0", Moments: []games.Kind{games.Round}, Scores: []int32{int32(n), int32(n - 4)}}},
		}}
	}
	return t
}

// example returns an example that is played to 21 points.
func example(mode, position string, tries ...games.Try) []games.Example {
	setup := games.Setup{Seats: seats, Options: map[string]string{"mode": mode, "target": "21"}}
	return []games.Example{{Setup: setup, Position: position, Tries: tries}}
}

// won is a try of a card that completes a trick.
func won(says games.Decision) games.Try {
	return games.Try{Says: says, Moments: []games.Kind{games.Trick}}
}

// plays returns the decisions that play a card of that rank, and then other things to explain.
func plays(rank int, other ...string) []string {
	var all []string
	for of := range suit(suits) {
		all = append(all, "play "+of.String()+" "+strconv.Itoa(rank))
	}
	return append(all, other...)
}

// Positions of the examples. In each one keys were turned up as trump.
const (
	firstLead = `turn 1 lead
round 1 first 1
points 0 0
decree keys 4
`
	moonsLed = `turn 2 follow
round 1 first 1
points 0 0
decree keys 4
trick 1 moons 10
`
	swanLed = `turn 2 follow
round 1 first 1
points 0 0
decree keys 4
trick 1 moons 1
`
	foxLed = `turn 1 exchange
round 1 first 1
points 0 0
decree keys 4
trick 1 keys 3
`
	woodcutterLed = `turn 2 follow
round 1 first 1
points 0 0
decree keys 4
trick 1 bells 5
`
	witchLed = `turn 2 follow
round 1 first 1
points 0 0
decree keys 4
trick 1 moons 9
`
	// Seat 1 took 4 of keys and must follow suit with a key.
	keyLed = `turn 1 follow
round 1 first 1
points 0 0
decree keys 4
trick 1 keys 3 exchange moons 2 keys 8
trick 2 keys 6
`
	// Seat 1 took 4 of keys, and keys are still trump.
	trumpLed = `turn 1 follow
round 1 first 1
points 0 0
decree keys 4
trick 1 keys 3 exchange keys 2 keys 8
trick 2 keys 6
`
	monarchLed = `turn 1 follow
round 1 first 1
points 0 0
decree keys 4
trick 1 keys 3 exchange moons 2 keys 8
trick 2 keys 11
`
	lastTrick = `turn 1 trick
round 1 first 1
points 0 0
won 8-4 treasures 1-1
`
	firstRound = `turn 1 round
round 1 first 1
points 0 0
`
	fourthRound = `turn 2 round
round 4 first 2
points %d %d
last 5-8 treasures 0-0
`
	even = `turn 2 round
round 4 first 2
points 18 15
last 5-8 treasures 0-0
`
)

var (
	aimTopic   = games.Topic{Key: "aim", Picture: "trick", Book: "Краткое описание"}
	cardsTopic = games.Topic{Key: "cards", Picture: "suits", Book: "Состав игры"}
	dealTopic  = games.Topic{Key: "deal", Picture: "layout", Explains: []string{"phase.decree", "rule.turnup"}, Book: "Подготовка к игре"}

	decreeTopic = games.Topic{
		Key: "decree", Picture: "decree", Explains: []string{"decree", "rule.decree"}, Book: "Подготовка к игре",
		Example: example("cards", firstLead,
			games.Try{Says: "play keys 2"},
			games.Try{Says: "play keys 4", Rule: "rule.decree"}),
	}
	turnTopic = games.Topic{
		Key: "turn", Picture: "trick", Explains: []string{"play"}, Book: "Кон",
		Example: example("cards", moonsLed, won("play moons 6")),
	}
	leadTopic = games.Topic{
		Key: "lead", Picture: "lead", Explains: []string{"phase.lead"}, Book: "Ход ведущего игрока",
		Example: example("cards", firstLead,
			games.Try{Says: "play keys 2"},
			games.Try{Says: "play moons 10"}),
	}
	followTopic = games.Topic{
		Key: "follow", Picture: "follow", Explains: []string{"phase.follow", "rule.follow"}, Book: "Ход отвечающего игрока",
		Example: example("cards", keyLed,
			won("play keys 4"),
			won("play keys 10"),
			games.Try{Says: "play moons 10", Rule: "rule.follow"}),
	}
	takeTopic = games.Topic{
		Key: "take", Picture: "beats", Explains: []string{"moment.trick"}, Book: "Определение выигравшего круг",
		Example: example("cards", moonsLed,
			won("play keys 2"),
			won("play moons 11"),
			won("play bells 11")),
	}

	modeTopics = [...]games.Topic{
		entersCards: {
			Key: "entry", Explains: []string{
				"mode=cards", "rule.card", "rule.play", "rule.played", "rule.other", "rule.gone", "rule.hand",
			},
			Example: example("cards", keyLed,
				games.Try{Says: "play keys 8", Rule: "rule.played"},
				games.Try{Says: "play moons 2", Rule: "rule.decree"}),
		},
		entersTricks: {
			Key: "tricks", Picture: "trick", Explains: []string{
				"trick", "mode=tricks", "phase.trick", "rule.tricking", "rule.trick", "rule.treasures", "rule.correct",
			},
			Example: example("tricks", lastTrick,
				games.Try{Says: "trick 1 treasures 1", Moments: []games.Kind{games.Trick, games.Round}, Scores: []int32{8, 2}},
				games.Try{Says: "trick 2 treasures 2", Rule: "rule.treasures"}),
		},
		entersRounds: {
			Key: "quick", Picture: "won", Explains: []string{
				"round", "mode=quick", "phase.round", "rule.scoring", "rule.round", "rule.tricks", "rule.treasures", "rule.two",
			},
			Example: example("quick", firstRound,
				games.Try{Says: "round 5-8 treasures 1-2", Moments: []games.Kind{games.Round}, Scores: []int32{3, 8}},
				games.Try{Says: "round 5-9 treasures 0-0", Rule: "rule.tricks"},
				games.Try{Says: "round 12-1 treasures 0-3", Rule: "rule.two"}),
		},
	}

	asideTopic = games.Topic{Key: "aside", Picture: "won", Book: "Определение выигравшего круг"}
	restTopic  = games.Topic{Key: "rest", Picture: "card-back", Book: "Подготовка к игре"}
	oddTopic   = games.Topic{Key: "odd", Picture: "odd", Book: "Свойства"}
	swanTopic  = games.Topic{
		Key: "swan", Picture: "power-1", After: true, Explains: plays(swan, "phase.swan"), Book: "Часто задаваемые вопросы",
		Example: example("cards", swanLed, won("play moons 6"), won("play bells 1")),
	}
	foxTopic = games.Topic{
		Key: "fox", Picture: "power-3", After: true, Book: "Часто задаваемые вопросы",
		Explains: plays(fox, "exchange", "keep", "phase.exchange", "moment.appear", "rule.asking"),
		Example: example("cards", foxLed,
			games.Try{Says: "exchange moons 2", Moments: []games.Kind{games.Appear}},
			games.Try{Says: "keep"},
			games.Try{Says: "play moons 2", Rule: "rule.asking"}),
	}
	woodcutterTopic = games.Topic{
		Key: "woodcutter", Picture: "power-5", After: true, Explains: plays(woodcutter), Book: "Часто задаваемые вопросы",
		Example: example("cards", woodcutterLed, won("play bells 8")),
	}
	treasureTopic = games.Topic{
		Key: "treasure", Picture: "power-7", Book: "Свойства",
		Explains: plays(treasure, "trick 1 treasures", "trick 2 treasures"),
		Example: example("tricks", lastTrick,
			games.Try{Says: "trick 1 treasures 1", Moments: []games.Kind{games.Trick, games.Round}, Scores: []int32{8, 2}},
			games.Try{Says: "trick 1", Moments: []games.Kind{games.Trick, games.Round}, Scores: []int32{7, 2}}),
	}
	witchTopic = games.Topic{
		Key: "witch", Picture: "power-9", After: true, Explains: plays(witch), Book: "Часто задаваемые вопросы",
		Example: example("cards", witchLed, won("play keys 8"), won("play keys 10"), won("play keys 9")),
	}
	witchSuitTopic = games.Topic{
		Key: "witchsuit", Explains: []string{"phase.witch"}, Book: "Часто задаваемые вопросы",
		Example: example("cards", trumpLed, won("play keys 4"), games.Try{Says: "play moons 9", Rule: "rule.follow"}),
	}
	monarchTopic = games.Topic{
		Key: "monarch", Picture: "power-11", After: true, Explains: plays(monarch, "phase.monarch", "rule.monarch"), Book: "Свойства",
		Example: example("cards", monarchLed,
			won("play keys 1"),
			won("play keys 10"),
			games.Try{Says: "play keys 2", Rule: "rule.monarch"},
			games.Try{Says: "play moons 10", Rule: "rule.follow"}),
	}

	scoreTopic = games.Topic{
		Key: "score", Picture: "points", Explains: []string{"moment.round"}, Book: "Подсчёт очков в конце кона",
		Example: example("quick", firstRound,
			games.Try{Says: "round 9-4 treasures 0-0", Moments: []games.Kind{games.Round}, Scores: []int32{6, 1}},
			games.Try{Says: "round 10-3 treasures 0-0", Moments: []games.Kind{games.Round}, Scores: []int32{0, 6}},
			games.Try{Says: "round 13-0 treasures 3-0", Moments: []games.Kind{games.Round}, Scores: []int32{3, 6}}),
	}
	tieTopic = games.Topic{
		Key: "tie", Picture: "worth", Book: "Конец партии",
		Example: example("quick", even, games.Try{Says: "round 6-7 treasures 0-0", Moments: []games.Kind{games.Round}, Scores: []int32{21, 21}}),
	}
	lengthTopic = games.Topic{Key: "length", Explains: []string{"target"}, Book: "Изменение продолжительности партии"}
	auditTopic  = games.Topic{Key: "audit", Explains: []string{"moment.revoke"}}
	handTopic   = games.Topic{
		Key: "hand",
		Explains: []string{
			"rule.notation", "rule.seat", "rule.more", "rule.force", "rule.giveup", "rule.correct", "rule.score",
			"rule.swap", "rule.middle",
		},
	}
)
