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
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/words"
	"tabletop/drivers/keys"
)

// System is a machine as the checks see it. [This] is the one we run on.
type System struct {
	Words *words.Catalogue

	Files  fs.FS                                                      // the root folder: "dev/i2c-1"
	Access func(path string, write bool) error                        // whether this user may, as the kernel says it
	Disk   func(path string) (Disk, error)                            // below a folder
	Run    func(command string, args ...string) (out string, e error) // a program of this machine
	Synced func() bool                                                // the kernel's clock follows another
	Pace   func(folder string) (Pace, error)                          // of the store in it; nil where nobody tells
	Chip   func(folder string) (string, error)                        // that the panel was taken for; nil where nobody tells
	Seen   func() ([]Seen, error)                                     // what the running companion sees; nil where nobody tells
	Dial   func(host string) (netip.Addr, error)                      // reaches a host:port, and says which address it was
	Now    time.Time
	User   User

	Host wiring.Host
	// Probe is [keys.Probe] on this machine's lines.
	Probe func(keys.Opts) error
	// Line tells who holds a line of the GPIO chip of that label ("" is the header's),
	// "" if nobody; the error says that there is no such line.
	Line func(chip, name string) (holder string, err error)

	Config    config.Config
	ConfigErr error  // why it is the default's
	File      string // of the config
	Folder    string // of the state
}

// Disk is the file system of a folder.
type Disk struct {
	Free, Size uint64 // bytes that users may have
	ReadOnly   bool
}

// User is who runs us.
type User struct {
	ID     int
	Groups []int // of this process
}

// read returns what a file holds, without the blanks and NULs around it; "" where
// it isn't there.
func (s *System) read(path string) string {
	b, _ := fs.ReadFile(s.Files, rooted(path))
	return strings.Trim(string(b), " \t\r\n\x00")
}

func (s *System) exists(path string) bool {
	_, err := fs.Stat(s.Files, rooted(path))
	return err == nil
}

// glob lists what matches, with the slash it begins with.
func (s *System) glob(pattern string) (paths []string) {
	found, _ := fs.Glob(s.Files, rooted(pattern))
	for _, p := range found {
		paths = append(paths, "/"+p)
	}
	return paths
}

// rooted is a path in Files.
func rooted(p string) string { return strings.TrimPrefix(path.Clean(p), "/") }

// owner returns the numbers of a file's user and group.
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

// named returns the entry with a number.
func (s *System) named(file string, id int) entry {
	all := s.entries(file)
	if i := slices.IndexFunc(all, func(e entry) bool { return e.id == id }); i >= 0 {
		return all[i]
	}
	return entry{name: strconv.Itoa(id), id: id}
}

// raspberry reports whether this is a Raspberry Pi.
func (s *System) raspberry() bool { return strings.Contains(s.model(), "Raspberry Pi") }

func (s *System) model() string { return s.read("/proc/device-tree/model") }

// bare reports whether there is nothing a panel could hang on.
func (s *System) bare() bool {
	return !s.raspberry() && len(s.glob("/dev/i2c-*"))+len(s.glob("/dev/gpiochip*"))+len(s.glob("/dev/spidev*")) == 0
}

// service reports whether systemd starts the companion here.
func (s *System) service() bool {
	return slices.ContainsFunc(units, s.exists)
}

// units are where its unit may lie.
var units = []string{
	"/etc/systemd/system/companiond.service",
	"/usr/lib/systemd/system/companiond.service",
	"/lib/systemd/system/companiond.service",
}

// running returns the number of the companion's process, or 0.
func (s *System) running() int {
	for _, comm := range s.glob("/proc/[0-9]*/comm") {
		if s.read(comm) == "companiond" {
			pid, _ := strconv.Atoi(path.Base(path.Dir(comm)))
			return pid
		}
	}
	return 0
}

// stop is the line that ends the running companion.
func (s *System) stop() string {
	if strings.Contains(s.read("/proc/"+strconv.Itoa(s.running())+"/cgroup"), "companiond.service") {
		return "sudo systemctl stop companiond"
	}
	return "kill " + strconv.Itoa(s.running())
}

// sudo begins a line that writes to path, if this user may not.
func (s *System) sudo(path string) string {
	if s.Access(path, true) == nil || !s.exists(path) && s.Access(s.nearest(path), true) == nil {
		return ""
	}
	return "sudo "
}

// nearest is the innermost folder above a path that is there.
func (s *System) nearest(p string) string {
	for p = path.Dir(p); p != "/" && p != "." && !s.exists(p); {
		p = path.Dir(p)
	}
	return p
}

var plain = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// quoted is a word for a shell.
func quoted(word string) string {
	if plain.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
