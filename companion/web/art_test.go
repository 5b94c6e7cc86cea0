package web

import (
	"encoding/xml"
	"net/url"
	"strings"
	"testing"
)

func TestArtIsServedToWhoeverReachesTheBoxAndKept(t *testing.T) {
	s := server(t, newTable())
	got := ask(s, request("GET", "/art/coins.svg", ""))
	tag := got.Header().Get("ETag")
	if got.Code != 200 || got.Header().Get("Content-Type") != "image/svg+xml" || got.Body.String() != (coins{}).Assets()["art"] || tag == "" {
		t.Errorf("%d %v: %s", got.Code, got.Header(), got.Body)
	}
	again := request("GET", "/art/coins.svg", "")
	again.Header.Set("If-None-Match", tag)
	if got := ask(s, again); got.Code != 304 || got.Body.Len() > 0 {
		t.Errorf("what is known already gets %d %s", got.Code, got.Body)
	}
	for _, path := range []string{"/art/", "/art/coins", "/art/chess.svg", "/art/art.svg"} {
		if got := ask(s, request("GET", path, "")); got.Code != 404 {
			t.Errorf("%s: %d, want 404", path, got.Code)
		}
	}
}

func TestASymbolIsShownAsAnImage(t *testing.T) {
	s := server(t, newTable())
	got := ask(s, request("GET", "/art/coins.svg?only=cover", "")).Body.String()
	if want := `<use href="#cover" width="100%" height="100%"/></svg>`; !strings.HasSuffix(got, want) || strings.Count(got, "<svg") != 1 || xml.Unmarshal([]byte(got), new(struct{})) != nil {
		t.Errorf("%s, want one file that ends in %s", got, want)
	}
	whole := ask(s, request("GET", "/art/coins.svg", "")).Body.String()
	for _, other := range []string{"none", `"/><script>`} {
		if got := ask(s, request("GET", "/art/coins.svg?only="+url.QueryEscape(other), "")).Body.String(); got != whole {
			t.Errorf("only %q: %s, want the whole file", other, got)
		}
	}
}
