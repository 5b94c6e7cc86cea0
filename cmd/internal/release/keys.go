package release

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"aead.dev/minisign"
)

// KeysFile is the list of keys of the installed package.
const KeysFile = "/usr/share/companion/keys"

// Keys are the public keys whose signatures count, and the withdrawn ones. The zero Keys accepts
// no package.
type Keys struct {
	public    map[uint64]minisign.PublicKey
	withdrawn map[uint64]bool
}

// ReadKeys reads a list of keys. Each line holds a public key of minisign, or the word withdrawn
// and the ID of a key in hexadecimal digits, as minisign prints it; # begins a comment:
//
//	RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3  # Anna, 2026
//	withdrawn E7620F1842B4E81F
//
// A key that is listed and withdrawn is withdrawn. The errors name file and line; a missing file
// gives fs.ErrNotExist.
func ReadKeys(file string) (Keys, error) {
	f, err := os.Open(file)
	if err != nil {
		return Keys{}, fmt.Errorf("release: read the keys: %w", err)
	}
	defer f.Close()
	return parseKeys(f, file)
}

// parseKeys parses a list of keys. The errors name file.
func parseKeys(r io.Reader, file string) (Keys, error) {
	k := Keys{map[uint64]minisign.PublicKey{}, map[uint64]bool{}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if err := k.add(strings.Fields(line)); err != nil {
			return Keys{}, fmt.Errorf("release: %s:%d: %w", file, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return Keys{}, fmt.Errorf("release: %s: %w", file, err)
	}
	return k, nil
}

// add adds the words of a line.
func (k Keys) add(words []string) error {
	switch {
	case len(words) == 0:
	case len(words) == 2 && words[0] == "withdrawn":
		id, err := strconv.ParseUint(words[1], 16, 64)
		if err != nil {
			return fmt.Errorf("%.40q is no ID of a key", words[1])
		}
		k.withdrawn[id] = true
	case len(words) == 1:
		var key minisign.PublicKey
		if err := key.UnmarshalText([]byte(words[0])); err != nil {
			return fmt.Errorf("%.80q is no public key of minisign", words[0])
		}
		if other, ok := k.public[key.ID()]; ok && !other.Equal(key) {
			return fmt.Errorf("another key has the ID %016X too", key.ID())
		}
		k.public[key.ID()] = key
	default:
		return fmt.Errorf("%.80q is neither a public key nor a withdrawn one", strings.Join(words, " "))
	}
	return nil
}

// Empty reports whether no key is listed that isn't withdrawn, so that no package is accepted.
func (k Keys) Empty() bool {
	for id := range k.public {
		if !k.withdrawn[id] {
			return false
		}
	}
	return true
}

// find returns the key with an ID, ErrWithdrawn or ErrUnknownKey.
func (k Keys) find(id uint64) (minisign.PublicKey, error) {
	key, known := k.public[id]
	switch {
	case k.withdrawn[id]:
		return key, fmt.Errorf("release: %w: %016X", ErrWithdrawn, id)
	case !known:
		return key, fmt.Errorf("release: %w: %016X", ErrUnknownKey, id)
	}
	return key, nil
}

// Accepts returns an error that wraps ErrUnknownKey or ErrWithdrawn if signatures by a key don't
// count.
func (k Keys) Accepts(key minisign.PublicKey) error {
	known, err := k.find(key.ID())
	if err == nil && !known.Equal(key) {
		err = fmt.Errorf("release: %w: another key has the ID %016X", ErrUnknownKey, key.ID())
	}
	return err
}
