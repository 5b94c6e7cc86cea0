package regdom

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Country returns the code of the kernel's regulatory domain: two letters, or "00" if no country is
// set. It returns an error if the kernel has no Wi-Fi.
func Country() (string, error) {
	attributes, err := wifi(unix.NL80211_CMD_GET_REG, 0, "")
	if err != nil {
		return "", fmt.Errorf("regdom: country: %w", err)
	}
	return strings.TrimRight(string(attributes[unix.NL80211_ATTR_REG_ALPHA2]), "\x00"), nil
}

// set requests a country from the kernel. The kernel loads the rules later.
func set(code string) error {
	_, err := wifi(unix.NL80211_CMD_REQ_SET_REG, unix.NL80211_ATTR_REG_ALPHA2, code)
	return err
}

// attributes holds the values of a netlink message by type.
type attributes map[uint16][]byte

// wifi sends a command of nl80211 to the kernel and returns the attributes of the answer.
func wifi(command uint8, attribute uint16, text string) (attributes, error) {
	c, err := dial()
	if err != nil {
		return nil, err
	}
	defer c.close()
	family, err := c.family(unix.NL80211_GENL_NAME)
	if err != nil {
		return nil, err
	}
	return c.ask(family, command, attribute, text)
}

// conn is a socket of the kernel's generic netlink. It needs no address: the kernel binds it at the
// first message, which goes to the kernel (netlink(7)).
type conn int

// timeout is the longest wait for an answer of the kernel, in seconds.
const timeout = 2

func dial() (conn, error) {
	fd, err := syscall.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_GENERIC)
	if err != nil {
		return 0, err
	}
	if err := syscall.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &syscall.Timeval{Sec: timeout}); err != nil {
		syscall.Close(fd)
		return 0, err
	}
	return conn(fd), nil
}

func (c conn) close() { syscall.Close(int(c)) }

// family returns the number of a family of generic netlink. The error is ENOENT if the kernel has no
// such family.
func (c conn) family(name string) (uint16, error) {
	a, err := c.ask(unix.GENL_ID_CTRL, unix.CTRL_CMD_GETFAMILY, unix.CTRL_ATTR_FAMILY_NAME, name)
	if err != nil {
		return 0, err
	}
	if id := a[unix.CTRL_ATTR_FAMILY_ID]; len(id) >= 2 {
		return binary.NativeEndian.Uint16(id), nil
	}
	return 0, unix.ENOENT
}

// ask sends a request with one attribute, or none if text is "", and returns the attributes of the
// answer. The kernel ends its answer with an acknowledgement.
func (c conn) ask(family uint16, command uint8, attribute uint16, text string) (attributes, error) {
	if _, err := syscall.Write(int(c), request(family, command, attribute, text)); err != nil {
		return nil, err
	}
	answer := attributes{}
	for buf := make([]byte, 1<<14); ; {
		n, err := syscall.Read(int(c), buf)
		if err != nil {
			return nil, err
		}
		messages, err := syscall.ParseNetlinkMessage(buf[:n])
		if err != nil {
			return nil, err
		}
		for _, m := range messages {
			if m.Header.Type == unix.NLMSG_ERROR {
				return answer, acknowledged(m.Data)
			}
			answer.read(m.Data)
		}
	}
}

// acknowledged returns the error in an acknowledgement: a negative errno, or 0 for none.
func acknowledged(data []byte) error {
	if len(data) < 4 {
		return unix.EBADMSG
	}
	if errno := -int32(binary.NativeEndian.Uint32(data)); errno != 0 {
		return syscall.Errno(errno)
	}
	return nil
}

// Lengths of netlink's headers, in bytes (linux/netlink.h, linux/genetlink.h).
const (
	familyHeader    = 4 // struct genlmsghdr
	attributeHeader = 4 // struct nlattr
	alignment       = 4
)

// request returns a request of generic netlink with one attribute, a text that ends in NUL.
func request(family uint16, command uint8, attribute uint16, text string) []byte {
	ne := binary.NativeEndian
	b := ne.AppendUint32(nil, 0) // length, set below
	b = ne.AppendUint16(b, family)
	b = ne.AppendUint16(b, unix.NLM_F_REQUEST|unix.NLM_F_ACK)
	b = append(b, make([]byte, 8)...) // sequence number and port
	b = append(b, command, 1, 0, 0)   // version 1
	if text != "" {
		b = ne.AppendUint16(b, uint16(attributeHeader+len(text)+1))
		b = ne.AppendUint16(b, attribute)
		b = append(b, text...)
		b = append(b, 0)
		b = append(b, make([]byte, -len(b)&(alignment-1))...)
	}
	ne.PutUint32(b, uint32(len(b)))
	return b
}

// read adds copies of the attributes of a message of generic netlink. It stops at a malformed one.
func (a attributes) read(data []byte) {
	for data = data[min(familyHeader, len(data)):]; len(data) >= attributeHeader; {
		size := int(binary.NativeEndian.Uint16(data))
		if size < attributeHeader || size > len(data) {
			return
		}
		a[binary.NativeEndian.Uint16(data[2:])] = bytes.Clone(data[attributeHeader:size])
		data = data[min(len(data), (size+alignment-1)&^(alignment-1)):]
	}
}
