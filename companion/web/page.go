package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"tabletop/companion/words"
)

//go:embed page
var pageFiles embed.FS

// page is the live panel in every language.
type page map[words.Lang][]byte

// newPage puts the words into the page.
func newPage() (page, error) {
	t, err := template.ParseFS(pageFiles, "page/index.html")
	if err != nil {
		return nil, fmt.Errorf("web: page: %w", err)
	}
	p := page{}
	for _, lang := range words.Langs {
		text, err := pageFiles.ReadFile("page/" + string(lang) + ".txt")
		if err != nil {
			return nil, fmt.Errorf("web: page: %w", err)
		}
		c, err := words.Parse(lang, string(text))
		if err != nil {
			return nil, fmt.Errorf("web: page: %w", err)
		}
		var b bytes.Buffer
		if err := t.Execute(&b, spoken{c}); err != nil {
			return nil, fmt.Errorf("web: page: %w", err)
		}
		p[lang] = b.Bytes()
	}
	return p, nil
}

// spoken is what the page asks for its words.
type spoken struct{ words *words.Catalogue }

// Lang returns the page's language.
func (s spoken) Lang() string { return string(s.words.Lang()) }

// Word returns a word of the page; a key that its catalogue lacks is an error.
func (s spoken) Word(key string) (string, error) {
	if !s.words.Has(key) {
		return "", fmt.Errorf("no word %q in %s", key, s.Lang())
	}
	return s.words.Word(key), nil
}

// serve serves the page in the panel's language or, before it has one, in the
// browser's.
func (p page) serve(w http.ResponseWriter, r *http.Request, lang words.Lang) {
	text, ok := p[lang]
	if !ok {
		text = p[preferred(r.Header.Get("Accept-Language"))]
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(text) // the asker is gone
}

// preferred returns the language that an Accept-Language likes best: English
// where it likes none of ours.
func preferred(accept string) words.Lang {
	best, most := words.English, 0.0
	for part := range strings.SplitSeq(accept, ",") {
		tag, weight, weighted := strings.Cut(strings.TrimSpace(part), ";")
		q := 1.0
		if weighted {
			q, _ = strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		}
		tag, _, _ = strings.Cut(strings.ToLower(tag), "-")
		for _, lang := range words.Langs {
			if tag == string(lang) && q > most {
				best, most = lang, q
			}
		}
	}
	return best
}

// file serves a file of the page.
func file(name, kind string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		data, err := pageFiles.ReadFile(name)
		if err != nil {
			refuse(w, http.StatusNotFound, err.Error())
			return
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(data) // the asker is gone
	}
}
