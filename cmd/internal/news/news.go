// Package news reads the changelog of the installed package: the new things of its version, in
// English or Russian.
package news

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode"

	"tabletop/companion/words"
)

// File is the changelog of the installed package.
const File = "/usr/share/doc/companion/changelog.gz"

// maxBytes is the number of bytes that are read of an unpacked changelog. The newest entry comes
// first.
const maxBytes = 256 << 10

// Entry is the entry of a changelog for one version.
type Entry struct {
	Version string // Debian's, such as 1.2.0
	items   []item
}

// item is one item of an entry. Either text may be empty.
type item struct{ english, russian string }

// heading begins an entry (Debian Policy 4.4).
var heading = regexp.MustCompile(`^[a-z0-9][a-z0-9+.-]* \(([^ ()]+)\) .*; `)

// Read reads the first, newest entry of a changelog, packed by gzip or plain. The error names the
// file.
func Read(file string) (Entry, error) {
	f, err := os.Open(file)
	if err != nil {
		return Entry{}, fmt.Errorf("news: %w", err)
	}
	defer f.Close()
	e, err := parse(f)
	if err != nil {
		return Entry{}, fmt.Errorf("news: %s: %w", file, err)
	}
	return e, nil
}

func parse(r io.Reader) (e Entry, err error) {
	packed := bufio.NewReader(r)
	r = packed
	if magic, _ := packed.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) { // RFC 1952, 2.3.1
		if r, err = gzip.NewReader(packed); err != nil {
			return e, err
		}
	}
	lines := bufio.NewScanner(io.LimitReader(r, maxBytes))
	if lines.Scan() {
		if m := heading.FindStringSubmatch(lines.Text()); m != nil {
			e.Version = m[1]
		}
	}
	if e.Version == "" {
		return e, cmp.Or(lines.Err(), errors.New("it begins with no entry of a changelog"))
	}
	for lines.Scan() && !strings.HasPrefix(lines.Text(), " -- ") {
		e.add(lines.Text())
	}
	return e, lines.Err()
}

// add adds a line: to the last item, unless a star begins a new one.
func (e *Entry) add(line string) {
	text, begins := strings.CutPrefix(line, "  * ")
	if begins {
		e.items = append(e.items, item{})
	}
	if text = strings.TrimSpace(text); len(e.items) == 0 || text == "" {
		return
	}
	last := &e.items[len(e.items)-1]
	to := &last.english
	if last.russian != "" || russian(text) {
		to = &last.russian
	}
	*to = strings.TrimSpace(*to + " " + text)
}

// russian reports whether a line has more Cyrillic letters than others.
func russian(line string) bool {
	more := 0
	for _, r := range line {
		switch {
		case unicode.Is(unicode.Cyrillic, r):
			more++
		case unicode.IsLetter(r):
			more--
		}
	}
	return more > 0
}

// Items returns the items in a language. An item without a text in it is returned in the other.
func (e Entry) Items(lang words.Lang) []string {
	all := make([]string, 0, len(e.items))
	for _, i := range e.items {
		text := i.english
		if lang == words.Russian && i.russian != "" || text == "" {
			text = i.russian
		}
		if text != "" {
			all = append(all, text)
		}
	}
	return all
}
