package companion_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// forbidden is who must not import whom, and why. A path ends in "/" to mean all
// below it too; "-" before a path leaves it out. Tests are free.
var forbidden = []struct {
	from string
	to   []string
	why  string
}{
	{"games/ -games/script -games/maze/solve", []string{"tabletop/", "-tabletop/games", "-tabletop/games/internal/packed"}, "a game is pure rules and knows nothing but the contract"},
	{"games/maze/solve", []string{"tabletop/", "-tabletop/games", "-tabletop/games/maze"}, "a solver knows its game"},
	{"games/script", []string{"tabletop/", "-tabletop/games", "-tabletop/games/table"}, "a file makes whole rules, or a game of the table engine"},
	{"games/ companion/ drivers/ -games/script", []string{"go.starlark.net/"}, "one package reads files of games"},
	{"games/ -games/internal/packed", []string{"time", "math/rand", "os", "io", "net", "net/", "log", "log/", "sync", "sync/", "context", "flag", "testing"}, "a game has no clock, file, lock, flag or test"},
	{"games/ -games/kit", []string{"math/rand/v2"}, "a game has no chance; the kit draws from seeds that are always the same"},
	{"companion/ cmd/ systemd/", []string{"tabletop/games/gamestest"}, "a program links no tests"},
	{"companion/match", coreMustNot, "a match is a value; who keeps or shows it comes later"},
	{"companion/luck", coreMustNot, "luck is arithmetic on a secret it is given"},
	{"companion/history", coreMustNot, "what was played is computed from records"},
	{"companion/screen", coreMustNot, "a picture is computed from a view"},
	{"companion/pixel", coreMustNot, "a picture is a value"},
	{"companion/words", coreMustNot, "words are looked up"},
	{"companion/adviser companion/checkup companion/clock companion/door companion/lesson companion/panel companion/people companion/qr companion/settings companion/sheet", []string{"tabletop/", "-tabletop/games", "-tabletop/companion/match", "-tabletop/companion/panel", "-tabletop/companion/qr", "os", "net", "net/"}, "a part of the core is a value, and knows no model"},
	{"companion/ear", []string{"tabletop/", "-tabletop/games", "-tabletop/companion/words", "os", "net", "net/", "time"}, "what is spoken is computed from texts"},
	{"companion", coreMustNot, "the core is pure: time, disk and luck arrive inside events"},
	{"drivers/", []string{"tabletop/", "-tabletop/drivers/internal/"}, "a driver knows its chip, not the product, and no other driver"},
	{"companion/", []string{"tabletop/drivers/", "tabletop/cmd/"}, "adapters meet only in cmd"},
	{"companion/", []string{"periph.io/", "github.com/tarm/"}, "hardware is the drivers' business"},
	{"games/", []string{"periph.io/", "github.com/tarm/"}, "hardware is the drivers' business"},
	{"companion/web", []string{"tabletop/companion/store", "tabletop/companion/loop"}, "the page sees the table through its own port"},
	{"companion/store", []string{"tabletop/companion/loop", "tabletop/companion/web", "tabletop/companion/club"}, "the disk sees nobody"},
	{"companion/club", []string{"tabletop/companion/store", "tabletop/companion/loop", "tabletop/companion/web"}, "the club sees the table through its own ports"},
	{"companion/club/wire", []string{"tabletop/companion", "tabletop/companion/screen", "github.com/"}, "messages are values; who sends them comes later"},
	{"companion/ games/ drivers/ -companion/club", []string{"github.com/eclipse/", "github.com/mochi-mqtt/"}, "one package speaks to a broker"},
}

var coreMustNot = []string{
	"tabletop/companion/loop", "tabletop/companion/store", "tabletop/companion/web", "tabletop/companion/club", "tabletop/drivers/", "os", "os/", "net", "net/",
}

// source is a Go file of the module that is no test.
type source struct {
	folder, file string
	syntax       *ast.File
}

// set has the positions of all sources.
var set = token.NewFileSet()

// sources are parsed once.
var sources = sync.OnceValues(func() (all []source, err error) {
	root := ".."
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil || strings.HasPrefix(folder, ".ci") || servesTests(folder) {
			return err
		}
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		all = append(all, source{filepath.ToSlash(folder), path, f})
		return err
	})
	return all, err
})

// eachSource visits the sources.
func eachSource(t *testing.T, each func(source)) {
	t.Helper()
	all, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		each(s)
	}
}

// servesTests reports whether a folder serves tests and generators only.
func servesTests(folder string) bool {
	for _, name := range []string{"gamestest", "companiontest", "wordstest", "plugtest", "waittest", "serialtest", "paneltest", "qrtest", "bench", "internal/mkfont", "maze/internal/find", "internal/mkstarts", "internal/mkproblems", "internal/packed/pack"} {
		if strings.HasSuffix(filepath.ToSlash(folder), name) {
			return true
		}
	}
	return false
}

// below reports whether path is the one named, or lies below a name that ends in "/".
func below(path, name string) bool {
	return path == strings.TrimSuffix(name, "/") || strings.HasSuffix(name, "/") && strings.HasPrefix(path, name)
}

func TestNobodyImportsWhatTheyMustNotKnow(t *testing.T) {
	seen := 0
	eachSource(t, func(s source) {
		seen++
		for _, spec := range s.syntax.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			for _, rule := range forbidden {
				if among(s.folder, strings.Fields(rule.from)) && among(path, rule.to) {
					t.Errorf("%s imports %s: %s", s.file, path, rule.why)
				}
			}
		}
	})
	if seen < 50 {
		t.Errorf("only %d files were looked at", seen)
	}
}

// among reports whether path is one of those named and none of those left out.
func among(path string, names []string) bool {
	is := false
	for _, name := range names {
		if out, ok := strings.CutPrefix(name, "-"); ok {
			is = is && !below(path, out)
			continue
		}
		is = is || below(path, name)
	}
	return is
}

// clocks are the functions that read a clock or wait for one.
var clocks = map[string]bool{"Now": true, "Since": true, "Until": true, "Sleep": true, "After": true, "Tick": true}

func TestOnlyLoopDriversAndCommandsReadAClock(t *testing.T) {
	t.Parallel()
	eachSource(t, func(s source) {
		if below(s.folder, "companion/loop") || below(s.folder, "drivers/") || below(s.folder, "cmd/") {
			return
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok || !clocks[call.Sel.Name] {
				return true
			}
			if pkg, ok := call.X.(*ast.Ident); ok && pkg.Name == "time" {
				t.Errorf("%s reads a clock: time arrives inside events", set.Position(n.Pos()))
			}
			return true
		})
	})
}

func TestNobodyRegistersInInit(t *testing.T) {
	t.Parallel()
	eachSource(t, func(s source) {
		for _, d := range s.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s: what there is must be seen in a slice, not in init", set.Position(fn.Pos()))
			}
		}
	})
}
