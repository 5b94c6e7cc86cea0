package main

import (
	"encoding/binary"
	"net"
	"net/netip"
	"syscall"

	"golang.org/x/sys/unix"
)

// neighbours reports whether a machine in the own network has exchanged packets with this one.
// address is the IPv4 address of this machine in that network, on the interface device.
//
// The answer comes from the kernel's neighbour table (RTM_GETNEIGH, rtnetlink(7)), which any user
// may read. A phone enters this table with its first DHCP request, so only after it has proved that
// it knows the password. The list of radio stations would also contain phones whose handshake
// fails. The file of DHCP leases belongs to root.
func neighbours(device, address string) bool {
	own, err := netip.ParseAddr(address)
	if err != nil {
		return false
	}
	nic, err := net.InterfaceByName(device)
	if err != nil {
		return false
	}
	table, err := syscall.NetlinkRIB(unix.RTM_GETNEIGH, unix.AF_INET)
	if err != nil {
		return false
	}
	messages, err := syscall.ParseNetlinkMessage(table)
	if err != nil {
		return false
	}
	for _, m := range messages {
		if m.Header.Type == unix.RTM_NEWNEIGH && hasAnswered(m.Data, nic.Index, own) {
			return true
		}
	}
	return false
}

// knownStates is the set of states of a neighbour whose hardware address is known.
const knownStates = unix.NUD_REACHABLE | unix.NUD_STALE | unix.NUD_DELAY | unix.NUD_PROBE | unix.NUD_PERMANENT

// hasAnswered reports whether entry, a struct ndmsg with its attributes, is a machine that has knownStates
// on the interface with this index, in the same network as own.
func hasAnswered(entry []byte, index int, own netip.Addr) bool {
	ne := binary.NativeEndian
	if len(entry) < unix.SizeofNdMsg || int(ne.Uint32(entry[4:])) != index || ne.Uint16(entry[8:])&knownStates == 0 {
		return false
	}
	for a := entry[unix.SizeofNdMsg:]; len(a) >= unix.SizeofNlAttr; {
		size := int(ne.Uint16(a))
		if size < unix.SizeofNlAttr || size > len(a) {
			return false
		}
		if ne.Uint16(a[2:]) == unix.NDA_DST {
			other, ok := netip.AddrFromSlice(a[unix.SizeofNlAttr:size])
			return ok && netip.PrefixFrom(own, sharedBits).Masked().Contains(other)
		}
		a = a[min(len(a), (size+unix.NLA_ALIGNTO-1)&^(unix.NLA_ALIGNTO-1)):]
	}
	return false
}
