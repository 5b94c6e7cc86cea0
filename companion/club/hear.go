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

// Bounds of what is heard.
const (
	mostPresses = 10               // a second, and that may wait
	enrolGap    = 10 * time.Second // between two leagues that ask
	mostLeague  = 64               // letters of a league's name
)

// message is one that the broker has sent.
type message struct {
	topic    string
	payload  []byte
	retained bool
	signed   wire.Signed
}

// newMessage is a message as the client has read it.
func newMessage(p *paho.Publish) message {
	m := message{topic: p.Topic, payload: p.Payload, retained: p.Retain}
	if p.Properties != nil {
		m.signed = wire.Signed{Key: p.Properties.User.Get(wire.KeyProperty), Sig: p.Properties.User.Get(wire.SigProperty)}
	}
	return m
}

// requests is what has to be remembered of what was heard.
type requests struct {
	second  time.Time // in which presses are counted
	presses int
	asked   time.Time // when a league was last handed on
	enrol   *wire.Enrol
	last    wire.Enrol
}

// subscribe lets the box hear what is for it, and its own last state.
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
			return fmt.Errorf("club: subscribe to %s: refused (%#x)", topics[i].Topic, reason)
		}
	}
	return err
}

// receive does what a message asks for, if it may. All else is counted.
func (c *Club) receive(m message, now time.Time) {
	if c.link == nil {
		return
	}
	if m.topic == c.opts.House+"/status" {
		if string(m.payload) == "online" && !m.retained {
			c.link.description = nil // it has just started: tell it again
		}
		return
	}
	box, kind, ok := wire.Split(m.topic)
	if !ok || box != c.box || !c.handle(kind, m, now) {
		c.status.Ignored++
	}
}

// handle reports whether a message of that kind made sense.
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

// receiveAck takes what the league that was agreed to has acknowledged.
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

// receiveEnrol hands on that a league asks. One that was agreed to has asked before.
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

// reportEnrol hands on the league that has asked last: not one after the other.
func (c *Club) reportEnrol(now time.Time) {
	if c.requests.enrol == nil {
		return
	}
	if next := c.requests.asked.Add(enrolGap); now.Before(next) {
		c.by(next)
		return
	}
	c.requests.asked, c.requests.last, c.requests.enrol = now, *c.requests.enrol, nil
	last := c.requests.last
	c.status.Asks = &last
	c.opts.Enrol(last)
}

// receiveState learns the number of the last state that the broker holds: whatever the clock
// says, the next one is higher.
func (c *Club) receiveState(m message) bool {
	var s wire.State
	if by, err := m.signed.Box(m.topic, m.payload); err != nil || by != c.box || json.Unmarshal(m.payload, &s) != nil {
		return false
	}
	if s.N > c.state.n {
		c.state.n, c.state.delivered = s.N, false
	} else if s.N == c.state.n && !c.link.echo {
		c.link.echo = true
		l, topic := c.link, wire.Topic(c.box, wire.StateKind)
		go func() { _, _ = l.manager.Unsubscribe(l.ctx, &paho.Unsubscribe{Topics: []string{topic}}) }() // it may as well hear all
	}
	return true
}

// receiveOnline says again that the box is there, where the will of an earlier connection has
// said that it isn't.
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

// keys are what may be pressed.
var keys = map[wire.Press]panel.Key{
	wire.PressBack: panel.Back, wire.PressUp: panel.Up, wire.PressDown: panel.Down, wire.PressOK: panel.OK,
}

// receivePress presses a key, if the owner allows it. What a broker has kept is past.
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

// presser presses keys as a phone does, one after the other.
func (c *Club) presser(ctx context.Context) {
	by := companion.Sender{From: companion.FromPhone, Role: door.Play}
	for {
		select {
		case p := <-c.presses:
			if _, err := c.table.Do(ctx, by, p); err != nil && ctx.Err() == nil {
				c.post(func(time.Time) { c.fault("a key that was pressed from afar", err) })
			}
		case <-ctx.Done():
			return
		}
	}
}

// printable reports whether a name can be shown.
func printable(name string) bool {
	n := utf8.RuneCountInString(name)
	for _, r := range name {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return n > 0 && n <= mostLeague && utf8.ValidString(name)
}

// same reports whether two leagues are one.
func same(a, b wire.Enrol) bool { return a.League == b.League && bytes.Equal(a.Key, b.Key) }
