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

// Table is what is told of. Its methods may be called from any goroutine.
type Table interface {
	// Now returns the present moment.
	Now() *screen.Moment
	// Do sends a command and waits for its answer.
	Do(context.Context, companion.Sender, companion.Command) (companion.Answer, error)
}

// Shelf is the store, which knows what a league holds already. Nothing of it is in a backup.
type Shelf interface {
	// ClubSeed returns the seed of the box's Ed25519 key, which the first call makes.
	ClubSeed(ctx context.Context) ([32]byte, error)
	// Untold returns ended matches that no league is known to hold as they are now, the
	// oldest first, at most that many.
	Untold(ctx context.Context, limit int) ([]Report, error)
	// SetTold keeps that the league holds the record of a match with that head.
	SetTold(ctx context.Context, id string, head []byte) error
	// Named returns the codes of players that were ever told and aren't forgotten, by name.
	Named(ctx context.Context) (map[string]string, error)
	// Name keeps the codes of players by name, before they are told.
	Name(ctx context.Context, named map[string]string) error
	// Unname makes the matches untold in which those sit.
	Unname(ctx context.Context, names []string) error
	// Forget forgets names, as the league has.
	Forget(ctx context.Context, names []string) error
}

// Report is a match that has ended.
type Report struct {
	ID    string
	Head  []byte // tells this state of the record from any other
	Lines string // JSON Lines; see package match
}

// Mask returns a record with other names for those that aren't allowed.
type Mask func(lines string, allowed func(name string) bool, lang words.Lang) (string, error)

// Tell is what leaves the box.
type Tell struct {
	State   bool // the table, as anybody at it sees it
	Moments bool // what happens
	Records bool // ended matches, and the seals of those that begin
	Names   bool // who plays; without it they are «Игрок 1»
}

// Opts say to whom to tell what. Brokers, Now and, for records, Mask must be given.
type Opts struct {
	Brokers  []*url.URL // mqtt, mqtts, ws or wss; they are tried in turn
	TLS      *tls.Config
	User     string
	Password []byte
	// Dial connects to a broker; nil: as its URL says.
	Dial func(ctx context.Context, broker *url.URL, tls *tls.Config) (net.Conn, error)

	Name    string // of the box, as people call it
	Version string // of its software
	Tell    Tell
	Keys    bool   // whoever may publish at the broker may press the keys
	House   string // the prefix of Home Assistant's discovery, "" for none
	Mask    Mask
	Now     func() time.Time // the clock; its monotonic reading measures pauses
	Logger  *slog.Logger

	// Told, if set, is called when the status has changed. It must not wait.
	Told func(Status)
	// League, if set, returns the key of the league that hands at the panel agreed to. It
	// must not wait.
	League func() (ed25519.PublicKey, bool)
	// Enrol, if set, is called when a league asks for what the box tells. It must not wait.
	Enrol func(wire.Enrol)
}

// Status is how things stand.
type Status struct {
	Box       string            // the id of the box, "" before its key is read
	Code      string            // the same as people type it, "K7QM-2R4T-XA5P"
	Connected time.Time         // since when; zero: the broker is away
	Err       string            // what went wrong last, "" since all is well
	Waiting   int               // records that no league is known to hold
	More      bool              // of which there are more
	Stuck     map[string]string // records that can't be told, by match: why
	Dropped   wire.Dropped      // since the start
	Ignored   int               // messages that nobody here understands or may send
	League    string            // the id of the league that was agreed to, "" for none
	Asks      *wire.Enrol       // the league that has asked last; nil: none has
	Codes     map[string]string // of players who are named, by name: what they agree with
}

// Club tells a broker what a table shows. Run does it.
type Club struct {
	opts  Opts
	table Table
	shelf Shelf
	ctx   context.Context // of Run
	own   map[words.Lang]*words.Catalogue

	// Below is what the goroutine of Run owns.
	key        ed25519.PrivateKey
	box        string
	now        *screen.Moment
	link       *link // nil: the broker is away
	conn       *connection
	live       *lane // what is told of the table
	bulk       *lane // records
	next       time.Time
	people     people
	state      state
	moments    moments
	seals      seals
	records    records
	house      house
	requests   requests
	status     Status
	sentStatus Status // the status that was told
	in         inbox
	presses    chan companion.Press
}

// New returns a club that Run starts. Its error says what is wrong with the options.
func New(table Table, shelf Shelf, opts Opts) (*Club, error) {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	c := &Club{opts: opts, table: table, shelf: shelf, own: map[words.Lang]*words.Catalogue{}, presses: make(chan companion.Press, mostPresses)}
	for _, lang := range words.Langs {
		c.own[lang] = words.Own(lang)
	}
	c.in.wake = make(chan struct{}, 1)
	c.live = &lane{parts: []part{c.onlineJob, c.sealJob, c.momentJob, c.stateJob, c.houseJob}}
	c.bulk = &lane{parts: []part{c.erasedJob, c.recordJob}}
	return c, opts.check()
}

