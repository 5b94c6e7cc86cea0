package companion_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Tests don't wait for time to pass: what waits, waits for the thing itself by package
// waittest, and elapsed time is tested in bubbles of testing/synctest. This file counts the
// places where real time passes all the same. Benchmarks measure it: they don't count.

// allowed are places that need real time, as FOLDER/FILE:FUNCTION, and why: ten at most.
var allowed = map[string]string{
	".ci/fakepi/cut_test.go:cutAtPress":                           "a plug is pulled at some instant of a machine that runs in real time",
	".ci/fakepi/cut_test.go:pull":                                 "the same",
	"cmd/companiond/soak_linux_test.go:pause":                     "a daemon in a process of its own is left alone, or killed at some instant",
	"cmd/internal/doctor/machine_test.go:WaitForEdge":             "lines without an edge, as a kernel has them; mostly in a bubble",
	"cmd/internal/doctor/try_test.go:TestTheKnobIsTurnedBothWays": "a hand takes its time; in a bubble, by way of a field that this count can't follow",
	"cmd/league/internal/chaos/beat_test.go:newBeat":              "the one clock of a club whose processes run in real time",
	"drivers/escpos/printer_test.go:Read":                         "a printer takes its time; mostly in a bubble",
	"drivers/serial/serial_test.go:Read":                          "an idle line; mostly in a bubble",
}

// passes are the functions of package time that let time pass.
var passes = map[string]bool{"Sleep": true, "After": true, "Tick": true, "NewTimer": true, "NewTicker": true, "AfterFunc": true}

func TestRealTimePassesInFewTests(t *testing.T) {
	t.Parallel()
	found := map[string][]string{} // positions by place
	for folder, p := range testPackages(t) {
		for place, at := range p.waits() {
			found[path.Join(folder, place)] = at
		}
	}
	if len(allowed) > 10 {
		t.Errorf("%d places are allowed, want ten at most", len(allowed))
	}
	for place := range allowed {
		if found[place] == nil {
			t.Errorf("%s waits for no real time any more: take it out of the table", place)
		}
		delete(found, place)
	}
	var list strings.Builder
	for _, place := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(&list, "\n%s, line %s", place, strings.Join(found[place], ", "))
	}
	if n := len(found); n > 0 {
		t.Errorf("real time passes in %d other places; wait for the thing itself by package waittest, or in a bubble of testing/synctest:%s", n, list.String())
	}
}

// testPackages are the tests of each folder of the tree. In a folder that serves tests only
// they are all files; package waittest is left out.
func testPackages(t *testing.T) map[string]*testPackage {
	t.Helper()
	const root = ".."
	all := map[string]*testPackage{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == ".git" {
			return cmp.Or(err, fs.SkipDir)
		}
		folder, _ := filepath.Rel(root, filepath.Dir(name))
		folder = filepath.ToSlash(folder)
		serves := servesTests(folder)
		if d.IsDir() || !strings.HasSuffix(name, ".go") || !serves && !strings.HasSuffix(name, "_test.go") || path.Base(folder) == "waittest" {
			return nil
		}
		if all[folder] == nil {
			all[folder] = newTestPackage()
		}
		text, err := os.ReadFile(name)
		if err == nil {
			err = all[folder].add(filepath.Base(name), string(text), serves)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// testPackage is what the tests of a folder consist of, by name: of two functions, or
// methods, of the same name nobody knows which is called.
type testPackage struct {
	set      *token.FileSet
	parts    []*part
	named    map[string][]*part
	methods  map[string][]*part      // by the type
	top      map[any]bool            // declarations outside of functions
	selected map[string]bool         // names after a dot, anywhere
	bubbling map[string]map[int]bool // functions that call these arguments in bubbles only
	fields   map[string]bool         // of functions, in structs; true: of functions that are called in bubbles only
}

// part is a function, a type or a variable.
type part struct {
	file, name string
	node       ast.Node
	decl       *ast.FuncDecl // nil: it is no function
	receiver   string        // of a method: its type
	time       string        // what the file calls package time
	bubble     string        // and package synctest
	root       bool          // called by package testing, or from other packages
	reached    bool          // from outside of all bubbles
}

func newTestPackage() *testPackage {
	return &testPackage{
		set: token.NewFileSet(), named: map[string][]*part{}, methods: map[string][]*part{},
		top: map[any]bool{}, selected: map[string]bool{}, bubbling: map[string]map[int]bool{}, fields: map[string]bool{},
	}
}

// add adds the parts of a file. If it serves tests, what it exports is called by others.
func (p *testPackage) add(file, text string, serves bool) error {
	f, err := parser.ParseFile(p.set, file, text, 0)
	if err != nil {
		return err
	}
	in := part{file: file, time: importedAs(f, "time"), bubble: importedAs(f, "testing/synctest")}
	put := func(name string, node ast.Node, root bool) *part {
		one := in
		one.name, one.node, one.root = name, node, root || name == "_" || serves && ast.IsExported(name)
		p.parts, p.named[name], p.top[node] = append(p.parts, &one), append(p.named[name], &one), true
		return &one
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			one := put(d.Name.Name, d, d.Recv == nil && calledByTesting(d.Name.Name))
			if one.decl = d; d.Recv != nil {
				one.receiver = typeName(d.Recv.List[0].Type)
				p.methods[one.receiver] = append(p.methods[one.receiver], one)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					put(s.Name.Name, s, false)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						put(name.Name, s, false)
					}
				}
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			p.selected[n.Sel.Name] = true
		case *ast.StructType:
			for _, f := range n.Fields.List {
				for _, name := range f.Names {
					if _, ok := f.Type.(*ast.FuncType); ok {
						p.fields[name.Name] = false
					}
				}
			}
		}
		return true
	})
	return nil
}

