package release

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"path"
	"strconv"
	"strings"

	"tabletop/cmd/internal/update"
)

const (
	magic           = "!<arch>\n"
	headerSize      = 60 // of a member (deb(5), ar(5))
	signatureMember = "_minisig"
)

// archive is the layout of a package.
type archive struct {
	r       io.ReaderAt
	size    int64
	members [3]member
	end     int64 // where the signature begins: behind data.tar and its padding
}

// member is a member of an ar archive.
type member struct {
	name     string
	at, size int64 // the content
}

// next returns where the next member begins.
func (m member) next() int64 { return m.at + m.size + m.size%2 }

// read reads the layout of a package: exactly the three members that a package must have, and
// what lies behind them.
func read(r io.ReaderAt, size int64) (archive, error) {
	a := archive{r: r, size: size, end: int64(len(magic))}
	if size > update.MostBytes {
		return a, fmt.Errorf("release: %w: it has %d bytes, more than %d", ErrOther, size, update.MostBytes)
	}
	start := make([]byte, min(size, int64(len(magic))))
	if err := a.readAt(start, 0); err != nil {
		return a, err
	}
	if !strings.HasPrefix(magic, string(start)) {
		return a, fmt.Errorf("release: %w: it begins with %q", ErrOther, start)
	}
	for i, name := range []string{"debian-binary", "control.tar", "data.tar"} {
		m, err := a.member(a.end)
		if err != nil {
			return a, err
		}
		if base, _, _ := strings.Cut(m.name+".", ".tar."); m.name != name && base+".tar" != name {
			return a, fmt.Errorf("release: %w: member %d is %q instead of %s", ErrOther, i+1, m.name, name)
		}
		a.members[i], a.end = m, m.next()
	}
	return a, nil
}

// member reads the header of the member at an offset.
func (a archive) member(at int64) (member, error) {
	h := make([]byte, headerSize)
	if err := a.readAt(h, at); err != nil {
		return member{}, err
	}
	size, err := strconv.ParseUint(string(bytes.TrimRight(h[48:58], " ")), 10, 40)
	m := member{string(bytes.TrimRight(h[:16], " ")), at + headerSize, int64(size)}
	if err != nil || string(h[58:]) != "`\n" || m.at+m.size > a.size {
		return member{}, fmt.Errorf("release: %w: the member %.16q at byte %d", ErrDamaged, m.name, at)
	}
	return m, nil
}

// readAt fills b from an offset. A file that ends before is damaged.
func (a archive) readAt(b []byte, at int64) error {
	if at+int64(len(b)) > a.size {
		return fmt.Errorf("release: %w: it ends after %d bytes", ErrDamaged, a.size)
	}
	if n, err := a.r.ReadAt(b, at); n < len(b) {
		if err == io.EOF {
			err = ErrDamaged
		}
		return fmt.Errorf("release: read the package: %w", err)
	}
	return nil
}

// maxControl is the maximum size of the unpacked control.tar in bytes.
const maxControl = 1 << 20

// control reads the control file. It is for archives whose signature was verified, and for those
// to be signed.
func (a archive) control() (Package, error) {
	m := a.members[1]
	if m.name != "control.tar.gz" {
		return Package{}, fmt.Errorf("release: %w: the control file is in %s, not in control.tar.gz", ErrOther, m.name)
	}
	fields, err := readControl(io.NewSectionReader(a.r, m.at, m.size))
	if err != nil {
		return Package{}, fmt.Errorf("release: %w: %s: %v", ErrOther, m.name, err)
	}
	return parse(func(name string) string {
		if all := fields[name]; len(all) == 1 {
			return all[0]
		}
		return ""
	})
}

// readControl reads the fields of the file control in a control.tar.gz.
func readControl(r io.Reader) (textproto.MIMEHeader, error) {
	unpacked, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	file, err := findControl(io.LimitReader(unpacked, maxControl))
	if err != nil {
		return nil, err
	}
	fields, err := textproto.NewReader(bufio.NewReader(file)).ReadMIMEHeader()
	if errors.Is(err, io.EOF) { // no empty line at the end
		err = nil
	}
	return fields, err
}

// block is the unit of a tar archive in bytes (tar(5)).
const block = 512

// findControl returns the file control of a tar archive. It reads the fields name and size of
// ustar headers only: package archive/tar would make the daemon 60 kB larger.
func findControl(r io.Reader) (io.Reader, error) {
	for h := make([]byte, block); ; {
		if _, err := io.ReadFull(r, h); err != nil {
			return nil, err
		}
		name, _, _ := strings.Cut(string(h[:100]), "\x00")
		size, err := strconv.ParseInt(strings.Trim(string(h[124:136]), " \x00"), 8, 64)
		switch {
		case name == "":
			return nil, errors.New("no file control")
		case err != nil || size < 0:
			return nil, fmt.Errorf("the size of %q: %w", name, err)
		case path.Clean(name) == "control":
			return io.LimitReader(r, size), nil
		}
		if _, err := io.CopyN(io.Discard, r, (size+block-1)/block*block); err != nil {
			return nil, err
		}
	}
}
