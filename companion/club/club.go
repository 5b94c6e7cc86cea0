package club

import (
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// Table is the table whose state the club publishes. Its methods are safe for concurrent use.
type Table interface {
	// Now returns the current moment of the table.
	Now() *screen.Moment
	// Do sends a command and waits for its answer.
	Do(context.Context, companion.Sender, companion.Command) (companion.Answer, error)
}

// Shelf is the store of the club: the key of the box, the codes of named players, and which records
// the league has acknowledged. A backup contains none of these.
type Shelf interface {
	// ClubSeed returns the seed of the box's Ed25519 key. The first call creates it.
	ClubSeed(ctx context.Context) ([32]byte, error)
	// Unpublished returns up to limit finished matches that no league has acknowledged in their
	// current form, oldest first.
	Unpublished(ctx context.Context, limit int) ([]Report, error)
	// MarkPublished marks the record of a match with the given head as acknowledged by the league.
	MarkPublished(ctx context.Context, id string, head []byte) error
	// Named returns the codes of all players whose names were published and not forgotten since, by
	// name.
	Named(ctx context.Context) (map[string]string, error)
	// Name stores the codes of players by name. The club calls it before it publishes these names.
	Name(ctx context.Context, named map[string]string) error
	// Republish marks the matches of the named players as unacknowledged.
	Republish(ctx context.Context, names []string) error
	// Forget deletes the codes of the players with these names. The league has forgotten them.
	Forget(ctx context.Context, names []string) error
	// Houses returns the topic prefixes under which the broker may retain a description of the box
	// for Home Assistant. known is false before the first SetHouses.
	Houses(ctx context.Context) (prefixes []string, known bool, err error)
	// SetHouses stores these prefixes.
	SetHouses(ctx context.Context, prefixes []string) error
}

// Report is a finished match that the club may publish.
type Report struct {
	ID    string
	Head  []byte // hash that identifies this version of the record
	Lines string // record in JSON Lines; see package match
}

// Mask returns a record with a replacement for each name that allowed rejects.
type Mask func(lines string, allowed func(name string) bool, lang words.Lang) (string, error)

// Tell selects the messages that leave the box.
type Tell struct {
	State   bool // whether to publish the public view of the table
	Moments bool // whether to publish the moments in a match
	Records bool // whether to publish finished matches, and the seals of new ones
	// Names tells whether to publish the names of players who agree. Otherwise all names are
	// anonymous: «Игрок 1».
	Names bool
}

// Opts configures a Club. Brokers and Now are required. Mask is required if Tell.Records is set.
type Opts struct {
	Brokers  []*url.URL // URLs with the scheme mqtt, mqtts, ws or wss; tried in turn
	TLS      *tls.Config
	User     string // user name at the broker; "" to log in by the key of the box
	Password []byte
	// LeagueID is the id of the league to which the broker belongs, "" if it is unknown. Its key must
	// then have signed the broker's certificate, unless TLS names authorities.
	LeagueID string
	// Dial connects to a broker. If the field is nil, the club uses the function Dial of this
	// package, which supports every scheme of Brokers.
	Dial func(ctx context.Context, broker *url.URL, tls *tls.Config) (net.Conn, error)

	Name    string // name of the box
	Version string // version of the software
	Tell    Tell
	Keys    bool   // whether clients of the broker may press the keys
	House   string // topic prefix of Home Assistant's discovery; "" for no discovery
	Mask    Mask
	Artist  *screen.Artist   // draws the public view for states; nil for states without a picture
	Now     func() time.Time // clock; its monotonic reading measures pauses
	Logger  *slog.Logger

	// Told, if set, is called when the status has changed. It must not block.
	Told func(Status)
	// League, if set, returns the public key of the league that players agreed to at the panel. It
	// must not block, and must be safe for concurrent use.
	League func() (ed25519.PublicKey, bool)
	// Enrol, if set, is called when a league asks for the messages of the box. It must not
	// block.
	Enrol func(wire.Enrol)
}

// Status describes the connection of a Club, the leagues, and what remains unpublished.
type Status struct {
	Box       string    // id of the box; "" before its key is read
	Code      string    // Box in groups of letters: "K7QM-2R4T-XA5P"
	Connected time.Time // start of the connection; zero if there is no connection
	Err       string    // last error; "" after a recovery
	Fault     Fault     // kind of Err; "" for other errors
	Waiting   int       // number of records without acknowledgement
	More      bool      // whether Waiting is a lower bound
	// Stuck maps a match to an error if the record of the match can't be published.
	Stuck   map[string]string
	Dropped wire.Dropped // counts of messages dropped since the start
	// Ignored is the number of ignored messages: malformed, unexpected or not permitted.
	Ignored int
	League  string            // id of the agreed league; "" for none
	Asks    *wire.Enrol       // last request of a league; nil for none
	Codes   map[string]string // codes of named players, by name
}

// Club publishes the state of a table to a broker. Its method Run does the work.
type Club struct {
	opts  Opts
	table Table
	shelf Shelf
	ctx   context.Context // context of Run
	own   map[words.Lang]*words.Catalogue

	// Only the goroutine of Run uses the fields below.
	key        ed25519.PrivateKey
	box        string
	now        *screen.Moment
	link       *link       // open connection; nil for none
	conn       *connection // makes the connections
	live       *lane       // publishes all messages except records and erased players
	bulk       *lane       // publishes records and erased players
	next       time.Time
	people     people
	state      state
	moments    moments
	look       look
	seals      seals
	records    records
	house      house
	requests   requests
	status     Status
	sentStatus Status // last status passed to Opts.Told
	in         inbox
	presses    chan companion.Press
}

// New returns a Club. Run starts it. New returns an error that describes an invalid option.
func New(table Table, shelf Shelf, opts Opts) (*Club, error) {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	c := &Club{opts: opts, table: table, shelf: shelf, own: map[words.Lang]*words.Catalogue{}, presses: make(chan companion.Press, mostPresses)}
	for _, lang := range words.Langs {
		c.own[lang] = words.Companion(lang)
	}
	c.in.wake = make(chan struct{}, 1)
	c.live = &lane{parts: []part{c.onlineJob, c.sealJob, c.momentJob, c.stateJob, c.ghostJob, c.houseJob}}
	c.bulk = &lane{parts: []part{c.erasedJob, c.recordJob}}
	return c, opts.check()
}

// check returns an error that describes the first invalid option, or nil.
func (o Opts) check() error {
	switch {
	case len(o.Brokers) == 0:
		return errors.New("club: no broker")
	case o.Now == nil:
		return errors.New("club: no clock")
	case o.Tell.Records && o.Mask == nil:
		return errors.New("club: Tell.Records is set without a Mask: nothing masks names")
	case strings.ContainsAny(o.House, "+#\x00"):
		return fmt.Errorf("club: prefix of the house %q: contains a wildcard", o.House)
	case o.LeagueID != "" && !wire.IsID(o.LeagueID):
		return fmt.Errorf("club: league %q: not an id", o.LeagueID)
	}
	for _, u := range o.Brokers {
		if !slices.Contains(schemes, u.Scheme) || u.Host == "" {
			return fmt.Errorf("club: broker %q: want %s and a host", u.Redacted(), strings.Join(schemes, ", "))
		}
	}
	return nil
}

// Pauses and limits of Run.
const (
	shelfPause = 10 * time.Second // pause after an error of the disk
	panicPause = 10 * time.Second // pause after a panic
	// leagueEvery is the interval between checks whether players have agreed to another league.
	leagueEvery = 10 * time.Second
	goodbyeTime = 2 * time.Second // time limit for the last message and the end of the connection
)

// Run publishes the state of the table until ctx is done. It retries after each failure of the
// broker or the disk.
func (c *Club) Run(ctx context.Context) {
	var parts sync.WaitGroup
	defer parts.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c.ctx = ctx
	if !c.begin() {
		return
	}
	parts.Go(func() { c.watch(ctx) })
	parts.Go(func() { c.presser(ctx) })
	c.conn = c.connect()
	defer c.disconnect()
	for ctx.Err() == nil {
		c.turn()
		c.wait()
	}
}

// begin reads the key of the box and the named players from the disk. It retries until it succeeds.
// It returns false if ctx is done first.
func (c *Club) begin() bool {
	for {
		err := c.read()
		if err == nil {
			return true
		}
		c.fault("club", err)
		c.sendStatus()
		if !c.sleep(shelfPause) {
			return false
		}
	}
}

// read reads the key of the box and the named players from the disk.
func (c *Club) read() error {
	seed, err := c.shelf.ClubSeed(c.ctx)
	if err != nil {
		return fmt.Errorf("club: read the key of the box: %w", err)
	}
	if c.people.named, err = c.shelf.Named(c.ctx); err != nil {
		return fmt.Errorf("club: read the named players: %w", err)
	}
	if err = c.readHouses(); err != nil {
		return err
	}
	c.key = ed25519.NewKeyFromSeed(seed[:])
	c.box = wire.IDOf(c.key.Public().(ed25519.PublicKey))
	c.status.Box, c.status.Code, c.status.Err = c.box, wire.Grouped(c.box), ""
	c.now = c.table.Now()
	return nil
}

// turn handles the received input and carries out all steps that are due.
func (c *Club) turn() {
	now := c.opts.Now()
	c.next = now.Add(time.Hour)
	c.drain(now)
	for _, do := range []func(time.Time){c.updateLeague, c.updatePeople, c.countPassedStates, c.reportEnrol, c.live.turn(c), c.bulk.turn(c)} {
		c.guard(func() { do(now) })
	}
	c.sendStatus()
}

// guard calls do. If do panics, guard logs the panic and pauses. The panic never ends the box.
func (c *Club) guard(do func()) {
	defer func() {
		if p := recover(); p != nil {
			c.opts.Logger.Error("panic in the club", "panic", p, "stack", string(debug.Stack()))
			c.sleep(panicPause)
		}
	}()
	do()
}

// wakeAt schedules the next turn for a time, unless a turn is scheduled earlier.
func (c *Club) wakeAt(at time.Time) {
	if at.Before(c.next) {
		c.next = at
	}
}

// wait waits until a turn is due, input arrives or ctx is done.
func (c *Club) wait() {
	t := time.NewTimer(max(0, c.next.Sub(c.opts.Now())))
	defer t.Stop()
	select {
	case <-t.C:
	case <-c.in.wake:
	case <-c.ctx.Done():
	}
}

// sleep waits for d. It returns false if ctx is done first.
func (c *Club) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-c.ctx.Done():
		return false
	}
}

