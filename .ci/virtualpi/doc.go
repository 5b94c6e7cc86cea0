// Virtualpi puts the package, the very file that is handed out, on a virtual Raspberry
// Pi 3 and does with it what happens on the first evening.
//
// # Run it
//
//	.ci/virtualpi/run                what .ci/run runs
//	.ci/virtualpi/run -long          also the box's own Wi-Fi, a reboot, an upgrade
//	.ci/virtualpi/run -deb PACKAGE   a package that is there already
//	.ci/virtualpi/run -keep FOLDER   keeps console and trace
//	.ci/virtualpi/run -play          a whole game by its keys, on a QEMU with our patch
//
// # How it is made
//
//	parts      QEMU of Debian 13, unpacked; a root of Debian 13 for arm64; its kernel
//	card       the root with the package, installed by dpkg under emulation; a newer one
//	inside     the namespaces in which programs for arm64 run
//	qemu/      our patch of QEMU, and what builds it
//	guest/     the machine's first program, the agent that obeys us, the device tree
//	*.go       the host's side
//
// The machine is QEMU's raspi3b with Debian's stock kernel and the device tree that
// comes with it, to which a node for programs on SPI is added. systemd starts the
// daemon by its real unit, in its sandbox.
//
//	host                            the machine
//	----                            -----------
//	agent.go ── serial line ──────▶ a shell: systemctl, curl, dpkg
//	wire.go  ◀─ trace of QEMU ───── what the daemon sends on I²C, to an EEPROM which
//	                                acknowledges all of it; here an SSD1306 reads it
//	pins.go  ── test protocol ────▶ the levels of GPIO lines
//	port.go  ◀─ usb-serial ───────▶ scanner, table panel, printer
//
// # What it proves, and what not
//
// Kernel, drivers, udev, systemd, NetworkManager and the package are real, and so are
// pictures: each byte is what the panel would get. The kernel tells of no edge, as the
// GPIO of Debian's QEMU has none: a key is seen by the daemon's own looking, five times
// a second. With our patch there are edges, and the bytes of the matrix are seen too.
// Serial devices on USB are not among the steps: with -usb they are plugged in, and
// the kernel then locks up on the emulated controller. Why is not known yet.
// Firmware, config.txt and overlays are not there, nor the time that bytes take on a
// bus. Seconds are those of an emulated processor, several times slower than a Pi's.
package main
