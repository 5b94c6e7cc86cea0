package release

import (
	"archive/tar"
	"bytes"
	"io"
	"strings"
	"testing"
)

// file is a file in a tar archive.
type file struct{ name, content string }

// packed returns a tar archive.
func packed(t *testing.T, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: 0o644, Size: int64(len(f.content))}
		if strings.HasSuffix(f.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, f.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTheControlFileIsFound(t *testing.T) {
	long := strings.Repeat("x", 5*block)
	for _, files := range [][]file{
		{{"control", "Package: x\n"}},
		{{"./", ""}, {"./md5sums", long}, {"./control", "Package: x\n"}, {"./postinst", long}},
		{{"./postinst", long[:block]}, {"./prerm", ""}, {"./conffiles", long[:block+1]}, {"control", "Package: x\n"}},
		{{"./" + long[:90] + "/control", "Package: y\n"}, {"./control", "Package: x\n"}},
	} {
		r, err := findControl(bytes.NewReader(packed(t, files...)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); string(got) != "Package: x\n" || err != nil {
			t.Errorf("%.20q: got %q, %v", files, got, err)
		}
	}
}

func TestAnArchiveWithoutAControlFileIsAnError(t *testing.T) {
	whole := packed(t, file{"./md5sums", "sums"}, file{"./control", "Package: x\n"})
	negative := bytes.Clone(whole)
	copy(negative[124:], "-0000000010\x00")
	for name, archive := range map[string][]byte{
		"nothing":              nil,
		"an empty archive":     packed(t),
		"another file":         packed(t, file{"./md5sums", "sums"}),
		"a cut header":         whole[:100],
		"a cut file before it": whole[:block+2],
		"a negative size":      negative,
		"a text":               bytes.Repeat([]byte("text"), block),
	} {
		if r, err := findControl(bytes.NewReader(archive)); err == nil {
			t.Errorf("%s: found %v", name, r)
		}
	}
}
