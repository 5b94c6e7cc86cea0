package main

import (
	"fmt"
	"strings"
)

// picture is a glyph in its cell. It holds rows from the top, with the leftmost px in bit 31.
type picture struct {
	width, height int
	rows          [64]uint32
}

func (p *picture) set(x, y int) { p.rows[y] |= 1 << (31 - x) }

func (p picture) at(x, y int) bool { return p.rows[y]>>(31-x)&1 == 1 }

// columns returns the picture column by column from the left. A column is a sequence of bytes from
// the top, with the topmost px in bit 0, as in the pages of an SSD1306.
func (p picture) columns() []byte {
	pages := (p.height + 7) / 8
	bytes := make([]byte, p.width*pages)
	for x := range p.width {
		for y := range p.height {
			if p.at(x, y) {
				bytes[x*pages+y/8] |= 1 << (y % 8)
			}
		}
	}
	return bytes
}

// parsePictures parses blocks and adds their pictures to glyphs. A block begins with a line of
// letters. Below each letter stands its picture of '.' and '#', height rows high; blanks separate
// the pictures. A line that begins with "//" is a comment.
func parsePictures(text string, height int, glyphs map[rune]picture) error {
	var block []string
	for i, line := range strings.Split(text+"\n", "\n") {
		switch {
		case strings.HasPrefix(line, "//"):
			continue
		case strings.TrimSpace(line) != "":
			block = append(block, line)
			continue
		case len(block) == 0:
			continue
		}
		if err := parseBlock(block, height, glyphs); err != nil {
			return fmt.Errorf("block before line %d: %w", i+1, err)
		}
		block = nil
	}
	return nil
}

func parseBlock(block []string, height int, glyphs map[rune]picture) error {
	names := strings.Fields(block[0])
	if len(block) != height+1 {
		return fmt.Errorf("%d rows, want %d", len(block)-1, height)
	}
	for y, line := range block[1:] {
		rows := strings.Fields(line)
		if len(rows) != len(names) {
			return fmt.Errorf("row %d has %d pictures, want %d", y+1, len(rows), len(names))
		}
		for i, row := range rows {
			r := []rune(names[i])[0]
			p := glyphs[r]
			if y == 0 {
				p = picture{height: height}
			}
			for x, c := range row {
				if c == '#' {
					p.set(x, y)
				}
			}
			glyphs[r] = p
		}
	}
	return nil
}
