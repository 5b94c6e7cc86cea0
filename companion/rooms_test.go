package companion_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What the core may not grow beyond. Both numbers may only fall.
const (
	mostMethods = 218 // of Model
	mostInCycle = 32  // files that use one another, in a circle
)

// A stranger reads one room at a time: what one value needs stands in a package of its own,
// and Model only composes.
func TestTheCoreStaysTakenApart(t *testing.T) {
	core := checked(t)
	if n := len(core.methods("Model")); n > mostMethods {
		t.Errorf("Model has %d methods, more than %d: let the part have them that they are about", n, mostMethods)
	} else if n < mostMethods {
		t.Errorf("Model has %d methods: lower mostMethods", n)
	}
	circle := largest(core.uses())
	if n := len(circle); n > mostInCycle {
		t.Errorf("%d files use one another, more than %d:\n%s", n, mostInCycle, strings.Join(circle, " "))
	} else if n < mostInCycle {
		t.Errorf("%d files use one another: lower mostInCycle", n)
	}
}

// typed is a package without its tests, type-checked.
type typed struct {
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  types.Info
}

// checked type-checks the package in this folder by the export data of what it imports.
func checked(t *testing.T) typed {
	t.Helper()
	p := typed{fset: token.NewFileSet(), info: types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(p.fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		p.files = append(p.files, f)
	}
	conf := types.Config{Importer: importer.ForCompiler(p.fset, "gc", exports(t))}
	if p.pkg, err = conf.Check("tabletop/companion", p.fset, p.files, &p.info); err != nil {
		t.Fatal(err)
	}
	return p
}

// exports finds the export data of whatever the package here needs.
func exports(t *testing.T) importer.Lookup {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(files[path])
	}
}

// methods lists the methods of a type.
func (p typed) methods(name string) (all []string) {
	of := p.pkg.Scope().Lookup(name).Type().(*types.Named)
	for m := range of.Methods() {
		all = append(all, m.Name())
	}
	return all
}

// uses lists for each file the files of the package that declare what it uses.
func (p typed) uses() map[string][]string {
	graph := map[string]map[string]bool{}
	note := func(at token.Pos, obj types.Object) {
		from, to := p.file(at), p.file(obj.Pos())
		if obj.Pkg() == p.pkg && from != to {
			graph[from][to] = true
		}
	}
	for _, f := range p.files {
		graph[p.file(f.Pos())] = map[string]bool{}
	}
	for id, obj := range p.info.Uses {
		note(id.Pos(), obj)
	}
	sorted := map[string][]string{}
	for from, to := range graph {
		sorted[from] = slices.Sorted(maps.Keys(to))
	}
	return sorted
}

func (p typed) file(at token.Pos) string { return p.fset.Position(at).Filename }

// largest is the largest set of nodes of which each leads to each other, sorted.
func largest(graph map[string][]string) (all []string) {
	reach := map[string]map[string]bool{}
	for from := range graph {
		seen, open := map[string]bool{}, []string{from}
		for len(open) > 0 {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			for _, to := range graph[at] {
				if !seen[to] {
					seen[to] = true
					open = append(open, to)
				}
			}
		}
		reach[from] = seen
	}
	for from := range graph {
		circle := []string{from}
		for to := range reach[from] {
			if to != from && reach[to][from] {
				circle = append(circle, to)
			}
		}
		if len(circle) > len(all) {
			all = circle
		}
	}
	slices.Sort(all)
	return all
}
