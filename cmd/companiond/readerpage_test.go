//go:build browser

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"

	"tabletop/companion/waittest"
)

// heard is a node of the accessibility tree as a screen reader says it.
type heard struct {
	role, name, value, hint string
	states                  []string // "level=2"
	children                []*heard
}

// readerStates are the properties that a reader says, in the order in which String writes them.
var readerStates = []accessibility.PropertyName{"level", "checked", "pressed", "selected", "expanded", "disabled", "readonly", "required", "invalid", "modal", "live"}

// impliedStates are the values of readerStates that no reader says.
var impliedStates = []string{"disabled=false", "selected=false", "selected=true", "required=false", "invalid=false", "readonly=false", "modal=false", "live=off"}

// boxes are roles around others that say nothing themselves.
var boxes = []string{"generic", "none", "LabelText", "Legend", "emphasis", "strong", "rowgroup", "time", "mark", "code"}

// unheard are roles of which a reader says nothing, or only in words of the browser.
var unheard = []string{"InlineTextBox", "ListMarker", "LineBreak", "MenuListPopup"}

// native are operated that are put together by the browser.
var native = []string{"Date", "InputTime"}

// hears returns the accessibility tree of the page.
func (p *visitor) hears() *heard {
	p.t.Helper()
	found, err := chromedp.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	p.must(err)
	byID := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range found.Nodes {
		byID[n.NodeID] = n
	}
	root := found.Nodes[0]
	return &heard{role: "page", name: axText(root.Name), children: readAll(root.ChildIDs, byID)}
}

// readAll returns the nodes with these ids. Nodes without a meaning are replaced by their children.
func readAll(ids []accessibility.NodeID, byID map[accessibility.NodeID]*accessibility.Node) (all []*heard) {
	for _, id := range ids {
		n := byID[id]
		if n == nil {
			continue
		}
		h := &heard{role: axText(n.Role), name: axText(n.Name), value: axText(n.Value), hint: axText(n.Description), states: statesOf(n)}
		switch {
		case slices.Contains(unheard, h.role):
		case slices.Contains(native, h.role):
			all = append(all, h)
		case n.Ignored || slices.Contains(boxes, h.role) && !slices.Contains(h.states, "live=polite"):
			all = append(all, readAll(n.ChildIDs, byID)...)
		default:
			h.children = readAll(n.ChildIDs, byID)
			all = append(all, h)
		}
	}
	return all
}

func statesOf(n *accessibility.Node) (all []string) {
	for _, name := range readerStates {
		for _, p := range n.Properties {
			state := fmt.Sprintf("%s=%s", name, axText(p.Value))
			if p.Name == name && !slices.Contains(impliedStates, state) && (name != "level" || axText(n.Role) == "heading") {
				all = append(all, state)
			}
		}
	}
	return all
}

// axText returns the text of a value, "" for none.
func axText(v *accessibility.Value) string {
	var text any
	if v == nil || json.Unmarshal(v.Value, &text) != nil || text == nil {
		return ""
	}
	return strings.Join(strings.Fields(fmt.Sprint(text)), " ")
}

// ---- Written down.

// String returns the tree, a node a line.
func (h *heard) String() string {
	var b strings.Builder
	h.write(&b, 0)
	return b.String()
}

func (h *heard) write(b *strings.Builder, deep int) {
	line, last := h.line(), h
	for len(last.children) == 1 && last.children[0].role != textRole && (last.name == "" || last.children[0].name == last.name) {
		last = last.children[0]
		line = strings.TrimSuffix(line, " «"+last.name+"»") + " > " + last.line()
	}
	if text, only := last.text(); only {
		if text != "" && last.name == "" {
			line += ": " + text
		}
		fmt.Fprintln(b, strings.Repeat("  ", deep)+line)
		return
	}
	fmt.Fprintln(b, strings.Repeat("  ", deep)+line)
	for _, c := range last.children {
		if c.role != textRole || !last.holds(c.name) {
			c.write(b, deep+1)
		}
	}
}

