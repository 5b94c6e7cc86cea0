package web

import (
	"embed"
	"fmt"
	"strconv"

	"tabletop/companion/words"
)

//go:embed said
var messageFiles embed.FS

// catalogues holds one catalogue per language.
type catalogues map[words.Lang]*words.Catalogue

// readCatalogues parses ru.txt and en.txt of folder with parse.
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

// quoted quotes client input for a message. It cuts the input to 80 bytes.
func quoted(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strconv.Quote(s)
}
