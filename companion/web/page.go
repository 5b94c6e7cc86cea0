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
	"maps"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tabletop/companion/door"
	"tabletop/companion/words"
)

// The scripts and styles of the page are served as esbuild joins them in the folder built.
//
//go:generate go run -modfile=../../.ci/tools/go.mod ../../.ci/bundle page page/built
//go:embed page/*.html page/*.txt page/*.webmanifest page/*.svg page/*.png page/*.webm page/*.mp4 page/built
var pageFiles embed.FS

// page is the page in every language, and the files that it loads.
type page struct {
	index    localized
	big      localized         // page for a television
	manifest localized         // what a phone keeps on its home screen; its icons are icon.svg as PNG
	files    map[string]*asset // files of the page by name
	version  string            // hash of the files
}

// versioned begins the paths of the files that the page loads. The version of the page follows, and
// then the name of the file. A browser keeps such a file for good, because a change of any file
// changes the version.
const versioned = "/p/"

// forGood is the value of Cache-Control for answers whose address has the version of the page.
const forGood = "max-age=31536000, immutable"

// asset is a file with its headers. It holds the contents plain and compressed.
type asset struct {
	kind         string
	plain        []byte
	zipped       []byte // nil for a file that is made for each request
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
	if err := p.load(catalogues); err != nil {
		return p, err
	}
	if p.index, err = p.localize("index.html", catalogues); err != nil {
		return p, err
	}
	if p.big, err = p.localize("tv.html", catalogues); err != nil {
		return p, err
	}
	p.manifest, err = p.localize(manifestName, catalogues)
	return p, err
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
func (p page) localize(name string, catalogues catalogues) (localized, error) {
	file, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		return nil, fmt.Errorf("web: page: %w", err)
	}
	all := localized{}
	for lang, c := range catalogues {
		text, err := fillGaps(string(file), gaps{p, c})
		if err != nil {
			return nil, fmt.Errorf("web: page: %w", err)
		}
		all[lang] = newAsset(name, []byte(text))
	}
	return all, nil
}

// gap matches a gap in a file of the page, which stands for the language, a word, or the path of a
// file: {{.Lang}}, {{.Word "back"}}, {{.File "page.css"}}.
var gap = regexp.MustCompile(`{{\.(Lang|Word|File)(?: "([^"]+)")?}}`)

// gaps fills the gaps of a file in one language.
type gaps struct {
	page  page
	words *words.Catalogue
}

// fillGaps replaces the gaps of text. It doesn't use text/template, which calls methods by name:
// the linker would then keep every method, 2 MB in all.
func fillGaps(text string, in gaps) (string, error) {
	var wrong error
	text = gap.ReplaceAllStringFunc(text, func(g string) string {
		m := gap.FindStringSubmatch(g)
		filled, err := in.fill(m[1], m[2])
		if err != nil {
			wrong = err
		}
		return html.EscapeString(filled)
	})
	if wrong == nil && strings.Contains(text, "{{") {
		wrong = errors.New("a gap is unfilled")
	}
	return text, wrong
}

// fill returns the text for a gap. The file "words" is the catalogue of the language.
func (in gaps) fill(kind, name string) (string, error) {
	lang := string(in.words.Lang())
	switch {
	case kind == "Lang":
		return lang, nil
	case kind == "File" && name == "words":
		return in.page.pathOf(lang + ".txt")
	case kind == "File":
		return in.page.pathOf(name)
	case !in.words.Has(name):
		return "", fmt.Errorf("no word %q in %s", name, lang)
	}
	return in.words.Word(name), nil
}

// onlyImport matches a script that does nothing but import another.
var onlyImport = regexp.MustCompile(`^import"\./([^"]+)";\s*$`)

// pathOf returns the path of a file with the page's version. A script that only imports another
// stands for that one.
func (p page) pathOf(name string) (string, error) {
	file, ok := p.files[name]
	if !ok {
		return "", fmt.Errorf("no file %q", name)
	}
	if m := onlyImport.FindSubmatch(file.plain); m != nil {
		name = string(m[1])
	}
	return versioned + p.version + "/" + name, nil
}

