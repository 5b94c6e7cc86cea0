package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"tabletop/companion"
	"tabletop/companion/door"
)

// handler answers one request.
type handler func(*call)

// route is a path with a handler per HTTP method, and the role that they require. A part of the
// path in braces matches any non-empty part.
type route struct {
	path string
	may  door.Role // required role; NoRole for any client
	do   map[string]handler
	// command is a zero value of the only command that requests to this path send, or nil.
	command companion.Command
}

func get(path string, may door.Role, h handler) route {
	return route{path: path, may: may, do: map[string]handler{http.MethodGet: h}}
}

func post(path string, may door.Role, h handler) route {
	return route{path: path, may: may, do: map[string]handler{http.MethodPost: h}}
}

// api returns the routes of the API.
func (s *Server) api() []route {
	all := []route{
		post("/api/join", companion.RightOf(companion.Join{}).MinRole, s.join),
		get("/api/me", door.Look, s.me),
		get("/api/panel.png", door.Look, s.panelPNG),
		get("/api/panel.txt", door.Look, s.panelText),
		post("/api/press", companion.RightOf(companion.Press{}).MinRole, s.press),
		get("/api/match", door.Look, s.match),
		commandRoute[companion.Decide](s, "/api/decide"),
		commandRoute[companion.Undo](s, "/api/undo"),
		commandRoute[companion.Rule](s, "/api/rule"),
		commandRoute[companion.Seat](s, "/api/seat"),
		commandRoute[companion.SetAway](s, "/api/away"),
		commandRoute[companion.SetUp](s, "/api/setup"),
		commandRoute[companion.Begin](s, "/api/begin"),
		commandRoute[companion.End](s, "/api/end"),
		commandRoute[companion.Resume](s, "/api/resume"),
		commandRoute[companion.Choose](s, "/api/choose"),
		commandRoute[companion.Roll](s, "/api/roll"),
		commandRoute[companion.PublishName](s, "/api/naming"),
		commandRoute[companion.ChooseLook](s, "/api/look"),
		commandRoute[companion.Hint](s, "/api/hint"),
		get("/api/odds", door.Look, s.cupOdds),
		get("/api/events", door.Look, s.events),
		get("/api/record", door.Look, s.record),
		get("/api/glyphs", door.Look, s.glyphs),
		get("/api/games", door.Look, s.games),
		get("/api/looks", door.Look, s.looks),
		get("/api/problems", door.Look, s.problems),
		get("/api/rules", door.Look, s.rules),
		get("/api/fairness", door.Look, s.fairness),
		post("/api/ask", door.Play, s.ask),
	}
	if s.opts.Files != nil {
		all = append(all, post("/api/game", companion.RightOf(companion.AddGame{}).MinRole, s.addGame))
	}
	if s.opts.Updates != nil {
		all = append(all, get("/api/update", door.Look, s.updateState), post("/api/update", companion.RightOf(companion.Update{}).MinRole, s.update))
	}
	if s.opts.History != nil {
		all = append(all, s.historyRoutes()...)
	}
	if s.opts.Devices != nil {
		all = append(all, get("/api/devices", door.Look, s.devices))
	}
	return all
}

// historyRoutes returns the routes of the history.
func (s *Server) historyRoutes() []route {
	return []route{
		get("/api/evenings", door.Look, s.evenings),
		get("/api/players", door.Look, s.players),
		get("/api/years", door.Look, s.years),
		get("/api/year/{year}", door.Look, s.yearOf),
		get("/api/plays", door.Look, s.playsOf),
		get("/api/pair", door.Look, s.pair),
		get("/api/times", door.Look, s.times),
		get("/api/history/{id}", door.Look, s.historyDetail),
		get("/api/history/{id}/at/{seq}", door.Look, s.historyAt),
		get("/api/history/{id}/curve", door.Look, s.curve),
		get("/api/history/{id}/record", door.Look, s.historyRecord),
		get("/api/history/{id}/luck", door.Look, s.luck),
		get("/api/history/{id}/bgstats", door.Look, s.bgStats),
		get("/api/export.csv", door.Look, s.export),
		get("/api/backup", door.Look, s.backup),
		post("/api/restore", door.Play, s.restore),
		post("/api/import", door.Play, s.importFile),
	}
}

// find returns the route of the path of r that has the method of r, or else any route of that path.
// It sets the path's values in r.
func (s *Server) find(r *http.Request, method string) (found route, ok bool) {
	asked := strings.Split(r.URL.Path, "/")
	for _, way := range s.routes {
		if !matchPath(strings.Split(way.path, "/"), asked, r) {
			continue
		}
		if way.do[method] != nil {
			return way, true
		}
		found, ok = way, true
	}
	return found, ok
}

// methods returns the methods of a path, sorted.
func (s *Server) methods(path string) (all []string) {
	for _, way := range s.routes {
		if way.path == path {
			all = slices.AppendSeq(all, maps.Keys(way.do))
		}
	}
	slices.Sort(all)
	return all
}

func matchPath(parts, asked []string, r *http.Request) bool {
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

// serve checks the role, path, method and language of a call. If they are valid, it runs the
// handler.
func (s *Server) serve(c *call) {
	method := c.r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	found, ok := s.find(c.r, method)
	may := door.Look // role needed to learn that a path does not exist
	if ok {
		may = found.may
	}
	do, known := found.do[method]
	switch asked := c.r.URL.Query().Get("lang"); {
	case ok && c.refusesUpdating(may):
	case !ok && c.typedPart():
		http.Redirect(c.w, c.r, "/#"+strings.TrimPrefix(c.r.URL.EscapedPath(), "/"), http.StatusSeeOther)
	case c.by.Role == door.NoRole && may != door.NoRole:
		c.refuse(http.StatusUnauthorized, "join")
	case c.by.Role < may:
		c.refuse(http.StatusForbidden, "onlylook")
	case !ok:
		c.refuse(http.StatusNotFound, "nothing", quoted(c.r.URL.Path))
	case !known:
		allowed := strings.Join(s.methods(found.path), ", ")
		c.w.Header().Set("Allow", allowed)
		c.refuse(http.StatusMethodNotAllowed, "method", found.path, allowed)
	case asked != "" && asked != string(c.lang):
		c.refuse(http.StatusBadRequest, "lang", quoted(asked))
	default:
		do(c)
	}
}

// partsOfPage are the parts of the page, which are fragments of its address: "/#setup".
var partsOfPage = []string{"table", "dice", "setup", "evenings", "match", "year", "game", "pair", "times", "players", "out", "rules", "book", "print"}

// typedPart reports whether a browser asks for the path of a part of the page, "/setup". Only people who
// type an address do.
func (c *call) typedPart() bool {
	part, _, _ := strings.Cut(strings.TrimPrefix(c.r.URL.Path, "/"), "/")
	return slices.Contains(partsOfPage, part) && c.wantsPage()
}
