package stick

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// at returns the files of a folder until the end of the test.
func at(t *testing.T, dir string) Folder {
	t.Helper()
	f, err := At(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestBackupsOnAFileSystem(t *testing.T) {
	dir := t.TempDir()
	stick := at(t, dir)
	for i := range 3 {
		if size, err := Save(stick, box, day("2026-11-27"), writes(backup(i))); err != nil || size != int64(len(backup(i))) {
			t.Fatal(size, err)
		}
	}
	got, err := Copies(stick)
	if err != nil || len(got) != 1 || got[0].Name != box+"/companion-2026-11-27-3.jsonl" || got[0].Matches != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	for name, want := range map[string]os.FileMode{box: 0o755, got[0].Name: 0o644} { // for another box
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// A stick may hold anything. Nothing outside of it is read, and nothing blocks.
func TestNamesOnAStickLeadNowhereElse(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(t.TempDir(), "companion-2026-11-27.jsonl")
	if err := os.WriteFile(secret, []byte(backup(7)), 0o600); err != nil {
		t.Fatal(err)
	}
	boxes := filepath.Join(dir, "companion")
	err := errors.Join(os.Mkdir(boxes, 0o700), os.Symlink(filepath.Dir(secret), filepath.Join(boxes, "stove-AAAA")),
		os.Symlink(secret, filepath.Join(boxes, "companion-2026-11-27.jsonl")),
		unix.Mkfifo(filepath.Join(boxes, "companion-2026-11-28.jsonl"), 0o600), os.Mkdir(filepath.Join(boxes, "companion-2026-11-29.jsonl"), 0o700))
	if err != nil {
		t.Fatal(err)
	}
	stick := at(t, dir)
	if got, err := Copies(stick); len(got) > 0 || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	for _, name := range []string{"../x", secret, "companion/companion-2026-11-27.jsonl", "companion/companion-2026-11-28.jsonl", "companion/companion-2026-11-29.jsonl", "", "\x00"} {
		if f, err := stick.Open(name); err == nil {
			t.Errorf("%q is open", name)
			f.Close()
		}
	}
	if _, err := Save(stick, "companion/stove-AAAA", day("2026-11-30"), writes(backup(1))); err == nil {
		t.Error("a link to a folder elsewhere was followed")
	}
}

const ownMounts = "STICK_OWN_MOUNTS" // folder on which this process may mount

// mounting runs work in a process with mounts of its own, on an empty folder. It skips the test if the
// kernel grants no such process.
func mounting(t *testing.T, asRoot bool, work func(t *testing.T, dir string)) {
	t.Helper()
	if dir := os.Getenv(ownMounts); dir != "" {
		work(t, dir)
		return
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), ownMounts+"="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if !asRoot {
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
	}
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Skipf("NOT TESTED: a process may have no mounts of its own here: %v", err)
	}
	if strings.Contains(string(out), "--- SKIP") {
		t.Skipf("%s", out)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func TestFileSystemThatIsFullOrReadOnly(t *testing.T) {
	mounting(t, false, func(t *testing.T, dir string) {
		mount := func(flags uintptr, kib int) {
			if err := unix.Mount("none", dir, "tmpfs", flags, fmt.Sprintf("size=%dk", kib)); err != nil {
				t.Fatal(err)
			}
		}
		mount(0, 4096)
		stick := at(t, dir)
		if _, err := Save(stick, box, day("2026-11-27"), writes(backup(1))); err != nil {
			t.Fatal(err)
		}
		endless := func(w io.Writer) (err error) {
			for err == nil {
				_, err = io.WriteString(w, backup(1000))
			}
			return err
		}
		if _, err := Save(stick, box, day("2026-11-28"), endless); !errors.Is(err, Full) {
			t.Errorf("full in the middle: %v", err)
		}
		mount(unix.MS_REMOUNT, 512)
		if _, err := Save(stick, box, day("2026-11-28"), endless); !errors.Is(err, Full) {
			t.Errorf("full before: %v", err)
		}
		mount(unix.MS_REMOUNT|unix.MS_RDONLY, 4096)
		if _, err := Save(stick, box, day("2026-11-28"), writes(backup(1))); !errors.Is(err, ReadOnly) {
			t.Errorf("read-only: %v", err)
		}
		got, err := Copies(stick)
		if err != nil || len(got) != 1 {
			t.Errorf("the earlier backup: %+v, %v", got, err)
		}
	})
}

// ext4 on a loop device stands for the file systems of sticks; the virtual Pi tests FAT. The folder is unmounted
// lazily while a backup is written, as systemd does when a stick is pulled out.
func TestDiskImageThatIsPulledInTheMiddle(t *testing.T) {
	mounting(t, true, func(t *testing.T, dir string) {
		image := filepath.Join(t.TempDir(), "image")
		tool := func(name string, args ...string) {
			if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
				t.Skipf("NOT TESTED: no image of a disk can be mounted here: %s: %v\n%s", name, err, out)
			}
		}
		if err := errors.Join(os.WriteFile(image, nil, 0o600), os.Truncate(image, 16<<20)); err != nil {
			t.Fatal(err)
		}
		if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
			t.Skipf("NOT TESTED: %v", err)
		}
		tool("mkfs.ext4", "-q", image)
		tool("mount", "-o", "loop,nosuid,nodev,noexec", image, dir)
		stick, err := At(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Save(stick, box, day("2026-11-27"), writes(backup(1))); err != nil {
			t.Fatal(err)
		}
		_, err = Save(stick, box, day("2026-11-28"), func(w io.Writer) error {
			_ = writes(strings.Repeat("x", 1<<20))(w)
			if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
				return err
			}
			return unix.EIO // as the device then answers
		})
		if !errors.Is(err, Pulled) {
			t.Errorf("pulled: %v", err)
		}
		if err := stick.Close(); err != nil {
			t.Error(err)
		}
		tool("mount", "-o", "loop", image, dir) // the lazy unmount doesn't block the next one
		defer tool("umount", dir)
		again, err := At(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if size, err := Save(again, box, day("2026-11-29"), writes(backup(2))); err != nil || size == 0 {
			t.Error(err)
		}
		got, err := Copies(again)
		if err != nil || len(got) != 2 {
			t.Errorf("%+v, %v", got, err)
		}
		if entries, err := again.ReadDir(box, most); err != nil || len(entries) != 2 {
			t.Errorf("%v, %v", entries, err)
		}
	})
}

func TestFolderOnExt4IsGivenToTheDaemonWithoutFollowingLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, folder)); err != nil {
		t.Fatal(err)
	}
	if err := give(dir, folder, owner{os.Getuid(), os.Getgid()}); !errors.Is(err, unix.ENOTDIR) && !errors.Is(err, unix.ELOOP) {
		t.Errorf("a link: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, folder)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := give(dir, folder, owner{os.Getuid(), os.Getgid()}); err != nil {
			t.Error(err)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, folder)); err != nil || !info.IsDir() {
		t.Error(info, err)
	}
}

// systemd passes the connection as standard input.
func TestTheServiceKnowsItsClientAndAnswersIt(t *testing.T) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	here, there := os.NewFile(uintptr(ends[0]), "here"), os.NewFile(uintptr(ends[1]), "there")
	defer here.Close()
	defer there.Close()
	if is, err := peer(there); err != nil || is != (owner{os.Getuid(), os.Getgid()}) {
		t.Errorf("the client is %+v, %v", is, err)
	}
	if _, err := io.WriteString(here, "mount ../..\n"); err != nil {
		t.Fatal(err)
	}
	if status := Main(there); status != 1 {
		t.Errorf("status %d", status)
	}
	answer := make([]byte, 64)
	if n, err := here.Read(answer); err != nil || string(answer[:n]) != errRequest.Error()+"\n" {
		t.Errorf("answer %q, %v", answer[:n], err)
	}
}
