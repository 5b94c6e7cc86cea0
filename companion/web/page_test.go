package web

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"maps"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/maze"
	"tabletop/games/mice"
	score "tabletop/games/table"
)

// fetched returns what is served at path.
func fetched(t *testing.T, path string, lang words.Lang) string {
	t.Helper()
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Lang: lang}})
	got := ask(server(t, at), request("GET", path, ""))
	if got.Code != 200 {
		t.Fatalf("%s: %d %s", path, got.Code, got.Body)
	}
	return got.Body.String()
}

func TestAPhoneMayKeepThePageOnItsHomeScreen(t *testing.T) {
	for lang, name := range map[words.Lang]string{words.Russian: "Настольный компаньон", words.English: "Tabletop companion"} {
		var got struct {
			Name  string `json:"name"`
			Lang  string `json:"lang"`
			Icons []struct{ Src, Sizes string }
		}
		if err := json.Unmarshal([]byte(fetched(t, "/manifest.webmanifest?lang="+string(lang), lang)), &got); err != nil {
			t.Fatal(err)
		}
		if got.Name != name || got.Lang != string(lang) {
			t.Errorf("%s: %+v", lang, got)
		}
		for _, icon := range got.Icons {
			data := fetched(t, icon.Src, lang)
			if path.Ext(icon.Src) != ".png" {
				continue
			}
			c, err := png.DecodeConfig(strings.NewReader(data))
			if size := fmt.Sprintf("%dx%d", c.Width, c.Height); err != nil || size != icon.Sizes {
				t.Errorf("%s is %s: %v", icon.Src, size, err)
			}
		}
	}
}

// Whoever types the part of the page that the address bar showed is led there; a program that asks
// for it, or for another path, gets its answer as any other.
func TestATypedPartLeadsToThePage(t *testing.T) {
	var parts []string
	for _, m := range regexp.MustCompile(`(?m)^  (\w+): (async )?\(place`).FindAllStringSubmatch(pageSources(t), -1) {
		parts = append(parts, m[1])
	}
	if want := slices.Sorted(slices.Values(parts)); !slices.Equal(slices.Sorted(slices.Values(partsOfPage)), want) {
		t.Errorf("the parts that are led to are %q, page.js has %q", partsOfPage, want)
	}
	for _, r := range server(t, newTable()).routes {
		if first, _, _ := strings.Cut(strings.TrimPrefix(r.path, "/"), "/"); slices.Contains(partsOfPage, first) {
			t.Errorf("%s is a path and a part of the page", r.path)
		}
	}
	for _, tt := range []struct{ method, path, accept, to string }{
		{"GET", "/setup", "text/html,*/*;q=0.8", "/#setup"},
		{"GET", "/rules/mice", "text/html", "/#rules/mice"},
		{"GET", "/match/8c1f", "text/html", "/#match/8c1f"},
		{"GET", "/year/2026", "text/html", "/#year/2026"},
		{"GET", "/book/maze", "text/html", "/#book/maze"},
		{"GET", "/setup/file/darts", "text/html", "/#setup/file/darts"},
		{"GET", "/year/2026", "application/json", ""},
		{"GET", "/setup/%D0%B0?x=1", "text/html", "/#setup/%D0%B0"},
		{"GET", "/setup", "application/json", ""},
		{"POST", "/setup", "text/html", ""},
		{"GET", "/setups", "text/html", ""},
		{"GET", "//evil.example/setup", "text/html", ""},
	} {
		r := request(tt.method, tt.path, "")
		r.Header.Set("Accept", tt.accept)
		got := ask(server(t, newTable()), r)
		if to := got.Header().Get("Location"); to != tt.to || (to != "") != (got.Code == 303) {
			t.Errorf("%s %s as %s: %d to %q, want %q", tt.method, tt.path, tt.accept, got.Code, to, tt.to)
		}
	}
}

func TestThePageSpeaksThePanelsLanguage(t *testing.T) {
	for _, tt := range []struct {
		panel  words.Lang
		accept string
		want   words.Lang
	}{
		{words.Russian, "en", words.Russian},
		{words.English, "ru", words.English},
		{"", "ru", words.Russian},
		{"", "ru-RU,ru;q=0.9,en;q=0.8", words.Russian},
		{"", "en-GB, en;q=0.9, ru;q=0.8", words.English},
		{"", "de, ru;q=0.3, en;q=0.2", words.Russian},
		{"", "RU", words.Russian},
		{"", "ru;q=0, en", words.English},
		{"", "ru;q=x, de", words.English},
		{"", "", words.English},
		{"fr", "ru", words.Russian},
		{"", strings.Repeat(",;=", 2000), words.English},
	} {
		at := newTable()
		at.set(screen.Moment{Moment: companion.Moment{Lang: tt.panel}})
		r := request("GET", "/", "")
		r.Header.Set("Accept-Language", tt.accept)
		got := ask(server(t, at), r).Body.String()
		if !strings.Contains(got, `<html lang="`+string(tt.want)+`">`) {
			t.Errorf("panel %q, browser %.40q: %.60s, want %s", tt.panel, tt.accept, got, tt.want)
		}
	}
}

