package dice

import (
	"slices"
	"strconv"
)

// modifiers are what is done to dice beyond what the first notation had. A term without
// any has none of them, so that the usual cups stay small.
type modifiers struct {
	again     matches // faces that are rolled again, and count nothing
	once      bool    // once each, not until another face lies
	bursts    matches // faces that explode; none: the highest
	compound  bool    // a die and its explosions are compared as one
	penetrate bool    // what an explosion rolled counts one less
	floor     bound   // what is less counts as that
	ceiling   bound   // what is more counts as that
	hits      matches // what counts one; the total is how many there are
	misses    matches // what takes one away
	good, bad matches // faces that are marked
	sorted    byte    // 0, or how the faces are listed: 'a' ascending, 'd' descending
	label     string
}

// computes reports whether m changes what the dice come to, or asks what they show.
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

// change returns the modifiers of t, to be set while it is read.
func (t *term) change() *modifiers {
	if t.more == nil {
		t.more = &modifiers{}
	}
	return t.more
}

// rerolls reports whether t rolls that face again, and whether only once.
func (t *term) rerolls(face int) (again, once bool) {
	if t.more == nil || len(t.more.again) == 0 {
		return false, false
	}
	return t.more.again.met(t.die.value(face)), t.more.once
}

// bursts reports whether t explodes on that face, by itself its highest.
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

// worth returns what a face counts; burst says that it was rolled because of an explosion.
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

// score returns what n adds to the total: itself, or a success or failure.
func (t *term) score(n int) int {
	if !t.counts() {
		return n
	}
	return tallied(n, t.more.hits, t.more.misses)
}

// tallied returns 1 for a success, -1 for a failure; what is both is none.
func tallied(n int, hits, misses matches) int {
	sum := 0
	if hits.met(n) {
		sum++
	}
	if misses.met(n) {
		sum--
	}
	return sum
}

// append adds the modifiers that stand before those of the first notation. Successes come
// first: behind "r" or "!" they would be read as its comparison.
func (m *modifiers) append(text []byte) []byte {
	text = m.hits.append(text, "", false)
	text = m.misses.append(text, "f", true)
	letters := "r"
	if m.once {
		letters = "ro"
	}
	return m.again.append(text, letters, true)
}

// explosion adds what stands behind the "!".
func (m *modifiers) explosion(text []byte) []byte {
	if m.compound {
		text = append(text, '!')
	}
	if m.penetrate {
		text = append(text, 'p')
	}
	return m.bursts.append(text, "", true)
}

// bounds adds min and max.
func (m *modifiers) bounds(text []byte) []byte {
	if m.floor.set {
		text = strconv.AppendInt(append(text, "min"...), int64(m.floor.at), 10)
	}
	if m.ceiling.set {
		text = strconv.AppendInt(append(text, "max"...), int64(m.ceiling.at), 10)
	}
	return text
}

// endless reports whether no face of t would ever be the last: whatever lies is rolled
// again or explodes.
func (t *term) endless() bool {
	if t.more == nil || len(t.more.again)+len(t.more.bursts) == 0 {
		return false
	}
	faces := t.lasting()
	return !slices.ContainsFunc(faces, func(f int) bool { return !t.bursts(f) })
}

// lasting returns the faces that can lie for good.
func (t *term) lasting() []int {
	var faces []int
	for f := range t.die.Len() {
		if again, once := t.rerolls(f); !again || once {
			faces = append(faces, f)
		}
	}
	return faces
}

// marks adds what changes only how the faces are shown, and the label.
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
