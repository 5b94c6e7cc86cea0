package release

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"aead.dev/minisign"
)

// Sign signs the package in a file with a key, or signs it again. The error wraps ErrOther for a
// package of another name; the file is unchanged then. Sign writes in place: a file whose signing
// was cut off is damaged.
func Sign(file string, key minisign.PrivateKey) (Package, error) {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return Package{}, fmt.Errorf("release: sign: %w", err)
	}
	p, err := sign(f, key)
	return p, errors.Join(err, f.Close())
}

func sign(f *os.File, key minisign.PrivateKey) (Package, error) {
	info, err := f.Stat()
	if err != nil {
		return Package{}, fmt.Errorf("release: sign: %w", err)
	}
	a, err := read(f, info.Size())
	if err != nil {
		return Package{}, err
	}
	p, err := a.control()
	if err != nil {
		return Package{}, err
	}
	if err := a.clear(f); err != nil {
		return Package{}, err
	}
	end, err := makeTrailer(f, a.end, p.comment(), key)
	if err == nil {
		_, err = f.WriteAt(end, a.end)
	}
	if err = errors.Join(err, f.Sync()); err != nil {
		return Package{}, fmt.Errorf("release: sign: %w", err)
	}
	return p, nil
}

// clear cuts off the old signature. It refuses to cut off anything else.
func (a archive) clear(f *os.File) error {
	if a.end < a.size {
		if m, err := a.member(a.end); err != nil {
			return err
		} else if m.name != signatureMember || m.next() < a.size {
			return fmt.Errorf("release: %w: behind the data is %q", ErrOther, m.name)
		}
	}
	if a.end == a.size+1 { // without padding
		if _, err := f.WriteAt([]byte{'\n'}, a.size); err != nil {
			return fmt.Errorf("release: sign: %w", err)
		}
	}
	if err := f.Truncate(a.end); err != nil {
		return fmt.Errorf("release: sign: %w", err)
	}
	return nil
}

// makeTrailer signs the first end bytes of r, with a trusted comment.
func makeTrailer(r io.ReaderAt, end int64, comment string, key minisign.PrivateKey) ([]byte, error) {
	signed := minisign.NewReader(io.NewSectionReader(r, 0, end))
	if _, err := io.Copy(io.Discard, signed); err != nil {
		return nil, err
	}
	return trailer(signed.SignWithComments(key, comment, untrusted)), nil
}

// SignApart signs a file of a release that is no package. It writes the signature to FILE.minisig,
// as minisign -S does. The trusted comment is the file's name.
func SignApart(file string, key minisign.PrivateKey) error {
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("release: sign: %w", err)
	}
	defer f.Close()
	signed := minisign.NewReader(f)
	if _, err := io.Copy(io.Discard, signed); err != nil {
		return fmt.Errorf("release: sign: %w", err)
	}
	signature := signed.SignWithComments(key, filepath.Base(file), "signature of a file of the companion")
	if err := os.WriteFile(file+".minisig", append(signature, '\n'), 0o644); err != nil {
		return fmt.Errorf("release: sign: %w", err)
	}
	return nil
}
