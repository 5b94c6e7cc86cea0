package web

import (
	"embed"
	"fmt"
	"strconv"

	"tabletop/companion/words"
)

//go:embed said
var messageFiles embed.FS

// catalogues are one for each language.
type catalogues map[words.Lang]*words.Catalogue

// readCatalogues reads the catalogues of a folder, ru.txt and en.txt.
func readCatalogues(files embed.FS, folder string, parse func(words.Lang, string) (*words.Catalogue, error)) (catalogues, error) {
	all := catalogues{}
	for _, lang := range words.Langs {
		text, err := files.ReadFile(folder + "/" + string(lang) + ".txt")
		if err != nil {
			return nil, fmt.Errorf("web: %s: %w", folder, err)
		}
		if all[lang], err = parse(lang, string(text)); err != nil {
			return nil, fmt.Errorf("web: %s: %w", folder, err)
		}
	}
	return all, nil
}

// quoted shows what was asked, however long and strange.
func quoted(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strconv.Quote(s)
}
