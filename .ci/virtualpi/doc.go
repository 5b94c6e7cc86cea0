// Virtualpi puts the package, the very file that is handed out, on a virtual Raspberry
// Pi 3 and does with it what happens on the first evening.
//
// # Run it
//
//	.ci/virtualpi/run                what .ci/run runs
//	.ci/virtualpi/run -deb PACKAGE   a package that is there already
//	.ci/virtualpi/run -keep FOLDER   keeps console and trace
//	.ci/virtualpi/run -play          a whole game by its keys, on a QEMU with our patch
//
// # How it is made
//
//	part       makes a part of the machine, or finds it made:
//	  qemu       QEMU of Debian 13, unpacked
//	  root       a root of Debian 13 for arm64, made by dpkg under emulation
//	  kernel     its stock kernel, modules, device tree, and the first program
//	  edges      QEMU with our patch, built
//	card       the root with the package, installed by dpkg likewise; a newer one
//	guest/     the agent in the machine that obeys us
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
//	port.go  ── the agent ────────▶ the far end of scanner, table panel and printer,
//	                                which the kernel's dummy_hcd has on USB
//	wifi.go  ── the agent ────────▶ a phone in a network of its own, with the second
//	                                radio of mac80211_hwsim
//
// # What it proves, and what not
//
// Kernel, drivers, udev, systemd, NetworkManager and the package are real, and so are
// pictures: each byte is what the panel would get. The kernel tells of no edge, as the
// GPIO of Debian's QEMU has none: a key is seen by the daemon's own looking, five times
// a second. With our patch there are edges, and the bytes of the matrix are seen too.
// Firmware, config.txt and overlays are not there, nor the time that bytes take on a
// bus. Seconds are those of an emulated processor, several times slower than a Pi's.
//
// A machine of which nothing is heard for five minutes, not even that its agent is
// there, is started once more, and its console printed: one boot of some twenty showed
// nothing, on a busy host. A daemon that shows nothing is no reason for that.
//
// What is plugged into USB is as new to the kernel, to udev and to the daemon as
// anything is, and goes as suddenly; but the controller is one of the kernel's own, as
// QEMU's (dwc2) loses what comes and goes while it runs. There is no electricity in
// either, nor another driver than cdc_acm.
package main
