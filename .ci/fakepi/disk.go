package fakepi

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
)

// NewDisk makes an empty disk for a machine: a file with an ext4 file system on it,
// as Raspberry Pi OS makes them. Its blocks are as large as a card's, where one so
// small would have others.
func NewDisk(t testing.TB) string {
	t.Helper()
	image := filepath.Join(t.TempDir(), "disk.ext4")
	tool(t, "mkfs.ext4", "-q", "-b", "4096", "-E", "root_owner=0:0", image, "32M")
	return image
}

// Check repairs a disk as a Pi does when it starts (a journal that is not yet
// played back is no damage), then fails the test if anything at all is left wrong.
func Check(t testing.TB, image string) {
	t.Helper()
	out, err := exec.Command("e2fsck", "-p", image).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1: mended
		t.Fatalf("e2fsck -p: %v\n%s", err, out)
	}
	tool(t, "e2fsck", "-fn", image)
}

func tool(t testing.TB, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatal(fmt.Errorf("%s %v: %w\n%s", name, args, err, out))
	}
}
