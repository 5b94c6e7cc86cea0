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

// How often the addresses are looked at, and NetworkManager is asked while nobody
// reaches the page: it comes up later than this daemon.
const (
	lookEvery = 5 * time.Second
	wifiEvery = time.Minute
)

// reach follows where the page is reached, and does what the table wants of the
// hotspot. Both are told by tell: the page's addresses, the best first, and the box's own
// network.
type reach struct {
	page    func() netip.AddrPort // where the page listens; zero where it isn't served
	moved   <-chan struct{}       // it listens elsewhere now
	nics    func() ([]nic, error)
	hotspot hotspot
	tell    func(urls []string, wifi door.Wifi)
	fail    func(error) // a hotspot that did not start or stop

	wanted chan companion.Hotspot // what the table wants, the latest
	urls   []string               // what was told last
	wifi   door.Wifi
	asked  time.Time // when NetworkManager was asked last
}

func newReach(page func() netip.AddrPort, tell func(urls []string, wifi door.Wifi), fail func(error)) *reach {
	return &reach{page: page, nics: nics, hotspot: hotspot{nmcli}, tell: tell, fail: fail, wanted: make(chan companion.Hotspot, 1)}
}

// want asks for the hotspot, or for its end, and doesn't wait. What was asked for
// before and is not begun is forgotten. Only one goroutine may call it.
func (r *reach) want(h companion.Hotspot) {
	select {
	case <-r.wanted:
	default:
	}
	r.wanted <- h
}

// run follows until ctx ends.
func (r *reach) run(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	r.say(ctx, true)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			r.say(ctx, false)
		case <-r.moved:
			r.say(ctx, false)
		case h := <-r.wanted:
			if err := r.hotspot.set(ctx, h); err != nil {
				r.fail(err)
			}
			r.say(ctx, true)
		}
	}
}

// say tells what has changed, or whatever there is to tell. NetworkManager is asked
// when something else has changed, and now and then as long as nobody gets here.
func (r *reach) say(ctx context.Context, whatever bool) {
	nics, err := r.nics()
	if err != nil {
		return // the kernel doesn't say just now: what was told holds
	}
	urls, wifi := reachable(r.page(), nics), r.wifi
	moved := whatever || !slices.Equal(urls, r.urls)
	if moved || len(urls) == 0 && time.Since(r.asked) >= wifiEvery {
		r.asked = time.Now()
		wifi = r.hotspot.state(ctx)
	}
	if moved || wifi != r.wifi {
		r.urls, r.wifi = urls, wifi
		r.tell(urls, wifi)
	}
}

// nic is a network interface that is up, and its addresses.
type nic struct {
	name  string
	addrs []netip.Addr
}

// nics asks the kernel for the interfaces that are up.
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
		addrs, _ := i.Addrs() // of one that has just gone: none
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				n.addrs = append(n.addrs, p.Addr().Unmap())
			}
		}
		up = append(up, n)
	}
	return up, nil
}

// reachable lists where others reach a page that listens at an address, or where this
// machine does if nobody else can: best first.
func reachable(page netip.AddrPort, nics []nic) []string {
	if page.Addr().IsLoopback() {
		return []string{"http://" + page.String()}
	}
	return others(page, nics)
}

// others lists where others reach a page that listens at an address, best first:
// Wi-Fi, where phones are, then cables, then what programs have made, and IPv4, which
// is shorter, before IPv6.
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

// serves reports whether a page that listens at an address is reached by others at
// one of ours. All addresses of IPv6 are all of IPv4 too.
func serves(page, ours netip.Addr) bool {
	switch page = page.Unmap(); {
	case !ours.IsGlobalUnicast(): // link-local addresses differ from link to link
		return false
	case page == netip.IPv4Unspecified():
		return ours.Is4()
	}
	return page == netip.IPv6Unspecified() || page == ours
}

// virtual are beginnings of the names of interfaces that programs make.
var virtual = []string{"docker", "br-", "veth", "virbr", "vmnet", "vbox", "podman", "cni", "lxc", "lxd", "tun", "tap", "wg", "zt", "tailscale", "dummy"}

func rank(nic string) int {
	switch {
	case strings.HasPrefix(nic, "wl"):
		return 0
	case slices.ContainsFunc(virtual, func(made string) bool { return strings.HasPrefix(nic, made) }):
		return 2
	}
	return 1
}

// pagePort is where the page listens just now.
type pagePort struct {
	at   atomic.Pointer[netip.AddrPort]
	news chan struct{} // of one slot: it was opened or closed
}

// opened is told of the listener, nil where there is none any more.
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
