//go:build openscad

package box

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A variant sets parameters of case.scad: NAME=VALUE, a text in quotes.
type variant []string

func (v variant) String() string { return strings.ReplaceAll(strings.Join(v, " "), `"`, "") }

func (v variant) with(more ...string) variant { return append(append(variant{}, v...), more...) }

// variants are every OLED with every Pi, and then those in which one parameter more is
// away from its default.
func variants() []variant {
	var all []variant
	for _, oled := range []string{"0.96", "1.3"} {
		for _, pi := range []string{"zero2w", "pi3", "pi4", "pi5"} {
			all = append(all, variant{`oled="` + oled + `"`, `pi="` + pi + `"`})
		}
	}
	return append(all,
		variant{`oled="0.96"`, `pi="zero2w"`, `thread="insert"`},
		variant{`oled="1.3"`, `pi="pi4"`, `hdmi=false`, `audio=false`})
}

// errEmpty is what run returns if nothing is left of what was to be rendered.
var errEmpty = errors.New("openscad: nothing is left")

// run renders case.scad to a file whose end says the format, and returns what is in it.
// A warning is an error.
func run(t *testing.T, format string, v variant, flags ...string) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out."+format)
	args := append([]string{"-o", file}, flags...)
	for _, set := range v {
		args = append(args, "-D", set)
	}
	said, err := exec.Command("openscad", append(args, "case.scad")...).CombinedOutput()
	switch {
	case bytes.Contains(said, []byte("WARNING:")) || bytes.Contains(said, []byte("ERROR:")):
		return "", fmt.Errorf("openscad %v:\n%s", v, said)
	case bytes.Contains(said, []byte("Current top level object is empty.")):
		return "", errEmpty
	case err != nil:
		return "", fmt.Errorf("openscad %v: %w\n%s", v, err, said)
	}
	out, err := os.ReadFile(file)
	return string(out), err
}

// render is run for what must not be empty.
func render(t *testing.T, format string, v variant) string {
	t.Helper()
	out, err := run(t, format, v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// names returns the solids that are printed and those that are bought.
func names(t *testing.T) (printed, bought []string) {
	t.Helper()
	said := render(t, "echo", variant{`part="names"`})
	m := regexp.MustCompile(`printed = \[(.*?)\], bought = \[(.*?)\]`).FindStringSubmatch(said)
	if m == nil {
		t.Fatalf("case.scad tells no names: %q", said)
	}
	list := func(s string) []string { return strings.Split(strings.ReplaceAll(s, `"`, ""), ", ") }
	return list(m[1]), list(m[2])
}

// A pair names two solids.
type pair [2]string

// overlapping sets what is rendered to what the two of each pair have in common.
func overlapping(v variant, pairs ...pair) variant {
	list := make([]string, len(pairs))
	for i, p := range pairs {
		list[i] = fmt.Sprintf("[%q, %q]", p[0], p[1])
	}
	return v.with(`part="overlap"`, "pairs=["+strings.Join(list, ", ")+"]")
}
