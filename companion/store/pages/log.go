package pages

import "encoding/binary"

// The log: sections 4.1 and 4.2.
const (
	logHead   = 32 // bytes
	frameHead = 24 // bytes before a page in the log
)

// walLog is a write-ahead log.
type walLog struct {
	frames   []frame
	live     int    // how many of them SQLite reads: whole transactions from the first on
	size     uint32 // of the database after those, in pages
	headless bool   // its head is damaged
}

// frame is a page in the log.
type frame struct {
	page     uint32
	size     uint32 // of the database in pages, in the last frame of a transaction; else 0
	data     []byte
	sameSalt bool // its salt is that of the log, or of the frame before where the log has no head
	valid    bool // its checksum is right after all frames before it
	intact   bool // its checksum is right after what the frame before it says
}

// checksum is that of the log: two words, continued from frame to frame.
type checksum struct {
	order  binary.ByteOrder
	s0, s1 uint32
}

// add continues the checksum with data, whose length is a multiple of 8 bytes.
func (c checksum) add(data []byte) checksum {
	for ; len(data) >= 8; data = data[8:] {
		c.s0 += c.order.Uint32(data) + c.s1
		c.s1 += c.order.Uint32(data[4:]) + c.s0
	}
	return c
}

// stored is the checksum that stands at p.
func (c checksum) stored(p []byte) checksum {
	c.s0, c.s1 = binary.BigEndian.Uint32(p), binary.BigEndian.Uint32(p[4:])
	return c
}

// readLog reads all frames of a log. A log that is younger than its frames, since it was
// begun anew from its start, has frames of another salt at its end: they aren't taken.
func readLog(log []byte) (l walLog) {
	if len(log) < logHead+frameHead+Size {
		return l
	}
	sum := checksum{order: binary.LittleEndian}
	if binary.BigEndian.Uint32(log) == 0x377f0683 { // else as all boxes write it
		sum.order = binary.BigEndian
	}
	counted, said := sum.add(log[:24]), sum.stored(log[24:])
	l.headless = counted != said || binary.BigEndian.Uint32(log)&^1 != 0x377f0682 ||
		binary.BigEndian.Uint32(log[4:]) != 3007000 || binary.BigEndian.Uint32(log[8:]) != Size
	salt := string(log[16:24])
	if l.headless {
		salt = saltOf(log, sum)
	}
	chained := !l.headless
	for at := logHead; at+frameHead+Size <= len(log); at += frameHead + Size {
		head, data := log[at:][:frameHead], log[at+frameHead:][:Size]
		f := frame{page: binary.BigEndian.Uint32(head), size: binary.BigEndian.Uint32(head[4:]), data: data}
		f.sameSalt = string(head[8:16]) == salt
		here := said.stored(head[16:])
		fromSaid, fromCounted := said.add(head[:8]).add(data), counted.add(head[:8]).add(data)
		f.intact = f.sameSalt && (fromSaid == here || fromCounted == here)
		chained = chained && f.sameSalt && fromSaid == here
		f.valid = chained
		counted, said = fromCounted, here
		if fromSaid == here {
			counted = fromSaid
		}
		l.frames = append(l.frames, f)
	}
	l.count()
	return l
}

// saltOf is that of the first frame whose checksum follows from the frame before, in a log
// whose own head is damaged.
func saltOf(log []byte, sum checksum) string {
	before := log[24:]
	for at := logHead; at+frameHead+Size <= len(log); at += frameHead + Size {
		head := log[at:][:frameHead]
		if sum.stored(before).add(head[:8]).add(log[at+frameHead:][:Size]) == sum.stored(head[16:]) {
			return string(head[8:16])
		}
		before = head[16:]
	}
	return ""
}

// count finds the whole transactions that SQLite reads.
func (l *walLog) count() {
	for i, f := range l.frames {
		if !f.valid {
			return
		}
		if f.size > 0 {
			l.live, l.size = i+1, f.size
		}
	}
}

// rotten reports whether, behind the transaction that breaks off, two others end. One may
// be what an earlier power cut has left, under a younger one that was cut, too. The last
// page of a transaction may stand there several times, to fill a block.
func (l walLog) rotten() bool {
	ends, whole, last := 0, 0, uint32(0)
	for _, f := range l.frames[l.live:] {
		if !f.sameSalt {
			continue
		}
		if f.size > 0 && f.page != last {
			ends++
			if f.intact && (ends > 1 || l.headless) {
				whole++
			}
		}
		if last = 0; f.size > 0 {
			last = f.page
		}
	}
	return whole > 1
}

// last is the place of the last frame that is intact.
func (l walLog) last() int {
	at := -1
	for i, f := range l.frames {
		if f.intact {
			at = i
		}
	}
	return at
}

// unbroken reports whether all frames of a log without a head hang together.
func (l walLog) unbroken() bool {
	for _, f := range l.frames {
		if !f.sameSalt {
			return true
		}
		if !f.intact {
			return false
		}
	}
	return true
}
