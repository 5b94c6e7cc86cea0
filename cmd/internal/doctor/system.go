package doctor

import (
	"io/fs"
	"net/netip"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/health"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/words"
	"tabletop/drivers/keys"
)

// System is the machine that the checks examine. [This] returns the System of the machine it runs
// on.
type System struct {
	Words *words.Catalogue

	Files        fs.FS                                                      // root folder of the machine; its paths have no leading slash, such as "dev/i2c-1"
	Access       func(path string, write bool) error                        // returns an error if this user may not read a path, or, if write is set, may not write to the path
	Disk         func(path string) (Disk, error)                            // returns the file system of a folder
	Run          func(command string, args ...string) (out string, e error) // runs a program of this machine and returns its output
	Synced       func() bool                                                // reports whether the kernel's clock follows another clock
	Pace         func(folder string) (Pace, error)                          // returns the pace of the store in a state folder; nil if unknown
	Chip         func(folder string) (string, error)                        // returns the panel's chip chosen in a state folder; nil if unknown
	PaperOut     func(node string) (bool, error)                            // reports whether a USB printer says that its paper is used up; nil if unknown
	DeviceAccess func() ([]DeviceAccess, error)                             // returns the devices as the running companion sees them; nil if unknown
	Country      func() (string, error)                                     // returns the country of the kernel's rules for Wi-Fi, see [regdom.Country]; nil if unknown
	Dial         func(host string) (netip.Addr, error)                      // connects to host:port and returns the IP address reached
	Now          time.Time
	User         User

	Host wiring.Host
	// Probe checks that the lines of the keys are free on this machine; see [keys.Probe].
	Probe func(keys.Opts) error
	// Line returns the name of the program or driver that uses a GPIO line, or "" for a free line.
	// label is the label of the GPIO chip; "" means the chip of the header. Line returns an error
	// if the line does not exist.
	Line func(chip, name string) (holder string, err error)

	Config    config.Config
	ConfigErr error  // reason why Config is the default; nil if the file was read
	File      string // path of the config file
	Folder    string // path of the state folder
}

// Disk and Pace are the parameters of the checks of package health.
type (
	Disk = health.Disk
	Pace = health.Pace
)

// User is the user of this process.
type User struct {
	ID     int
	Groups []int // ids of the groups of this process
}

// read returns the text of a file, without blanks, line ends and NULs at both ends. It returns ""
// for a missing file.
func (s *System) read(path string) string {
	b, _ := fs.ReadFile(s.Files, rooted(path))
	return strings.Trim(string(b), " \t\r\n\x00")
}

func (s *System) exists(path string) bool {
	_, err := fs.Stat(s.Files, rooted(path))
	return err == nil
}

// glob returns the absolute paths that match a pattern.
func (s *System) glob(pattern string) (paths []string) {
	found, _ := fs.Glob(s.Files, rooted(pattern))
	for _, p := range found {
		paths = append(paths, "/"+p)
	}
	return paths
}

// rooted converts an absolute path to a path in System.Files.
func rooted(p string) string { return strings.TrimPrefix(path.Clean(p), "/") }

// owner returns the ids of a file's user and group. ok is false if they are unknown.
func (s *System) owner(path string) (user, group int, ok bool) {
	info, err := fs.Stat(s.Files, rooted(path))
	if err != nil {
		return 0, 0, false
	}
	return ownerOf(info)
}

// entry is a line of /etc/passwd or /etc/group.
type entry struct {
	name    string
	id      int
	members []string
}

// entries reads /etc/passwd or /etc/group.
func (s *System) entries(file string) (all []entry) {
	for line := range strings.Lines(s.read(file)) {
		f := strings.Split(strings.TrimSpace(line), ":")
		if len(f) < 4 {
			continue
		}
		if id, err := strconv.Atoi(f[2]); err == nil {
			all = append(all, entry{f[0], id, strings.Split(f[3], ",")})
		}
	}
	return all
}

// named returns the entry with an id, or an entry named like the id if there is none.
func (s *System) named(file string, id int) entry {
	all := s.entries(file)
	if i := slices.IndexFunc(all, func(e entry) bool { return e.id == id }); i >= 0 {
		return all[i]
	}
	return entry{name: strconv.Itoa(id), id: id}
}

// raspberry reports whether this is a Raspberry Pi.
func (s *System) raspberry() bool { return s.health().Raspberry() }

func (s *System) model() string { return s.health().Model() }

// bare reports whether the machine has no bus or line for a panel.
func (s *System) bare() bool {
	return !s.raspberry() && len(s.glob("/dev/i2c-*"))+len(s.glob("/dev/gpiochip*"))+len(s.glob("/dev/spidev*")) == 0
}

// service reports whether the companion's systemd unit is installed.
func (s *System) service() bool {
	return slices.ContainsFunc(units, s.exists)
}

// units holds the possible paths of the companion's systemd unit.
var units = []string{
	"/etc/systemd/system/companiond.service",
	"/usr/lib/systemd/system/companiond.service",
	"/lib/systemd/system/companiond.service",
}

// running returns the process id of the running companion, or 0 if none runs.
func (s *System) running() int {
	for _, comm := range s.glob("/proc/[0-9]*/comm") {
		if s.read(comm) == "companiond" {
			pid, _ := strconv.Atoi(path.Base(path.Dir(comm)))
			return pid
		}
	}
	return 0
}

// stop returns the shell line that stops the running companion.
func (s *System) stop() string {
	if strings.Contains(s.read("/proc/"+strconv.Itoa(s.running())+"/cgroup"), "companiond.service") {
		return "sudo systemctl stop companiond"
	}
	return "kill " + strconv.Itoa(s.running())
}

// sudo returns "sudo " if this user may not write to path, and "" otherwise.
func (s *System) sudo(path string) string {
	if s.Access(path, true) == nil || !s.exists(path) && s.Access(s.nearest(path), true) == nil {
		return ""
	}
	return "sudo "
}

// nearest returns the innermost existing folder above the path p.
func (s *System) nearest(p string) string {
	for p = path.Dir(p); p != "/" && p != "." && !s.exists(p); {
		p = path.Dir(p)
	}
	return p
}

var plain = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// quoted returns word in a form that a shell reads as one word, with quotes if they are necessary.
func quoted(word string) string {
	if plain.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
