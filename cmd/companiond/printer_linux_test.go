package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"tabletop/companion/pixel"
	"tabletop/drivers/serial/serialtest"
)

// printer is a receipt printer at the far end of a serial line: a QR code and a
// feed come out of it in brackets, letters that were drawn as letters.
type printer struct {
	plug serialtest.Plug
	link string
	page *charmap.Charmap

	mu     sync.Mutex
	lines  []string // what has come out
	text   []byte   // of the line that is being printed
	taken  []byte   // what it has not worked through
	bytes  int      // so far
	ends   int      // where receipts ended: how often it said that all is printed
	roll   int      // lines of paper left; less than 0: plenty
	cable  int      // the cable is pulled after so many bytes; 0: never
	silent bool     // it never answers
}

// prints puts a printer in.
func prints(t *testing.T, link string) *printer {
	t.Helper()
	p := &printer{plug: plugIn(t, link), link: link, page: charmap.CodePage866, roll: -1}
	p.plug.Raw(t)
	p.runs()
	return p
}

// runs prints what comes, until the cable is pulled.
func (p *printer) runs() {
	go func() {
		b := make([]byte, 256)
		for {
			n, err := p.plug.Read(b)
			if err != nil {
				return
			}
			for _, c := range b[:n] {
				p.take(c)
			}
		}
	}()
}

// answer sends a byte to the box.
func (p *printer) answer(b byte) {
	if !p.silent {
		_, _ = p.plug.Write([]byte{b})
	}
}

func (p *printer) take(c byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bytes++; p.bytes == p.cable {
		p.plug.Pull(p.link)
	}
	p.taken = append(p.taken, c)
	if n := len(p.taken) - 3; n >= 0 && bytes.HasPrefix(p.taken[n:], []byte{0x10, 0x04}) {
		p.status(p.taken[n+2])
		p.taken = p.taken[:n]
	}
	for len(p.taken) > 0 && p.roll != 0 {
		n := p.command(p.taken)
		if n == 0 || n > len(p.taken) {
			return // the rest of it has not come
		}
		p.taken = p.taken[n:]
	}
}

// status answers DLE EOT n.
func (p *printer) status(n byte) {
	b := byte(0x12)
	if p.roll == 0 {
		b |= map[byte]byte{1: 0x08, 2: 0x20, 4: 0x60}[n]
	}
	p.answer(b)
}

// sizes are the lengths of commands that need no more to be done.
var sizes = map[string]int{"\x1b@": 2, "\x1c.": 2, "\x1bt": 3, "\x1ba": 3, "\x1d!": 3, "\x1bd": 3}

// command does the first of b, and returns its length, 0 if that isn't known yet.
func (p *printer) command(b []byte) int {
	switch {
	case b[0] == '\n':
		p.out(decode(p.page, p.text))
		p.text = nil
		return 1
	case b[0] == 0:
		return 1
	case b[0] >= ' ':
		p.text = append(p.text, b[0])
		return 1
	case len(b) < 3:
		return 0
	case b[0] == 0x1b && b[1] == '@':
		p.text = nil
	case b[0] == 0x1d && b[1] == 'r':
		p.ends++
		p.answer(0)
		return 3
	case b[0] == 0x1d && b[1] == '(':
		return p.code(b)
	case b[0] == 0x1d && b[1] == 'v':
		return p.picture(b)
	}
	return sizes[string(b[:2])]
}

// code is GS ( k: the text of a QR code is printed as it is.
func (p *printer) code(b []byte) int {
	if len(b) < 5 {
		return 0
	}
	n := 5 + int(b[3]) + int(b[4])<<8
	if len(b) >= n && b[6] == 'P' {
		p.out("[" + string(b[8:n]) + "]")
	}
	return n
}

// picture is GS v 0.
func (p *printer) picture(b []byte) int {
	if len(b) < 8 {
		return 0
	}
	wide, high := int(b[4])+int(b[5])<<8, int(b[6])+int(b[7])<<8
	n := 8 + wide*high
	if len(b) >= n {
		p.out(read(wide, high, b[8:n]))
	}
	return n
}

func (p *printer) out(line string) {
	p.lines = append(p.lines, line)
	p.roll--
}

func decode(page *charmap.Charmap, b []byte) string {
	s, _ := page.NewDecoder().Bytes(b)
	return string(s)
}

// read finds the letters of a picture that is a line of text; a title is marked.
func read(wide, high int, dots []byte) string {
	width, height := pixel.Body.Size()
	zoom := high / height
	if high%height != 0 || zoom > 4 {
		return fmt.Sprintf("[%d×%d]", 8*wide, high)
	}
	black := func(x, y int) bool { return dots[y*wide+x/8]&(0x80>>(x%8)) != 0 }
	line := ""
	for left := range 8 * wide / (zoom * width) {
		var b pixel.Bitmap
		for i := range width * height {
			x, y := i%width, i/width
			b.Set(x, y, black((left*width+x)*zoom, y*zoom))
		}
		line += letter(b)
	}
	if line = strings.TrimRight(line, " "); zoom == 4 {
		line = "= " + strings.TrimSpace(line)
	}
	return line
}

// letters are those of the font by their picture.
var letters = sync.OnceValue(func() map[pixel.Bitmap]string {
	all := map[pixel.Bitmap]string{}
	for _, r := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 =:,.!-" +
		"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяё" {
		var b pixel.Bitmap
		pixel.Body.DrawRune(&b, 0, 0, r)
		all[b] = string(r)
	}
	return all
})

func letter(b pixel.Bitmap) string {
	if s, ok := letters()[b]; ok {
		return s
	}
	return "�"
}

// drawn is a text as it is read where letters of two alphabets look the same.
func drawn(text string) (read string) {
	for _, r := range text {
		if r == '\n' {
			read += "\n"
			continue
		}
		var b pixel.Bitmap
		pixel.Body.DrawRune(&b, 0, 0, r)
		read += letter(b)
	}
	return read
}

// paper is what has come out so far, and how many receipts are complete.
func (p *printer) paper() (text string, ends int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.lines, "\n"), p.ends
}

// load puts new paper in.
func (p *printer) load() {
	p.mu.Lock()
	p.roll = -1
	p.mu.Unlock()
	p.take(0) // what waits in the printer comes out
}