// importedAs is what a file calls a package, "" if it doesn't import it.
func importedAs(f *ast.File, name string) string {
	for _, i := range f.Imports {
		switch {
		case i.Path.Value != `"`+name+`"`:
		case i.Name != nil:
			return i.Name.Name
		default:
			return path.Base(name)
		}
	}
	return ""
}

// calledByTesting reports whether package testing, or the runtime, calls a function as tests
// are run.
func calledByTesting(name string) bool {
	for _, begins := range []string{"Test", "Fuzz", "Example"} {
		if strings.HasPrefix(name, begins) {
			return true
		}
	}
	return name == "init" || name == "main"
}

func typeName(t ast.Expr) string {
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// waits are the lines on which time passes outside of all bubbles, by FILE:FUNCTION.
func (p *testPackage) waits() map[string][]string {
	for p.findBubbling() || p.findFields() {
	}
	for _, one := range p.parts {
		if one.root {
			p.reach(one)
		}
	}
	all := map[string][]string{}
	for _, one := range p.parts {
		if !one.reached || one.time == "" {
			continue
		}
		p.outside(one, func(n ast.Node) {
			s, ok := n.(*ast.SelectorExpr)
			if !ok || !passes[s.Sel.Name] {
				return
			}
			if pkg, ok := s.X.(*ast.Ident); ok && pkg.Name == one.time && pkg.Obj == nil {
				place := one.file + ":" + one.name
				all[place] = append(all[place], fmt.Sprint(p.set.Position(n.Pos()).Line))
			}
		})
	}
	return all
}

// findBubbling finds functions that call an argument in bubbles only, and reports whether
// there are more than were known.
func (p *testPackage) findBubbling() (more bool) {
	for _, one := range p.parts {
		if one.decl == nil || one.decl.Body == nil {
			continue
		}
		i := -1
		for _, field := range one.decl.Type.Params.List {
			for _, name := range field.Names {
				i++
				if _, ok := field.Type.(*ast.FuncType); !ok || p.bubbling[one.name][i] || !p.onlyInBubbles(one, name) {
					continue
				}
				if p.bubbling[one.name] == nil {
					p.bubbling[one.name] = map[int]bool{}
				}
				p.bubbling[one.name][i], more = true, true
			}
		}
	}
	return more
}

// findFields finds fields of functions that are called in bubbles only, and reports whether
// there are more than were known.
func (p *testPackage) findFields() (more bool) {
	outside := map[string]bool{}
	for _, one := range p.parts {
		p.outside(one, func(n ast.Node) {
			if s, ok := n.(*ast.SelectorExpr); ok {
				outside[s.Sel.Name] = true
			}
		})
	}
	for name, known := range p.fields {
		if !known && p.selected[name] && !outside[name] {
			p.fields[name], more = true, true
		}
	}
	return more
}

// onlyInBubbles reports whether a function uses its parameter in bubbles, and nowhere else.
func (p *testPackage) onlyInBubbles(one *part, param *ast.Ident) bool {
	uses, outside := 0, 0
	ast.Inspect(one.decl.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Obj == param.Obj {
			uses++
		}
		return true
	})
	p.outside(one, func(n ast.Node) {
		if id, ok := n.(*ast.Ident); ok && id != param && id.Obj == param.Obj {
			outside++
		}
	})
	return uses > 0 && outside == 0
}

