package mazaitsy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/mazaitsy"
)

// kinds are the types of cards by the signs of a drawn field.
var kinds = map[string]string{
	"~": "water", "f": "fish", "=": "log", "#": "thicket", "@": "whirlpool", "%": "swamp", "o": "funnel", "+": "straight", "x": "side",
	"n": "straight", "e": "straight", "s": "straight", "w": "straight", "ne": "side", "nw": "side", "se": "side", "sw": "side",
}

// afloat returns a position of the whole field on turn 1 of seat 1. Boats are
// "c3 n 1:2, f6 s", seat 1 first, each with the hares in it if it has any. The
// field is drawn as a position's text is, without letters and numbers. Options
// are those of the game and "stage=window", "open=~,@:3,%" the row, far end
// first, "top=%", "swamp1=c3" the doomed swamp of seat 1, "round=2 mazai=row"
// and the like. The box holds just what is needed, the rest is water.
func afloat(t testing.TB, options, boats, field string) games.State {
	t.Helper()
	line, text := afloatText(options, boats, field)
	s, err := mazaitsy.Rules{}.Parse(setup(line), text)
	if err != nil {
		t.Fatalf("%v in\n%s\n%s", err, line, text)
	}
	return s
}

func afloatText(options, boats, field string) (line, text string) {
	fleet := strings.Split(boats, ", ")
	seats := len(fleet)
	is := map[string]string{"stage": "move", "top": "~", "turn": "1", "round": "1", "added": "0", "where": "", "path": "0", "pile": ""}
	chosen := fmt.Sprintf("seats=%d field=on", seats)
	for _, word := range strings.Fields(options) {
		name, value, _ := strings.Cut(word, "=")
		if slices.Contains([]string{"stage", "top", "turn", "round", "added", "where", "path", "open", "swamp1", "swamp2", "swamp3", "pile"}, name) {
			is[name] = value
			continue
		}
		chosen += " " + word
	}
	open := strings.Split(is["open"], ",")
	if is["open"] == "" {
		open = slices.Repeat([]string{"~"}, seats)
	}
	size, pile, under := 6, 15-seats, "0..4"
	if seats == 2 {
		size, pile, under = 5, 24, "13..13"
	}
	if is["where"] != "" {
		under = is["where"]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "turn %s %s\nround %s added %s\npile %d row %d discard 0 mazai %s\nlost 0\n", is["turn"], is["stage"], is["round"], is["added"], pile, len(open), under)
	for k, boat := range fleet {
		words := strings.Fields(boat)
		load := "-"
		if len(words) > 2 {
			load = words[2]
		}
		fmt.Fprintf(&b, "seat %d boat %s ashore - written 0/0\n", k+1, load)
	}
	for k, boat := range fleet {
		words := strings.Fields(boat)
		doomed := is[fmt.Sprintf("swamp%d", k+1)]
		if doomed == "" {
			doomed = "-"
		}
		fmt.Fprintf(&b, "boat %d %s %s swamp %s\n", k+1, words[0], words[1], doomed)
	}
	b.WriteString("- " + strings.Join(strings.Split("abcdef"[:size], ""), " ") + "\n")
	for i, row := range strings.Split(strings.TrimSpace(field), "\n") {
		fmt.Fprintf(&b, "%d %s\n", i+1, strings.TrimSpace(row))
	}
	fmt.Fprintf(&b, "open %s top %s under 0\ntossed -\npath %s\n", strings.Join(open, " "), is["top"], strings.ReplaceAll(is["path"], ",", " "))
	return chosen + " " + boxOf(append(strings.Fields(field), append(open, is["top"])...)), b.String()
}

// boxOf writes the option "cards" for a box that holds these, a twin of each type
// that has one, and water.
func boxOf(signs []string) string {
	count, twin := map[string]int{}, map[string]bool{}
	for _, sign := range signs {
		sign, _, _ = strings.Cut(sign, ":")
		sign, bare := strings.CutSuffix(sign, "'")
		kind := kinds[sign]
		count[kind]++
		twin[kind] = twin[kind] || bare
	}
	sum := 0
	var entries []string
	for _, kind := range []string{"fish", "log", "thicket", "whirlpool", "swamp", "funnel", "straight", "side"} {
		n := count[kind]
		bears := kind != "thicket" && kind != "swamp"
		if n > 0 && bears && !twin[kind] {
			n++
		}
		switch sum += n; {
		case n > 0 && bears:
			entries = append(entries, fmt.Sprintf("%s:%d/%d", kind, n, n-1))
		case n > 0:
			entries = append(entries, fmt.Sprintf("%s:%d", kind, n))
		}
	}
	return "cards=" + strings.Join(append(entries, fmt.Sprintf("water:%d/%d", 51-sum, 50-sum)), ",")
}

// told sums a position up: whose turn, what is awaited, the boat of seat k and,
// if it is its own, the last path.
func told(s games.State, k int) string {
	text := s.String()
	find := func(prefix string) string {
		for line := range strings.Lines(text) {
			if rest, ok := strings.CutPrefix(line, prefix+" "); ok {
				return strings.TrimSpace(rest)
			}
		}
		return ""
	}
	stage := strings.Fields(find("turn"))[1]
	boat := strings.Fields(find(fmt.Sprintf("boat %d", k)))
	return stage + ", " + boat[0] + " " + boat[1] + ", " + find(fmt.Sprintf("path %d", k))
}

// sketch returns the field of a position, without letters, numbers and padding.
func sketch(s games.State) string {
	var rows []string
	for line := range strings.Lines(s.String()) {
		if words := strings.Fields(line); len(words[0]) == 1 && words[0] >= "1" && words[0] <= "6" {
			rows = append(rows, strings.Join(words[1:], " "))
		}
	}
	return strings.Join(rows, "\n")
}

// flat joins the words of a drawn field as sketch does.
func flat(field string) string {
	var rows []string
	for line := range strings.Lines(strings.TrimSpace(field)) {
		rows = append(rows, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(rows, "\n")
}
