package dice

import (
	"slices"
	"strconv"
)

// modifiers holds the less common modifiers of a term. Most terms have none: a nil pointer keeps
// the usual cups small.
type modifiers struct {
	again     matches // faces that are rerolled; they don't count
	once      bool    // each die or explosion is rerolled at most once
	unique    twice   // whether a face that another die of the term shows is rerolled
	twins     matches // faces that are rerolled then; if empty, every face
	bursts    matches // faces that explode; if empty, the highest face explodes
	compound  bool    // comparisons apply to the sum of a die and its explosions
	penetrate bool    // a face from an explosion counts one less
	floor     bound   // a smaller value counts as this number
	ceiling   bound   // a greater value counts as this number
	hits      matches // values that count 1; the total is the number of them
	misses    matches // values that subtract 1 from that number
	good, bad matches // faces marked as critical successes and as critical failures
	sorted    byte    // order in which faces are listed: 0 as rolled, 'a' ascending, 'd' descending
	label     string
}

// twice states what happens to a die that shows the same face as another die of its term.
type twice uint8

const (
	mayRepeat    twice = iota
	mustDiffer         // it is rerolled until it shows another face
	rerolledOnce       // it is rerolled once
)

// computes reports whether m changes or compares values, and so needs faces with numbers.
func (m *modifiers) computes() bool {
	if m == nil {
		return false
	}
	return len(m.again)+len(m.twins)+len(m.hits)+len(m.misses)+len(m.good)+len(m.bad) > 0 || m.floor.set || m.ceiling.set || m.sorted != 0
}

// bound is an optional number. If set is true, the field at holds the number. If set is false, there
// is no number.
type bound struct {
	set bool
	at  int
}

// change returns the modifiers of t, so that the parser can change them. It adds empty ones if t
// has none.
func (t *term) change() *modifiers {
	if t.more == nil {
		t.more = &modifiers{}
	}
	return t.more
}

// rerolls reports whether a die of t that shows that face is rerolled, and whether it is rerolled
// at most once.
func (t *term) rerolls(face int) (again, once bool) {
	if t.more == nil || len(t.more.again) == 0 {
		return false, false
	}
	return t.more.again.met(t.die.value(face)), t.more.once
}

// bursts reports whether a die of t explodes on that face. By default the highest face explodes.
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

// worth returns the value of a face after min, max and !p. The parameter burst means that the
// face is from an explosion.
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

// counts reports whether t counts successes instead of adding values.
func (t *term) counts() bool { return t.more != nil && len(t.more.hits) > 0 }

// score returns the number that a value n adds to the total: n itself or, if t counts successes,
// 1, 0 or -1.
func (t *term) score(n int) int {
	if !t.counts() {
		return n
	}
	return successScore(n, t.more.hits, t.more.misses)
}

// successScore returns 1 if n is a success, -1 if it is a failure, and 0 if it is neither or
// both.
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

// append appends the notation of comparisons and rerolls to text. Comparisons come first: after
// "r" or "!" the parser would take them for a part of that modifier.
func (m *modifiers) append(text []byte) []byte {
	text = m.hits.append(text, "", false)
	text = m.misses.append(text, "f", true)
	letters := "r"
	if m.once {
		letters = "ro"
	}
	text = m.again.append(text, letters, true)
	switch m.unique {
	case mayRepeat:
		return text
	case rerolledOnce:
		text = append(text, 'u', 'o')
	default:
		text = append(text, 'u')
	}
	return m.twins.append(text, "", true)
}

// explosion appends the notation of the modifiers that follow "!" to text.
func (m *modifiers) explosion(text []byte) []byte {
	if m.compound {
		text = append(text, '!')
	}
	if m.penetrate {
		text = append(text, 'p')
	}
	return m.bursts.append(text, "", true)
}

// bounds appends the notation of min and max to text.
func (m *modifiers) bounds(text []byte) []byte {
	if m.floor.set {
		text = strconv.AppendInt(append(text, "min"...), int64(m.floor.at), 10)
	}
	if m.ceiling.set {
		text = strconv.AppendInt(append(text, "max"...), int64(m.ceiling.at), 10)
	}
	return text
}

// endless reports whether a roll of t would never end, because every face is rerolled or
// explodes.
func (t *term) endless() bool {
	faces := t.lasting()
	return !slices.ContainsFunc(faces, func(f int) bool { return !t.bursts(f) })
}

// unique reports whether no two dice of t may show that face.
func (t *term) unique(face int) bool {
	m := t.more
	return m != nil && m.unique != mayRepeat && (len(m.twins) == 0 || m.twins.met(t.die.value(face)))
}

// freed reports whether t can show a face that needn't differ from the faces with the given names. If it
// can't, a die that shows one of them isn't rerolled.
func (t *term) freed(taken []string) bool {
	for f := range t.die.Len() {
		again, once := t.rerolls(f)
		if again && !once {
			continue
		}
		if !t.unique(f) || !slices.Contains(taken, t.die.face(f).Name) {
			return true
		}
	}
	return false
}

// repeats reports whether faces are rerolled or explode because of a comparison.
func (m *modifiers) repeats() bool { return len(m.again)+len(m.bursts) > 0 }

// lasting returns the indices of the faces that are not rerolled, or rerolled at most once.
func (t *term) lasting() []int {
	var faces []int
	for f := range t.die.Len() {
		if again, once := t.rerolls(f); !again || once {
			faces = append(faces, f)
		}
	}
	return faces
}

// marks appends to text the notation of the label and of the modifiers that change only the
// display.
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
