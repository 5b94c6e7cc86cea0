package stick

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"syscall"

	"tabletop/cmd/internal/release"
	"tabletop/cmd/internal/update"
	"tabletop/companion"
)

// ErrLarge is the error for a file that exceeds the limit of Take.
var ErrLarge = errors.New("the file is too large")

// Take copies a file of at most most bytes from a stick to a writer. Only errors of the stick are a
// Fault, errors of the writer aren't.
func Take(stick Files, name string, most int64, to io.Writer) error {
	f, err := stick.Open(name)
	if err != nil {
		return failure("read", name, err)
	}
	defer f.Close()
	n, err := io.Copy(to, io.LimitReader(faultyReader{f}, most+1))
	if err == nil && n > most {
		return failure("read", name, ErrLarge)
	}
	return err
}

// faultyReader adds the fault to errors of a stick.
type faultyReader struct{ io.Reader }

// Read reads from the stick.
func (r faultyReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	return n, faulty(err)
}

// MostPackage is the maximum size of a package in bytes.
const MostPackage = update.MostBytes

// packages matches the names of packages. The groups are version and architecture.
var packages = regexp.MustCompile(`^companion_([0-9][0-9A-Za-z.+~-]*)_([a-z0-9]+)\.deb$`)

// mostTried is the maximum number of packages whose signature is checked: each is read whole.
const mostTried = 3

// Releases returns the newest package in the root or the folder companion of a stick that keys
// accept, for an architecture, and newer than a version. It returns nil if there is none. Package and
// name must agree.
func Releases(stick Files, keys release.Keys, architecture, version string) (all []companion.Release, err error) {
	if version == "" || keys.Empty() {
		return nil, nil
	}
	for _, dir := range []string{".", folder} {
		entries, err := stick.ReadDir(dir, most)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, failure("read", dir, err)
		}
		for _, e := range entries {
			parts := packages.FindStringSubmatch(e.Name())
			if parts != nil && parts[2] == architecture && release.Compare(parts[1], version) > 0 {
				all = append(all, companion.Release{Name: path.Join(dir, e.Name()), Version: parts[1]})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b companion.Release) int { return release.Compare(b.Version, a.Version) })
	for _, r := range all[:min(mostTried, len(all))] {
		p, err := verified(stick, r.Name, keys)
		if f := Fault(""); errors.As(err, &f) {
			return nil, failure("read", r.Name, err)
		}
		if err == nil && p.Version == r.Version && p.Architecture == architecture {
			return []companion.Release{r}, nil
		}
	}
	return nil, nil
}

// verified verifies the package in a file of a stick.
func verified(stick Files, name string, keys release.Keys) (release.Package, error) {
	f, err := stick.Open(name)
	if err != nil {
		return release.Package{}, faulty(err)
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return release.Package{}, faulty(err)
	}
	p, err := release.Verify(f, size, keys)
	return p, faulty(err)
}

// Blame returns an error of work with a stick with the fault that a look at the sticks that are
// plugged in suggests. A stick that is gone was pulled out, whatever the kernel's error was. One that
// is still there and can't be read, or can't be written to although its switch doesn't forbid it, is
// damaged.
func Blame(err error, uuid string, plugged []Stick) error {
	f := Fault("")
	if err == nil || !errors.As(err, &f) || f == Full || f == Twice {
		return err
	}
	i := slices.IndexFunc(plugged, func(s Stick) bool { return s.UUID == uuid })
	switch {
	case i < 0:
		return errors.Join(Pulled, err)
	case f == Pulled, f == ReadOnly && errors.Is(err, syscall.EROFS) && !plugged[i].readOnly:
		return errors.Join(Damaged, err)
	}
	return err
}

// Shown returns sticks as the model knows them.
func Shown(all []Stick) companion.Sticks {
	shown := make(companion.Sticks, len(all))
	count := map[string]int{}
	for i, s := range all {
		count[s.UUID]++
		if s.Fault == "" && s.readOnly {
			s.Fault = ReadOnly
		}
		shown[i] = companion.Stick{UUID: s.UUID, Label: s.Label, Bytes: s.Bytes, Fault: s.Fault.Reason()}
	}
	for i, s := range shown {
		if s.UUID != "" && count[s.UUID] > 1 {
			shown[i].Fault = Twice.Reason()
		}
	}
	return shown
}
