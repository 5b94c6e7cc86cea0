package cardtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Recording is the sequence of operations of one or more processes on a folder.
type Recording struct {
	Before map[string][]byte // initial files by name, all of them synced
	Ops    []Op
}

// Op is a call that changed the folder, synced it, or sent an answer. Of failed calls only
// syncs are recorded.
type Op struct {
	Kind  Kind
	Name  string // file name; "." for the folder
	To    string // Rename: the new name
	At    int64  // offset of a Write, or new size of a Truncate, in bytes
	Data  []byte // Write, Answer
	Began int    // Sync: number of operations completed when it began
}

// Kind is the kind of an [Op].
type Kind string

// Kinds of operations.
const (
	Create   Kind = "create"
	Write    Kind = "write"
	Truncate Kind = "truncate"
	Rename   Kind = "rename"
	Remove   Kind = "remove"
	Sync     Kind = "sync"   // content and size of a file, or names of a folder
	Fail     Kind = "fail"   // a failed sync: earlier writes to the file are never synced
	Answer   Kind = "answer" // to standard output or a socket
)

// String returns the operation on one line.
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

// Contents returns the contents of the card after a cut, by file name. A program can continue from
// there and be recorded again.
func (rec Recording) Contents(cut Cut) map[string][]byte {
	c := newCard(rec.Before, nil)
	for n, o := range rec.Ops[:cut.At] {
		c.apply(n, o)
	}
	return c.cut(cut.Policy, cut.draw())
}

// draw returns the random source of a cut.
func (c Cut) draw() *rand.Rand {
	return rand.New(rand.NewPCG(uint64(c.Seed), uint64(c.At*len(Policies)+slices.Index(Policies, c.Policy))))
}
