package web

import (
	"embed"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/words"
	"tabletop/games"
)

// Opts holds the options of a server.
type Opts struct {
	Ledger *ledger.Ledger
	Games  games.Catalogue
	Log    *slog.Logger
	Now    func() time.Time
}

// Server serves the pages of a league.
type Server struct {
	Opts
	words   map[words.Lang]*words.Catalogue
	pages   map[words.Lang]*template.Template
	cache   cache
	watcher watcher
	mux     *http.ServeMux
}

//go:embed page
var files embed.FS

// New returns a server. It parses the embedded texts and templates, and returns an error if they
// are invalid.
func New(o Opts) (*Server, error) {
	h := &Server{Opts: o, words: map[words.Lang]*words.Catalogue{}, pages: map[words.Lang]*template.Template{}, watcher: watcher{source: o.Ledger, log: o.Log}}
	for _, lang := range words.Langs {
		text, err := files.ReadFile("page/" + string(lang) + ".txt")
		if err != nil {
			return nil, err
		}
		if h.words[lang], err = words.Parse(lang, string(text)); err != nil {
			return nil, err
		}
		if h.pages[lang], err = template.New("").Funcs(h.funcs(lang)).ParseFS(files, "page/*.html"); err != nil {
			return nil, err
		}
	}
	h.watcher.link, h.watcher.version = h.linkStates, h.resultsVersion
	h.mux = h.routes()
	return h, nil
}

// ServeHTTP answers a request. It rejects cross-origin requests that change anything, and forbids
// other sites to show the pages in a frame. It limits the size of a form to mostForm.
func (h *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	http.NewCrossOriginProtection().Handler(h.mux).ServeHTTP(w, r)
}

// mostForm is the maximum size of a form, in bytes.
const mostForm = 64 << 10

// call is one request, with the account and the language of the client.
type call struct {
	*Server
	w    http.ResponseWriter
	r    *http.Request
	by   ledger.Account
	lang words.Lang
}

// routes returns the handlers of all paths.
func (h *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /in/{token}", h.login)
	for _, name := range []string{"icon.svg", "style.css", "wall.css", "wall.js", "wallfit.js"} {
		mux.Handle("GET /"+name, http.FileServerFS(pageFiles()))
	}
	for pattern, do := range map[string]func(*call) error{
		"GET /{$}": (*call).home, "GET /wall": (*call).wall, "GET /wall/events": (*call).wallEvents, "GET /wall/day": (*call).wallDay,
		"GET /season/{id}": (*call).season, "GET /rating/{game...}": (*call).rating,
		"GET /person/{id}": (*call).person, "GET /match/{id}": (*call).match, "GET /match/{id}/record": (*call).record,
		"GET /event/{id}": (*call).event, "GET /event/{id}/slips/{round}": (*call).slips, "GET /matches.csv": (*call).matches, "GET /matches.json": (*call).matches,
	} {
		mux.HandleFunc(pattern, h.require(ledger.Viewer, do))
	}
	for pattern, do := range map[string]func(*call) error{
		"GET /boxes": (*call).boxes, "POST /boxes/enrol": (*call).enrol, "POST /boxes/revoke": (*call).revoke,
		"GET /desk": (*call).desk, "POST /desk": (*call).submit, "GET /aside": (*call).aside, "GET /claims": (*call).claims,
		"POST /event/{id}/pair": (*call).pair, "POST /event/import": (*call).importEvent,
	} {
		mux.HandleFunc(pattern, h.require(ledger.Organiser, do))
	}
	for pattern, do := range map[string]func(*call) error{
		"GET /accounts": (*call).accounts, "POST /accounts": (*call).addAccount, "POST /accounts/revoke": (*call).revokeAccount,
		"GET /backup": (*call).backup,
	} {
		mux.HandleFunc(pattern, h.require(ledger.Owner, do))
	}
	return mux
}

// require returns a handler that calls the function do if the client's account has the rights of
// role. Otherwise the handler sends an error page.
func (h *Server) require(role ledger.Role, do func(*call) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := &call{Server: h, w: w, r: r, lang: langOf(r)}
		var err error
		c.by, err = h.accountOf(r)
		switch {
		case err != nil:
		case c.by.Token == "":
			err = status{http.StatusUnauthorized, "door.closed"}
		case !may(c.by.Role, role):
			err = status{http.StatusForbidden, "door.maynot"}
		default:
			err = do(c)
		}
		c.fail(err)
	}
}

// status is an error with the HTTP status of the response and the words key of its text.
type status struct {
	code int
	key  string
}

func (s status) Error() string { return s.key }

// fail sends an error page, unless err is nil. It logs errors that the client has not caused.
func (c *call) fail(err error) {
	s := status{http.StatusInternalServerError, "fail"}
	switch {
	case err == nil:
		return
	case errors.As(err, &s):
	case errors.Is(err, ledger.ErrNotFound):
		s = status{http.StatusNotFound, "none"}
	default:
		c.Log.Error("page", "path", c.r.URL.Path, "err", err)
	}
	c.w.WriteHeader(s.code)
	_ = c.show("fail.html", map[string]any{"Text": c.word(s.key), "Back": c.back()})
}

// langOf returns the language of a request: the parameter ?lang, or else the first language of the
// header Accept-Language.
func langOf(r *http.Request) words.Lang {
	for _, lang := range words.Langs {
		if r.URL.Query().Get("lang") == string(lang) {
			return lang
		}
	}
	if strings.HasPrefix(strings.ToLower(r.Header.Get("Accept-Language")), string(words.Russian)) {
		return words.Russian
	}
	return words.English
}
