// Package templates reads templates of score sheets: small TOML files, one per game that is
// scored with the scoreboard. The panel offers them in the setup of a scoreboard.
//
// # A file
//
//	name = {ru = "Порт", en = "Harbour"} # up to 18 letters
//	seats = 4        # initial number of seats; the table may change it
//	wins = "highest" # or "lowest"
//	target = 100     # total of points that ends the game
//	rounds = 10      # number of rounds, at most 200 divided by the number of categories
//	ties = "shared"  # or "more": further rounds break a tie at the top
//
//	[[category]]     # up to 8 of them, in the order of the sheet
//	name = {ru = "монеты", en = "coins"} # a word of up to 10 letters
//	from = 0         # limits of the number that is entered: -999 to 999
//	to = 50
//	factor = 1       # multiplies the number, -100 to 100: -1 for losses
//
// Only the name is required. A name in one language only is used in both languages. All other keys
// have the scoreboard's own defaults: any number of seats, the highest total, neither target nor
// rounds, a shared victory, points from -999 to 999 without categories. systemd/templates contains
// two examples.
//
// A match stores the categories themselves, in the panel's language when the template was
// chosen, so it does not need the file any more.
package templates

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tabletop/companion"
)

// mostBytes is the maximum size of a template file, in bytes.
const mostBytes = 64 << 10

// Error is the error of an invalid template file or folder.
type Error struct {
	Path  string
	Place string // line, such as "3", or key, such as "category[2].from"; "" for the whole file
	Err   error
}

// Error returns file, place and reason.
func (e Error) Error() string { return fmt.Sprintf("templates: %s: %v", e.at(e.Path), e.Err) }

// Unwrap returns the reason of the error.
func (e Error) Unwrap() error { return e.Err }

// Where returns the name of the file without its folder, and the place, for the panel:
// "harbour.toml:3".
func (e Error) Where() string { return e.at(filepath.Base(e.Path)) }

func (e Error) at(file string) string {
	if e.Place == "" {
		return file
	}
	return file + ":" + e.Place
}

// Read returns the templates in those folders that exist, sorted by file name. If two folders have
// files of the same name, the file in the first folder is used, so that a table can replace an
// installed template. Read also returns the errors of invalid files, which are not in the list.
func Read(folders ...string) (list []companion.Template, wrong []Error) {
	paths := map[string]string{}
	for _, folder := range slices.Backward(folders) {
		files, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			wrong = append(wrong, Error{Path: folder, Err: err})
		}
		for _, f := range files {
			if name := f.Name(); strings.HasSuffix(name, ".toml") && name[0] != '.' {
				paths[name] = filepath.Join(folder, name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(paths)) {
		t, err := readFile(paths[name])
		if err != nil {
			wrong = append(wrong, *err)
			continue
		}
		list = append(list, t)
	}
	return list, wrong
}

func readFile(path string) (companion.Template, *Error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return companion.Template{}, &Error{Path: path, Err: err}
	case !info.Mode().IsRegular() || info.Size() > mostBytes:
		return companion.Template{}, &Error{Path: path, Err: fmt.Errorf("not a file of up to %d KB", mostBytes>>10)}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return companion.Template{}, &Error{Path: path, Err: err}
	}
	t, wrong := Parse(string(text))
	if wrong != nil {
		wrong.Path = path
	}
	return t, wrong
}