// load adds the files without gaps to p, and the catalogues, and then sets the version.
func (p *page) load(catalogues catalogues) error {
	for _, pattern := range []string{"page/*.svg", "page/*.png", "page/*.webm", "page/*.mp4", "page/built/*.*"} {
		all, err := fs.Glob(pageFiles, pattern)
		if err != nil {
			return fmt.Errorf("web: page: %w", err)
		}
		for _, name := range all {
			data, err := pageFiles.ReadFile(name)
			if err != nil {
				return fmt.Errorf("web: page: %w", err)
			}
			p.files[path.Base(name)] = newAsset(name, data)
		}
	}
	for lang, c := range catalogues {
		name := string(lang) + ".txt"
		p.files[name] = newAsset(name, []byte(c.Lines()))
	}
	p.files["people.svg"] = peopleArt()
	p.version = p.hash()
	return nil
}

// hash returns a hash of all files.
func (p *page) hash() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		fmt.Fprintln(h, name, p.files[name].tag)
	}
	return shortHash(h)
}

// kinds maps file extensions to media types. It doesn't depend on the system's table.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".txt": "text/plain; charset=utf-8", ".json": "application/json", ".webmanifest": "application/manifest+json",
	".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".webm": "video/webm", ".mp4": "video/mp4",
}

func newAsset(name string, data []byte) *asset {
	kind, ok := kinds[path.Ext(name)]
	if !ok {
		kind = mime.TypeByExtension(path.Ext(name))
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a write to a buffer can't fail
	_, _ = z.Write(data)
	_ = z.Close()
	return &asset{kind: kind, plain: data, zipped: b.Bytes(), tag: tagOf(data)}
}

// tagOf returns the ETag of a file.
func tagOf(data []byte) string {
	sum := sha256.Sum256(data)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// routes returns the routes of the page under "/", of the path in the QR code, of the page for a
// television, of the page's files, and of the icons, whose paths browsers know without the page.
func (p page) routes() []route {
	all := []route{
		get("/", door.NoRole, p.serveIndex),
		get(joinPath, door.NoRole, p.index.serve),
		get(joinPath+"{token}", door.NoRole, p.index.serve),
		get("/"+manifestName, door.NoRole, p.manifest.serve),
		get(versioned+"{version}/{name}", door.NoRole, p.serveFile),
		get(helloPath, door.NoRole, hello),
	}
	for _, name := range []string{"icon.svg", "icon-180.png"} {
		all = append(all, get("/"+name, door.NoRole, p.files[name].serve))
	}
	return append(all, p.bigScreenRoutes()...)
}

// serveIndex serves the page. A guest's browser loads the match at once, beside the files.
func (p page) serveIndex(c *call) {
	if c.by.Role != door.NoRole {
		c.w.Header().Set("Link", "</api/me?with=match&lang="+string(c.lang)+">; rel=preload; as=fetch; crossorigin")
	}
	p.index.serve(c)
}

// serveFile serves a file of the page's present version, which browsers keep. Files of other
// versions are gone.
func (p page) serveFile(c *call) {
	file, ok := p.files[c.r.PathValue("name")]
	if !ok || c.r.PathValue("version") != p.version {
		c.refuse(http.StatusNotFound, "nothing", quoted(c.r.URL.Path))
		return
	}
	file.serveAs(c, forGood)
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
func (a *asset) serve(c *call) { a.serveAs(c, cmp.Or(a.cacheControl, "no-cache")) }

// serveAs is serve with another Cache-Control.
func (a *asset) serveAs(c *call, cacheControl string) {
	h := c.w.Header()
	h.Set("Cache-Control", cacheControl)
	h.Set("ETag", a.tag)
	h.Add("Vary", "Accept-Encoding")
	if etagMatches(c.r.Header.Get("If-None-Match"), a.tag) {
		dropHeaders(h) // the browser has them with the file
		c.w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.kind)
	if strings.HasPrefix(a.kind, "video/") { // Safari asks for parts
		http.ServeContent(c.w, c.r, "", time.Time{}, bytes.NewReader(a.plain))
		return
	}
	data := a.plain
	if accepts(c.r.Header.Get("Accept-Encoding"), "gzip") && a.zipped != nil {
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
