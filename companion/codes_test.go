package companion_test

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/companion/qr/qrtest"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

var (
	links     = flag.Int("links", 20, "how many links of QR codes are drawn by chance")
	linksSeed = flag.Uint64("links-seed", 0, "seed of the links; 0 draws one")
)

// photosOf are two pictures of the OLED, one px for each of its px: the panel alone, and with black
// around it, as on a table.
func photosOf(name string, f screen.Frame, text string) []qrtest.Photo {
	img := image.NewGray(image.Rect(0, 0, pixel.Width, pixel.Height))
	for y := range pixel.Height {
		for x := range pixel.Width {
			if f.OLED.At(x, y) {
				img.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	return []qrtest.Photo{{Name: name, Image: img, Text: text}, {Name: name + " on black", Image: qrtest.OnBlack(img, pixel.Height/2), Text: text}}
}

// codeOf is the text of the QR code of a view, "" if it has none.
func codeOf(v panel.View) string {
	if v.QR {
		return strings.ToUpper(v.Seal)
	}
	return v.Code
}

func TestEveryCodeOfThePanelIsReadByStrangersPrograms(t *testing.T) {
	t.Parallel()
	artist := painter(t)
	codes := 0
	var photos []qrtest.Photo
	for _, lang := range words.Langs {
		for _, g := range galleryIn(t, lang) {
			v := g.view
			text := codeOf(v)
			if text == "" {
				continue
			}
			codes++
			for i := range uint8(4) {
				v.Far, v.Drift, v.ShiftX, v.ShiftY = i%2 == 1, i, i%3, i%3
				photos = append(photos, photosOf(fmt.Sprintf("%s %s %d", lang, g.name, i), artist.Draw(v), text)...)
			}
		}
	}
	if codes < 16 {
		t.Errorf("%d codes in the gallery, want those of seal, invitations, Wi-Fi and idle panel in both languages", codes)
	}
	qrtest.Check(t, photos)
}

// Cameras don't see a dim code well.
func TestACodeIsNotDimmedUntilThePanelIsDark(t *testing.T) {
	for _, tt := range []struct {
		name  string
		way   func(*companiontest.Table)
		level uint8 // of the OLED, if people have set the darkest
	}{
		{"no code", func(tb *companiontest.Table) { tb.Choose("home.more") }, 2},
		{"an invitation", toPhones, 0},
		{"a seal", func(tb *companiontest.Table) { tb.Choose("mice:title", "honesty", "ready.seal"); tb.Press("ok") }, 0},
		{"an idle panel", func(tb *companiontest.Table) { tb.Wait(companion.IdleAfter) }, 2},
	} {
		tb := inSettings(t)
		onNetwork(tb)
		tb.Choose("settings.level")
		tb.Press("down", "down", "ok")
		tb.Times(3, "back")
		tt.way(tb)
		for _, after := range []time.Duration{0, companion.DimAfter} {
			tb.Wait(after)
			v := tb.Model.View()
			light := panel.Bright
			if after > 0 && !v.HasCode() {
				light = panel.Dim
			}
			if v.HasCode() != (tt.name != "no code") || v.Light != light || v.Level != tt.level {
				t.Errorf("%s, %v later: light %d of level %d, want %d of %d\n%s", tt.name, after, v.Light, v.Level, light, tt.level, tb.Screen())
			}
			if after > 0 && v.LampLight != panel.Dim || v.LampLevel != 2 {
				t.Errorf("%s, %v later: the matrix has light %d of level %d", tt.name, after, v.LampLight, v.LampLevel)
			}
		}
		if tb.Wait(companion.DarkAfter); tb.Model.View().Kind != panel.KindDark {
			t.Errorf("%s: the panel doesn't turn dark", tt.name)
		}
	}
}

// drawnAddress is an address of the page: four numbers of a private network or of any other, a name in
// a home network, or an address of IPv6, which may be too long for a code.
func drawnAddress(draw *rand.Rand) (url string, mayLack bool) {
	port := uint16(1 + draw.IntN(65535))
	switch draw.IntN(6) {
	case 0:
		b := [16]byte{0: 0xfd, 15: byte(draw.Uint32())}
		for i := range draw.IntN(15) {
			b[1+i] = byte(draw.Uint32())
		}
		return "http://" + netip.AddrPortFrom(netip.AddrFrom16(b), port).String(), true
	case 1:
		name := make([]byte, 1+draw.IntN(17))
		for i := range name {
			name[i] = "abcdefghijklmnopqrstuvwxyz0123456789-"[draw.IntN(37)]
		}
		ends := []string{"local", "lan", "home", "home.arpa", "fritz.box", "localdomain", "internal"}
		return fmt.Sprintf("http://%s.%s:%d", name, ends[draw.IntN(len(ends))], port), false
	case 2:
		return fmt.Sprintf("http://%v:%d", netip.AddrFrom4([4]byte{byte(128 + draw.IntN(95)), byte(draw.Uint32()), byte(draw.Uint32()), byte(draw.Uint32())}), port), false
	default:
		nets := [][4]byte{{192, 168, byte(draw.Uint32())}, {10, byte(draw.Uint32()), byte(draw.Uint32())}, {172, byte(16 + draw.IntN(16)), byte(draw.Uint32())}}
		a := nets[draw.IntN(len(nets))]
		a[3] = byte(1 + draw.IntN(254))
		return fmt.Sprintf("http://%v:8090/", netip.AddrFrom4(a)), false
	}
}

func TestEveryLinkFitsThePanelAndIsReadByStrangersPrograms(t *testing.T) {
	t.Parallel()
	seed := *linksSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-links-seed %d draws %d links", seed, *links)
	draw := rand.New(rand.NewPCG(seed, 0))
	artist := painter(t)
	var photos []qrtest.Photo
	for len(photos) < 2**links {
		url, mayLack := drawnAddress(draw)
		var random [32]byte
		for i := range random {
			random[i] = byte(draw.Uint32())
		}
		lock, _ := door.Lock{}.Want(door.Wish{Kind: door.Token, Role: door.Play})
		lock, _ = lock.Take(random, 0)
		reach := door.Reach{URLs: []string{url}}
		v := panel.View{Kind: panel.KindCode, Title: "Играть с телефона", Code: reach.Joining(lock.Shows(door.Token, 0)), Far: draw.IntN(2) == 1}
		if v.Code == "" {
			if !mayLack {
				t.Fatalf("%s has no code", url)
			}
			continue
		}
		if want := "http://" + strings.ToUpper(reach.Address()) + "/J/" + lock.Shows(door.Token, 0); v.Code != want {
			t.Fatalf("the code says %q, want %q", v.Code, want)
		}
		if flaws := artist.Flaws(v); len(flaws) > 0 {
			t.Fatalf("%s: %q", url, flaws)
		}
		photos = append(photos, photosOf(v.Code, artist.Draw(v), v.Code)...)
	}
	qrtest.Check(t, photos)
}
