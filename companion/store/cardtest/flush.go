package cardtest

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// Flush is a sync in a recording, with the reason why it may be omitted.
type Flush struct {
	Op     int    // index of the sync among the operations
	Name   string // file name; "." for the folder
	Next   int    // index of the next sync of the same data, or the number of operations
	Reason string // reason why nothing is lost without this sync; "" if something may be lost
}

// Reasons why nothing is lost without a sync of an SQLite database. SQLite syncs more often
// than its promises need.
const (
	Idle     = "nothing was written since the previous sync"
	Repeated = "the next sync follows before any write or answer"
	NewFile  = "only this new file was written; it shows itself how far it is complete, and no answer depends on it"
	Unnamed  = "only files without a synced name were written, and no answer depends on them"
	Appended = "the log's checksums end it where data is missing, and no answer depends on data after that"
	Covered  = "the writes over the old log leave all of its transactions or none, and no answer depends on them"
	InLog    = "the log contains all of it until the next sync"
)

// Flushes returns all syncs of the recording, in order.
func (r *Replay) Flushes() (all []Flush) {
	c, last := newCard(r.Before, nil), map[string]int{}
	for n, o := range r.Ops {
		if o.Kind == Sync {
			f := Flush{Op: n, Name: o.Name, Next: r.next(n)}
			f.Reason = r.reason(c, f, last[o.Name])
			all = append(all, f)
			last[o.Name] = n
		}
		c.apply(n, o)
	}
	return all
}

// Without replays the recording without the effect of the sync f and returns the faults up to
// the first one found. It tries cuts at every place between f and the next sync of the same
// data. cuts is the minimum number of cuts. If f had no effect in the recording, Without returns
// nil at once.
func (r *Replay) Without(f Flush, cuts int) []Fault {
	if f.Reason == Idle {
		return nil
	}
	p := Plan{From: f.Op + 1, To: f.Next, Lost: func(op int) bool { return op == f.Op }, Stop: true}
	lost := r.Run(p).Faults // cuts without a seed are the quickest
	if p.Cuts = cuts; lost == nil {
		lost = r.Run(p).Faults
	}
	return lost
}

// next returns the index of the next sync of the same data as sync n. This is a sync of the same
// file, or of the folder if the file is removed. If there is none, next returns the number of
// operations.
func (r *Replay) next(n int) int {
	name, gone := r.Ops[n].Name, false
	for n++; n < len(r.Ops); n++ {
		switch o := r.Ops[n]; {
		case o.Kind == Remove && o.Name == name:
			gone = true
		case o.Kind == Sync && (o.Name == name || gone && o.Name == "."):
			return n
		}
	}
	return n
}

// reason returns the reason why nothing is lost without the sync f, or "" if something may be
// lost. c is the card before the sync. last is the index of the previous sync of the same file.
func (r *Replay) reason(c *card, f Flush, last int) string {
	promised, here := r.least(false)[f.Next], r.latest[f.Op]
	file := c.now[f.Name]
	switch {
	case c.idle(f.Name):
		return Idle
	case r.onlySyncs(f):
		return Repeated
	case f.Name == ".":
		if c.creates() && r.writesOnly(f, c.unnamed) && promised <= r.latest[c.unsynced[0].op] {
			return Unnamed
		}
	case len(file.synced) == 0 && promised <= here && r.writesOnly(f, f.is):
		return NewFile
	case strings.HasSuffix(f.Name, wal):
		return r.logReason(file, f, promised, r.latest[last])
	case c.now[f.Name+wal] != nil && !r.restarted(f):
		return InLog
	}
	return ""
}

// logReason returns the reason why nothing is lost without the sync f of a log, or "" if
// something may be lost. promised is the newest state that an answer promises before the next
// sync. synced is the newest state that is certain to be on the card.
func (r *Replay) logReason(log *file, f Flush, promised, synced int) string {
	here, alone := r.latest[f.Op], r.writesOnly(f, f.is)
	head := slices.ContainsFunc(log.unsynced, func(e edit) bool { return e.at < walHead })
	switch {
	case !head && promised <= synced && (alone || here == synced):
		return Appended
	case head && promised <= here && alone:
		if ends := Transactions(log.synced); len(ends) < 2 || r.end(f) <= ends[0] {
			return Covered
		}
	}
	return ""
}

