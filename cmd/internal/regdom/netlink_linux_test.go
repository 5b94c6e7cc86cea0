package regdom

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

// The kernel's own family answers on every Linux. Emulators of a user's programs know no such socket.
func TestTheKernelAnswersRequests(t *testing.T) {
	c, err := dial()
	if errors.Is(err, unix.EPROTONOSUPPORT) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	if id, err := c.family("nlctrl"); id != unix.GENL_ID_CTRL || err != nil {
		t.Errorf("nlctrl is family %d: %v", id, err)
	}
	if _, err := c.family("no such one"); !errors.Is(err, unix.ENOENT) {
		t.Errorf("an unknown family: %v", err)
	}
	if id, err := c.family("nlctrl"); id != unix.GENL_ID_CTRL || err != nil {
		t.Errorf("after an error nlctrl is family %d: %v", id, err)
	}
}

// As iw reg set RU sends it, on a machine whose lowest byte comes first.
func TestARequestIsLaidOutAsTheKernelReadsIt(t *testing.T) {
	want := []byte{
		28, 0, 0, 0, 0x1C, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 28 bytes, family, flags request and ack
		27, 1, 0, 0, // NL80211_CMD_REQ_SET_REG
		7, 0, 33, 0, 'R', 'U', 0, 0, // NL80211_ATTR_REG_ALPHA2
	}
	if got := request(0x1C, unix.NL80211_CMD_REQ_SET_REG, unix.NL80211_ATTR_REG_ALPHA2, "RU"); !bytes.Equal(got, want) {
		t.Errorf("% x, want\n% x", got, want)
	}
}

// The kernel sends the acknowledgement as a packet of its own.
func TestAnAnswerOutlastsItsAcknowledgement(t *testing.T) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(ends[0])
	defer unix.Close(ends[1])
	for _, packet := range [][]byte{
		request(0x1C, unix.NL80211_CMD_GET_REG, unix.NL80211_ATTR_REG_ALPHA2, "00"),
		acknowledgement(0),
	} {
		if _, err := unix.Write(ends[1], packet); err != nil {
			t.Fatal(err)
		}
	}
	answer, err := conn(ends[0]).ask(0x1C, unix.NL80211_CMD_GET_REG, 0, "")
	if got := string(answer[unix.NL80211_ATTR_REG_ALPHA2]); got != "00\x00" || err != nil {
		t.Errorf("the country is %q: %v", got, err)
	}
}

// acknowledgement returns a message with an errno and the header of the request, as in netlink(7).
func acknowledgement(errno int32) []byte {
	ne := binary.NativeEndian
	b := ne.AppendUint32(nil, 36)
	b = ne.AppendUint16(b, unix.NLMSG_ERROR)
	b = append(b, make([]byte, 10)...)
	b = ne.AppendUint32(b, uint32(-errno))
	return append(b, request(0x1C, unix.NL80211_CMD_GET_REG, 0, "")[:16]...)
}

func TestAttributesAreReadUpToAMalformedOne(t *testing.T) {
	for _, c := range []struct {
		data []byte
		want string
	}{
		{[]byte{31, 1, 0, 0, 7, 0, 33, 0, 'R', 'U', 0, 0}, "RU\x00"},
		{[]byte{31, 1, 0, 0, 8, 0, 1, 0, 1, 2, 3, 4, 6, 0, 33, 0, 'D', 'E'}, "DE"},
		{[]byte{31, 1, 0, 0, 9, 0, 33, 0, 'R', 'U'}, ""},
		{[]byte{31, 1, 0, 0, 0, 0, 33, 0, 'R', 'U', 0, 0}, ""},
		{[]byte{31}, ""},
		{nil, ""},
	} {
		a := attributes{}
		a.read(c.data)
		if got := string(a[33]); got != c.want {
			t.Errorf("% x has %q, want %q", c.data, got, c.want)
		}
	}
}
