package escpos

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"tabletop/companion/qr/qrtest"
)

// printed is what commands for pictures print, one px for each dot.
func printed(t *testing.T, commands []byte) image.Image {
	t.Helper()
	var rows [][]byte
	for b := commands; len(b) > 0; {
		if len(b) < pictureHead || b[0] != gs || b[1] != 'v' {
			t.Fatalf("% x is no picture", b[:min(len(b), pictureHead)])
		}
		wide, high := int(b[4])|int(b[5])<<8, int(b[6])|int(b[7])<<8
		for b = b[pictureHead:]; high > 0; high-- {
			rows, b = append(rows, b[:wide]), b[wide:]
		}
	}
	paper := image.NewGray(image.Rect(0, 0, 8*len(rows[0]), len(rows)))
	for y, row := range rows {
		for x := range 8 * len(row) {
			if row[x/8]&(0x80>>(x%8)) == 0 {
				paper.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	return paper
}

func TestACodeOnPaperIsReadByStrangersPrograms(t *testing.T) {
	var photos []qrtest.Photo
	for _, text := range []string{strings.Repeat("0123456789ABCDEF", 4), "http://192.168.100.100:8090/"} {
		for _, dots := range []int{384, 576, 200} {
			o := DefaultOpts()
			o.Dots = dots
			commands, err := o.qr(text)
			if err != nil {
				t.Fatal(err)
			}
			photos = append(photos, qrtest.Photo{Name: text, Image: printed(t, commands), Text: text})
		}
	}
	qrtest.Check(t, photos)
}
