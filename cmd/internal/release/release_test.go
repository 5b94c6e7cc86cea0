package release

import (
	"bytes"
	"errors"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"aead.dev/minisign"

	"tabletop/cmd/internal/release/releasetest"
	"tabletop/cmd/internal/update"
)

// newKey returns a key and the list that holds it.
func newKey(t *testing.T, lines ...string) (minisign.PrivateKey, Keys) {
	t.Helper()
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := parseKeys(strings.NewReader(public.String()+"\n"+strings.Join(lines, "\n")), "keys")
	if err != nil {
		t.Fatal(err)
	}
	return secret, keys
}

// signed signs a package.
func signed(t *testing.T, deb []byte, key minisign.PrivateKey) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "companion.deb")
	if err := os.WriteFile(file, deb, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Sign(file, key); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// forged signs with any trusted comment, as whoever holds the key can.
func forged(t *testing.T, deb []byte, comment string, key minisign.PrivateKey) []byte {
	t.Helper()
	end, err := makeTrailer(bytes.NewReader(deb), int64(len(deb)), comment, key)
	if err != nil {
		t.Fatal(err)
	}
	return append(bytes.Clone(deb), end...)
}

func verify(deb []byte, keys Keys) (Package, error) {
	return Verify(bytes.NewReader(deb), int64(len(deb)), keys)
}

func ours() []byte { return releasetest.Deb(Name, "1.2.0", "armhf", strings.Repeat("filler ", 900)) }

func TestASignedPackageIsAccepted(t *testing.T) {
	key, keys := newKey(t)
	for _, filler := range []string{"even", "odd", "", "123456789012345678901"} { // with padding and without
		deb := signed(t, releasetest.Deb(Name, "1.2.0~rc1", "arm64", filler), key)
		p, err := verify(deb, keys)
		if want := (Package{"1.2.0~rc1", "arm64", 20480 << 10}); p != want || err != nil {
			t.Errorf("%q: got %+v, %v; want %+v", filler, p, err, want)
		}
	}
}

func TestSigningAgainReplacesTheSignature(t *testing.T) {
	key, keys := newKey(t)
	other, _ := newKey(t)
	once := signed(t, ours(), key)
	if !bytes.Equal(once, signed(t, ours(), key)) || !bytes.Equal(once, signed(t, once, key)) {
		t.Error("the same package and key give other bytes")
	}
	replaced := signed(t, once, other)
	if _, err := verify(replaced, keys); !errors.Is(err, ErrUnknownKey) {
		t.Errorf("signed by another key: %v", err)
	}
	if !bytes.Equal(once, signed(t, replaced, key)) {
		t.Error("two signatures later the bytes differ")
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	key, keys := newKey(t)
	stranger, _ := newKey(t)
	deb := signed(t, ours(), key)
	end := len(ours())
	withMember := func(deb []byte, name string) []byte {
		b := bytes.NewBuffer(bytes.Clone(deb))
		releasetest.Member(b, name, []byte("something"))
		return b.Bytes()
	}
	first := func(deb []byte) []byte { // a member before all others
		b := bytes.NewBufferString(magic)
		releasetest.Member(b, "_first", []byte("x"))
		return append(b.Bytes(), deb[len(magic):]...)
	}
	league := releasetest.Deb("league", "1.2.0", "armhf", "")
	huge := bytes.Clone(deb)
	copy(huge[len(magic)+48:], "9999999999")
	hugeSignature := bytes.Clone(deb)
	copy(hugeSignature[end+48:], "9999999999")
	xz := bytes.Replace(ours(), []byte("control.tar.gz"), []byte("control.tar.xz"), 1)
	for _, test := range []struct {
		name string
		deb  []byte
		want error
	}{
		{"an empty file", nil, ErrDamaged},
		{"a text file", []byte("Dear box, please update yourself.\n"), ErrOther},
		{"an ar archive without members", []byte(magic), ErrDamaged},
		{"an ar archive of something else", withMember([]byte(magic), "readme.txt"), ErrOther},
		{"an unsigned package", ours(), ErrUnsigned},
		{"a package with a member of somebody else's", withMember(ours(), "_gpgorigin"), ErrUnsigned},
		{"a member before the signature", append(withMember(ours(), "_before"), deb[end:]...), ErrUnsigned},
		{"a signed member before the signature", forged(t, withMember(ours(), "_before"), "companion 1.2.0 armhf", key), ErrUnsigned},
		{"a member behind the signature", withMember(deb, "_behind"), ErrDamaged},
		{"bytes behind the signature", append(bytes.Clone(deb), '\n'), ErrDamaged},
		{"two signatures", append(bytes.Clone(deb), deb[end:]...), ErrDamaged},
		{"a signed signature", forged(t, deb, "companion 1.2.0 armhf", key), ErrDamaged},
		{"a member before all others", first(deb), ErrOther},
		{"a signed member before all others", forged(t, first(ours()), "companion 1.2.0 armhf", key), ErrOther},
		{"a signature of another package", append(ours(), signed(t, releasetest.Deb(Name, "1.2.0", "armhf", "other"), key)[len(releasetest.Deb(Name, "1.2.0", "armhf", "other")):]...), ErrDamaged},
		{"another trusted comment under the same signature", bytes.Replace(deb, []byte("comment: companion 1.2.0"), []byte("comment: companion 1.3.0"), 1), ErrDamaged},
		{"a newer version in the comment than inside", forged(t, ours(), "companion 1.3.0 armhf", key), ErrOther},
		{"another architecture in the comment than inside", forged(t, ours(), "companion 1.2.0 arm64", key), ErrOther},
		{"more words in the comment", forged(t, ours(), "companion 1.2.0 armhf today", key), ErrOther},
		{"a timestamp as comment", forged(t, ours(), "timestamp:1790000000", key), ErrOther},
		{"the league's package", forged(t, league, "league 1.2.0 armhf", key), ErrOther},
		{"the league's package as ours", forged(t, league, "companion 1.2.0 armhf", key), ErrOther},
		{"a version with an escape sequence", forged(t, releasetest.Deb(Name, "1.2\x1b[2J", "armhf", ""), "companion 1.2\x1b[2J armhf", key), ErrOther},
		{"two names", forged(t, releasetest.Deb("league\nPackage: companion", "1.2.0", "armhf", ""), "companion 1.2.0 armhf", key), ErrOther},
		{"a control file that can't be read", forged(t, xz, "companion 1.2.0 armhf", key), ErrOther},
		{"an unknown key", signed(t, ours(), stranger), ErrUnknownKey},
		{"a huge length", huge, ErrDamaged},
		{"a huge length of the signature", hugeSignature, ErrDamaged},
		{"a signature of Ed25519 without prehash", append(ours(), trailer(minisign.SignWithComments(key, ours(), "companion 1.2.0 armhf", untrusted))...), ErrDamaged},
	} {
		p, err := verify(test.deb, keys)
		if !errors.Is(err, test.want) || p != (Package{}) && test.want != ErrOther {
			t.Errorf("%s: got %+v, %v; want %v", test.name, p, err, test.want)
		}
		if Why(err) == "" {
			t.Errorf("%s: no reason for %v", test.name, err)
		}
	}
}

func TestAWithdrawnKeyDoesNotCount(t *testing.T) {
	key, keys := newKey(t)
	id := strings.ToUpper(minisignID(key))
	for name, lines := range map[string]string{
		"listed and withdrawn": key.Public().(minisign.PublicKey).String() + "\nwithdrawn " + id,
		"withdrawn and listed": "withdrawn " + strings.ToLower(id) + "  # lost\n" + key.Public().(minisign.PublicKey).String(),
		"withdrawn only":       "withdrawn " + id,
	} {
		k, err := parseKeys(strings.NewReader(lines), "keys")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := verify(signed(t, ours(), key), k); !errors.Is(err, ErrWithdrawn) || !k.Empty() {
			t.Errorf("%s: got %v, empty %v", name, err, k.Empty())
		}
		if err := k.Accepts(key.Public().(minisign.PublicKey)); !errors.Is(err, ErrWithdrawn) {
			t.Errorf("%s: accepts: %v", name, err)
		}
	}
	if keys.Empty() || keys.Accepts(key.Public().(minisign.PublicKey)) != nil {
		t.Error("a key that is listed doesn't count")
	}
}

func minisignID(key minisign.PrivateKey) string {
	text, _ := key.Public().(minisign.PublicKey).MarshalText()
	line, _, _ := strings.Cut(string(text), "\n")
	return line[strings.LastIndexByte(line, ' ')+1:]
}

func TestEachBytePlaysItsPart(t *testing.T) {
	key, keys := newKey(t)
	deb := signed(t, ours(), key)
	end := len(ours())
	random := rand.New(rand.NewSource(40))
	var flips []int
	for i := end; i < len(deb); i++ {
		flips = append(flips, i)
	}
	for range 200 {
		flips = append(flips, random.Intn(end))
	}
	for i := range len(magic) + headerSize*2 + 4 { // the headers of the first members
		flips = append(flips, i)
	}
	for _, at := range flips {
		for _, change := range []byte{1, 0x20, 0x80, byte(1 + random.Intn(255))} {
			bad := bytes.Clone(deb)
			bad[at] ^= change
			if p, err := verify(bad, keys); err == nil || Why(err) == "" {
				t.Fatalf("byte %d of %d, changed by %#x: got %+v, %v", at, len(deb), change, p, err)
			}
		}
	}
}

func TestATruncatedPackageIsRefused(t *testing.T) {
	key, keys := newKey(t)
	deb := signed(t, ours(), key)
	for n := range len(deb) {
		want := ErrDamaged
		if n == len(ours()) {
			want = ErrUnsigned // exactly the signature is missing
		}
		if _, err := verify(deb[:n], keys); !errors.Is(err, want) {
			t.Fatalf("the first %d of %d bytes: got %v, want %v", n, len(deb), err, want)
		}
	}
}

func TestVerifyStaysWithinTheFile(t *testing.T) {
	key, keys := newKey(t)
	r := &reader{deb: signed(t, releasetest.Deb(Name, "1.2.0", "armhf", string(noise(3<<20))), key)}
	if _, err := Verify(r, int64(len(r.deb)), keys); err != nil {
		t.Fatal(err)
	}
	if r.largest > 64<<10 || r.beyond || r.read > len(r.deb)+len(r.deb)/10 {
		t.Errorf("of %d bytes it read %d, at once up to %d, beyond the end %v", len(r.deb), r.read, r.largest, r.beyond)
	}
	r.fault = io.ErrNoProgress
	if _, err := Verify(r, int64(len(r.deb)), keys); !errors.Is(err, io.ErrNoProgress) || Why(err) != "" {
		t.Errorf("a fault of the disk: %v, reason %q", err, Why(err))
	}
	if _, err := Verify(r, update.MostBytes+1, keys); !errors.Is(err, ErrOther) {
		t.Errorf("too large: %v", err)
	}
}

func noise(n int) []byte {
	b := make([]byte, n)
	rand.New(rand.NewSource(7)).Read(b)
	return b
}

// reader counts what is read.
type reader struct {
	deb           []byte
	largest, read int
	beyond        bool
	fault         error
}

func (r *reader) ReadAt(b []byte, at int64) (int, error) {
	if r.fault != nil {
		return 0, r.fault
	}
	r.largest, r.read = max(r.largest, len(b)), r.read+len(b)
	r.beyond = r.beyond || at > int64(len(r.deb))
	return bytes.NewReader(r.deb).ReadAt(b, at)
}

func TestMinisignAndDebianReadASignedPackage(t *testing.T) {
	key, _ := newKey(t)
	deb := signed(t, ours(), key)
	signature := deb[len(ours())+headerSize:]
	if !minisign.Verify(key.Public().(minisign.PublicKey), deb[:len(ours())], bytes.TrimRight(signature, "\n")) {
		t.Error("minisign refuses the signature of the bytes before the member")
	}
	file := filepath.Join(t.TempDir(), "companion.deb")
	if err := os.WriteFile(file, deb, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ want, command string }{
		{"companion\t1.2.0\tarmhf\n", "dpkg-deb --showformat=${Package}\\t${Version}\\t${Architecture}\\n --show"},
		{"companion 1.2.0 armhf", "ar p"},
	} {
		words := append(strings.Fields(test.command), file)
		if words[0] == "ar" {
			words = append(words, signatureMember)
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			t.Logf("no %s here", words[0])
			continue
		}
		if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: %v\n%s", words, err, out)
		}
	}
}

func TestOnlyThePackageOfTheCompanionIsSigned(t *testing.T) {
	key, _ := newKey(t)
	for name, deb := range map[string][]byte{
		"the league's":      releasetest.Deb("league", "1.2.0", "amd64", ""),
		"a text":            []byte("text\n"),
		"a strange member":  append(ours(), releasetest.Deb("x", "1", "all", "")[len(magic):]...),
		"a strange version": releasetest.Deb(Name, "next", "armhf", ""),
	} {
		file := filepath.Join(t.TempDir(), "x.deb")
		if err := os.WriteFile(file, deb, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Sign(file, key)
		after, _ := os.ReadFile(file)
		if !errors.Is(err, ErrOther) || !bytes.Equal(after, deb) {
			t.Errorf("%s: got %v, changed %v", name, err, !bytes.Equal(after, deb))
		}
	}
}
