// Command sbom prints the bill of materials of a package, as CycloneDX 1.6 in JSON:
//
//	sbom PACKAGE VERSION PROGRAM...
//
// It names the programs with their SHA-256, and for each the Go it was built with and
// the modules it is linked from: path, version and sum, as the linker wrote them into
// the program (debug/buildinfo). A sum is that of go.sum, a SHA-256 of the hashes of
// the module's files, here as hexadecimal digits. Go itself has none there. The time is
// that of SOURCE_DATE_EPOCH, so the same programs give the same bytes.
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
