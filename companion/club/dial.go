package club

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"sync"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/packets"
	"github.com/gorilla/websocket"
)

// schemes are those of a broker's URL.
var schemes = []string{"mqtt", "mqtts", "ws", "wss"}

// ports are those that a URL may leave out.
var ports = map[string]string{"mqtt": "1883", "mqtts": "8883"}

// mostPacket is how many bytes a packet for the box may have.
const mostPacket = 64 << 10

// attempt connects to a broker, as one that isn't trusted.
func (c *Club) attempt(ctx context.Context, _ autopaho.ClientConfig, broker *url.URL) (net.Conn, error) {
	dial := c.opts.Dial
	if dial == nil {
		dial = Dial
	}
	ctx, stop := context.WithTimeout(ctx, connectTime)
	defer stop()
	conn, err := dial(ctx, broker, c.opts.TLS)
	if err != nil {
		return nil, err
	}
	return &checkedConn{Conn: conn, in: bufio.NewReader(conn)}, nil
}

// Dial connects to a broker as its URL says.
func Dial(ctx context.Context, broker *url.URL, config *tls.Config) (net.Conn, error) {
	host := broker.Host
	if port := ports[broker.Scheme]; broker.Port() == "" && port != "" {
		host = net.JoinHostPort(broker.Hostname(), port)
	}
	switch broker.Scheme {
	case "mqtt":
		return new(net.Dialer).DialContext(ctx, "tcp", host)
	case "mqtts":
		return (&tls.Dialer{Config: config}).DialContext(ctx, "tcp", host)
	case "ws", "wss":
		d := websocket.Dialer{TLSClientConfig: config, Subprotocols: []string{"mqtt"}}
		conn, answer, err := d.DialContext(ctx, broker.String(), nil)
		if err != nil {
			return nil, err
		}
		_ = answer.Body.Close() // it has none
		return &socket{Conn: conn.NetConn(), web: conn}, nil
	}
	return nil, fmt.Errorf("club: a broker by %q", broker.Scheme)
}

// socket is a WebSocket as a stream of bytes.
type socket struct {
	net.Conn
	web *websocket.Conn
	in  io.Reader // the rest of the message that is being read
}

func (s *socket) Read(p []byte) (n int, err error) {
	for {
		if s.in == nil {
			if _, s.in, err = s.web.NextReader(); err != nil {
				return 0, err
			}
		}
		if n, err = s.in.Read(p); errors.Is(err, io.EOF) {
			s.in, err = nil, nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

func (s *socket) Write(p []byte) (int, error) {
	if err := s.web.WriteMessage(websocket.BinaryMessage, p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// checkedConn is a connection that hands on whole packets which a broker may send and which can
// be read. The client takes apart what it reads in goroutines of its own, where some
// nonsense would end the process: a length below zero, say, or an answer to a way of
// signing in that nobody asked for.
type checkedConn struct {
	net.Conn
	sync.Mutex // whoever writes a packet holds it
	in         *bufio.Reader
	rest       []byte // of the packet that is being read
}

func (w *checkedConn) Read(p []byte) (int, error) {
	if len(w.rest) == 0 {
		packet, err := w.packet()
		if err != nil {
			return 0, err
		}
		w.rest = packet
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

// packet reads the next packet.
func (w *checkedConn) packet() ([]byte, error) {
	kind, err := w.in.ReadByte()
	if err != nil {
		return nil, err
	}
	packet, length := []byte{kind}, 0
	for shift := 0; ; shift += 7 {
		b, err := w.in.ReadByte()
		if err != nil {
			return nil, err
		}
		packet, length = append(packet, b), length|int(b&0x7f)<<shift
		if length > mostPacket || shift == 21 && b >= 0x80 {
			return nil, fmt.Errorf("club: the broker sends more than %d bytes", mostPacket)
		}
		if b < 0x80 {
			break
		}
	}
	head := len(packet)
	packet = append(packet, make([]byte, length)...)
	if _, err := io.ReadFull(w.in, packet[head:]); err != nil {
		return nil, err
	}
	return packet, checkPacket(packet)
}

// check returns what is wrong with a packet from a broker.
func checkPacket(packet []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("club: the broker sends nonsense: %v", p)
		}
	}()
	read, err := packets.ReadPacket(bytes.NewReader(packet))
	if err != nil {
		return fmt.Errorf("club: the broker sends nonsense: %w", err)
	}
	switch p := read.Content.(type) {
	case *packets.Connack:
		if p.Properties.AuthMethod != "" {
			return errors.New("club: the broker answers to a sign-in that nobody asked for")
		}
	case *packets.Publish:
		if p.QoS > 1 || p.QoS == 1 && p.PacketID == 0 {
			return errors.New("club: the broker sends a message as nobody subscribed to it")
		}
	case *packets.Puback, *packets.Suback, *packets.Unsuback, *packets.Pingresp, *packets.Disconnect:
	default:
		return fmt.Errorf("club: the broker sends %s", read.PacketType())
	}
	return nil
}
