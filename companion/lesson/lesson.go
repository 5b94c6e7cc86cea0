// Package lesson explains the rules of a game on the panel: it divides the texts of topics
// ([games.Topic]) into screens, and decides which topic a table that learns a game sees next.
package lesson

import (
	"iter"
	"slices"
	"strings"

	"tabletop/companion/panel"
	"tabletop/games"
)

// Screen is one screen of a topic: up to [games.TopicLines] lines, and the name of a picture of the
// game that stands left of them, or "".
type Screen struct {
	Lines   []string
	Picture string
}

// Screens divides the text of a topic into screens. The picture stands on the first one.
func Screens(text, picture string) (all []Screen) {
	rest := text
	if picture != "" {
		lines := panel.Wrap(text, games.TopicBeside)
		n := min(len(lines), games.TopicLines)
		all = append(all, Screen{lines[:n:n], picture})
		rest = strings.Join(lines[n:], " ")
	}
	for lines := range slices.Chunk(panel.Wrap(rest, panel.Columns), games.TopicLines) {
		all = append(all, Screen{Lines: lines})
	}
	return all
}

// Brief returns one screen with as many sentences from the beginning of the text of a topic as fit, or
// with the beginning of the first sentence if that is longer. The picture stands beside them if there is
// room for the first sentence.
func Brief(text, picture string) Screen {
	if picture != "" {
		if lines := whole(text, games.TopicBeside); len(lines) > 0 {
			return Screen{lines, picture}
		}
	}
	if lines := whole(text, panel.Columns); len(lines) > 0 {
		return Screen{Lines: lines}
	}
	return Screen{Lines: panel.AtMost(games.TopicLines, panel.Wrap(text, panel.Columns))}
}

// whole returns the lines of the sentences from the beginning of text that fit into a screen with
// lines of width characters.
func whole(text string, width int) (fitting []string) {
	for end := range len(text) {
		if !strings.ContainsRune(".!?", rune(text[end])) || end+1 < len(text) && text[end+1] != ' ' {
			continue
		}
		lines := panel.Wrap(text[:end+1], width)
		if len(lines) > games.TopicLines {
			return fitting
		}
		fitting = lines
	}
	return fitting
}

// Next returns the topic that a table sees before the decision at s, which learns the game from
// topics and has seen some of them. In this order it is about the last moments, the last decision
// (topics with After only), the phase, the decisions to choose from (topics without After), and the last
// decision again if chance made it (any topic). The parameter last may be "". Next returns false if the
// table has seen the topics about all of that.
func Next(topics []games.Topic, seen []string, s games.State, last games.Decision, byChance bool) (games.Topic, bool) {
	for about, when := range met(s, last, byChance) {
		t, ok := games.TopicAbout(topics, about)
		if ok && (when == whenever || t.After == (when == after)) && !slices.Contains(seen, t.Key) {
			return t, true
		}
	}
	return games.Topic{}, false
}

// when tells which topics a lesson is about: all, or those with or without Topic.After.
type when uint8

const (
	whenever when = iota
	before
	after
)

// met yields what the table meets at s, in the order of lessons, as keys for games.TopicAbout.
func met(s games.State, last games.Decision, byChance bool) iter.Seq2[string, when] {
	return func(yield func(string, when) bool) {
		for _, m := range games.Moments(s) {
			if !yield("moment."+string(m.Kind), whenever) {
				return
			}
		}
		if !yield(games.About(s, last), after) || !yield(s.View(games.Nobody).Rule.Key, whenever) {
			return
		}
		for _, c := range games.Entry(s) {
			if !yield(games.About(s, c.Says), before) {
				return
			}
		}
		if byChance {
			yield(string(last), whenever)
		}
	}
}

// Present returns topics with the one about the decision at s first.
func Present(topics []games.Topic, s games.State) []games.Topic {
	now, ok := Now(topics, s)
	if !ok {
		return topics
	}
	i := slices.IndexFunc(topics, func(t games.Topic) bool { return t.Key == now.Key })
	return append([]games.Topic{now}, slices.Delete(slices.Clone(topics), i, i+1)...)
}

// Now returns the topic about the decision at s: about its phase, or else about the first of its
// decisions that has a topic. It returns false if none has.
func Now(topics []games.Topic, s games.State) (games.Topic, bool) {
	about := []string{s.View(games.Nobody).Rule.Key}
	for _, c := range games.Entry(s) {
		about = append(about, games.About(s, c.Says))
	}
	for _, a := range about {
		if t, ok := games.TopicAbout(topics, a); ok {
			return t, true
		}
	}
	return games.Topic{}, false
}

// Choices returns the topics about the decisions to choose from at s, each once, in the order of the
// choices.
func Choices(topics []games.Topic, s games.State) (all []games.Topic) {
	for _, c := range games.Entry(s) {
		t, ok := games.TopicAbout(topics, games.About(s, c.Says))
		if ok && !slices.ContainsFunc(all, func(known games.Topic) bool { return known.Key == t.Key }) {
			all = append(all, t)
		}
	}
	return all
}
