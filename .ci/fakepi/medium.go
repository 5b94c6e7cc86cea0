package fakepi

import (
	"math/rand/v2"
	"slices"
)

// medium is the content of a disk that survives a power cut.
type medium []byte

// write writes the data of entries to the medium, in order.
func (m medium) write(sent []Entry) {
	for _, e := range sent {
		copy(m[e.At:], e.Data)
	}
}

// sector is the smallest unit that a disk writes, in bytes.
const sector = 512

// policies lists the ways in which a power cut may treat the writes since the last flush. The
// function of each policy returns the entries that reach the medium. Together the policies
// cover any order of writing: after several writes to one place, the medium holds one of them
// or the old content.
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

// pieces splits entries at the positions on the disk that are multiples of size bytes. It
// doesn't split atomic entries.
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

// some returns a random share of the entries, in order.
func some(r *rand.Rand, sent []Entry) []Entry {
	share := r.Float64()
	return slices.DeleteFunc(sent, func(Entry) bool { return r.Float64() < share })
}

// torn returns a random number of the first entries. The last of these is cut at a random byte.
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

// noisy returns a random share of the written blocks. About a third of them have noise instead
// of their data.
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
