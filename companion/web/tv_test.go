package web

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/qr"
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
