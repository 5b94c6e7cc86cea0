package doctor

import (
	"errors"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tabletop/companion/checkup"
	"tabletop/games"
)

// fault is a pattern of messages about a failing part.
type fault struct {
	key  string // words key of the fault's meaning, without the prefix of its check
	says *regexp.Regexp
}

// faults holds all patterns about a failing card or disk. The first pattern that matches a line gives
// the meaning of that line.
// The lines come from the kernel's block layer, ext4 and its journal, and mmc.
var faults = []fault{
	{"readonly", regexp.MustCompile(`Remounting filesystem read-only`)},
	{"damaged", regexp.MustCompile(`(EXT4-fs error|Aborting journal|JBD2: .*error).*\b(mmcblk\d|sd[a-z])`)},
	{"garbled", regexp.MustCompile(`\bmmc(blk)?\d+: .*(CRC|error -84)`)},
	{"silent", regexp.MustCompile(`\bmmc(blk)?\d+: .*([Tt]imeout|timed out|error -110)`)},
	{"io", regexp.MustCompile(`\bmmcblk\d+: .*error -\d|(I/O|medium|target) error.*\b(mmcblk\d|sd[a-z])`)},
}

// host matches the beginning of a kernel message about an mmc host, the controller of a card slot.
// The Wi-Fi chip of a Pi and an empty slot also have an mmc host.
var host = regexp.MustCompile(`\bmmc(\d+): `)

// means returns the key of the fault in a kernel message about the card, or "" for any other
// message.
func (s *System) means(line string) string {
	if of := host.FindStringSubmatch(line); of != nil && !s.exists("/sys/block/mmcblk"+of[1]) {
		return ""
	}
	return firstFault(faults, line)
}

// firstFault returns the key of the first of all that matches a line, or "" if none does.
func firstFault(all []fault, line string) string {
	for _, f := range all {
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

// kernelLog returns the kernel's messages since the start of the machine. It returns "" if this
// user may not read any source of the messages. A readable log is never empty. The journal still
// has messages that the kernel's buffer has lost, but is slow to read. kern.log also contains
// earlier starts, which kernelLog omits.
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

// superblock reports errors that the file system remembers from earlier starts, too.
func superblock(s *System) []Finding {
	if s.health().Errors() == 0 {
		return nil
	}
	return found(s.explained("card.errors", checkup.Finding{Topic: "card", State: checkup.Poor, Key: "card.errors"}))
}

func pace(s *System) []Finding {
	if s.Pace == nil {
		return nil
	}
	p, err := s.Pace(s.Folder)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && p.Keeps == 0:
		return nil // no match was played
	case err != nil:
		return found(s.find("card.pace", Absent, "", "doctor.pace.unread", reason(err)))
	case p.Slow():
		f := s.explained("card.pace", checkup.Finding{Topic: "card", State: checkup.Poor, Key: "card.slow"})
		f.Says += " " + s.Words.Word("doctor.pace.slow", p.Day, milliseconds(p.P99), milliseconds(p.Worst))
		return found(f)
	}
	return found(s.find("card.pace", OK, "", "doctor.pace", p.Day, milliseconds(p.P99)))
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