const textRole = "StaticText"

// line is what a reader says of a node alone.
func (h *heard) line() string {
	if h.role == textRole {
		return h.name
	}
	line := h.role
	if h.name != "" && h.role != "row" {
		line += " «" + h.name + "»"
	}
	if h.value != "" && h.value != h.name {
		line += " = " + h.value
	}
	if h.hint != "" {
		line += " (" + h.hint + ")"
	}
	return strings.Join(append([]string{line}, h.states...), " ")
}

// text is the text of a node, and whether there is nothing else in it.
func (h *heard) text() (string, bool) {
	var parts []string
	for _, c := range h.children {
		if c.role != textRole {
			return "", false
		}
		parts = append(parts, c.name)
	}
	return strings.Join(parts, " "), true
}

// holds reports whether a text in a node is said with its name or value.
func (h *heard) holds(text string) bool { return strings.Contains(h.name, text) || h.value == text }

// all returns a node and the nodes in it, in the order of reading. The texts in a control are left
// out: a reader says its name instead.
func (h *heard) all() []*heard {
	found := []*heard{h}
	for _, c := range h.children {
		if c.role != textRole || !slices.Contains(operated, h.role) {
			found = append(found, c.all()...)
		}
	}
	return found
}

// part returns the first node with that role, or an empty one.
func (h *heard) part(role string) *heard {
	for _, n := range h.all() {
		if n.role == role {
			return n
		}
	}
	return &heard{}
}

// without returns the tree without the regions of that name.
func (h *heard) without(name string) *heard {
	kept := *h
	kept.children = nil
	for _, c := range h.children {
		if c.role != "region" || c.name != name {
			kept.children = append(kept.children, c.without(name))
		}
	}
	return &kept
}

// ---- What is the same each time.

