package table

import "tabletop/games"

// example returns an example of three players without options: the position, and the tries.
func example(position string, tries ...games.Try) []games.Example {
	return with(nil, position, tries...)
}

// with returns an example of three players with options.
func with(options map[string]string, position string, tries ...games.Try) []games.Example {
	return []games.Example{{Setup: games.Setup{Seats: 3, Options: options}, Position: position, Tries: tries}}
}

// Topics of the scoreboard.
var (
	scoreTopic      = games.Topic{Key: "score", Picture: "score-sheet", Book: "README"}
	scoreSeatsTopic = games.Topic{Key: "players", Explains: []string{"rule.seat"}, Book: "Seats"}
	choicesTopic    = games.Topic{Key: "choices", Book: "Options"}
	boardTopic      = games.Topic{
		Key: "board", Explains: []string{"score", "phase.score", "moment.round"}, Book: "The scoreboard",
		Example: example("round 2\n5 7 2\n. . 4\n",
			games.Try{Says: "score 2 3"},
			games.Try{Says: "score 1 8"},
			games.Try{Says: "score 3 9", Rule: "rule.twice"}),
	}
	roundTopic = games.Topic{
		Key: "round", Explains: []string{"rule.middle"}, Book: "The scoreboard",
		Example: example("round 2\n5 7 2\n8 3 .\n",
			games.Try{Says: "score 3 4", Moments: []games.Kind{games.Lead}, Scores: []int32{13, 10, 6}},
			games.Try{Says: "finish", Rule: "rule.middle"}),
	}
	boardEditTopic = games.Topic{
		Key: "edit", Explains: []string{"edit", "rule.edit"}, Book: "The scoreboard",
		Example: example("round 3\n5 7 2\n8 3 4\n",
			games.Try{Says: "edit 1 2 17", Scores: []int32{13, 20, 6}},
			games.Try{Says: "edit 3 2 17", Rule: "rule.edit"}),
	}
	boardSheetTopic = games.Topic{
		Key: "sheet", Explains: []string{"categories", "score", "for", "phase.sheet", "rule.category", "rule.limits", "rule.for"}, Book: "Categories",
		Example: with(map[string]string{"categories": "coins=0..50;lost=0..10*-5"}, "round 1\n4,. .,. .,.\n",
			games.Try{Says: "score coins 3", Scores: []int32{4, 3, 0}},
			games.Try{Says: "for 1 lost 2", Scores: []int32{-6, 0, 0}},
			games.Try{Says: "score coins 51", Rule: "rule.limits"},
			games.Try{Says: "score gold 3", Rule: "rule.category"}),
	}
	awayTopic     = games.Topic{Key: "away", Picture: "table-chair", Book: "Rulings"}
	scoreEndTopic = games.Topic{
		Key: "scoreend", Explains: []string{"finish", "rule.empty", "rule.tied", "rule.fix", "rule.over"}, Book: "The scoreboard",
		Example: append(
			example("round 2\n5 7 2\n", games.Try{Says: "finish", Scores: []int32{5, 7, 2}}),
			append(
				example("round 1\n", games.Try{Says: "finish", Rule: "rule.empty"}),
				example("over\n5 7 2\n", games.Try{Says: "score 1 3", Rule: "rule.over"})...,
			)...,
		),
	}
	aloneTopic = games.Topic{Key: "alone", Book: "README"}
)

// Topics of the scoreboard and of the game "table".
var (
	enterTopic = games.Topic{Key: "enter", Picture: "score-sheet", Explains: []string{"rule.points", "rule.twice"}, Book: "panel"}
	namesTopic = games.Topic{
		Key: "names", Book: "Categories",
		Explains: []string{
			"categories", "rule.categories.many", "rule.categories.name", "rule.categories.twice", "rule.categories.limits",
			"rule.categories.factor", "rule.categories.rounds",
		},
	}
	leadTopic      = games.Topic{Key: "lead", Picture: "score-lead", Explains: []string{"moment.lead"}, Book: "Moments"}
	tableLeadTopic = games.Topic{Key: "tablelead", Picture: "score-lead", Explains: []string{"moment.lead"}, Book: "Moments"}
	targetTopic    = games.Topic{Key: "target", Picture: "score-target", Explains: []string{"target", "moment.target"}, Book: "The scoreboard"}
	targetLowTopic = games.Topic{Key: "targetlow", Picture: "score-target", Explains: []string{"target", "moment.target"}, Book: "The scoreboard"}
	roundsTopic    = games.Topic{Key: "rounds", Explains: []string{"rounds"}, Book: "The scoreboard"}
	openTopic      = games.Topic{Key: "open", Book: "The scoreboard"}
	highestTopic   = games.Topic{Key: "highest", Picture: "score-lead", Explains: []string{"wins=highest"}, Book: "The scoreboard"}
	lowestTopic    = games.Topic{Key: "lowest", Picture: "score-low", Explains: []string{"wins=lowest"}, Book: "The scoreboard"}
	sharedTopic    = games.Topic{Key: "shared", Picture: "score-tie", Explains: []string{"ties=shared"}, Book: "The scoreboard"}
	tieTopic       = games.Topic{Key: "tie", Picture: "score-tie", Explains: []string{"ties=more", "rule.tied"}, Book: "The scoreboard"}
	textTopic      = games.Topic{
		Key: "text", Book: "Notation",
		Explains: []string{"rule.unknown", "rule.unknown.category", "rule.number", "rule.seat", "rule.category", "rule.limits", "rule.for"},
	}
	joinTopic = games.Topic{
		Key: "join", Picture: "table-chair", Book: "Comings and goings",
		Explains: []string{"join", "rule.join.next", "rule.join.full", "rule.join.teams", "rule.join.end"},
	}
	leaveTopic = games.Topic{
		Key: "leave", Picture: "table-chair", Explains: []string{"leave", "rule.leave.gone", "rule.leave.few"}, Book: "Comings and goings",
	}
	undoTopic  = games.Topic{Key: "undo", Book: "panel"}
	clockTopic = games.Topic{Key: "clock", Book: "panel"}
	againTopic = games.Topic{Key: "again", Book: "panel"}
)

