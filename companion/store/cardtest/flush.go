package cardtest

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// Flush is a sync of a recording.
type Flush struct {
	Op   int    // its number
	Name string // of the file, "." of the folder
	Next int    // the number of the sync that brings all that this one has to bring, or of all operations
	Why  string // why nothing is lost without it; "" if something may be
}

// Why a sync of a database of SQLite may be missing: SQLite syncs more than its promises
// need.
const (
	Idle     = "nothing was written since the last"
	Again    = "the next follows before anything is written or answered"
	Begun    = "nothing but that new file was written, which says itself how far it is whole, and nobody was told"
	Unnamed  = "nothing but files without a name was written, which are none, and nobody was told"
	Appended = "the log's checksums end it where something is missing, and nobody was told of what is behind"
	Covered  = "what is written over the old log leaves all of its transactions or none, and nobody was told"
	Held     = "the log has all of it until the next"
)

// Flushes are all syncs.
func (r *Replay) Flushes() (all []Flush) {
	c, last := newCard(r.Before, nil), map[string]int{}
	for n, o := range r.Ops {
		if o.Kind == Sync {
			f := Flush{Op: n, Name: o.Name, Next: r.next(n)}
			f.Why = r.why(c, f, last[o.Name])
			all = append(all, f)
			last[o.Name] = n
		}
		c.do(n, o)
	}
	return all
}

// Without tries what is lost without a sync, until something is: every place up to the
// next, and so many cuts in all. Without an idle one all is as with it.
func (r *Replay) Without(f Flush, cuts int) []Fault {
	if f.Why == Idle {
		return nil
	}
	p := Plan{From: f.Op + 1, To: f.Next, Lost: func(op int) bool { return op == f.Op }, Stop: true}
	lost := r.Run(p).Faults // the quickest to find
	if p.Cuts = cuts; lost == nil {
		lost = r.Run(p).Faults
	}
	return lost
}

// next is the next sync of what was synced, or the one that brings its end.
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

// why says why a sync may be missing, the last of the same being that with the number
// last.
func (r *Replay) why(c *card, f Flush, last int) string {
	told, here := r.least(false)[f.Next], r.latest[f.Op]
	file := c.now[f.Name]
	switch {
	case c.idle(f.Name):
		return Idle
	case r.onlySyncs(f):
		return Again
	case f.Name == ".":
		if c.creates() && r.writesOnly(f, c.unnamed) && told <= r.latest[c.loose[0].op] {
			return Unnamed
		}
	case len(file.sure) == 0 && told <= here && r.writesOnly(f, f.is):
		return Begun
	case strings.HasSuffix(f.Name, wal):
		return r.whyLog(file, f, told, r.latest[last])
	case c.now[f.Name+wal] != nil && !r.restarted(f):
		return Held
	}
	return ""
}

// whyLog says why a sync of a log may be missing. The state of the last is surely there.
func (r *Replay) whyLog(log *file, f Flush, told, sure int) string {
	here, alone := r.latest[f.Op], r.writesOnly(f, f.is)
	head := slices.ContainsFunc(log.loose, func(e edit) bool { return e.at < walHead })
	switch {
	case !head && told <= sure && (alone || here == sure):
		return Appended
	case head && told <= here && alone:
		if ends := Transactions(log.sure); len(ends) < 2 || r.end(f) <= ends[0] {
			return Covered
		}
	}
	return ""
}

// The format of SQLite's log: sqlite.org/fileformat2.html, The Write-Ahead Log.
const (
	wal       = "-wal"
	walHead   = 32 // bytes
	frameHead = 24 // bytes, before each page
)

func (f Flush) is(name string) bool { return name == f.Name }

// unnamed reports whether a file is not surely there.
func (c *card) unnamed(name string) bool { return c.names[name] == nil }

// writesOnly reports whether until the next sync nothing but files of some names is
// changed.
func (r *Replay) writesOnly(f Flush, those func(name string) bool) bool {
	for _, o := range r.Ops[f.Op:f.Next] {
		if o.Kind != Sync && o.Kind != Answer && (!those(o.Name) || o.Kind == Rename) {
			return false
		}
	}
	return true
}

// onlySyncs reports whether until the next sync nothing is done but other syncs.
func (r *Replay) onlySyncs(f Flush) bool {
	return f.Next < len(r.Ops) && !slices.ContainsFunc(r.Ops[f.Op:f.Next], func(o Op) bool { return o.Kind != Sync })
}

// restarted reports whether the log of a database begins anew, or goes, until the next
// sync.
func (r *Replay) restarted(f Flush) bool {
	for _, o := range r.Ops[f.Op:f.Next] {
		if o.Name == f.Name+wal && (o.Kind == Remove || o.Kind == Rename || o.Kind == Write && o.At < walHead) {
			return true
		}
	}
	return false
}

// end is how far a file is written until the next sync.
func (r *Replay) end(f Flush) (end int) {
	for _, o := range r.Ops[f.Op:f.Next] {
		if o.Kind == Write && o.Name == f.Name {
			end = max(end, int(o.At)+len(o.Data))
		}
	}
	return end
}

// creates reports whether all names that aren't synced are new.
func (c *card) creates() bool {
	for _, n := range c.loose {
		if n.old != "" {
			return false
		}
	}
	return true
}

// Transactions are where those of a log of SQLite end, in bytes: with the frames that tell
// the size of the database, up to the first whose checksum is wrong. A frame that repeats
// the one before only fills a block.
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

// checksum goes on with that of a log, over a multiple of 8 bytes.
func checksum(sum [2]uint32, over []byte, order binary.ByteOrder) [2]uint32 {
	for ; len(over) > 0; over = over[8:] {
		sum[0] += order.Uint32(over) + sum[1]
		sum[1] += order.Uint32(over[4:]) + sum[0]
	}
	return sum
}
