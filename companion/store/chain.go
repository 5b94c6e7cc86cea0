package store

import (
	"bytes"
	"crypto/sha256"
)

// link binds a fact to all facts before it. It is the SHA-256 of the previous link and the
// fact's line, and zero before the first fact. It detects decay, not forgery: whoever can write
// the file can write the links.
type link [sha256.Size]byte

// follow returns the link of the next fact, which has that line.
func (l link) follow(line string) link {
	return sha256.Sum256(append(l[:], line...))
}

// storedFact is a stored fact.
type storedFact struct {
	seq  int
	line string
	link []byte // nil until the fact is chained
}

// follows reports whether the fact comes after the one with link l. For a fact without a link
// it returns unchained.
func (f storedFact) follows(l link, unchained bool) bool {
	if f.link == nil {
		return unchained
	}
	next := l.follow(f.line)
	return bytes.Equal(next[:], f.link)
}

// ending is the number of facts of a match at some time, and the link of the last one. head is
// nil before the match was chained.
type ending struct {
	count int
	head  []byte
	cut   int // the first fact lost to damage, which may have been replayed since; 0 for none
}

// damaged returns the first missing fact of a match. It returns 0 if none is missing or the
// match has resumed since.
func (e ending) damaged() int {
	if e.cut != e.count+1 {
		return 0
	}
	return e.cut
}

// equals reports whether the ending has that count and head.
func (e ending) equals(count int, l link) bool { return e.count == count && bytes.Equal(e.head, l[:]) }

// soundFacts returns the facts from the first one on that pass the chain. candidates returns
// the possible facts of a number, the best first. A fact with a damaged link is verified by the
// next fact, or by end.
func soundFacts(candidates func(seq int) []storedFact, end ending) (facts []storedFact) {
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

// nextSound returns the sound fact number seq, which follows link l.
func nextSound(candidates func(seq int) []storedFact, l link, seq int, end ending) (storedFact, bool) {
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
	return storedFact{}, false
}

// bySeq returns the candidates among facts, by number.
func bySeq(facts []storedFact) func(seq int) []storedFact {
	at := map[int]int{}
	for i, f := range facts {
		at[f.seq] = i
	}
	return func(seq int) []storedFact {
		i, ok := at[seq]
		if !ok {
			return nil
		}
		return facts[i : i+1]
	}
}
