package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"tabletop/companion"
	"tabletop/companion/panel"
)

// commandRoute returns the route of one kind of command, whose body is the JSON of the command.
// companion.RightOf gives the required role and the maximum size of the body.
func commandRoute[C companion.Command](s *Server, path string) route {
	var none C
	way := post(path, companion.RightOf(none).MinRole, func(c *call) {
		var command C
		if c.command(&command) {
			s.do(c, command)
		}
	})
	way.command = none
	return way
}

// command decodes the body into the command that into points to. On failure it refuses the request
// and returns false. Fields with omitempty may be absent.
func (c *call) command(into any) bool {
	command := reflect.ValueOf(into).Elem()
	body, ok := c.readBody(int64(companion.RightOf(command.Interface().(companion.Command)).MaxBytes))
	if !ok || !c.decode(body, into) {
		return false
	}
	var given map[string]json.RawMessage
	_ = json.Unmarshal(body, &given) // can't fail: decode has read the object
	for _, name := range requiredFields(command) {
		if _, ok := given[name]; !ok {
			c.answerAs(http.StatusBadRequest, problem{Error: c.messages.Word("lacks", name), Reload: name == "match"})
			return false
		}
	}
	return true
}

// requiredFields returns the JSON names of the fields that the body of a command must have. The
// Point of a press is optional.
func requiredFields(command reflect.Value) (names []string) {
	_, press := command.Interface().(companion.Press)
	for _, f := range reflect.VisibleFields(command.Type()) {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		point := len(f.Index) > 1
		if name != "" && name != "-" && option == "" && !(press && point) {
			names = append(names, name)
		}
	}
	return names
}

// doneAnswer is the body of the answer to an accepted command.
type doneAnswer struct {
	Seq  int    `json:"seq"`
	Role string `json:"role,omitempty"` // role of a new guest
}

// askedAnswer is the body of the answer to a command that waits for consent on the panel.
type askedAnswer struct {
	Asked bool `json:"asked"`
}

// do sends a command to the table and writes the answer. It reports whether the panel now asks for
// consent.
func (s *Server) do(c *call, command companion.Command) (onPanel bool) {
	a, err := s.table.Do(c.r.Context(), c.by, command)
	switch {
	case err != nil:
		c.refuse(http.StatusServiceUnavailable, "gone", quoted(err.Error()))
	case a.Refusal.Kind == companion.Stale:
		c.answerAs(http.StatusConflict, problem{Seq: &a.Seq, Error: c.messages.Word("moved"), News: s.news(c, command)})
	case a.Refusal.Kind != companion.Accepted:
		c.answerRefusal(a.Refusal)
	case a.NeedsConsent:
		c.answerAs(http.StatusAccepted, askedAnswer{true})
	default:
		c.answerDone(command, a)
	}
	return a.NeedsConsent
}

// answerRefusal writes a refusal of the table with the table's text.
func (c *call) answerRefusal(r companion.Refusal) {
	switch r.Kind {
	case companion.TooMany:
		c.w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(r.Wait.Seconds()))))
		c.refuse(http.StatusTooManyRequests, "wait")
	case companion.WrongKey, companion.Forbidden:
		c.fail(http.StatusForbidden, r.Text)
	default:
		c.answerAs(http.StatusUnprocessableEntity, problem{Error: r.Text, Topic: r.Topic})
	}
}

// answerDone writes the answer to a command that the table carried out.
func (c *call) answerDone(command companion.Command, a companion.Answer) {
	switch command.(type) {
	case companion.Join:
		c.setCookie(a.Cookie)
		c.answer(doneAnswer{a.Seq, a.Role.String()})
	case companion.Restore, companion.Import:
		c.answer(importAnswer{a.Added.Matches, a.Added.Players, a.Added.Damaged})
	default:
		c.answer(doneAnswer{Seq: a.Seq})
	}
}

// decode decodes JSON into v. On failure it refuses the request and returns false.
func (c *call) decode(body []byte, v any) bool {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	key := panel.UnknownKey{}
	switch {
	case err == nil:
		return true
	case errors.As(err, &key):
		c.refuse(http.StatusBadRequest, "key", quoted(key.Name), strconv.Quote(key.Nearest))
	default:
		c.refuseJSON(err)
	}
	return false
}
