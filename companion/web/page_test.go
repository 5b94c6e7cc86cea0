package web

import (
	"maps"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/words"
)

// asset returns what is served at path.
func asset(t *testing.T, path string, lang words.Lang) string {
	t.Helper()
	at := newTable()
	at.set(Moment{Lang: lang})
	got := ask(server(t, at), request("GET", path, ""))
	if got.Code != 200 {
		t.Fatalf("%s: %d %s", path, got.Code, got.Body)
	}
	return got.Body.String()
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
		at.set(Moment{Lang: tt.panel})
		r := request("GET", "/", "")
		r.Header.Set("Accept-Language", tt.accept)
		got := ask(server(t, at), r).Body.String()
		if !strings.Contains(got, `<html lang="`+string(tt.want)+`">`) {
			t.Errorf("panel %q, browser %.40q: %.60s, want %s", tt.panel, tt.accept, got, tt.want)
		}
	}
}

func TestThePagesCataloguesHaveTheSameWordsAndThePageSaysThemAll(t *testing.T) {
	index, err := pageFiles.ReadFile("page/index.html")
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, m := range regexp.MustCompile(`\.Word "(\w+)"`).FindAllSubmatch(index, -1) {
		said = append(said, string(m[1]))
	}
	slices.Sort(said)
	said = slices.Compact(said)
	for _, lang := range words.Langs {
		text, err := pageFiles.ReadFile("page/" + string(lang) + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		c, err := words.Parse(lang, string(text))
		if err != nil {
			t.Fatal(err)
		}
		if keys := slices.Sorted(maps.Keys(c.Keys())); !slices.Equal(keys, said) {
			t.Errorf("%s has %v, the page says %v", lang, keys, said)
		}
	}
}

func TestThePageHoldsNothingThatItsPolicyForbids(t *testing.T) {
	for _, lang := range words.Langs {
		html := asset(t, "/", lang)
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
	html := asset(t, "/", words.English)
	loads := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(html, -1)
	if len(loads) != 3 {
		t.Errorf("the page loads %v, want script, style and icon", loads)
	}
	for _, m := range loads {
		if asset(t, m[1], "") == "" {
			t.Errorf("%s is empty", m[1])
		}
	}
}

func TestThePageHasAllKeysAndPressesThemAsTheInterfaceExpects(t *testing.T) {
	html, script := asset(t, "/", words.Russian), asset(t, "/panel.js", "")
	var got []string
	for _, m := range regexp.MustCompile(`data-key="(\w+)" aria-label="[^"]+"`).FindAllStringSubmatch(html, -1) {
		got = append(got, m[1])
	}
	var want []string
	for _, k := range keys {
		want = append(want, k.name)
		if !strings.Contains(script, `["`+k.name+`"`) {
			t.Errorf("no key of the keyboard is %s", k.name)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("keys %v, want %v", got, want)
	}
	for _, address := range []string{"/api/press", "/api/events"} {
		if !strings.Contains(script, `"`+address+`"`) {
			t.Errorf("the page does not use %s", address)
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