// Sizes and names in the format of SQLite's log: sqlite.org/fileformat2.html, The Write-Ahead
// Log.
const (
	wal       = "-wal"
	walHead   = 32 // size of the header of the log in bytes
	frameHead = 24 // size of the header before each page in bytes
)

func (f Flush) is(name string) bool { return name == f.Name }

// unnamed reports whether name is not certain to be on the card.
func (c *card) unnamed(name string) bool { return c.synced[name] == nil }

// writesOnly reports whether match returns true for the name of every file that is changed
// between f and the next sync of the same data. It returns false if a file is renamed.
func (r *Replay) writesOnly(f Flush, match func(name string) bool) bool {
	for _, o := range r.Ops[f.Op:f.Next] {
		if o.Kind != Sync && o.Kind != Answer && (!match(o.Name) || o.Kind == Rename) {
			return false
		}
	}
	return true
}

// onlySyncs reports whether all operations from f until the next sync of the same data are
// syncs.
func (r *Replay) onlySyncs(f Flush) bool {
	return f.Next < len(r.Ops) && !slices.ContainsFunc(r.Ops[f.Op:f.Next], func(o Op) bool { return o.Kind != Sync })
}

// restarted reports whether the log of the database f.Name is restarted or removed before the
// next sync of the database.
func (r *Replay) restarted(f Flush) bool {
	for _, o := range r.Ops[f.Op:f.Next] {
		if o.Name == f.Name+wal && (o.Kind == Remove || o.Kind == Rename || o.Kind == Write && o.At < walHead) {
			return true
		}
	}
	return false
}

// end returns the offset after the last byte that is written to the file of f before the next
// sync of the same data.
func (r *Replay) end(f Flush) (end int) {
	for _, o := range r.Ops[f.Op:f.Next] {
		if o.Kind == Write && o.Name == f.Name {
			end = max(end, int(o.At)+len(o.Data))
		}
	}
	return end
}

// creates reports whether all unsynced changes of names only add names.
func (c *card) creates() bool {
	for _, n := range c.unsynced {
		if n.old != "" {
			return false
		}
	}
	return true
}

// Transactions returns the offsets, in bytes, at which the transactions in a log of SQLite end.
// A transaction ends with a frame that gives the size of the database. Transactions stops at the
// first wrong checksum. It ignores a frame that repeats the previous one to fill a block.
func Transactions(log []byte) (ends []int) {
	if len(log) < walHead {
		return nil
	}
	var order binary.ByteOrder = binary.LittleEndian
	if log[3]&1 != 0 {
		order = binary.BigEndian
	}
	size := frameHead + int(binary.BigEndian.Uint32(log[8:]))
	sum, last := [2]uint32{binary.BigEndian.Uint32(log[24:]), binary.BigEndian.Uint32(log[28:])}, []byte{}
	for at := walHead; at+size <= len(log); at += size {
		frame := log[at:][:size]
		page := slices.Concat(frame[:8], frame[frameHead:])
		sum = checksum(sum, page, order)
		if binary.BigEndian.Uint32(frame[16:]) != sum[0] || binary.BigEndian.Uint32(frame[20:]) != sum[1] {
			break
		}
		if binary.BigEndian.Uint32(page[4:]) != 0 && !bytes.Equal(page, last) {
			ends = append(ends, at+size)
		}
		last = page
	}
	return ends
}

// checksum returns the checksum of a log after the bytes over, where sum is the checksum before
// them. The length of over is a multiple of 8.
func checksum(sum [2]uint32, over []byte, order binary.ByteOrder) [2]uint32 {
	for ; len(over) > 0; over = over[8:] {
		sum[0] += order.Uint32(over) + sum[1]
		sum[1] += order.Uint32(over[4:]) + sum[0]
	}
	return sum
}
