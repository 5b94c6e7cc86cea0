package health

import (
	"time"

	"tabletop/companion/checkup"
)

// cramped is the free space, in bytes, below which the card is a fault; a season of matches needs
// less. full is the free space, in bytes, below which the fault is bad: a database that cannot
// grow by that size loses the evening.
const (
	cramped = 64 << 20
	full    = 8 << 20
)

// Cramped reports whether little space is free: less than the constant cramped, or less than a
// twentieth of the disk. A card with less free space rewrites the same cells and is slow.
func (d Disk) Cramped() bool { return d.Free < cramped || d.Free < d.Size/20 }

// Full reports whether so little space is free that matches may be lost.
func (d Disk) Full() bool { return d.Free < full }

// sluggish is the maximum normal duration of storing a change, for 99 of 100 changes. People notice
// longer durations at the panel.
const sluggish = 500 * time.Millisecond

// Slow reports whether people notice how long changes take to store.
func (p Pace) Slow() bool { return p.Keeps > 0 && p.P99 > sluggish }

// Card returns the finding about the disk of the state folder, usually a memory card: the worst
// fault, if there are several.
func (m Machine) Card() checkup.Finding {
	finding := func(state checkup.State, key string) checkup.Finding {
		return checkup.Finding{Topic: "card", State: state, Key: "card." + key}
	}
	if m.Disk == nil {
		return finding(checkup.Unknown, "unread")
	}
	disk, err := m.Disk(m.Folder)
	switch {
	case err != nil:
		return finding(checkup.Unknown, "unread")
	case disk.ReadOnly:
		return finding(checkup.Bad, "readonly")
	case disk.Full():
		return finding(checkup.Bad, "full")
	case m.Errors() > 0:
		return finding(checkup.Poor, "errors")
	case m.slow():
		return finding(checkup.Poor, "slow")
	case disk.Cramped():
		return finding(checkup.Poor, "cramped")
	}
	return finding(checkup.Fine, "good")
}

// slow reports whether the last evening was slow to store. It returns false if that is unknown.
func (m Machine) slow() bool {
	if m.Pace == nil {
		return false
	}
	pace, err := m.Pace()
	return err == nil && pace.Slow()
}

// Errors returns the number of errors of all ext4 file systems since they were last checked. The
// state folder is on one of them, or the system is.
func (m Machine) Errors() (all int64) {
	for _, file := range m.glob("/sys/fs/ext4/*/errors_count") {
		if n, ok := m.number(file); ok && n > 0 {
			all += n
		}
	}
	return all
}
