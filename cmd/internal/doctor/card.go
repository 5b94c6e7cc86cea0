package doctor

import (
	"errors"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tabletop/games"
)

// fault is what the kernel says of a card or disk that fails.
type fault struct {
	key  string // of what that means, below doctor.card
	says *regexp.Regexp
}

// faults are all that are counted; the first that fits a line is what it means. The
// lines are those of the kernel's block layer, ext4 and its journal, and mmc.
var faults = []fault{
	{"readonly", regexp.MustCompile(`Remounting filesystem read-only`)},
	{"damaged", regexp.MustCompile(`(EXT4-fs error|Aborting journal|JBD2: .*error).*\b(mmcblk\d|sd[a-z])`)},
	{"garbled", regexp.MustCompile(`\bmmc(blk)?\d+: .*(CRC|error -84)`)},
	{"silent", regexp.MustCompile(`\bmmc(blk)?\d+: .*([Tt]imeout|timed out|error -110)`)},
	{"io", regexp.MustCompile(`\bmmcblk\d+: .*error -\d|(I/O|medium|target) error.*\b(mmcblk\d|sd[a-z])`)},
}

// host is what a message of an mmc host begins with. The Wi-Fi of a Pi has one too,
// and a slot without a card.
var host = regexp.MustCompile(`\bmmc(\d+): `)

// means tells what a line of the kernel's log means for the card, "" if nothing.
func (s *System) means(line string) string {
	if of := host.FindStringSubmatch(line); of != nil && !s.exists("/sys/block/mmcblk"+of[1]) {
		return ""
	}
	for _, f := range faults {
		if f.says.MatchString(line) {
			return f.key
		}
	}
	return ""
}

func card(s *System) []Finding {
	log := s.kernelLog()
	if log == "" {
		const show = `sudo dmesg | grep -E 'mmc|I/O error|EXT4-fs|JBD2'`
		return found(s.find("card", Absent, show, "doctor.card.unread"))
	}
	count, latest := 0, ""
	for line := range strings.Lines(log) {
		if key := s.means(line); key != "" {
			count, latest = count+1, "#doctor.card."+key
		}
	}
	if count == 0 {
		return found(s.find("card", OK, "", "doctor.card"))
	}
	says := s.Words.Say(games.Count("doctor.card.errors", count, latest), nil)
	return found(Finding{Check: "card", State: Warn, Says: says})
}

// kernelLog is what the kernel said since it was started, "" if this user may read
// none of the places where that is: it never says nothing. The journal has what the
// kernel itself may have forgotten, but takes long to read; kern.log has what it said
// before, too.
func (s *System) kernelLog() string {
	for _, command := range []string{"dmesg", "journalctl -k -q --no-pager"} {
		args := strings.Fields(command)
		if log, _ := s.Run(args[0], args[1:]...); log != "" {
			return log
		}
	}
	log := s.read("/var/log/kern.log")
	return log[max(strings.LastIndex(log, " Linux version "), 0):]
}

// Pace is how long the changes of the last evening took to keep.
type Pace struct {
	Keeps           int // transactions
	P50, P99, Worst time.Duration
	Day             string // on which the evening began
}

// sluggish is when one change in a hundred takes longer: it is seen at the panel.
const sluggish = 500 * time.Millisecond

func pace(s *System) []Finding {
	if s.Pace == nil {
		return nil
	}
	p, err := s.Pace(s.Folder)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && p.Keeps == 0:
		return nil // nothing was played
	case err != nil:
		return found(s.find("card.pace", Absent, "", "doctor.pace.unread", reason(err)))
	case p.P99 > sluggish:
		return found(s.find("card.pace", Warn, "", "doctor.pace.slow", p.Day, milliseconds(p.P99), milliseconds(p.Worst)))
	}
	return found(s.find("card.pace", OK, "", "doctor.pace", p.Day, milliseconds(p.P99)))
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
