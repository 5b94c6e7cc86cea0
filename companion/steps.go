package companion

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/panel"
	"tabletop/games"
)

// stepPage shows one of the steps to do by hand before the next decision. at counts from 0.
func stepPage(at int) page { return page{kind: panel.KindStep, screen: atPlay, control: step(at)} }

// step is the index of the step on the panel.
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

// decision returns the decision made by finishing the step, or "".
func (at step) decision(all []stepPart) games.Decision {
	if int(at) < len(all)-1 {
		return ""
	}
	return all[len(all)-1].Says
}

// stepPart is a part of a step that fits the panel.
type stepPart struct {
	games.Step
	text string
}

// stepLines is the number of lines on the panel. besidePicture is their number of columns
// beside a picture.
const (
	stepLines     = 5
	besidePicture = 13
)

// steps returns the steps to do by hand before the next decision. Long ones are split into
// parts.
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

// press moves to the next or the previous step. After the last step it makes the decision of
// that step, or shows the game.
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
		return m.commit(m.pop(), Keep{}) // a power cut must not lose this
	}
	return m.replace(stepPage(int(at))), nil
}

// stepsItem repeats the steps from the pause menu.
func (g game) stepsItem(s *form) {
	if len(games.Steps(g.match.State())) > 0 {
		s.Item(g.word("pause.steps"), func(m Model) (Model, []Effect) { return m.show(stepPage(0)), nil })
	}
}
