// Command pack compresses files of the current folder: pack FILE... writes FILE.gz for each.
package main

import (
	"bytes"
	"compress/gzip"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	for _, name := range os.Args[1:] {
		if err := pack(name); err != nil {
			log.Fatal("pack: ", err)
		}
	}
}

func pack(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(name+".gz", b.Bytes(), 0o644)
}
