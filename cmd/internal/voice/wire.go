package voice

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Socket is the path of the socket of companion-voice.service.
const Socket = "/run/companion-voice.sock"

// mostText is the maximum length of a text in bytes, and mostLine that of a line without its end.
const (
	mostText = 1000
	mostLine = len("then ru ") + mostText
)

// languages are the languages of texts.
var languages = []string{"ru", "en"}

// Earcon is a short tone that stands for an event.
type Earcon string

// Earcons.
const (
	Edge    Earcon = "edge"    // the end of a list
	Refused Earcon = "refused" // a key that does nothing, or a decision that breaks a rule
	Done    Earcon = "done"    // a change that was made
)

// request is one line of the client. A request without a tone and a text cuts.
type request struct {
	earcon     Earcon // a tone; "" for none
	lang, text string // a text; "" for none
	waits      bool   // the text waits for the end of the sound before
}

// String returns the line of a request, without its end.
func (r request) String() string {
	switch {
	case r.earcon != "":
		return "earcon " + string(r.earcon)
	case r.waits:
		return "then " + r.lang + " " + r.text
	case r.text != "":
		return "say " + r.lang + " " + r.text
	}
	return "cut"
}

// parse reads a line without its end. ok is false if the line is no request.
func parse(line string) (r request, ok bool) {
	verb, rest, _ := strings.Cut(line, " ")
	switch {
	case verb == "cut" && rest == "":
		return request{}, true
	case verb == "earcon":
		return request{earcon: Earcon(rest)}, earcons[Earcon(rest)] != nil
	case verb != "say" && verb != "then" || !utf8.ValidString(line):
		return request{}, false
	}
	r.waits = verb == "then"
	r.lang, r.text, _ = strings.Cut(rest, " ")
	ok = slices.Contains(languages, r.lang) && len(r.text) <= mostText
	r.text = clean(r.text)
	return r, ok && r.text != ""
}

// after returns r as it follows a text that is not yet spoken. A text that waits is joined to it.
func (r request) after(before request) request {
	if !r.waits || before.text == "" || before.lang != r.lang {
		return r
	}
	before.text = clean(before.text + " " + r.text)
	return before
}

// clean returns a text as one line of at most mostText bytes without control and format
// characters. espeak-ng reads phonemes in "[[", so these brackets get a blank.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == utf8.RuneError, unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp):
			return -1
		}
		return r
	}, text)
	text = strings.TrimSpace(strings.ReplaceAll(text, "[[", "[ ["))
	for len(text) > mostText {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return strings.TrimSpace(text)
}

// mailbox holds the requests that are not yet taken: a cut, a tone and a text at most. A newer
// request replaces older ones. Its methods never block.
type mailbox struct {
	mu    sync.Mutex
	cut   bool
	tone  Earcon
	say   request
	ready chan struct{} // holds a value if there are requests; capacity 1
}

func newMailbox() *mailbox { return &mailbox{ready: make(chan struct{}, 1)} }

// put adds a request.
func (m *mailbox) put(r request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case r.earcon != "":
		m.tone, m.say = r.earcon, request{}
	case r.text != "":
		m.say = r.after(m.say)
	default:
		m.cut, m.tone, m.say = true, "", request{}
	}
	select {
	case m.ready <- struct{}{}:
	default:
	}
}

// take removes the first request and returns it. ok is false if there is none.
func (m *mailbox) take() (r request, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.cut:
		m.cut = false
	case m.tone != "":
		r.earcon, m.tone = m.tone, ""
	case m.say.text != "":
		r, m.say = m.say, request{}
	default:
		return r, false
	}
	return r, true
}

// clear removes all requests.
func (m *mailbox) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cut, m.tone, m.say = false, "", request{}
}
