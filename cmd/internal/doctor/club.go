package doctor

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"time"
)

// brokerPatience is how long a broker may take to be reached.
const brokerPatience = 3 * time.Second

// club looks whether the broker of the club is there, and whether the service may reach
// it: its unit lets it into the home network only.
func club(s *System) []Finding {
	is := s.Config.Club
	if is.Broker == "" {
		return nil
	}
	if _, err := is.TLS(); err != nil {
		return found(s.find("club", Bad, s.edit(0), "doctor.club.file", err.Error()))
	}
	if _, err := is.Password(); err != nil {
		return found(s.find("club", Bad, s.edit(0), "doctor.club.file", err.Error()))
	}
	host := brokerAddress(is.Broker)
	at, err := s.Dial(host)
	switch {
	case err != nil:
		return found(s.find("club", Warn, "", "doctor.club.away", host, err.Error()))
	case s.service() && !home(at) && !s.letOut(at):
		return found(s.find("club", Bad, letOutLine(at), "doctor.club.far", host, at.String()))
	}
	return found(s.find("club", OK, "", "doctor.club", host))
}

// brokerAddress is the host and port of a broker's URL, with the port that is usual.
func brokerAddress(broker string) string {
	u, err := url.Parse(broker)
	if err != nil { // a config with one is refused
		return broker
	}
	usual := map[string]string{"mqtt": "1883", "mqtts": "8883", "ws": "80", "wss": "443"}
	if u.Port() == "" {
		return net.JoinHostPort(u.Hostname(), usual[u.Scheme])
	}
	return u.Host
}

// home reports whether the unit of the package lets the service reach an address.
func home(at netip.Addr) bool {
	return at.IsLoopback() || at.IsLinkLocalUnicast() || at.IsPrivate()
}

// dropIn is where an owner lets the service reach more.
const dropIn = "/etc/systemd/system/companiond.service.d/club.conf"

func (s *System) letOut(at netip.Addr) bool {
	return s.read(dropIn) == "[Service]\nIPAddressAllow="+at.String()
}

// letOutLine lets the service reach an address, from its next start.
func letOutLine(at netip.Addr) string {
	return fmt.Sprintf(`sudo mkdir -p %s && printf '[Service]\nIPAddressAllow=%s\n' | sudo tee %s && sudo systemctl daemon-reload && sudo systemctl restart companiond`,
		"/etc/systemd/system/companiond.service.d", at, dropIn)
}

// dialed reaches a host and port, and says which address that was.
func dialed(host string) (netip.Addr, error) {
	conn, err := net.DialTimeout("tcp", host, brokerPatience)
	if err != nil {
		return netip.Addr{}, err
	}
	defer conn.Close()
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	return at.Addr().Unmap(), err
}
