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
	"tabletop/companion/club/wire"
	"tabletop/companion/loop"
	"tabletop/companion/screen"
	"tabletop/companion/store"
	"tabletop/companion/words"
)

// joinClub returns the part that publishes to a club. It returns nil if the config names no broker
// or the state folder did not open.
func (d *daemon) joinClub(disk loop.Log, artist *screen.Artist) []part {
	s, ok := disk.(timed)
	if !ok || d.config.Club.Broker == "" {
		return nil
	}
	m := &member{daemon: d, store: clubStore(s), artist: artist}
	return []part{{key: "trouble.club", run: m.run}}
}

// member is the box as a member of its club. It publishes matches to the club's broker.
type member struct {
	*daemon
	store  clubStore
	artist *screen.Artist

	mu     sync.Mutex
	status club.Status
	sent   companion.ClubState // the last status sent to the panel
}

// run keeps the box connected to the club's broker until ctx is done. If a file named in the config
// cannot be read, run shows a trouble on the panel and returns; the evening continues without a
// club.
func (m *member) run(ctx context.Context) error {
	opts, err := m.opts(ctx)
	if err != nil {
		m.log.Error("no club", "err", err)
		m.loop.Tell(ctx, companion.Trouble{Key: "trouble.club", Arg: err.Error()})
		return nil
	}
	c, err := club.New(m.loop, m.store, opts)
	if err != nil {
		return err
	}
	c.Run(ctx)
	return nil
}

func (m *member) opts(ctx context.Context) (o club.Opts, err error) {
	conf := m.config.Club
	broker, err := url.Parse(conf.Broker)
	if err != nil {
		return o, err
	}
	host, _ := os.Hostname() // without a host name the box is called companion
	o = club.Opts{
		Brokers: []*url.URL{broker}, User: conf.User, LeagueID: conf.LeagueID(), Name: cmp.Or(conf.Name, host, "companion"),
		Tell: club.Tell{State: conf.Publishes("state"), Moments: conf.Publishes("moments"), Records: conf.Publishes("records"), Names: conf.Publishes("names")},
		Keys: conf.Accepts("keys"), House: conf.Discovery, Mask: club.Nameless, Artist: m.artist, Now: time.Now, Logger: m.log,
		Told:   func(s club.Status) { m.setStatus(ctx, s) },
		League: m.league,
		Enrol:  func(e wire.Enrol) { go m.enrol(ctx, e) },
	}
	if o.TLS, err = conf.TLS(); err != nil {
		return o, err
	}
	password, err := conf.Password()
	o.Password = []byte(password)
	return o, err
}

// league returns the key of the league that the table accepted at its keys. ok is false if the
// table has accepted no league.
func (m *member) league() (ed25519.PublicKey, bool) {
	key, err := hex.DecodeString(m.loop.Now().Offer.League.Key)
	return key, err == nil && len(key) == ed25519.PublicKeySize
}

// enrolOf converts an enrolment request of a league to a command.
func enrolOf(e wire.Enrol) companion.Enrol {
	return companion.Enrol{Name: e.League, Key: hex.EncodeToString(e.Key)}
}

// enrol asks the table for consent to an enrolment by a league. A busy table refuses, and the
// league repeats the request.
func (m *member) enrol(ctx context.Context, e wire.Enrol) {
	_, err := m.loop.Do(ctx, companion.Club, enrolOf(e))
	if err != nil && ctx.Err() == nil {
		m.log.Warn("enrolment by a league", "league", e.League, "err", err)
	}
}

// setStatus stores the status of the club connection and sends it to the panel.
func (m *member) setStatus(ctx context.Context, s club.Status) {
	m.mu.Lock()
	m.status = s
	m.mu.Unlock()
	go m.sendStatus(ctx) // sendStatus waits for the loop, which may be slow
}

// sendStatus sends the status to the panel if the status has changed.
func (m *member) sendStatus(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := companion.ClubState{
		ID: m.status.Box, Online: !m.status.Connected.IsZero(), Trouble: m.trouble(),
		Unpublished: m.status.Waiting, Dropped: m.status.Dropped, Codes: m.status.Codes,
	}
	if e := m.status.Asks; e != nil {
		now.LastRequest = companion.League(enrolOf(*e))
	}
	if !reflect.DeepEqual(now, m.sent) {
		m.sent = now
		m.loop.Tell(ctx, now)
	}
}

// trouble returns the text of the last error for the panel: what to do, if people can do something.
func (m *member) trouble() string {
	if f := m.status.Fault; f != "" {
		return words.Companion(m.loop.Now().Lang).Word("club." + string(f))
	}
	return lastPart(m.status.Err)
}

// lastPart returns the innermost part of an error text, the part after the last colon. The panel is
// too narrow for more.
func lastPart(err string) string { return err[strings.LastIndex(": "+err, ": "):] }

// clubStore adapts the store to package club.
type clubStore struct{ *store.Store }

// Unpublished returns up to limit reports that the club has not acknowledged.
func (s clubStore) Unpublished(ctx context.Context, limit int) ([]club.Report, error) {
	all, err := s.Store.Unpublished(ctx, limit)
	reports := make([]club.Report, len(all))
	for i, r := range all {
		reports[i] = club.Report(r)
	}
	return reports, err
}
