package web

import (
	"strconv"
	"sync"
	"testing"

	"tabletop/companion/pixel"
	"tabletop/companion/screen"
)

func TestAPictureIsEncodedOnceForAllWhoAsk(t *testing.T) {
	p := pictures{encoded: map[pictureKey][]byte{}}
	lit, other := chequered().OLED, pixel.Bitmap{1}
	of := func(b pixel.Bitmap, scale int) *byte {
		return &p.png(scale, func() pixel.Bitmap { return b })[0]
	}
	first, blank := of(lit, 16), of(pixel.Bitmap{}, 16)
	if of(lit, 16) != first || of(pixel.Bitmap{}, 16) != blank {
		t.Error("the same picture is encoded again")
	}
	if of(lit, 8) == first || of(other, 16) == first || of(pixel.Bitmap{}, 16) != blank {
		t.Error("another picture is the same")
	}
	for scale := range mostScale {
		for _, b := range []pixel.Bitmap{lit, other, {}} {
			of(b, scale+1)
		}
	}
	if n := len(p.encoded); n > 2*mostScale {
		t.Errorf("%d pictures are kept, want %d at most", n, 2*mostScale)
	}
}

func TestWhoWaitedForAPictureGetsThePresentOne(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Frame: chequered()})
	s := server(t, at)
	s.pictures.mu.Lock() // another is being encoded
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() { ask(s, look(byThisMachine, "/api/panel.png?scale=16")) })
	}
	at.set(screen.Moment{Frame: screen.Frame{OLED: pixel.Bitmap{1}}})
	s.pictures.mu.Unlock()
	all.Wait()
	if len(s.pictures.encoded) != 1 || s.pictures.last != (pixel.Bitmap{1}) {
		t.Errorf("%d pictures are kept, want the last one", len(s.pictures.encoded))
	}
}

// BenchmarkPicture is what a picture costs whoever asks first, and all the others.
func BenchmarkPicture(b *testing.B) {
	lit := chequered().OLED
	for _, scale := range []int{1, defaultScale, mostScale} {
		p := pictures{encoded: map[pictureKey][]byte{}}
		b.Run("encode/"+strconv.Itoa(scale), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				encodePNG(lit, scale)
			}
		})
		b.Run("cached/"+strconv.Itoa(scale), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.png(scale, func() pixel.Bitmap { return lit })
			}
		})
	}
}
