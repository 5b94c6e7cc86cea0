package pixel

import (
	"fmt"
	"image"
	"strings"
)

// LargestPicture is the maximum width and height of a picture in px.
const LargestPicture = 48

// Picture is a picture in one colour for the OLED. Bit x of a row is the px in column x.
type Picture struct {
	W, H int
	rows [LargestPicture]uint64
}

// At reports whether the px in column x and row y is lit. It is false outside the picture.
func (p *Picture) At(x, y int) bool {
	return 0 <= x && x < p.W && 0 <= y && y < p.H && p.rows[y]>>x&1 == 1
}

// Draw lights the px of p in b, with its upper left corner at (x, y).
func (p *Picture) Draw(b *Bitmap, x, y int) {
	for i := range p.H {
		for row, j := p.rows[i], 0; row != 0; row, j = row>>1, j+1 {
			if row&1 == 1 {
				b.Set(x+j, y+i, true)
			}
		}
	}
}

// Cover returns the rectangle that p covers if its upper left corner is at (x, y).
func (p *Picture) Cover(x, y int) image.Rectangle { return image.Rect(x, y, x+p.W, y+p.H) }

// ParsePictures parses pictures and returns them by name. Each begins with a line
//
//	picture NAME
//
// followed by up to 48 rows of up to 48 px, "#" lit and "." dark, all of the same length. A
// blank line ends it. "NAME/1", "NAME/2" … are poses of one picture. Errors name the line.
func ParsePictures(text string) (map[string]Picture, error) {
	pictures := map[string]Picture{}
	name := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \r")
		head, isHead := strings.CutPrefix(line, "picture ")
		var err error
		switch {
		case line == "":
			name = ""
		case isHead && pictures[head].H == 0:
			name = head
		case isHead:
			err = fmt.Errorf("picture %q is drawn twice", head)
		case name == "":
			err = fmt.Errorf("%q, want \"picture NAME\"", line)
		default:
			p := pictures[name]
			err = p.add(line)
			pictures[name] = p
		}
		if err != nil {
			return nil, fmt.Errorf("pixel: pictures: line %d: %w", i+1, err)
		}
	}
	return pictures, nil
}

// add appends a row of "." and "#" to the picture.
func (p *Picture) add(row string) error {
	lit, err := readRow(row, p.W, p.H, LargestPicture)
	if err != nil {
		return err
	}
	p.rows[p.H] = lit
	p.W = len(row)
	p.H++
	return nil
}

// readRow parses one row of a picture. The picture already has h rows of w px, and has at most
// most×most px in all. The result has a bit for each lit px, the leftmost in bit 0.
func readRow(row string, w, h, most int) (lit uint64, err error) {
	switch {
	case strings.Trim(row, ".#") != "":
		return 0, fmt.Errorf("row %q contains more than . and #", row)
	case h == most || len(row) > most:
		return 0, fmt.Errorf("larger than %d×%d px", most, most)
	case h > 0 && len(row) != w:
		return 0, fmt.Errorf("row of %d px under rows of %d", len(row), w)
	}
	for x := range row {
		if row[x] == '#' {
			lit |= 1 << x
		}
	}
	return lit, nil
}
