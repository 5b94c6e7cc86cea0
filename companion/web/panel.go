package web

import (
	"io"
	"maps"
	"net/http"
	"strconv"
	"sync"

	"tabletop/companion"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
	"tabletop/games"
)

// mirror returns what the panel shows to whom: nothing where it is off, and nothing
// of the pages for the wired keys to anybody whose keys are others.
func mirror(m Moment, by asker) screen.Frame {
	if m.Frame.Light == companion.Off || m.Private && !by.wired {
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
		now, _ := s.table.Now() // it may have waited
		return mirror(now, c.by).OLED
	})
	c.w.Header().Set("Content-Type", "image/png")
	_, _ = c.w.Write(data) // the asker is gone
}

// pictures are the last picture of the panel and the blank one, encoded for all who
// ask.
type pictures struct {
	mu      sync.Mutex // one is encoded at a time
	last    pixel.Bitmap
	encoded map[scaled][]byte
}

// scaled is the last picture or the blank one, in a size.
type scaled struct {
	blank bool
	scale int
}

// png returns what now returns, encoded once for each scale.
func (p *pictures) png(scale int, now func() pixel.Bitmap) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := now()
	is := scaled{b == pixel.Bitmap{}, scale}
	if !is.blank && b != p.last {
		p.last = b
		maps.DeleteFunc(p.encoded, func(of scaled, _ []byte) bool { return !of.blank })
	}
	if p.encoded[is] == nil {
		p.encoded[is] = encodePNG(b, scale)
	}
	return p.encoded[is]
}

func (s *Server) panelText(c *call) {
	f := mirror(c.now, c.by)
	c.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(c.w, f.OLED.String()+"\n"+f.Lamps.String()) // the asker is gone
}

// keys by the names that requests use.
var keys = []struct {
	name string
	key  companion.Key
}{
	{"back", companion.Back},
	{"up", companion.Up},
	{"down", companion.Down},
	{"ok", companion.OK},
}

func (s *Server) press(c *call) {
	var body struct {
		Key  string `json:"key"`
		Hold bool   `json:"hold"`
	}
	if !c.read(&body) {
		return
	}
	key, nearest := keyOf(body.Key)
	switch {
	case key == companion.NoKey:
		c.refuse(http.StatusBadRequest, "key", quoted(body.Key), strconv.Quote(nearest))
		return
	case body.Hold && key != companion.Back:
		c.refuse(http.StatusBadRequest, "hold", body.Key)
		return
	}
	seq, err := s.table.Press(c.r.Context(), key, body.Hold, !c.by.wired)
	if err != nil {
		c.failed(err)
		return
	}
	c.answer(done{seq})
}

// keyOf returns the key of that name, or no key and the nearest name.
func keyOf(name string) (key companion.Key, nearest string) {
	var names []string
	for _, k := range keys {
		if k.name == name {
			return k.key, name
		}
		names = append(names, k.name)
	}
	return companion.NoKey, games.Nearest(name, names)
}
