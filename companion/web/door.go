package web

import (
	"net/http"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/people"
)

// joinPath begins the path in the QR code on the panel. The token follows.
const joinPath = "/J/"

// cookieSeconds is the lifetime of a cookie in seconds, long enough for an evening. The door
// forgets the cookie at good night.
const cookieSeconds = 24 * 60 * 60

// mostAgent is the maximum length in bytes of the User-Agent that the table receives.
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
		// The cookie is not Secure, because a box has no HTTPS in its own network.
		HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// me serves the role and name of the sender, and the state that all clients share. A page that loads asks
// for the match with them.
func (s *Server) me(c *call) {
	c.answer(struct {
		Role     string    `json:"role"`
		Wired    bool      `json:"wired"`
		Lang     string    `json:"lang"`
		Game     string    `json:"game"`
		Private  bool      `json:"private"`
		Sure     bool      `json:"sure"`
		Name     string    `json:"name"`
		Nameless []string  `json:"nameless"` // null if the box has no club
		Match    *position `json:"match,omitempty"`
	}{
		c.by.Role.String(), c.by.From != companion.FromPhone, string(c.now.Lang), gameOf(c.now),
		c.now.Private, c.now.ClockTrusted, c.by.Guest.Name, nameless(c.now.Offer), s.matchWith(c),
	})
}

// firstLog is the number of lines of the log that a page shows at first.
const firstLog = 8

// matchWith returns the match on the panel if the query asks for it. It omits the parts that the first view
// of a page doesn't show.
func (s *Server) matchWith(c *call) *position {
	if c.r.URL.Query().Get("with") != "match" || c.now.Match.IsZero() {
		return nil
	}
	p := s.positionFor(c)
	p.Legal, p.Fixes, p.Open, p.View.Lines, p.Log = []string{}, []choice{}, []open{}, []string{}, p.Log[max(0, len(p.Log)-firstLog):]
	return &p
}

// nameless returns the players whose names the club doesn't get. It returns nil if there is no
// club.
func nameless(o *companion.Offer) []string {
	if !o.Club {
		return nil
	}
	return append([]string{}, o.Unpublished...)
}

// ask sends a command that needs consent by the wired keys. The body says which.
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
		// The title comes from the record, not from the phone, so that the question names the right
		// match.
		if title, ok := s.matchTitle(c, body.Arg); ok {
			s.do(c, companion.Erase{Match: body.Arg, Title: title})
		}
	case "drop-game":
		s.dropGame(c, body.Arg)
	case "rename":
		name, ok := people.Tidy(body.With)
		if names, err := match.CheckNames([]string{name}); !ok || err != nil {
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
