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

// frameFor returns the frame of the panel that a sender may see. The frame is blank if the panel is
// off. For a phone it is also blank while the panel shows a page for the wired keys only.
func frameFor(m *screen.Moment, by companion.Sender) screen.Frame {
	if m.Frame.Light == panel.Off || m.Private && by.From == companion.FromPhone {
		return screen.Frame{Light: m.Frame.Light}
	}
	return m.Frame
}

// defaultScale and mostScale are the default and maximum scale of panel.png.
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
		// The moment may have changed while this request waited for the lock.
		return frameFor(s.table.Now(), c.by).OLED
	})
	c.w.Header().Set("Content-Type", "image/png")
	_, _ = c.w.Write(data) // fails when the client is gone
}

// pictures caches the last picture and the blank picture as PNG, for all clients.
type pictures struct {
	mu      sync.Mutex // held while a picture is encoded, one at a time
	last    pixel.Bitmap
	encoded map[pictureKey][]byte
}

// pictureKey identifies a cached picture: the last or the blank one, at a scale.
type pictureKey struct {
	blank bool
	scale int
}

// png calls the function now for a picture and returns the picture as PNG. It encodes each picture
// once per scale.
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
	_, _ = io.WriteString(c.w, f.OLED.String()+"\n"+f.Lamps.String()) // fails when the client is gone
}

// press sends a press of a key. Only the key back may be held.
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