// outside visits what of a part stands outside of all bubbles.
func (p *testPackage) outside(one *part, visit func(ast.Node)) {
	elements := map[*ast.CompositeLit]ast.Expr{} // the types that they leave out
	var walk func(n ast.Node) bool
	walk = func(n ast.Node) bool {
		if n == nil {
			return true
		}
		visit(n)
		switch n := n.(type) {
		case *ast.CallExpr:
			ast.Inspect(n.Fun, walk)
			for i, arg := range n.Args {
				if !p.inBubble(one, n, i) {
					ast.Inspect(arg, walk)
				}
			}
			return false
		case *ast.CompositeLit:
			of := n.Type
			if of == nil {
				of = elements[n]
			} else {
				ast.Inspect(of, walk)
			}
			names := p.fieldsOf(of)
			for i, e := range n.Elts {
				value := e
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					value = kv.Value
				}
				if in, ok := value.(*ast.CompositeLit); ok && in.Type == nil {
					elements[in] = elementOf(of)
				}
				if !p.fields[fieldAt(names, i, e)] {
					ast.Inspect(e, walk)
				}
			}
			return false
		}
		return true
	}
	if one.decl == nil {
		ast.Inspect(one.node, walk)
		return
	}
	ast.Inspect(one.decl.Type, walk)
	if one.decl.Body != nil {
		ast.Inspect(one.decl.Body, walk)
	}
}

// elementOf is the type of what a list or a map holds, nil for other types.
func elementOf(t ast.Expr) ast.Expr {
	switch t := t.(type) {
	case *ast.ArrayType:
		return t.Elt
	case *ast.MapType:
		return t.Value
	}
	return nil
}

// fieldsOf are the names of a struct's fields, none of other types.
func (p *testPackage) fieldsOf(t ast.Expr) (names []string) {
	switch t := t.(type) {
	case *ast.StarExpr:
		return p.fieldsOf(t.X)
	case *ast.Ident:
		for _, one := range p.named[t.Name] {
			if spec, ok := one.node.(*ast.TypeSpec); ok {
				return p.fieldsOf(spec.Type)
			}
		}
	case *ast.StructType:
		for _, f := range t.Fields.List {
			for _, name := range f.Names {
				names = append(names, name.Name)
			}
			if len(f.Names) == 0 {
				names = append(names, "")
			}
		}
	}
	return names
}

// fieldAt is the field that the i-th element of a struct is, "" if none is known.
func fieldAt(names []string, i int, element ast.Expr) string {
	if kv, ok := element.(*ast.KeyValueExpr); ok {
		if key, ok := kv.Key.(*ast.Ident); ok && slices.Contains(names, key.Name) {
			return key.Name
		}
		return ""
	}
	if i < len(names) {
		return names[i]
	}
	return ""
}

// inBubble reports whether a call calls its i-th argument in a bubble.
func (p *testPackage) inBubble(one *part, call *ast.CallExpr, i int) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return p.bubbling[f.Name][i]
	case *ast.SelectorExpr:
		if pkg, ok := f.X.(*ast.Ident); ok && one.bubble != "" && pkg.Name == one.bubble {
			return true
		}
		return p.bubbling[f.Sel.Name][i]
	}
	return false
}

// reach marks a part, and what it leads to outside of bubbles, as reached.
func (p *testPackage) reach(one *part) {
	if one.reached {
		return
	}
	one.reached = true
	named := map[*ast.Ident]bool{} // fields and methods, after a dot or before a colon
	p.outside(one, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				named[key] = true
			}
		case *ast.SelectorExpr:
			named[n.Sel] = true
			p.reachNamed(n.Sel.Name, true)
		case *ast.Ident:
			if local := n.Obj != nil && !p.top[n.Obj.Decl]; !local && !named[n] {
				p.reachNamed(n.Name, false)
			}
		}
	})
	if _, ok := one.node.(*ast.TypeSpec); !ok {
		return
	}
	for _, m := range p.methods[one.name] { // what nobody calls by name is called through an interface
		if !p.selected[m.name] {
			p.reach(m)
		}
	}
}

