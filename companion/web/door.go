package web

import (
	"net/http"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/match"
)

// joinPath is the path of the QR code on the panel, followed by its token.
const joinPath = "/J/"

// cookieSeconds is the lifetime of a cookie: the longest evening. The door forgets it at good
// night.
const cookieSeconds = 24 * 60 * 60

// mostAgent bounds the User-Agent that is sent to the table, in bytes.
const mostAgent = 256

// join admits a client with the token or the code on the panel.
func (s *Server) join(c *call) {
	var command companion.Join
	if !c.command(&command) {
		return
	}
	agent := c.r.UserAgent()
	command.Agent = strings.ToValidUTF8(agent[:min(len(agent), mostAgent)], "")
	s.do(c, command)
}

// setCookie sets the cookie of a new guest.
func (c *call) setCookie(cookie string) {
	http.SetCookie(c.w, &http.Cookie{
		Name: cookieName, Value: cookie, Path: "/", MaxAge: cookieSeconds,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, // not Secure: a box has no HTTPS in its own network
	})
}

// me serves the role and name of the sender, and the state that all clients share.
func (s *Server) me(c *call) {
	c.answer(struct {
		Role     string   `json:"role"`
		Wired    bool     `json:"wired"`
		Lang     string   `json:"lang"`
		Game     string   `json:"game"`
		Private  bool     `json:"private"`
		Sure     bool     `json:"sure"`
		Name     string   `json:"name"`
		Nameless []string `json:"nameless"` // null: the box has no club
	}{
		c.by.Role.String(), c.by.From != companion.FromPhone, string(c.now.Lang), gameOf(c.now),
		c.now.Private, c.now.ClockTrusted, c.by.Guest.Name, nameless(c.now.Offer),
	})
}

// nameless returns the players that are not named to the club, or nil if there is no club.
func nameless(o *companion.Offer) []string {
	if !o.Club {
		return nil
	}
	return append([]string{}, o.Unpublished...)
}

// ask sends a command that needs consent by the wired keys.
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
		if title, ok := s.matchTitle(c, body.Arg); ok { // from the record, not from the phone: the question must name the right match
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
