package main

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync"
	"time"

	"tabletop/companion"
	"tabletop/companion/club"
	"tabletop/companion/club/mask"
	"tabletop/companion/club/wire"
	"tabletop/companion/loop"
	"tabletop/companion/store"
	"tabletop/companion/words"
)

// joinClub is the part that tells a club what is played, if the config names one and the
// state folder has opened.
func (d *daemon) joinClub(disk loop.Log) []part {
	s, ok := disk.(timed)
	if !ok || d.config.Club.Broker == "" {
		return nil
	}
	m := &member{daemon: d, shelf: clubShelf(s)}
	return []part{{key: "trouble.club", run: m.run}}
}

// member is the box in its club.
type member struct {
	*daemon
	shelf clubShelf

	mu     sync.Mutex
	status club.Status
	said   companion.Clubbed // to the panel, last
}

// run connects until ctx ends. A file that the config names and can't be read is said, and
// the evening goes on without a club.
func (m *member) run(ctx context.Context) error {
	opts, err := m.opts(ctx)
	if err != nil {
		m.log.Error("no club", "err", err)
		m.loop.Tell(ctx, companion.Trouble{Key: "trouble.club", Arg: err.Error()})
		return nil
	}
	c, err := club.New(m.loop, m.shelf, opts)
	if err != nil {
		return err
	}
	c.Run(ctx)
	return nil
}

func (m *member) opts(ctx context.Context) (o club.Opts, err error) {
	is := m.config.Club
	broker, err := url.Parse(is.Broker)
	if err != nil {
		return o, err
	}
	host, _ := os.Hostname() // without one it is called by its kind
	o = club.Opts{
		Brokers: []*url.URL{broker}, User: is.User, Name: cmp.Or(is.Name, host, "companion"),
		Tell: club.Tell{State: is.Tells("state"), Moments: is.Tells("moments"), Records: is.Tells("records"), Names: is.Tells("names")},
		Keys: is.Accepts("keys"), House: is.Discovery, Mask: nameless, Now: time.Now, Logger: m.log,
		Told:   func(s club.Status) { m.hear(ctx, s) },
		League: m.league,
		Enrol:  func(e wire.Enrol) { go m.enrol(ctx, e) },
	}
	if o.TLS, err = is.TLS(); err != nil {
		return o, err
	}
	password, err := is.Password()
	o.Password = []byte(password)
	return o, err
}

// nameless takes names out of a record that aren't to be told.
func nameless(lines string, told func(string) bool, lang words.Lang) (string, error) {
	names, err := mask.Names(lines, told, strings.TrimSpace(words.Own(lang).Word("setup.player", "")))
	if err != nil {
		return "", err
	}
	return mask.Lines(lines, names)
}

// league is the key that hands at the panel agreed to.
func (m *member) league() (ed25519.PublicKey, bool) {
	key, err := hex.DecodeString(m.loop.Now().Offer.League.Key)
	return key, err == nil && len(key) == ed25519.PublicKeySize
}

// enrolOf is what a league asks for, as the table hears it.
func enrolOf(e wire.Enrol) companion.Enrol {
	return companion.Enrol{Name: e.League, Key: hex.EncodeToString(e.Key)}
}

// enrol asks the table, which may be busy: the league asks again.
func (m *member) enrol(ctx context.Context, e wire.Enrol) {
	_, err := m.loop.Do(ctx, companion.Club, enrolOf(e))
	if err != nil && ctx.Err() == nil {
		m.log.Warn("a league asks", "league", e.League, "err", err)
	}
}

// hear takes how the club stands.
func (m *member) hear(ctx context.Context, s club.Status) {
	m.mu.Lock()
	m.status = s
	m.mu.Unlock()
	go m.tell(ctx) // the panel may be slow to listen
}

// tell shows the panel how the club stands, if that has changed.
func (m *member) tell(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := companion.Clubbed{
		ID: m.status.Box, Online: !m.status.Connected.IsZero(), Trouble: lastPart(m.status.Err),
		Waiting: m.status.Waiting, Codes: m.status.Codes,
	}
	if e := m.status.Asks; e != nil {
		now.Asks = companion.League(enrolOf(*e))
	}
	if !reflect.DeepEqual(now, m.said) {
		m.said = now
		m.loop.Tell(ctx, now)
	}
}

// lastPart is what went wrong at the bottom of an error, for a panel with room for no more.
func lastPart(err string) string { return err[strings.LastIndex(": "+err, ": "):] }

// clubShelf is the store as the club needs it.
type clubShelf struct{ *store.Store }

// Untold returns what the club isn't known to hold.
func (s clubShelf) Untold(ctx context.Context, limit int) ([]club.Report, error) {
	all, err := s.Store.Untold(ctx, limit)
	reports := make([]club.Report, len(all))
	for i, r := range all {
		reports[i] = club.Report(r)
	}
	return reports, err
}
