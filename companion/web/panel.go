package web

import (
	"io"
	"maps"
	"net/http"
	"strconv"
	"sync"

	"tabletop/companion"
	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
)

// mirror returns what the panel shows to whom: nothing where it is off, and nothing
// of the pages for the wired keys to anybody whose keys are others.
func frameFor(m *screen.Moment, by companion.Sender) screen.Frame {
	if m.Frame.Light == panel.Off || m.Private && by.From == companion.FromPhone {
		return screen.Frame{Light: m.Frame.Light}
	}
	return m.Frame
}

// Scales of panel.png.
const defaultScale, mostScale = 4, 16

func (s *Server) panelPNG(c *call) {
	scale := defaultScale
	if text := c.r.URL.Query().Get("scale"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostScale {
			c.refuse(http.StatusBadRequest, "scale", strconv.Itoa(mostScale), quoted(text))
			return
		}
		scale = n
	}
	data := s.pictures.png(scale, func() pixel.Bitmap {
		return frameFor(s.table.Now(), c.by).OLED // it may have waited
	})
	c.w.Header().Set("Content-Type", "image/png")
	_, _ = c.w.Write(data) // the asker is gone
}

// pictures are the last picture of the panel and the blank one, encoded for all who
// ask.
type pictures struct {
	mu      sync.Mutex // one is encoded at a time
	last    pixel.Bitmap
	encoded map[pictureKey][]byte
}

// scaled is the last picture or the blank one, in a size.
type pictureKey struct {
	blank bool
	scale int
}

// png returns what now returns, encoded once for each scale.
func (p *pictures) png(scale int, now func() pixel.Bitmap) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := now()
	is := pictureKey{b == pixel.Bitmap{}, scale}
	if !is.blank && b != p.last {
		p.last = b
		maps.DeleteFunc(p.encoded, func(of pictureKey, _ []byte) bool { return !of.blank })
	}
	if p.encoded[is] == nil {
		p.encoded[is] = encodePNG(b, scale)
	}
	return p.encoded[is]
}

func (s *Server) panelText(c *call) {
	f := frameFor(c.now, c.by)
	c.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(c.w, f.OLED.String()+"\n"+f.Lamps.String()) // the asker is gone
}

// press presses a key. Only back can be held.
func (s *Server) press(c *call) {
	var p companion.Press
	switch {
	case !c.command(&p):
	case p.Hold && p.Key != panel.Back:
		c.refuse(http.StatusBadRequest, "hold", p.Key.String())
	default:
		s.do(c, p)
	}
}
