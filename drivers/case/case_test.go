//go:build openscad

package box

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	bed    = 200 // mm, of the printer's two sides
	bridge = 4.5 // mm that may be laid on air in the shorter direction
)

// pieces is how many parts a solid falls into, where it isn't one: bought parts that
// touch each other would be fewer.
func pieces(v variant, solid string) int {
	plugs := map[string]int{"zero2w": 4, "pi3": 9, "pi4": 10, "pi5": 9} // the card is one
	switch s := v.String(); solid {
	case "caps", "feet", "board_screws":
		return 4
	case "clips", "wires":
		return 2
	case "screws":
		return 14
	case "plugs":
		_, pi, _ := strings.Cut(s, "pi=")
		n := plugs[strings.Fields(pi)[0]]
		if strings.Contains(s, "hdmi=false") {
			n -= 3 // two HDMI and an audio jack on a Pi 4
		}
		return n
	}
	return 1
}

// once calls f for the variants in which what define says is new: openscad writes out
// what it is going to render, without its parameters.
func once(t *testing.T, define func(variant) variant, f func(variant)) {
	t.Helper()
	seen := map[string]bool{}
	for _, v := range variants() {
		if csg := render(t, "csg", define(v)); !seen[csg] {
			seen[csg] = true
			f(v)
		}
	}
}

func TestEverySolidIsClosedAndPrintedOnesFitTheBedWithoutSupports(t *testing.T) {
	printed, bought := names(t)
	for _, solid := range slices.Concat(printed, bought) {
		define := func(v variant) variant { return v.with(fmt.Sprintf("part=%q", solid)) }
		once(t, define, func(v variant) {
			m, err := readSTL(render(t, "stl", define(v)))
			if err == nil {
				err = m.closed()
			}
			if err != nil {
				t.Fatalf("%s, %v: %v", solid, v, err)
			}
			if got, want := len(m.pieces()), pieces(v, solid); got != want {
				t.Errorf("%s, %v: %d pieces, not %d", solid, v, got, want)
			}
			if slices.Contains(printed, solid) {
				printable(t, fmt.Sprintf("%s, %v", solid, v), m)
			}
		})
	}
}

// printable checks that a part lies on the bed, fits on it, and needs no supports.
func printable(t *testing.T, part string, m mesh) {
	t.Helper()
	b := m.bound()
	if b.side(0) > bed || b.side(1) > bed || b.side(2) > bed {
		t.Errorf("%s doesn't fit the bed: %v", part, b)
	}
	if z := b.least[2]; z < -0.01 || z > 0.01 {
		t.Errorf("%s begins %.2f mm above the bed", part, z)
	}
	for _, o := range m.overhangs() {
		if on := o.bound(); min(on.side(0), on.side(1)) > bridge {
			t.Errorf("%s needs supports: %v", part, on)
		}
	}
	t.Logf("%s: %v, %.1f cm³", part, b, m.volume()/1000)
}

// TestNoTwoSolidsOverlap intersects every two of them, in one go for each variant those
// that it doesn't share with an earlier one. What openscad calls empty is: it counts
// with rational numbers.
func TestNoTwoSolidsOverlap(t *testing.T) {
	printed, bought := names(t)
	all := slices.Concat(printed, bought)
	seen := map[string]bool{}
	for _, v := range variants() {
		is := map[string]string{} // each solid's definition, in its place
		for _, solid := range all {
			is[solid] = render(t, "csg", overlapping(v, pair{solid, solid}))
		}
		var pairs []pair
		for i, a := range all {
			for _, b := range all[i+1:] {
				if key := is[a] + is[b]; !seen[key] {
					seen[key] = true
					pairs = append(pairs, pair{a, b})
				}
			}
		}
		if way := is["back"] + is["board"]; !seen[way] {
			seen[way] = true
			pairs = append(pairs, pair{"back", "way"}) // the Pi gets in
		}
		apart(t, v, pairs)
		t.Logf("%v: %d pairs", v, len(pairs))
	}
}

// apart checks that no two solids of a pair overlap, and names those that do.
func apart(t *testing.T, v variant, pairs []pair) {
	t.Helper()
	if len(pairs) == 0 {
		return
	}
	where := common(t, overlapping(v, pairs...))
	switch half := len(pairs) / 2; {
	case where == "":
	case half == 0:
		t.Errorf("%v: %s and %s overlap: %s", v, pairs[0][0], pairs[0][1], where)
	default:
		apart(t, v, pairs[:half])
		apart(t, v, pairs[half:])
	}
}

