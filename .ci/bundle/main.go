// Command bundle joins the scripts and styles of the page into few small files:
//
//	bundle SOURCES BUILT
//
// SOURCES is the folder of the page, BUILT the folder of the results, which is emptied first.
// Everything that page.js needs at once becomes one file. The parts that it imports later stay
// apart, as do the styles, which keep their names; those in the folder "style" are only imported.
// The file "sources" in BUILT has the SHA-256 of the scripts and styles, so that a test finds
// results that are out of date.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: bundle SOURCES BUILT")
	}
	if err := bundle(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func bundle(sources, built string) error {
	if err := os.RemoveAll(built); err != nil {
		return err
	}
	styles, err := filepath.Glob(filepath.Join(sources, "*.css"))
	if err != nil {
		return err
	}
	script := filepath.Join(sources, "page.js")
	page, rest := options(built, script), options(built, append(styles, filepath.Join(sources, "tv.js"))...)
	// As every script then needs page.js, all that it needs itself has the same users, and so
	// becomes one file.
	page.Splitting, page.Inject = true, []string{script}
	for _, o := range []api.BuildOptions{page, rest} {
		if found := api.Build(o); len(found.Errors) > 0 {
			return errors.New("esbuild failed") // it has printed why
		}
	}
	return sum(sources, built)
}

func options(built string, entries ...string) api.BuildOptions {
	return api.BuildOptions{
		EntryPoints: entries, Outdir: built, Bundle: true, Write: true, Format: api.FormatESModule, LogLevel: api.LogLevelWarning,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, Charset: api.CharsetUTF8,
	}
}

// sum writes the checksum of the sources: of the name and contents of each script and style, in
// order.
func sum(sources, built string) error {
	h := sha256.New()
	for _, pattern := range []string{"*.css", "style/*.css", "*.js"} {
		files, err := filepath.Glob(filepath.Join(sources, pattern))
		if err != nil {
			return err
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, "%s %d\n%s", filepath.Base(file), len(data), data)
		}
	}
	return os.WriteFile(filepath.Join(built, "sources"), fmt.Appendf(nil, "%x\n", h.Sum(nil)), 0o644)
}
