// Package timedatetest provides a D-Bus system bus for tests. timedated is the only service on the
// bus.
package timedatetest

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
)

// Serve runs a system bus until the test ends. Its timedated returns synced for the property
// NTPSynchronized.
func Serve(t *testing.T, synced any) {
	t.Helper()
	l := Listen(t)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go serve(conn, synced)
		}
	}()
}

// Listen opens the socket of a system bus until the test ends. Nothing answers on the socket.
func Listen(t *testing.T) net.Listener {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bus")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+path)
	return l
}

// serve answers the calls of one client until the client hangs up.
func serve(conn net.Conn, synced any) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	if !admit(in, conn) {
		return
	}
	for {
		asked, err := dbus.DecodeMessage(in)
		if err != nil || reply(conn, asked, synced) != nil {
			return
		}
	}
}

// admit performs the authentication of a client before the first message.
func admit(in *bufio.Reader, out io.Writer) bool {
	answers := map[string]string{"\x00AUTH": "REJECTED EXTERNAL", "AUTH EXTERNAL": "OK 00", "NEGOTIATE_UNIX_FD": "ERROR"}
	for {
		line, err := in.ReadString('\n')
		line = strings.TrimSpace(line)
		if err != nil || line == "BEGIN" {
			return err == nil
		}
		fmt.Fprintf(out, "%s\r\n", answers[line])
	}
}

// reply answers a call of Hello or a request for the property NTPSynchronized. It returns an error
// for any other call.
func reply(out io.Writer, asked *dbus.Message, synced any) error {
	switch fmt.Sprintf("%v %v", asked.Headers[dbus.FieldMember].Value(), asked.Body) {
	case "Hello []":
		return answer(out, asked, ":1.1")
	case "Get [org.freedesktop.timedate1 NTPSynchronized]":
		return answer(out, asked, dbus.MakeVariant(synced))
	}
	return fmt.Errorf("timedatetest: unknown call %v", asked)
}

func answer(out io.Writer, asked *dbus.Message, value any) error {
	m := &dbus.Message{Type: dbus.TypeMethodReply, Body: []any{value}, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldReplySerial: dbus.MakeVariant(asked.Serial()),
		dbus.FieldSignature:   dbus.MakeVariant(dbus.SignatureOf(value)),
	}}
	return m.EncodeTo(out, binary.LittleEndian)
}
