package cardtest

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// Policy decides which unsynced data and names are on the card after a cut. With Nothing, no
// unsynced change of a name is on the card; with All, every change is. With any other policy, a
// drawn number of these changes is on the card: the first ones, as in a file system with a
// journal.
type Policy string

// The policies. Nothing and All always have the same effect. The other policies draw from the
// seed of the cut.
const (
	Nothing Policy = "nothing" // neither unsynced data nor unsynced names are on the card
	All     Policy = "all"     // all unsynced data and names are on the card
	Blocks  Policy = "blocks"  // each block of 4 KiB has a drawn number of its first writes
	Sectors Policy = "sectors" // the same for each sector of 512 bytes
	Files   Policy = "files"   // the same for each file
	Suffix  Policy = "suffix"  // only the writes from a drawn moment on are on the card
	Torn    Policy = "torn"    // writes before a drawn moment are on the card, and part of the next
	Garbage Policy = "garbage" // like Blocks or Sectors, with garbage in some blocks or sectors
	Names   Policy = "names"   // a drawn number of names, and all or none of the unsynced data
)

// Policies lists all policies. With Nothing or All, there is only one cut for each number of
// operations.
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

// torn returns the content of the file with all edits before operation op, and with the first
// part of the write op. share is the size of this part relative to the write, from 0 to 1. For
// about half of the shares, the part ends between two sectors.
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

// mixed returns the content of the file after a cut during its unsynced edits. Each block of
// size bytes has a drawn number of its edits, the first ones. The size of the file is drawn from
// its synced size and its sizes after each edit. Each edited block is filled with garbage with
// the probability spoilt/4.
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

// blocks returns a map from the number of each edited block to its unsynced edits. size is the
// size of a block in bytes, and most is the maximum size of the file in bytes.
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
