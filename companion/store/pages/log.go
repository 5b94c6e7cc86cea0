package pages

import "encoding/binary"

// Sizes in the format of the log: SQLite file format, sections 4.1 and 4.2.
const (
	logHead   = 32 // size of the header of the log in bytes
	frameHead = 24 // size of the header before each page in bytes
)

// walLog is the contents of a write-ahead log.
type walLog struct {
	frames   []frame
	live     int    // number of leading frames that SQLite reads: those of complete transactions
	size     uint32 // size of the database after the live frames, in pages
	headless bool   // the header of the log is damaged
}

// frame is a page in the log, with the data of its header.
type frame struct {
	page     uint32
	size     uint32 // size of the database in pages, in the last frame of a transaction; else 0
	data     []byte
	sameSalt bool // the salt is that of the log's header; for a damaged header, see saltOf
	valid    bool // the checksums of this frame and of all frames before it are right
	intact   bool // the salt is right, and the checksum continues that of the previous frame
}

// checksum is the running checksum of a log: two words that continue from frame to frame.
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

// stored returns the checksum with the words stored at the beginning of p.
func (c checksum) stored(p []byte) checksum {
	c.s0, c.s1 = binary.BigEndian.Uint32(p), binary.BigEndian.Uint32(p[4:])
	return c
}

// readLog reads the frames of a log. When SQLite restarts a log, older frames with another salt
// remain at its end. For these frames sameSalt is false.
func readLog(log []byte) (l walLog) {
	if len(log) < logHead+frameHead+Size {
		return l
	}
	sum := checksum{order: binary.LittleEndian}
	if binary.BigEndian.Uint32(log) == 0x377f0683 { // else little-endian, as on all boxes
		sum.order = binary.BigEndian
	}
	computed, recorded := sum.add(log[:24]), sum.stored(log[24:])
	l.headless = computed != recorded || binary.BigEndian.Uint32(log)&^1 != 0x377f0682 ||
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
		here := recorded.stored(head[16:])
		fromRecorded, fromComputed := recorded.add(head[:8]).add(data), computed.add(head[:8]).add(data)
		f.intact = f.sameSalt && (fromRecorded == here || fromComputed == here)
		chained = chained && f.sameSalt && fromRecorded == here
		f.valid = chained
		computed, recorded = fromComputed, here
		if fromRecorded == here {
			computed = fromRecorded
		}
		l.frames = append(l.frames, f)
	}
	l.count()
	return l
}

// saltOf returns the salt of the first frame whose checksum continues that of the frame before.
// It is used when the header of the log is damaged. It returns "" if there is no such frame.
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

// count sets live and size from the complete transactions that SQLite reads.
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

// rotten reports whether more than one complete transaction follows the first broken
// transaction. One complete transaction may be left from an earlier power cut, under a younger,
// interrupted transaction. The last page of a transaction may be repeated to fill a block.
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

// last returns the index of the last intact frame, or -1 if there is none.
func (l walLog) last() int {
	at := -1
	for i, f := range l.frames {
		if f.intact {
			at = i
		}
	}
	return at
}

// unbroken reports whether all frames of a log with a damaged header are intact, up to the first
// frame with another salt.
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
