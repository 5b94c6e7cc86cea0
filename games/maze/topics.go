package maze

import (
	"embed"

	"tabletop/games"
)

//go:generate go run ../internal/packed/pack topics_ru.txt topics_en.txt topics_pictures.txt topics.svg

//go:embed topics*.gz
var topicFiles embed.FS

// About returns the text for [games.TopicAbout] that leads to the topic about a decision. For a
// move, the last one too, it is "move" and the kind of the piece, such as "move rabbit".
func (s state) About(d games.Decision) string {
	m, _, ok := parseMove(string(d))
	for _, at := range []square{m.from, m.to} {
		if ok && s.on[at] != 0 {
			return "move " + howKeys[s.on[at].kind()]
		}
	}
	return string(d)
}

// Topics returns the topics that hold for a set-up.
func (Rules) Topics(s games.Setup) []games.Topic {
	value := func(option string) string { return s.Value(options, option) }
	all := []games.Topic{aimTopic, sidesTopic, boardTopic, piecesTopic}
	switch {
	case value("problem") != "off":
		value = func(option string) string { return games.Setup{}.Value(options, option) } // the rules of the book
		all = append(all, problemTopic)
	case value("start") != "":
		all = append(all, ownTopic)
	case value("starts") != "off":
		drawn := setupTopics[value("setup")]
		drawn.Explains, drawn.Example = []string{"setup"}, nil // no single piece is drawn
		all = append(all, drawn, winnableTopic)
	default:
		all = append(all, setupTopics[value("setup")])
	}
	all = append(all,
		turnTopic, halvesTopic, wayTopic,
		mateTopic, shadowTopics[value("shadow")], lightningTopic, rabbitTopics[value("rabbit")],
		treeTopics[value("tree")], stoneTopic, pawnTopics[value("pawns")],
		desertTopic, homeTopic)
	if value("square1") == "dark" {
		all = append(all, darkTopic)
	}
	return append(all, trapsTopic, lostTopic, endTopic, tipsTopic, adviceTopic, writeTopic, moreTopic, handTopic)
}

var (
	stays   = []games.Kind{games.Stuck}
	strands = []games.Kind{games.Stuck, games.Blocked}
)

// Topics about what lies where, and who begins.
var (
	aimTopic    = games.Topic{Key: "aim", Picture: "swap", Book: "Цель игры"}
	sidesTopic  = games.Topic{Key: "sides", Picture: "halves", Book: "Терминология"}
	boardTopic  = games.Topic{Key: "board", Picture: "board", Book: "Терминология"}
	piecesTopic = games.Topic{Key: "pieces", Picture: "pieces", Book: "Фигуры"}
	setupTopics = map[string]games.Topic{
		"standard": setupTopic("standard", "start16"),
		"small":    setupTopic("small", "start10"),
		"balanced": setupTopic("balanced", "start16", "rule.set.balanced"),
	}
	winnableTopic = games.Topic{
		Key: "winnable", Explains: []string{"starts", "grade", "start", "phase.start", "rule.list", "rule.list.number"},
		Example: []games.Example{{
			Setup:    games.Setup{Seats: 2, Options: map[string]string{"starts": "1"}},
			Position: "list 1 medium\n" + matesOnly,
			Tries:    []games.Try{{Says: "start 17"}, {Says: "start 0", Rule: "rule.list.number"}},
		}},
	}
	ownTopic = games.Topic{
		Key: "own", Explains: []string{"start", "setup", "starts", "grade"},
	}
	problemTopic = games.Topic{Key: "problem", Explains: []string{"problem", "grade", "rule.problem.start"}}
)

// setupTopic returns the topic about a set-up in which chance draws the pieces.
func setupTopic(setup, picture string, more ...string) games.Topic {
	about := []string{"setup=" + setup, "set", "phase.set", "rule.set", "rule.set.done", "rule.notation.set", "rule.set.square", "rule.set.bag"}
	return games.Topic{
		Key: setup, Picture: picture, Explains: append(about, more...), Book: "Начало игры",
		Example: []games.Example{{
			Setup:    games.Setup{Seats: 2, Options: map[string]string{"setup": setup}},
			Position: "set 3\n" + matesOnly,
			Tries: []games.Try{
				{Says: "set 3 R"},
				{Says: "set 4 R", Rule: "rule.set.square"},
				{Says: "3-4", Rule: "rule.set"},
			},
		}},
	}
}

// matesOnly is the board before chance draws the first piece.
const matesOnly = `start ................................
    1   2   3   4   5   6   7   8   9   10
a           .   :   .   .   :   .
b       .   .   :   .   .   :   .   .
c   wM  .   .   :   .   .   :   .   .   bM
d   wM  .   .   :   .   .   :   .   .   bM
e       .   .   :   .   .   :   .   .
f           .   :   .   .   :   .
`

