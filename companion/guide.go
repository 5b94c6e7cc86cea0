package companion

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/lesson"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/settings"
	"tabletop/games"
)

// stepPage returns the page with one of the steps to do by hand before the next decision. at is
// the index of the part of the steps, from 0.
func stepPage(all []games.Step, at int) page {
	return page{kind: panel.KindStep, screen: atPlay, control: step{all, at}}
}

// step is the control of stepPage: the steps, and the index of the part on the panel, from 0.
type step struct {
	all []games.Step
	at  int
}

func (st step) view(m Model) panel.View {
	mt := m.Match()
	all := m.game().stepParts(st.all)
	now := all[min(st.at, len(all)-1)]
	v := panel.View{Kind: panel.KindStep, Game: mt.Rules().Name(), Big: now.text, Picture: now.Glyph}
	v.Aside = strconv.Itoa(st.at+1) + "/" + strconv.Itoa(len(all))
	v.Tabs[1] = m.word("tab.on")
	if st.decision(all) != "" {
		v.Tabs[1] = m.word("tab.done")
	}
	board := mt.State().View(games.Nobody)
	if part, ok := partOf(board, now.Step); ok {
		v.ShowPart(board, part)
	} else {
		v.PointAt(board, now.At)
	}
	return v
}

// partOf returns the part of the board that is drawn beside the text of a step. It returns false
// for a step that has a picture of its own, or whose squares don't fit.
func partOf(board games.View, s games.Step) (part image.Rectangle, ok bool) {
	if s.Glyph != "" {
		return part, false
	}
	return panel.PartOf(board, s.Squares)
}

// decision returns the decision that the table makes by finishing this step, or "" if it makes
// none.
func (st step) decision(all []stepPart) games.Decision {
	if st.at < len(all)-1 {
		return ""
	}
	return all[len(all)-1].Says
}

// stepPart is a part of a step's text that fits the panel.
type stepPart struct {
	games.Step
	text string
}

// Size of a step's text on the panel: stepLines is the number of lines. besidePicture is the
// width in columns if the step has a picture, and besideBoard if a part of the board is drawn.
const (
	stepLines     = 5
	besidePicture = 13
	besideBoard   = 10
)

// stepParts divides steps into parts that fit the panel.
func (g game) stepParts(steps []games.Step) (all []stepPart) {
	mt := g.match
	board := mt.State().View(games.Nobody)
	for _, s := range steps {
		width := panel.Columns
		if _, ok := partOf(board, s); ok {
			width = besideBoard
		} else if s.Glyph != "" {
			width = besidePicture
		}
		lines := panel.Wrap(g.words().Say(s.Text, mt.Names()), width)
		for part := range slices.Chunk(lines, stepLines) {
			all = append(all, stepPart{s, strings.Join(part, " ")})
		}
	}
	return all
}

// press moves to the next step on ok or down, otherwise to the previous one. After the last
// step, ok makes the decision of that step if there is one. Any other move beyond the first or
// last step closes the page.
func (st step) press(m Model, k panel.Key) (Model, []Effect) {
	all, at := m.game().stepParts(st.all), st.at
	last := len(all) - 1
	if says := st.decision(all); says != "" && k == panel.OK {
		return m.pop().decide(string(says))
	}
	switch {
	case k == panel.OK || k == panel.Down:
		at++
	default:
		at--
	}
	if at < 0 || at > last {
		return m.commit(m.pop(), Keep{}) // stores that the steps are closed, so that they stay closed after a power cut
	}
	return m.replace(stepPage(st.all, at)), nil
}

// stepsItem adds the item of the pause menu that shows the steps to do by hand again, if there
// are any.
func (g game) stepsItem(s *form) {
	if all := games.Steps(g.match.State()); len(all) > 0 {
		s.Item(g.word("pause.steps"), func(m Model) (Model, []Effect) { return m.show(stepPage(all, 0)), nil })
	}
}

// taughtDraft returns the game of a draft.
func (h house) taughtDraft(d Draft) taught {
	return newTaught(h.localizer, h.rules(d.Game), d.setup(), d.Luck == match.Table, nil)
}

// taught returns the game of the match.
func (g game) taught() taught {
	if g.match.IsZero() {
		return taught{localizer: g.localizer}
	}
	return newTaught(g.localizer, g.match.Rules(), g.match.Setup(), g.match.Luck() == match.Table, g.match.State())
}

