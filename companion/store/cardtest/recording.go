package cardtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Recording is the sequence of operations of one or more processes on a folder.
type Recording struct {
	Before map[string][]byte // contents of the initial files by name, all of them synced
	Ops    []Op
}

// Op is a call that changed the folder, synced it, or sent an answer. Failed calls are not
// recorded, except failed syncs.
type Op struct {
	Kind  Kind
	Name  string // file name; "." for the folder
	To    string // new name of a Rename
	At    int64  // offset of a Write, or new size of a Truncate, in bytes
	Data  []byte // bytes of a Write or an Answer
	Began int    // number of operations that were completed when a Sync began
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
	Sync     Kind = "sync"   // sync of a file's content and size, or of the names in a folder
	Fail     Kind = "fail"   // failed sync of a file: earlier writes to the file are never synced
	Answer   Kind = "answer" // output of the program to standard output or a socket
)

// String returns a description of the operation on one line.
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

// Contents returns the contents of the card after a cut, by file name. A program can continue
// with these files and be recorded again.
func (rec Recording) Contents(cut Cut) map[string][]byte {
	c := newCard(rec.Before, nil)
	for n, o := range rec.Ops[:cut.At] {
		c.apply(n, o)
	}
	return c.cut(cut.Policy, cut.draw())
}

// draw returns the random source for the choices of a cut.
func (c Cut) draw() *rand.Rand {
	return rand.New(rand.NewPCG(uint64(c.Seed), uint64(c.At*len(Policies)+slices.Index(Policies, c.Policy))))
}
