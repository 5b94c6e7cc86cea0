package games

import (
	"strings"
	"unicode/utf8"
)

// Topic explains one part of a game's rules. Its texts are in the game's catalogues:
//
//	topic.KEY             the title, up to MostTopicTitle characters
//	topic.KEY.text        the explanation: up to TopicScreens screens of TopicLines lines of
//	                      21 characters; beside the picture the lines of the first screen have
//	                      TopicBeside characters. The last sentence is an example
//	topic.KEY.text.table  the explanation for a table with real dice or cards, if it differs
type Topic struct {
	Key     string // lower-case letters and digits
	Picture string // a picture of the game that stands beside the first screen; "" for none
	// Explains lists what the topic is about, in these forms:
	//
	//	lure, lure red  the leading words of decisions
	//	adv2, adv2=on   an option, or one value of it
	//	moment.bust     a kind of moments
	//	rule.pair       the key of a rule that refuses decisions
	//	phase.lure      the key of a rule of a phase (see View.Rule)
	Explains []string
	// After is set if a lesson shows the topic after such a decision, and not before: a card, say, of
	// which the hand has many.
	After   bool
	Example []Example
	Book    string // section of the rule book, for the people who check the texts
}

// The size of a topic's texts.
const (
	MostTopicTitle = 18 // greatest number of characters in a title
	TopicScreens   = 3  // greatest number of screens
	TopicLines     = 5  // number of lines of a screen
	TopicBeside    = 13 // number of characters of a line beside a picture
)

// columns is the number of characters of a line of the panel.
const columns = 21

// TopicWidth returns the number of characters of a line of a topic's text, counted from 0. beside
// means that the topic has a picture.
func TopicWidth(line int, beside bool) int {
	if beside && line < TopicLines {
		return TopicBeside
	}
	return columns
}

// WrapTopic breaks the text of a topic at blanks into the lines of its screens. beside means that the
// topic has a picture. A word that is longer than a line has a line of its own.
func WrapTopic(text string, beside bool) (lines []string) {
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= TopicWidth(last, beside) {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// IsTaught reports whether r explains itself. Rules that are Taught but may have no topics at all have
// a method Explained() bool, which decides.
func IsTaught(r Rules) bool {
	if e, ok := r.(interface{ Explained() bool }); ok {
		return e.Explained()
	}
	_, ok := r.(Taught)
	return ok
}

// Example is a position at which people can try decisions. The game itself accepts or refuses
// them.
type Example struct {
	Setup    Setup
	Position string // the position, as State.String prints it
	Tries    []Try
}

// Try is a decision of an Example and what must follow from it. Tests check it.
type Try struct {
	Says    Decision
	Rule    string  // key of the rule that refuses the decision; "" if the decision is legal
	Moments []Kind  // kinds of the moments of the next position
	Scores  []int32 // points of the next position; nil if they are not checked
}

// Taught is implemented by Rules that explain themselves.
type Taught interface {
	// Topics returns the topics that hold for a set-up, in the order in which one would tell them:
	// the aim, what lies where, a turn, the exceptions, the end and ties.
	Topics(Setup) []Topic
}

// Topics returns the topics of r for the set-up s, or nil if r has none.
func Topics(r Rules, s Setup) []Topic {
	if t, ok := r.(Taught); ok {
		return t.Topics(s)
	}
	return nil
}

// About returns the text for TopicAbout that leads to the topic about the decision d at s. This is d
// itself, unless s implements
//
//	About(Decision) string
//
// because its decisions don't begin with a word, such as the moves of a board game.
func About(s State, d Decision) string {
	if a, ok := s.(interface{ About(Decision) string }); ok {
		return a.About(d)
	}
	return string(d)
}

// TopicAbout returns the first topic that explains about: a decision, an option with its value
// ("adv2=on"), or a key of a moment, a rule or a phase as in Topic.Explains. A topic about more of
// the leading words of a decision takes precedence. It returns false if no topic does.
func TopicAbout(topics []Topic, about string) (Topic, bool) {
	for ; about != ""; about = shorter(about) {
		for _, t := range topics {
			for _, e := range t.Explains {
				if e == about {
					return t, true
				}
			}
		}
	}
	return Topic{}, false
}

// shorter returns about without its last word or, for an option with its value, the name of the
// option. It returns "" for a single word.
func shorter(about string) string {
	return about[:max(strings.LastIndexByte(about, ' '), strings.LastIndexByte(about, '='), 0)]
}

// TextKey returns the key of the explanation of t: the one for real dice and cards if real, where
// has reports that the catalogue has it.
func (t Topic) TextKey(real bool, has func(key string) bool) string {
	key := "topic." + t.Key + ".text"
	if real && has(key+".table") {
		return key + ".table"
	}
	return key
}
