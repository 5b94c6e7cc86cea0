package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"companion": main})
}

func TestTheToolsAsTheScriptsSay(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANG", "en_GB.UTF-8")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"repeat": repeat},
	})
}

// repeat writes TEXT so many times into FILE, for what is too large for a
// script: "repeat FILE TEXT COUNT".
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	count, err := strconv.Atoi(args[2])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[1], count)), 0o600))
}

func TestEveryCommandHasAScript(t *testing.T) {
	for _, cmd := range commands {
		if _, err := os.Stat(filepath.Join("testdata", cmd.name+".txtar")); err != nil {
			t.Errorf("%s: %v", cmd.name, err)
		}
	}
}
