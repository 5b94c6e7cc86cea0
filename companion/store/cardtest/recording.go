package cardtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Recording is what processes did to a folder, one after another.
type Recording struct {
	Before map[string][]byte // the files by their names, all of it on the card
	Ops    []Op
}

// Op is a call that changed the folder, brought some of it to the card, or told
// somebody something. Of the calls that failed only syncs are there.
type Op struct {
	Kind  Kind
	Name  string // of the file; of the folder itself "."
	To    string // Rename: the new name
	At    int64  // bytes; Write: where; Truncate: the new size
	Data  []byte // Write, Answer
	Since int    // Sync: the number of operations that were done when it began
}

// Kind is the kind of an [Op].
type Kind string

// What calls do.
const (
	Create   Kind = "create"
	Write    Kind = "write"
	Truncate Kind = "truncate"
	Rename   Kind = "rename"
	Remove   Kind = "remove"
	Sync     Kind = "sync"   // of a file its content and size, of the folder its names
	Fail     Kind = "fail"   // of a sync: what was written before is never synced
	Answer   Kind = "answer" // to standard output or a socket
)

// String tells the operation on one line.
func (o Op) String() string {
	switch o.Kind {
	case Write:
		return fmt.Sprintf("write %d bytes to %s at %d", len(o.Data), o.Name, o.At)
	case Truncate:
		return fmt.Sprintf("truncate %s to %d bytes", o.Name, o.At)
	case Rename:
		return fmt.Sprintf("rename %s to %s", o.Name, o.To)
	case Answer:
		return fmt.Sprintf("answer %.40q", o.Data)
	}
	return string(o.Kind) + " " + o.Name
}

// Left returns what a cut leaves on the card: the contents by the names. A program can go
// on from there, and be recorded again.
func (rec Recording) Left(cut Cut) map[string][]byte {
	c := newCard(rec.Before, nil)
	for n, o := range rec.Ops[:cut.At] {
		c.do(n, o)
	}
	return c.cut(cut.Policy, cut.draw())
}

// draw is where a cut draws from.
func (c Cut) draw() *rand.Rand {
	return rand.New(rand.NewPCG(uint64(c.Seed), uint64(c.At*len(Policies)+slices.Index(Policies, c.Policy))))
}
