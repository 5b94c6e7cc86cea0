package main

import (
	"net"
	"net/netip"
	"testing"
)

// neighbour is an entry of the kernel's table for interface 3, on a machine whose lowest byte comes
// first: its state, and its address 10.42.0.x.
func neighbour(state, x byte) []byte {
	return []byte{
		2, 0, 0, 0, 3, 0, 0, 0, state, 0, 0, 1, // struct ndmsg
		8, 0, 1, 0, 10, 42, 0, x, // NDA_DST
		10, 0, 2, 0, 0x02, 0, 0, 0, 0, 1, 0, 0, // NDA_LLADDR
	}
}

func TestANeighbourIsAMachineThatHasAnsweredInTheOwnNetwork(t *testing.T) {
	own := netip.MustParseAddr("10.42.0.1")
	elsewhere := neighbour(0x02, 7)
	elsewhere[17] = 43 // 10.43.0.7
	for name, c := range map[string]struct {
		entry []byte
		index int
		want  bool
	}{
		"reachable":            {neighbour(0x02, 7), 3, true},
		"stale":                {neighbour(0x04, 7), 3, true},
		"asked for":            {neighbour(0x01, 7), 3, false}, // incomplete
		"gone":                 {neighbour(0x20, 7), 3, false}, // failed
		"multicast":            {neighbour(0x40, 7), 3, false}, // no ARP
		"on another interface": {neighbour(0x02, 7), 4, false},
		"in another network":   {elsewhere, 3, false},
		"cut":                  {neighbour(0x02, 7)[:16], 3, false},
		"of no address":        {neighbour(0x02, 7)[:12], 3, false},
		"nothing":              {nil, 3, false},
	} {
		if got := hasAnswered(c.entry, c.index, own); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The kernel's answer is read to its end, whatever is in it.
func TestTheKernelNamesItsNeighbours(t *testing.T) {
	all, err := net.Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, nic := range all {
		if neighbours(nic.Name, "240.0.0.1") {
			t.Errorf("%s has a neighbour in a network that doesn't exist", nic.Name)
		}
	}
	if neighbours("nothing0", "10.42.0.1") || neighbours("lo", "") {
		t.Error("an interface without a network has neighbours")
	}
}
