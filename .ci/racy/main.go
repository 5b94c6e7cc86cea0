// Racy prints the packages of this module for which the race detector is useful. These are the
// packages with a go statement or an import of sync in their files, tests included.
//
//	go run ./.ci/racy
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	found, err := packages(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "racy:", err)
		os.Exit(1)
	}
	fmt.Println(strings.Join(found, "\n"))
}

// packages returns the import paths of the packages below the folder root that use goroutines
// or sync.
func packages(root string) (found []string, err error) {
	list := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Dir}}", "./...")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(out)) {
		path, folder, _ := strings.Cut(strings.TrimSpace(line), "\t")
		has, err := concurrent(folder)
		if err != nil {
			return nil, err
		}
		if has {
			found = append(found, path)
		}
	}
	return found, nil
}

// concurrent reports whether a file in folder has a go statement or imports sync.
func concurrent(folder string) (bool, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return false, err
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return false, err
		}
		if usesConcurrency(f) {
			return true, nil
		}
	}
	return false, nil
}

func usesConcurrency(f *ast.File) (is bool) {
	for _, spec := range f.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		is = is || path == "sync" || path == "sync/atomic" || strings.HasPrefix(path, "golang.org/x/sync/")
	}
	ast.Inspect(f, func(n ast.Node) bool {
		_, goes := n.(*ast.GoStmt)
		is = is || goes
		return !is
	})
	return is
}
