package web

import (
	"context"
	"iter"
	"log"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"tabletop/companion"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// Table takes commands and publishes the current moment of the evening. Its methods are safe for
// concurrent use.
type Table interface {
	// Do sends a command and returns the answer of the table; see package loop.
	Do(ctx context.Context, from companion.Sender, c companion.Command) (companion.Answer, error)
	// Now returns the current moment.
	Now() *screen.Moment
}

// Files tries games that are in files.
type Files interface {
	// Try returns the rules of a program after a trial. name is the name of the file without
	// extension. If the error has a method In(words.Lang) string, that method returns the reason in
	// that language.
	Try(ctx context.Context, name, program string) (games.Rules, error)
}

// Opts configures a [Server].
type Opts struct {
	Addr    string   // host:port to listen on; a loopback address by default
	Names   []string // further names of this machine, besides localhost and Hostnames
	Streams int      // maximum number of event streams of all guests together
	// Hostnames yields the names that this machine has at present. A request is also accepted under
	// the names that a home network makes of them, see isNameOf.
	Hostnames iter.Seq[string]
	// OwnNetwork returns the address of this machine in its own Wi-Fi network, with the prefix of
	// that network. It returns the zero Prefix while the network doesn't run. It must be safe for
	// concurrent use. nil means that there is no such network.
	OwnNetwork func() netip.Prefix
	// Simulated is set if the panel is simulated. Requests from this machine then have the rights
	// of the wired keys.
	Simulated bool
	Games     games.Catalogue // games in menu order
	History   History         // stored history; nil for none
	Files     Files           // tries games in files; nil if there are none
	Updates   Updates         // updates of the program; nil if there are none
	// Devices returns the configured devices and their access. If it is nil, there is no path
	// /api/devices.
	Devices func() []Device
	// BackedUp is called after a client has received a complete backup; nil for nothing.
	BackedUp func()
	Uploads  string      // folder for uploads that wait for consent; "" for no uploads
	Log      *log.Logger // logs errors of net/http; nil for the standard logger
}

// DefaultOpts returns options with which a server listens on this machine only.
func DefaultOpts() Opts {
	return Opts{Addr: "127.0.0.1:8090", Streams: 64, Hostnames: hostnames(hostnameFile)}
}

// Server is the HTTP interface of one table. It is an http.Handler.
type Server struct {
	table      Table
	opts       Opts
	names      []string                       // Opts.Names in lower case and localhost
	page       atomic.Pointer[netip.AddrPort] // address that Listen opened last; nil before
	messages   catalogues
	invites    *invites
	conns      *conns
	pace       *pace
	streams    *streams
	panelEvent panelEvent
	pictures   pictures
	uploads    uploads
	// trial is held during the trial of an uploaded game and for trialPause after it.
	trial      sync.Mutex
	drawings   drawings
	versions   versions
	odds       oddsCache
	books      books
	lessons    lessons
	rulebooks  rulebooks
	openStates openStates
	routes     []route
	handler    http.Handler // serves routes behind the guard
}

// New returns the interface of t. It returns an error if a word catalogue or the page is invalid.
func New(t Table, o Opts) (*Server, error) {
	invited := &invites{}
	if o.Hostnames == nil {
		o.Hostnames = func(func(string) bool) {}
	}
	s := &Server{table: t, opts: o, invites: invited, conns: newConns(invited), pace: newPace(), streams: newStreams(o.Streams), uploads: uploads{folder: o.Uploads}}
	s.names = []string{"localhost"}
	for _, name := range o.Names {
		s.names = append(s.names, strings.ToLower(name))
	}
	s.pictures.encoded, s.books.byKey = map[pictureKey][]byte{}, map[bookKey]book{}
	s.rulebooks.files = map[string]*asset{}
	var err error
	if s.messages, err = readCatalogues(messageFiles, "said", words.Parse); err != nil {
		return nil, err
	}
	page, err := builtPage()
	if err != nil {
		return nil, err
	}
	s.versions = versionsOf(o.Games)
	s.drawings = drawingsOf(o.Games, s.versions)
	s.routes = slices.Concat(page.routes(), s.drawings.routes(), s.api())
	s.handler = s.guard(s.serve)
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }
