package release

import (
	"math/rand"
	"os/exec"
	"testing"
)

func TestVersionsAreOrderedByPolicy(t *testing.T) {
	// From the Policy, from deb-version(7), and from .ci/package/version.
	ordered := []string{
		"0~0", "0+git20261120.1.aa", "0+git20261121093000.5.0123abcd", "0.1.0~~", "0.1.0~", "0.1.0~rc1", "0.1.0~rc1+git20261121", "0.1.0", "0.1.0-1",
		"0.1.0-1.1", "0.1.0-2~bpo", "0.1.0-2", "0.1.0+git20261121093000.5.0123abcd", "0.1.1", "0.1.10", "0.1.a", "1.2.0~rc1", "1.2.0", "1.2.0a", "1.2.0+",
		"1.2.1", "1.10.0", "1:0.1", "2:0~",
	}
	for i, a := range ordered {
		for j, b := range ordered {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := Compare(a, b); got != want {
				t.Errorf("Compare(%s, %s) = %d, want %d", a, b, got, want)
			}
		}
	}
	for _, same := range [][2]string{{"1.0", "0:1.0"}, {"1.0", "1.00"}, {"1.0", "1.0-0"}, {"1.", "1.0"}, {"", "0"}} {
		if got := Compare(same[0], same[1]); got != 0 {
			t.Errorf("Compare(%s, %s) = %d", same[0], same[1], got)
		}
	}
}

func TestVersionsAreOrderedAsDpkgDoes(t *testing.T) {
	dpkg, err := exec.LookPath("dpkg")
	if err != nil {
		t.Skip("no dpkg here: ", err)
	}
	random := rand.New(rand.NewSource(40))
	for range 400 {
		a := randomVersion(random)
		b := randomVersion(random)
		if random.Intn(2) == 0 { // alike
			b = a + randomTail(random)
		}
		got := Compare(a, b)
		for relation, holds := range map[string]bool{"lt": got < 0, "eq": got == 0} {
			err := exec.Command(dpkg, "--compare-versions", a, relation, b).Run()
			if (err == nil) != holds {
				t.Errorf("Compare(%q, %q) = %d, but dpkg on %s: %v", a, b, got, relation, err)
			}
		}
		if Compare(b, a) != -got {
			t.Errorf("Compare(%q, %q) = %d, the other way round %d", a, b, got, Compare(b, a))
		}
	}
}

func randomVersion(random *rand.Rand) string {
	v := ""
	if random.Intn(5) == 0 {
		v = string(rune('0'+random.Intn(3))) + ":"
	}
	return v + string(rune('0'+random.Intn(3))) + randomTail(random)
}

// randomTail returns what may stand behind the first digit of a version.
func randomTail(random *rand.Rand) string {
	const bytes = "001129aAzZ..~~++-"
	tail := ""
	for range random.Intn(7) {
		tail += string(bytes[random.Intn(len(bytes))])
	}
	return tail + "1" // a revision must not be empty
}
