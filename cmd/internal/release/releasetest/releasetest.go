// Package releasetest makes small packages for tests.
package releasetest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
)

// Deb returns an unsigned Debian package that dpkg-deb can read. It holds the file
// /usr/share/doc/NAME/filler with the given content.
func Deb(name, version, architecture, filler string) []byte {
	control := fmt.Sprintf("Package: %s\nVersion: %s\nArchitecture: %s\nInstalled-Size: 20480\n"+
		"Maintainer: Nobody <noreply@home.arpa>\nDescription: small\n It is a test.\n", name, version, architecture)
	var b bytes.Buffer
	b.WriteString("!<arch>\n")
	Member(&b, "debian-binary", []byte("2.0\n"))
	Member(&b, "control.tar.gz", tarball("./control", control))
	Member(&b, "data.tar.gz", tarball("./usr/share/doc/"+name+"/filler", filler))
	return b.Bytes()
}

// Member appends a member to an ar archive.
func Member(b *bytes.Buffer, name string, content []byte) {
	fmt.Fprintf(b, "%-16s%-12d%-6d%-6d%-8s%-10d`\n%s", name, 0, 0, 0, "100644", len(content), content)
	if len(content)%2 == 1 {
		b.WriteByte('\n')
	}
}

// tarball returns a tar archive with one file, packed by gzip.
func tarball(name, content string) []byte {
	var b bytes.Buffer
	packed := gzip.NewWriter(&b)
	t := tar.NewWriter(packed)
	if err := t.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(content)), Typeflag: tar.TypeReg}); err != nil {
		panic(err) // cannot fail: memory
	}
	fmt.Fprint(t, content)
	t.Close()
	packed.Close()
	return b.Bytes()
}
