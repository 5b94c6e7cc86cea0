package store

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestSQLiteRunsOnTheLibcItWasBuiltFor(t *testing.T) {
	const libc = "modernc.org/libc"
	dir := goList(t, "{{.Dir}}", "modernc.org/sqlite")
	want := ""
	for line := range strings.Lines(string(read(t, filepath.Join(dir, "go.mod")))) {
		if words := strings.Fields(line); len(words) >= 2 && words[0] == libc {
			want = words[1]
		}
	}
	if want == "" {
		t.Fatalf("%s/go.mod doesn't name %s", dir, libc)
	}
	if got := goList(t, "{{.Version}}", libc); got != want {
		t.Errorf("%s is %s, SQLite wants exactly %s: go get %s@%s", libc, got, want, libc, want)
	}
}

// goList asks the go command about a module of the build.
func goList(t *testing.T, format, module string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", format, module).Output()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("NOT TESTED: there is no go command here")
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.Fatalf("go list: %v %s", err, exit.Stderr)
	}
	answer := strings.TrimSpace(string(out))
	if err != nil || answer == "" || answer == os.DevNull {
		t.Fatalf("go list %s: %q, %v", module, answer, err)
	}
	return answer
}
