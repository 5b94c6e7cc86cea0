package table

import (
	"embed"

	"tabletop/games"
)

//go:generate go run ../internal/packed/pack topics_ru.txt topics_en.txt topics_pictures.txt topics.svg

//go:embed topics*.gz
var topicFiles embed.FS

// chooser returns the value of an option.
type chooser func(option string) string

// Topics returns the topics that hold for a set-up: what the scoreboard is for, a round, points,
// who leads, corrections, the end and ties.
func (Score) Topics(s games.Setup) []games.Topic {
	value := chooser(func(option string) string { return s.Value(options, option) })
	all := []games.Topic{scoreTopic, scoreSeatsTopic, choicesTopic, boardTopic, roundTopic, enterTopic}
	if value("categories") != "none" {
		all = append(all, boardSheetTopic)
	}
	all = append(all, namesTopic, leadTopic, boardEditTopic, awayTopic, joinTopic, leaveTopic)
	all = append(all, value.goals()...)
	return append(all, scoreEndTopic, aloneTopic, textTopic, undoTopic, clockTopic, againTopic)
}

// Topics returns the topics that hold for a set-up: what the game keeps, whose turn it is, who
// begins, points, corrections, the end and ties.
func (Rules) Topics(s games.Setup) []games.Topic {
	value := chooser(func(option string) string { return s.Value(tableOptions, option) })
	all := []games.Topic{
		tableTopic, tableSeatsTopic, shapesTopic, ordersTopic, beginningsTopic, timesTopic, endsTopic,
		value.orderTopic(), beginTopics[value("begins")], pointTopics[value("points")],
	}
	if value.counts() {
		if value("points") != "any" {
			all = append(all, enterTopic)
		}
		if value("categories") != "none" {
			all = append(all, value.linesTopic())
		}
		all = append(all, namesTopic)
	}
	if value("teams") != "none" {
		all = append(all, teamsTopic)
	} else {
		all = append(all, pairsTopic)
	}
	all = append(all, cupTopic)
	if value("points") != "never" {
		all = append(all, tableLeadTopic, editTopic)
	}
	all = append(all, tableAwayTopic, joinTopic, leaveTopic, value.outTopic(), rulingTopic)
	if value("call") != "none" {
		all = append(all, value.callTopic())
	}
	if value("points") != "never" {
		all = append(all, value.goals()...)
	} else if value("rounds") != "none" {
		all = append(all, roundsTopic)
	}
	return append(all, endTopic, textTopic, undoTopic, clockTopic, againTopic, filesTopic)
}

// counts reports whether players write down points.
func (value chooser) counts() bool { return value("points") != "wins" && value("points") != "never" }

// goals returns the topics about the target, the number of rounds, the best points and ties.
func (value chooser) goals() (all []games.Topic) {
	lowest := value("wins") == "lowest"
	aims := value("target") != "none" && value("points") != "wins"
	switch {
	case aims && lowest:
		all = append(all, targetLowTopic)
	case aims:
		all = append(all, targetTopic)
	}
	if value("rounds") != "none" {
		all = append(all, roundsTopic)
	}
	if !aims && value("rounds") == "none" {
		all = append(all, openTopic)
	}
	if lowest {
		all = append(all, lowestTopic)
	} else {
		all = append(all, highestTopic)
	}
	if value("ties") == "more" {
		return append(all, tieTopic)
	}
	return append(all, sharedTopic)
}

func (value chooser) orderTopic() games.Topic {
	if value("order") == "clockwise" && value("round") == "closed" {
		return closedTopic
	}
	return orderTopics[value("order")]
}

// linesTopic returns the topic about the sheet. Where points are written down at any time, a number
// is added to the one before.
func (value chooser) linesTopic() games.Topic {
	if value("points") == "any" {
		return linesTopic
	}
	return sheetTopic
}

func (value chooser) outTopic() games.Topic {
	switch value("out") {
	case "yes":
		return outTopic
	case "last":
		return outLastTopic
	}
	return gotoOutTopic
}

// callTopic returns the topic about the call of the end. Where no seat is on turn alone in its
// order, a last circle is the rest of the round.
func (value chooser) callTopic() games.Topic {
	order := value("order")
	if value("call") == "circle" && (order == "together" || order == "claimed") {
		return callTopics["last"]
	}
	return callTopics[value("call")]
}
