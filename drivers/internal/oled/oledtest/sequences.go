package oledtest

import (
	"compress/gzip"
	"embed"
	"io"
	"path"
	"slices"
	"strings"
)

//go:embed sequences/*.gz
var packed embed.FS

// Sequence is a sequence of pictures on the companion's panel. Consecutive pictures differ.
type Sequence struct {
	Name     string
	Pictures [][1024]byte
}

// Sequences returns the recorded sequences: a walk through menus, the entry of points, dice
// with all pictures of the animation, a stretch of two games, and a cursor and pieces on a
// board, a view made for this purpose. They are gzipped files of pictures, 1024 bytes each.
// After changes to the screens, "go test -record" writes them again.
func Sequences() ([]Sequence, error) {
	const folder = "sequences"
	files, err := packed.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var all []Sequence
	for _, f := range files {
		pictures, err := read(path.Join(folder, f.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, Sequence{strings.TrimSuffix(f.Name(), ".gz"), pictures})
	}
	return all, nil
}

func read(file string) ([][1024]byte, error) {
	f, err := packed.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var pictures [][1024]byte
	for p := range slices.Chunk(data, 1024) {
		pictures = append(pictures, [1024]byte(p))
	}
	return pictures, nil
}