// reachNamed reaches the methods of that name, or what else is called so.
func (p *testPackage) reachNamed(name string, method bool) {
	for _, to := range p.named[name] {
		if method == (to.receiver != "") {
			p.reach(to)
		}
	}
}

func TestWaitsOutsideOfBubblesAreFound(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"in a test", "func TestX(t *testing.T) { time.Sleep(1) }", "TestX 3"},
		{"as a value", "var pause = time.Sleep\nfunc TestX(t *testing.T) { pause(1) }", "pause 3"},
		{"in a bubble", "func TestX(t *testing.T) { synctest.Test(t, func(t *testing.T) { <-time.After(1) }) }", ""},
		{"beside a bubble", "func TestX(t *testing.T) { synctest.Test(t, f); <-time.Tick(1) }\nfunc f(t *testing.T) { time.Sleep(1) }", "TestX 3"},
		{"in a function of bubbles", "func TestX(t *testing.T) { synctest.Test(t, func(t *testing.T) { f() }) }\nfunc f() { time.Sleep(1) }", ""},
		{"in one of both", "func TestX(t *testing.T) { synctest.Test(t, func(t *testing.T) { f() }) }\nfunc TestY(t *testing.T) { f() }\nfunc f() { time.Sleep(1) }", "f 5"},
		{"in what calls bubbles", "func TestX(t *testing.T) { in(t, func() { time.Sleep(1) }) }\nfunc in(t *testing.T, do func()) { synctest.Test(t, func(t *testing.T) { do() }) }", ""},
		{"in what calls it twice", "func TestX(t *testing.T) { in(t, func() { time.Sleep(1) }) }\nfunc in(t *testing.T, do func()) { do(); synctest.Test(t, func(t *testing.T) { do() }) }", "TestX 3"},
		{"in what calls that", "func TestX(t *testing.T) { on(t, func() { time.Sleep(1) }) }\nfunc on(t *testing.T, do func()) { in(t, do) }\nfunc in(t *testing.T, do func()) { synctest.Test(t, func(t *testing.T) { do() }) }", ""},
		{"in a method", "type d struct{}\nfunc (d) Show() { time.Sleep(1) }\nfunc TestX(t *testing.T) { use(d{}) }", "Show 4"},
		{"in a method of bubbles", "type d struct{}\nfunc (d) Show() { time.Sleep(1) }\nfunc TestX(t *testing.T) { synctest.Test(t, func(t *testing.T) { use(d{}) }) }", ""},
		{"in a method that is called", "type d struct{}\nfunc (d) wait() { time.Sleep(1) }\nfunc TestX(t *testing.T) { use(d{}); synctest.Test(t, func(t *testing.T) { d{}.wait() }) }", ""},
		{"in a table of bubbles", "func TestX(t *testing.T) { for _, row := range []struct { name string; does func() }{{\"a\", func() { time.Sleep(1) }}, {does: func() { time.Sleep(1) }}} { synctest.Test(t, func(t *testing.T) { row.does() }) } }", ""},
		{"in a table of both", "var rows = []row{{func() { time.Sleep(1) }}}\ntype row struct{ does func() }\nfunc TestX(t *testing.T) { rows[0].does(); synctest.Test(t, func(t *testing.T) { rows[0].does() }) }", "rows 3"},
		{"in a table", "var rows = []func(){func() { time.AfterFunc(1, nil) }}\nfunc FuzzX(f *testing.F) { rows[0]() }", "rows 3"},
		{"in a benchmark", "func BenchmarkX(b *testing.B) { time.Sleep(1) }", ""},
		{"of a name of its own", "func TestX(t *testing.T) { f := 1; _ = f }\nfunc f() { time.Sleep(1) }", ""},
		{"of no package", "func TestX(t *testing.T) { time := clock{}; time.Sleep(1) }\ntype clock struct{}\nfunc (clock) Sleep(int) {}", ""},
	} {
		p := newTestPackage()
		if err := p.add("x_test.go", `package x; import ("time"; "testing"; "testing/synctest")`+"\n\n"+tt.text, false); err != nil {
			t.Fatal(err)
		}
		got := ""
		for place, at := range p.waits() {
			got += strings.TrimPrefix(place, "x_test.go:") + " " + strings.Join(at, " ")
		}
		if got != tt.want {
			t.Errorf("%s: found %q, want %q", tt.name, got, tt.want)
		}
	}
}