// taughtGame returns the game that the panel is about: the game in set-up or the game of the match.
func taughtGame(m Model) taught {
	if d, ok := m.draft(); ok && m.contains(ofScreen(atSetup)) {
		return m.taughtDraft(d)
	}
	return m.game().taught()
}

// show returns the act that shows a topic.
func (t taught) show(topic games.Topic) act {
	return func(m Model) (Model, []Effect) { return m.show(t.page(topic, 0)), nil }
}

// page returns the page with a screen of a topic. The parameter at is the index of the screen, from 0.
func (t taught) page(topic games.Topic, at int) page {
	return page{kind: panel.KindTopic, control: topicView{t, topic, at}}
}

// topicView is the control of a topic's page: the topic, and the index of the screen on the panel,
// from 0.
type topicView struct {
	taught
	topic games.Topic
	at    int
}

func (v topicView) view(Model) panel.View {
	screens := lesson.Screens(v.text(v.topic), v.topic.Picture)
	if len(screens) == 0 {
		return v.taught.view(v.topic, lesson.Screen{})
	}
	at := min(v.at, len(screens)-1)
	shown := v.taught.view(v.topic, screens[at])
	if len(screens) > 1 {
		shown.Aside = strconv.Itoa(at+1) + "/" + strconv.Itoa(len(screens))
	}
	return shown
}

// press turns the screens on up and down. Ok and back close the page.
func (v topicView) press(m Model, k panel.Key) (Model, []Effect) {
	last := len(lesson.Screens(v.text(v.topic), v.topic.Picture)) - 1
	switch k {
	case panel.Down:
		return m.replace(v.page(v.topic, min(v.at+1, last))), nil
	case panel.Up:
		return m.replace(v.page(v.topic, max(v.at-1, 0))), nil
	}
	return m.pop(), nil
}

// forbiddenPage returns the page with the rule that refuses a decision. Ok shows the topic about the
// rule, if there is one.
func (t taught) forbiddenPage(text string, rule string) page {
	topic, ok := t.about(rule)
	if !ok {
		return textPage(t.word("play.illegal"), text)
	}
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = m.word("play.illegal")
		s.View.Tabs = [2]string{m.word("tab.back"), m.word("tab.rule")}
		s.Read(text)
		s.ok = func(m Model) (Model, []Effect) { return m.replace(t.page(topic, 0)), nil }
	}}
}

// explainSetting adds the setting whether the match will be explained.
func explainSetting(m Model, s *form, d Draft) {
	if len(m.taughtDraft(d).all) == 0 {
		return
	}
	on := func(e *evening, on bool) { e.explain = settings.Put(e.explain, d.Game, on) }
	s.Turn(m.word("setup.explain"), m.onOff(explains(m.house, m.ended, d.Game), switchSetting(on)))
}

// withLesson shows the next lesson of the match on the panel, if the match is explained: at first the
// aim of the game, later what the table meets for the first time.
func withLesson(m Model) Model {
	seen, explained := m.evening.lessons[m.session().id]
	if !explained {
		return m
	}
	t := m.game().taught()
	all := t.all
	if len(all) > 0 && !slices.Contains(seen, all[0].Key) {
		return m.show(lessonPage(topicView{t, all[0], 0}, true))
	}
	last := lastDecided(m.Match())
	if topic, ok := lesson.Next(all, seen, t.now, games.Decision(last.Says), last.Seat == games.Chance); ok {
		return m.show(lessonPage(topicView{t, topic, 0}, false))
	}
	return m
}

// lessonPage returns the page with a topic that the table sees for the first time: all screens of it if
// whole, and otherwise the first sentences.
func lessonPage(v topicView, whole bool) page {
	return page{kind: panel.KindTopic, screen: atPlay, control: lessonView{v, whole}}
}

// lessonView is the control of lessonPage.
type lessonView struct {
	topicView
	whole bool
}

func (v lessonView) view(m Model) panel.View {
	if v.whole {
		return v.topicView.view(m)
	}
	return v.taught.view(v.topic, lesson.Brief(v.text(v.topic), v.topic.Picture))
}

// press goes on with any key: to the next screen, or back to the match.
func (v lessonView) press(m Model, _ panel.Key) (Model, []Effect) {
	if v.whole && v.at+1 < len(lesson.Screens(v.text(v.topic), v.topic.Picture)) {
		v.at++
		return m.replace(lessonPage(v.topicView, true)), nil
	}
	id := m.session().id
	return m.commit(m.pop().edit(func(e *evening) { e.learn(id, v.topic.Key) }), Keep{})
}
