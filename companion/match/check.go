package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tabletop/games"
)

// checkKind returns an error if the kind of f is unknown, or if f has a field that its kind
// doesn't have.
func (f *Fact) checkKind() error {
	allowed, ok := kindFields[f.Kind]
	if !ok {
		words := make([]string, len(kinds))
		for i, k := range kinds {
			words[i] = string(k)
		}
		return fmt.Errorf("unknown kind %.80q; the nearest is %q", f.Kind, games.Nearest(string(f.Kind), words))
	}
	for _, field := range []struct {
		name string
		here bool
	}{
		{"game", f.Game != ""},
		{"program", f.Program != ""},
		{"seats", len(f.Seats) > 0},
		{"options", len(f.Options) > 0},
		{"series", f.Series != ""},
		{"clock", f.Clock != ""},
		{"seal", f.Seal != ""},
		{"lost", f.Lost},
		{"seat", f.Seat != 0 || f.present.seat},
		{"says", f.Says != ""},
		{"among", len(f.Among) > 0},
		{"luck", f.Luck != ""},
		{"why", f.Why != ""},
		{"back_to", f.BackTo != 0},
		{"secret", f.Secret != ""},
	} {
		if field.here && !slices.Contains(strings.Fields(allowed), field.name) {
			return fmt.Errorf("a fact of kind %q has no field %q", f.Kind, field.name)
		}
	}
	return nil
}

// checkText returns an error if a text field of f has invalid UTF-8 or a control character.
func (f *Fact) checkText() error {
	for _, field := range [][2]string{{"at", f.At}, {"series", f.Series}, {"clock", f.Clock}, {"says", f.Says}, {"why", f.Why}} {
		if err := checkLine(field[0], field[1]); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Options)) {
		if err := checkLine("options", name+"="+f.Options[name]); err != nil {
			return err
		}
	}
	return nil
}

// checkProgram returns an error if the program in f is invalid, or if the game in f isn't
// defined by a file. A program is the text of a file that defines a game.
func (f *Fact) checkProgram() error {
	switch {
	case f.Program == "":
		return nil
	case !strings.HasPrefix(f.Game, games.InFile):
		return fmt.Errorf("a program belongs to a game called %q, not to %.40q", games.InFile+"NAME", f.Game)
	case len(f.Program) > MostProgram:
		return fmt.Errorf("a program has at most %d bytes, this one %d", MostProgram, len(f.Program))
	}
	return checkLine("program", strings.NewReplacer("\n", "", "\t", "").Replace(f.Program))
}

func checkLine(name, text string) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("field %q is not UTF-8", name)
	}
	if strings.ContainsFunc(text, unicode.IsControl) {
		return fmt.Errorf("field %q has a control character", name)
	}
	return nil
}

// checkLuck returns an error if the source of chance in f is neither Device nor Table, or if a
// seat's decision has a source of chance.
func (f *Fact) checkLuck() error {
	switch {
	case f.Luck != "" && f.Luck != Device && f.Luck != Table:
		return fmt.Errorf("luck is %q or %q, not %.80q", Device, Table, f.Luck)
	case f.Luck != "" && f.Kind == Decided && f.Seat != games.Chance:
		return fmt.Errorf("seat %d decides by itself, not by luck", f.Seat)
	}
	return nil
}

// checkSeal returns an error if the seal of f is not a SHA-256 in hexadecimal digits. It changes
// the digits to lower case.
func (f *Fact) checkSeal() error {
	if f.Seal == "" && f.Kind != Sealed {
		return nil
	}
	if sum, err := hex.DecodeString(f.Seal); err != nil || len(sum) != sha256.Size {
		return fmt.Errorf("a seal is %d hexadecimal digits, not %.80q", 2*sha256.Size, f.Seal)
	}
	f.Seal = strings.ToLower(f.Seal)
	return nil
}

// MostName is the maximum length of a player's name in characters.
const MostName = 16

// CheckNames returns the players' names in Unicode's composed form (NFC). It returns an error
// for a name that is empty, too long or duplicate, or that has characters other than letters,
// digits, spaces, hyphens, points and apostrophes. A name doesn't begin with a point or an
// apostrophe. Older versions refuse names of more than 10 characters, points and apostrophes.
func CheckNames(names []string) ([]string, error) {
	composed := make([]string, len(names))
	for i, name := range names {
		composed[i] = norm.NFC.String(name)
		if err := checkName(composed[i]); err != nil {
			return nil, err
		}
		if slices.Contains(composed[:i], composed[i]) {
			return nil, fmt.Errorf("two seats have the name %q", composed[i])
		}
	}
	return composed, nil
}

func checkName(name string) error {
	if strings.Trim(name, " ") == "" {
		return fmt.Errorf("a name has 1 to %d letters; one is empty", MostName)
	}
	if utf8.RuneCountInString(name) > MostName {
		return fmt.Errorf("a name has at most %d letters, not %.40q", MostName, name)
	}
	for i, r := range name {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == ' ', r == '-':
		case i > 0 && (unicode.IsMark(r) || r == '.' || r == '\''):
		case r == '.', r == '\'':
			return fmt.Errorf("a name begins with a letter or a digit, not %q", r)
		default:
			return fmt.Errorf("a name has letters, digits, spaces, hyphens, points and apostrophes, not %q", r)
		}
	}
	return nil
}
