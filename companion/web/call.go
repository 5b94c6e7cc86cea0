package web

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// call is one request, and what its answer depends on.
type call struct {
	w        http.ResponseWriter
	r        *http.Request
	now      *screen.Moment // what held as it came
	by       companion.Sender
	lang     words.Lang       // of the answer
	messages *words.Catalogue // what the interface refuses with, in lang
}

// problem is every answer but 200 and 202. Seq and News are told where a decision
// was stale, Reload where the page is of an older version and must load itself anew.
type problem struct {
	Seq    *int     `json:"seq,omitempty"`
	Error  string   `json:"error"`
	News   []string `json:"news,omitempty"`
	Reload bool     `json:"reload,omitempty"`
}

// refuse answers why not, in the words under key.
func (c *call) refuse(status int, key string, args ...string) {
	c.fail(status, c.messages.Word(key, args...))
}

// say answers why not, in words.
func (c *call) fail(status int, why string) { c.answerAs(status, problem{Error: why}) }

// answer answers with v as JSON.
func (c *call) answer(v any) { c.answerAs(http.StatusOK, v) }

func (c *call) answerAs(status int, v any) {
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	_ = json.NewEncoder(c.w).Encode(v) // the asker is gone
}

// mostBody is the length of the longest body that is read as JSON where nothing else
// is said.
const mostBody = 4 << 10

// read reads the JSON object of the request into v, or refuses and returns false.
func (c *call) readJSON(v any) bool { return c.readJSONUpTo(mostBody, v) }

// readUpTo is read for a body of another length.
func (c *call) readJSONUpTo(most int64, v any) bool {
	if !c.hasType("application/json") {
		return false
	}
	d := json.NewDecoder(http.MaxBytesReader(c.w, c.r.Body, most))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.Join(errors.New(c.messages.Word("objects")), tooLong(more))
		}
	}
	switch {
	case err == nil:
		return true
	case tooLong(err) != nil:
		c.refuse(http.StatusRequestEntityTooLarge, "long", strconv.FormatInt(most, 10))
	default:
		c.refuse(http.StatusBadRequest, "unread", strings.TrimPrefix(err.Error(), "json: "))
	}
	return false
}

// is reports whether the body is of one of these types, or refuses. None of them is
// one that a form of another site could send.
func (c *call) hasType(types ...string) bool {
	kind, _, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err == nil && slices.Contains(types, kind) {
		return true
	}
	c.refuse(http.StatusUnsupportedMediaType, "type", strings.Join(types, ", "))
	return false
}

// tooLong returns err if it says that the body is.
func tooLong(err error) error {
	if long := new(http.MaxBytesError); errors.As(err, &long) {
		return long
	}
	return nil
}

// number returns the whole number that the query has under name, or otherwise; it
// refuses any that is not from least to most and returns false.
func (c *call) queryNumber(name string, least, most, otherwise int64) (int64, bool) {
	text := c.r.URL.Query().Get(name)
	if text == "" {
		return otherwise, true
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		c.refuse(http.StatusBadRequest, "number", name, strconv.FormatInt(least, 10), strconv.FormatInt(most, 10), quoted(text))
		return 0, false
	}
	return n, true
}

// words returns the catalogue of a game in the language of the answer.
func (c *call) words(game string) *words.Catalogue {
	if w := c.now.Words(c.lang, game); w != nil {
		return w
	}
	return c.messages // which has no word of a game: keys are said as they are
}

// wordsOf returns the catalogue of a game by its rules, in the language of the answer.
func (c *call) wordsOf(r games.Rules) *words.Catalogue {
	if games.Program(r) == "" {
		return c.words(r.Name())
	}
	return c.now.WordsOf(c.lang, r)
}

// title is what a game is called; one whose file is gone by the name of the file.
func (c *call) title(game string) string {
	if w := c.words(game); w.Has("title") {
		return w.Word("title")
	}
	return strings.TrimPrefix(game, games.InFile)
}

// titleOf is what the game of a match was called when it was played.
func (c *call) titleOf(s history.Summary) string {
	if title := s.Titles[string(c.lang)]; title != "" {
		return title
	}
	return c.title(s.Game)
}

// say says a game's text.
func textOf(w *words.Catalogue, t games.Text, names []string) string {
	if t.Key == "" {
		return ""
	}
	return w.Say(t, names)
}
