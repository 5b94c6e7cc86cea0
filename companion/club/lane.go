package club

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"

	"tabletop/companion/club/wire"
)

// failedPause is how long a lane rests after a broker has refused something, or didn't take
// it.
const failedPause = 5 * time.Second

// What becomes of a message that isn't told: the broker refuses it, or has not said that it
// has it.
var (
	errRefused = errors.New("the broker refuses it")
	errAway    = errors.New("the broker is away")
)

// part of what is told: it returns the message that is to be told now, nil for none, and
// asks with Club.by for a turn where there will be one.
type part func(now time.Time) *job

// job is a message on its way to the broker.
type job struct {
	topic   string
	payload []byte
	retain  bool
	expiry  uint32 // s, after which a broker forgets it; 0: never
	signed  wire.Signed
	done    func(err error, now time.Time) // called once it is with the broker, or isn't
}

// message is the job that tells a message of this box, as j says.
func (c *Club) message(kind wire.Kind, message any, j job) *job {
	j.topic, j.payload = wire.Topic(c.box, kind), wire.Marshal(message)
	j.signed = wire.Sign(c.key, j.topic, j.payload)
	return &j
}

// lane tells one message after another: of the first of its parts that has one.
type lane struct {
	parts []part
	busy  bool
	rest  time.Time
}

// turn returns what lets the lane tell the next message.
func (l *lane) turn(c *Club) func(time.Time) {
	return func(now time.Time) {
		if c.link == nil || !c.link.ready || l.busy {
			return
		}
		if now.Before(l.rest) {
			c.by(l.rest)
			return
		}
		for _, p := range l.parts {
			var j *job
			if c.guard(func() { j = p(now) }); j != nil {
				c.send(l, j)
				return
			}
		}
	}
}

// send sends a message, while the table goes on.
func (c *Club) send(l *lane, j *job) {
	link := c.link
	l.busy = true
	go func() {
		err := link.publish(j)
		c.post(func(now time.Time) {
			l.busy = false
			if err != nil && link == c.link {
				l.rest = now.Add(failedPause)
			}
			if errors.Is(err, errRefused) {
				c.fault("the broker refuses", err)
			}
			j.done(err, now)
		})
	}()
}

// link is a connection that stands, and what the broker can do.
type link struct {
	ctx         context.Context // ends with the connection
	end         context.CancelFunc
	manager     *autopaho.ConnectionManager
	ready       bool // what is to be heard was subscribed to
	online      bool // it was told that the box is there
	echo        bool // the box hears its own state, to learn the number of the last
	description []byte
	retain      bool
	qos         byte
	maxPacket   int // bytes of a packet; 0: as many as it can have
}

// newLink is the connection that a broker has granted.
func newLink(ctx context.Context, manager *autopaho.ConnectionManager, granted *paho.Connack) *link {
	l := &link{manager: manager, retain: true, qos: 1}
	l.ctx, l.end = context.WithCancel(ctx)
	p := granted.Properties
	if p == nil {
		return l
	}
	l.retain = p.RetainAvailable
	if p.MaximumQoS != nil {
		l.qos = min(l.qos, *p.MaximumQoS)
	}
	if p.MaximumPacketSize != nil {
		l.maxPacket = int(min(*p.MaximumPacketSize, 1<<30))
	}
	return l
}

// packet is the message as this broker takes it.
func (l *link) packet(j *job) *paho.Publish {
	p := &paho.Publish{Topic: j.topic, Payload: j.payload, Retain: j.retain && l.retain, QoS: l.qos, Properties: &paho.PublishProperties{}}
	if j.expiry > 0 {
		p.Properties.MessageExpiry = &j.expiry
	}
	if j.signed != (wire.Signed{}) {
		p.Properties.User = signature(j.signed)
	}
	return p
}

// signature is that of a message as user properties.
func signature(s wire.Signed) paho.UserProperties {
	return paho.UserProperties{{Key: wire.KeyProperty, Value: s.Key}, {Key: wire.SigProperty, Value: s.Sig}}
}

// counter counts what is written.
type counter int

func (n *counter) Write(p []byte) (int, error) {
	*n += counter(len(p))
	return len(p), nil
}

// fits returns an error for a message that is too long for the broker.
func (l *link) fits(j *job) error {
	if l.maxPacket == 0 {
		return nil
	}
	var n counter
	if _, err := l.packet(j).Packet().WriteTo(&n); err != nil {
		return err
	}
	if int(n) > l.maxPacket {
		return fmt.Errorf("the broker takes %d bytes, it has %d", l.maxPacket, n)
	}
	return nil
}

// publish tells a message and waits until the broker has it. Its error is an errRefused or
// an errAway.
func (l *link) publish(j *job) error {
	if err := l.fits(j); err != nil {
		return fmt.Errorf("club: %s: %w: %w", j.topic, errRefused, err)
	}
	answer, err := l.manager.Publish(l.ctx, l.packet(j))
	switch {
	case err == nil:
		return nil
	case answer != nil || errors.Is(err, paho.ErrInvalidArguments):
		return fmt.Errorf("club: %s: %w: %w", j.topic, errRefused, err)
	}
	return fmt.Errorf("club: %s: %w: %w", j.topic, errAway, err)
}
