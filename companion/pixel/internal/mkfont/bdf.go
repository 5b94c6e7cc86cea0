package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// readX11 returns the X11 font of that name in folder, in the BDF format.
func readX11(folder, name string) ([]byte, error) {
	path := filepath.Join(folder, name+".pcf.gz")
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%w (Debian: apt-get install xfonts-base)", err)
	}
	bdf, err := exec.Command("pcf2bdf", path).Output()
	if err != nil {
		return nil, fmt.Errorf("pcf2bdf %s: %w (Debian: apt-get install pcf2bdf)", path, err)
	}
	return bdf, nil
}

// parseBDF returns the glyphs of a BDF font, by rune. The cells of the font are height px high.
func parseBDF(bdf []byte, height int) (map[rune]picture, error) {
	glyphs := map[rune]picture{}
	var ascent int
	var char rune
	var box [4]int // width, height, left edge, and bottom relative to the baseline, px
	lines := bufio.NewScanner(bytes.NewReader(bdf))
	for lines.Scan() {
		word, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		var err error
		switch word {
		case "FONT_ASCENT":
			ascent, err = strconv.Atoi(rest)
		case "ENCODING":
			_, err = fmt.Sscan(rest, &char)
		case "BBX":
			_, err = fmt.Sscan(rest, &box[0], &box[1], &box[2], &box[3])
		case "BITMAP":
			var p picture
			p, err = readBitmap(lines, box, ascent-box[3]-box[1])
			p.height = height
			glyphs[char] = p
		}
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", word, rest, err)
		}
	}
	return glyphs, lines.Err()
}

// readBitmap reads the rows of one glyph. The first of them is row top of the picture.
func readBitmap(lines *bufio.Scanner, box [4]int, top int) (p picture, err error) {
	if top < 0 || top+box[1] > len(p.rows) {
		return p, fmt.Errorf("rows %d to %d", top, top+box[1])
	}
	for y := range box[1] {
		if !lines.Scan() {
			return p, fmt.Errorf("cut off after %d rows", y)
		}
		hex := strings.TrimSpace(lines.Text())
		bits, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			return p, err
		}
		p.rows[top+y] = uint32(bits) << (32 - 4*len(hex)) >> box[2]
	}
	return p, nil
}
