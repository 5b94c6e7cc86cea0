package pages

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Size is that of a page, in bytes.
const Size = 4096

// File is a database with its log.
type File struct {
	main   []byte
	log    walLog
	before []version      // of pages in the log, when nobody knows their age: its head is damaged, and more
	after  []version      // of pages in the log, in its order
	lost   map[uint32]int // the age of the last version of a page that the log has lost; 0: of who knows which
}

// version is what a page was at some time.
type version struct {
	page uint32 // from 1
	age  int    // the higher, the younger
	data []byte // Size bytes
}

// Read takes the bytes of a database and of its log, either of which may be cut off,
// damaged or missing. They must not change as long as the file is used.
func Read(main, log []byte) *File {
	f := &File{main: main, log: readLog(log), lost: map[uint32]int{}}
	last := f.log.last()
	for i, frame := range f.log.frames {
		v := version{page: frame.page, age: i + 1, data: frame.data}
		switch {
		case !frame.intact && i < last && frame.sameSalt:
			f.lost[frame.page] = v.age
		case !frame.intact && i < last:
			f.lost[0] = v.age
		case !frame.intact || frame.page == 0:
		case f.log.headless && !f.log.unbroken():
			v.age = i - len(f.log.frames)
			f.before = append(f.before, v)
		default:
			f.after = append(f.after, v)
		}
	}
	return f
}

// Ageless reports whether nobody can tell if what the log holds is younger than the
// database: the head of the log is damaged, and more of it. It is taken to be older.
func (f *File) Ageless() bool { return len(f.before) > 0 }

// LogIsYounger is the file for who knows that the log is.
func (f *File) LogIsYounger() *File {
	younger := File{main: f.main, log: f.log, lost: f.lost}
	for i, v := range f.before {
		v.age = i + 1
		younger.after = append(younger.after, v)
	}
	return &younger
}

// Rotten reports whether the log holds whole transactions, more than one, which SQLite
// will not read because something before them is damaged. What power cuts leave is not
// that: no transaction is begun before the one before it is on the card.
func (f *File) Rotten() bool { return f.log.rotten() }

// Image is the database as SQLite sees it: with every transaction of the log that it
// would read, in a form that can be opened without a log.
func (f *File) Image() []byte {
	image := slices.Clone(f.main)
	for _, frame := range f.log.frames[:f.log.live] {
		at := int(frame.page-1) * Size
		if grow := at + Size - len(image); grow > 0 {
			image = append(image, make([]byte, grow)...)
		}
		copy(image[at:], frame.data)
	}
	if size := int(f.log.size) * Size; f.log.live > 0 && size < len(image) {
		image = image[:size]
	}
	if len(image) >= headSize {
		image[18], image[19] = 1, 1 // no log: section 1.3.3
	}
	return image
}

// headSize is that of the head of a database, in bytes: section 1.3.
const headSize = 100

// Sound reports whether the head of the database is one that this program writes, as
// SQLite sees it. An empty file has none, and that is sound.
func (f *File) Sound() bool {
	head := f.main
	for _, frame := range f.log.frames[:f.log.live] {
		if frame.page == 1 {
			head = frame.data
		}
	}
	if len(head) == 0 {
		return true
	}
	if len(head) < headSize {
		return false
	}
	return bytes.HasPrefix(head, []byte("SQLite format 3\x00")) &&
		binary.BigEndian.Uint16(head[16:]) == Size &&
		head[18] == head[19] && (head[18] == 1 || head[18] == 2) &&
		bytes.Equal(head[20:24], []byte{0, 64, 32, 32}) &&
		binary.BigEndian.Uint32(head[44:]) <= 4 &&
		binary.BigEndian.Uint32(head[56:]) <= 1
}

// versions are all that is known of the pages, the oldest first.
func (f *File) versions() []version {
	all := slices.Clone(f.before)
	for at := 0; at+Size <= len(f.main); at += Size {
		all = append(all, version{page: uint32(at/Size) + 1, data: f.main[at:][:Size]})
	}
	return append(all, f.after...)
}

// latest is the youngest version of a page that has the marks of one of a tree.
func (f *File) latest(page uint32) (version, bool) {
	all := f.versionsOf(page)
	for _, v := range slices.Backward(all) {
		if _, count := v.cells(); count >= 0 {
			return v, true
		}
	}
	return version{}, false
}

// versionsOf are those of one page, the oldest first.
func (f *File) versionsOf(page uint32) (all []version) {
	for _, v := range f.before {
		if v.page == page {
			all = append(all, v)
		}
	}
	if at := int(page-1) * Size; page > 0 && at+Size <= len(f.main) {
		all = append(all, version{page: page, data: f.main[at:][:Size]})
	}
	for _, v := range f.after {
		if v.page == page {
			all = append(all, v)
		}
	}
	return all
}
