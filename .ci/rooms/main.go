// Rooms prints the import graph of packages of this module, without tests. Each layer imports
// only the layers above it:
//
//	go run ./.ci/rooms [PATTERN...]            as text, one line per layer
//	go run ./.ci/rooms -dot | dot -Tsvg        as a picture
//
// The default pattern is ./companion/...; the graph includes the packages that the matching
// packages import.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

const module = "tabletop/"

func main() {
	dot := flag.Bool("dot", false, "print a graph for Graphviz")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./companion/..."}
	}
	graph, err := imports(patterns)
	if err != nil {
		fmt.Fprintln(os.Stderr, "rooms:", err)
		os.Exit(1)
	}
	if *dot {
		draw(os.Stdout, graph)
		return
	}
	list(os.Stdout, layers(graph))
}

// imports returns the import graph: it maps each package to the packages that it imports. The
// graph has the packages of this module that match the patterns, and their imports within this
// module. It omits packages for tests.
func imports(patterns []string) (map[string][]string, error) {
	out, err := exec.Command("go", append([]string{"list", "-deps", "-f", "{{.ImportPath}}{{range .Imports}} {{.}}{{end}}"}, patterns...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	graph := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		name, ok := packageName(paths[0])
		if !ok {
			continue
		}
		graph[name] = nil
		for _, path := range paths[1:] {
			if to, ok := packageName(path); ok {
				graph[name] = append(graph[name], to)
			}
		}
	}
	return graph, nil
}

// packageName returns the import path of a package without the name of this module. It returns
// false for packages of other modules and for packages for tests.
func packageName(path string) (name string, ok bool) {
	name, ok = strings.CutPrefix(path, module)
	return name, ok && !strings.HasSuffix(name, "test")
}

// layers sorts the packages of a graph into layers. A package imports only packages of earlier
// layers.
func layers(graph map[string][]string) (all [][]string) {
	height := map[string]int{}
	var of func(name string) int
	of = func(name string) int {
		if h, ok := height[name]; ok {
			return h
		}
		h := 0
		for _, to := range graph[name] {
			h = max(h, of(to)+1)
		}
		height[name] = h
		return h
	}
	for name := range graph {
		for len(all) <= of(name) {
			all = append(all, nil)
		}
		all[of(name)] = append(all[of(name)], name)
	}
	for _, layer := range all {
		slices.Sort(layer)
	}
	return all
}

func list(w io.Writer, all [][]string) {
	for i, layer := range all {
		fmt.Fprintf(w, "%d  %s\n", i, strings.Join(layer, "  "))
	}
}

func draw(w io.Writer, graph map[string][]string) {
	fmt.Fprintln(w, "digraph rooms {\n\trankdir=BT; node [shape=box, fontname=sans];")
	for _, layer := range layers(graph) {
		fmt.Fprintf(w, "\t{ rank=same; \"%s\"; }\n", strings.Join(layer, `"; "`))
		for _, name := range layer {
			for _, to := range graph[name] {
				fmt.Fprintf(w, "\t%q -> %q;\n", name, to)
			}
		}
	}
	fmt.Fprintln(w, "}")
}
