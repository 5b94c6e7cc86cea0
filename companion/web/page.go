package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"tabletop/companion/door"
	"tabletop/companion/words"
)

//go:embed page
var pageFiles embed.FS

// page is the page in every language, and the files that it loads.
type page struct {
	index    localized
	big      localized         // page for a television
	manifest localized         // what a phone keeps on its home screen; its icons are icon.svg as PNG
	files    map[string]*asset // files of the page by name
}

// asset is a file with its headers. It holds the contents plain and compressed.
type asset struct {
	kind         string
	plain        []byte
	zipped       []byte
	tag          string // value of the ETag header
	cacheControl string // value of the Cache-Control header; "" for no-cache
}

// builtPage returns the result of newPage. It builds the page only once per process, because the
// page never changes.
var builtPage = sync.OnceValues(newPage)

// newPage returns the page with the words of each language in its gaps. It compresses the files.
func newPage() (page, error) {
	p := page{files: map[string]*asset{}}
	catalogues, err := readPage()
	if err != nil {
		return p, err
	}
	if p.index, err = localize("index.html", catalogues); err != nil {
		return p, err
	}
	if p.big, err = localize("tv.html", catalogues); err != nil {
		return p, err
	}
	if p.manifest, err = localize(manifestName, catalogues); err != nil {
		return p, err
	}
	if err := p.load(); err != nil {
		return p, err
	}
	for lang, c := range catalogues {
		name := string(lang) + ".txt"
		p.files[name] = newAsset(name, []byte(c.Lines()))
	}
	return p, nil
}

// readPage reads the catalogues of the page. Their texts may refer to texts of the companion's own
// catalogue.
func readPage() (catalogues, error) {
	return readCatalogues(pageFiles, "page", func(lang words.Lang, text string) (*words.Catalogue, error) {
		return words.ParseOver(words.Companion(lang), text)
	})
}

// localize returns a file of the page for each language, with the words of the language in its
// gaps.
func localize(name string, catalogues catalogues) (localized, error) {
	file, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		return nil, fmt.Errorf("web: page: %w", err)
	}
	all := localized{}
	for lang, c := range catalogues {
		text, err := fillGaps(string(file), pageWords{c})
		if err != nil {
			return nil, fmt.Errorf("web: page: %w", err)
		}
		all[lang] = newAsset(name, []byte(text))
	}
	return all, nil
}

// gap matches a gap in a file of the page, which stands for the language or a word: {{.Lang}},
// {{.Word "back"}}.
var gap = regexp.MustCompile(`{{\.(Lang|Word "([^"]+)")}}`)

// fillGaps replaces the gaps of text. It doesn't use text/template, which calls methods by name:
// the linker would then keep every method, 2 MB in all.
func fillGaps(text string, texts pageWords) (string, error) {
	var wrong error
	text = gap.ReplaceAllStringFunc(text, func(g string) string {
		key := gap.FindStringSubmatch(g)[2]
		if key == "" {
			return texts.Lang()
		}
		word, err := texts.Word(key)
		if err != nil {
			wrong = err
		}
		return html.EscapeString(word)
	})
	if wrong == nil && strings.Contains(text, "{{") {
		wrong = errors.New("a gap is unfilled")
	}
	return text, wrong
}

// load adds the files without gaps to p.
func (p page) load() error {
	all, err := fs.ReadDir(pageFiles, "page")
	if err != nil {
		return fmt.Errorf("web: page: %w", err)
	}
	for _, f := range all {
		data, err := pageFiles.ReadFile("page/" + f.Name())
		if err != nil {
			return fmt.Errorf("web: page: %w", err)
		}
		if path.Ext(f.Name()) != ".html" && f.Name() != manifestName { // these have gaps
			p.files[f.Name()] = newAsset(f.Name(), withoutComments(f.Name(), data))
		}
	}
	return nil
}

// comments matches lines of a script that consist of a comment.
var comments = regexp.MustCompile(`(?m)^[ \t]*//.*\n`)

// withoutComments returns a script without the lines that consist of a comment, which are a tenth of its
// bytes on the way to a phone. It returns other files unchanged.
func withoutComments(name string, data []byte) []byte {
	if path.Ext(name) != ".js" {
		return data
	}
	return comments.ReplaceAll(data, nil)
}

