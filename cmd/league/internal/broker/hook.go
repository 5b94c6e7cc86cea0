package broker

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"tabletop/companion/club/wire"
)

// hook is the hook of mochi that applies logins, rights and limits.
type hook struct {
	mqtt.HookBase
	b   *Broker
	ctx context.Context // ends with the broker
}

// ID returns the name of the hook for mochi's log.
func (*hook) ID() string { return "league" }

// Provides reports whether the hook handles the kind of event b.
func (*hook) Provides(b byte) bool {
	return bytes.IndexByte([]byte{
		mqtt.OnConnect, mqtt.OnConnectAuthenticate, mqtt.OnACLCheck, mqtt.OnSubscribe, mqtt.OnPublish,
		mqtt.OnSessionEstablish, mqtt.OnPacketEncode, mqtt.OnWill, mqtt.OnRetainedExpired,
	}, b) >= 0
}

// sessionOf returns the session of a client, or nil before login.
func sessionOf(cl *mqtt.Client) *session {
	if c, ok := cl.Net.Conn.(*conn); ok {
		return c.session.Load()
	}
	return nil
}

// OnConnect checks the login of a client. It answers a refused login itself, because mochi knows
// only one reason code for that.
func (h *hook) OnConnect(cl *mqtt.Client, pk packets.Packet) error {
	c, ok := cl.Net.Conn.(*conn)
	if !ok {
		return packets.ErrNotAuthorized
	}
	if code := h.b.admit(h.ctx, cl, c, pk); code != packets.CodeSuccess {
		return errors.Join(code, h.b.server.SendConnack(cl, code, false, nil))
	}
	return nil
}

// OnConnectAuthenticate reports whether OnConnect has admitted the client.
func (*hook) OnConnectAuthenticate(cl *mqtt.Client, _ packets.Packet) bool {
	return sessionOf(cl) != nil
}

// OnSessionEstablish ends the previous connection of the client. Mochi would let both overlap, and the end
// of the previous one could then delete the subscriptions of this one, which would hear nothing.
func (h *hook) OnSessionEstablish(cl *mqtt.Client, _ packets.Packet) {
	if c, ok := cl.Net.Conn.(*conn); ok {
		h.b.takeOver(cl.ID, c)
	}
}

// OnACLCheck reports whether a client may receive or publish messages of a topic, or may subscribe
// to a topic filter.
func (h *hook) OnACLCheck(cl *mqtt.Client, topic string, publish bool) bool {
	s := sessionOf(cl)
	switch {
	case s == nil:
		return false
	case publish:
		return s.mayPublish(topic) || h.b.refused.add(&h.b.refused.Messages)
	}
	return s.mayReceive(topic) || h.b.refused.add(&h.b.refused.Subscriptions)
}

// OnSubscribe grants quality of service 0 to every subscription; see the package comment. It makes
// the filters of an account with too many subscriptions invalid, so that mochi refuses them.
func (*hook) OnSubscribe(cl *mqtt.Client, pk packets.Packet) packets.Packet {
	s := sessionOf(cl)
	full := s != nil && s.is == account && cl.State.Subscriptions.Len()+len(pk.Filters) > mostSubscriptions
	for i := range pk.Filters {
		if pk.Filters[i].Qos = 0; full {
			pk.Filters[i].Filter = ""
		}
	}
	return pk
}

// OnPublish checks the length of a message and whether the broker may retain the message. It notes
// which boxes the league enrols.
func (h *hook) OnPublish(cl *mqtt.Client, pk packets.Packet) (packets.Packet, error) {
	s := sessionOf(cl)
	if s == nil {
		return pk, packets.ErrRejectPacket
	}
	if s.is == worker {
		if box, kind, ok := wire.Split(pk.TopicName); ok && kind == wire.EnrolKind {
			h.b.enrol(box, len(pk.Payload) > 0)
		}
		return pk, nil
	}
	most, retain := s.longest(pk.TopicName)
	n := pk.FixedHeader.Remaining
	if most > 0 && (len(pk.Payload) > most || n > most+overhead) {
		return pk, h.refuse(cl, pk)
	}
	ofWaiting := s.role() == waiting
	if len(pk.Payload) == 0 {
		n, ofWaiting = 0, false // deletes a retained message
	} else if ofWaiting {
		retain = retain && most == mostOnline
	}
	pk.FixedHeader.Retain = pk.FixedHeader.Retain && retain
	if pk.FixedHeader.Retain && !h.b.retained.put(pk.TopicName, n, ofWaiting) {
		return pk, h.refuse(cl, pk)
	}
	return pk, nil
}

