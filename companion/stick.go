package companion

import (
	"slices"
	"strings"
	"time"

	"tabletop/companion/history"
)

// Events about USB sticks. All work with sticks is done by the daemon.
type (
	// Sticks reports all USB sticks that are plugged in, whenever one is plugged in or pulled out.
	Sticks []Stick
	// Saved answers SaveCopy. Bytes is the size of the backup. Err is the reason why no backup was
	// written. A backup that was written is also reported as BackedUp.
	Saved struct {
		Stick string
		Bytes int64
		Err   error
	}
	// StickRead answers ReadStick with the backups of all boxes on the stick, and the signed
	// packages on it that are newer than the installed one. Their order doesn't matter.
	StickRead struct {
		Stick    string
		Copies   []Copy
		Releases []Release
		Err      error
	}
	// CopyTaken answers TakeCopy. Upload is the name of the uploaded file, and Parcel counts its
	// contents.
	CopyTaken struct {
		Stick, Name string
		Upload      string
		Parcel      history.Parcel
		Err         error
	}
	// ReleaseTaken answers TakeRelease. Upload is the name of the uploaded file.
	ReleaseTaken struct {
		Stick, Name     string
		Upload, Version string
		Err             error
	}
)

// Stick is a USB stick that is plugged in.
type Stick struct {
	UUID  string // identifies the file system of its first usable partition
	Label string // name given by its owner, or else the model; "" if unknown
	Bytes int64  // size of the partition
	Fault string // reason why the box can't use it, StickFormat, StickReadOnly or StickTwice; "" if it can
}

// Copy is a backup on a stick.
type Copy struct {
	Name             string    // path on the stick, for TakeCopy
	Box              string    // name of the box that has written it
	Day              time.Time // day on which it was written; zero if the box's clock was not set
	Matches, Players int
}

// Release is a signed package of this program on a stick, newer than the installed one.
type Release struct {
	Name    string // path on the stick, for TakeRelease
	Version string // version in Debian's form, such as 1.3.0
}

// Reasons why a stick can't be used: keys of the texts for people. Stick.Fault is one of them.
// Errors in Saved, StickRead, CopyTaken and ReleaseTaken are each a [Reasoner] with one of them;
// any other error has a general text.
const (
	StickFormat   = "stick.format"   // the box can't read its file system
	StickReadOnly = "stick.readonly" // it can't be written to: its file system or its switch forbids that
	StickFull     = "stick.full"     // no room is left
	StickPulled   = "stick.pulled"   // it was pulled out meanwhile
	StickDamaged  = "stick.damaged"  // it returns other contents than were written
	StickTwice    = "stick.twice"    // another one has the same UUID
	StickSilent   = "stick.silent"   // it doesn't answer in time, or other work with a stick doesn't end
)

// adopted is the stick that the table has chosen for its backups. A zero adopted means none.
type adopted struct {
	UUID  string `json:"uuid,omitempty"`
	Label string `json:"label,omitempty"`
}

// copies is the state of the backups on sticks. The answers of the daemon may be late, repeated,
// about another stick, or never come: so every wait is only a field here, and a page that shows it
// obeys the key back.
type copies struct {
	sticks   []Stick   // sticks that are plugged in
	saving   string    // UUID of the stick to which a backup is being written; "" if none
	saved    *Saved    // result of the last backup since the start of the daemon; nil if none
	tried    bool      // a backup was begun since the stick was plugged in
	unseen   bool      // saved is a failure that nobody has seen yet
	contents StickRead // contents of the stick that was read last; zero if none
	taking   file      // file on a stick that is being read; zero if none
	upload   string    // uploaded file of the last answer
	offered  string    // UUID of the stick that a new box has offered to restore from
	reminded bool      // the table was reminded of a backup since the start of the daemon
	bedtime  bool      // the last backup was begun by good night
}

// file is a file on a stick: a backup or a package.
type file struct{ stick, name string }

// find returns the plugged stick with this UUID. It returns false if there is none.
func (c copies) find(uuid string) (Stick, bool) {
	i := slices.IndexFunc(c.sticks, func(s Stick) bool { return s.UUID == uuid && uuid != "" })
	if i < 0 {
		return Stick{}, false
	}
	return c.sticks[i], true
}

// replug returns the state after sticks were plugged in or pulled out. Waits for a stick that is
// gone end.
func (c copies) replug(sticks []Stick) copies {
	before := c
	c.sticks = slices.Clone(sticks)
	has := func(uuid string) bool { _, ok := c.find(uuid); return ok }
	if c.saving != "" && !has(c.saving) {
		c = c.finish(Saved{Stick: c.saving, Err: pulled{}})
	}
	if !has(c.contents.Stick) {
		c.contents = StickRead{}
	}
	if !has(c.taking.stick) {
		c.taking = file{}
	}
	if !has(c.offered) {
		c.offered = ""
	}
	for _, s := range c.sticks {
		if _, ok := before.find(s.UUID); !ok {
			c.tried = false
		}
	}
	return c
}

// finish returns the state after a backup was written or has failed. A late answer of a wait that
// has ended already counts if the backup was written.
func (c copies) finish(w Saved) copies {
	if c.saving != w.Stick && w.Err != nil {
		return c
	}
	c.saved, c.unseen = &w, w.Err != nil
	if c.saving == w.Stick {
		c.saving = ""
	}
	return c
}

// newestFirst returns the backups on the stick, the newest first and those without a day last.
func newestFirst(all []Copy) []Copy {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Copy) int {
		if n := b.Day.Compare(a.Day); n != 0 {
			return n
		}
		return strings.Compare(a.Name, b.Name)
	})
	return all
}

// severalBoxes reports whether the backups are of more than one box.
func severalBoxes(all []Copy) bool {
	return slices.ContainsFunc(all, func(c Copy) bool { return c.Box != all[0].Box })
}

// readable reports whether backups can be read from the stick.
func (s Stick) readable() bool { return s.Fault == "" || s.Fault == StickReadOnly }

// pulled is the error of work with a stick that was pulled out.
type pulled struct{}

func (pulled) Error() string  { return "stick: pulled out" }
func (pulled) Reason() string { return StickPulled }

// silent is the error of work with a stick that takes too long.
type silent struct{}

func (silent) Error() string  { return "stick: no answer" }
func (silent) Reason() string { return StickSilent }
