package broker

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"tabletop/companion/club/wire"
)

// Limits of all connections together and of each client.
const (
	// mostConnections is the maximum number of connections. A connection takes about 40 KiB.
	mostConnections = 4096
	// mostOfAddress is the maximum number of connections from one address. A whole club may share
	// the address of a router.
	mostOfAddress = 512
	// mostStrangers and mostStrangersOfAddress bound the connections before login. A login takes
	// milliseconds, and all boxes of a club may reconnect at the same moment.
	mostStrangers          = 256
	mostStrangersOfAddress = 32
	loginTime              = 10 * time.Second // maximum time from the connection to the login
	checkTime              = 5 * time.Second  // maximum time in which Logins answers

	mostPending       = 1024 // maximum number of messages queued for a client
	mostInflight      = 256  // maximum number of unacknowledged messages of a client
	mostOfAccount     = 16   // maximum number of connections of an account
	mostSubscriptions = 64   // maximum number of subscriptions of an account
	mostID            = 128  // maximum length of a client id in bytes
	// sessionExpiry is the maximum time in seconds that a session outlives its connection. A session
	// holds only subscriptions. Boxes ask for 60 s.
	sessionExpiry = 60

	// mostSilence is the maximum time between two packets of a client, whatever interval the client
	// has asked for. Boxes send a ping every 30 s, Home Assistant every 60 s.
	mostSilence = 10 * time.Minute
	writeTime   = 20 * time.Second // maximum time in which a client reads a message
)

// Limits of one packet by the role of its sender, in bytes.
const (
	mostLogin   = 16 << 10              // a CONNECT packet with a will, about 1 KiB from a box
	mostWaiting = 1 << 20               // the ledger stores 1 MiB of a waiting box
	mostMember  = wire.MostBytes + 4096 // the longest record, and its topic and signature
	mostAccount = 4 << 10               // subscriptions and key presses
)

// A packet over smallPacket waits until the pool of its role has room, because mochi allocates the
// length that a packet states before the packet arrives. Smaller packets are bounded by the number
// of connections. A body has bodyTime, and a second more for each bodyRate bytes: that is the time
// for which one client may keep others waiting.
const (
	smallPacket = 32 << 10
	memberPool  = 48 << 20 // one longest record
	waitingPool = 8 << 20
	bodyTime    = 30 * time.Second
	bodyRate    = 256 << 10
)

// rate is what a client may send. The broker reads at once what fits in the burst, and holds back
// reading beyond it. A burst refills in a minute.
type rate struct {
	messages float64 // number of packets a minute
	bytes    float64
}

// rates maps each role to its rate.
//
// A table publishes at most 5 states a second, 300 a minute, and a few moments. A member that
// returns after a week brings some 100 records of 3 to 100 KiB at once: 10 MiB, a small part of its
// burst. A longest record of 40 MiB beyond the burst is held for 19 s, which is less than the 30 s
// after which a box misses the answer to its ping. A waiting box may fill its 1 MiB in the ledger
// eight times. An account subscribes and presses keys, at most 10 a second.
var rates = map[role]rate{
	waiting: {messages: 600, bytes: 8 << 20},
	member:  {messages: 2400, bytes: 128 << 20},
	account: {messages: 600, bytes: 1 << 20},
}

// bucket measures what a client sends. The zero bucket is full.
type bucket struct {
	used rate // amount in use, which flows off
	at   time.Time
}

// take adds a packet of n bytes to the bucket. It returns the time for which the broker must wait
// before it reads the next packet.
func (b *bucket) take(r rate, n int, now time.Time) time.Duration {
	passed := now.Sub(b.at).Minutes()
	b.at = now
	b.used.messages = max(0, b.used.messages-passed*r.messages) + 1
	b.used.bytes = max(0, b.used.bytes-passed*r.bytes) + float64(n)
	over := max(b.used.messages/r.messages, b.used.bytes/r.bytes) - 1 // in minutes
	return max(0, time.Duration(over*float64(time.Minute)))
}

// pools bounds the memory of packets that are being received, by role. Waiting boxes have a pool of
// their own, so that they can't keep members waiting.
type pools struct{ member, waiting *semaphore.Weighted }

func newPools() pools {
	return pools{member: semaphore.NewWeighted(memberPool), waiting: semaphore.NewWeighted(waitingPool)}
}

// of returns the pool of a role, or nil if the role has no long packets or no limit.
func (p pools) of(r role) *semaphore.Weighted {
	switch r {
	case member:
		return p.member
	case waiting:
		return p.waiting
	}
	return nil
}

// limit returns the maximum length of a packet of a role, in bytes.
func limit(r role) int {
	switch r {
	case waiting:
		return mostWaiting
	case member:
		return mostMember
	case account:
		return mostAccount
	case worker:
		return mostMember
	}
	return mostLogin
}

// Limits of retained messages, in bytes.
const (
	mostOnline = 1 << 10
	mostState  = 64 << 10
	overhead   = 1 << 10 // for topic, signature and properties of a message

	// mostRetained is the limit of all retained messages of members, mostRetainedWaiting of those of
	// waiting boxes. A club of 254 boxes with the longest messages fits.
	mostRetained        = 32 << 20
	mostRetainedWaiting = 2 << 20
)

// retained counts the bytes of retained messages.
type retained struct {
	mu              sync.Mutex
	sizes           map[string]size // by topic
	member, waiting int
}

// size is the size of a retained message in bytes.
type size struct {
	bytes   int
	waiting bool // whether a waiting box has published the message
}

// put notes that the message of a topic has n bytes from now on, 0 for a deleted message. It returns
// false, and notes nothing, if retained messages would exceed their limit.
func (r *retained) put(topic string, n int, ofWaiting bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	was := r.sizes[topic]
	r.add(was, -1)
	now := size{bytes: n, waiting: ofWaiting}
	if r.add(now, 1); r.member > mostRetained || r.waiting > mostRetainedWaiting {
		r.add(now, -1)
		r.add(was, 1)
		return false
	}
	if r.sizes[topic] = now; n == 0 {
		delete(r.sizes, topic)
	}
	return true
}

// add adds a size to the totals, or with sign -1 subtracts it.
func (r *retained) add(s size, sign int) {
	if s.waiting {
		r.waiting += sign * s.bytes
	} else {
		r.member += sign * s.bytes
	}
}

// acquire reserves n bytes of the pool of a role. It returns the function that frees them, or an
// error if ctx ends first.
func (p pools) acquire(ctx context.Context, r role, n int) (free func(), err error) {
	pool := p.of(r)
	if pool == nil || n <= smallPacket {
		return func() {}, nil
	}
	if err := pool.Acquire(ctx, int64(n)); err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { pool.Release(int64(n)) }), nil
}
