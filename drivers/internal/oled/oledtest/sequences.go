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

// Sequence is what the panel of the companion showed, picture after picture, no
// two alike that follow one another.
type Sequence struct {
	Name     string
	Pictures [][1024]byte
}

// Sequences returns the recorded sequences: a walk through menus, points being
// entered, dice being rolled with all pictures of the animation, a stretch of two
// games, and a cursor and pieces on a board, which is a view made for this. They are
// gzipped files of pictures, 1024 bytes each; "go test -record" writes them anew
// when the screens have changed.
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
