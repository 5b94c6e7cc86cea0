package broker

import (
	"net"
	"testing"
	"time"
)

func TestARateHoldsBackOnlyWhatIsMuchMoreThanATable(t *testing.T) {
	for _, c := range []struct {
		what        string
		of          role
		n, size     int
		every       time.Duration
		least, most time.Duration // of all pauses
	}{
		{"a hundred records after a week", member, 100, 100 << 10, 0, 0, 0},
		{"a table that changes all the time", member, 3000, 4 << 10, 200 * time.Millisecond, 0, 0},
		{"a waiting table that changes all the time", waiting, 3000, 4 << 10, 200 * time.Millisecond, 0, 0},
		{"key presses", account, 600, 100, 100 * time.Millisecond, 0, 0},
		{"10,000 messages at once", member, 10_000, 100, 0, 3 * time.Minute, 4 * time.Minute},
		{"a gigabyte", member, 1024, 1 << 20, 0, 6 * time.Minute, 8 * time.Minute},
		{"a waiting box that floods", waiting, 100, 1 << 20, 0, 10 * time.Minute, 12 * time.Minute},
	} {
		var b bucket
		now, held := time.Unix(0, 0), time.Duration(0)
		for range c.n {
			d := b.take(rates[c.of], c.size, now)
			held, now = held+d, now.Add(d+c.every)
		}
		if held < c.least || held > c.most {
			t.Errorf("%s is held back for %v, want %v to %v", c.what, held, c.least, c.most)
		}
	}
}

func TestAddressesAreCountedByWhatAMachineHas(t *testing.T) {
	for at, want := range map[string][2]string{
		"192.168.1.20:1":        {"192.168.1.20/32", "192.168.1.0/24"},
		"[::ffff:10.0.0.9]:1":   {"10.0.0.9/32", "10.0.0.0/24"},
		"[2001:db8:1:2:3::9]:1": {"2001:db8:1:2::/64", "2001:db8:1:2::/64"},
		"[fe80::1%eth0]:1":      {"fe80::/64", "fe80::/64"},
	} {
		a := where(at)
		if got := [2]string{AddressOf(a), networkOf(a)}; got != want {
			t.Errorf("%s: got %v, want %v", at, got, want)
		}
	}
}

// where is an address of a network.
type where string

func (where) Network() string  { return "tcp" }
func (w where) String() string { return string(w) }

func TestRetainedMessagesOfWaitingBoxesTakeNoRoomFromMembers(t *testing.T) {
	r := retained{sizes: map[string]size{}}
	n := 0
	for r.put("w"+string(rune(n)), 2<<10, true) {
		n++
	}
	if n != mostRetainedWaiting/(2<<10) || !r.put("m", 64<<10, false) {
		t.Errorf("%d messages of waiting boxes, want %d, and room for a member", n, mostRetainedWaiting/(2<<10))
	}
	if r.put("none", 0, false); len(r.sizes) != n+1 || r.waiting != mostRetainedWaiting {
		t.Errorf("an unknown message is deleted, and %d bytes remain", r.waiting)
	}
	for topic := range r.sizes {
		r.put(topic, 0, false)
	}
	if r.member != 0 || r.waiting != 0 {
		t.Errorf("without messages %d and %d bytes are counted", r.member, r.waiting)
	}
}

var _ net.Addr = where("")
