package companion

import (
	"time"

	"tabletop/companion/ear"
	"tabletop/companion/panel"
	"tabletop/companion/sheet"
	"tabletop/companion/words"
)

// Times of speech.
const (
	speechAfter = 5 * time.Second  // back held for this time switches speech on or off
	tellEvery   = 12 * time.Second // time after which the first question is spoken in the other language
)

// SoundCard is the event that reports whether the box can play sound. Without a card nothing is
// spoken.
type SoundCard struct{ Present bool }

// SpeechFailed is the event that reports why nothing can be spoken: "program" if the program that
// speaks is missing or fails, "device" if the sound device is missing, "stuck" if the program
// doesn't answer. With "" speech works again.
type SpeechFailed struct{ Reason string }

// sheetLine is a line to read.
type sheetLine = sheet.Line

// speech is the state of speech.
type speech struct {
	card   bool        // the box can play sound
	failed string      // reason of the last SpeechFailed
	on     bool        // screen is the full text of the panel
	screen *ear.Screen // text for Moment.Aloud; nil before the first
	match  string      // id of the match of screen
	seq    int         // seq of the last fact of that match
	opened bool        // the hold of back that is under way has opened the pause menu
	first  words.Lang  // language in which the first question was spoken since the last key; "" if not

	say      string    // last announcement
	says     int       // number of announcements
	reads    int       // number of requests to read the whole screen
	presses  int       // number of key presses
	refusals int       // number of pages that refuse a press
	key      panel.Key // last key pressed
}

// silentScreen is the screen before anything is spoken. It is shared, so that Moments stay equal.
var silentScreen = &ear.Screen{}

// aloud returns the screen for Moment.Aloud.
func (s speech) aloud() *ear.Screen {
	if s.screen == nil {
		return silentScreen
	}
	return s.screen
}

// press counts a key press.
func (s *speech) press(k panel.Key) {
	s.presses++
	s.key, s.first = k, ""
}

// announce requests that text is spoken, whatever the level.
func (s *speech) announce(text string) {
	s.say = text
	s.says++
}

// silence leaves nothing of the screen but the last announcement.
func (s *speech) silence(lang words.Lang) {
	if s.on || s.says != s.aloud().Says {
		s.on, s.screen = false, &ear.Screen{Lang: lang, Say: s.say, Says: s.says, Presses: s.presses}
	}
}

// counted returns the screen is, which follows was, with its counts. decided reports whether a decision
// was stored since was, dropped is the number of dropped presses. While the disk writes, no press meets
// an edge.
func (s *speech) counted(was, is ear.Screen, decided bool, dropped int, writing bool) ear.Screen {
	is.Say, is.Says, is.Reads, is.Presses = was.Say, was.Says, was.Reads, was.Presses
	is.Edges, is.Drops, is.Seq = was.Edges, was.Drops, was.Seq
	switch pressed := s.presses != was.Presses; {
	case pressed && is == was && !writing && (s.key == panel.Up || s.key == panel.Down):
		is.Edges++
	case decided, was.Value != "" && is.Value == "" && is.End != was.End:
		is.Seq++
	case pressed && is.Refused && !was.Refused:
		s.refusals++
	}
	is.Say, is.Says, is.Reads, is.Presses, is.Drops = s.say, s.says, s.reads, s.presses, dropped+s.refusals
	return is
}

// firstLang returns the language of the first question: the one in which the box has just asked it, or
// that of the row under the bar.
func (s speech) firstLang(at int) words.Lang {
	if s.first != "" {
		return s.first
	}
	return words.Langs[max(0, at-1)%len(words.Langs)]
}

// asksFirst reports whether the box is new: it has neither a language nor a level of speech.
func (h house) asksFirst() bool { return h.evening.lang == "" && h.evening.speech == "" }
