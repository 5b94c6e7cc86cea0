// Command contact draws the PNG pictures of a folder on one contact sheet, each below its name:
//
//	contact [flags] FOLDER OUT.png
//
// The flag -before names a folder of earlier pictures. The sheet then shows the earlier picture
// of the same name in front of each picture.
package main

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"log"
	"os"
	"path/filepath"
	"strings"

	"tabletop/companion/pixel"
)

// Distances on the contact sheet in px.
const (
	gap     = 12 // space between pictures, and at the edges of the sheet
	caption = 16 // height of the line with the name above each picture
)

var (
	wide   = flag.Int("wide", 2400, "`px` of the sheet")
	high   = flag.Int("high", 420, "`px` of each picture")
	before = flag.String("before", "", "`folder` of earlier pictures")
	only   = flag.String("only", "*", "`pattern` of the pictures' names")
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	if flag.NArg() != 2 {
		log.Fatal("usage: contact [flags] FOLDER OUT.png")
	}
	if err := run(flag.Arg(0), flag.Arg(1)); err != nil {
		log.Fatal(err)
	}
}

func run(folder, out string) error {
	frames, err := loadFrames(folder)
	if err != nil {
		return err
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	defer f.Close()
	return png.Encode(f, sheet(frames))
}

// frame is a picture on the contact sheet, with its name and its top left corner in px.
type frame struct {
	name string
	img  image.Image
	at   image.Point
}

func loadFrames(folder string) ([]frame, error) {
	names, err := filepath.Glob(filepath.Join(folder, *only+".png"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("%s: no pictures %s.png (%w)", folder, *only, err)
	}
	var all []frame
	for _, name := range names {
		base := filepath.Base(name)
		if *before != "" {
			if old, err := read(filepath.Join(*before, base)); err == nil {
				all = append(all, frame{name: "before", img: old})
			}
		}
		img, err := read(name)
		if err != nil {
			return nil, err
		}
		all = append(all, frame{name: strings.TrimSuffix(base, ".png"), img: img})
	}
	return all, nil
}

// read reads a PNG file and scales its picture to the height that the flag -high sets. If the
// picture is more than 2.25 times as high as it is wide, read crops it at the bottom.
func read(name string) (image.Image, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b := img.Bounds()
	b.Max.Y = min(b.Max.Y, b.Min.Y+9*b.Dx()/4)
	return scaled(img, b, *high), nil
}

// scaled returns the part r of img, scaled to a height of high px. Each pixel of the result is
// the mean of the pixels that it covers.
func scaled(img image.Image, r image.Rectangle, high int) image.Image {
	small := image.NewRGBA(image.Rect(0, 0, max(r.Dx()*high/r.Dy(), 1), high))
	for y := range high {
		for x := range small.Rect.Dx() {
			from := image.Pt(r.Min.X+x*r.Dy()/high, r.Min.Y+y*r.Dy()/high)
			to := image.Pt(r.Min.X+(x+1)*r.Dy()/high, r.Min.Y+(y+1)*r.Dy()/high)
			to.X, to.Y = max(to.X, from.X+1), max(to.Y, from.Y+1)
			small.Set(x, y, mean(img, image.Rectangle{Min: from, Max: to}))
		}
	}
	return small
}

func mean(img image.Image, r image.Rectangle) color.Color {
	var red, green, blue, n uint32
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			cr, cg, cb, _ := img.At(x, y).RGBA()
			red, green, blue, n = red+cr>>8, green+cg>>8, blue+cb>>8, n+1
		}
	}
	return color.RGBA{R: uint8(red / n), G: uint8(green / n), B: uint8(blue / n), A: 255}
}

// sheet draws the frames and their names on a new image, in lines from the top left.
func sheet(frames []frame) image.Image {
	x, y := gap, gap
	for i, f := range frames {
		w := f.img.Bounds().Dx()
		if x > gap && x+w+gap > *wide {
			x, y = gap, y+*high+caption+gap
		}
		frames[i].at = image.Pt(x, y)
		x += w + gap
	}
	s := image.NewRGBA(image.Rect(0, 0, *wide, y+*high+caption+gap))
	draw.Draw(s, s.Rect, image.NewUniform(color.Gray{Y: 0x30}), image.Point{}, draw.Src)
	for _, f := range frames {
		write(s, f.at, f.img.Bounds().Dx(), f.name)
		at := f.at.Add(image.Pt(0, caption))
		draw.Draw(s, f.img.Bounds().Add(at), f.img, image.Point{}, draw.Src)
	}
	return s
}

// write draws name on s. The argument at is the top left corner of the text, and wide its
// maximum width in px. From a wider text, write omits the beginning.
func write(s draw.Image, at image.Point, wide int, name string) {
	w, h := pixel.Body.Size()
	for _, r := range name[max(0, len(name)-wide/w):] {
		var b pixel.Bitmap
		pixel.Body.DrawRune(&b, 0, 0, r)
		for i := range w * h {
			if b.At(i%w, i/w) {
				s.Set(at.X+i%w, at.Y+i/w, color.White)
			}
		}
		at.X += w
	}
}