// kinds maps file extensions to media types. It doesn't depend on the system's table.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".txt": "text/plain; charset=utf-8", ".json": "application/json", ".webmanifest": "application/manifest+json",
	".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2",
}

func newAsset(name string, data []byte) *asset {
	kind, ok := kinds[path.Ext(name)]
	if !ok {
		kind = mime.TypeByExtension(path.Ext(name))
	}
	sum := sha256.Sum256(data)
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a write to a buffer can't fail
	_, _ = z.Write(data)
	_ = z.Close()
	return &asset{kind: kind, plain: data, zipped: b.Bytes(), tag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
}

// routes returns the routes of the page under "/", of the path in the QR code, of the page for a
// television, and of the page's files.
func (p page) routes() []route {
	all := []route{
		get("/", door.NoRole, p.index.serve),
		get(joinPath, door.NoRole, p.index.serve),
		get(joinPath+"{token}", door.NoRole, p.index.serve),
		get("/"+manifestName, door.NoRole, p.manifest.serve),
	}
	all = append(all, p.bigScreenRoutes()...)
	for name, f := range p.files {
		all = append(all, get("/"+name, door.NoRole, f.serve))
	}
	return all
}

const manifestName = "manifest.webmanifest"

// localized is a file in every language.
type localized map[words.Lang]*asset

// serve serves the file in the language of the answer: the language of the query, or else of the
// panel, or else of the browser if the panel has no language yet.
func (l localized) serve(c *call) {
	c.w.Header().Add("Vary", "Accept-Language")
	l[c.lang].serve(c)
}

// serve serves a file, or 304 if the browser has the current contents. The file is the same for all
// clients, so a browser may cache it. Unless cacheControl allows otherwise, the browser must
// revalidate it.
func (a *asset) serve(c *call) {
	h := c.w.Header()
	h.Set("Cache-Control", cmp.Or(a.cacheControl, "no-cache"))
	h.Set("ETag", a.tag)
	h.Add("Vary", "Accept-Encoding")
	if etagMatches(c.r.Header.Get("If-None-Match"), a.tag) {
		c.w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.kind)
	data := a.plain
	if accepts(c.r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		data = a.zipped
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = c.w.Write(data) // fails when the client is gone
}

// etagMatches reports whether the value of an If-None-Match header contains tag.
func etagMatches(header, tag string) bool {
	for known := range strings.SplitSeq(header, ",") {
		known = strings.TrimPrefix(strings.TrimSpace(known), "W/")
		if known == tag || known == "*" {
			return true
		}
	}
	return false
}

// pageWords provides the language and the words for the gaps of a page.
type pageWords struct{ words *words.Catalogue }

// Lang returns the page's language.
func (s pageWords) Lang() string { return string(s.words.Lang()) }

// Word returns a word of the page, or an error for an unknown key.
func (s pageWords) Word(key string) (string, error) {
	if !s.words.Has(key) {
		return "", fmt.Errorf("no word %q in %s", key, s.Lang())
	}
	return s.words.Word(key), nil
}

// preferred returns the language with the highest weight in an Accept-Language header, of those
// that the companion has. If the header accepts none of them, it returns English.
func preferred(accept string) words.Lang {
	best, most := words.English, 0.0
	for tag, q := range weighted(accept) {
		tag, _, _ = strings.Cut(tag, "-")
		for _, lang := range words.Langs {
			if tag == string(lang) && q > most {
				best, most = lang, q
			}
		}
	}
	return best
}

// accepts reports whether a header with weights accepts word.
func accepts(header, word string) bool {
	for one, q := range weighted(header) {
		if one == word {
			return q > 0
		}
	}
	return false
}

// weighted yields each word of a header such as "ru, en;q=0.5", in lower case, with its weight. The
// weight is 1 if absent and 0 if invalid.
func weighted(header string) func(yield func(string, float64) bool) {
	return func(yield func(string, float64) bool) {
		for part := range strings.SplitSeq(header, ",") {
			word, weight, given := strings.Cut(strings.TrimSpace(part), ";")
			q := 1.0
			if given {
				q, _ = strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
			}
			if !yield(strings.ToLower(strings.TrimSpace(word)), q) {
				return
			}
		}
	}
}