// Topics about moves in general.
var (
	turnTopic = games.Topic{
		Key: "turn", Explains: []string{"move", "rule.empty", "rule.same", "rule.taken"}, Book: "Очередность ходов",
		Example: lesson(nil, "21 wL 22 wB 8 bT",
			games.Try{Says: "21-26"},
			games.Try{Says: "21-22", Rule: "rule.taken"},
			games.Try{Says: "21-21", Rule: "rule.same"},
			games.Try{Says: "20-19", Rule: "rule.empty"}),
	}
	halvesTopic = games.Topic{
		Key: "halves", Picture: "halves", Explains: []string{"phase.move", "rule.half.white", "rule.half.black"}, Book: "Территории",
		Example: lesson(nil, "21 bL 28 wL",
			games.Try{Says: "21-26"},
			games.Try{Says: "28-23", Rule: "rule.half.white"}),
	}
	wayTopic = games.Topic{
		Key: "way", Explains: []string{"rule.way"}, Book: "Общие правила передвижения",
		Example: lesson(nil, "21 w3 27 wB",
			games.Try{Says: "21-24"},
			games.Try{Says: "21-39", Rule: "rule.way"},
			games.Try{Says: "21-4", Rule: "rule.pawn"}),
	}
)

// Topics about the moves of each kind of piece. For pieces with house rules they are listed by the
// value of the option.
var (
	mateTopic = games.Topic{
		Key: "mate", Picture: "how-mate", After: true, Explains: []string{"move mate", "rule.mate"}, Book: "Путник",
		Example: lesson(nil, "11 wB",
			games.Try{Says: "1-7"},
			games.Try{Says: "1-5"},
			games.Try{Says: "1-4", Rule: "rule.mate"},
			games.Try{Says: "1-18", Rule: "rule.way"}),
	}
	shadowTopics = map[string]games.Topic{
		"path": {
			Key: "shadow", Picture: "how-shadow", After: true, Explains: []string{"move shadow", "shadow=path", "rule.shadow"}, Book: "Тень",
			Example: lesson(nil, shadows,
				games.Try{Says: "12-20"},
				games.Try{Says: "12-24", Rule: "rule.shadow"},
				games.Try{Says: "3-20", Rule: "rule.way"}),
		},
		"jump": {
			Key: "shadowjump", Picture: "how-shadow", After: true, Explains: []string{"move shadow", "shadow=jump", "rule.shadow.jump"}, Book: "Тень",
			Example: lesson(map[string]string{"shadow": "jump"}, shadows,
				games.Try{Says: "12-20"},
				games.Try{Says: "3-20"},
				games.Try{Says: "12-24", Rule: "rule.shadow.jump"}),
		},
	}
	lightningTopic = games.Topic{
		Key: "lightning", Picture: "how-lightning", After: true, Explains: []string{"move lightning", "rule.lightning"}, Book: "Молния",
		Example: lesson(nil, "21 wL",
			games.Try{Says: "21-26"},
			games.Try{Says: "21-27", Rule: "rule.lightning"},
			games.Try{Says: "21-14", Moments: stays}),
	}
	rabbitTopics = map[string]games.Topic{
		"one": {
			Key: "rabbit", Picture: "how-rabbit", After: true, Explains: []string{"move rabbit", "rabbit=one", "rule.rabbit"}, Book: "Кролик",
			Example: lesson(nil, jumping,
				games.Try{Says: "20-22"},
				games.Try{Says: "20-26", Rule: "rule.rabbit"},
				games.Try{Says: "20-24", Rule: "rule.rabbit"}),
		},
		"many": {
			Key: "rabbitmany", Picture: "how-rabbit", After: true, Explains: []string{"move rabbit", "rabbit=many", "rule.rabbit.many"}, Book: "Кролик",
			Example: lesson(map[string]string{"rabbit": "many"}, jumping,
				games.Try{Says: "20-22"},
				games.Try{Says: "20-24"},
				games.Try{Says: "20-26", Rule: "rule.rabbit.many"}),
		},
	}
	treeTopics = map[string]games.Topic{
		"path": {
			Key: "tree", Picture: "how-tree", After: true, Explains: []string{"move tree", "tree=path", "rule.tree"}, Book: "Дерево",
			Example: lesson(nil, "8 wT 11 wT×",
				games.Try{Says: "8-7", Moments: stays},
				games.Try{Says: "8-10", Rule: "rule.tree"},
				games.Try{Says: "11-9", Rule: "rule.stuck"}),
		},
		"jump": {
			Key: "treejump", Picture: "how-tree", After: true, Explains: []string{"move tree", "tree=jump", "rule.tree.jump"}, Book: "Дерево",
			Example: lesson(map[string]string{"tree": "jump"}, "8 wT 11 wT×",
				games.Try{Says: "8-7", Moments: stays},
				games.Try{Says: "8-10", Rule: "rule.tree.jump"},
				games.Try{Says: "11-9", Rule: "rule.stuck"}),
		},
	}
	stoneTopic = games.Topic{
		Key: "stone", Picture: "how-stone", After: true, Explains: []string{"move stone", "rule.stone"}, Book: "Валун",
		Example: lesson(nil, "21 wB",
			games.Try{Says: "21-26"},
			games.Try{Says: "21-28"},
			games.Try{Says: "21-27", Rule: "rule.stone"}),
	}
	pawnTopics = map[string]games.Topic{
		"exact": {
			Key: "pawn", Picture: "how-pawn", After: true, Explains: []string{"move pawn", "pawns=exact", "rule.pawn"}, Book: "Слуги времени",
			Example: lesson(nil, "20 w3",
				games.Try{Says: "20-38"},
				games.Try{Says: "20-23"},
				games.Try{Says: "20-26", Rule: "rule.pawn"},
				games.Try{Says: "20-3", Rule: "rule.pawn"}),
		},
		"upto": {
			Key: "pawnupto", Picture: "how-pawn", After: true, Explains: []string{"move pawn", "pawns=upto", "rule.pawn.upto"}, Book: "Слуги времени",
			Example: lesson(map[string]string{"pawns": "upto"}, "20 w3",
				games.Try{Says: "20-38"},
				games.Try{Says: "20-26"},
				games.Try{Says: "20-3", Rule: "rule.pawn.upto"}),
		},
	}
)

