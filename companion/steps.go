package companion

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/panel"
	"tabletop/games"
)

// stepPage returns the page with one of the steps to do by hand before the next decision. at is
// the index of the step, from 0.
func stepPage(at int) page { return page{kind: panel.KindStep, screen: atPlay, control: step(at)} }

// step is the control of stepPage: the index of the step on the panel, from 0.
type step int

func (at step) view(m Model) panel.View {
	mt := m.Match()
	all := m.game().steps()
	now := all[min(int(at), len(all)-1)]
	v := panel.View{Kind: panel.KindStep, Game: mt.Rules().Name(), Big: now.text, Picture: now.Glyph}
	v.Aside = strconv.Itoa(int(at)+1) + "/" + strconv.Itoa(len(all))
	v.Tabs[1] = m.word("tab.on")
	if at.decision(all) != "" {
		v.Tabs[1] = m.word("tab.done")
	}
	v.PointAt(mt.State().View(games.Nobody), now.At)
	return v
}

// decision returns the decision that the table makes by finishing this step, or "" if it makes
// none.
func (at step) decision(all []stepPart) games.Decision {
	if int(at) < len(all)-1 {
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
// width in columns if the step has a picture.
const (
	stepLines     = 5
	besidePicture = 13
)

// steps returns the steps to do by hand before the next decision, in parts that fit the panel.
func (g game) steps() (all []stepPart) {
	mt := g.match
	for _, s := range games.Steps(mt.State()) {
		width := panel.Columns
		if s.Glyph != "" {
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
func (at step) press(m Model, k panel.Key) (Model, []Effect) {
	all := m.game().steps()
	last := len(all) - 1
	if says := at.decision(all); says != "" && k == panel.OK {
		return m.pop().decide(string(says))
	}
	switch {
	case k == panel.OK || k == panel.Down:
		at++
	default:
		at--
	}
	if at < 0 || int(at) > last {
		return m.commit(m.pop(), Keep{}) // stores that the steps are closed, so that they stay closed after a power cut
	}
	return m.replace(stepPage(int(at))), nil
}

// stepsItem adds the item of the pause menu that shows the steps to do by hand again, if there
// are any.
func (g game) stepsItem(s *form) {
	if len(games.Steps(g.match.State())) > 0 {
		s.Item(g.word("pause.steps"), func(m Model) (Model, []Effect) { return m.show(stepPage(0)), nil })
	}
}
