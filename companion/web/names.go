package web

import (
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
)

// hostnameFile holds the name that the administrator gave to this machine, see hostname(5).
const hostnameFile = "/etc/hostname"

// hostnames returns the names of this machine. Each iteration reads them anew: cloud-init and
// hostnamectl may rename a running machine. The kernel's name comes first. It may be that of the
// start of the process, because ProtectHostname of systemd.exec(5) hides later changes. The second
// name is in the file, which is read only if the consumer asks for that name.
func hostnames(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if name, err := os.Hostname(); err == nil && !yield(name) {
			return
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return // the kernel's name is the only one
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				yield(line)
				return
			}
		}
	}
}

// localDomains lists the domains under which a home network may know a machine: mDNS (RFC 6762), the
// defaults of home routers, home networks (RFC 8375) and private use (ICANN, .internal). Nobody can
// register a name in them; fritz.box belongs to the maker of those routers.
var localDomains = []string{"local", "lan", "home", "home.arpa", "fritz.box", "localdomain", "internal"}

// isNameOf reports whether host is a name of the machine called name: the name itself, its first
// label, that label in one of localDomains, or the label in the domain local with the number that
// avahi adds if two machines have one name. Both arguments are in lower case.
func isNameOf(name, host string) bool {
	label, _, _ := strings.Cut(name, ".")
	if label == "" {
		return false
	}
	first, domain, _ := strings.Cut(host, ".")
	switch {
	case host == name || host == label:
		return true
	case first == label:
		return slices.Contains(localDomains, domain)
	}
	return domain == "local" && isNumbered(label, first)
}

// maxLabel is the maximum length of a label of a domain name in bytes (RFC 1035, 2.3.4).
const maxLabel = 63

// isNumbered reports whether other is a name to which avahi renames a machine with the given label:
// "box-2", "box-3", and for "box-2" only "box-3" and above. avahi shortens a label that would become
// too long (avahi_alternative_host_name in avahi-common/alternative.c).
func isNumbered(label, other string) bool {
	base, least := label, 1
	if b, n := cutNumber(label); n > 0 {
		base, least = b, n
	}
	stem, n := cutNumber(other)
	return n > least && stem == base[:min(len(base), maxLabel-len(other)+len(stem))]
}

// maxNumber is the maximum number that isNumbered accepts.
const maxNumber = 999

// cutNumber splits "box-2" into "box" and 2. The number is 0 if label has none.
func cutNumber(label string) (stem string, n int) {
	i := strings.LastIndexByte(label, '-')
	if i < 1 {
		return label, 0
	}
	n, err := strconv.Atoi(label[i+1:])
	if err != nil || n > maxNumber || strconv.Itoa(n) != label[i+1:] {
		return label, 0
	}
	return label[:i], max(n, 0)
}
