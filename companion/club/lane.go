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

// failedPause is the pause of a lane after a message that the broker has refused or not
// acknowledged.
const failedPause = 5 * time.Second

// Errors of link.publish.
var (
	errRefused = errors.New("refused by the broker")          // the broker has refused the message
	errAway    = errors.New("not acknowledged by the broker") // the broker has not acknowledged the message
)

// part returns the next message to publish, or nil if none is due. It calls Club.wakeAt with the
// time at which a message will be due.
type part func(now time.Time) *job

// job is a message to publish. After an attempt done is called.
type job struct {
	topic   string
	payload []byte
	retain  bool
	expiry  uint32 // seconds after which a broker drops the message; 0 for never
	signed  wire.Signed
	done    func(err error, now time.Time) // called after the attempt, with its error
}

// message returns the job for a signed message of this box. It takes the other fields of the job
// from j.
func (c *Club) message(kind wire.Kind, message any, j job) *job {
	j.topic, j.payload = wire.Topic(c.box, kind), wire.Marshal(message)
	j.signed = wire.Sign(c.key, j.topic, j.payload)
	return &j
}

// lane publishes one message at a time. It takes the message from the first part that has one.
type lane struct {
	parts       []part
	busy        bool
	pausedUntil time.Time
}

// turn returns a step of Club.turn: it publishes the next message of the lane.
func (l *lane) turn(c *Club) func(time.Time) {
	return func(now time.Time) {
		if c.link == nil || !c.link.ready || l.busy {
			return
		}
		if now.Before(l.pausedUntil) {
			c.wakeAt(l.pausedUntil)
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

// send publishes a message of the lane l in a goroutine.
func (c *Club) send(l *lane, j *job) {
	link := c.link
	l.busy = true
	go func() {
		err := link.publish(j)
		c.post(func(now time.Time) {
			l.busy = false
			if err != nil && link == c.link {
				l.pausedUntil = now.Add(failedPause)
			}
			if errors.Is(err, errRefused) {
				c.fault("the broker refuses a message", err)
			}
			j.done(err, now)
		})
	}()
}

// link is an open connection to a broker, with the limits of the broker.
type link struct {
	ctx           context.Context // context that ends with the connection
	end           context.CancelFunc
	manager       *autopaho.ConnectionManager
	ready         bool     // whether subscribe has returned
	online        bool     // whether the message online is published or being published
	stateReceived bool     // whether the last state was received and its topic unsubscribed
	described     bool     // whether a description is published to Home Assistant, or being published
	description   []byte   // that description
	cleared       []string // prefixes under which the description was deleted, or is being deleted
	retain        bool
	qos           byte
	maxPacket     int // maximum packet size in bytes; 0 for no limit
}

// newLink returns the link for a connection that a broker has accepted.
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

// packet returns the packet for a message, adapted to the limits of the broker.
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

// signature returns a signature as MQTT user properties.
func signature(s wire.Signed) paho.UserProperties {
	return paho.UserProperties{{Key: wire.KeyProperty, Value: s.Key}, {Key: wire.SigProperty, Value: s.Sig}}
}

// counter counts the bytes written to it.
type counter int

func (n *counter) Write(p []byte) (int, error) {
	*n += counter(len(p))
	return len(p), nil
}

// fits returns an error if a message is too long for the broker.
func (l *link) fits(j *job) error {
	if l.maxPacket == 0 {
		return nil
	}
	var n counter
	if _, err := l.packet(j).Packet().WriteTo(&n); err != nil {
		return err
	}
	if int(n) > l.maxPacket {
		return fmt.Errorf("message of %d bytes: the broker accepts %d", n, l.maxPacket)
	}
	return nil
}

// publish publishes a message and waits until the broker has acknowledged it. It returns an error
// that wraps errRefused or errAway.
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
