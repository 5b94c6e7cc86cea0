package main

import (
	"cmp"
	"context"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
)

// Intervals of checking the addresses, and of querying NetworkManager while the page has no
// address: NetworkManager starts later than this daemon.
const (
	lookEvery = 5 * time.Second
	wifiEvery = time.Minute
)

// reach tracks the addresses of the page, and starts and stops the hotspot. It publishes the
// URLs of the page, the best first, and the box's own network.
type reach struct {
	page    func() netip.AddrPort // address of the page; zero while it is not served
	moved   <-chan struct{}       // signals a change of that address
	nics    func() ([]nic, error)
	hotspot hotspot
	publish func(urls []string, wifi door.Wifi)
	fail    func(error) // reports a hotspot that did not start or stop

	wanted  chan companion.Hotspot // the latest request
	urls    []string               // the last published URLs
	wifi    door.Wifi
	queried time.Time // time of the last query of NetworkManager
}

func newReach(page func() netip.AddrPort, tell func(urls []string, wifi door.Wifi), fail func(error)) *reach {
	return &reach{page: page, nics: nics, hotspot: hotspot{nmcli}, publish: tell, fail: fail, wanted: make(chan companion.Hotspot, 1)}
}

// want requests the hotspot, or its end, without waiting. It replaces an earlier request that
// has not begun. Only one goroutine may call it.
func (r *reach) want(h companion.Hotspot) {
	select {
	case <-r.wanted:
	default:
	}
	r.wanted <- h
}

// run tracks the addresses until ctx ends.
func (r *reach) run(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	r.update(ctx, true)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			r.update(ctx, false)
		case <-r.moved:
			r.update(ctx, false)
		case h := <-r.wanted:
			if err := r.hotspot.set(ctx, h); err != nil {
				r.fail(err)
			}
			r.update(ctx, true)
		}
	}
}

// update publishes changes, or the present state if always is set. It queries NetworkManager
// after another change, and at intervals while the page has no address.
func (r *reach) update(ctx context.Context, always bool) {
	nics, err := r.nics()
	if err != nil {
		return // the kernel gave no answer: keep the last state
	}
	urls, wifi := reachable(r.page(), nics), r.wifi
	moved := always || !slices.Equal(urls, r.urls)
	if moved || len(urls) == 0 && time.Since(r.queried) >= wifiEvery {
		r.queried = time.Now()
		wifi = r.hotspot.state(ctx)
	}
	if moved || wifi != r.wifi {
		r.urls, r.wifi = urls, wifi
		r.publish(urls, wifi)
	}
}

// nic is an active network interface with its addresses.
type nic struct {
	name  string
	addrs []netip.Addr
}

// nics returns the active network interfaces.
func nics() (up []nic, err error) {
	all, err := net.Interfaces()
	if err != nil {
		return nil, err
	}
	for _, i := range all {
		if i.Flags&net.FlagUp == 0 || i.Flags&net.FlagLoopback != 0 {
			continue
		}
		n := nic{name: i.Name}
		addrs, _ := i.Addrs() // empty for an interface that has just gone
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				n.addrs = append(n.addrs, p.Addr().Unmap())
			}
		}
		up = append(up, n)
	}
	return up, nil
}

// reachable returns the URLs of a page, the best first. A page on a loopback address has only
// that one.
func reachable(page netip.AddrPort, nics []nic) []string {
	if page.Addr().IsLoopback() {
		return []string{"http://" + page.String()}
	}
	return others(page, nics)
}

// others returns the URLs by which other machines reach the page, the best first: Wi-Fi, where
// phones are, then cables, then virtual interfaces, and IPv4, which is shorter, before IPv6.
func others(page netip.AddrPort, nics []nic) (urls []string) {
	slices.SortStableFunc(nics, func(a, b nic) int { return cmp.Compare(rank(a.name), rank(b.name)) })
	for _, n := range nics {
		slices.SortStableFunc(n.addrs, func(a, b netip.Addr) int { return cmp.Compare(a.BitLen(), b.BitLen()) })
		for _, a := range n.addrs {
			if serves(page.Addr(), a) {
				urls = append(urls, "http://"+netip.AddrPortFrom(a, page.Port()).String())
			}
		}
	}
	return urls
}

// serves reports whether other machines reach a page, listening at an address, at one of our
// addresses. Listening at all IPv6 addresses includes all IPv4 addresses.
func serves(page, ours netip.Addr) bool {
	switch page = page.Unmap(); {
	case !ours.IsGlobalUnicast(): // link-local addresses differ from link to link
		return false
	case page == netip.IPv4Unspecified():
		return ours.Is4()
	}
	return page == netip.IPv6Unspecified() || page == ours
}

// virtual are the name prefixes of virtual interfaces.
var virtual = []string{"docker", "br-", "veth", "virbr", "vmnet", "vbox", "podman", "cni", "lxc", "lxd", "tun", "tap", "wg", "zt", "tailscale", "dummy"}

// rank orders interfaces: Wi-Fi, cables, virtual ones.
func rank(nic string) int {
	switch {
	case strings.HasPrefix(nic, "wl"):
		return 0
	case slices.ContainsFunc(virtual, func(made string) bool { return strings.HasPrefix(nic, made) }):
		return 2
	}
	return 1
}

// pagePort is the present address of the page.
type pagePort struct {
	at   atomic.Pointer[netip.AddrPort]
	news chan struct{} // signals that the page was opened or closed; capacity 1
}

// opened stores the address of the listener; nil means closed.
func (p *pagePort) opened(l net.Listener) {
	var at netip.AddrPort
	if l != nil {
		at, _ = netip.ParseAddrPort(l.Addr().String())
	}
	p.at.Store(&at)
	select {
	case p.news <- struct{}{}:
	default:
	}
}

func (p *pagePort) now() netip.AddrPort {
	if at := p.at.Load(); at != nil {
		return *at
	}
	return netip.AddrPort{}
}