// refuse counts a refused message. It returns the error by which mochi answers that a quota is
// exceeded, or drops the message if the client expects no answer with a reason.
func (h *hook) refuse(cl *mqtt.Client, pk packets.Packet) error {
	h.b.refused.add(&h.b.refused.Messages)
	if cl.Properties.ProtocolVersion < 5 || pk.FixedHeader.Qos == 0 {
		return packets.ErrRejectPacket
	}
	return packets.ErrQuotaExceeded
}

// OnPacketEncode states the longest packet of the client's role when it logs in. A box does not
// publish a longer record.
func (*hook) OnPacketEncode(cl *mqtt.Client, pk packets.Packet) packets.Packet {
	if s := sessionOf(cl); s != nil && pk.FixedHeader.Type == packets.Connack {
		pk.Properties.MaximumPacketSize = uint32(limit(s.role()))
	}
	return pk
}

// OnWill has the broker retain a last will only if it would retain such a message.
func (h *hook) OnWill(cl *mqtt.Client, will mqtt.Will) (mqtt.Will, error) {
	s := sessionOf(cl)
	n := len(will.TopicName) + len(will.Payload)
	for _, p := range will.User {
		n += len(p.Key) + len(p.Val)
	}
	will.Retain = will.Retain && s != nil && s.box != "" && n <= mostOnline+overhead && h.b.retained.put(will.TopicName, n, s.role() == waiting)
	return will, nil
}

// OnRetainedExpired notes that mochi has deleted a retained message.
func (h *hook) OnRetainedExpired(topic string) { h.b.retained.put(topic, 0, false) }

// errorsOnly is mochi's log. Mochi logs everything that a client does wrong, with all contents of
// its packets. The broker counts that instead.
type errorsOnly struct{ slog.Handler }

// Enabled reports whether a level is logged.
func (errorsOnly) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelError }

// Handle logs a record, unless it is about a refused message.
func (e errorsOnly) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == "publish packet error" {
		return nil
	}
	return e.Handler.Handle(ctx, r)
}

// WithAttrs returns the log with attributes.
func (e errorsOnly) WithAttrs(a []slog.Attr) slog.Handler { return errorsOnly{e.Handler.WithAttrs(a)} }

// WithGroup returns the log with a group.
func (e errorsOnly) WithGroup(name string) slog.Handler { return errorsOnly{e.Handler.WithGroup(name)} }

// watchEvery is the interval of looking after accounts and of logging refusals.
const watchEvery = time.Minute

// watch disconnects accounts that were revoked, and logs refusals, until ctx ends.
func (b *Broker) watch(ctx context.Context) {
	t := time.NewTicker(watchEvery)
	defer t.Stop()
	var last Refused
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		b.expel(ctx)
		if now := b.Refused(); now != last {
			last = now
			b.Log.Warn("broker: refused since the start", "logins", now.Logins, "messages", now.Messages,
				"subscriptions", now.Subscriptions, "packets", now.Packets, "connections", now.Connections)
		}
	}
}

// expel disconnects accounts that were revoked.
func (b *Broker) expel(ctx context.Context) {
	for _, cl := range b.server.Clients.GetAll() {
		s := sessionOf(cl)
		if s == nil || s.is != account || cl.Closed() {
			continue
		}
		if r, err := b.Logins.Viewer(ctx, s.token); err == nil && r == "" {
			_ = b.server.DisconnectClient(cl, packets.ErrNotAuthorized)
		}
	}
}
