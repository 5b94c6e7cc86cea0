package main

import (
	"fmt"
	"strconv"
	"strings"
)

// Strokes are drawn on a grid of 64×128 units by a round pen 16 units wide.
const (
	gridWidth = 64
	penRadius = 8
	flatness  = 16 // number of straight segments per curve
)

type point struct{ x, y int64 } // 64 bits, because products would overflow 32 bits

type segment struct{ from, to point }

// strokes holds the line segments of one digit. A coordinate is the
// value in units of the font multiplied by flatness².
type strokes []segment

const fine = flatness * flatness

// parseStrokes parses one digit per line: "DIGIT commands". The command "M x y" moves the lifted
// pen, "L x y" draws a line, "Q cx cy x y" draws a quadratic curve. "//" begins a comment.
func parseStrokes(text string) (map[rune]strokes, error) {
	digits := map[rune]strokes{' ': nil}
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "//" {
			continue
		}
		s, err := parsePath(words[1:])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		digits[[]rune(words[0])[0]] = s
	}
	return digits, nil
}

func parsePath(words []string) (s strokes, err error) {
	var pen point
	for len(words) > 0 {
		command := words[0]
		n := map[string]int{"M": 1, "L": 1, "Q": 2}[command]
		if n == 0 || len(words) < 1+2*n {
			return nil, fmt.Errorf("command %q", command)
		}
		points, err := parsePoints(words[1 : 1+2*n])
		if err != nil {
			return nil, err
		}
		switch command {
		case "L":
			s = append(s, segment{pen, points[0]})
		case "Q":
			s = append(s, curve(pen, points[0], points[1])...)
		}
		pen, words = points[n-1], words[1+2*n:]
	}
	return s, nil
}

func parsePoints(words []string) (points []point, err error) {
	for i := 0; i < len(words); i += 2 {
		x, errX := strconv.ParseInt(words[i], 10, 32)
		y, errY := strconv.ParseInt(words[i+1], 10, 32)
		if errX != nil || errY != nil {
			return nil, fmt.Errorf("point %q %q", words[i], words[i+1])
		}
		points = append(points, point{x * fine, y * fine})
	}
	return points, nil
}

// curve returns segments that approximate the quadratic Bézier curve from a to b with the control
// point c.
func curve(a, c, b point) (s strokes) {
	last := a
	for i := int64(1); i <= flatness; i++ {
		j := flatness - i
		mix := func(a, c, b int64) int64 { return (j*j*a + 2*i*j*c + i*i*b) / fine }
		next := point{mix(a.x, c.x, b.x), mix(a.y, c.y, b.y)}
		s = append(s, segment{last, next})
		last = next
	}
	return s
}

// draw returns the strokes as a picture width px wide and twice as high. A px is lit if its centre
// lies under the pen.
func (s strokes) draw(width int) picture {
	p := picture{width: width, height: 2 * width}
	for y := range p.height {
		for x := range p.width {
			const nudge = 1 // gives the pen its full width where its edges lie on centres of px
			centre := point{int64(2*x+1)*gridWidth*fine + nudge, int64(2*y+1)*gridWidth*fine + nudge}
			if s.touch(centre, int64(2*width)) {
				p.set(x, y)
			}
		}
	}
	return p
}

// touch reports whether the point c lies under the pen. The unit of the coordinates of c is 1/scale
// of the unit of strokes.
func (s strokes) touch(c point, scale int64) bool {
	for _, g := range s {
		from := point{g.from.x * scale, g.from.y * scale}
		to := point{g.to.x * scale, g.to.y * scale}
		if near(c, from, to, penRadius*fine*scale) {
			return true
		}
	}
	return false
}

// near reports whether the distance of c from the segment from a to b is at most r.
func near(c, a, b point, r int64) bool {
	d, e := point{b.x - a.x, b.y - a.y}, point{c.x - a.x, c.y - a.y}
	along, length2 := e.x*d.x+e.y*d.y, d.x*d.x+d.y*d.y
	switch {
	case along <= 0:
		return e.x*e.x+e.y*e.y <= r*r
	case along >= length2:
		e = point{c.x - b.x, c.y - b.y}
		return e.x*e.x+e.y*e.y <= r*r
	}
	across := e.x*d.y - e.y*d.x
	// compares |across| / length with r, because across² would overflow
	return abs(across)/isqrt(length2) <= r
}

func abs(n int64) int64 { return max(n, -n) }

// isqrt returns the integer part of the square root of n, or 1 if that is 0.
func isqrt(n int64) int64 {
	r := n
	for next := (r + 1) / 2; next < r; next = (r + n/r) / 2 {
		r = next
	}
	return max(r, 1)
}
