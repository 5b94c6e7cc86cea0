// Package fakepi is a Raspberry Pi without a Raspberry Pi: a virtual machine in
// which the daemon, the very file that is installed, finds /dev/gpiochip0 with the
// lines of a Pi, /dev/i2c-1 with an SSD1306, /dev/spidev0.0 with a MAX7219, and a
// disk of its own. Keys are pressed by pulling lines, bounce and all; what a person
// would see is read from the chips; and the plug can be pulled: the whole machine is
// killed between two instructions. What comes and goes on USB, and a bus that comes
// late, is proven on the virtual Pi (.ci/virtualpi), whose kernel and udev are real.
//
// # Run it
//
//	.ci/fakepi/run                 all of it; builds what is missing
//	.ci/fakepi/run -run Draws -v   flags of go test
//	.ci/fakepi/run -cuts 200       as many power cuts
//	.ci/fakepi/run -images 5000    as many disks that a cut may leave
//
// It needs no KVM and no module, and root only to install what is missing: an x86-64
// Linux with Go, a C compiler and Debian's linux-source is enough. The first run
// builds the kernel in three minutes on two cores and keeps it in
// ~/.cache/tabletop-fakepi; then a machine boots in a quarter of a second. Where the
// kernel can't be built or run, run prints "SKIPPED:" with the reason, and proves
// nothing; with MUST=1 that is a failure.
//
// # How it is made
//
//	host                                 the machine
//	----                                 -----------
//	go test ──── lines: pull, panel … ──▶ init      makes pins, buses, chips; obeys
//	             ◀── |…, ok, error …         │
//	folder ───── hostfs, read only ─────▶ /         /init /companiond
//	image.ext4 ─ ubd ───────────────────▶ /var/lib/companion
//	disk's log ◀─ each write, each flush ─┘
//	test's log ◀ console ─────────────── the daemon's log, the kernel's
//
//	kernel.sh, kernel*         User-Mode Linux: a kernel that is a program
//	init/                      the machine's first program, and the lines it obeys
//	cuse/                      character devices that a program serves
//	chips/                     what an SSD1306 and a MAX7219 do with bytes
//	probe/                     a small program of periph's own drivers, to test all that
//	*.go here                  the host's side: Boot, Press, Panel, Cut …
//	disklog.go, medium.go      what a disk was sent, and what it may make of that
//
// # What it proves, and what not
//
// The daemon, started as its unit starts it, meets the kernel's real GPIO interface
// and real system calls for its buses.
//
// SIGKILL of the machine loses whatever was left in the page cache, as a pulled plug
// does; a flush takes its time, as on an SD card, so that a daemon which shows before
// it has kept is seen to. A control plays the same evening with syncs that do nothing,
// and must be found out.
//
// What the machine's disk itself had not yet written is lost below the file system. Of
// one evening, two cuts among it, each write and each flush of the disk is recorded;
// from that are made the disks that a cut may leave: all that was flushed is there,
// and of what was sent after it nothing, all, any blocks of 4 KiB, any sectors, the
// last without the first, a torn one at the end, noise. Each must be mended by
// e2fsck -p, be without a fault for e2fsck -fn, SQLite and the store of the daemon,
// and hold every fact that had been seen, and no half of a transaction. The same must
// be found wanting where the last flushes did nothing, where facts count as seen one
// transaction earlier, and where the daemon's syncs do nothing.
//
// But a disk has written what it was sent before a flush, also what the kernel did not
// yet know to be written; and one that damages what it had flushed long ago is not
// among them. Nor are superblock, group descriptors, first inodes and the journal's
// superblock torn: no daemon can help an ext4 that doesn't find its journal, and
// e2fsck -p gives it up. Chips and pins are as good as what is known about them, and
// times are those of a virtual machine. None of it has seen a real board.
package fakepi
