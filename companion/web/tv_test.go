package web

import (
	"fmt"
	"image"
	"image/color"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/qr"
	"tabletop/companion/qr/qrtest"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

func TestTheBigScreenSpeaksThePanelsLanguage(t *testing.T) {
	said, err := readPage()
	if err != nil {
		t.Fatal(err)
	}
	for lang, w := range said {
		want := w.Word("tv")
		html := fetched(t, tvPath, lang)
		if !strings.Contains(html, `<html lang="`+string(lang)+`">`) || !strings.Contains(html, want) {
			t.Errorf("%s: %.200s", lang, html)
		}
	}
}

func TestALinkFromAnotherSiteOpensTheBigScreenAndNoPartOfIt(t *testing.T) {
	s := server(t, newTable())
	for path, want := range map[string]int{tvPath: 200, invitationPath: 403, "/tv.js": 403} {
		r := request("GET", path, "")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		if got := ask(s, r); got.Code != want {
			t.Errorf("%s: %d, want %d", path, got.Code, want)
		}
	}
}

func TestTheCodeOnTheBigScreenIsTheAddressItWasReachedBy(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian}})
	r := request("GET", invitationPath, "")
	got := ask(server(t, at), r)
	if kind := got.Header().Get("Content-Type"); got.Code != http.StatusOK || kind != "image/svg+xml" {
		t.Fatalf("%d of type %q", got.Code, kind)
	}
	code, err := qr.New("http://"+strings.ToUpper(r.Host)+"/", qr.M)
	if err != nil {
		t.Fatal(err)
	}
	dark := darkOf(t, got.Body.String())
	for y := -quietZone; y < code.Size()+quietZone; y++ {
		for x := -quietZone; x < code.Size()+quietZone; x++ {
			if want := code.Black(x, y); dark[[2]int{x + quietZone, y + quietZone}] != want {
				t.Fatalf("module %d, %d: dark is %t, want %t", x, y, !want, want)
			}
		}
	}
	if side := fmt.Sprintf(`viewBox="0 0 %d %[1]d"`, code.Size()+2*quietZone); !strings.Contains(got.Body.String(), side) {
		t.Errorf("%.100s, want %s", got.Body, side)
	}
}

// The code has 25 or 29 modules and takes at least 160 px of the page. Both programs read modules of 2
// px; zbarimg finds none of 1 px.
func TestTheCodeOnTheBigScreenIsReadByStrangersPrograms(t *testing.T) {
	var photos []qrtest.Photo
	for _, host := range []string{"localhost:8090", "127.0.0.1:8090", "127.100.200.250", "127.0.0.1:80", "[::1]:8090"} {
		r := request("GET", invitationPath, "")
		r.Host = host
		got := ask(server(t, newTable()), r)
		if got.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", host, got.Code, got.Body)
		}
		for _, scale := range []int{2, 5, 8} {
			photos = append(photos, qrtest.Photo{Name: fmt.Sprintf("%s, %d px", host, scale), Image: photoOf(t, got.Body.String(), scale), Text: "http://" + strings.ToUpper(host) + "/"})
		}
	}
	qrtest.Check(t, photos)
}

// photoOf is a drawn code as a picture, with black around it, at that many px for each module.
func photoOf(t *testing.T, svg string, scale int) image.Image {
	t.Helper()
	side, _ := strconv.Atoi(regexp.MustCompile(`viewBox="0 0 (\d+) `).FindStringSubmatch(svg)[1])
	dark := darkOf(t, svg)
	img := image.NewGray(image.Rect(0, 0, scale*side, scale*side))
	for y := range scale * side {
		for x := range scale * side {
			if !dark[[2]int{x / scale, y / scale}] {
				img.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	return qrtest.OnBlack(img, 20)
}

// darkOf are the modules that a drawn code fills.
func darkOf(t *testing.T, svg string) map[[2]int]bool {
	t.Helper()
	dark := map[[2]int]bool{}
	for _, run := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`).FindAllStringSubmatch(svg, -1) {
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(run[i+1])
		}
		for x := n[0]; x < n[0]+n[2]; x++ {
			dark[[2]int{x, n[1]}] = true
		}
	}
	return dark
}
