package main

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/coreos/go-systemd/v22/activation"

	"tabletop/companion/door"
	"tabletop/companion/web"
)

// portalSocket is the name of the socket at port 80 in the unit companion-portal.socket.
const portalSocket = "portal"

// systemdSockets returns the listeners that systemd has passed to this process: those at port 80,
// and those for the command-line tools.
func systemdSockets() (portal, tools []net.Listener) {
	named, _ := activation.ListenersWithNames() // the error is always nil
	for name, listeners := range named {
		listeners = slices.DeleteFunc(listeners, func(l net.Listener) bool { return l == nil }) // nil if the socket is not a listener
		if name == portalSocket {
			portal = append(portal, listeners...)
		} else {
			tools = append(tools, listeners...)
		}
	}
	return portal, tools
}

// ownNetwork holds the address of this machine in its own network, with the prefix of the network.
type ownNetwork struct{ at atomic.Pointer[netip.Prefix] }

// sharedBits is the length of the prefix that NetworkManager gives to a network that it shares
// (ipv4.method shared in nm-settings-nmcli(5)).
const sharedBits = 24

// set stores the state of the network.
func (o *ownNetwork) set(w door.Wifi) {
	var at netip.Prefix
	if a, err := netip.ParseAddr(w.Address); err == nil {
		at = netip.PrefixFrom(a, sharedBits)
	}
	o.at.Store(&at)
}

// now returns the state of the network; the zero Prefix if it doesn't run.
func (o *ownNetwork) now() netip.Prefix {
	if at := o.at.Load(); at != nil {
		return *at
	}
	return netip.Prefix{}
}

// probeNames is the path of a file in the format of hosts(5), or "". NetworkManager starts a dnsmasq
// together with the own network; it reads this file at its start (systemd/companion.dnsmasq). The
// file sends phones that test for internet to this machine.
type probeNames string

// sharedAddress is the address that NetworkManager gives to this machine in the first network that
// it shares.
const sharedAddress = "10.42.0.1"

// write writes the file for a network that is about to start. If phones will have the internet
// there, or if no network starts, the file has no names.
func (p probeNames) write(starts, internet bool) error {
	if p == "" {
		return nil
	}
	var text strings.Builder
	if starts && !internet {
		for _, host := range web.ProbeHosts() {
			fmt.Fprintln(&text, sharedAddress, host)
		}
	}
	if err := os.WriteFile(string(p), []byte(text.String()), 0o600); err != nil {
		return err
	}
	return os.Chmod(string(p), 0o644) // dnsmasq has a user of its own
}

// probeNamesIn returns the file in the first folder of RUNTIME_DIRECTORY, see systemd.exec(5).
func probeNamesIn(env func(string) string) probeNames {
	folder, _, _ := strings.Cut(env("RUNTIME_DIRECTORY"), ":")
	if folder == "" {
		return ""
	}
	return probeNames(filepath.Join(folder, "hosts"))
}

// outside is an address of the internet that nobody has (TEST-NET-1, RFC 5737).
const outside = "192.0.2.1:9"

// routed returns the address of this machine from which the kernel would send to the internet. It
// returns the zero Addr if there is no route. It sends nothing.
func routed() netip.Addr {
	c, err := net.Dial("udp4", outside)
	if err != nil {
		return netip.Addr{}
	}
	defer c.Close()
	at, _ := netip.ParseAddrPort(c.LocalAddr().String()) // the zero AddrPort can't occur: the socket is connected
	return at.Addr()
}

// byCable reports whether from, the address for the internet, is that of a cable. NetworkManager then
// passes the internet on to the phones of the own network. A route by Wi-Fi ends with the start of
// that network.
func byCable(from netip.Addr, nics []nic) bool {
	return slices.ContainsFunc(nics, func(n nic) bool { return rank(n.name) == 1 && slices.Contains(n.addrs, from) })
}
