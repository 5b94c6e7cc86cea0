package cardtest

import (
	"fmt"
	"hash/maphash"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Open opens the files in the folder dir, which are the contents of a card after a cut. It
// returns all data in these files as text. It may change the folder. It is called concurrently,
// each time with a different folder.
type Open func(dir string) (holds string, err error)

// Folder returns a temporary folder for the test. The folder is in memory where the system
// supports that.
func Folder(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "cardtest-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// opener opens each different image once, however many cuts leave that image.
type opener struct {
	root string // folder in which the folders of images are created
	open Open
	seed maphash.Seed

	mu      sync.Mutex
	folders int
	found   map[uint64]finding
	numbers map[string]int // number of each text that open has returned
	texts   []string
}

// finding is the result of opening an image: the number of the text that open returned, or an
// error.
type finding struct {
	text int
	err  error
}

func newOpener(root string, open Open) opener {
	return opener{root: root, open: open, seed: maphash.MakeSeed(), found: map[uint64]finding{}, numbers: map[string]int{}}
}

// folder returns the path of a new folder.
func (o *opener) folder() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.folders++
	return filepath.Join(o.root, strconv.Itoa(o.folders))
}

// look returns the result of opening an image. If the image is fresh, not opened before, look
// opens it in the folder dir.
func (o *opener) look(dir string, i image) (f finding, fresh bool) {
	sum := i.sum(o.seed)
	o.mu.Lock()
	f, known := o.found[sum]
	o.mu.Unlock()
	if known {
		return f, false
	}
	text := ""
	if f.err = i.write(dir); f.err == nil {
		text, f.err = o.open(dir)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, known = o.found[sum]; f.err == nil {
		f.text = o.number(text)
	}
	o.found[sum] = f
	return f, !known // another goroutine may have been faster
}

// number returns the number of a text, from 0. Equal texts have the same number.
func (o *opener) number(text string) int {
	n, ok := o.numbers[text]
	if !ok {
		n = len(o.texts)
		o.numbers[text], o.texts = n, append(o.texts, text)
	}
	return n
}

func (o *opener) text(n int) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.texts[n]
}

// sum returns a hash of the names and contents in an image.
func (i image) sum(seed maphash.Seed) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, name := range slices.Sorted(maps.Keys(i)) {
		fmt.Fprintln(&h, name, len(i[name]))
		h.Write(i[name])
	}
	return h.Sum64()
}

// write creates the folder dir anew with exactly the files of the image.
func (i image) write(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	for name, content := range i {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// differ returns a description of the first line in which two texts differ.
func differ(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for n := range min(len(a), len(b)) {
		if a[n] != b[n] {
			return fmt.Sprintf("line %d is %.200q, not %.200q", n+1, a[n], b[n])
		}
	}
	return fmt.Sprintf("%d lines, not %d", len(a), len(b))
}
