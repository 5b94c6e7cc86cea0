package club

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/eclipse/paho.golang/paho"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/door"
	"tabletop/companion/panel"
)

// Limits on messages received from the broker.
const (
	mostPresses = 10               // maximum number of presses per second, and in the queue
	enrolGap    = 10 * time.Second // time between two requests of leagues that reach Opts.Enrol
	mostLeague  = 64               // maximum number of letters in a league's name
)

// message is a message received from the broker.
type message struct {
	topic    string
	payload  []byte
	retained bool
	signed   wire.Signed
}

// newMessage returns the message in an MQTT packet.
func newMessage(p *paho.Publish) message {
	m := message{topic: p.Topic, payload: p.Payload, retained: p.Retain}
	if p.Properties != nil {
		m.signed = wire.Signed{Key: p.Properties.User.Get(wire.KeyProperty), Sig: p.Properties.User.Get(wire.SigProperty)}
	}
	return m
}

// requests counts presses and stores requests of leagues, to limit both.
type requests struct {
	second   time.Time // start of the second in which presses are counted
	presses  int
	reported time.Time   // time of the last call of Opts.Enrol
	enrol    *wire.Enrol // request that waits for enrolGap; nil for none
	last     wire.Enrol  // last request passed to Opts.Enrol
}

// subscribe subscribes to the messages for the box, and to the last state and status of the box
// itself.
func (c *Club) subscribe(l *link) error {
	ctx, stop := context.WithTimeout(l.ctx, subscribeTime)
	defer stop()
	topics := []paho.SubscribeOptions{
		{Topic: wire.Topic(c.box, wire.AckKind), QoS: 1},
		{Topic: wire.Topic(c.box, wire.EnrolKind), QoS: 1},
		{Topic: wire.Topic(c.box, wire.OnlineKind), QoS: 1},
		{Topic: wire.Topic(c.box, wire.StateKind), QoS: 1},
	}
	if c.opts.Keys {
		topics = append(topics, paho.SubscribeOptions{Topic: wire.Topic(c.box, wire.PressKind), RetainAsPublished: true})
	}
	if c.opts.House != "" {
		topics = append(topics, paho.SubscribeOptions{Topic: c.opts.House + "/status", QoS: 1})
	}
	answer, err := l.manager.Subscribe(ctx, &paho.Subscribe{Subscriptions: topics})
	if answer == nil || err == nil {
		return err
	}
	for i, reason := range answer.Reasons {
		if reason >= 0x80 && i < len(topics) {
			return fmt.Errorf("club: subscribe to %s: refused: reason %#x", topics[i].Topic, reason)
		}
	}
	return err
}

// receive handles a message. It counts an invalid message as ignored.
func (c *Club) receive(m message, now time.Time) {
	if c.link == nil {
		return
	}
	if m.topic == c.opts.House+"/status" {
		if string(m.payload) == "online" && !m.retained {
			c.link.described = false // Home Assistant has just started, so houseJob publishes again
		}
		return
	}
	box, kind, ok := wire.Split(m.topic)
	if !ok || box != c.box || !c.handle(kind, m, now) {
		c.status.Ignored++
	}
}

// handle handles a message of a kind. It returns false if the message is invalid.
func (c *Club) handle(kind wire.Kind, m message, now time.Time) bool {
	switch kind {
	case wire.AckKind:
		return c.receiveAck(m, now)
	case wire.EnrolKind:
		return len(m.payload) == 0 || c.receiveEnrol(m, now)
	case wire.PressKind:
		return c.receivePress(m, now)
	case wire.StateKind:
		return len(m.payload) == 0 || c.receiveState(m)
	case wire.OnlineKind:
		return len(m.payload) == 0 || c.receiveOnline(m)
	}
	return false
}

// receiveAck handles an acknowledgement. It returns false unless the agreed league has signed it.
func (c *Club) receiveAck(m message, now time.Time) bool {
	agreed, ok := c.league()
	by, err := m.signed.Check(m.topic, m.payload)
	var a wire.Ack
	if !ok || err != nil || !agreed.Equal(by) || json.Unmarshal(m.payload, &a) != nil {
		return false
	}
	c.acknowledge(a, now)
	return true
}

