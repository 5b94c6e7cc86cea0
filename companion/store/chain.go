package store

import (
	"bytes"
	"crypto/sha256"
)

// link binds a fact to all before it: SHA-256 of the link before and its line. Before
// the first fact it is zero. It finds rot, not forgers: who can write the file can
// write the links, too.
type link [sha256.Size]byte

// follow is the link of the fact that has that line and comes next.
func (l link) follow(line string) link {
	return sha256.Sum256(append(l[:], line...))
}

// chained is a fact as the disk has it.
type chained struct {
	seq  int
	line string
	link []byte // nil of one that isn't chained yet
}

// follows reports whether the fact comes after the one with that link. One that isn't
// chained yet does if it may be so.
func (f chained) follows(l link, unchained bool) bool {
	if f.link == nil {
		return unchained
	}
	next := l.follow(f.line)
	return bytes.Equal(next[:], f.link)
}

// ending is how many facts a match had at some time, and the link of the last; nil
// before it was chained.
type ending struct {
	count int
	head  []byte
	cut   int // the first fact that was lost to damage, and may have been played again; 0: none was
}

// damaged is the fact from which on a match lacks its facts; 0 where it doesn't, or has
// gone on.
func (e ending) damaged() int {
	if e.cut != e.count+1 {
		return 0
	}
	return e.cut
}

// is reports whether a match that has so many facts, the last with that link, ended so.
func (e ending) equals(count int, l link) bool { return e.count == count && bytes.Equal(e.head, l[:]) }

// sound are the facts from the first on that are what was kept, as far as that can be
// told. Of a number there may be several candidates, the best first. A fact whose own
// link was damaged is known by the one behind it, or by the end.
func soundFacts(candidates func(seq int) []chained, end ending) (facts []chained) {
	var l link
	for {
		f, ok := nextSound(candidates, l, len(facts)+1, end)
		if !ok {
			return facts
		}
		l = l.follow(f.line)
		f.link = bytes.Clone(l[:])
		facts = append(facts, f)
	}
}

// next is the sound fact of that number, after the link.
func nextSound(candidates func(seq int) []chained, l link, seq int, end ending) (chained, bool) {
	here := candidates(seq)
	for _, f := range here {
		if f.follows(l, end.head == nil) {
			return f, true
		}
	}
	for _, f := range here {
		after := l.follow(f.line)
		if end.equals(seq, after) {
			return f, true
		}
		for _, behind := range candidates(seq + 1) {
			if behind.follows(after, false) {
				return f, true
			}
		}
	}
	return chained{}, false
}

// inOrder are candidates among facts in the order of their numbers.
func bySeq(facts []chained) func(seq int) []chained {
	at := map[int]int{}
	for i, f := range facts {
		at[f.seq] = i
	}
	return func(seq int) []chained {
		i, ok := at[seq]
		if !ok {
			return nil
		}
		return facts[i : i+1]
	}
}