// Pieces of examples. Five pieces enclose the Shadow on 3, and the Rabbit on 20 has two neighbours
// in its column.
const (
	shadows = "21 wM 2 wM 1 wR 3 wS 12 wS 4 wB 7 wL 8 wB 9 wL"
	jumping = "20 wR 21 wB 23 bB"
)

// Topics about pieces that stay for good, about the end, and about the box.
var (
	desertTopic = games.Topic{
		Key: "desert", Picture: "dunes", Explains: []string{"moment.stuck", "rule.stuck"}, Book: "Пустыни",
		Example: lesson(nil, "8 wL 14 wL 10 w3 16 w1×",
			games.Try{Says: "8-13", Moments: stays},
			games.Try{Says: "14-21"},
			games.Try{Says: "16-22", Rule: "rule.stuck"}),
	}
	homeTopic = games.Topic{
		Key: "home", Picture: "homes", Explains: []string{"moment.home"}, Book: "Домашние поля",
		Example: lesson(nil, "7 bM 47 bM 11 wM 22 wM 4 wL",
			games.Try{Says: "7-1", Moments: []games.Kind{games.Home}, Scores: []int32{1, 1}},
			games.Try{Says: "11-1", Moments: strands},
			games.Try{Says: "4-2"}),
	}
	darkTopic = games.Topic{
		Key: "dark", Explains: []string{"square1=dark"},
		Example: lesson(map[string]string{"square1": "dark"}, "8 wT",
			games.Try{Says: "8-10", Moments: stays},
			games.Try{Says: "8-7", Rule: "rule.tree"}),
	}
	trapsTopic = games.Topic{
		Key: "traps", Book: "Примечание Керри Хэндкомба",
		Example: lesson(nil, "3 w2 10 wB",
			games.Try{Says: "3-14", Moments: stays},
			games.Try{Says: "10-15", Moments: stays}),
	}
	lostTopic = games.Topic{
		Key: "lost", Explains: []string{"moment.blocked"}, Book: "Проигрыш",
		Example: lesson(nil, "9 wM 2 wM",
			games.Try{Says: "9-14", Moments: strands},
			games.Try{Says: "9-23"}),
	}
	endTopic = games.Topic{
		Key: "end", Picture: "homes", Explains: []string{"rule.over"}, Book: "Победа в игре",
		Example: lesson(nil, "47 wM× 48 wM× 2 bM× 7 bM",
			games.Try{Says: "7-1", Moments: []games.Kind{games.Home}, Scores: []int32{4, 4}}),
	}
	tipsTopic   = games.Topic{Key: "tips", Book: "Примечание Керри Хэндкомба"}
	adviceTopic = games.Topic{Key: "advice"}
	writeTopic  = games.Topic{
		Key: "write", Explains: []string{"rule.notation", "rule.square", "rule.sign.stays", "rule.sign.home"}, Book: "Дополнительные возможности",
		Example: lesson(nil, "8 wL",
			games.Try{Says: "8-13×", Moments: stays},
			games.Try{Says: "b3-a4", Moments: stays},
			games.Try{Says: "8-4×", Rule: "rule.sign.stays"},
			games.Try{Says: "8-49", Rule: "rule.square"}),
	}
	moreTopic = games.Topic{
		Key: "more", Explains: []string{"rule.start.length", "rule.start.letter", "rule.start.many"}, Book: "Начало игры",
	}
	handTopic = games.Topic{
		Key: "hand", Explains: []string{"rule.fix", "rule.fix.lies", "rule.fix.free", "rule.fix.turn.white", "rule.fix.turn.black"},
	}
)
