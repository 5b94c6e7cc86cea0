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

	"github.com/eclipse/paho.golang/packets"
	"github.com/gorilla/websocket"
)

// schemes lists the accepted schemes of a broker's URL.
var schemes = []string{"mqtt", "mqtts", "ws", "wss"}

// ports maps a URL scheme to its default port. The ports of ws and wss are those of HTTP.
var ports = map[string]string{"mqtt": "1883", "mqtts": "8883"}

// mostPacket is the maximum size in bytes of a packet to the box.
const mostPacket = 64 << 10

// attempt connects to a broker. The returned connection checks each received packet, because the
// club doesn't trust a broker.
func (c *Club) attempt(ctx context.Context, conn *connection, broker *url.URL) (net.Conn, error) {
	dial := c.opts.Dial
	if dial == nil {
		dial = Dial
	}
	ctx, stop := context.WithTimeout(ctx, connectTime)
	defer stop()
	made, err := dial(ctx, broker, c.trust(broker))
	if err != nil {
		return nil, err
	}
	conn.mu.Lock()
	conn.net = made
	conn.mu.Unlock()
	return &checkedConn{Conn: made, in: bufio.NewReader(made)}, nil
}

// Dial connects to the broker at a URL. It returns an error for a scheme other than mqtt,
// mqtts, ws and wss.
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
		_ = answer.Body.Close() // the answer to a WebSocket upgrade has no body
		return &socket{Conn: conn.NetConn(), web: conn}, nil
	}
	return nil, fmt.Errorf("club: dial broker: unknown scheme %q", broker.Scheme)
}

// socket reads and writes a WebSocket as a stream of bytes.
type socket struct {
	net.Conn
	web *websocket.Conn
	in  io.Reader // rest of the current WebSocket message
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

// checkedConn is a connection whose Read returns only packets that are complete, readable and
// permitted for a broker. The MQTT client parses packets in goroutines of its own. Some malformed
// packets would make the client panic and so end the process: a packet with a negative length, or
// an answer to an authentication that was not requested.
type checkedConn struct {
	net.Conn
	sync.Mutex // held while a packet is written
	in         *bufio.Reader
	rest       []byte // unread rest of the current packet
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

// packet reads the next packet and checks it.
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
			return nil, fmt.Errorf("club: packet from the broker: more than %d bytes", mostPacket)
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

// checkPacket returns an error for a malformed packet and for one that a broker may not send.
func checkPacket(packet []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("club: packet from the broker: %v", p)
		}
	}()
	read, err := packets.ReadPacket(bytes.NewReader(packet))
	if err != nil {
		return fmt.Errorf("club: packet from the broker: %w", err)
	}
	switch p := read.Content.(type) {
	case *packets.Connack:
		if p.Properties.AuthMethod != "" {
			return errors.New("club: packet from the broker: answer to an authentication that was not requested")
		}
	case *packets.Publish:
		if p.QoS > 1 || p.QoS == 1 && p.PacketID == 0 {
			return errors.New("club: packet from the broker: message with a wrong quality of service or packet id")
		}
	case *packets.Puback, *packets.Suback, *packets.Unsuback, *packets.Pingresp, *packets.Disconnect:
	default:
		return fmt.Errorf("club: packet from the broker: unexpected %s", read.PacketType())
	}
	return nil
}
