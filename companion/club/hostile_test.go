package club

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	paho "github.com/eclipse/paho.golang/packets"

	"tabletop/companion/club/wire"
)

// packetOf is a packet as a broker sends it.
func packetOf(t testing.TB, p interface {
	WriteTo(io.Writer) (int64, error)
},
) []byte {
	t.Helper()
	var out bytes.Buffer
	_, err := p.WriteTo(&out)
	must(t, err)
	return out.Bytes()
}

// granted is a broker's answer that makes a connection.
func granted(t testing.TB) []byte { return packetOf(t, &paho.Connack{Properties: &paho.Properties{}}) }

func TestNonsenseOfABrokerEndsTheConnectionAndNothingElse(t *testing.T) {
	t.Parallel()
	none := &paho.Properties{}
	for name, says := range map[string][]byte{
		"no MQTT":                     []byte("HTTP/1.1 400 Bad Request\r\n\r\n"),
		"a length without end":        bytes.Repeat([]byte{0x20, 0xff, 0xff}, 40),
		"a length of 256 MiB":         {0x30, 0xff, 0xff, 0xff, 0x7f},
		"a length of 64 KiB and one":  {0x30, 0x81, 0x80, 0x04},
		"an answer to no sign-in":     packetOf(t, &paho.Connack{Properties: &paho.Properties{AuthMethod: "x"}}),
		"half an answer":              {0x20, 0x03, 0x00},
		"properties without end":      {0x20, 0x08, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x00},
		"a connection asked of us":    packetOf(t, &paho.Connect{Properties: none}),
		"a subscription asked of us":  append(granted(t), packetOf(t, &paho.Subscribe{Properties: none, PacketID: 1})...),
		"a message of quality 2":      append(granted(t), packetOf(t, &paho.Publish{Properties: none, QoS: 2, PacketID: 1, Topic: "x"})...),
		"a message of quality 3":      append(granted(t), 0x36, 0x06, 0x00, 0x01, 'x', 0x00, 0x01, 0x00),
		"a message without a number":  append(granted(t), packetOf(t, &paho.Publish{Properties: none, QoS: 1, Topic: "x"})...),
		"a release of nothing":        append(granted(t), packetOf(t, &paho.Pubrel{Properties: none, PacketID: 7})...),
		"a receipt of nothing":        append(granted(t), packetOf(t, &paho.Pubrec{Properties: none, PacketID: 7})...),
		"a signature nobody asked of": append(granted(t), packetOf(t, &paho.Auth{Properties: none, ReasonCode: 0x18})...),
	} {
		if end, err := bouncing(t, says); end || err == "" {
			t.Errorf("%s: ended %t, %q", name, end, err)
		}
	}
}

func TestABrokerThatHangsUpSaysWhy(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]*paho.Disconnect{
		"too old":       {ReasonCode: 0x8b, Properties: &paho.Properties{ReasonString: "too old"}},
		"shutting down": {ReasonCode: 0x8b, Properties: &paho.Properties{}},
	} {
		if end, err := bouncing(t, append(granted(t), packetOf(t, p)...)); end || !strings.Contains(strings.ToLower(err), want) {
			t.Errorf("ended %t, %q, want %s", end, err, want)
		}
	}
}

func TestOfMessagesThatComeTooFastTheRestIsIgnored(t *testing.T) {
	t.Parallel()
	c, err := New(newTable(), newShelf(), Opts{Brokers: []*url.URL{{Scheme: "mqtt", Host: "h"}}, Now: time.Now})
	must(t, err)
	for range 100 {
		c.enqueue(message{})
	}
	c.now = c.table.Now()
	if c.drain(time.Now()); c.status.Ignored != 100-mostMessages {
		t.Errorf("%d of 100 were ignored", c.status.Ignored)
	}
}

func TestALengthIsRefusedBeforeAnythingIsRead(t *testing.T) {
	t.Parallel()
	for _, head := range []string{"\x30\x81\x80\x04", "\x30\xff\xff\xff\x7f", "\x30\x80\x80\x80\x80"} {
		synctest.Test(t, func(t *testing.T) {
			here, there := newWire()
			_, err := there.Write([]byte(head))
			must(t, err)
			w := &checkedConn{Conn: here, in: bufio.NewReader(here)}
			if _, err := w.Read(make([]byte, 1)); err == nil || !strings.Contains(err.Error(), "more than 65536 bytes") {
				t.Errorf("%q: %v", head, err)
			}
		})
	}
}

func FuzzABroker(f *testing.F) {
	f.Add(granted(f))
	f.Add(append(granted(f), packetOf(f, &paho.Publish{Properties: &paho.Properties{}, Topic: "x"})...))
	f.Add([]byte{0x20, 0x08, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x00})
	f.Fuzz(func(t *testing.T, says []byte) {
		if end, _ := bouncing(t, says); end {
			t.Error("the club has ended")
		}
	})
}

