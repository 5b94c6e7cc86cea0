package doctor

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"time"
)

// brokerPatience is the timeout of a connection to a broker.
const brokerPatience = 3 * time.Second

// club checks that the broker answers, and that the service may reach it. By default the
// service's unit allows only the home network.
func club(s *System) []Finding {
	conf := s.Config.Club
	if conf.Broker == "" {
		return nil
	}
	if _, err := conf.TLS(); err != nil {
		return found(s.find("club", Bad, s.edit(0), "doctor.club.file", err.Error()))
	}
	if _, err := conf.Password(); err != nil {
		return found(s.find("club", Bad, s.edit(0), "doctor.club.file", err.Error()))
	}
	host := brokerAddress(conf.Broker)
	at, err := s.Dial(host)
	switch {
	case err != nil:
		return found(s.find("club", Warn, "", "doctor.club.away", host, err.Error()))
	case s.service() && !home(at) && !s.letOut(at):
		return found(s.find("club", Bad, letOutLine(at), "doctor.club.far", host, at.String()))
	}
	return found(s.find("club", OK, "", "doctor.club", host))
}

// brokerAddress returns the host and port of a broker's URL, with the default port of its
// scheme.
func brokerAddress(broker string) string {
	u, err := url.Parse(broker)
	if err != nil { // cannot happen: package config refuses such a URL
		return broker
	}
	usual := map[string]string{"mqtt": "1883", "mqtts": "8883", "ws": "80", "wss": "443"}
	if u.Port() == "" {
		return net.JoinHostPort(u.Hostname(), usual[u.Scheme])
	}
	return u.Host
}

// home reports whether the packaged unit allows the service to reach an address.
func home(at netip.Addr) bool {
	return at.IsLoopback() || at.IsLinkLocalUnicast() || at.IsPrivate()
}

// dropIn is the file in which an owner allows the service to reach further addresses.
const dropIn = "/etc/systemd/system/companiond.service.d/club.conf"

// letOut reports whether the drop-in allows an address.
func (s *System) letOut(at netip.Addr) bool {
	return s.read(dropIn) == "[Service]\nIPAddressAllow="+at.String()
}

// letOutLine returns the shell line that allows the service to reach an address, and restarts the
// service.
func letOutLine(at netip.Addr) string {
	return fmt.Sprintf(`sudo mkdir -p %s && printf '[Service]\nIPAddressAllow=%s\n' | sudo tee %s && sudo systemctl daemon-reload && sudo systemctl restart companiond`,
		"/etc/systemd/system/companiond.service.d", at, dropIn)
}

// dialed connects to host, in the form host:port, and returns the IP address reached.
func dialed(host string) (netip.Addr, error) {
	conn, err := net.DialTimeout("tcp", host, brokerPatience)
	if err != nil {
		return netip.Addr{}, err
	}
	defer conn.Close()
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	return at.Addr().Unmap(), err
}
