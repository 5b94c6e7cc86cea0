package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"tabletop/companion"
)

// handler answers a call.
type handler func(*call)

// route is a path, and who may ask what of it. A part of the path in braces is any.
type route struct {
	path string
	may  companion.Role // NoRole: whoever reaches the box
	do   map[string]handler
	// command is of the kind that is sent by that path, nil where no one kind is.
	command companion.Command
}

func get(path string, may companion.Role, h handler) route {
	return route{path: path, may: may, do: map[string]handler{http.MethodGet: h}}
}

func post(path string, may companion.Role, h handler) route {
	return route{path: path, may: may, do: map[string]handler{http.MethodPost: h}}
}

// api is all there is besides the page.
func (s *Server) api() []route {
	all := []route{
		post("/api/join", companion.RightTo(companion.Join{}).May, s.join),
		get("/api/me", companion.Look, s.me),
		get("/api/panel.png", companion.Look, s.panelPNG),
		get("/api/panel.txt", companion.Look, s.panelText),
		post("/api/press", companion.RightTo(companion.Press{}).May, s.press),
		get("/api/match", companion.Look, s.match),
		sends[companion.Decide](s, "/api/decide"),
		sends[companion.Undo](s, "/api/undo"),
		sends[companion.Rule](s, "/api/rule"),
		sends[companion.Seat](s, "/api/seat"),
		sends[companion.Away](s, "/api/away"),
		sends[companion.SetUp](s, "/api/setup"),
		sends[companion.Begin](s, "/api/begin"),
		sends[companion.End](s, "/api/end"),
		sends[companion.Resume](s, "/api/resume"),
		sends[companion.Choose](s, "/api/choose"),
		sends[companion.Roll](s, "/api/roll"),
		sends[companion.Naming](s, "/api/naming"),
		sends[companion.Hint](s, "/api/hint"),
		get("/api/odds", companion.Look, s.cupOdds),
		get("/api/events", companion.Look, s.events),
		get("/api/record", companion.Look, s.record),
		get("/api/glyphs", companion.Look, s.glyphs),
		get("/api/games", companion.Look, s.games),
		get("/api/problems", companion.Look, s.problems),
		post("/api/ask", companion.Play, s.ask),
	}
	if s.opts.Files != nil {
		all = append(all, post("/api/game", companion.RightTo(companion.AddGame{}).May, s.addGame))
	}
	if s.opts.History != nil {
		all = append(all, s.shelf()...)
	}
	if s.opts.Devices != nil {
		all = append(all, get("/api/devices", companion.Look, s.devices))
	}
	return all
}

// shelf is what there is of other evenings.
func (s *Server) shelf() []route {
	return []route{
		get("/api/evenings", companion.Look, s.evenings),
		get("/api/players", companion.Look, s.players),
		get("/api/years", companion.Look, s.years),
		get("/api/year/{year}", companion.Look, s.yearOf),
		get("/api/history/{id}", companion.Look, s.historyTale),
		get("/api/history/{id}/at/{seq}", companion.Look, s.historyAt),
		get("/api/history/{id}/curve", companion.Look, s.curve),
		get("/api/history/{id}/record", companion.Look, s.historyRecord),
		get("/api/history/{id}/luck", companion.Look, s.luck),
		get("/api/history/{id}/bgstats", companion.Look, s.bgStats),
		get("/api/export.csv", companion.Look, s.export),
		get("/api/backup", companion.Look, s.backup),
		post("/api/restore", companion.Play, s.restore),
		post("/api/import", companion.Play, s.importFile),
	}
}

// find returns the route of a path, its parts in braces set in r.
func (s *Server) find(r *http.Request) (route, bool) {
	asked := strings.Split(r.URL.Path, "/")
	for _, found := range s.routes {
		if fits(strings.Split(found.path, "/"), asked, r) {
			return found, true
		}
	}
	return route{}, false
}

func fits(parts, asked []string, r *http.Request) bool {
	if len(parts) != len(asked) {
		return false
	}
	for i, part := range parts {
		switch {
		case strings.HasPrefix(part, "{") && asked[i] != "":
			r.SetPathValue(strings.Trim(part, "{}"), asked[i])
		case part != asked[i]:
			return false
		}
	}
	return true
}

// serve answers whoever may ask.
func (s *Server) serve(c *call) {
	found, ok := s.find(c.r)
	may := companion.Look // paths that aren't there are told to guests only
	if ok {
		may = found.may
	}
	method := c.r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	do, known := found.do[method]
	switch asked := c.r.URL.Query().Get("lang"); {
	case c.by.Role == companion.NoRole && may != companion.NoRole:
		c.refuse(http.StatusUnauthorized, "join")
	case c.by.Role < may:
		c.refuse(http.StatusForbidden, "onlylook")
	case !ok:
		c.refuse(http.StatusNotFound, "nothing", quoted(c.r.URL.Path))
	case !known:
		allowed := strings.Join(slices.Sorted(maps.Keys(found.do)), ", ")
		c.w.Header().Set("Allow", allowed)
		c.refuse(http.StatusMethodNotAllowed, "method", found.path, allowed)
	case asked != "" && asked != string(c.lang):
		c.refuse(http.StatusBadRequest, "lang", quoted(asked))
	default:
		do(c)
	}
}