// bouncing runs a club whose broker says something, and hangs up some seconds later. It
// reports whether the club ended by itself, and the error that it told.
func bouncing(t *testing.T, says []byte) (end bool, failed string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		opts := Opts{
			Brokers: []*url.URL{{Scheme: "mqtt", Host: "h"}}, Name: "x", Tell: Tell{State: true}, Keys: true,
			Now: func() time.Time { return time.Now().Add(years) },
			Told: func(s Status) {
				if s.Err != "" {
					failed = s.Err
				}
			},
			Dial: func(context.Context, *url.URL, *tls.Config) (net.Conn, error) {
				here, there := newWire()
				go func() {
					_, _ = there.Write(says)
					time.Sleep(3 * time.Second)
					_ = there.Close()
				}()
				return here, nil
			},
		}
		club, err := New(newTable(), newShelf(), opts)
		must(t, err)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { club.Run(ctx); close(ended) }()
		time.Sleep(20 * time.Second)
		synctest.Wait()
		select {
		case <-ended:
			end = true
		default:
		}
		stop()
		<-ended
		time.Sleep(10 * time.Second) // those who hang up
	})
	return end, failed
}

func TestNoMessageHarmsTheBox(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { both(e); e.opts.Keys, e.opts.House = true, "homeassistant" }, func(t *testing.T, e *evening) {
		e.ends("r")
		rnd := rand.New(rand.NewPCG(1, 2))
		topics := []string{"homeassistant/status"}
		for _, kind := range wire.Kinds {
			topics = append(topics, wire.Topic(boxID, kind))
		}
		for range 3000 {
			key := leagueKey
			if rnd.IntN(3) == 0 {
				key = nil
			}
			e.says(key, topics[rnd.IntN(len(topics))], nonsense(rnd), rnd.IntN(4) == 0)
			e.wait(time.Duration(rnd.IntN(20)) * time.Millisecond)
		}
		e.wait(2 * time.Minute)
		if e.isTold("r") || len(e.table.done()) != 0 || len(e.asked()) != 0 || len(e.shelf.forgot) != 0 {
			t.Error("nonsense was taken for something")
		}
		if s := e.told(); s.Connected.IsZero() || s.Ignored < 500 {
			t.Errorf("%+v", s)
		}
		e.acks(wire.Ack{Records: map[string]string{"r": e.sumOf("r")}})
		if !e.isTold("r") {
			t.Error("the league isn't heard any more")
		}
	})
}

// nonsense is JSON as nobody should write it, and less.
func nonsense(rnd *rand.Rand) []byte {
	bits := []string{
		"{", "}", "[", "]", ":", ",", `"records"`, `"seals"`, `"erased"`, `"league"`, `"key"`, `"n"`, `"online"`, "null", "true", "-1", "1e999",
		"9223372036854775807", `"r"`, "\x00", "\xff", " ", `"\ud800"`, strings.Repeat("[", 50), strings.Repeat("x", 300),
	}
	var out []byte
	for range rnd.IntN(12) {
		out = append(out, bits[rnd.IntN(len(bits))]...)
	}
	return out
}

func TestALeagueThatAsksIsHandedOn(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.agreed.Store(false) }, func(t *testing.T, e *evening) {
		topic := wire.Topic(boxID, wire.EnrolKind)
		asks := func(key ed25519.PrivateKey, name string) []byte {
			return wire.Marshal(wire.Enrol{League: name, Key: key.Public().(ed25519.PublicKey)})
		}
		other := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{5}, 32))
		e.says(other, topic, asks(leagueKey, "Чужая"), false)        // another key than its own
		e.says(nil, topic, asks(leagueKey, "Без подписи"), false)    // not signed
		e.says(leagueKey, topic, asks(leagueKey, ""), false)         // nameless
		e.says(leagueKey, topic, asks(leagueKey, "a\x1b[2J"), false) // what no panel shows
		e.says(leagueKey, topic, asks(leagueKey, strings.Repeat("ы", 65)), false)
		e.says(leagueKey, topic, []byte("nonsense"), false)
		e.wait(time.Minute)
		if len(e.asked()) != 0 || e.told().Ignored != 6 {
			t.Fatalf("handed on %v, ignored %d", e.asked(), e.told().Ignored)
		}
		e.says(leagueKey, topic, asks(leagueKey, "Клуб"), true)
		e.wait(time.Second)
		e.says(leagueKey, topic, asks(leagueKey, "Клуб"), true)
		for range 20 {
			e.says(other, topic, asks(other, "Другая"), false)
			e.says(leagueKey, topic, asks(leagueKey, "Клуб"), false)
			e.wait(time.Second)
		}
		if len(e.asked()) == 0 || e.asked()[0].League != "Клуб" || len(e.asked()) > 4 {
			t.Errorf("handed on %+v", e.asked())
		}
		e.wait(time.Minute)
		before := len(e.asked())
		key := map[string]ed25519.PrivateKey{"Клуб": leagueKey, "Другая": other}[e.asked()[before-1].League]
		e.says(key, topic, asks(key, e.asked()[before-1].League), false) // again, as on each connection
		e.wait(time.Minute)
		if len(e.asked()) != before {
			t.Errorf("handed on again: %+v", e.asked()[before:])
		}
		if is := e.told().Asks; is == nil || is.League != e.asked()[before-1].League {
			t.Errorf("the last that has asked is %+v", is)
		}
		e.says(nil, topic, nil, true) // the league asks no more
		e.wait(time.Second)
		if e.told().Ignored != 6 {
			t.Errorf("%d ignored", e.told().Ignored)
		}
	})
}