// Topics of the game "table".
var (
	tableTopic      = games.Topic{Key: "table", Picture: "table-circle", Book: "README"}
	tableSeatsTopic = games.Topic{Key: "seats", Explains: []string{"rule.seat"}, Book: "Seats"}
	shapesTopic     = games.Topic{Key: "shapes", Book: "Shapes"}
	ordersTopic     = games.Topic{Key: "orders", Book: "Turns"}
	beginningsTopic = games.Topic{Key: "beginnings", Book: "First"}
	timesTopic      = games.Topic{Key: "times", Book: "When"}
	endsTopic       = games.Topic{Key: "ends", Book: "Ends"}

	orderTopics = map[string]games.Topic{
		"clockwise": {
			Key: "clockwise", Picture: "table-circle", Explains: []string{"order=clockwise", "round=circle", "done", "phase.clockwise", "rule.turn"}, Book: "Turns",
			Example: example("round 1\nturn 2\nhad 1\n", games.Try{Says: "done"}, games.Try{Says: "pass", Rule: "rule.now"}),
		},
		"passing": {
			Key: "passing", Picture: "table-pass", Explains: []string{"order=passing", "done", "pass", "phase.passing"}, Book: "Turns",
			Example: with(map[string]string{"order": "passing"}, "round 1\nturn 2\npassed 1\n", games.Try{Says: "pass"}, games.Try{Says: "done"}),
		},
		"snake": {
			Key: "snake", Picture: "table-snake", Explains: []string{"order=snake", "done", "phase.snake"}, Book: "Turns",
			Example: with(map[string]string{"order": "snake"}, "round 1\nturn 3\nhad 1 2\n", games.Try{Says: "done"}),
		},
		"together": {
			Key: "together", Picture: "table-together", Explains: []string{"order=together", "ready", "phase.together"}, Book: "Turns",
			Example: with(map[string]string{"order": "together"}, "round 1\nready 1\n", games.Try{Says: "ready 3"}, games.Try{Says: "ready 1", Rule: "rule.now"}),
		},
		"claimed": {
			Key: "claimed", Picture: "table-claim", Explains: []string{"order=claimed", "claim", "close", "phase.claimed"}, Book: "Turns",
			Example: with(map[string]string{"order": "claimed"}, "round 1\nturn 2\ncircle 2\n",
				games.Try{Says: "claim 3"}, games.Try{Says: "claim 2"}, games.Try{Says: "close"}),
		},
	}
	closedTopic = games.Topic{
		Key: "closed", Picture: "table-circle", Explains: []string{"order=clockwise", "round=closed", "done", "close", "phase.clockwise", "rule.turn"}, Book: "Turns",
		Example: with(map[string]string{"round": "closed"}, "round 1\nturn 2\n", games.Try{Says: "done"}, games.Try{Says: "close"}),
	}

	beginTopics = map[string]games.Topic{
		"same":    {Key: "same", Picture: "table-first", Explains: []string{"begins=same"}, Book: "First"},
		"moves":   {Key: "moves", Picture: "table-first", Explains: []string{"begins=moves", "moment.round"}, Book: "First"},
		"winner":  {Key: "best", Picture: "table-first", Explains: []string{"begins=winner", "moment.round"}, Book: "First"},
		"loser":   {Key: "worst", Picture: "table-first", Explains: []string{"begins=loser", "moment.round"}, Book: "First"},
		"behind":  {Key: "behind", Picture: "table-first", Explains: []string{"begins=behind", "moment.round"}, Book: "First"},
		"passed":  {Key: "passed", Picture: "table-first", Explains: []string{"begins=passed", "moment.round"}, Book: "First"},
		"passing": {Key: "passes", Picture: "table-first", Explains: []string{"begins=passing", "moment.round"}, Book: "First"},
		"drawn":   {Key: "drawn", Picture: "table-first", Explains: []string{"begins=drawn", "draw", "moment.round"}, Book: "First"},
		"taken":   {Key: "taken", Picture: "table-first", Explains: []string{"begins=taken", "next", "moment.round"}, Book: "First"},
	}

	pointTopics = map[string]games.Topic{
		"any": {
			Key: "any", Picture: "score-sheet", Explains: []string{"points=any", "add", "rule.points"}, Book: "When",
			Example: example("round 1\nturn 2\nhad 1\n. 3 .\n",
				games.Try{Says: "add 2 5", Scores: []int32{0, 8, 0}},
				games.Try{Says: "add 1 -4", Scores: []int32{-4, 3, 0}},
				games.Try{Says: "score 1 4", Rule: "rule.now"}),
		},
		"round": {Key: "after", Picture: "score-sheet", Explains: []string{"points=round", "score", "phase.score"}, Book: "When"},
		"turn": {
			Key: "each", Picture: "score-sheet", Explains: []string{"points=turn", "score", "phase.score", "rule.points.turn"}, Book: "When",
			Example: with(map[string]string{"points": "turn"}, "round 1\nturn 2\nhad 1\n4 . .\n",
				games.Try{Says: "score 2 5", Scores: []int32{4, 5, 0}},
				games.Try{Says: "score 3 5", Rule: "rule.turn"}),
		},
		"end":   {Key: "atend", Picture: "score-sheet", Explains: []string{"points=end", "score", "phase.score"}, Book: "When"},
		"wins":  {Key: "wins", Picture: "score-lead", Explains: []string{"points=wins", "win", "tie", "phase.win", "target", "categories"}, Book: "When"},
		"never": {Key: "never", Picture: "score-lead", Explains: []string{"points=never", "win", "tie", "target", "categories", "wins", "ties"}, Book: "When"},
	}

	sheetTopic = games.Topic{
		Key: "sheet", Explains: []string{"categories", "score", "for", "phase.sheet", "rule.category", "rule.limits", "rule.for"}, Book: "Categories",
		Example: with(map[string]string{"categories": "coins=0..50;lost=0..10*-5", "points": "round"}, "round 1\nphase 2\n4,. .,. .,.\n",
			games.Try{Says: "score coins 3", Scores: []int32{4, 3, 0}},
			games.Try{Says: "for 1 lost 2", Scores: []int32{-6, 0, 0}},
			games.Try{Says: "score coins 51", Rule: "rule.limits"}),
	}
	linesTopic = games.Topic{
		Key: "lines", Explains: []string{"categories", "add", "rule.category", "rule.limits"}, Book: "Categories",
		Example: with(map[string]string{"categories": "coins=0..50;lost=0..10*-5"}, "round 1\nturn 1\n4,. .,. .,.\n",
			games.Try{Says: "add 1 coins 3", Scores: []int32{7, 0, 0}},
			games.Try{Says: "add 2 lost 2", Scores: []int32{4, -10, 0}},
			games.Try{Says: "add 1 gold 3", Rule: "rule.category"}),
	}
	teamsTopic = games.Topic{Key: "teams", Picture: "table-teams", Explains: []string{"teams", "rule.teams"}, Book: "Teams"}
	pairsTopic = games.Topic{Key: "pairs", Picture: "table-teams", Book: "Teams"}
	cupTopic   = games.Topic{Key: "cup", Explains: []string{"cup", "roll", "die", "rule.cup"}, Book: "Cup"}
	editTopic  = games.Topic{Key: "edit", Explains: []string{"edit", "rule.edit"}, Book: "Points"}

	tableAwayTopic = games.Topic{Key: "tableaway", Picture: "table-chair", Book: "Rulings"}
	outTopic       = games.Topic{Key: "out", Picture: "table-chair", Explains: []string{"out", "moment.sink", "rule.out"}, Book: "Ends"}
	outLastTopic   = games.Topic{Key: "outlast", Picture: "table-last", Explains: []string{"out", "moment.sink", "rule.out"}, Book: "Ends"}
	gotoOutTopic   = games.Topic{Key: "notout", Explains: []string{"out", "rule.out"}, Book: "Ends"}
	rulingTopic    = games.Topic{Key: "ruling", Explains: []string{"rule.fix", "rule.now", "rule.verb"}, Book: "Rulings"}

	callTopics = map[string]games.Topic{
		"now":    {Key: "callnow", Explains: []string{"call", "call=now", "moment.last"}, Book: "Ends"},
		"circle": {Key: "callcircle", Picture: "table-circle", Explains: []string{"call", "call=circle", "moment.last"}, Book: "Ends"},
		"last":   {Key: "calllast", Explains: []string{"call", "call=last", "call=circle", "moment.last"}, Book: "Ends"},
		"more":   {Key: "callmore", Explains: []string{"call", "call=more", "moment.last"}, Book: "Ends"},
	}
	endTopic   = games.Topic{Key: "end", Explains: []string{"finish", "rule.over", "rule.fix", "rule.middle", "rule.empty"}, Book: "Ends"}
	filesTopic = games.Topic{Key: "files", Explains: []string{"rule.program", "rule.between"}, Book: "companion-games(5)"}
)
