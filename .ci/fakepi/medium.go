package fakepi

import (
	"math/rand/v2"
	"slices"
)

// medium is all the bytes that a disk holds without power.
type medium []byte

// write puts on it what the disk was sent.
func (m medium) write(sent []Entry) {
	for _, e := range sent {
		copy(m[e.At:], e.Data)
	}
}

// sector is the least that a disk writes at once, in bytes.
const sector = 512

// policies are what a disk may do, when its power goes, with what it was sent since
// its last flush: each returns what comes to the medium. They cover any order of
// writing: of what was sent for one place, the medium holds one, or what was there.
var policies = []struct {
	name   string
	writes func(r *rand.Rand, sent []Entry) []Entry
}{
	{"nothing", func(*rand.Rand, []Entry) []Entry { return nil }},
	{"all", func(_ *rand.Rand, sent []Entry) []Entry { return sent }},
	{"some blocks", func(r *rand.Rand, sent []Entry) []Entry { return some(r, pieces(sent, block)) }},
	{"some sectors", func(r *rand.Rand, sent []Entry) []Entry { return some(r, pieces(sent, sector)) }},
	{"the last without the first", func(r *rand.Rand, sent []Entry) []Entry { return sent[r.IntN(len(sent)+1):] }},
	{"the first, the last of them torn", torn},
	{"some blocks, and noise in others", noisy},
}

// pieces divides what was sent at the multiples of size on the disk.
func pieces(sent []Entry, size int) (all []Entry) {
	for _, e := range sent {
		for !e.Whole && len(e.Data) > 0 {
			n := min(size-int(e.At)%size, len(e.Data))
			all = append(all, Entry{At: e.At, Data: e.Data[:n]})
			e = Entry{At: e.At + int64(n), Data: e.Data[n:]}
		}
		if len(e.Data) > 0 {
			all = append(all, e)
		}
	}
	return all
}

// some leaves any of them out: few, half or most.
func some(r *rand.Rand, sent []Entry) []Entry {
	share := r.Float64()
	return slices.DeleteFunc(sent, func(Entry) bool { return r.Float64() < share })
}

// torn ends within an entry, at any byte.
func torn(r *rand.Rand, sent []Entry) []Entry {
	if len(sent) == 0 {
		return nil
	}
	n := r.IntN(len(sent))
	last := sent[n]
	if !last.Whole && len(last.Data) > 0 {
		last.Data = last.Data[:r.IntN(len(last.Data))]
	}
	return append(slices.Clone(sent[:n]), last)
}

// noisy is some blocks, each third of which was damaged while it was written.
func noisy(r *rand.Rand, sent []Entry) []Entry {
	written := some(r, pieces(sent, block))
	for i, e := range written {
		if !e.Whole && r.IntN(3) == 0 {
			written[i].Data = noise(r, len(e.Data))
		}
	}
	return written
}

func noise(r *rand.Rand, size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}
