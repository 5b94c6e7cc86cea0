package history

import (
	"math"
	"slices"
)

// Figures describe a set of numbers: points of players, or lengths of matches in ms. Without
// numbers, all fields are 0.
type Figures struct {
	Count  int
	Mean   float64
	Median float64 // mean of the two numbers in the middle if Count is even
	Spread float64 // standard deviation of a sample, with the divisor Count−1; 0 for one number
	Least  float64
	Most   float64
}

// figuresOf returns the figures of all.
func figuresOf(all []float64) Figures {
	n := len(all)
	if n == 0 {
		return Figures{}
	}
	sorted := slices.Sorted(slices.Values(all))
	f := Figures{Count: n, Median: (sorted[(n-1)/2] + sorted[n/2]) / 2, Least: sorted[0], Most: sorted[n-1]}
	for _, x := range sorted {
		f.Mean += x / float64(n)
	}
	if n == 1 {
		return f
	}
	for _, x := range sorted {
		f.Spread += (x - f.Mean) * (x - f.Mean) / float64(n-1)
	}
	f.Spread = math.Sqrt(f.Spread)
	return f
}
