package web

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// playing is a table on which a match of coins runs.
func playing(t *testing.T, decisions ...string) *table {
	t.Helper()
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: begun(t, decisions...), Guests: guests, Lang: words.Russian, Library: inWords(t)}})
	return at
}

func TestPicturesAreKeptUnderTheirVersionOnly(t *testing.T) {
	s, version := server(t, playing(t)), versionOf(coins{})
	for query, want := range map[string]string{"": "no-store", "&v=": "no-store", "&v=older": "no-store", "&v=" + version: "private, " + forGood} {
		if got := ask(s, request("GET", "/api/glyphs?game=coins"+query, "")).Header().Get("Cache-Control"); got != want {
			t.Errorf("glyphs%s: %s, want %s", query, got, want)
		}
	}
	for query, want := range map[string]string{"": artCacheControl, "?v=older": artCacheControl, "?v=" + version: forGood} {
		if got := ask(s, request("GET", "/art/coins.svg"+query, "")).Header().Get("Cache-Control"); got != want {
			t.Errorf("art%s: %s, want %s", query, got, want)
		}
	}
}

// The answer to the first view contains the match of GET /api/match. It omits the legal decisions, the
// corrections, the open matches, the lines and most of the log, none of which the first view shows.
func TestTheFirstViewNeedsOneAnswer(t *testing.T) {
	const decisions = 11
	s := server(t, playing(t, strings.Fields(strings.Repeat("pass ", decisions))...))
	var whole map[string]any
	var first struct{ Match map[string]any }
	for path, into := range map[string]any{"/api/match": &whole, "/api/me?with=match": &first} {
		if err := json.Unmarshal(ask(s, request("GET", path, "")).Body.Bytes(), into); err != nil {
			t.Fatal(err)
		}
	}
	log := whole["log"].([]any)
	whole["log"], whole["legal"], whole["fixes"], whole["open"] = log[len(log)-firstLog:], []any{}, []any{}, []any{}
	whole["view"].(map[string]any)["lines"] = []any{}
	want, _ := json.Marshal(whole)
	got, _ := json.Marshal(first.Match)
	if string(got) != string(want) || len(log) != decisions+1 {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for path, want := range map[string]bool{"/api/me": false, "/api/me?with=match": true} {
		if got := strings.Contains(ask(s, request("GET", path, "")).Body.String(), `"match"`); got != want {
			t.Errorf("%s has a match: %t, want %t", path, got, want)
		}
	}
	if got := ask(server(t, newTable()), request("GET", "/api/me?with=match", "")).Body.String(); strings.Contains(got, `"match"`) {
		t.Errorf("without a match: %s", got)
	}
}

// A guest's browser asks for the match beside the files; others would only be refused.
func TestAGuestsBrowserLoadsTheMatchAtOnce(t *testing.T) {
	s := server(t, playing(t))
	const link = "</api/me?with=match&lang=ru>; rel=preload; as=fetch; crossorigin"
	for path, want := range map[string]string{"/": link, joinPath + strings.Repeat("A", 26): ""} {
		if got := ask(s, from(byPlayer, request("GET", path, ""))).Header().Get("Link"); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := ask(s, from(byStranger, request("GET", "/", ""))).Header().Get("Link"); got != "" {
		t.Errorf("a stranger is led to %q", got)
	}
}

// Safari plays only a video that comes in parts.
func TestAVideoOfThePageComesInParts(t *testing.T) {
	s := server(t, newTable())
	for _, name := range []string{"still.mp4", "still.webm"} {
		whole := ask(s, request("GET", builtPath(t, name), ""))
		r := request("GET", builtPath(t, name), "")
		r.Header.Set("Range", "bytes=0-1")
		part := ask(s, r)
		if whole.Code != 200 || part.Code != 206 || part.Body.String() != whole.Body.String()[:2] || part.Header().Get("Cache-Control") != forGood {
			t.Errorf("%s: %d and %d, %v", name, whole.Code, part.Code, part.Header())
		}
	}
}

func TestLongAnswersAreCompressed(t *testing.T) {
	s := server(t, playing(t))
	asked := func(path, encodings string) *httptest.ResponseRecorder {
		r := request("GET", path, "")
		r.Header.Set("Accept-Encoding", encodings)
		return ask(s, r)
	}
	const path = "/api/looks?name=Аня&name=Боря&name=Вера" // with all that players can choose
	plain := asked(path, "")
	small := asked(path, "br, gzip")
	z, err := gzip.NewReader(small.Body)
	if err != nil || plain.Header().Get("Content-Encoding") != "" || small.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v, %v, %v", plain.Header(), small.Header(), err)
	}
	packed := small.Body.Len()
	if text, err := io.ReadAll(z); err != nil || string(text) != plain.Body.String() || packed >= plain.Body.Len() {
		t.Errorf("%d bytes compressed to %d are another answer: %v", plain.Body.Len(), packed, err)
	}
	if got := asked("/api/me", "gzip"); got.Header().Get("Content-Encoding") != "" {
		t.Errorf("%d bytes are compressed", got.Body.Len())
	}
	first, second := <-squeezers, <-squeezers // all are busy
	if got := asked(path, "gzip"); got.Body.String() != plain.Body.String() {
		t.Errorf("without a compressor: %v", got.Header())
	}
	squeezers <- first
	squeezers <- second
}
