package pages

import (
	"encoding/binary"
	"math"
)

// Values of the kind in the header of a page: SQLite file format, section 1.6.
const (
	interiorIndex = 2
	interiorTable = 5
	leafIndex     = 10
	leafTable     = 13
)

// cell is a cell of a page: a row, or a pointer to another page.
type cell struct {
	child      uint32 // number of the page on the left, in interior pages
	rowid      int64  // row number, in tables with row numbers
	size       int    // length of the payload in bytes
	local      []byte // part of the payload inside the page
	over       uint32 // number of the first overflow page; 0 for none
	hasPayload bool   // the cell contains a row, not only a pointer
}

// head returns the offset of the page header in the page. In page 1 the file header comes first.
func (v version) head() int {
	if v.page == 1 {
		return headSize
	}
	return 0
}

// kind returns the kind of the page, from its header.
func (v version) kind() byte { return v.data[v.head()] }

// interior reports whether the page contains pointers to other pages.
func (v version) interior() bool { return v.kind() == interiorIndex || v.kind() == interiorTable }

// right returns the number of the rightmost child of an interior page.
func (v version) right() uint32 { return binary.BigEndian.Uint32(v.data[v.head()+8:]) }

// cells returns the readable cells of a page, and the number of cells that the page should have.
// count is -1 for a page that isn't part of a tree.
func (v version) cells() (cells []cell, count int) {
	at := v.head() + 8
	switch v.kind() {
	case interiorIndex, interiorTable:
		at += 4
	case leafIndex, leafTable:
	default:
		return nil, -1
	}
	count = int(binary.BigEndian.Uint16(v.data[v.head()+3:]))
	if at+2*count > Size {
		return nil, -1
	}
	for i := range count {
		if c, ok := v.cell(int(binary.BigEndian.Uint16(v.data[at+2*i:]))); ok {
			cells = append(cells, c)
		}
	}
	return cells, count
}

// cell reads the cell at an offset of the page. ok is false if there is no valid cell.
func (v version) cell(at int) (c cell, ok bool) {
	if at < v.head()+8 || at >= Size {
		return c, false
	}
	rest, kind := v.data[at:], v.kind()
	if v.interior() {
		if len(rest) < 4 {
			return c, false
		}
		c.child, rest = binary.BigEndian.Uint32(rest), rest[4:]
	}
	size, n := varint(rest)
	if n == 0 {
		return c, false
	}
	rest = rest[n:]
	if kind == interiorTable {
		c.rowid = size
		return c, true
	}
	if kind == leafTable {
		c.rowid, n = varint(rest)
		rest = rest[n:]
		if n == 0 {
			return c, false
		}
	}
	if size <= 0 || size > math.MaxInt32 {
		return c, false
	}
	c.size, c.hasPayload = int(size), true
	return c.takeLocal(rest, kind)
}

// takeLocal returns c with the fields local and over set: SQLite file format, section 1.6,
// B-tree cell format. It returns false if the payload doesn't fit.
func (c cell) takeLocal(rest []byte, kind byte) (cell, bool) {
	most, least := (Size-12)*64/255-23, (Size-12)*32/255-23
	if kind == leafTable {
		most = Size - 35
	}
	local := c.size
	if local > most {
		if local = least + (c.size-least)%(Size-4); local > most {
			local = least
		}
		if local+4 > len(rest) {
			return c, false
		}
		c.over = binary.BigEndian.Uint32(rest[local:])
	}
	if local > len(rest) {
		return c, false
	}
	c.local = rest[:local]
	return c, true
}

// mostPayload is the maximum length, in bytes, of a row that continues in overflow pages.
const mostPayload = 1 << 20

// payload returns the payload of a cell including its overflow pages, or nil if their chain is
// broken.
func (f *File) payload(c cell) []byte {
	if c.over == 0 {
		return c.local
	}
	all, seen := append([]byte(nil), c.local...), map[uint32]bool{}
	for next := c.over; len(all) < c.size; {
		versions := f.versionsOf(next)
		if len(versions) == 0 || seen[next] || c.size > mostPayload {
			return nil
		}
		seen[next] = true
		page := versions[len(versions)-1].data
		all = append(all, page[4:min(Size, 4+c.size-len(all))]...)
		next = binary.BigEndian.Uint32(page)
	}
	return all
}

// varint decodes a variable-length integer of 1 to 9 bytes. It returns the value and its length
// in bytes. The length is 0 if p has no valid integer.
func varint(p []byte) (value int64, n int) {
	var x uint64
	for i, b := range p {
		if i == 8 {
			return int64(x<<8 | uint64(b)), 9
		}
		x = x<<7 | uint64(b&0x7f)
		if b < 0x80 {
			return int64(x), i + 1
		}
	}
	return 0, 0
}

// values decodes a row: SQLite file format, section 2.1. Each value is nil, an int64, a string
// or a []byte. ok is false if the bytes are not a row.
func values(payload []byte) (row []any, ok bool) {
	size, n := varint(payload)
	if n == 0 || size < int64(n) || size > int64(len(payload)) {
		return nil, false
	}
	head, body := payload[n:size], payload[size:]
	for len(head) > 0 {
		kind, n := varint(head)
		if n == 0 || kind < 0 {
			return nil, false
		}
		head = head[n:]
		value, length, ok := valueOf(kind, body)
		if !ok {
			return nil, false
		}
		row, body = append(row, value), body[length:]
	}
	return row, len(row) > 0 && len(body) == 0
}

// valueOf decodes a value at the beginning of body. kind is its SQLite serial type. valueOf
// returns the value with its length in bytes.
func valueOf(kind int64, body []byte) (value any, length int, ok bool) {
	widths := [...]int{0, 1, 2, 3, 4, 6, 8}
	switch {
	case kind == 0:
		return nil, 0, true
	case kind == 8 || kind == 9:
		return kind - 8, 0, true
	case kind < int64(len(widths)) && widths[kind] <= len(body):
		return integer(body[:widths[kind]]), widths[kind], true
	case kind < 12 || (kind-12)/2 > int64(len(body)):
		return nil, 0, false
	}
	length = int(kind-12) / 2
	if kind%2 == 1 {
		return string(body[:length]), length, true
	}
	return body[:length], length, true
}

// integer decodes a big-endian signed integer of up to 8 bytes.
func integer(p []byte) int64 {
	var x int64
	if len(p) > 0 && p[0] >= 0x80 {
		x = -1
	}
	for _, b := range p {
		x = x<<8 | int64(b)
	}
	return x
}
