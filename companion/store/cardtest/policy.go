package cardtest

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// Policy decides which unsynced data is on the card after a cut. All policies but Nothing and
// All also draw how many of the unsynced changes of names are on the card: the first ones, as
// with a journal.
type Policy string

// The policies. All but Nothing and All draw their choices from a seed.
const (
	Nothing Policy = "nothing" // no unsynced data and no unsynced names
	All     Policy = "all"     // all unsynced data and names
	Blocks  Policy = "blocks"  // in each block of 4 KiB, a drawn number of its first writes
	Sectors Policy = "sectors" // in each sector of 512 bytes, a drawn number of its first writes
	Files   Policy = "files"   // in each file, a drawn number of its first writes
	Suffix  Policy = "suffix"  // the writes from a drawn moment on, without those before
	Torn    Policy = "torn"    // the writes before a drawn moment, and a part of the next write
	Garbage Policy = "garbage" // like Blocks or Sectors, with garbage in some blocks or sectors
	Names   Policy = "names"   // a drawn number of names, with either no unsynced data or all of it
)

// Policies lists all policies. Nothing and All have only one cut for each place.
var Policies = []Policy{Nothing, All, Blocks, Sectors, Files, Suffix, Torn, Garbage, Names}

const drawless = 2

const (
	block  = 4096 // size of the blocks that a file system writes at once, in bytes
	sector = 512  // size of the sectors that a card writes at once, in bytes
)

// image maps file names to contents. It shares memory with the card.
type image map[string][]byte

// cut returns the contents of the card after a cut with policy p. draw is the random source.
func (c *card) cut(p Policy, draw *rand.Rand) image {
	names, content := len(c.unsynced), c.policy(p, draw)
	switch p {
	case Nothing:
		names = 0
	case All:
	default:
		names = draw.IntN(names + 1)
	}
	kept := maps.Clone(c.synced)
	for _, n := range c.unsynced[:names] {
		n.apply(kept)
	}
	left := image{}
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		left[name] = content(kept[name])
	}
	return left
}

// policy returns a function that returns the content of a file after a cut with policy p.
func (c *card) policy(p Policy, draw *rand.Rand) func(*file) []byte {
	switch p {
	case Blocks:
		return func(f *file) []byte { return f.mixed(draw, block, 0) }
	case Sectors:
		return func(f *file) []byte { return f.mixed(draw, sector, 0) }
	case Garbage:
		size, spoilt := []int{block, sector}[draw.IntN(2)], 1+draw.IntN(4)
		return func(f *file) []byte { return f.mixed(draw, size, spoilt) }
	case Files:
		return func(f *file) []byte { return f.with(f.unsynced[:draw.IntN(len(f.unsynced)+1)]) }
	case Suffix:
		from := c.moment(draw)
		return func(f *file) []byte { return f.with(f.unsynced[f.before(from):]) }
	case Torn:
		until, share := c.moment(draw), draw.Float64()
		return func(f *file) []byte { return f.torn(until, share) }
	case Names:
		if draw.IntN(2) == 0 {
			return func(f *file) []byte { return f.synced }
		}
	case Nothing:
		return func(f *file) []byte { return f.synced }
	}
	return func(f *file) []byte { return f.now }
}

// moment draws one of the unsynced edits and returns the index of its operation.
func (c *card) moment(draw *rand.Rand) int {
	var ops []int
	for _, name := range slices.Sorted(maps.Keys(c.now)) {
		for _, e := range c.now[name].unsynced {
			ops = append(ops, e.op)
		}
	}
	if len(ops) == 0 {
		return 0
	}
	slices.Sort(ops)
	return ops[draw.IntN(len(ops))]
}

// before returns the number of unsynced edits before operation op.
func (f *file) before(op int) int {
	n, _ := slices.BinarySearchFunc(f.unsynced, op, func(e edit, op int) int { return e.op - op })
	return n
}

// with returns the synced content of the file, changed by the edits.
func (f *file) with(edits []edit) []byte {
	content := slices.Clone(f.synced)
	for _, e := range edits {
		content = e.apply(content)
	}
	return content
}

// torn returns the content of the file with all edits before operation op, and with a share of
// the write of op, from 0 to 1. Half of the time the written part ends between two sectors.
func (f *file) torn(op int, share float64) []byte {
	n := f.before(op)
	content := f.with(f.unsynced[:n])
	if n == len(f.unsynced) || f.unsynced[n].op != op || f.unsynced[n].data == nil {
		return content
	}
	e := f.unsynced[n]
	length := int(share * float64(len(e.data)+1))
	if end := (e.at + length) / sector * sector; length%2 == 0 && end > e.at {
		length = end - e.at
	}
	if e.data = e.data[:length]; length == 0 {
		return content
	}
	return e.apply(content)
}

// mixed returns the content of the file in which each block of size bytes has some of its first
// edits. The file has a size that it had at some moment. mixed spoils each block that has edits
// with a probability of spoilt/4.
func (f *file) mixed(draw *rand.Rand, size, spoilt int) []byte {
	sizes := f.sizes()
	most := slices.Max(sizes)
	content := make([]byte, (most+size-1)/size*size)
	copy(content, f.synced)
	on := f.blocks(size, most)
	for _, n := range slices.Sorted(maps.Keys(on)) {
		part := content[n*size:][:size]
		for _, e := range on[n][:draw.IntN(len(on[n])+1)] {
			e.onto(part, n*size)
		}
		if draw.IntN(4) < spoilt {
			spoil(part, draw)
		}
	}
	return content[:sizes[draw.IntN(len(sizes))]]
}

// sizes returns the synced size of the file and its sizes after each of the unsynced edits, in
// bytes.
func (f *file) sizes() []int {
	size := len(f.synced)
	sizes := []int{size}
	for _, e := range f.unsynced {
		if size = max(size, e.end()); e.data == nil {
			size = e.at
		}
		sizes = append(sizes, size)
	}
	return sizes
}

// blocks returns the unsynced edits by the number of each block that they touch. Blocks have
// size bytes, and the file has at most most bytes.
func (f *file) blocks(size, most int) map[int][]edit {
	on := map[int][]edit{}
	for _, e := range f.unsynced {
		end := e.end()
		if e.data == nil {
			end = most
		}
		for n := e.at / size; n*size < end; n++ {
			on[n] = append(on[n], e)
		}
	}
	return on
}

// onto applies the edit to part, the part of the file at offset at.
func (e edit) onto(part []byte, at int) {
	if e.data == nil {
		clear(part[max(0, min(e.at-at, len(part))):])
		return
	}
	from, to := max(e.at, at), min(e.end(), at+len(part))
	copy(part[from-at:to-at], e.data[from-e.at:])
}

// spoil fills part with random bytes, with zeros or with ones.
func spoil(part []byte, draw *rand.Rand) {
	kind := draw.IntN(3)
	for i := range part {
		part[i] = [...]byte{byte(draw.Uint32()), 0x00, 0xff}[kind]
	}
}
