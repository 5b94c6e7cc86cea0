package systemd_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"tabletop/games/script"
)

// shells are how each one is asked what may follow the words of $LINE.
var shells = map[string][]string{
	"bash": {"-c", `source completion/companion.bash; compopt() { :; }
		read -ra COMP_WORDS <<<"$LINE"; [[ $LINE != *" " ]] || COMP_WORDS+=("")
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _companion "${COMP_WORDS[0]}"; printf '%s\n' "${COMPREPLY[@]}"`},
	"fish": {"-c", `source completion/companion.fish; complete -C $LINE`},
	"zsh": {"-fc", `compadd() { [[ $1 != -- ]] || shift; print -l -- "$@" }; _files() { }
		words=("${(@s: :)LINE}"); CURRENT=$#words; service=$words[1]; source completion/companion.zsh`},
}

func TestTheShellsOfferWhatTheProgramsList(t *testing.T) {
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	dashed := func(names []string) []string { return strings.Fields("-" + strings.Join(names, " -")) }
	var names []string
	for _, line := range commands(t) {
		name, _, _ := strings.Cut(line, " ")
		names = append(names, name)
	}
	lines := map[string][]string{
		"companion ":                    names,
		"companion help ":               names,
		"companion roll -":              dashed(flags(says(t, "companion", "help", "roll"))),
		"companion replay -lang ":       {"ru", "en"},
		"companion game ":               {"check", "new"},
		"companion game new my -like ":  script.Kinds(),
		"companion game new my --like ": script.Kinds(),
		"companiond -":                  dashed(flags(says(t, "companiond", "-help"))),
		"companiond -panel ":            {"auto", "sim", "pi"},
		"companiond -listen ":           nil,
	}
	for shell, args := range shells {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip(err)
			}
			for line, want := range lines {
				slices.Sort(want)
				offers(t, exec.Command(shell, args...), line, want)
			}
		})
	}
}

// offers checks what a shell offers after a line.
func offers(t *testing.T, shell *exec.Cmd, line string, want []string) {
	shell.Env = append(os.Environ(), "LINE="+line)
	out, err := shell.CombinedOutput()
	if got := slices.Sorted(slices.Values(strings.Fields(string(out)))); err != nil || !slices.Equal(got, want) {
		t.Errorf("after %q it offers %v, want %v (%v)", line, got, want, err)
	}
}

// TestTheManualNamesEachKindOfGame compares the kinds of "companion game new -like" with the manual
// pages.
func TestTheManualNamesEachKindOfGame(t *testing.T) {
	for _, page := range []string{"man/companion.1", "man/ru/companion.1"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), `.BI \-like "`)
		list, _, _ := strings.Cut(rest, ".TP")
		var named []string
		for line := range strings.Lines(list) {
			if f := strings.Fields(line); len(f) > 1 && (f[0] == ".B" || f[0] == ".BR") {
				named = append(named, f[1])
			}
		}
		if !slices.Equal(named, script.Kinds()) {
			t.Errorf("%s names %v, want %v", page, named, script.Kinds())
		}
	}
}
