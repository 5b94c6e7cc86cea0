package companion_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
)

// commands are the types of this package with a method do.
func commands(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && fn.Name.Name == "do" {
				names = append(names, fmt.Sprint(fn.Recv.List[0].Type))
			}
		}
	}
	return names
}

func TestEveryCommandHasItsRight(t *testing.T) {
	var rows []string
	for _, r := range companion.Rights() {
		rows = append(rows, strings.TrimPrefix(fmt.Sprintf("%T", r.Command), "companion."))
	}
	found := commands(t)
	slices.Sort(rows)
	slices.Sort(found)
	if !slices.Equal(rows, found) || len(found) < 20 {
		t.Errorf("rights are of %q, commands are %q", rows, found)
	}
}

func TestWhoMayNotIsRefusedWhateverIsSent(t *testing.T) {
	t.Parallel()
	for _, r := range companion.Rights() {
		tb := inMice(t)
		before := tb.Screen()
		for _, from := range []companion.Sender{{}, {Role: door.Look}, companiontest.Phone} {
			may := from.Role >= r.MinRole && !(r.Wired && from.From == companion.FromPhone)
			if _, point := companion.PointOf(r.Command); may || point {
				continue
			}
			if got := tb.Ask(from, r.Command); got.Refusal.Kind != companion.Forbidden || tb.Screen() != before {
				t.Errorf("%T by %+v: %+v", r.Command, from, got)
			}
		}
	}
}
