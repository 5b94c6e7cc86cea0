package companion

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/panel"
	"tabletop/games"
)

// stepPage shows one of the steps that people's hands do before the next decision, from 0.
func stepPage(at int) page { return page{kind: panel.KindStep, screen: atPlay, control: step(at)} }

// step is which of the steps is in sight.
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

// decides returns what is decided by having done the step, "" for nothing.
func (at step) decision(all []stepPart) games.Decision {
	if int(at) < len(all)-1 {
		return ""
	}
	return all[len(all)-1].Says
}

// said is as much of a step as there is room for at once.
type stepPart struct {
	games.Step
	text string
}

// stepLines is how many lines of a step are in sight at once, and besidePicture how many
// columns they have beside a picture.
const (
	stepLines     = 5
	besidePicture = 13
)

// steps are what hands do before the next decision, the long ones in parts.
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

// press goes on to the next step, or back to the one before; behind the last comes the
// game, or what is decided by having done it.
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
		return m.commit(m.pop(), Keep{}) // which a power cut doesn't lose
	}
	return m.replace(stepPage(int(at))), nil
}

// stepsItem of the pause menu goes through the steps once more.
func (g game) stepsItem(s *form) {
	if len(games.Steps(g.match.State())) > 0 {
		s.Item(g.word("pause.steps"), func(m Model) (Model, []Effect) { return m.show(stepPage(0)), nil })
	}
}
