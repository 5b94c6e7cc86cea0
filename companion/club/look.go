package club

import (
	"bytes"
	"encoding/base64"
	"image/png"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
	"tabletop/games"
)

// look caches the parts of a state that take long to compute, for a position of the match: the
// picture of the public view, and the last moment.
type look struct {
	at      companion.Point // position of the picture
	picture string
	buffer  *png.EncoderBuffer

	seen companion.Point // position of last
	last *event          // last moment on the line; nil if there is none
}

// Get and Put implement png.EncoderBufferPool. An encoder without a pool allocates 850 kB for each
// picture.
func (l *look) Get() *png.EncoderBuffer  { return l.buffer }
func (l *look) Put(b *png.EncoderBuffer) { l.buffer = b }

// pictureOf returns the picture of v, the public view of the match of m, in base64. It returns "" if
// there is none, or if it is longer than wire.MostPicture.
func (c *Club) pictureOf(m *screen.Moment, v games.View) string {
	at := pointOf(m)
	if c.opts.Artist == nil || at == c.look.at {
		return c.look.picture
	}
	c.look.at, c.look.picture = at, ""
	if b, ok := c.opts.Artist.Overview(m.Match.Rules(), v); ok {
		c.look.picture = c.look.encode(&b)
	}
	return c.look.picture
}

// encode returns b as a PNG in base64, or "" if it is longer than wire.MostPicture.
func (l *look) encode(b *pixel.Bitmap) string {
	var data bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression, BufferPool: l}
	if err := encoder.Encode(&data, b.Image()); err != nil || base64.StdEncoding.EncodedLen(data.Len()) > wire.MostPicture {
		return ""
	}
	return base64.StdEncoding.EncodeToString(data.Bytes())
}

// lastMoment returns the message for the last moment on the match's line, or nil if there is none.
// An undo removes the moments of the undone decisions.
func (c *Club) lastMoment(m *screen.Moment) *wire.Moment {
	c.look.updateLast(m)
	last := c.look.last
	if last == nil || last.failing {
		return nil
	}
	last.failing = true // stays true after a panic, so that later states omit the moment
	last.moment = m
	message := c.momentMessage(last)
	last.failing = false
	return &message
}

// updateLast stores the last moment of m's match, unless the match is where it was.
func (l *look) updateLast(m *screen.Moment) {
	at := pointOf(m)
	if at == l.seen {
		return
	}
	if l.seen.Match != at.Match {
		l.last = nil
	}
	l.seen = at
	since := 0
	if l.last != nil {
		since = l.last.what.Seq - 1
	}
	all := m.Match.Moments(since)
	if len(all) == 0 && since > 0 { // the last moment was undone
		all = m.Match.Moments(0)
	}
	switch n := len(all); {
	case n == 0:
		l.last = nil
	case l.last == nil || l.last.what.Seq != all[n-1].Seq:
		l.last = &event{what: all[n-1]}
	}
}
