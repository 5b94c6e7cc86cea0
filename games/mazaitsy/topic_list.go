package mazaitsy

import "tabletop/games"

// The topics in the order of an explanation of the game.
var (
	aimTopic = games.Topic{Key: "aim", Picture: "boat", Book: "Цель игры"}
	boxTopic = games.Topic{
		Key: "box",
		Explains: []string{
			"cards", "hares", "symbols", "rule.worth", "rule.cards.entry", "rule.cards.type", "rule.cards.twice", "rule.cards.symbol",
			"rule.cards.twin", "rule.cards.sum", "rule.cards.centre", "rule.hares.entry", "rule.hares.twice", "rule.hares.none", "rule.card.plain",
		},
		Book: "Карточки и их свойства",
	}
	byHandTopic = games.Topic{Key: "byhand", Picture: "see-pile", Explains: []string{"field=off"}}
	loseTopic   = games.Topic{Key: "lose", Explains: []string{"lose"}}
	byBoxTopic  = games.Topic{Key: "bybox", Picture: "field", Explains: []string{"field=on"}}
	drawTopic   = games.Topic{Key: "draw", Explains: namingRules}
	dealTopic   = games.Topic{
		Key: "deal", Explains: append([]string{"deal=table"}, namingRules...),
		Example: namingExample,
	}
	dealCardsTopic = games.Topic{Key: "dealcards", Explains: namingRules, Example: namingExample}

	fieldTopic    = games.Topic{Key: "field", Picture: "field", Explains: []string{"how.card"}, Book: "Подготовка к игре, 2"}
	fieldTwoTopic = games.Topic{Key: "fieldtwo", Picture: "field-two", Explains: []string{"how.card"}, Book: "Подготовка к игре, 2"}
	pileTopic     = games.Topic{Key: "pile", Picture: "see-pile", Explains: []string{"how.top"}, Book: "Подготовка к игре, 3–4"}
	pileDrawTopic = games.Topic{Key: "piledraw", Picture: "see-pile", Explains: []string{"how.top"}, Book: "Подготовка к игре, 3–4"}

	hideTopic        = games.Topic{Key: "hide", Picture: "see-mazai-deep", Explains: hidingRules, Book: "Подготовка к игре, 3"}
	hideRealTopic    = games.Topic{Key: "hidereal", Picture: "see-mazai-deep", Explains: hidingRules, Book: "Подготовка к игре, 3", Example: hidingExample}
	hideTwoTopic     = games.Topic{Key: "hidetwo", Picture: "see-mazai-middle", Explains: hidingRules, Book: "Подготовка к игре, 3"}
	hideTwoRealTopic = games.Topic{Key: "hidetworeal", Picture: "see-mazai-middle", Explains: hidingRules, Book: "Подготовка к игре, 3", Example: hidingExample}
	lowTopic         = games.Topic{Key: "low", Picture: "see-mazai-deep", Book: "Подготовка к игре, 3"}
	lowFewTopic      = games.Topic{Key: "lowfew", Picture: "see-mazai-deep", Explains: []string{"places"}, Book: "Подготовка к игре, 3"}

	haresTopic = games.Topic{Key: "hares", Picture: "see-hares", Explains: []string{"how.hare"}, Book: "Подготовка к игре, 5"}
	firstTopic = games.Topic{Key: "first", Book: "Подготовка к игре, 6"}
	boatsTopic = games.Topic{
		Key: "boats", Picture: "see-boat-centre", Explains: boatRules, Book: "Подготовка к игре, 6",
		Example: example(3, "field=on", threeBoats, yes("boat c4 w"), no("boat c4 e", "rule.boat.nose"), no("boat d3 e", "rule.boat.taken"), no("boat b3 w", "rule.boat.centre")),
	}
	boatsTwoTopic = games.Topic{
		Key: "boatstwo", Picture: "see-boat-pair", Explains: boatRules, Book: "Подготовка к игре, 6",
		Example: example(2, "field=on", twoBoats, yes("boat c3 n"), no("boat c3 e", "rule.boat.opposite"), no("boat b3 n", "rule.boat.centre")),
	}
	withMoreTopic       = games.Topic{Key: "withmore", Explains: []string{"rule.teams"}}
	withMoreRoundsTopic = games.Topic{Key: "withmorerounds", Book: "Количество раундов"}
	withTwoTopic        = games.Topic{Key: "withtwo", Explains: []string{"rule.two"}}
	pairsTopic          = games.Topic{Key: "pairs", Explains: []string{"rule.share.off"}, Book: "Двое на двое"}

	turnTopic = games.Topic{
		Key: "turn", Picture: "see-boat-turn", Explains: []string{"rule.moving", "rule.replacing"}, Book: "Порядок хода",
		Example: onRiver("", []games.Try{no("place b3", "rule.moving"), yes("forward")}),
	}
	moveTopic = games.Topic{
		Key: "move", Picture: "see-boat-ways", Book: "1. Перемещение лодки",
		Explains: []string{"forward", "turn", "diagonal", "done", "how.off", "how.move", "how.second", "rule.first", "rule.second"},
		Example: append(
			onRiver("", []games.Try{yes("forward"), yes("turn left"), yes("diagonal right"), no("done", "rule.first")}),
			onRiver("", []games.Try{yes("forward"), yes("turn left"), yes("done"), no("diagonal right", "rule.second"), no("unload 2", "rule.unload.moved")},
				"path 0", "path 1 at c4 forward c3")...),
	}
	waysTopic = games.Topic{
		Key: "ways", Picture: "see-boat-ways", Explains: []string{"rule.shore"}, Book: "Перемещения",
		Example: onRiver("", []games.Try{no("forward", "rule.shore"), no("diagonal left", "rule.shore"), yes("turn left")}, "c3 n", "e4 e"),
	}
	takeTopic = games.Topic{
		Key: "take", Picture: "see-hare-take", Book: "Подбор зайцев",
		Explains: []string{"take", "leave", "moment.gain", "how.window", "rule.meeting", "rule.absent", "rule.shut", "rule.out"},
		Example: onRiver("", []games.Try{yes("take 3", games.Gain), yes("leave"), no("take 1", "rule.absent"), no("forward", "rule.meeting")},
			"move", "window", "c3 n", "d2 e", "path 0", "path 1 at c2 forward d2"),
	}
	loadTopic = games.Topic{
		Key: "load", Picture: "see-boat-load", Explains: []string{"rule.full.hares", "rule.aboard"}, Book: "Подбор зайцев",
		Example: example(2, "", fourAboard, no("take 5", "rule.full.hares"), no("unload 3", "rule.aboard"), yes("unload 1 2", games.Land)),
	}
	adv3Topic = games.Topic{
		Key: "adv3", Picture: "see-boat-load", Explains: []string{"adv3", "rule.full.points", "rule.aboard"}, Book: "Дополнительные правила, 3",
		Example: example(2, "adv3=on", eightAboard, yes("take 1", games.Gain), no("take 2", "rule.full.points")),
	}
	unloadTopic = games.Topic{
		Key: "unload", Picture: "see-boat-unload", Book: "1. Перемещение лодки, Г",
		Explains: []string{"unload", "moment.land", "rule.unload.twice", "rule.unload.moved", "rule.unload.order", "rule.unload.inland"},
		Example: append(
			onRiver("", []games.Try{yes("unload 2", games.Land), yes("unload 2 3", games.Land), no("unload 3 2", "rule.unload.order")}, "boat 2:1", "boat 2:1,3:1", "c3 n", "e4 n"),
			onRiver("", []games.Try{no("unload 2", "rule.unload.inland")})...),
	}
	savedTopic       = games.Topic{Key: "saved", Explains: []string{"tokens=open"}, Book: "1. Перемещение лодки, Г"}
	savedHiddenTopic = games.Topic{Key: "savedhidden", Explains: []string{"tokens=hidden"}, Book: "1. Перемещение лодки, Г"}
	replaceTopic     = games.Topic{
		Key: "replace", Picture: "see-pile-replace", Book: "2. Замена карточки на поле",
		Explains: []string{
			"place", "how.replace", "how.replace.off", "rule.place.boat", "rule.place.hares",
			"rule.way.missing", "rule.way.none", "rule.way.straight", "rule.way.side",
		},
		Example: append(
			onRiver("", []games.Try{yes("place b3"), yes("place b2"), no("place c2", "rule.place.hares"), no("place e5", "rule.place.boat")}, "move", "replace"),
			onRiver("", []games.Try{yes("place b3 n"), no("place b3", "rule.way.missing"), no("place b3 ne", "rule.way.straight")}, "move", "replace", "open =:2", "open +")...),
	}
	alongTopic  = games.Topic{Key: "along", Picture: "log-hare", Book: "2. Замена карточки на поле"}
	refillTopic = games.Topic{
		Key: "refill", Picture: "see-pile", Explains: []string{"rule.place.empty", "rule.place.row"}, Book: "3. Выкладывание новой карточки",
	}

	waterTopic = games.Topic{Key: "water", Picture: "water", Book: "Вода"}
	logTopic   = games.Topic{
		Key: "log", Picture: "see-log", Book: "Бревно",
		Example: onRiver("", []games.Try{no("forward", "rule.replacing"), no("turn left", "rule.replacing"), yes("place b3")},
			"move", "replace", "c3 n", "b1 w", "path 0", "path 1 at c1 forward b1 log b1"),
	}
	thicketTopic = games.Topic{
		Key: "thicket", Picture: "see-thicket", Explains: []string{"rule.thicket"}, Book: "Заросли",
		Example: onRiver("", []games.Try{no("forward", "rule.thicket"), yes("diagonal left"), yes("turn left")}, "c3 n", "b3 n"),
	}
	whirlpoolTopic = games.Topic{
		Key: "whirlpool", Picture: "see-whirlpool", Explains: []string{"spin", "how.spin", "moment.whirl", "rule.spinning"}, Book: "Водоворот",
		Example: onRiver("", []games.Try{yes("spin cw", games.Whirl), yes("spin ccw", games.Whirl), no("place b3", "rule.spinning")},
			"move", "spin", "3 @   ~   ~", "3 @   ~   @", "c3 n", "a2 n", "path 0", "path 0\nfresh c3"),
	}
	swampTopic = games.Topic{
		Key: "swamp", Picture: "see-swamp", Explains: []string{"moment.sink"}, Book: "Болото",
		Example: append(
			onRiver("", []games.Try{yes("place c3")}, "move", "replace", "c3 n", "a2 n", "open =:2", "open %"),
			onRiver("", []games.Try{yes("done", games.Sink)}, "1:1 ~:3 o", "1:1 ~   o", "path 0", "path 1 at c4 forward c3", "written 0/0\nboat 1 c3 n swamp -", "written 0/0\nboat 1 c3 n swamp d4", "%   f", "%:3 f")...),
	}
	funnelTopic = games.Topic{
		Key: "funnel", Picture: "see-funnel", Explains: []string{"pull", "how.pull", "moment.pull", "rule.pull", "rule.pulling"}, Book: "Воронка",
		Example: append(
			onRiver("", []games.Try{yes("done", games.Pull), yes("turn left", games.Pull)}, "c3 n", "d1 w", "path 0", "path 1 at c1 forward d1"),
			onRiver("", []games.Try{yes("pull e1", games.Pull), yes("pull e2", games.Pull), no("pull c1", "rule.pull")},
				"move", "pull", "f:2 #", "f:2 o", "c3 n", "d1 w", "path 0", "path 1 at c1 left c1 forward d1")...),
	}
	currentTopic = games.Topic{
		Key: "current", Picture: "current-e", Explains: []string{"moment.carry"}, Book: "Течение",
		Example: onRiver("", []games.Try{yes("forward", games.Carry)}, "c3 n", "d2 s"),
	}
	currentsTopic = games.Topic{
		Key: "currents", Picture: "current-ne", Book: "Берег или Заросли. Другое Течение",
		Example: onRiver("", []games.Try{yes("forward", games.Carry)}, "c3 n", "c4 s"),
	}
	currentStartTopic = games.Topic{
		Key: "currentstart", Picture: "current-w", Book: "В начале хода",
		Example: onRiver("", []games.Try{yes("forward"), yes("turn left", games.Carry)}, "c3 n", "d3 e"),
	}

	adv1Topic = games.Topic{
		Key: "adv1", Picture: "see-log-twin", Explains: []string{"adv1", "moment.sink"}, Book: "Дополнительные правила, 1",
		Example: onRiver("adv1=on", []games.Try{yes("place a2", games.Sink)}, "move", "replace", "open =:2", "open f'", "c3 n", "b3 n"),
	}
	adv2Topic = games.Topic{
		Key: "adv2", Picture: "see-pile", Book: "Дополнительные правила, 2",
		Explains: []string{"adv2", "how.replace.any", "how.place.any", "rule.place.single", "rule.place.unloaded"},
		Example: append(
			onRiver("adv2=on", []games.Try{yes("place b3 from 2"), yes("place b3 n from pile")}, "move", "replace", "path 0", "path 1 at c3 right c3"),
			onRiver("adv2=on", []games.Try{yes("place b3"), no("place b3 from 2", "rule.place.single")}, "move", "replace", "path 0", "path 1 at c3 left c3 right c3")...),
	}
	adv4Topic = games.Topic{
		Key: "adv4", Picture: "see-boat-meet", Book: "Дополнительные правила, 4",
		Explains: []string{
			"adv4", "steal", "moment.steal", "how.window.steal", "how.window.both",
			"rule.steal.own", "rule.steal.twice", "rule.steal.unloaded", "rule.steal.start",
		},
		Example: append(
			onRiver("adv4=on", []games.Try{yes("steal 4/2", games.Steal), yes("leave")},
				"move", "window", "e5 w", "c3 w", "seat 2 boat -", "seat 2 boat 4:1", "path 0", "path 1 at c4 forward c3"),
			onRiver("adv4=on", []games.Try{no("steal 4/2", "rule.steal.start"), yes("take 1", games.Gain)},
				"move", "window", "c3 n", "c2 n", "e5 w", "c2 w", "seat 2 boat -", "seat 2 boat 4:1")...),
	}
	harderTopic = games.Topic{
		Key: "harder", Explains: []string{"adv1=off", "adv2=off", "rule.place.off"}, Book: "Дополнительные правила, 1–2",
		Example: onRiver("", []games.Try{yes("place b3"), no("place b3 from 2", "rule.place.off")}, "move", "replace", "path 0", "path 1 at c3 right c3"),
	}
	harderMoreTopic = games.Topic{
		Key: "hardermore", Explains: []string{"adv3=off", "adv4=off", "rule.steal.off"}, Book: "Дополнительные правила, 3–4",
		Example: example(2, "", fourAboard, no("take 1", "rule.full.hares"), no("steal 1/2", "rule.steal.off")),
	}

	mazaiTopic = games.Topic{
		Key: "mazai", Picture: "see-mazai-row", Explains: []string{"moment.appear"}, Book: "Раунды",
		Example: example(3, "mazai=real", mayAppear, yes("mazai no"), yes("mazai yes", games.Appear), no("place", "rule.asking")),
	}
	addTopic = games.Topic{
		Key: "add", Picture: "see-hares-add", Book: "Раунды, 1",
		Explains: []string{"add", "how.add", "rule.adding", "rule.add.never", "rule.add.most", "rule.cards.none"},
		Example: onRiver("", []games.Try{yes("add log"), no("add swamp", "rule.add.never"), no("add thicket", "rule.add.never"), no("place b3", "rule.adding")},
			"move", "add", "13..13", "row"),
	}
	addWhereTopic = games.Topic{
		Key: "addwhere", Book: "Раунды, 2",
		Example: example(3, "", adding3, yes("add log 4"), no("add swamp 2", "rule.add.never"), no("place", "rule.adding")),
	}
	addWhereOnTopic   = games.Topic{Key: "addwhereon", Book: "Раунды, 2"}
	fewTopic          = games.Topic{Key: "few", Explains: []string{"lay", "how.lay", "rule.lay", "rule.laying"}, Book: "Количество раундов"}
	againTopic        = games.Topic{Key: "again", Picture: "see-mazai-deep", Book: "Раунды, 3"}
	againDrawTopic    = games.Topic{Key: "againdraw", Picture: "see-mazai-deep", Book: "Раунды, 3"}
	againRealTopic    = games.Topic{Key: "againreal", Picture: "see-mazai-deep", Book: "Раунды, 3"}
	againTwoTopic     = games.Topic{Key: "againtwo", Picture: "see-mazai-under", Book: "Раунды, 3"}
	againTwoRealTopic = games.Topic{Key: "againtworeal", Picture: "see-mazai-under", Book: "Раунды, 3"}
	teamsTopic        = games.Topic{
		Key: "teams", Picture: "see-boat-meet", Book: "Двое на двое",
		Explains: []string{"teams", "pass", "get", "how.window.share", "rule.share.partner", "rule.apart"},
		Example:  example(4, "teams=on", fourSail, yes("pass 2/3"), yes("get 4/3"), no("pass 2/2", "rule.share.partner")),
	}
	teamsMazaiTopic = games.Topic{Key: "teamsmazai", Book: "Двое на двое"}

	roundsTopic     = games.Topic{Key: "rounds", Book: "Количество раундов"}
	roundsMoreTopic = games.Topic{Key: "roundsmore", Explains: []string{"rounds"}, Book: "Количество раундов"}
	roundsTwoTopic  = games.Topic{Key: "roundstwo", Book: "Количество раундов"}
	endTopic        = games.Topic{
		Key: "end", Explains: []string{"moment.last", "rule.over"}, Book: "Окончание игры",
		Example: example(3, "mazai=real", lastAppearance, yes("mazai no"), yes("mazai yes", games.Appear, games.Last)),
	}
	endTwoTopic = games.Topic{Key: "endtwo", Explains: []string{"moment.last", "rule.over"}, Book: "Окончание игры"}
	countTopic  = games.Topic{Key: "count", Book: "Окончание игры"}
	winnerTopic = games.Topic{
		Key: "winner", Book: "Определение победителя",
		Example: example(3, "", lastTurn, games.Try{Says: "place", Scores: []int32{12, 12, 9}}),
	}
	winnerTeamsTopic = games.Topic{Key: "winnerteams", Book: "Определение победителя"}

	skipTopic = games.Topic{Key: "skip"}
	handTopic = games.Topic{Key: "hand", Explains: []string{"rule.notation", "rule.fix"}}
)

// Lists of Topic.Explains that several topics share.
var (
	namingRules = []string{"card", "hare", "rule.naming", "rule.drawing", "rule.pool", "rule.card.gone", "rule.card.enough"}
	hidingRules = []string{"mazai", "how.mazai", "how.mazai.real", "rule.asking", "rule.mazai.sure", "rule.mazai.early"}
	boatRules   = []string{"boat", "how.boat", "rule.boating", "rule.boat.centre", "rule.boat.taken", "rule.boat.nose", "rule.boat.opposite"}
)

var (
	namingExample = example(2, "field=on,deal=table", unlaid,
		yes("card log hare"), yes("card side ne"), no("card side", "rule.way.missing"), no("card swamp hare", "rule.notation"), no("lay a1", "rule.naming"))
	hidingExample = example(3, "mazai=real", mayAppear, yes("mazai no"), yes("mazai yes", games.Appear))
)
