package cardtest

import (
	"maps"
	"slices"
)

// card is the state of a memory card after some operations. It contains synced data, and data
// that may or may not be on the card.
type card struct {
	synced   map[string]*file  // files by their names on the card
	now      map[string]*file  // files by their names that the process sees
	unsynced []naming          // changes of names that lead from synced to now, in order
	lost     func(op int) bool // reports whether sync op has no effect; nil: all syncs have an effect
}

// file is the content of a file: as synced to the card, and as the process sees it.
type file struct {
	synced   []byte
	now      []byte
	unsynced []edit // edits that lead from synced to now, in order
	// failed means that a sync of the file has failed. The kernel marks the lost data as
	// written, so no later sync of this file has any effect.
	failed bool
}

// edit is a write to a file or a truncation of it.
type edit struct {
	op   int
	at   int
	data []byte // bytes written at offset at; nil for a truncation to size at
}

// naming is a change of names in the folder: it removes the name old, if any, and gives file the
// new name, if any.
type naming struct {
	op        int
	old, name string
	file      *file
}

func newCard(before map[string][]byte, lost func(op int) bool) *card {
	c := &card{synced: map[string]*file{}, lost: lost}
	for name, content := range before {
		c.synced[name] = &file{synced: slices.Clone(content), now: slices.Clone(content)}
	}
	c.now = maps.Clone(c.synced)
	return c
}

// apply applies operation o, whose index in the recording is n, to the card.
func (c *card) apply(n int, o Op) {
	switch o.Kind {
	case Create:
		c.rename(naming{op: n, name: o.Name, file: &file{}})
	case Rename:
		c.rename(naming{op: n, old: o.Name, name: o.To, file: c.now[o.Name]})
	case Remove:
		c.rename(naming{op: n, old: o.Name})
	case Write:
		c.now[o.Name].edit(edit{op: n, at: int(o.At), data: o.Data})
	case Truncate:
		c.now[o.Name].edit(edit{op: n, at: int(o.At)})
	case Fail:
		c.now[o.Name].failed = true
	case Sync:
		if c.lost == nil || !c.lost(n) {
			c.sync(o)
		}
	}
}

func (c *card) rename(n naming) {
	n.apply(c.now)
	c.unsynced = append(c.unsynced, n)
}

// apply makes the change n in names.
func (n naming) apply(names map[string]*file) {
	delete(names, n.old)
	if n.name != "" {
		names[n.name] = n.file
	}
}

func (c *card) sync(o Op) {
	if o.Name == "." {
		for len(c.unsynced) > 0 && c.unsynced[0].op < o.Began {
			c.unsynced[0].apply(c.synced)
			c.unsynced = c.unsynced[1:]
		}
		return
	}
	f := c.now[o.Name]
	for !f.failed && len(f.unsynced) > 0 && f.unsynced[0].op < o.Began {
		f.synced = f.unsynced[0].apply(f.synced)
		f.unsynced = f.unsynced[1:]
	}
}

// idle reports whether a sync of the file with this name would have no effect.
func (c *card) idle(name string) bool {
	if name == "." {
		return len(c.unsynced) == 0
	}
	return len(c.now[name].unsynced) == 0
}

// settled reports whether all data and names are synced.
func (c *card) settled() bool {
	for _, f := range c.now {
		if len(f.unsynced) > 0 {
			return false
		}
	}
	return len(c.unsynced) == 0
}

func (f *file) edit(e edit) {
	f.now = e.apply(f.now)
	f.unsynced = append(f.unsynced, e)
}

// apply returns content after the edit. It changes content in place if the result fits.
func (e edit) apply(content []byte) []byte {
	end := e.end()
	switch {
	case e.data == nil && end <= len(content):
		return content[:end]
	case end > len(content):
		content = append(content, make([]byte, end-len(content))...)
	}
	copy(content[e.at:], e.data)
	return content
}

func (e edit) end() int { return e.at + len(e.data) }
