// Command pack joins the game files of the current folder in games.json.gz, which the program embeds.
// "go generate" runs it.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	packed, err := pack()
	if err == nil {
		err = os.WriteFile("games.json.gz", packed, 0o644)
	}
	if err != nil {
		log.Fatal("pack: ", err)
	}
}

func pack() ([]byte, error) {
	files, err := filepath.Glob("*.star")
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		all[strings.TrimSuffix(file, ".star")] = string(text)
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(z).Encode(all); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
