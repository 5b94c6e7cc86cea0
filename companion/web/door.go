package web

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/match"
)

// joining is the path under which the QR code on the panel has its token.
const joining = "/J/"

// A cookie lasts as long as an evening may; the door forgets it at good night.
const cookieSeconds = 24 * 60 * 60

// mostAgent is how many bytes of a User-Agent the table is told.
const mostAgent = 256

// join lets in whoever has the token or the code that the panel shows.
func (s *Server) join(c *call) {
	var body struct {
		Key string `json:"key"`
	}
	if !c.read(&body) {
		return
	}
	agent := c.r.UserAgent()
	agent = strings.ToValidUTF8(agent[:min(len(agent), mostAgent)], "")
	cookie, role, err := s.table.Join(c.r.Context(), body.Key, agent)
	refused, wait := Refused(""), Wait(0)
	switch {
	case errors.As(err, &wait):
		c.w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(time.Duration(wait).Seconds()))))
		c.refuse(http.StatusTooManyRequests, "wait")
	case errors.As(err, &refused):
		c.say(http.StatusForbidden, refused.Error())
	case err != nil:
		c.failed(err)
	default:
		http.SetCookie(c.w, &http.Cookie{
			Name: cookieName, Value: cookie, Path: "/", MaxAge: cookieSeconds,
			HttpOnly: true, SameSite: http.SameSiteStrictMode, // not Secure: there is no HTTPS in a box's own network
		})
		c.answer(struct {
			Role string `json:"role"`
		}{role.String()})
	}
}

// me tells who asks, and what holds for all.
func (s *Server) me(c *call) {
	c.answer(struct {
		Role    string `json:"role"`
		Wired   bool   `json:"wired"`
		Lang    string `json:"lang"`
		Game    string `json:"game"`
		Private bool   `json:"private"`
		Sure    bool   `json:"sure"`
		Name    string `json:"name"`
	}{c.by.role.String(), c.by.wired, string(c.now.Lang), gameOf(c.now), c.now.Private, c.now.Sure, c.by.guest.Name})
}

// asked answers what waits on the panel for the wired keys.
type asked struct {
	Asked bool `json:"asked"`
}

// put puts a question on the panel and says that it stands there. Who comes by the
// socket needs nobody's leave, and is told what came of it.
func (s *Server) put(c *call, a companion.Ask) {
	if bySocket(c.r) {
		s.do(c, a)
		return
	}
	if err := s.table.Ask(c.r.Context(), a); err != nil {
		c.failed(err)
		return
	}
	c.answerAs(http.StatusAccepted, asked{true})
}

func (s *Server) do(c *call, a companion.Ask) {
	added, err := s.table.Do(c.r.Context(), a)
	if err != nil {
		c.failed(err)
		return
	}
	c.answer(took{added.Matches, added.Players})
}

// ask asks the table for something that it allows with the wired keys only.
func (s *Server) ask(c *call) {
	var body struct {
		What string `json:"what"`
		Arg  string `json:"arg"`
		With string `json:"with"`
	}
	if !c.read(&body) {
		return
	}
	a := companion.Ask{What: body.What, Arg: body.Arg}
	switch a.What {
	case "erase":
		name, ok := s.nameOf(c, a.Arg)
		if !ok {
			return
		}
		a.With = name // not what the phone calls it: the table must know what goes
	case "rename":
		names, err := match.CheckNames([]string{body.With})
		if err != nil {
			c.refuse(http.StatusBadRequest, "name", quoted(body.With))
			return
		}
		a.With = names[0]
	case "erase-player":
	case "time":
		if _, err := time.Parse(time.RFC3339, a.Arg); err != nil {
			c.refuse(http.StatusBadRequest, "time", quoted(a.Arg))
			return
		}
	default:
		c.refuse(http.StatusBadRequest, "ask", "erase, erase-player, rename, time", quoted(a.What))
		return
	}
	s.put(c, a)
}
