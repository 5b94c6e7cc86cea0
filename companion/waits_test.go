package companion_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Tests don't wait for time to pass: what waits, waits for the thing itself by package
// waittest, and elapsed time is tested in bubbles of testing/synctest. This file finds
// other places. Benchmarks measure real time: they don't count.

// allowed are places that need real time, as FOLDER/FILE:FUNCTION, and why: ten at most.
var allowed = map[string]string{
	".ci/fakepi/cut_test.go:cutAtPress":               "a plug is pulled at some instant of a machine that runs in real time",
	".ci/fakepi/cut_test.go:pull":                     "the same",
	"cmd/companiond/soak_linux_test.go:pause":         "a daemon in a process of its own is left alone, or killed at some instant",
	"cmd/internal/doctor/machine_test.go:WaitForEdge": "lines without an edge, as a kernel has them; mostly in a bubble",
	"cmd/league/internal/chaos/beat_test.go:newBeat":  "the one clock of a club whose processes run in real time",
	"drivers/escpos/printer_test.go:Read":             "a printer takes its time; mostly in a bubble",
	"drivers/serial/serial_test.go:Read":              "an idle line; mostly in a bubble",
}

// passes are the functions of package time that let time pass.
var passes = map[string]bool{"Sleep": true, "After": true, "Tick": true, "NewTimer": true, "NewTicker": true, "AfterFunc": true}

func TestRealTimePassesInFewTests(t *testing.T) {
	t.Parallel()
	if len(allowed) > 10 {
		t.Errorf("%d places are allowed, want ten at most", len(allowed))
	}
	found := map[string]bool{}
	testFiles(t, func(file string, set *token.FileSet, f *ast.File) {
		if path.Base(path.Dir(file)) == "waittest" || path.Base(file) == "bench_test.go" {
			return
		}
		for _, w := range waits(f) {
			place := file + ":" + w.in
			if found[place] = true; allowed[place] == "" {
				t.Errorf("%s, line %d: time passes outside of a bubble that one sees; wait for the thing itself by package waittest, or by its Pass where bubbles only call this", place, set.Position(w.at).Line)
			}
		}
	})
	for place := range allowed {
		if !found[place] {
			t.Errorf("%s waits for no time any more: take it out of the table", place)
		}
	}
}

// testFiles parses all files of tests, and of folders that serve tests only.
func testFiles(t *testing.T, each func(file string, set *token.FileSet, f *ast.File)) {
	t.Helper()
	const root = ".."
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		file := filepath.ToSlash(strings.TrimPrefix(name, root+string(filepath.Separator)))
		tests := strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, ".go") && servesTests(path.Dir(file))
		if err != nil || d.IsDir() || !tests {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, 0)
		if err == nil {
			each(file, set, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// wait is a use of a function that lets time pass, and the declaration that it is in.
type wait struct {
	in string
	at token.Pos
}

// waits finds those outside of the functions that are handed to synctest.Test.
func waits(f *ast.File) (all []wait) {
	for _, d := range f.Decls {
		in := "a variable"
		if fn, ok := d.(*ast.FuncDecl); ok {
			in = fn.Name.Name
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isOf(call.Fun, "synctest", map[string]bool{"Test": true}) {
				return false
			}
			if e, ok := n.(ast.Expr); ok && isOf(e, "time", passes) && !strings.HasPrefix(in, "Benchmark") {
				all = append(all, wait{in, e.Pos()})
			}
			return true
		})
	}
	return all
}

// isOf reports whether e is one of these functions of a package.
func isOf(e ast.Expr, pkg string, functions map[string]bool) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == pkg && functions[s.Sel.Name]
}

func TestWaitsOutsideOfBubblesAreFound(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"in a test", "func TestX(t *testing.T) { time.Sleep(1) }", "TestX"},
		{"as a value", "var pause = time.Sleep", "a variable"},
		{"in a bubble", "func TestX(t *testing.T) { synctest.Test(t, func(t *testing.T) { <-time.After(1) }) }", ""},
		{"beside a bubble", "func TestX(t *testing.T) { synctest.Test(t, f); <-time.Tick(1) }", "TestX"},
		{"in a helper", "func helps() { time.NewTimer(1) }", "helps"},
		{"by what panics outside of bubbles", "func helps() { waittest.Pass(1) }", ""},
		{"in a benchmark", "func BenchmarkX(b *testing.B) { time.Sleep(1) }", ""},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x_test.go", "package x\n"+tt.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, w := range waits(f) {
			got += w.in
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
