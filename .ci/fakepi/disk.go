package fakepi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// NewDisk makes an empty disk for a machine: a file with an ext4 file system on it,
// as Raspberry Pi OS makes them. Its blocks are as large as a card's, where one so
// small would have others.
func NewDisk(t testing.TB) string {
	t.Helper()
	image := filepath.Join(t.TempDir(), "disk.ext4")
	tool(t, "mkfs.ext4", "-q", "-b", strconv.Itoa(block), "-E", "root_owner=0:0", image, "32M")
	return image
}

// block is the size of a block of the file system, in bytes.
const block = 4096

// vital are the blocks by which ext4 finds its journal: the superblock, the groups'
// descriptors, the first inodes, the journal's own superblock. Nothing plays the
// journal back where one of them is torn: e2fsck -p gives up.
func vital(m medium) []int64 {
	const (
		inodes  = block + 8           // of the first group (struct ext4_group_desc)
		journal = 7*256 + 40 + 12 + 8 // in the inodes: where file 8 begins (struct ext4_inode, ext4_extent)
	)
	table := int64(binary.LittleEndian.Uint32(m[inodes:]))
	return []int64{0, 1, table, int64(binary.LittleEndian.Uint32(m[table*block+journal:]))}
}

// Check repairs a disk as a Pi does when it starts (a journal that is not yet
// played back is no damage), then fails the test if anything at all is left wrong.
func Check(t testing.TB, image string) {
	t.Helper()
	if err := check(image); err != nil {
		t.Fatal(err)
	}
}

func check(image string) error {
	err := command("e2fsck", "-p", image)
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1: mended
		return err
	}
	return command("e2fsck", "-fn", image)
}

func tool(t testing.TB, name string, args ...string) {
	t.Helper()
	if err := command(name, args...); err != nil {
		t.Fatal(err)
	}
}

func command(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %v: %w\n%s", name, args, err, out)
	}
	return nil
}
