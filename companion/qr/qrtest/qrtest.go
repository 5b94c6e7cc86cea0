// Package qrtest reads QR codes in tests by programs of others, which share no code with each other
// or with us: zbarimg (Debian's zbar-tools) and ZXingReader (Debian's zxing-cpp-tools, the C++ port
// of the library in many Android apps).
package qrtest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// Photo is a picture with a QR code.
type Photo struct {
	Name  string // name of the picture in failures
	Image image.Image
	Text  string // text of the code
}

// Check fails for each photo in which a reader doesn't find its text. The photos are read as they
// are, px for px. Check skips the subtest of a reader that isn't installed.
func Check(t *testing.T, photos []Photo) {
	t.Helper()
	images := make([]image.Image, len(photos))
	for i, p := range photos {
		images[i] = p.Image
	}
	folder := t.TempDir()
	files, err := store(folder, images)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Readers {
		t.Run(r.Program, func(t *testing.T) {
			texts := r.read(t, files)
			for i, p := range photos {
				if texts[i] != p.Text {
					t.Errorf("%s: read %q, want %q", p.Name, texts[i], p.Text)
				}
			}
		})
	}
}

// Reader is a program that reads QR codes.
type Reader struct {
	Program, Debian string // names of the program and of its package
	args            []string
	parse           func(out []byte) (map[string]string, error) // returns texts by file
}

// Readers are independent of each other.
var Readers = []Reader{
	{"zbarimg", "zbar-tools", []string{"--quiet", "--xml", "-Sdisable", "-Sqrcode.enable"}, parseZbar},
	{"ZXingReader", "zxing-cpp-tools", []string{"-1", "-format", "QRCode"}, parseZXing},
}

// Read returns the text of the code in each image, "" if r finds none. It skips the test if r isn't
// installed.
func (r Reader) Read(t *testing.T, images ...image.Image) []string {
	t.Helper()
	files, err := store(t.TempDir(), images)
	if err != nil {
		t.Fatal(err)
	}
	return r.read(t, files)
}

// read calls the program once for all files, because it starts much more slowly than it reads.
func (r Reader) read(t *testing.T, files []string) []string {
	t.Helper()
	if _, err := exec.LookPath(r.Program); err != nil {
		t.Skipf("%s is not installed (package %s)", r.Program, r.Debian)
	}
	out, err := exec.Command(r.Program, append(r.args, files...)...).Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) { // the exit code reports files without a code
		t.Fatal(err)
	}
	found, err := r.parse(out)
	if err != nil {
		t.Fatalf("%s: %v in %s", r.Program, err, out)
	}
	texts := make([]string, len(files))
	for i, file := range files {
		texts[i] = found[file]
	}
	return texts
}

func parseZbar(out []byte) (map[string]string, error) {
	var found struct {
		Sources []struct {
			File string `xml:"href,attr"`
			Data string `xml:"index>symbol>data"`
		} `xml:"source"`
	}
	if err := xml.Unmarshal(out, &found); err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, s := range found.Sources {
		texts[s.File] = s.Data
	}
	return texts, nil
}

var lineOfZXing = regexp.MustCompile(`(?m)^(\S+) QRCode "(.*)"$`)

func parseZXing(out []byte) (map[string]string, error) {
	texts := map[string]string{}
	for _, line := range lineOfZXing.FindAllSubmatch(out, -1) {
		texts[string(line[1])] = string(line[2])
	}
	return texts, nil
}

// store writes images to files in folder, and returns the files.
func store(folder string, images []image.Image) (files []string, err error) {
	for i, img := range images {
		file := filepath.Join(folder, fmt.Sprint(i, ".png"))
		f, err := os.Create(file)
		if err != nil {
			return nil, err
		}
		if err := errors.Join(png.Encode(f, img), f.Close()); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// OnBlack returns img with a black margin of that many px: what lies around a lit panel.
func OnBlack(img image.Image, margin int) image.Image {
	b := img.Bounds()
	all := image.NewGray(image.Rect(0, 0, b.Dx()+2*margin, b.Dy()+2*margin))
	draw.Draw(all, b.Sub(b.Min).Add(image.Pt(margin, margin)), img, b.Min, draw.Src)
	return all
}
