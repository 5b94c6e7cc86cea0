package dice

import (
	"maps"
	"slices"
)

// This file computes odds from whole rolls: the faces of all dice of a term in ascending order, each
// with its probability. It serves where the odds of one die don't settle those of the total.

// rolls contains the probability of each roll of a term. The key is the faces in ascending order, two
// bytes each.
type rolls map[string]float64

// A roll that is stored costs perRoll steps, for its memory, and one whose total is computed perTotal.
const (
	perRoll  = 1 << 10
	perTotal = 1 << 6
)

// with returns the key of a roll with one more face.
func with(roll string, face int) string {
	at := 0
	for at < len(roll) && faceAt(roll, at) <= face {
		at += 2
	}
	return roll[:at] + string([]byte{byte(face >> 8), byte(face)}) + roll[at:]
}

// faceAt returns the face at an index of a key.
func faceAt(roll string, at int) int { return int(roll[at])<<8 | int(roll[at+1]) }

// shows reports whether a roll has the given face, or one with the same name.
func (t *term) shows(roll string, face int) bool {
	name := t.die.face(face).Name
	for at := 0; at < len(roll); at += 2 {
		if other := faceAt(roll, at); other == face || t.die.Faces != nil && t.die.Faces[other].Name == name {
			return true
		}
	}
	return false
}

// addDie adds to next the rolls of t with one die more than roll, which has the probability p.
func (t *term) addDie(next rolls, roll string, p float64, faces []float64) {
	once := t.more != nil && t.more.unique == rerolledOnce
	twin, free := 0.0, false // probability that the die shows the face of another die; another face is left
	for f, q := range faces {
		if same := t.unique(f) && t.shows(roll, f); same {
			twin += q
		} else {
			free = free || q > 0
		}
	}
	for f, q := range faces {
		switch same := t.unique(f) && t.shows(roll, f); {
		case !free:
		case once && same:
			q *= twin
		case once:
			q *= 1 + twin
		case same:
			continue
		default:
			q /= 1 - twin
		}
		if q > 0 {
			next[with(roll, f)] += p * q
		}
	}
}

// rollsOf returns the rolls of t. The computation ends if its dice explode.
func (w *work) rollsOf(t *term) rolls {
	if t.explode {
		w.left = -1
		return rolls{}
	}
	all := rolls{"": 1}
	if t.count == 0 {
		return all
	}
	faces := t.faces()
	for range t.count {
		next := rolls{}
		for _, roll := range all.ordered() {
			if !w.spend(perRoll * int64(len(faces))) {
				return all
			}
			t.addDie(next, roll, all[roll], faces)
		}
		all = next
	}
	return all
}

// shown returns the faces of a roll as they lie.
func (t *term) shown(roll string) []Shown {
	shown := make([]Shown, 0, len(roll)/2)
	for at := 0; at < len(roll); at += 2 {
		face := faceAt(roll, at)
		shown = append(shown, Shown{Face: t.die.face(face), Die: &t.die, Kept: true})
		shown[len(shown)-1].Value = t.worth(face, false)
	}
	t.drop(shown)
	return shown
}

// rollsOdds returns the odds of the total of t, whose rolls have the given odds.
func (w *work) rollsOdds(t *term, all rolls) Odds {
	var odds Odds
	sign := *t
	sign.minus = false
	if !w.spend(perTotal * int64(len(all))) {
		return Odds{Of: []float64{1}}
	}
	for _, roll := range all.ordered() {
		odds.add(sign.total(sign.shown(roll)), all[roll])
	}
	return odds
}

// pool returns the odds of a pool. If all of its dice count, they are those of its part. Otherwise it
// goes through all rolls of all terms.
func (w *work) pool(n *node, c Cup) Odds {
	if !n.pick.picks() {
		return w.node(&n.kids[0], c).mapped(n.pick.score)
	}
	from, to := n.span()
	all := make([]rolls, to-from)
	count := int64(1)
	for i := range all {
		all[i] = w.rollsOf(&c.terms[from+i])
		if count *= int64(max(1, len(all[i]))); !w.spend(count * perTotal) {
			return Odds{Of: []float64{1}}
		}
	}
	var odds Odds
	lies := make([][]Shown, to-from)
	var next func(i int, p float64)
	next = func(i int, p float64) {
		if i == len(all) {
			odds.add(n.poolTotal(c, from, lies), p)
			return
		}
		for _, roll := range all[i].ordered() {
			lies[i] = c.terms[from+i].shown(roll)
			next(i+1, p*all[i][roll])
		}
	}
	next(0, 1)
	return odds
}

// ordered returns the rolls in a fixed order, so that the sums of probabilities are always the same.
func (all rolls) ordered() []string { return slices.Sorted(maps.Keys(all)) }

// poolTotal returns the total of a pool whose terms, from the index from on, lie as given.
func (n *node) poolTotal(c Cup, from int, lies [][]Shown) int {
	all := tally{r: &Result{Cup: c}, from: make([]int, len(c.terms)+1), sums: make([]int, len(c.terms)), terms: len(c.terms)}
	for i := range c.terms {
		if i >= from && i < from+len(lies) {
			all.r.Faces = append(all.r.Faces, lies[i-from]...)
			all.sums[i] = c.terms[i].total(lies[i-from])
		}
		all.from[i+1] = len(all.r.Faces)
	}
	return all.of(n, false)
}
