package web

import (
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"tabletop/companion/door"
)

// Limits of invitations.
const (
	inviteTime       = time.Minute // time for which a presented token invites an address
	mostInvited      = 64          // maximum number of invited addresses
	mostPerInvite    = 8           // maximum number of addresses that one token invites
	mostOfInvite     = 24          // maximum number of connections of the addresses invited by one token
	mostOfAllInvited = 64          // maximum number of connections of all invited addresses
)

// invites holds the addresses that have presented the token on the panel to load the page. All
// addresses invited by one token are one visitor. Their connections and requests don't compete with
// those of strangers, and a person who presents a token from many addresses gains one share only.
type invites struct {
	mu    sync.Mutex
	token door.Invitation // token presented last
	count int             // number of presented tokens
	all   []*invited      // earliest first
}

// invited is an invited address.
type invited struct {
	from   netip.Addr
	invite int // number of the token, from 1
	end    *time.Timer
}

// add invites the address that presented a valid token. An address that another token has invited
// belongs to the newer token. At mostPerInvite addresses of a token, add invites no other. At
// mostInvited addresses, the earliest invitation ends.
func (i *invites) add(from netip.Addr, token door.Invitation) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if token != i.token {
		i.token, i.count = token, i.count+1
	}
	i.remove(func(in *invited) bool { return in.from == from })
	same := 0
	for _, in := range i.all {
		if in.invite == i.count {
			same++
		}
	}
	if same == mostPerInvite {
		return
	}
	if len(i.all) == mostInvited {
		first := i.all[0]
		i.remove(func(in *invited) bool { return in == first })
	}
	in := &invited{from: from, invite: i.count}
	in.end = time.AfterFunc(inviteTime, func() { i.expire(in) })
	i.all = append(i.all, in)
}

// expire ends an invitation.
func (i *invites) expire(ended *invited) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.remove(func(in *invited) bool { return in == ended })
}

// remove ends the invitations that satisfy the predicate "these".
func (i *invites) remove(these func(*invited) bool) {
	i.all = slices.DeleteFunc(i.all, func(in *invited) bool {
		end := these(in)
		if end {
			in.end.Stop()
		}
		return end
	})
}

// of returns the number of the token that invites an address, or 0 if none does.
func (i *invites) of(from netip.Addr) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, in := range i.all {
		if in.from == from {
			return in.invite
		}
	}
	return 0
}

// visitorOf returns the visitor under which a call is counted. If the path has the token on the
// panel, visitorOf first invites the address.
func (s *Server) visitorOf(c *call) visitor {
	if c.by.Guest.ID > 0 {
		return visitor{guest: c.by.Guest.ID}
	}
	from := address(c.r.RemoteAddr)
	if token, ok := strings.CutPrefix(c.r.URL.Path, joinPath); ok && c.now.Invitation.Fits(token) {
		s.invites.add(from, c.now.Invitation)
	}
	if n := s.invites.of(from); n > 0 {
		return visitor{invite: n}
	}
	return stranger(from)
}
