package voice

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Kind is the kind of an event.
type Kind string

// Kinds of events.
const (
	CardChanged Kind = "card"  // the first event of a connection, and again after a change
	Failed      Kind = "fault" // speech fails. The event is sent once, until OK
	OK          Kind = "ok"    // speech works again after a fault
	Began       Kind = "began" // the first samples of a text went to the player
	Spoke       Kind = "spoke" // a text was spoken to its end
)

// Fault is the reason why speech fails.
type Fault string

// Faults.
const (
	NoService      Fault = "no-service"      // the service doesn't answer
	MissingProgram Fault = "missing-program" // Detail is the name of the program or the player
	MissingCard    Fault = "missing-card"
	Stuck          Fault = "stuck"  // Detail begins with the name of the program or the player
	Broken         Fault = "failed" // Detail begins with the name of the program or the player
)

// faults are the faults that the service sends.
var faults = []Fault{MissingProgram, MissingCard, Stuck, Broken}

// Event is a message of the service.
type Event struct {
	Kind   Kind
	Card   bool   // CardChanged: there is a sound card
	Fault  Fault  // Failed: the reason
	Detail string // Failed: further text, in English
}

// Client speaks by the service. Its methods never wait, whatever the service does: a request that
// the service doesn't take is replaced by a newer one, or dropped with the connection. They are safe
// for concurrent use.
type Client struct {
	dial   func(context.Context) (net.Conn, error)
	notify func(Event)
	box    *mailbox
	linked atomic.Bool
	failed Fault // the fault of the latest Failed; "" after OK. Only Run uses it
}

// New returns a client of the service at a socket. Run calls notify for each event, one at a time.
func New(socket string, notify func(Event)) *Client {
	dial := func(ctx context.Context) (net.Conn, error) { return new(net.Dialer).DialContext(ctx, "unix", socket) }
	return &Client{dial: dial, notify: notify, box: newMailbox()}
}

// Say speaks a text in a language, ru or en, in place of the text before. A tone that plays ends
// first. Longer texts than 1000 bytes are cut off.
func (c *Client) Say(lang, text string) { c.speak(request{lang: lang, text: text}) }

// Then speaks a text after the sound before.
func (c *Client) Then(lang, text string) { c.speak(request{lang: lang, text: text, waits: true}) }

// speak queues a text. It ignores an empty text and an unknown language.
func (c *Client) speak(r request) {
	if r.text = clean(r.text); r.text != "" && slices.Contains(languages, r.lang) {
		c.put(r)
	}
}

// Cut ends speech and tones.
func (c *Client) Cut() { c.put(request{}) }

// Earcon plays a tone in place of the text or the tone before. It ignores unknown tones.
func (c *Client) Earcon(kind Earcon) {
	if earcons[kind] != nil {
		c.put(request{earcon: kind})
	}
}

// put queues a request. Without a connection there is nothing to cut, and a text would be late.
func (c *Client) put(r request) {
	if c.linked.Load() {
		c.box.put(r)
	}
}

// Times of the client.
const (
	firstRedial = time.Second      // pause before the second connection; it doubles each time
	mostRedial  = time.Minute      // longest pause; a connection that lasts longer resets it
	greetTime   = 10 * time.Second // maximum time until the service's first answer
	sendTime    = 2 * time.Second  // maximum time of a request
)

// Run connects to the service until ctx is done, again after each failure.
func (c *Client) Run(ctx context.Context) error {
	for pause := firstRedial; ; pause = min(2*pause, mostRedial) {
		began := time.Now()
		err := c.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(began) > mostRedial {
			pause = firstRedial
		}
		c.fail(NoService, err.Error())
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil
		}
	}
}

// connect serves one connection until it fails.
func (c *Client) connect(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	conn, err := c.dial(ctx)
	if err != nil {
		return fmt.Errorf("voice: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	c.box.clear()
	c.linked.Store(true)
	defer c.linked.Store(false)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer conn.Close() // ends listen
		c.send(ctx, conn)
	}()
	err = c.listen(conn)
	stop()
	<-ended
	return fmt.Errorf("voice: %w", err)
}

// send writes the queued requests to the connection until it fails or ctx is done.
func (c *Client) send(ctx context.Context, conn net.Conn) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.box.ready:
		}
		for r, ok := c.box.take(); ok; r, ok = c.box.take() {
			err := conn.SetWriteDeadline(time.Now().Add(sendTime))
			if err == nil {
				_, err = io.WriteString(conn, r.String()+"\n")
			}
			if err != nil {
				return
			}
		}
	}
}

// errAnswer means that a server other than the service has answered.
var errAnswer = errors.New("the first answer isn't about the card")

// listen receives the answers until the connection fails.
func (c *Client) listen(conn net.Conn) error {
	if err := conn.SetReadDeadline(time.Now().Add(greetTime)); err != nil {
		return err
	}
	lines := bufio.NewReaderSize(conn, mostLine)
	for first := true; ; first = false {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return err
		}
		verb, rest, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		if first && verb != string(CardChanged) {
			return errAnswer
		}
		if first {
			if err := conn.SetReadDeadline(time.Time{}); err != nil {
				return err
			}
			c.restore(c.failed == NoService)
		}
		c.receive(Kind(verb), rest)
	}
}

// receive handles an answer. It ignores unknown ones.
func (c *Client) receive(kind Kind, rest string) {
	switch kind {
	case CardChanged:
		c.notify(Event{Kind: kind, Card: rest == "yes"})
	case Failed:
		fault, detail, _ := strings.Cut(rest, " ")
		if slices.Contains(faults, Fault(fault)) {
			c.fail(Fault(fault), detail)
		}
	case OK:
		c.restore(c.failed != "")
	case Spoke: // a new service has sent no fault, and so sends no ok
		c.restore(c.failed != "")
		c.notify(Event{Kind: kind})
	case Began:
		c.notify(Event{Kind: kind})
	}
}

// fail reports a fault unless it is known.
func (c *Client) fail(fault Fault, detail string) {
	if fault != c.failed {
		c.failed = fault
		c.notify(Event{Kind: Failed, Fault: fault, Detail: clean(detail)})
	}
}

// restore reports the end of a fault.
func (c *Client) restore(ended bool) {
	if ended {
		c.failed = ""
		c.notify(Event{Kind: OK})
	}
}
