package rating_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tabletop/cmd/league/internal/rating"
)

// club is people whose skill is known, to whom the ratings don't listen.
type club struct {
	skill []float64
	known team
	rng   *rand.Rand
}

func newClub(n int, seed uint64) *club {
	k := &club{rng: rand.New(rand.NewPCG(seed, 1))}
	for range n {
		k.skill = append(k.skill, rating.FirstMu+rating.FirstSigma*k.rng.NormFloat64())
		k.known = append(k.known, rating.New())
	}
	return k
}

// play is a match of the model: exponential noise is what makes Plackett-Luce.
func (k *club) play(seats int) {
	who := k.rng.Perm(len(k.skill))[:seats]
	scale := rating.Beta * math.Sqrt(float64(seats))
	day, teams := make([]float64, seats), make([]team, seats)
	for i, id := range who {
		day[i] = math.Log(k.rng.ExpFloat64()) - k.skill[id]/scale // lower is better
		teams[i] = team{k.known[id]}
	}
	for i, after := range rating.Rate(teams, positions(day)) {
		k.known[who[i]] = after[0]
	}
}

// season is so many matches for each, at random tables.
func (k *club) season(each, seats int) {
	for range len(k.skill) * each / seats {
		k.play(seats)
	}
}

// within counts those whose skill is within so many sigmas of their mu.
func (k *club) within(sigmas float64) (n int) {
	for i, r := range k.known {
		if math.Abs(k.skill[i]-r.Mu) <= sigmas*r.Sigma {
			n++
		}
	}
	return n
}

// beyond counts those whose skill is what is shown, or more.
func (k *club) beyond() (n int) {
	for i, r := range k.known {
		if k.skill[i] >= r.Shown() {
			n++
		}
	}
	return n
}

// order is Spearman's: 1 if mus are in the order of skill.
func (k *club) order() float64 {
	mus := make([]float64, len(k.known))
	for i, r := range k.known {
		mus[i] = r.Mu
	}
	far, n := 0.0, float64(len(mus))
	a, b := positions(k.skill), positions(mus)
	for i := range a {
		far += float64((a[i] - b[i]) * (a[i] - b[i]))
	}
	return 1 - 6*far/(n*(n*n-1))
}

// positions says of each value how many are smaller.
func positions(values []float64) []int {
	at := make([]int, len(values))
	for i, v := range values {
		for _, w := range values {
			if w < v {
				at[i]++
			}
		}
	}
	return at
}

// Twenty clubs of fifty, at tables of two, four and six. Of their thousand players the
// skill of 683 should be within 1 sigma of mu, that of 954 within 2, and that of 999 should
// be what is shown or more.
func TestRatingsFindTheSkillOfPlayersAndSayHowSureTheyAre(t *testing.T) {
	for _, x := range []struct {
		each            int
		order           float64 // at the least, as the others
		within2, beyond int
	}{{10, 0.82, 980, 995}, {40, 0.93, 900, 990}, {200, 0.97, 890, 985}} {
		for _, seats := range []int{2, 4, 6} {
			within1, within2, beyond, order := 0, 0, 0, 0.0
			for seed := range 20 {
				k := newClub(50, uint64(seed))
				k.season(x.each, seats)
				within1, within2, beyond, order = within1+k.within(1), within2+k.within(2), beyond+k.beyond(), order+k.order()/20
			}
			t.Logf("%d at a table, %d matches each: within 1 sigma %d, within 2 %d, at least what is shown %d, order %.3f",
				seats, x.each, within1, within2, beyond, order)
			if order < x.order || within2 < x.within2 || beyond < x.beyond {
				t.Errorf("want an order of %v, %d within 2 sigmas, %d at least what is shown", x.order, x.within2, x.beyond)
			}
		}
	}
}
