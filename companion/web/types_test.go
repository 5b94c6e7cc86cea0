package web

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// member is a field of an answer. Kind is "" if its type is not a plain one.
type member struct {
	name     string
	optional bool
	kind     string // "string", "number", "boolean", "list" or "map"; "" for others
}

// The scripts of the page are checked against .ci/js/types.d.ts. Each of its interfaces must have
// the fields of a Go struct: the same names, optional where Go omits them, and of the same kind.
func TestTheTypesOfThePageAreThoseOfTheInterface(t *testing.T) {
	text, err := os.ReadFile("../../.ci/js/types.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	answers, _, ok := strings.Cut(string(text), "// ---- Answers that are one of several.")
	if !ok {
		t.Fatal("the first part has no end")
	}
	structs := answerStructs(t)
	found := regexp.MustCompile(`(?ms)^interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}`).FindAllStringSubmatch(answers, -1)
	if len(found) < 60 {
		t.Errorf("%d interfaces, want those of all answers", len(found))
	}
	all := map[string]map[string]member{} // by interface
	for _, m := range found {
		all[m[1]] = typedMembers(m[3])
		maps.Copy(all[m[1]], all[m[2]])
		if why := unlike(all[m[1]], structs); why != "" {
			t.Errorf("%s: %s", m[1], why)
		}
	}
}

// A comparison that finds nothing would pass as well.
func TestTypesThatDifferAreFound(t *testing.T) {
	structs := []map[string]member{{"seq": {"seq", false, "number"}, "note": {"note", true, "string"}}}
	for body, want := range map[string]string{
		"seq: number;\nnote?: string;\n":                "",
		"seq: number;\n":                                "lacks note",
		"seq: number;\nnote?: string;\nmore: string;\n": "more is not in Go",
		"seq: number;\nnote: string;\n":                 "note: optional false, in Go true",
		"seq: string;\nnote?: string;\n":                "seq: string, in Go number",
	} {
		if got := unlike(typedMembers(body), structs); got != want {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
}

var memberLine = regexp.MustCompile(`(?m)^\s*(\w+)(\?)?: (.*);$`)

// typedMembers parses the body of a TypeScript interface.
func typedMembers(body string) map[string]member {
	all := map[string]member{}
	for _, m := range memberLine.FindAllStringSubmatch(body, -1) {
		all[m[1]] = member{m[1], m[2] != "", typedKind(strings.TrimSuffix(m[3], " | null"))}
	}
	return all
}

func typedKind(text string) string {
	switch {
	case text == "string" || text == "number" || text == "boolean":
		return text
	case strings.HasSuffix(text, "[]") || strings.HasPrefix(text, "["):
		return "list"
	case strings.HasPrefix(text, "Record<"):
		return "map"
	}
	return ""
}

// unlike returns "" if one of the structs has the members, or else how the most similar one
// differs.
func unlike(members map[string]member, structs []map[string]member) string {
	best, fewest := "", len(members)+100
	for _, s := range structs {
		why := difference(members, s)
		if len(why) == 0 {
			return ""
		}
		if len(why) < fewest {
			best, fewest = strings.Join(why, ", "), len(why)
		}
	}
	return best
}

func difference(members, s map[string]member) (all []string) {
	for name, m := range members {
		of, ok := s[name]
		switch {
		case !ok:
			all = append(all, name+" is not in Go")
		case m.optional != of.optional:
			all = append(all, fmt.Sprintf("%s: optional %v, in Go %v", name, m.optional, of.optional))
		case m.kind != of.kind && m.kind != "" && of.kind != "":
			all = append(all, fmt.Sprintf("%s: %s, in Go %s", name, m.kind, of.kind))
		}
	}
	for name := range s {
		if _, ok := members[name]; !ok {
			all = append(all, "lacks "+name)
		}
	}
	return all
}

// answerStructs returns the members of each struct of which answers consist, named or not.
func answerStructs(t *testing.T) (all []map[string]member) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]*ast.StructType{}
	var structs []*ast.StructType
	for _, name := range append(names, "../draft.go", "../clock/seats.go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok {
					named[n.Name.Name] = s
				}
			case *ast.StructType:
				structs = append(structs, n)
			}
			return true
		})
	}
	for _, s := range structs {
		if members := goMembers(s, named); len(members) > 0 {
			all = append(all, members)
		}
	}
	return all
}

// goMembers returns the fields of a struct that have names in JSON, with those of embedded
// structs.
func goMembers(s *ast.StructType, named map[string]*ast.StructType) map[string]member {
	all := map[string]member{}
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 {
			expr := f.Type
			if star, ok := expr.(*ast.StarExpr); ok {
				expr = star.X
			}
			if id, ok := expr.(*ast.Ident); ok && named[id.Name] != nil {
				maps.Copy(all, goMembers(named[id.Name], named))
			}
			continue
		}
		if f.Tag == nil {
			continue
		}
		name, options, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
		if name != "" && name != "-" {
			all[name] = member{name, strings.Contains(options, "omitempty"), goKind(f.Type)}
		}
	}
	return all
}

func goKind(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.ArrayType:
		if id, ok := e.Elt.(*ast.Ident); ok && id.Name == "byte" {
			return "string" // in base64
		}
		return "list"
	case *ast.MapType:
		return "map"
	case *ast.StarExpr:
		return goKind(e.X)
	case *ast.Ident:
		switch e.Name {
		case "string":
			return "string"
		case "bool":
			return "boolean"
		case "int", "int32", "int64", "uint8", "float64":
			return "number"
		}
	}
	return ""
}
