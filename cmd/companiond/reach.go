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

// lookEvery is the interval of checking the addresses. wifiEvery is the interval of queries to
// NetworkManager while the page has no address, because NetworkManager starts later than this
// daemon.
const (
	lookEvery = 5 * time.Second
	wifiEvery = time.Minute
)

// reach tracks the addresses of the page, and starts and stops the hotspot. It publishes the URLs
// of the page, the best first, and the state of the hotspot.
type reach struct {
	page    func() netip.AddrPort // returns the address of the page; zero while the page is not served
	moved   <-chan struct{}       // receives a value when the address of the page changes
	nics    func() ([]nic, error)
	hotspot hotspot
	inside  func(device, address string) bool // reports whether a phone is in the own network; see neighbours
	publish func(urls []string, wifi door.Wifi)
	fail    func(companion.Hotspot, error) // reports that the hotspot did not start or stop

	probes probeNames
	route  func() netip.Addr // see routed
	warn   func(error)       // reports that the file of probes was not written

	wanted  chan companion.Hotspot // latest request for the hotspot; capacity 1
	urls    []string               // URLs last published
	wifi    door.Wifi
	queried time.Time // time of the last query of NetworkManager
}

func newReach(page func() netip.AddrPort, own hotspot, tell func(urls []string, wifi door.Wifi), fail func(companion.Hotspot, error)) *reach {
	return &reach{page: page, nics: nics, hotspot: own, inside: neighbours, publish: tell, fail: fail, route: routed, warn: func(error) {}, wanted: make(chan companion.Hotspot, 1)}
}

// want requests the start or the stop of the hotspot and does not block. The request replaces an
// earlier one that has not begun. Only one goroutine may call want.
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
			r.nameProbes(h.On)
			if err := r.hotspot.set(ctx, h); err != nil {
				r.fail(h, err)
			}
			r.update(ctx, true)
		}
	}
}

// nameProbes decides whether phones in the own network open the page by themselves, for a network
// that is about to start or stop. They don't if a cable gives them the internet: their tests for it
// must then succeed. If the file can't be written, phones have to be shown the way.
func (r *reach) nameProbes(starts bool) {
	nics, _ := r.nics() // without an answer of the kernel there is no cable
	if err := r.probes.write(starts, byCable(r.route(), nics)); err != nil {
		r.warn(err)
	}
}

// update publishes the URLs and the state of the hotspot if they have changed. If always is set, it
// also publishes them unchanged. It queries NetworkManager after a change of the URLs, and every
// wifiEvery while the page has no URL.
func (r *reach) update(ctx context.Context, always bool) {
	nics, err := r.nics()
	if err != nil {
		return // the kernel gave no answer, so the last state stays
	}
	urls, wifi := reachable(r.page(), nics), r.wifi
	moved := always || !slices.Equal(urls, r.urls)
	if moved || len(urls) == 0 && time.Since(r.queried) >= wifiEvery {
		r.queried = time.Now()
		wifi = r.hotspot.state(ctx)
	}
	wifi = r.observe(wifi, nics)
	if moved || wifi != r.wifi {
		r.urls, r.wifi = urls, wifi
		r.publish(urls, wifi)
	}
}

// observe returns wifi with the data that change while the own network runs: the address of the box,
// and whether a phone has come in. A phone that leaves does not change them.
func (r *reach) observe(wifi door.Wifi, nics []nic) door.Wifi {
	wifi.Address = addressOf(wifi.Device, nics)
	wifi.Joined = wifi.Device != "" && (wifi.SSID == r.wifi.SSID && r.wifi.Joined || r.inside(wifi.Device, wifi.Address))
	return wifi
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
		addrs, _ := i.Addrs() // no addresses if the interface has just disappeared
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				n.addrs = append(n.addrs, p.Addr().Unmap())
			}
		}
		up = append(up, n)
	}
	return up, nil
}

// addressOf returns the first IPv4 address of an interface. It returns "" if there is none.
func addressOf(device string, nics []nic) string {
	for _, n := range nics {
		if i := slices.IndexFunc(n.addrs, netip.Addr.Is4); n.name == device && i >= 0 {
			return n.addrs[i].String()
		}
	}
	return ""
}

// reachable returns the URLs of a page, the best first. A page on a loopback address has one URL.
func reachable(page netip.AddrPort, nics []nic) []string {
	if page.Addr().IsLoopback() {
		return []string{"http://" + page.String()}
	}
	return others(page, nics)
}

// others returns the URLs by which other machines reach the page. Wi-Fi comes first, because phones
// use it, then cables, then virtual interfaces. IPv4 comes before IPv6, because its URLs are
// shorter.
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

// serves reports whether other machines reach the page at ours, an address of this machine. page is
// the address at which the page listens. A page that listens at all IPv6 addresses also listens at
// all IPv4 addresses.
func serves(page, ours netip.Addr) bool {
	switch page = page.Unmap(); {
	case !ours.IsGlobalUnicast(): // link-local addresses differ from link to link
		return false
	case page == netip.IPv4Unspecified():
		return ours.Is4()
	}
	return page == netip.IPv6Unspecified() || page == ours
}

// virtual holds the name prefixes of virtual network interfaces.
var virtual = []string{"docker", "br-", "veth", "virbr", "vmnet", "vbox", "podman", "cni", "lxc", "lxd", "tun", "tap", "wg", "zt", "tailscale", "dummy"}

// rank returns the rank of a network interface by its name: 0 for Wi-Fi, 1 for cables, 2 for
// virtual interfaces.
func rank(nic string) int {
	switch {
	case strings.HasPrefix(nic, "wl"):
		return 0
	case slices.ContainsFunc(virtual, func(made string) bool { return strings.HasPrefix(nic, made) }):
		return 2
	}
	return 1
}

// pagePort holds the present address of the page.
type pagePort struct {
	at   atomic.Pointer[netip.AddrPort]
	news chan struct{} // receives a value when the page is opened or closed; capacity 1
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
