package web

import (
	"context"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"

	"tabletop/companion"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// Table is the evening: the one door for commands, and what there is to see. Its methods
// may be called from many goroutines at once.
type Table interface {
	// Do sends a command and returns what came of it; see package loop.
	Do(ctx context.Context, from companion.Sender, c companion.Command) (companion.Answer, error)
	// Now returns the present moment.
	Now() *screen.Moment
}

// Files is the shelf of games that lie in files.
type Files interface {
	// Try returns the rules of a program once it was tried, by the name of its file without
	// ending. An error that has a method In(words.Lang) string says by it what was found.
	Try(ctx context.Context, name, program string) (games.Rules, error)
}

// Opts says where the interface listens, what it calls itself and what it serves.
type Opts struct {
	Addr      string          // host:port; loopback unless the table wants otherwise
	Names     []string        // of this machine, besides localhost
	Streams   int             // how many may follow the events at once
	Simulated bool            // the panel is, and requests from this machine are its keys
	Games     games.Catalogue // as the menus order them
	History   History         // nil: there is none
	Files     Files           // the shelf of games in files; nil: there is none
	Devices   func() []Device // what the daemon may open; nil: there is none to ask
	Uploads   string          // the folder where a backup waits until the table has agreed; "": none is taken
	Log       *log.Logger     // what net/http complains about; nil is log's own
}

// DefaultOpts listens on this machine only.
func DefaultOpts() Opts {
	o := Opts{Addr: "127.0.0.1:8090", Streams: 64}
	if name, err := os.Hostname(); err == nil && name != "" {
		o.Names = []string{name, name + ".local"}
	}
	return o
}

// Server is the interface to one table. It is an http.Handler.
type Server struct {
	table      Table
	opts       Opts
	names      []string // lower case
	messages   catalogues
	conns      *conns
	pace       *pace
	streams    *streams
	panelEvent panelEvent
	pictures   pictures
	uploads    uploads
	trial      sync.Mutex // of a game that is sent
	drawings   drawings
	odds       oddsCache
	books      books
	routes     []route
	handler    http.Handler // routes behind their guards
}

// New returns the interface to t. Its error is a broken word catalogue or page.
func New(t Table, o Opts) (*Server, error) {
	s := &Server{table: t, opts: o, conns: newConns(), pace: newPace(), streams: newStreams(o.Streams), uploads: uploads{folder: o.Uploads}}
	s.names = []string{"localhost"}
	for _, name := range o.Names {
		s.names = append(s.names, strings.ToLower(name))
	}
	s.pictures.encoded, s.books.byKey = map[pictureKey][]byte{}, map[bookKey]book{}
	var err error
	if s.messages, err = readCatalogues(messageFiles, "said", words.Parse); err != nil {
		return nil, err
	}
	page, err := builtPage()
	if err != nil {
		return nil, err
	}
	s.drawings = drawingsOf(o.Games)
	s.routes = slices.Concat(page.routes(), s.drawings.routes(), s.api())
	s.handler = s.guard(s.serve)
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }
