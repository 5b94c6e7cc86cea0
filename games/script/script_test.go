package script_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/script"
)

// compiled returns the game of a source, which is sound.
func compiled(t testing.TB, name, source string) games.Rules {
	t.Helper()
	r, err := script.Compile(name, source)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// called is a game under a name as the kit wants it: that of a file has "file/" before it.
type called struct {
	games.Rules
	name string
}

func (c called) Name() string { return c.name }

// kit holds a game against the contract; its proofs lie in a folder of its name.
func kit(t *testing.T, name, source string) {
	t.Helper()
	t.Parallel()
	gamestest.Check(t, called{compiled(t, name, source), name}, gamestest.In(filepath.Join("testdata", name)))
}

func TestTheSampleKeepsTheContract(t *testing.T) { kit(t, "sample", script.Sample("sample")) }

func source(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAGameKnowsItsFile(t *testing.T) {
	r := compiled(t, "nim", script.Sample("nim"))
	p, ok := r.(interface{ Program() string })
	if r.Name() != "file/nim" || !ok || p.Program() != script.Sample("nim") {
		t.Errorf("got %s, %v", r.Name(), ok)
	}
	if !strings.Contains(r.Assets()["ru"], "title = Nim\n") {
		t.Errorf("the title is not in\n%s", r.Assets()["ru"])
	}
}

const miceFile = "../../systemd/games/mice.star"
