package cardtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// spelled puts texts as strace does: `'ok'` is "\x6f\x6b", `<a>` is the path /card/a and
// `<>` the folder.
func spelled(trace string) string {
	for {
		before, rest, ok := strings.Cut(trace, "'")
		if !ok {
			break
		}
		text, after, _ := strings.Cut(rest, "'")
		trace = before + `"` + hexed(text) + `"` + after
	}
	for _, name := range []string{"a", "b", "c", "deep/a", "lock"} {
		trace = strings.ReplaceAll(trace, "<"+name+">", "<"+hexed("/card/"+name)+">")
	}
	return strings.ReplaceAll(trace, "<>", "<"+hexed("/card")+">")
}

func hexed(text string) (hex string) {
	for _, b := range []byte(text) {
		hex += fmt.Sprintf(`\x%02x`, b)
	}
	return hex
}

// told tells operations, one a line.
func tell(ops []Op) string {
	var b strings.Builder
	for _, o := range ops {
		fmt.Fprint(&b, o)
		if o.Kind == Sync {
			fmt.Fprint(&b, ", of what came before ", o.Began)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestATraceIsReadAsWhatItDidToTheFolder(t *testing.T) {
	for _, tt := range []struct{ name, trace, want string }{
		{"a write where it says", `1 pwrite64(3<a>, 'xyz', 3, 4096) = 3`, "write 3 bytes to a at 4096\n"},
		{"a short write", `1 pwrite64(3<a>, 'xyz', 3, 0) = 2`, "write 2 bytes to a at 0\n"},
		{"writes go on", `
1 openat(AT_FDCWD<>, '/card/a', O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 3<a>
1 write(3<a>, 'xyz', 3) = 3
1 write(3<a>, 'xyz', 3) = 3`, "write 3 bytes to a at 0\nwrite 3 bytes to a at 3\n"},
		{"writes go on where a seek leads", `
1 lseek(3<a>, 40, SEEK_SET) = 40
1 write(3<a>, 'xyz', 3) = 3`, "write 3 bytes to a at 40\n"},
		{"new files", `
1 openat(AT_FDCWD<>, '/card/b', O_RDWR|O_CREAT, 0600) = 3<b>
1 openat(AT_FDCWD<>, '/card/b', O_RDWR|O_CREAT|O_TRUNC, 0600) = 4<b>
1 open('/card/c', O_RDWR|O_CREAT, 0600) = 5<c>
1 open('/card/c', O_RDONLY) = 6<c>`, "create b\ntruncate b to 0 bytes\ncreate c\n"},
		{"names change", `
1 renameat(AT_FDCWD<>, '/card/a', AT_FDCWD<>, '/card/b') = 0
1 rename('/card/b', '/card/c') = 0
1 unlink('/card/c') = 0
1 unlinkat(AT_FDCWD<>, '/card/uploads', AT_REMOVEDIR) = 0`, "rename a to b\nrename b to c\nremove c\n"},
		{
			"syncs", `
1 ftruncate(3<a>, 7) = 0
1 fsync(3<a>) = 0 (DELAYED)
1 fdatasync(3<a>) = 0
1 fsync(4<>) = 0
1 fsync(3<a>) = -1 EIO (Input/output error) (INJECTED)`,
			"truncate a to 7 bytes\nsync a, of what came before 1\nsync a, of what came before 2\nsync ., of what came before 3\nfail a\n",
		},
		{"a sync covers what was done before it began", `
1 fsync(3<a> <unfinished ...>
2 pwrite64(3<a>, 'x', 1, 0) = 1
1 <... fsync resumed>) = 0`, "write 1 bytes to a at 0\nsync a, of what came before 0\n"},
		{"a write is done when it returns", `
1 pwrite64(3<a>, 'x', 1, 0 <unfinished ...>
2 fsync(3<a>) = 0
1 <... pwrite64 resumed>) = 1`, "sync a, of what came before 0\nwrite 1 bytes to a at 0\n"},
		{"an answer is heard when it begins", `
1 write(1<pipe:[7]>, 'ok 1', 4 <unfinished ...>
2 pwrite64(3<a>, 'x', 1, 0) = 1
1 <... write resumed>) = 4
3 write(9<socket:[8]>, 'HTTP', 4) = ?
3 write(2<pipe:[9]>, 'log', 3) = 3`, "answer \"ok 1\"\nwrite 1 bytes to a at 0\nanswer \"HTTP\"\n"},
		{"a killed process has not synced", `
1 fsync(3<a> <unfinished ...>
2 fsync(3<a>) = ?
3 +++ killed by SIGKILL +++`, ""},
		{"a killed process has no memory any more", `
1 pwrite64(3<a>, 0x7ffd12, 3, 2) = ?
1 write(1<pipe:[7]>, 0x7ffd12, 4 <unfinished ...>
1 +++ killed by SIGKILL +++`, ""},
		{"what is elsewhere, or passed over", `
1 openat(AT_FDCWD<>, '/card/lock', O_RDWR|O_CREAT, 0600) = 3<lock>
1 write(3<lock>, '1', 1) = 1
1 pwrite64(4<deep/a>, 'x', 1, 0) = 1
1 copy_file_range(4<deep/a>, NULL, 5<deep/a>, NULL, 9, 0) = 9
1 mmap(NULL, 32768, PROT_READ|PROT_WRITE, MAP_SHARED, 3<lock>, 0) = 0x7f
1 mmap(NULL, 32768, PROT_READ, MAP_PRIVATE, 3<a>, 0) = 0x7f
1 pwrite64(6<a>(deleted), 'x', 1, 0) = 1
1 unlink('/card/b') = -1 ENOENT (No such file or directory)`, ""},
	} {
		rec, err := Read("/card", map[string][]byte{"a": nil}, []string{"lock"}, strings.NewReader(spelled(tt.trace)))
		if got := tell(rec.Ops); err != nil || got != tt.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.name, err, got, tt.want)
		}
	}
}

func TestWhatAKilledProcessHasLeftTellsWhatItHadDone(t *testing.T) {
	for _, tt := range []struct{ trace, want string }{
		{`1 pwrite64(3<a>, 'xyz', 3, 2) = ?`, "write 3 bytes to a at 2\n"},
		{`1 pwrite64(3<a>, 'xyz', 3, 2 <unfinished ...>`, "write 3 bytes to a at 2\n"},
		{`1 pwrite64(3<a>, 'xyz', 3, 1) = ?`, ""},
		{`1 pwrite64(3<a>, 'xyz', 3, 4) = ?`, ""},
		{`1 ftruncate(3<a>, 5) = ?`, "truncate a to 5 bytes\n"},
		{`1 ftruncate(3<a>, 4) = ?`, ""},
		{`1 unlink('/card/b') = ?`, "remove b\n"},
		{`1 unlink('/card/a') = ?`, ""},
		{`1 rename('/card/b', '/card/a') = ?`, "rename b to a\n"},
		{`1 rename('/card/a', '/card/b') = ?`, ""},
		{`1 openat(AT_FDCWD<>, '/card/c', O_RDWR|O_CREAT, 0600) = ?`, "create c\n"},
	} {
		before, left := map[string][]byte{"a": nil, "b": nil}, map[string][]byte{"a": []byte("--xyz"), "c": nil, "lock": nil}
		rec, err := read("/card", before, []string{"lock"}, []processTrace{{strings.NewReader(spelled(tt.trace)), left}})
		if got := tell(rec.Ops); err != nil || got != tt.want && got != tt.want+"create c\n" {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.trace, err, got, tt.want)
		}
	}
}