// pageSources are the files of the page in which words are asked for, as one text.
func pageSources(t *testing.T) string {
	t.Helper()
	all, err := filepath.Glob("page/*")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, name := range all {
		if slices.Contains([]string{".html", ".js", ".webmanifest"}, path.Ext(name)) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text.Write(data)
		}
	}
	return text.String()
}

// said reports whether a source asks for a key: whole, or put together from "role." and more.
func said(source, key string) bool {
	for _, quote := range []string{`"`, "'", "`"} {
		if strings.Contains(source, quote+key+quote) {
			return true
		}
		for i := range key {
			if key[i] == '.' && (strings.Contains(source, quote+key[:i+1]+quote) || strings.Contains(source, quote+key[:i+1]+"${")) {
				return true
			}
		}
	}
	return false
}

func TestThePagesCataloguesHaveTheSameWordsAndThePageSaysThemAll(t *testing.T) {
	all, err := readPage()
	if err != nil {
		t.Fatal(err)
	}
	source := pageSources(t)
	ru, en := all[words.Russian].Keys(), all[words.English].Keys()
	sameKeys(t, ru, en)
	for key := range en {
		if !said(source, key) {
			t.Errorf("nobody says %q", key)
		}
	}
	for _, m := range regexp.MustCompile(`(?:\.Word |\bword\(|\bcount\(|data-word=)"([\w.-]+)"`).FindAllStringSubmatch(source, -1) {
		if en[m[1]] == 0 && !strings.HasSuffix(m[1], ".") {
			t.Errorf("no word for %q", m[1])
		}
	}
}

// What the panel says too stands in the companion's own catalogue alone; the page's names its
// key. The same text in one language is chance where the other has two.
func TestNoTextStandsInThePagesCataloguesAndInTheCompanions(t *testing.T) {
	texts := func(read func(words.Lang) *words.Catalogue) map[[2]string]string {
		all := map[[2]string]string{} // keys by what both languages say
		ru, en := read(words.Russian), read(words.English)
		for key := range ru.Keys() {
			all[[2]string{ru.Source(key), en.Source(key)}] = key
		}
		return all
	}
	said, err := readPage()
	if err != nil {
		t.Fatal(err)
	}
	own := texts(words.Companion)
	for text, key := range texts(func(lang words.Lang) *words.Catalogue { return said[lang] }) {
		if other, both := own[text]; both && !strings.HasPrefix(text[0], "@") {
			t.Errorf("%s of the page and %s of the companion both say %q: write %s = @%s", key, other, text, key, other)
		}
	}
}

func TestThePageIsSentItsTextsInFull(t *testing.T) {
	s := server(t, newTable())
	for _, lang := range words.Langs {
		text := ask(s, request("GET", builtPath(t, string(lang)+".txt"), "")).Body.String()
		if want := "\nplay = " + words.Companion(lang).Word("setup.start") + "\n"; !strings.Contains(text, want) || strings.Contains(text, " = @") {
			t.Errorf("%s: want %q and no key of another text in\n%s", lang, want, text)
		}
	}
}

