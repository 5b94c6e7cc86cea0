package store

import (
	"bytes"
	"crypto/sha256"
)

// link binds a fact to all facts before it. It is the SHA-256 of the previous link and the
// fact's line, and zero before the first fact. It detects decay, not forgery: whoever can write
// the file can write the links.
type link [sha256.Size]byte

// follow returns the link of the next fact after link l. line is the line of the next fact.
func (l link) follow(line string) link {
	return sha256.Sum256(append(l[:], line...))
}

// storedFact is a row of the table facts.
type storedFact struct {
	seq  int
	line string
	link []byte // stored link of the fact; nil until the fact is chained
}

// follows reports whether the stored link of f is right if the previous fact has link l. If f
// has no stored link, follows returns the argument unchained.
func (f storedFact) follows(l link, unchained bool) bool {
	if f.link == nil {
		return unchained
	}
	next := l.follow(f.line)
	return bytes.Equal(next[:], f.link)
}

// ending describes the end of a stored match: the number of its facts and the link of the last
// one. head is nil until the match is chained.
type ending struct {
	count int
	head  []byte
	cut   int // seq of the first fact lost to damage, even if a new fact has replaced it; 0 for none
}

// damaged returns the seq of the first missing fact of a match. It returns 0 if no fact is
// missing, or if facts were added since the damage.
func (e ending) damaged() int {
	if e.cut != e.count+1 {
		return 0
	}
	return e.cut
}

// equals reports whether e has that count and that head.
func (e ending) equals(count int, l link) bool { return e.count == count && bytes.Equal(e.head, l[:]) }

// soundFacts returns the facts that pass the chain, from the first fact up to the first failure.
// candidates returns the possible facts with a given seq, the best first. If the stored link of
// a fact is damaged, the fact is verified by the link of the next fact, or by end.head if it is
// the last fact.
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

// nextSound returns the sound fact with the number seq, where the previous fact has link l. It
// returns false if there is none.
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

// bySeq returns a candidates function for soundFacts that finds the fact with a given seq among
// facts.
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