func TestWhatCannotBeReplayedIsRefused(t *testing.T) {
	for _, trace := range []string{
		`1 mmap(NULL, 32768, PROT_READ|PROT_WRITE, MAP_SHARED, 3<a>, 0) = 0x7f`,
		`1 copy_file_range(4<deep/a>, NULL, 5<a>, NULL, 9, 0) = 9`,
		`1 pwritev(3<a>, [{iov_base='x', iov_len=1}], 1, 0) = 1`,
		`1 pwrite64(3<a>, 'x'..., 9, 0) = 9`,
		`1 pwrite64(3<a>, 'x', 1, 0) = ?`,
		`1 pwrite64(3<a>, 'x', 1, 0 <unfinished ...>`,
		`1 pwrite64(3<b>, 'x', 1, 0) = 1`,
		`1 openat(AT_FDCWD<>, '/card/a', O_RDWR|O_APPEND) = 3<a>`,
		`1 rename('/elsewhere', '/card/a') = 0`,
		`1 rename('/card/a', '/elsewhere') = 0`,
		`1 linkat(AT_FDCWD<>, '/card/a', AT_FDCWD<>, '/card/b', 0) = 0`,
		`1 fallocate(3<a>, 0, 0, 4096) = 0`,
	} {
		rec, err := Read("/card", map[string][]byte{"a": nil}, nil, strings.NewReader(spelled(trace)))
		if !errors.Is(err, errUnknown) && !errors.Is(err, errCut) {
			t.Errorf("%s is read as %q, %v", trace, tell(rec.Ops), err)
		}
	}
}

// The strace that is here says what is read.
func TestAProcessIsRecorded(t *testing.T) {
	const inDir = "CARDTEST_DIR"
	if dir := os.Getenv(inDir); dir != "" {
		a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
		f, err := os.Create(b)
		if err == nil {
			_, err = f.WriteString("new")
		}
		folder, bad := os.Open(dir)
		fmt.Println("end", errors.Join(err, bad, f.Sync(), os.Rename(b, a), folder.Sync(), os.Remove(a)))
		os.Exit(0)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(t, t.TempDir(), dir)
	if out, err := r.Command(nil, inDir+"="+dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rec := r.Recording()
	want := []string{
		"create b", "write 3 bytes to b at 0", "sync b, of what came before 2", "rename b to a",
		"sync ., of what came before 4", "remove a", `answer "end <nil>\n"`, "",
	}
	if got := strings.Split(tell(rec.Ops), "\n"); !slices.Equal(got, want) || string(rec.Before["a"]) != "old" {
		t.Errorf("before %q, then\n%q\nwant\n%q", rec.Before, got, want)
	}
}