// check returns what is wrong with the options.
func (o Opts) check() error {
	switch {
	case len(o.Brokers) == 0:
		return errors.New("club: no broker")
	case o.Now == nil:
		return errors.New("club: no clock")
	case o.Tell.Records && o.Mask == nil:
		return errors.New("club: records, and nothing that masks names in them")
	case strings.ContainsAny(o.House, "+#\x00"):
		return fmt.Errorf("club: the prefix of the house, %q, has a wildcard", o.House)
	}
	for _, u := range o.Brokers {
		if !slices.Contains(schemes, u.Scheme) || u.Host == "" {
			return fmt.Errorf("club: broker %q: want %s and a host", u.Redacted(), strings.Join(schemes, ", "))
		}
	}
	return nil
}

// Pauses of Run.
const (
	shelfPause  = 10 * time.Second // after the disk failed
	panicPause  = 10 * time.Second
	leagueEvery = 10 * time.Second // to see whether hands have agreed to another league
	goodbyeTime = 2 * time.Second  // how long a goodbye may take
)

// Run tells until ctx ends, whatever the broker does.
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

// begin reads the key and who was named; false: the end came first.
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

// read reads from the disk what is needed before anything is told.
func (c *Club) read() error {
	seed, err := c.shelf.ClubSeed(c.ctx)
	if err != nil {
		return fmt.Errorf("club: the key of the box: %w", err)
	}
	if c.people.named, err = c.shelf.Named(c.ctx); err != nil {
		return fmt.Errorf("club: who was named: %w", err)
	}
	c.key = ed25519.NewKeyFromSeed(seed[:])
	c.box = wire.IDOf(c.key.Public().(ed25519.PublicKey))
	c.status.Box, c.status.Code, c.status.Err = c.box, wire.Grouped(c.box), ""
	c.now = c.table.Now()
	return nil
}

// turn does all that is due.
func (c *Club) turn() {
	now := c.opts.Now()
	c.next = now.Add(time.Hour)
	c.drain(now)
	for _, do := range []func(time.Time){c.updateLeague, c.updatePeople, c.countPassedStates, c.reportEnrol, c.live.turn(c), c.bulk.turn(c)} {
		c.guard(func() { do(now) })
	}
	c.sendStatus()
}

// guard does something. A panic costs that, and a pause: never the box.
func (c *Club) guard(do func()) {
	defer func() {
		if p := recover(); p != nil {
			c.opts.Logger.Error("panic in the club", "panic", p, "stack", string(debug.Stack()))
			c.sleep(panicPause)
		}
	}()
	do()
}

// by asks for a turn at that time, if none is to come earlier.
func (c *Club) by(at time.Time) {
	if at.Before(c.next) {
		c.next = at
	}
}

// wait returns when a turn is due.
func (c *Club) wait() {
	t := time.NewTimer(max(0, c.next.Sub(c.opts.Now())))
	defer t.Stop()
	select {
	case <-t.C:
	case <-c.in.wake:
	case <-c.ctx.Done():
	}
}

// sleep waits; false: the end came first.
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

// fault notes what went wrong, and logs it where that is news.
func (c *Club) fault(what string, err error) {
	if text := err.Error(); text != c.status.Err {
		c.status.Err = text
		c.opts.Logger.Warn(what, "err", err)
	}
}

// sendStatus hands the status on, if it has changed.
func (c *Club) sendStatus() {
	c.status.Codes = c.people.codes()
	if c.opts.Told == nil || reflect.DeepEqual(c.status, c.sentStatus) {
		return
	}
	c.sentStatus = c.status
	c.sentStatus.Stuck = cloned(c.status.Stuck)
	c.opts.Told(c.sentStatus)
}

// updateLeague tells a league that was just agreed to what it may have missed.
func (c *Club) updateLeague(now time.Time) {
	id := ""
	if key, ok := c.league(); ok {
		id = wire.IDOf(key)
	}
	if id != c.status.League {
		c.status.League, c.seals.bySeal = id, nil
		c.people.tries, c.people.due = 0, now
		c.records.restart(now)
	}
	if c.opts.League != nil && c.link != nil {
		c.by(now.Add(leagueEvery))
	}
}

// league is the key of the league that was agreed to.
func (c *Club) league() (ed25519.PublicKey, bool) {
	if c.opts.League == nil {
		return nil, false
	}
	key, ok := c.opts.League()
	return key, ok && len(key) == ed25519.PublicKeySize
}