// builtPath is the path of a file of the page.
func builtPath(t *testing.T, name string) string {
	t.Helper()
	p, err := builtPage()
	if err != nil {
		t.Fatal(err)
	}
	file, err := p.pathOf(name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// sameKeys fails unless both languages have the same keys, and plurals under the same.
func sameKeys(t *testing.T, ru, en map[string]int) {
	t.Helper()
	for key := range maps.Keys(ru) {
		if en[key] == 0 {
			t.Errorf("English lacks %q", key)
		}
		if (ru[key] > 1) != (en[key] > 1) {
			t.Errorf("%q is a plural in one language only", key)
		}
	}
	for key := range en {
		if ru[key] == 0 {
			t.Errorf("Russian lacks %q", key)
		}
	}
}

func TestRefusalsAreSaidInBothLanguages(t *testing.T) {
	all, err := readCatalogues(messageFiles, "said", words.Parse)
	if err != nil {
		t.Fatal(err)
	}
	en := all[words.English].Keys()
	sameKeys(t, all[words.Russian].Keys(), en)
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?:refuse\([\w.]+, |messages\.Word\()"(\w+)"`).FindAllSubmatch(text, -1) {
			asked[string(m[1])] = true
			if en[string(m[1])] == 0 {
				t.Errorf("%s: no word for %q", name, m[1])
			}
		}
	}
	for key := range en {
		if !asked[key] {
			t.Errorf("nobody says %q", key)
		}
	}
}

func TestThePageIsLoadedOnceAndZipped(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian}})
	s := server(t, at)
	tags := map[string]bool{}
	for _, address := range []string{"/?lang=ru", "/?lang=en", "/icon.svg", builtPath(t, "ru.txt")} {
		r := request("GET", address, "")
		r.Header.Set("Accept-Encoding", "deflate, gzip;q=0.9")
		first := ask(s, r)
		plain := ask(s, request("GET", address, ""))
		z, err := gzip.NewReader(first.Body)
		if err != nil || first.Header().Get("Content-Encoding") != "gzip" || plain.Header().Get("Content-Encoding") != "" {
			t.Fatalf("%s: %v, %v", address, first.Header(), err)
		}
		if unzipped, err := io.ReadAll(z); err != nil || string(unzipped) != plain.Body.String() {
			t.Errorf("%s: zipped it is another", address)
		}
		tag := first.Header().Get("ETag")
		if tags[tag] {
			t.Errorf("%s: tag %s is that of another", address, tag)
		}
		tags[tag] = true
		for known, want := range map[string]int{tag: 304, "W/" + tag: 304, `"old", ` + tag: 304, `"old"`: 200, "": 200} {
			r := request("GET", address, "")
			r.Header.Set("If-None-Match", known)
			if got := ask(s, r); got.Code != want || (want == 304) != (got.Body.Len() == 0) {
				t.Errorf("%s, known %s: %d and %d bytes, want %d", address, known, got.Code, got.Body.Len(), want)
			}
		}
	}
}

// The most bytes that a page takes on its way to a browser, in one language: the first view of a
// match on a phone, all parts of the page for phones with all art, and all of the page for a
// television.
const mostFirst, mostPage, mostBig = 50_000, 110_000, 50_000

// Every byte is written down: go test -v -run IsSmall.
func TestThePageIsSmall(t *testing.T) {
	p, err := newPage()
	if err != nil {
		t.Fatal(err)
	}
	sizes, art := map[string]int{}, 0
	for name, f := range p.files {
		sizes[name] = len(f.zipped)
	}
	for game, drawn := range drawingsOf(games.Of(dice.Rules{}, fox.Rules{}, mazaitsy.Rules{}, maze.Rules{}, mice.Rules{}, score.Score{}), versions{}) {
		sizes["art/"+game+".svg"] = len(drawn.file.zipped)
		art = max(art, len(drawn.file.zipped))
	}
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		t.Logf("%6d %s", sizes[name], name)
	}
	for _, lang := range words.Langs {
		own := string(lang) + ".txt"
		first, all, big := len(p.index[lang].zipped)+art, len(p.index[lang].zipped), len(p.big[lang].zipped)
		for _, name := range []string{"page.js", "page.css", "people.svg", own} {
			first += sizes[path.Base(builtPath(t, name))]
		}
		for name, size := range sizes {
			text, tv, drawn := path.Ext(name) == ".txt", strings.HasPrefix(name, "tv."), strings.HasPrefix(name, "art/")
			if name == own || !text && !tv {
				all += size
			}
			if name == own || tv || drawn || name == "tray.css" {
				big += size
			}
		}
		t.Logf("%s: the first view %d, the page %d, for a television %d", lang, first, all, big)
		if first >= mostFirst || all >= mostPage || big >= mostBig {
			t.Errorf("%s: %d bytes for the first view, %d for the page, %d for a television, want fewer than %d, %d, %d", lang, first, all, big, mostFirst, mostPage, mostBig)
		}
	}
}

// A browser keeps the files of a version for good, and finds none under another version's paths.
func TestAFileOfThePageIsKeptUnderThePathOfItsVersion(t *testing.T) {
	s := server(t, newTable())
	p, err := newPage()
	if err != nil {
		t.Fatal(err)
	}
	for name := range p.files {
		got := ask(s, request("GET", versioned+p.version+"/"+name, ""))
		if kind := got.Header().Get("Content-Type"); got.Code != 200 || kind != kinds[path.Ext(name)] || got.Header().Get("Cache-Control") != forGood {
			t.Errorf("%s: %d of type %q, %v", name, got.Code, kind, got.Header())
		}
		if got := ask(s, request("GET", versioned+"older/"+name, "")); got.Code != 404 || got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s of another version: %d, %v", name, got.Code, got.Header())
		}
	}
	changed := page{files: maps.Clone(p.files)}
	changed.files["page.css"] = newAsset("page.css", []byte("body{}"))
	if changed.hash() == p.version || p.hash() != p.version {
		t.Errorf("version %s: hash %s, and %s with another style", p.version, p.hash(), changed.hash())
	}
	for _, file := range []string{"index.html", "sources", "none.js"} {
		if got := ask(s, request("GET", versioned+p.version+"/"+file, "")); got.Code != 404 {
			t.Errorf("%s: %d, want 404", file, got.Code)
		}
	}
}

// The server serves the scripts and styles that esbuild makes from the sources.
func TestThePageIsBuiltFromItsSources(t *testing.T) {
	h := sha256.New()
	for _, pattern := range []string{"*.css", "style/*.css", "*.js"} {
		all, err := filepath.Glob("page/" + pattern)
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: %v, %v", pattern, all, err)
		}
		for _, name := range all {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(h, "%s %d\n%s", filepath.Base(name), len(data), data)
		}
	}
	built, err := os.ReadFile("page/built/sources")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%x\n", h.Sum(nil)); string(built) != want {
		t.Error("page/built is out of date: go generate ./companion/web")
	}
}

func TestThePageHoldsNothingThatItsPolicyForbids(t *testing.T) {
	for _, lang := range words.Langs {
		html := fetched(t, "/", lang) + fetched(t, "/tv", lang)
		for _, forbidden := range []string{`style=`, `onclick`, `onload`, `<style`, `javascript:`, `http:`, `https:`} {
			if strings.Contains(html, forbidden) {
				t.Errorf("the page has %s", forbidden)
			}
		}
		if got := regexp.MustCompile(`<script[^>]*>[^<]`).FindString(html); got != "" {
			t.Errorf("a script in the page: %s", got)
		}
	}
}

func TestEverythingThePageLoadsIsServed(t *testing.T) {
	html := fetched(t, "/", words.English) + fetched(t, "/tv", words.English)
	loads := regexp.MustCompile(`(?:src|href)="(/[^"]+)"`).FindAllStringSubmatch(html, -1)
	if len(loads) < 3 {
		t.Errorf("the page loads %v, want script, style and icon", loads)
	}
	p, err := builtPage()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range p.files {
		for _, m := range regexp.MustCompile(`(?:from|import\(|import)"\./([^"]+)"`).FindAllStringSubmatch(string(file.plain), -1) {
			loads = append(loads, []string{m[0], versioned + p.version + "/" + m[1]})
		}
	}
	for _, name := range regexp.MustCompile(`\bstyled\("([^"]+)"\)`).FindAllStringSubmatch(pageSources(t), -1) {
		loads = append(loads, []string{name[0], builtPath(t, name[1]+".css")})
	}
	for _, m := range loads {
		if fetched(t, m[1], "") == "" {
			t.Errorf("%s is empty", m[1])
		}
	}
}

func TestThePageHasAllKeysAndPressesThemAsTheInterfaceExpects(t *testing.T) {
	html, source := fetched(t, "/", words.Russian), pageSources(t)
	var got []string
	for _, m := range regexp.MustCompile(`data-key="(\w+)" aria-label="[^"]+"`).FindAllStringSubmatch(html, -1) {
		got = append(got, m[1])
	}
	var want []string
	for k := panel.Back; k <= panel.OK; k++ {
		want = append(want, k.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("keys %v, want %v", got, want)
	}
	for _, address := range []string{"/api/press", "/api/events"} {
		if !strings.Contains(source, `"`+address+`"`) {
			t.Errorf("the page does not use %s", address)
		}
	}
}

func TestThePageAsksForNothingThatIsNotServed(t *testing.T) {
	s := shelved(t, newTable())
	source := regexp.MustCompile(`\$\{[^{}?]*\}`).ReplaceAllString(pageSources(t), "x")
	source = regexp.MustCompile(`\$\{[^{}]*\}`).ReplaceAllString(source, "")
	for _, m := range regexp.MustCompile("[\"`](/api/[^\"`?]*)").FindAllStringSubmatch(source, -1) {
		r := request("GET", "/", "")
		r.URL.Path = m[1]
		if _, ok := s.find(r, "GET"); !ok && !strings.HasSuffix(m[1], "/") {
			t.Errorf("the page asks for %s", m[1])
		}
	}
}

func TestAHEADIsAGETWithoutABody(t *testing.T) {
	s := server(t, newTable())
	live := httptest.NewServer(s)
	defer live.Close()
	r, err := live.Client().Head(live.URL + "/")
	if err != nil || r.StatusCode != 200 || r.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%v, %v", r, err)
	}
}
