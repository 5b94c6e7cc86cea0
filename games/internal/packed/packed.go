// Package packed keeps the topics of a game compressed in the program, where they would take two
// hundred kilobytes more. Command pack packs the files; "go generate" runs it.
package packed

import (
	"compress/gzip"
	"embed"
	"io"
	"maps"
	"strings"
	"sync"
)

// Topics returns a function that returns the assets of a game with its topics. It unpacks the files once.
// files contains, each as NAME.gz:
//
//	topics_ru.txt, topics_en.txt  the texts, appended to the catalogues
//	topics_pictures.txt           pictures for the panel, appended to those of the game, if there is one
//	topics.svg                    symbols for the page, inserted at the end of the art, if there is one
func Topics(files embed.FS, assets func() map[string]string) func() map[string]string {
	all := sync.OnceValue(func() map[string]string { return join(files, assets()) })
	return func() map[string]string { return maps.Clone(all()) }
}

func join(files embed.FS, assets map[string]string) map[string]string {
	assets["ru"] += "\n" + open(files, "topics_ru.txt")
	assets["en"] += "\n" + open(files, "topics_en.txt")
	assets["pictures"] += "\n" + open(files, "topics_pictures.txt")
	if end := strings.LastIndex(assets["art"], "</svg>"); end >= 0 {
		assets["art"] = assets["art"][:end] + open(files, "topics.svg") + assets["art"][end:]
	}
	return assets
}

// open returns the contents of a file, or "" if files has none of that name. Whatever is damaged is
// missing in the result; the tests of the games read every file.
func open(files embed.FS, name string) string {
	f, err := files.Open(name + ".gz")
	if err != nil {
		return ""
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return ""
	}
	var text strings.Builder
	_, _ = io.Copy(&text, z) // a string never fails to grow
	return text.String()
}
