package web

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"strconv"

	"tabletop/companion"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
	"tabletop/games"
)

// seen returns what f shows: nothing where it is off.
func seen(f screen.Frame) screen.Frame {
	if f.Light == companion.Off {
		return screen.Frame{Light: companion.Off}
	}
	return f
}

// Scales of panel.png.
const defaultScale, mostScale = 4, 16

func (s *Server) panelPNG(w http.ResponseWriter, r *http.Request) {
	scale := defaultScale
	if text := r.URL.Query().Get("scale"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostScale {
			refuse(w, http.StatusBadRequest, fmt.Sprintf("scale is from 1 to %d, not %s", mostScale, quoted(text)))
			return
		}
		scale = n
	}
	w.Header().Set("Content-Type", "image/png")
	_ = png.Encode(w, picture(seen(s.moment().Frame).OLED, scale)) // the asker is gone
}

// picture returns b in black and white, every pixel scale×scale.
func picture(b pixel.Bitmap, scale int) image.Image {
	p := image.NewPaletted(image.Rect(0, 0, pixel.Width*scale, pixel.Height*scale), color.Palette{color.Black, color.White})
	for y := range pixel.Height * scale {
		row := p.Pix[y*p.Stride:]
		for x := range pixel.Width * scale {
			if b.At(x/scale, y/scale) {
				row[x] = 1
			}
		}
	}
	return p
}

func (s *Server) panelText(w http.ResponseWriter, _ *http.Request) {
	f := seen(s.moment().Frame)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, f.OLED.String()+"\n"+f.Lamps.String()) // the asker is gone
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

// done answers a press or a decision.
type done struct {
	Seq int `json:"seq"`
}

func (s *Server) press(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Key  string `json:"key"`
		Hold bool   `json:"hold"`
	}
	if !read(w, r, &body) {
		return
	}
	key, err := keyOf(body.Key)
	if err == nil && body.Hold && key != companion.Back {
		err = fmt.Errorf("only back is held, not %s", body.Key)
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	seq, err := s.table.Press(r.Context(), key, body.Hold)
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	answer(w, http.StatusOK, done{seq})
}

// keyOf returns the key of that name; its error names the nearest.
func keyOf(name string) (companion.Key, error) {
	var names []string
	for _, k := range keys {
		if k.name == name {
			return k.key, nil
		}
		names = append(names, k.name)
	}
	return companion.NoKey, fmt.Errorf("unknown key %s, the nearest is %q", quoted(name), games.Nearest(name, names))
}
