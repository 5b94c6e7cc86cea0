package broker

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"sync/atomic"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"tabletop/companion/club/wire"
)

// Login is a login of a box at the broker.
type Login struct {
	Box     string // id of the box
	Key     string // public key of the box in base64
	Network string // network of the connection: "192.168.1.0/24" or an IPv6 network /64
	Full    bool   // whether the login is bound to this league; otherwise it is weak
}

// Logins stores the logins of boxes and knows the accounts of the league's pages. Its methods are
// safe for concurrent use.
type Logins interface {
	// TakeLogin stores a login of a box and reports whether the box is a member of the league. It
	// returns ErrWeak for a weak login of a box that has ever logged in fully, and ErrCrowded if too
	// many boxes of the network are waiting. After any other error the box should try again.
	TakeLogin(ctx context.Context, l Login) (member bool, err error)
	// Viewer returns the role of the account with a token: "look", "organiser" or "owner". It
	// returns "" if there is no such account or the account was revoked.
	Viewer(ctx context.Context, token string) (role string, err error)
}

// Errors of Logins.
var (
	ErrWeak    = errors.New("broker: weak login of a box that has logged in fully before")
	ErrCrowded = errors.New("broker: too many waiting boxes in this network")
)

// role is the role of a client.
type role int

// Roles of clients.
const (
	stranger role = iota // not logged in
	waiting              // box that the league hasn't enrolled
	member               // enrolled box
	account              // account of the league's pages
	worker               // the league itself
)

// session is the identity of a client that has logged in.
type session struct {
	id      string      // client id in the broker
	box     string      // id of the box; "" for other roles
	member  atomic.Bool // whether the box is enrolled
	is      role        // role of a client that is no box
	presses bool        // whether an account may press the keys of boxes
	token   string      // token of an account
}

// role returns the present role of the client.
func (s *session) role() role {
	switch {
	case s.box == "":
		return s.is
	case s.member.Load():
		return member
	}
	return waiting
}

// login checks the login of a client. It returns the reason code for a refused login.
func (b *Broker) login(ctx context.Context, c *conn, pk packets.Packet) (*session, packets.Code) {
	ctx, stop := context.WithTimeout(ctx, checkTime)
	defer stop()
	id, user, password := pk.Connect.ClientIdentifier, string(pk.Connect.Username), pk.Connect.Password
	if len(id) > mostID {
		return nil, packets.ErrClientIdentifierNotValid
	}
	switch user {
	case User:
		if subtle.ConstantTimeCompare(password, []byte(b.password)) != 1 {
			return nil, packets.ErrBadUsernameOrPassword
		}
		return &session{id: "worker/" + id, is: worker}, packets.CodeSuccess
	case Viewer:
		return b.viewer(ctx, id, string(password))
	}
	return b.box(ctx, c, pk)
}

// viewer checks the login of an account.
func (b *Broker) viewer(ctx context.Context, id, token string) (*session, packets.Code) {
	r, err := b.Logins.Viewer(ctx, token)
	switch {
	case err != nil:
		return nil, packets.ErrServerUnavailable
	case r == "":
		return nil, packets.ErrBadUsernameOrPassword
	}
	sum := sha256.Sum256([]byte(token))
	name := "account/" + hex.EncodeToString(sum[:8]) + "/"
	return &session{id: name + id, is: account, presses: r != "look", token: token}, packets.CodeSuccess
}

// clientPrefix begins the client id of a box.
const clientPrefix = "companion-"

