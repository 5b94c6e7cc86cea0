package chaos

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/paho"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/companion/club/wire"
)

// light is a connection of a box that only tells: 10,000 whole ones don't fit here.
type light struct {
	audittest.Box
	conn   net.Conn
	last   uint16        // packet
	flying chan struct{} // one for each message that the broker hasn't acknowledged
}

// mostFlying is how many messages mosquitto lets a client have on their way, unless told otherwise.
const mostFlying = 20

// addresses are how many of this machine's own light boxes come from, as each has only so
// many ports.
const addresses = 8

// connect connects box n, also again: the broker takes it for the same.
func connect(t testing.TB, n int, to string) *light {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(1+n%addresses))}}
	conn, err := d.Dial("tcp", to)
	ok(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	b := &light{Box: audittest.NewBox(n), conn: conn, flying: make(chan struct{}, mostFlying)}
	greet(t, conn, "companion-"+b.ID)
	go b.hear()
	return b
}

// greet connects to the broker as a client and makes the broker drop the session of that
// client.
func greet(t testing.TB, conn net.Conn, client string) {
	t.Helper()
	hello := (&paho.Connect{ClientID: client, KeepAlive: 120, CleanStart: true}).Packet()
	hello.ProtocolName, hello.ProtocolVersion = "MQTT", 5
	_, err := hello.WriteTo(conn)
	ok(t, err)
	answer := make([]byte, 4)
	_, err = io.ReadFull(conn, answer)
	ok(t, err)
	if answer[0] != 0x20 || answer[3] != 0 {
		t.Fatalf("the broker answers %x", answer)
	}
	_, err = io.CopyN(io.Discard, conn, int64(answer[1])-2)
	ok(t, err)
}

// hear takes acknowledgements, which is all that is sent to such a box.
func (b *light) hear() {
	in := bufio.NewReader(b.conn)
	for {
		kind, err := in.ReadByte()
		if err != nil {
			return
		}
		length, err := binary.ReadUvarint(in) // mochi sends properties of the message back
		if err != nil {
			return
		}
		if _, err := in.Discard(int(length)); err != nil {
			return
		}
		if kind == 0x40 {
			<-b.flying
		}
	}
}

// packet is a message as the box sends it, at quality of service 1.
func (b *light) packet(kind wire.Kind, message any, retain bool) []byte {
	topic, payload := wire.Topic(b.ID, kind), wire.Marshal(message)
	by := wire.Sign(b.Key, topic, payload)
	p := &paho.Publish{QoS: 1, Retain: retain, Topic: topic, Payload: payload, Properties: &paho.PublishProperties{
		User: paho.UserProperties{{Key: wire.KeyProperty, Value: by.Key}, {Key: wire.SigProperty, Value: by.Sig}},
	}}
	packet := p.Packet()
	b.last = max(1, b.last+1)
	packet.PacketID = b.last
	var out bytes.Buffer
	_, _ = packet.WriteTo(&out) // a buffer takes all
	return out.Bytes()
}

func (b *light) send(packet []byte) error {
	b.flying <- struct{}{}
	_, err := b.conn.Write(packet)
	return err
}

// usage is what processes have used.
type usage struct {
	cpu time.Duration
	rss int // MiB
}

// usageOf is that of a process and all that it has started.
func usageOf(pid int) (u usage) {
	const tick, page = 10 * time.Millisecond, 4096
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return u
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	f := strings.Fields(rest) // the third is the first of them
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	pages, _ := strconv.Atoi(f[21])
	u = usage{time.Duration(user+system) * tick, pages * page >> 20}
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, child := range strings.Fields(string(text)) {
			n, _ := strconv.Atoi(child)
			c := usageOf(n)
			u.cpu, u.rss = u.cpu+c.cpu, u.rss+c.rss
		}
	}
	return u
}

// parent is who has started a process.
func parent(t testing.TB, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	ok(t, err)
	_, rest, _ := strings.Cut(string(text), ") ")
	n, err := strconv.Atoi(strings.Fields(rest)[1])
	ok(t, err)
	return n
}