// common says where what is rendered is, or nothing if it is empty.
func common(t *testing.T, v variant) string {
	t.Helper()
	out, err := run(t, "stl", v)
	if errors.Is(err, errEmpty) {
		return ""
	}
	m, err := readSTL(out)
	if err != nil {
		t.Fatal(err)
	}
	var where []string
	for _, p := range m.pieces() {
		where = append(where, p.bound().String())
	}
	return strings.Join(where, "; ")
}

// TestAnOverlapIsSeen moves each solid a little, and expects that the check finds it.
func TestAnOverlapIsSeen(t *testing.T) {
	v := variant{`oled="1.3"`, `pi="pi4"`}
	printed, bought := names(t)
	moved := map[string]struct{ by, into string }{
		"front":        {"[0, 0, -0.2]", "clips"},
		"back":         {"[0, 0, -0.2]", "feet"},
		"caps":         {"[0, 0, -0.2]", "keys"},
		"clips":        {"[0, 0, 0.2]", "matrix"},
		"board":        {"[0, 0, -0.2]", "back"},
		"oled":         {"[0, 0, -0.2]", "screws"},
		"matrix":       {"[0, 0, -0.2]", "clips"},
		"keys":         {"[0.4, 0, 0]", "screws"},
		"plugs":        {"[0, -0.5, 0]", "board"},
		"screws":       {"[0, 0, 0.2]", "oled"},
		"board_screws": {"[0, 0, -0.2]", "board"},
		"wires":        {"[0, 0, 0.4]", "matrix"},
		"board_wires":  {"[0, 0, -0.2]", "board"},
		"feet":         {"[0, 0, 0.2]", "back"},
		"way":          {"[4, 0, 0]", "back"},
	}
	for _, solid := range append(slices.Concat(printed, bought), "way") {
		m, ok := moved[solid]
		if !ok {
			t.Errorf("nothing is known of %s", solid)
			continue
		}
		nudged := v.with(fmt.Sprintf("nudged=%q", solid), "nudge="+m.by)
		if common(t, overlapping(nudged, pair{solid, m.into})) == "" {
			t.Errorf("%s moved by %s doesn't overlap %s", solid, m.by, m.into)
		}
	}
}

func TestEveryScrewHasPlasticAroundItsThreadAndBelowItsTip(t *testing.T) {
	for _, part := range []string{"front", "back"} {
		define := func(v variant) variant { return gripping(v, part) }
		once(t, define, func(v variant) {
			if where := common(t, define(v)); where != "" {
				t.Errorf("%v: a screw in %s lacks plastic: %s", v, part, where)
			}
		})
	}
	for _, worse := range []variant{
		gripping(variant{`nudged="grip"`, "nudge=[0, 0, 3]"}, "front"), // a screw too short, or a post too low
		gripping(variant{`nudged="grip"`, "nudge=[1.5, 0, 0]"}, "back"),
		gripping(variant{"flesh=2.5"}, "back"),
	} {
		if common(t, worse) == "" {
			t.Errorf("%v: no screw is said to lack plastic", worse)
		}
	}
}

// gripping sets what is rendered to the plastic that the screws in a part lack.
func gripping(v variant, part string) variant {
	return v.with(`part="grip"`, fmt.Sprintf(`pairs=[[%q, ""]]`, part))
}

// TestPictures draws each variant into the folder PICTURES.
func TestPictures(t *testing.T) {
	folder := os.Getenv("PICTURES")
	if folder == "" {
		return // they prove nothing
	}
	for _, v := range variants() {
		name := strings.NewReplacer("=", "-", " ", "_").Replace(v.String())
		draw(t, filepath.Join(folder, name+".png"), "49,45,25,52,0,20,330", v)
		draw(t, filepath.Join(folder, name+"_behind.png"), "49,45,25,65,0,215,340", v)
		draw(t, filepath.Join(folder, name+"_parts.png"), "49,45,45,68,0,30,450", v.with(`part="exploded"`))
	}
}

// draw makes one picture, as seen by a camera of openscad's: where to, angles, how far.
func draw(t *testing.T, file, camera string, v variant) {
	t.Helper()
	args := []string{"-a", "openscad", "-o", file, "--imgsize", "1000,800", "--colorscheme", "Tomorrow", "--camera", camera}
	for _, set := range v {
		args = append(args, "-D", set)
	}
	if said, err := exec.Command("xvfb-run", append(args, "case.scad")...).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", file, err, said)
	}
}
