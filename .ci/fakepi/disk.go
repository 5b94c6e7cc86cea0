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

// NewDisk creates an empty disk for a machine, and returns the path of its file. The file has an
// ext4 file system as on Raspberry Pi OS, with the block size of an SD card: for such a small
// disk, mkfs would choose smaller blocks.
func NewDisk(t testing.TB) string {
	t.Helper()
	image := filepath.Join(t.TempDir(), "disk.ext4")
	tool(t, "mkfs.ext4", "-q", "-b", strconv.Itoa(block), "-E", "root_owner=0:0", image, "32M")
	return image
}

// block is the block size of the file system in bytes.
const block = 4096

// vitalBlocks returns the numbers of the blocks that ext4 needs to find its journal: the
// superblock, the group descriptors, the first inodes, and the journal's own superblock. If one
// of them is torn, the journal can't be replayed, and e2fsck -p fails.
func vitalBlocks(m medium) []int64 {
	const (
		// inodes is the position on the disk of a field in the first group descriptor (struct
		// ext4_group_desc): the number of the inode table's first block.
		inodes = block + 8
		// journal is the offset in the inode table of a field in the inode of file 8, the
		// journal (struct ext4_inode, ext4_extent): the number of the journal's first block.
		journal = 7*256 + 40 + 12 + 8
	)
	table := int64(binary.LittleEndian.Uint32(m[inodes:]))
	return []int64{0, 1, table, int64(binary.LittleEndian.Uint32(m[table*block+journal:]))}
}

// Check repairs a disk as a Pi does at boot, then fails the test if the disk still has a fault.
// A journal that must be replayed is not a fault.
func Check(t testing.TB, image string) {
	t.Helper()
	if err := check(image); err != nil {
		t.Fatal(err)
	}
}

func check(image string) error {
	err := command("e2fsck", "-p", image)
	var exit *exec.ExitError
	// Exit status 1 means that e2fsck has repaired the disk.
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
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
