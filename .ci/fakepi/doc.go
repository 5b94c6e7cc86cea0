// Package fakepi runs the daemon in a virtual machine that looks like a Raspberry Pi. The
// daemon is the same program that is installed on a Pi. In the machine it finds /dev/gpiochip0
// with the lines of a Pi, /dev/i2c-1 with an SSD1306, /dev/spidev0.0 with a MAX7219, and a
// disk. Tests press keys by pulling lines, with bounce, and read the visible picture from the
// chips. A power cut kills the whole machine between two instructions. Hot-plugging on USB, and
// a bus that appears late, are tested on the virtual Pi (.ci/virtualpi), whose kernel and udev
// are real.
//
// # Running
//
//	.ci/fakepi/run                 all tests; builds missing parts
//	.ci/fakepi/run -run Draws -v   flags of go test
//	.ci/fakepi/run -cuts 200       number of power cuts
//	.ci/fakepi/run -images 5000    number of disks made from records
//
// It needs an x86-64 Linux with Go, a C compiler and Debian's linux-source, but no KVM and no
// kernel module. It needs root only to install missing packages. The first run builds the
// kernel in three minutes on two cores and stores it in ~/.cache/tabletop-fakepi; then a
// machine boots in a quarter of a second. If the kernel can't be built or run, run prints
// "SKIPPED:" with the reason and tests nothing; with MUST=1 it fails instead.
//
// # Structure
//
//	host                                 the machine
//	----                                 -----------
//	go test ──── lines: pull, panel … ──▶ init      makes pins, buses, chips
//	             ◀── |…, ok, error …         │
//	folder ───── hostfs, read only ─────▶ /         /init /companiond
//	image.ext4 ─ ubd ───────────────────▶ /var/lib/companion
//	disk's log ◀─ each write, each flush ─┘
//	test's log ◀ console ─────────────── the daemon's log, the kernel's
//
//	kernel.sh, kernel*         User-Mode Linux: a kernel that is a program
//	init/                      the machine's first program, and its commands
//	cuse/                      character devices in user space
//	chips/                     emulation of an SSD1306 and a MAX7219
//	probe/                     a program with periph's drivers, to test the machine itself
//	*.go                       the host's side: Boot, Press, Panel, Cut …
//	disklog.go, medium.go      records of a disk, and its possible contents after a cut
//
// # Coverage
//
// The machine starts the daemon as the systemd unit does. The daemon uses the kernel's real
// GPIO interface, and real system calls for its buses.
//
// SIGKILL of the machine loses the page cache, as a power cut does. A flush takes time, as on
// an SD card, so the tests detect a daemon that shows a fact, a line of the match record,
// before it has stored that fact. A control test plays the same evening with syncs that do
// nothing, and fails unless facts are lost.
//
// A power cut also loses data that the file system has sent but the disk has not yet written.
// To test this, the kernel records every write and every flush of the disk during one evening
// with two power cuts. From the records the tests make the disks that a power cut may leave.
// Each disk contains everything flushed before the cut. Of the later writes it contains one
// of these: nothing; all; any blocks of 4 KiB; any sectors; the last writes without the
// first; the first writes, the last of them torn; or some blocks, with noise in others.
// e2fsck -p must repair each disk. After that e2fsck -fn, SQLite and the daemon's store must
// find no fault. The disk must hold every fact that the daemon had shown, and no incomplete
// transaction. Control tests check that a fault is found if the last flushes do nothing, if
// facts count as shown one transaction earlier, or if the daemon's syncs do nothing.
//
// The model has limits. A flush covers all writes sent before it, even those whose completion
// the kernel had not yet seen. No disk damages data that it flushed long before. Superblock,
// group descriptors, first inodes and the journal's superblock are never torn: no daemon can
// help an ext4 file system that doesn't find its journal, and e2fsck -p fails on it. The
// emulated chips and pins follow their documentation. Nothing has been tested on a real board.
//
// # Time
//
// A machine of Boot has a time of its own, that passes only while all its programs wait: computing
// takes none (time-travel=inf-cpu of User-Mode Linux). So a finger's timing is exact on any host,
// however busy, and the machine doesn't wait for real. While init waits for a command or the
// disk for the host, no time passes either (kernel-travel.patch, init/host.go). A machine of
// Power, whose plug is pulled, has the time of the host.
package fakepi
