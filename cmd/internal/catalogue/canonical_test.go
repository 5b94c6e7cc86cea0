package catalogue

import (
	"strings"
	"testing"

	"tabletop/companion/match"
)

func TestARecordKeepsNotationInItsOneForm(t *testing.T) {
	for _, c := range []struct{ record, says, want string }{
		{`{"kind":"started","game":"dice","seats":["A"]}`, "roll 3d6\u20132", `"says":"roll 3d6-2"`},
		{`{"kind":"started","game":"dice","seats":["A"]}`, "roll 3d6\\t+ 2", `"says":"roll 3d6 + 2"`},
	} {
		text := c.record + "\n" + `{"kind":"decided","says":"` + c.says + `"}` + "\n"
		m, err := match.Read(strings.NewReader(text), "hand", Games())
		if err != nil {
			t.Errorf("%q: %v", c.says, err)
			continue
		}
		if got := m.Since(1); !strings.Contains(got, c.want) {
			t.Errorf("%q is kept as %s want %s", c.says, got, c.want)
		}
	}
}
