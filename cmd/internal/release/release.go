// Package release signs Debian packages of the companion and verifies them.
//
// A package is an ar archive (deb(5)): debian-binary, control.tar.gz, data.tar. A signed one has
// one more member behind them, _minisig, which dpkg ignores. The member holds a signature in the
// format of minisign, prehashed with BLAKE2b-512, of all bytes before its own header:
//
//	untrusted comment: signature of a companion package
//	RUQ…
//	trusted comment: companion 1.2.0 armhf
//	…
//
// The words of the trusted comment are name, version and architecture of the control file inside.
// The same package and the same key give the same bytes. [Verify] accepts no other form: each
// byte of a signed package is either signed or has one possible value.
package release

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"

	"aead.dev/minisign"

	"tabletop/cmd/internal/update"
)

// Name is the name of the package.
const Name = "companion"

// Reasons why a file is refused.
var (
	ErrUnsigned   = errors.New("the package is not signed")
	ErrDamaged    = errors.New("the package is cut off or was changed")
	ErrUnknownKey = errors.New("the package is signed by an unknown key")
	ErrWithdrawn  = errors.New("the package is signed by a withdrawn key")
	ErrOther      = errors.New("the file is no package of the companion")
)

// Why returns the reason of a refusal, one of the Why constants of package update. It returns ""
// for nil and for errors of reading.
func Why(err error) string {
	for reason, why := range map[error]string{
		ErrUnsigned: update.WhyUnsigned, ErrDamaged: update.WhyDamaged, ErrUnknownKey: update.WhyUnknownKey,
		ErrWithdrawn: update.WhyWithdrawn, ErrOther: update.WhyOther,
	} {
		if errors.Is(err, reason) {
			return why
		}
	}
	return ""
}

// Package describes a package.
type Package struct {
	Version      string // by Debian's rules: see Compare
	Architecture string // Debian's name: armhf, arm64, amd64
	Installed    int64  // estimated size of the installed files in bytes; 0 if unknown
}

func (p Package) comment() string { return Name + " " + p.Version + " " + p.Architecture }

// Verify checks the signature of a package of size bytes. It reads the file once in pieces and
// holds no more than a piece in memory. The errors wrap ErrUnsigned, ErrDamaged, ErrUnknownKey,
// ErrWithdrawn and ErrOther, or come from r.
func Verify(r io.ReaderAt, size int64, keys Keys) (Package, error) {
	a, err := read(r, size)
	if err != nil {
		return Package{}, err
	}
	s, text, err := a.signature()
	if err != nil {
		return Package{}, err
	}
	key, err := keys.find(s.KeyID)
	if err != nil {
		return Package{}, err
	}
	signed := minisign.NewReader(io.NewSectionReader(r, 0, a.end))
	if n, err := io.Copy(io.Discard, signed); err != nil {
		return Package{}, fmt.Errorf("release: read the package: %w", err)
	} else if n != a.end || !signed.Verify(key, text) {
		return Package{}, fmt.Errorf("release: %w: the signature doesn't fit", ErrDamaged)
	}
	p, err := a.control()
	if err == nil && p.comment() != s.TrustedComment {
		err = fmt.Errorf("release: %w: the signature is for %.80q, the control file for %q", ErrOther, s.TrustedComment, p.comment())
	}
	return p, err
}

// VerifyFile verifies the package in a file.
func VerifyFile(file string, keys Keys) (Package, error) {
	return with(file, func(r io.ReaderAt, size int64) (Package, error) { return Verify(r, size, keys) })
}

// Describe returns the description of the package in a file without checking a signature. The errors
// wrap ErrDamaged and ErrOther, or come from the file.
func Describe(file string) (Package, error) {
	return with(file, func(r io.ReaderAt, size int64) (Package, error) {
		a, err := read(r, size)
		if err != nil {
			return Package{}, err
		}
		return a.control()
	})
}

// with calls the function do with an open file and its size in bytes.
func with(file string, do func(r io.ReaderAt, size int64) (Package, error)) (Package, error) {
	f, err := os.Open(file)
	if err != nil {
		return Package{}, fmt.Errorf("release: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Package{}, fmt.Errorf("release: %w", err)
	}
	return do(f, info.Size())
}

// untrusted is the only untrusted comment. The signature doesn't cover it.
const untrusted = "signature of a companion package"

// maxTrailer is the maximum size of the member _minisig with its header in bytes.
const maxTrailer = 1024

// signature returns the signature and its text. Only the bytes that trailer makes are accepted.
func (a archive) signature() (s minisign.Signature, text []byte, err error) {
	if a.end >= a.size {
		return s, nil, fmt.Errorf("release: %w", ErrUnsigned)
	}
	m, err := a.member(a.end)
	if err != nil {
		return s, nil, err
	}
	if m.name != signatureMember {
		return s, nil, fmt.Errorf("release: %w: behind the data is %.16q", ErrUnsigned, m.name)
	}
	end := make([]byte, min(a.size-a.end, maxTrailer+1))
	if _, err := a.r.ReadAt(end, a.end); err != nil && err != io.EOF {
		return s, nil, fmt.Errorf("release: read the signature: %w", err)
	}
	text = end[min(headerSize, len(end)):min(headerSize+int(min(m.size, maxTrailer)), len(end))]
	if s.UnmarshalText(text) != nil || s.Algorithm != minisign.HashEdDSA || s.UntrustedComment != untrusted {
		return s, nil, fmt.Errorf("release: %w: no signature in %s", ErrDamaged, signatureMember)
	}
	if text, _ = s.MarshalText(); !bytes.Equal(end, trailer(text)) {
		return s, nil, fmt.Errorf("release: %w: %s holds more than a signature", ErrDamaged, signatureMember)
	}
	return s, text, nil
}

// trailer returns the member _minisig with its header.
func trailer(signature []byte) []byte {
	member := fmt.Appendf(nil, "%-16s%-12d%-6d%-6d%-8s%-10d`\n%s", signatureMember, 0, 0, 0, "100644", len(signature), signature)
	if len(member)%2 == 1 {
		member = append(member, '\n')
	}
	return member
}

// Versions and architectures that may stand in a trusted comment (Debian Policy 5.6.12, 5.6.8).
var (
	version      = regexp.MustCompile(`^([0-9]+:)?[0-9][0-9A-Za-z.+~-]{0,99}$`)
	architecture = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,30}$`)
)

// parse makes a Package of the fields of a control file.
func parse(field func(name string) string) (Package, error) {
	p := Package{Version: field("Version"), Architecture: field("Architecture")}
	if field("Package") != Name || !version.MatchString(p.Version) || !architecture.MatchString(p.Architecture) {
		return Package{}, fmt.Errorf("release: %w: it is %.80q", ErrOther, strings.TrimSpace(field("Package")+" "+p.Version+" "+p.Architecture))
	}
	if kib, err := strconv.ParseUint(field("Installed-Size"), 10, 40); err == nil {
		p.Installed = int64(kib) << 10
	}
	return p, nil
}