// masks are the parts of a text that differ from day to day.
var masks = []struct {
	of *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b`), "DATE"},
	{regexp.MustCompile(`\b\d{1,2}:\d\d\b`), "TIME"},
	{regexp.MustCompile(`\b[0-9a-f]{64}\b`), "SEAL"},
	{regexp.MustCompile(`192\.168\.77\.1:\d+`), "ADDRESS"},
}

func masked(text string) string {
	for _, m := range masks {
		text = m.of.ReplaceAllString(text, m.to)
	}
	return text
}

// ---- Faults that no page may have.

var (
	operated   = []string{"button", "link", "textbox", "searchbox", "combobox", "spinbutton", "slider", "checkbox", "switch", "option", "DisclosureTriangle", "progressbar"}
	needNames  = append([]string{"image", "grid", "region", "dialog", "heading", "navigation"}, operated...)
	pictograms = regexp.MustCompile(`[←→↑↓★✕✓⌫↶↷▲▼►‹›]`)
	signAlone  = regexp.MustCompile(`^[\p{P}\p{S}\s]+$`)
	foreign    = map[string]*regexp.Regexp{"ru": regexp.MustCompile(`[A-Za-z]{3,}`), "en": regexp.MustCompile(`[А-Яа-яё]{3,}`)}
	// known are words that both languages have: names of formats, programs and players.
	known = regexp.MustCompile(`verify(\.html)?|-steps|JSON( Lines)?|CSV|Игрок|BG ?Stats|companion|English|Русский|Enter|Backspace|Esc\b|SHA|coin|JavaScript|\.star|\.deb|Wi-Fi|DATE|TIME|SEAL|ADDRESS|No file chosen|Аня|Боря|Вера|Галя`)
)

// faults returns the faults of a tree, whose texts should be in the language lang.
func (h *heard) faults(lang string) (all []string) {
	level, dialog := 0, h.part("dialog").role != ""
	if dialog { // it covers the page, whose heading it is under
		level = 1
	}
	for _, n := range h.all() {
		wrong := func(what string) { all = append(all, what+": "+n.line()) }
		if n.name == "" && slices.Contains(needNames, n.role) {
			wrong("no name")
		}
		if n.name != "" && n.hint == n.name {
			wrong("said twice")
		}
		if slices.Contains(needNames, n.role) && pictograms.MatchString(n.name) {
			wrong("a pictogram")
		}
		if n.role == textRole && (signAlone.MatchString(n.name) || strings.Contains(n.name, "►")) {
			wrong("a sign alone")
		}
		if foreign[lang].MatchString(known.ReplaceAllString(masked(n.name+" "+n.hint), "")) {
			wrong("another language")
		}
		if (n.role == "listitem" || n.role == "gridcell") && len(n.children) == 0 {
			wrong("empty")
		}
		if n.role == "list" && slices.ContainsFunc(n.children, func(c *heard) bool { return c.role != "listitem" }) {
			wrong("no list item")
		}
		if n.role == "table" && n.part("columnheader").role == "" {
			wrong("no column headers")
		}
		if n.role == "heading" {
			var at int
			_, _ = fmt.Sscanf(n.states[0], "level=%d", &at)
			if at > level+1 {
				wrong("a level is skipped")
			}
			level = at
		}
	}
	if headings := strings.Count(h.part("main").String(), " level=1"); headings != 1 && !dialog {
		all = append(all, fmt.Sprintf("%d headings of level 1", headings))
	}
	return all
}

// ---- Compared.

// reader compares what a reader says of a part of the page with testdata/heard, and fails for faults.
// The part is the first node with that role, by default all of the page.
func (p *visitor) reader(name, role string, without ...string) {
	p.t.Helper()
	if name != "moment" {
		p.tapsAway()
	}
	p.comesToRest()
	h := p.hears()
	lang := p.tells("document.documentElement.lang")
	for _, fault := range h.faults(lang) {
		p.t.Errorf("%s-%s: %s", name, lang, fault)
	}
	if role != "" {
		h = h.part(role)
	}
	for _, region := range without {
		h = h.without(region)
	}
	p.heardAs(name, h.String())
}

// heardAs compares a text with testdata/heard.
func (p *visitor) heardAs(name, text string) {
	p.t.Helper()
	got, file := masked(text), filepath.Join("testdata", "heard", p.tells("document.documentElement.lang"), name+".txt")
	if *renew {
		write(p.t, file, got)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		p.t.Error(err)
	} else if got != string(want) {
		p.t.Errorf("%s: a reader says\n%s", file, lineDiff(string(want), got))
	}
}

// atRest is what a page shows, in short, which changes until it is at rest.
const atRest = `[document.querySelector(".waiting, .skeleton, .tumbling") ? Math.random() : "", [...document.body.innerHTML].reduce((sum, c) => (31 * sum + c.charCodeAt(0)) | 0, 0),
	performance.getEntriesByType("resource").length, document.getAnimations().filter((a) => !(a instanceof CSSAnimation)).length].join()`

// comesToRest waits until a page has drawn all answers to its requests, and clears its announcements.
func (p *visitor) comesToRest() {
	p.t.Helper()
	before, same := "", 0
	waittest.Until(p.t, "a page at rest", func() (any, bool) {
		now := p.tells(atRest)
		if same++; now != before {
			before, same = now, 0
		}
		return now, same == 4
	})
	p.tells(`document.getElementById("news")?.replaceChildren()`)
}

// lineDiff returns the lines that only one of two texts has, each with its sign.
func lineDiff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var b strings.Builder
	for _, line := range w {
		if !slices.Contains(g, line) {
			fmt.Fprintln(&b, "-", line)
		}
	}
	for _, line := range g {
		if !slices.Contains(w, line) {
			fmt.Fprintln(&b, "+", line)
		}
	}
	if b.Len() == 0 {
		return "the same lines in another order"
	}
	return b.String()
}

func TestPageIsWholeForAScreenReader(t *testing.T) {
	known := func(s *environment) { s.random = new(countedBytes) } // so that the box always draws the same cards
	e, ctx := rememberingAll(t, bygone, known), browser(t)
	r := &reading{e: e, ctx: ctx}
	r.outside()
	r.enters()
	r.parts()
	r.games()
}
