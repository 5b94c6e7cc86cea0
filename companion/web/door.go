package web

import (
	"net/http"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/match"
)

// joining is the path under which the QR code on the panel has its token.
const joinPath = "/J/"

// A cookie lasts as long as an evening may; the door forgets it at good night.
const cookieSeconds = 24 * 60 * 60

// mostAgent is how many bytes of a User-Agent the table is told.
const mostAgent = 256

// join lets in whoever has the token or the code that the panel shows.
func (s *Server) join(c *call) {
	var command companion.Join
	if !c.command(&command) {
		return
	}
	agent := c.r.UserAgent()
	command.Agent = strings.ToValidUTF8(agent[:min(len(agent), mostAgent)], "")
	s.do(c, command)
}

// letIn gives a guest his cookie.
func (c *call) setCookie(cookie string) {
	http.SetCookie(c.w, &http.Cookie{
		Name: cookieName, Value: cookie, Path: "/", MaxAge: cookieSeconds,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, // not Secure: there is no HTTPS in a box's own network
	})
}

// me tells who asks, and what holds for all.
func (s *Server) me(c *call) {
	c.answer(struct {
		Role     string   `json:"role"`
		Wired    bool     `json:"wired"`
		Lang     string   `json:"lang"`
		Game     string   `json:"game"`
		Private  bool     `json:"private"`
		Sure     bool     `json:"sure"`
		Name     string   `json:"name"`
		Nameless []string `json:"nameless"` // null: there is no club to be named to
	}{
		c.by.Role.String(), c.by.From != companion.FromPhone, string(c.now.Lang), gameOf(c.now),
		c.now.Private, c.now.Sure, c.by.Guest.Name, nameless(c.now.Offer),
	})
}

// nameless are the players who are not to be named to the club, nil where there is none.
func nameless(o *companion.Offer) []string {
	if !o.Club {
		return nil
	}
	return append([]string{}, o.Nameless...)
}

// ask asks the table for something that it allows with the wired keys only.
func (s *Server) ask(c *call) {
	var body struct {
		What string `json:"what"`
		Arg  string `json:"arg"`
		With string `json:"with"`
	}
	if !c.readJSON(&body) {
		return
	}
	switch body.What {
	case "erase":
		if title, ok := s.matchTitle(c, body.Arg); ok { // not what the phone calls it: the table must know what goes
			s.do(c, companion.Erase{Match: body.Arg, Title: title})
		}
	case "drop-game":
		s.dropGame(c, body.Arg)
	case "rename":
		if names, err := match.CheckNames([]string{body.With}); err != nil {
			c.refuse(http.StatusBadRequest, "name", quoted(body.With))
		} else {
			s.do(c, companion.Rename{Name: body.Arg, To: names[0]})
		}
	case "erase-player":
		s.do(c, companion.ErasePlayers{Names: strings.Split(body.Arg, "\n")})
	case "time":
		if at, err := time.Parse(time.RFC3339, body.Arg); err != nil {
			c.refuse(http.StatusBadRequest, "time", quoted(body.Arg))
		} else {
			s.do(c, companion.SetTime{Time: at})
		}
	default:
		c.refuse(http.StatusBadRequest, "ask", "drop-game, erase, erase-player, rename, time", quoted(body.What))
	}
}
