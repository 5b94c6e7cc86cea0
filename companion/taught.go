package companion

import (
	"tabletop/companion/lesson"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// taught is a game with the topics that explain it for a set-up. Without rules it has no topics.
type taught struct {
	localizer
	rules games.Rules
	all   []games.Topic // in the order in which one would tell them
	real  bool          // people roll real dice or draw real cards
	now   games.State   // present position, or nil before the match
}

// newTaught returns the game r, which may be nil, with its topics for a set-up.
func newTaught(t localizer, r games.Rules, setup games.Setup, real bool, now games.State) taught {
	if r == nil {
		return taught{localizer: t}
	}
	return taught{t, r, games.Topics(r, setup), real, now}
}

func (t taught) words() *words.Catalogue { return t.wordsOf(t.rules) }

// topics returns the topics of the game, those about the present decision first.
func (t taught) topics() []games.Topic {
	if t.now == nil {
		return t.all
	}
	return lesson.Present(t.all, t.now)
}

// about returns the topic about a decision, an option with its value or the key of a rule.
func (t taught) about(about string) (games.Topic, bool) {
	if t.now != nil {
		about = games.About(t.now, games.Decision(about))
	}
	return games.TopicAbout(t.all, about)
}

func (t taught) title(of games.Topic) string { return t.words().Word("topic." + of.Key) }

func (t taught) text(of games.Topic) string {
	return t.words().Word(of.TextKey(t.real, t.words().Has))
}

// view returns the view of a screen of a topic.
func (t taught) view(topic games.Topic, s lesson.Screen) panel.View {
	v := panel.View{Kind: panel.KindTopic, Game: t.rules.Name(), Title: t.title(topic), Topic: topic.Key, Picture: s.Picture}
	for i, line := range s.Lines {
		v.Rows[i] = panel.Row{Text: line, Mark: panel.Quiet}
	}
	return v
}
