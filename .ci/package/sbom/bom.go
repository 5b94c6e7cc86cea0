package main

import (
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// bom is a software bill of materials. The JSON names are those of the standard ECMA-424.
type bom struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Version      int          `json:"version"` // version of this document
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp time.Time `json:"timestamp"`
	Component component `json:"component"` // component that the document describes
}

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"` // identifier, unique within the document
	Name    string `json:"name"`
	Version string `json:"version"`
	Hashes  []hash `json:"hashes,omitempty"`
	PURL    string `json:"purl,omitempty"` // package URL, globally unique
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// dependency states that the component with the identifier Ref contains the components with the
// identifiers On.
type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

// newBOM returns the bill of materials of a package, given the files of its programs.
func newBOM(name, version string, at time.Time, programs []string) (*bom, error) {
	whole := component{Type: "application", Ref: "package", Name: name, Version: version}
	b := &bom{
		Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{at, whole},
		Dependencies: []dependency{{Ref: whole.Ref}},
	}
	for _, file := range programs {
		p, err := program(file, version)
		if err != nil {
			return nil, err
		}
		linked, err := linkedModules(file)
		if err != nil {
			return nil, err
		}
		b.add(p, linked)
	}
	slices.SortFunc(b.Components, func(x, y component) int { return cmp.Compare(x.Ref, y.Ref) })
	b.Components = slices.CompactFunc(b.Components, func(x, y component) bool { return x.Ref == y.Ref })
	return b, nil
}

// add adds a program of the package and the components linked into it.
func (b *bom) add(program component, linked []component) {
	from := dependency{Ref: program.Ref}
	for _, l := range linked {
		from.On = append(from.On, l.Ref)
	}
	b.Components = append(append(b.Components, program), linked...)
	b.Dependencies[0].On = append(b.Dependencies[0].On, program.Ref)
	b.Dependencies = append(b.Dependencies, from)
}

func program(file, version string) (component, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return component{}, err
	}
	sum, name := sha256.Sum256(text), filepath.Base(file)
	return component{"application", "program/" + name, name, version, []hash{{"SHA-256", hex.EncodeToString(sum[:])}}, ""}, nil
}

// linkedModules returns the components linked into a program: Go's standard library and the
// modules.
func linkedModules(file string) ([]component, error) {
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return nil, err
	}
	goes := purl("std", strings.TrimPrefix(info.GoVersion, "go"))
	all := []component{{Type: "library", Ref: goes, Name: "std", Version: info.GoVersion, PURL: goes}}
	for _, m := range info.Deps {
		c, err := module(m)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// module returns the component of a module. If the module is replaced, it returns the component
// of the replacement.
func module(m *debug.Module) (component, error) {
	if m.Replace != nil {
		m = m.Replace
	}
	sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
	if err != nil || len(sum) != sha256.Size {
		return component{}, fmt.Errorf("%s %s has the sum %q", m.Path, m.Version, m.Sum)
	}
	name := purl(m.Path, m.Version)
	return component{"library", name, m.Path, m.Version, []hash{{"SHA-256", hex.EncodeToString(sum)}}, name}, nil
}

// purl returns the package URL of a Go module, in lower case as the standard of package URLs
// requires.
func purl(path, version string) string {
	return "pkg:golang/" + strings.ToLower(path) + "@" + url.QueryEscape(version)
}
