package mazaitsy

import (
	"embed"

	"tabletop/games"
)

//go:generate go run ../internal/packed/pack topics_ru.txt topics_en.txt topics_pictures.txt

//go:embed topics*.gz
var topicFiles embed.FS

// taught is a set-up as far as topics depend on it.
type taught struct {
	two, teams bool
	field      bool // whether the companion tracks the whole field
	realMazai  bool // whether Мазай lies in a real pile
	drawn      bool // whether the companion draws cards and hares
	setup      games.Setup
}

// is reports whether the set-up has that value of an option.
func (t *taught) is(option, value string) bool { return t.setup.Value(options, option) == value }

// Topics returns the topics that hold for a set-up.
func (Rules) Topics(setup games.Setup) []games.Topic {
	t := &taught{two: setup.Seats == 2, setup: setup}
	t.teams = setup.Seats == mostSeats && t.is("teams", "on")
	t.field, t.realMazai = t.is("field", "on"), t.is("mazai", "real")
	t.drawn = t.field && !t.realMazai && t.is("deal", "device")
	all := append([]games.Topic{aimTopic, boxTopic}, t.keeping()...)
	all = append(all, t.layOut()...)
	all = append(all, t.turn()...)
	all = append(all, waterTopic, logTopic, thicketTopic, whirlpoolTopic, swampTopic, funnelTopic)
	all = append(all, currentTopic, currentsTopic, currentStartTopic)
	all = append(all, t.advanced()...)
	all = append(all, t.mazai()...)
	all = append(all, t.end()...)
	return append(all, skipTopic, handTopic)
}

// either returns yes if is is set, and no otherwise.
func either(is bool, yes, no games.Topic) games.Topic {
	if is {
		return yes
	}
	return no
}

// keeping returns the topics about the share of the companion and of the people.
func (t *taught) keeping() []games.Topic {
	switch {
	case !t.field:
		return []games.Topic{byHandTopic, loseTopic}
	case t.drawn:
		return []games.Topic{byBoxTopic, drawTopic}
	}
	return []games.Topic{byBoxTopic, either(t.is("deal", "table"), dealTopic, dealCardsTopic)}
}

// layOut returns the topics about the lay-out, and about the differences for other numbers of
// players.
func (t *taught) layOut() []games.Topic {
	all := []games.Topic{either(t.two, fieldTwoTopic, fieldTopic), either(t.drawn, pileDrawTopic, pileTopic)}
	if t.two {
		all = append(all, either(t.realMazai, hideTwoRealTopic, hideTwoTopic))
	} else {
		all = append(all, either(t.realMazai, hideRealTopic, hideTopic), either(t.is("places", "4"), lowFewTopic, lowTopic))
	}
	all = append(all, haresTopic, firstTopic, either(t.two, boatsTwoTopic, boatsTopic))
	if t.two {
		all = append(all, withMoreTopic, withMoreRoundsTopic)
	} else {
		all = append(all, withTwoTopic)
	}
	if !t.teams {
		all = append(all, pairsTopic)
	}
	return all
}

// turn returns the topics about a turn.
func (t *taught) turn() []games.Topic {
	return []games.Topic{
		turnTopic, moveTopic, waysTopic, takeTopic, either(t.is("adv3", "on"), adv3Topic, loadTopic), unloadTopic,
		either(t.is("tokens", "hidden"), savedHiddenTopic, savedTopic), replaceTopic, alongTopic, refillTopic,
	}
}

// advanced returns the topics about the advanced rules that are on, without adv3, which belongs to
// the turn, and then short topics that list the rules if one of them is off.
func (t *taught) advanced() []games.Topic {
	var all []games.Topic
	for i, topic := range [...]games.Topic{adv1Topic, adv2Topic, adv4Topic} {
		if t.is([...]string{"adv1", "adv2", "adv4"}[i], "on") {
			all = append(all, topic)
		}
	}
	if t.is("adv1", "off") || t.is("adv2", "off") {
		all = append(all, harderTopic)
	}
	if t.is("adv3", "off") || t.is("adv4", "off") {
		all = append(all, harderMoreTopic)
	}
	return all
}

// mazai returns the topics about Мазай and the mass addition.
func (t *taught) mazai() []games.Topic {
	all := []games.Topic{mazaiTopic, addTopic, either(t.field, addWhereOnTopic, addWhereTopic), fewTopic}
	switch {
	case t.two:
		all = append(all, either(t.realMazai, againTwoRealTopic, againTwoTopic))
	case t.drawn:
		all = append(all, againDrawTopic)
	default:
		all = append(all, either(t.realMazai, againRealTopic, againTopic))
	}
	if t.teams {
		all = append(all, teamsTopic, teamsMazaiTopic)
	}
	return all
}

// end returns the topics about rounds, the end and the victory.
func (t *taught) end() []games.Topic {
	all := []games.Topic{roundsMoreTopic}
	switch {
	case t.two:
		all[0] = roundsTwoTopic
	case t.is("rounds", "3"):
		all[0] = roundsTopic
	}
	return append(all, either(t.two, endTwoTopic, endTopic), countTopic, either(t.teams, winnerTeamsTopic, winnerTopic))
}
