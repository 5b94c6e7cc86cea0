package web

import (
	"bytes"
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

// call is one request, with the state of the table that the answer depends on.
type call struct {
	w        http.ResponseWriter
	r        *http.Request
	now      *screen.Moment // moment of the table when the request arrived
	by       companion.Sender
	lang     words.Lang       // language of the answer
	messages *words.Catalogue // error texts of the interface, in lang
}

// problem is the body of every answer except 200 and 202. Seq and News are set for a stale
// decision. Reload is set if the page that sent the request has an older version and must reload.
type problem struct {
	Seq    *int     `json:"seq,omitempty"`
	Error  string   `json:"error"`
	News   []string `json:"news,omitempty"`
	Topic  string   `json:"topic,omitempty"` // see GET /api/rules
	Reload bool     `json:"reload,omitempty"`
}

// refuse answers with status and the message under key.
func (c *call) refuse(status int, key string, args ...string) {
	c.fail(status, c.messages.Word(key, args...))
}

// fail answers with status and the error text why.
func (c *call) fail(status int, why string) { c.answerAs(status, problem{Error: why}) }

// answer answers 200 with v as JSON.
func (c *call) answer(v any) { c.answerAs(http.StatusOK, v) }

func (c *call) answerAs(status int, v any) {
	c.w.Header().Set("Content-Type", "application/json")
	var b bytes.Buffer
	_ = json.NewEncoder(&b).Encode(v) // can't fail: answers have nothing that JSON lacks
	c.write(status, b.Bytes())
}

// mostBody is the default limit of a JSON body, in bytes.
const mostBody = 4 << 10

// readJSON decodes the JSON object in the body into v. On failure it refuses the request and
// returns false.
func (c *call) readJSON(v any) bool { return c.readJSONUpTo(mostBody, v) }

// readJSONUpTo is like readJSON, but for a body of up to most bytes.
func (c *call) readJSONUpTo(most int64, v any) bool {
	body, ok := c.readBody(most)
	return ok && c.decode(body, v)
}

// readBody returns the JSON text in the body, without repeated keys and of up to most bytes. On
// failure it refuses the request and returns false.
func (c *call) readBody(most int64) (body json.RawMessage, ok bool) {
	if !c.hasType("application/json") {
		return nil, false
	}
	d := json.NewDecoder(http.MaxBytesReader(c.w, c.r.Body, most))
	err := d.Decode(&body)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.Join(errors.New(c.messages.Word("objects")), tooLong(more))
		}
	}
	if err == nil {
		err = c.keyError(body)
	}
	switch {
	case err == nil:
		return body, true
	case tooLong(err) != nil:
		c.refuse(http.StatusRequestEntityTooLarge, "long", strconv.FormatInt(most, 10))
	default:
		c.refuseJSON(err)
	}
	return nil, false
}

// keyError returns the fault of the first bad key in a JSON text, or nil: see checkKeys.
func (c *call) keyError(text []byte) error {
	switch key, fault := checkKeys(text); fault {
	case repeated:
		return errors.New(c.messages.Word("twice", quoted(key)))
	case beyond:
		return errors.New(c.messages.Word("many", quoted(key)))
	}
	return nil
}

// refuseJSON refuses the request because of an error of package json.
func (c *call) refuseJSON(err error) {
	c.refuse(http.StatusBadRequest, "unread", strings.TrimPrefix(err.Error(), "json: "))
}

// hasType reports whether the body has one of the media types. If not, it refuses the request.
// Forms of other sites can't send these types.
func (c *call) hasType(types ...string) bool {
	kind, _, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err == nil && slices.Contains(types, kind) {
		return true
	}
	c.refuse(http.StatusUnsupportedMediaType, "type", strings.Join(types, ", "))
	return false
}

// tooLong returns the http.MaxBytesError in err, or nil.
func tooLong(err error) error {
	if long := new(http.MaxBytesError); errors.As(err, &long) {
		return long
	}
	return nil
}

// queryNumber returns the integer under name in the query. The argument "otherwise" is the default
// for a query without that name. queryNumber refuses a number below least or above most, and then
// returns false.
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

// words returns the catalogue of a game in the language of the answer. For an unknown game it
// returns c.messages, which has no words of games. A key that a catalogue lacks appears unchanged
// in the text.
func (c *call) words(game string) *words.Catalogue {
	if w := c.now.Words(c.lang, game); w != nil {
		return w
	}
	return c.messages // keys of games appear unchanged
}

// wordsOf returns the catalogue of the game with the rules r, in the language of the answer.
func (c *call) wordsOf(r games.Rules) *words.Catalogue {
	if games.Program(r) == "" {
		return c.words(r.Name())
	}
	return c.now.WordsOf(c.lang, r)
}

// title returns the title of a game. For a game file that no longer exists it returns the name of
// the file, and for a game that only past plays have it returns their title.
func (c *call) title(game string) string {
	if w := c.words(game); w.Has("title") {
		return w.Word("title")
	}
	return games.Untitled(game)
}

// titleOf returns the title that the game of a match had when it was played.
func (c *call) titleOf(s history.Summary) string {
	if title := s.Titles[string(c.lang)]; title != "" {
		return title
	}
	return c.title(s.Game)
}

// textOf returns a game's text in words, or "" for the zero Text.
func textOf(w *words.Catalogue, t games.Text, names []string) string {
	if t.Key == "" {
		return ""
	}
	return w.Say(t, names)
}
