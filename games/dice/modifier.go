package dice

import (
	"slices"
	"strconv"
)

// modifiers are the rarer modifiers of dice. Most terms have none and a nil pointer, so that
// the usual cups stay small.
type modifiers struct {
	again     matches // faces that are rerolled and don't count
	once      bool    // once each, not until another face is rolled
	bursts    matches // faces that explode; empty: the highest
	compound  bool    // a die and its explosions are compared as one
	penetrate bool    // a face from an explosion counts one less
	floor     bound   // smaller values count as that
	ceiling   bound   // greater values count as that
	hits      matches // values that count one; the total is their number
	misses    matches // values that subtract one
	good, bad matches // faces that are marked
	sorted    byte    // 0, or the order of the faces: 'a' ascending, 'd' descending
	label     string
}

// computes reports whether m needs numeric faces: whether it changes or compares values.
func (m *modifiers) computes() bool {
	if m == nil {
		return false
	}
	return len(m.again)+len(m.hits)+len(m.misses)+len(m.good)+len(m.bad) > 0 || m.floor.set || m.ceiling.set || m.sorted != 0
}

// bound is a number, or none.
type bound struct {
	set bool
	at  int
}

// change returns the modifiers of t, for changes by the parser.
func (t *term) change() *modifiers {
	if t.more == nil {
		t.more = &modifiers{}
	}
	return t.more
}

// rerolls reports whether t rerolls that face, and whether only once.
func (t *term) rerolls(face int) (again, once bool) {
	if t.more == nil || len(t.more.again) == 0 {
		return false, false
	}
	return t.more.again.met(t.die.value(face)), t.more.once
}

// bursts reports whether t explodes on that face: by default its highest.
func (t *term) bursts(face int) bool {
	if !t.explode {
		return false
	}
	if t.more != nil && len(t.more.bursts) > 0 {
		return t.more.bursts.met(t.die.value(face))
	}
	_, highest := t.die.bounds()
	return t.die.value(face) == highest
}

// worth returns the value of a face; burst means that the face is from an explosion.
func (t *term) worth(face int, burst bool) int {
	n := t.die.value(face)
	m := t.more
	if m == nil {
		return n
	}
	if m.floor.set {
		n = max(n, m.floor.at)
	}
	if m.ceiling.set {
		n = min(n, m.ceiling.at)
	}
	if burst && m.penetrate {
		n--
	}
	return n
}

// counts reports whether t counts successes.
func (t *term) counts() bool { return t.more != nil && len(t.more.hits) > 0 }

// score returns the contribution of a value n to the total: n itself, or a success or failure.
func (t *term) score(n int) int {
	if !t.counts() {
		return n
	}
	return successScore(n, t.more.hits, t.more.misses)
}

// successScore returns 1 for a success, -1 for a failure, and 0 for neither or both.
func successScore(n int, hits, misses matches) int {
	sum := 0
	if hits.met(n) {
		sum++
	}
	if misses.met(n) {
		sum--
	}
	return sum
}

// append appends the modifiers that precede the basic ones. Successes come first: after "r" or
// "!" they would be parsed as its comparison.
func (m *modifiers) append(text []byte) []byte {
	text = m.hits.append(text, "", false)
	text = m.misses.append(text, "f", true)
	letters := "r"
	if m.once {
		letters = "ro"
	}
	return m.again.append(text, letters, true)
}

// explosion appends the modifiers of the "!".
func (m *modifiers) explosion(text []byte) []byte {
	if m.compound {
		text = append(text, '!')
	}
	if m.penetrate {
		text = append(text, 'p')
	}
	return m.bursts.append(text, "", true)
}

// bounds appends min and max.
func (m *modifiers) bounds(text []byte) []byte {
	if m.floor.set {
		text = strconv.AppendInt(append(text, "min"...), int64(m.floor.at), 10)
	}
	if m.ceiling.set {
		text = strconv.AppendInt(append(text, "max"...), int64(m.ceiling.at), 10)
	}
	return text
}

// endless reports whether t would never end: every face is rerolled or explodes.
func (t *term) endless() bool {
	if t.more == nil || len(t.more.again)+len(t.more.bursts) == 0 {
		return false
	}
	faces := t.lasting()
	return !slices.ContainsFunc(faces, func(f int) bool { return !t.bursts(f) })
}

// lasting returns the faces that are not rerolled without limit.
func (t *term) lasting() []int {
	var faces []int
	for f := range t.die.Len() {
		if again, once := t.rerolls(f); !again || once {
			faces = append(faces, f)
		}
	}
	return faces
}

// marks appends the modifiers that affect only the display, and the label.
func (m *modifiers) marks(text []byte) []byte {
	text = m.good.append(text, "cs", true)
	text = m.bad.append(text, "cf", true)
	if m.sorted != 0 {
		text = append(text, 's', m.sorted)
	}
	if m.label != "" {
		text = append(append(append(text, '['), m.label...), ']')
	}
	return text
}
