// Package qr makes QR codes (ISO/IEC 18004) for the panel, the page and the printer.
//
// A text is split into segments, each in the mode that takes the fewest bits: digits, the 45
// alphanumeric letters, or bytes. The camera apps of some phones open an address only if its
// scheme is in small letters. With segments such an address takes hardly more room than in
// capitals, in which the rest stays:
//
//	http                                 bytes           4 + 8 + 4·8 = 44 bits
//	://192.168.100.100:8090/J/TOKEN…     alphanumeric    4 + 9 + 52·11/2 = 299 bits
//
// Version 3 at level L holds 440 bits.
package qr

import (
	"fmt"

	"rsc.io/qr/coding"
)

// Levels of error correction: L restores 7 % of a code, M 15 %.
const (
	L = coding.L
	M = coding.M
)

// PanelModules is the maximum width of a code on the panel, in modules: version 3. Modules of 2 px
// then leave 3 px of the panel's height above and below the code.
const PanelModules = 29

// Code is a QR code. The zero Code has no text and no modules.
type Code struct {
	text    string
	modules *coding.Code
}

// New returns the smallest code of text at a level. It returns an error if text is "" or too long
// for any code: more than 2953 bytes at level L, more than 2331 at level M.
func New(text string, level coding.Level) (Code, error) {
	version, segments := smallest(text, level)
	if version == 0 {
		return Code{}, fmt.Errorf("qr: no code holds a text of %d bytes", len(text))
	}
	plan, err := coding.NewPlan(version, level, 0)
	if err != nil {
		return Code{}, fmt.Errorf("qr: plan a code of version %d: %w", version, err)
	}
	modules, err := plan.Encode(segments...)
	if err != nil {
		return Code{}, fmt.Errorf("qr: encode %d bytes: %w", len(text), err)
	}
	return Code{text, modules}, nil
}

// OnPanel returns the code of text at level L if the panel can draw it. If FitsPanel is false,
// OnPanel returns an error.
func OnPanel(text string) (Code, error) {
	if !FitsPanel(text) {
		return Code{}, fmt.Errorf("qr: too long for a code on the panel: %q", text)
	}
	return New(text, L)
}

// FitsPanel reports whether the code of text has at most PanelModules modules at level L.
func FitsPanel(text string) bool {
	version, _ := smallest(text, L)
	return version > 0 && width(version) <= PanelModules
}

// Text returns the text of the code.
func (c Code) Text() string { return c.text }

// Size returns the width of the code in modules, without the margin.
func (c Code) Size() int {
	if c.modules == nil {
		return 0
	}
	return c.modules.Size
}

// Black reports whether the module in column x of row y is dark. Modules outside the code are
// light.
func (c Code) Black(x, y int) bool { return c.modules != nil && c.modules.Black(x, y) }

// width returns the width of a code in modules (ISO/IEC 18004, 6.3.2).
func width(v coding.Version) int { return 17 + 4*int(v) }

// smallest returns the lowest version that holds text at a level, and the segments of text. It
// returns version 0 if text is "" or too long.
func smallest(text string, level coding.Level) (v coding.Version, segments []coding.Encoding) {
	if text == "" {
		return 0, nil
	}
	for v = coding.MinVersion; v <= coding.MaxVersion; v++ {
		if v == coding.MinVersion || v == longerLengths || v == longestLengths {
			segments = split(text, v)
		}
		if bits(segments, v) <= 8*v.DataBytes(level) {
			return v, segments
		}
	}
	return 0, nil
}

// Versions from which the length of a segment takes more bits (ISO/IEC 18004, table 3).
const (
	longerLengths  = 10
	longestLengths = 27
)

func bits(segments []coding.Encoding, v coding.Version) (n int) {
	for _, s := range segments {
		n += s.Bits(v)
	}
	return n
}
