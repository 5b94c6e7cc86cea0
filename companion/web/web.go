package web

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// Table is what the interface needs to know of the evening. Its methods may be
// called from many goroutines at once. Where one returns a seq it has waited until
// all that follows is kept and drawn, and tells the last fact of the match. An
// error may be a Refused; that of a method with an after also ErrStale, with the
// seq that holds.
type Table interface {
	// Press presses a key. Remote is from hands that are not at the box: they
	// neither open nor press the pages that are for the wired keys only.
	Press(ctx context.Context, key companion.Key, hold, remote bool) (seq int, err error)
	// Decide decides for the seat on turn if the match's last fact is still after.
	Decide(ctx context.Context, says string, after int) (seq int, err error)
	// Revise takes the match to where it stood after the fact backTo, backwards or
	// forwards.
	Revise(ctx context.Context, backTo, after int) (seq int, err error)
	// Overrule rules against the book, with a reason.
	Overrule(ctx context.Context, says, why string, after int) (seq int, err error)
	// SetUp makes draft, an object of JSON, the match that is being set up, and
	// begins it if asked to.
	SetUp(ctx context.Context, draft string, begin bool) (seq int, err error)
	// Begin begins the match that waits under its seal, if its last fact is still
	// after.
	Begin(ctx context.Context, after int) (seq int, err error)
	// Close ends the match, which is over, if its last fact is still after; again sets
	// up the next of its series.
	Close(ctx context.Context, again bool, after int) (seq int, err error)
	// Resume puts the open match of that id on the panel.
	Resume(ctx context.Context, id string) (seq int, err error)
	// Choose sets one of the settings that a phone may.
	Choose(ctx context.Context, key, value string) error
	// Join lets in whoever has the token of the QR code on the panel, or the six
	// digits there. The door keeps the SHA-256 of the cookie's text. Its error is a
	// Refused, or a Wait.
	Join(ctx context.Context, key, agent string) (cookie string, role companion.Role, err error)
	// Ask puts a question on the panel that only the wired keys answer.
	Ask(ctx context.Context, a companion.Ask) error
	// Do does at once what Ask would ask for, and returns when it is done.
	Do(ctx context.Context, a companion.Ask) (companion.Added, error)
	// Now returns what panel, match and door are at this moment, and a channel that
	// is closed once they have changed.
	Now() (m Moment, newer <-chan struct{})
}

// Moment is what there is to see at one instant. It never changes.
type Moment struct {
	Frame   screen.Frame
	Match   match.Match // zero if none is on the panel
	Lang    words.Lang  // of the panel; "" before one is chosen: the page then follows the browser
	Words   func(lang words.Lang, game string) *words.Catalogue
	Door    companion.Door
	Private bool // the page in sight is for the wired keys only
	Sure    bool // the date is trusted
	Ready   bool // the match waits under its seal for the first turn
	Offer   companion.Offer
	Clocks  func() []Clock // by seat, as they stand when it is called; nil: no clock is on
}

// Clock is a seat's time in ms: what it has used, and what of its budget is left, 0
// without one.
type Clock struct {
	MS      int64 `json:"ms"`
	Left    int64 `json:"left"`
	Running bool  `json:"running"`
}

// ErrStale is a decision that was made on an older position than the present one.
var ErrStale = errors.New("the match has moved on")

// Wait is a code that was not looked at because too many were wrong of late, and for
// how long no other will be.
type Wait time.Duration

// Error says so.
func (w Wait) Error() string { return "too many wrong codes: wait " + time.Duration(w).String() }

// Refused is a request against the rules: the rule, in the panel's language.
type Refused string

// Error returns the rule.
func (r Refused) Error() string { return string(r) }

// Opts says where the interface listens, what it calls itself and what it serves.
type Opts struct {
	Addr      string          // host:port; loopback unless the table wants otherwise
	Names     []string        // of this machine, besides localhost
	Streams   int             // how many may follow the events at once
	Simulated bool            // the panel is, and requests from this machine are its keys
	Games     games.Catalogue // as the menus order them
	History   History         // nil: there is none
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
	table    Table
	opts     Opts
	names    []string // lower case
	said     catalogues
	conns    *conns
	pace     *pace
	streams  *streams
	drawn    drawn
	pictures pictures
	uploads  uploads
	routes   []route
	handler  http.Handler // routes behind their guards
}

// New returns the interface to t. Its error is a broken word catalogue or page.
func New(t Table, o Opts) (*Server, error) {
	s := &Server{table: t, opts: o, conns: newConns(), pace: newPace(), streams: newStreams(o.Streams), uploads: uploads{folder: o.Uploads}}
	s.names = []string{"localhost"}
	for _, name := range o.Names {
		s.names = append(s.names, strings.ToLower(name))
	}
	s.pictures.encoded = map[scaled][]byte{}
	var err error
	if s.said, err = readCatalogues(saidFiles, "said"); err != nil {
		return nil, err
	}
	page, err := newPage()
	if err != nil {
		return nil, err
	}
	s.routes = append(page.routes(), s.api()...)
	s.handler = s.guard(s.serve)
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }
