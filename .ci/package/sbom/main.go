// Command sbom prints the bill of materials of a package, as CycloneDX 1.6 in JSON:
//
//	sbom PACKAGE VERSION PROGRAM...
//
// It lists the programs with their SHA-256. For each program it lists the version of Go and
// the linked modules with path, version and sum, as recorded by the linker in the program
// (debug/buildinfo). The sum of a module is the one in go.sum: a SHA-256 of the hashes of the
// module's files, here in hexadecimal. Go itself has no sum. The time is SOURCE_DATE_EPOCH,
// so equal programs give equal output.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"
)

func main() {
	if err := run(os.Stdout, os.Args[1:], os.Getenv("SOURCE_DATE_EPOCH")); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, args []string, epoch string) error {
	if len(args) < 3 {
		return errors.New("usage: sbom PACKAGE VERSION PROGRAM…")
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	b, err := newBOM(args[0], args[1], time.Unix(seconds, 0).UTC(), args[2:])
	if err != nil {
		return err
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	return enc.Encode(b)
}
