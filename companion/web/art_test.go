package web

import "testing"

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