// receiveEnrol handles a request of a league. A request of the agreed league only updates the
// status. It returns false if the request is invalid.
func (c *Club) receiveEnrol(m message, now time.Time) bool {
	by, err := m.signed.Check(m.topic, m.payload)
	var e wire.Enrol
	if err != nil || json.Unmarshal(m.payload, &e) != nil || !bytes.Equal(by, e.Key) || !printable(e.League) {
		return false
	}
	agreed, ok := c.league()
	switch {
	case ok && agreed.Equal(by):
		c.status.Asks = &e
	case c.opts.Enrol != nil && !same(e, c.requests.last):
		c.requests.enrol = &e
		c.reportEnrol(now)
	}
	return true
}

// reportEnrol passes the last request of a league to Opts.Enrol, at most one request per enrolGap.
func (c *Club) reportEnrol(now time.Time) {
	if c.requests.enrol == nil {
		return
	}
	if next := c.requests.reported.Add(enrolGap); now.Before(next) {
		c.wakeAt(next)
		return
	}
	c.requests.reported, c.requests.last, c.requests.enrol = now, *c.requests.enrol, nil
	last := c.requests.last
	c.status.Asks = &last
	c.opts.Enrol(last)
}

// receiveState reads the number of the state that the broker has retained. The next state gets a
// higher number, even if the clock is behind. It returns false if the state is invalid.
func (c *Club) receiveState(m message) bool {
	var s wire.State
	if by, err := m.signed.Box(m.topic, m.payload); err != nil || by != c.box || json.Unmarshal(m.payload, &s) != nil {
		return false
	}
	if s.N > c.state.n {
		c.state.n, c.state.delivered = s.N, false
	} else if s.N == c.state.n && !c.link.stateReceived {
		c.link.stateReceived = true
		l, topic := c.link, wire.Topic(c.box, wire.StateKind)
		// If this fails, the box only receives more messages.
		go func() { _, _ = l.manager.Unsubscribe(l.ctx, &paho.Unsubscribe{Topics: []string{topic}}) }()
	}
	return true
}

// receiveOnline handles a status of the box. If the will of an earlier connection has reported the
// box offline, the club publishes online again.
func (c *Club) receiveOnline(m message) bool {
	var o wire.Online
	if json.Unmarshal(m.payload, &o) != nil {
		return false
	}
	if !o.Online && !m.retained && c.link.online {
		c.link.online = false
	}
	return true
}

// keys maps each Press to the key of the panel.
var keys = map[wire.Press]panel.Key{
	wire.PressBack: panel.Back, wire.PressUp: panel.Up, wire.PressDown: panel.Down, wire.PressOK: panel.OK,
}

// receivePress queues a key press if the owner allows presses. It returns false for a retained
// message, which is out of date, and for more than mostPresses a second.
func (c *Club) receivePress(m message, now time.Time) bool {
	key, known := keys[wire.Press(m.payload)]
	if !known || !c.opts.Keys || m.retained {
		return false
	}
	h := &c.requests
	if now.Sub(h.second) >= time.Second {
		h.second, h.presses = now, 0
	}
	if h.presses++; h.presses > mostPresses {
		return false
	}
	select {
	case c.presses <- companion.Press{Key: key}:
		return true
	default:
		return false
	}
}

// presser sends the queued presses to the table, one at a time, as presses of a phone.
func (c *Club) presser(ctx context.Context) {
	by := companion.Sender{From: companion.FromPhone, Role: door.Play}
	for {
		select {
		case p := <-c.presses:
			if _, err := c.table.Do(ctx, by, p); err != nil && ctx.Err() == nil {
				c.post(func(time.Time) { c.fault("key press from the broker", err) })
			}
		case <-ctx.Done():
			return
		}
	}
}

// printable reports whether the panel can show the name of a league: 1 to mostLeague printable
// letters.
func printable(name string) bool {
	n := utf8.RuneCountInString(name)
	for _, r := range name {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return n > 0 && n <= mostLeague && utf8.ValidString(name)
}

// same reports whether two requests come from the same league.
func same(a, b wire.Enrol) bool { return a.League == b.League && bytes.Equal(a.Key, b.Key) }