// box checks the login of a box: by its user name, or by its signed last will.
func (b *Broker) box(ctx context.Context, c *conn, pk packets.Packet) (*session, packets.Code) {
	l := Login{Network: networkOf(c.RemoteAddr())}
	if pk.Connect.UsernameFlag {
		key, full, err := wire.CheckLogin(string(pk.Connect.Username), string(pk.Connect.Password), b.League)
		if err != nil {
			return nil, packets.ErrBadUsernameOrPassword
		}
		l.Box, l.Key, l.Full = wire.IDOf(key), base64.StdEncoding.EncodeToString(key), full
	} else if l.Box, l.Key = signedWill(pk); l.Box == "" {
		return nil, packets.ErrBadUsernameOrPassword
	}
	if named, ok := strings.CutPrefix(pk.Connect.ClientIdentifier, clientPrefix); ok && named != l.Box {
		return nil, packets.ErrClientIdentifierNotValid
	}
	enrolled, err := b.Logins.TakeLogin(ctx, l)
	switch {
	case errors.Is(err, ErrWeak):
		return nil, packets.ErrNotAuthorized
	case errors.Is(err, ErrCrowded):
		return nil, packets.ErrQuotaExceeded
	case err != nil:
		b.Log.Warn("broker: login", "box", l.Box, "err", err)
		return nil, packets.ErrServerUnavailable
	}
	s := &session{id: clientPrefix + l.Box, box: l.Box}
	s.member.Store(enrolled)
	return s, packets.CodeSuccess
}

// signedWill returns the box that has signed the last will of a CONNECT packet, and its key in
// base64. It returns "" if there is no such will, or the client id is not that of the box.
func signedWill(pk packets.Packet) (box, key string) {
	var by wire.Signed
	for _, p := range pk.Connect.WillProperties.User {
		switch p.Key {
		case wire.KeyProperty:
			by.Key = p.Val
		case wire.SigProperty:
			by.Sig = p.Val
		}
	}
	box, err := by.Box(pk.Connect.WillTopic, pk.Connect.WillPayload)
	if err != nil || pk.Connect.WillTopic != wire.Topic(box, wire.OnlineKind) || pk.Connect.ClientIdentifier != clientPrefix+box {
		return "", ""
	}
	return box, by.Key
}

// mayWill reports whether a client may leave the last will of a CONNECT packet.
func (s *session) mayWill(pk packets.Packet) bool {
	switch {
	case !pk.Connect.WillFlag || s.is == worker:
		return true
	case s.box != "":
		return pk.Connect.WillTopic == wire.Topic(s.box, wire.OnlineKind) && len(pk.Connect.WillPayload) <= mostOnline
	}
	return pk.Connect.WillTopic == houseStatus
}

// admit logs a client in, or answers with the reason why not.
func (b *Broker) admit(ctx context.Context, cl *mqtt.Client, c *conn, pk packets.Packet) packets.Code {
	s, code := b.login(ctx, c, pk)
	if code == packets.CodeSuccess && !s.mayWill(pk) {
		code = packets.ErrNotAuthorized
	}
	if code == packets.CodeSuccess && !b.begin(c, s) {
		code = packets.ErrQuotaExceeded
	}
	if code != packets.CodeSuccess {
		b.refused.add(&b.refused.Logins)
		b.Log.Debug("broker: login refused", "client", pk.Connect.ClientIdentifier, "from", c.address, "reason", code.Reason)
		return code
	}
	cl.ID = s.id
	c.session.Store(s)
	b.door.pass(c)
	return code
}

// begin counts a session until its connection ends. It returns false if the account has too many.
func (b *Broker) begin(c *conn, s *session) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case s.box != "":
		b.boxes[s.box] = s
		c.onClose(func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			if b.boxes[s.box] == s {
				delete(b.boxes, s.box)
			}
		})
	case s.is == account:
		b.accounts[s.token]++
		c.onClose(func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			if b.accounts[s.token]--; b.accounts[s.token] == 0 {
				delete(b.accounts, s.token)
			}
		})
		return b.accounts[s.token] <= mostOfAccount
	}
	return true
}

// enrol notes that the league has enrolled a box, or with false excluded it.
func (b *Broker) enrol(box string, enrolled bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.boxes[box]; s != nil {
		s.member.Store(enrolled)
	}
}