// fault stores an error in the status. It logs the error with the message what, unless it equals
// the last error.
func (c *Club) fault(what string, err error) {
	if text := err.Error(); text != c.status.Err {
		c.status.Err = text
		c.opts.Logger.Warn(what, "err", err)
	}
}

// sendStatus calls Opts.Told if the status has changed.
func (c *Club) sendStatus() {
	c.status.Codes = c.people.codes()
	if c.opts.Told == nil || reflect.DeepEqual(c.status, c.sentStatus) {
		return
	}
	c.sentStatus = c.status
	c.sentStatus.Stuck = cloned(c.status.Stuck)
	c.opts.Told(c.sentStatus)
}

// updateLeague checks whether players have agreed to another league. If so, it publishes seals,
// records and erased players again, because the new league may have missed them.
func (c *Club) updateLeague(now time.Time) {
	id := ""
	if key, ok := c.league(); ok {
		id = wire.IDOf(key)
	}
	if id != c.status.League {
		c.status.League, c.seals.bySeal = id, nil
		c.people.tries, c.people.due = 0, now
		c.records.restart(now)
		if c.opts.User == "" && id != "" && c.link != nil && c.conn.renew(id) {
			c.link.ready = false // nothing more is published on this connection
		}
	}
	if c.opts.League != nil && c.link != nil {
		c.wakeAt(now.Add(leagueEvery))
	}
}

// league returns the public key of the agreed league. ok is false if there is none.
func (c *Club) league() (ed25519.PublicKey, bool) {
	if c.opts.League == nil {
		return nil, false
	}
	key, ok := c.opts.League()
	return key, ok && len(key) == ed25519.PublicKeySize
}
