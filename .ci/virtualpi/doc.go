// Virtualpi installs the released package on a virtual Raspberry Pi 3 and plays the first
// evening of a box on it. A box is a Pi with panel and keys. An evening is a sequence of
// steps, such as the boot, the setup of Wi-Fi and a match. The steps compare the panel with
// the gallery, which is the file of expected pictures of the daemon's own tests.
//
// # Running
//
//	.ci/virtualpi/run                the step virtualpi of .ci/run
//	.ci/virtualpi/run -deb PACKAGE   uses an existing package
//	.ci/virtualpi/run -keep FOLDER   keeps console and trace
//	.ci/virtualpi/run -only sound    the boot, and the steps whose name contains “sound”
//	.ci/virtualpi/run -play          a whole game by its keys, on a QEMU with our patch
//
// # Structure
//
//	part       makes a part of the machine, unless it exists:
//	  qemu       QEMU of Debian 13, unpacked
//	  root       a root of Debian 13 for arm64, made by dpkg under emulation
//	  kernel     its stock kernel, modules, device tree, and the first program
//	  edges      QEMU with our patch, built
//	card       the root with the package, also installed by dpkg; and a newer package
//	guest/     the agent that executes our scripts in the machine
//	*.go       the host's side
//
// The machine is QEMU's raspi3b with Debian's stock kernel and its device tree, with a node
// added for SPI from user space. systemd starts the daemon by its real unit, in its sandbox.
//
//	host                            the machine
//	----                            -----------
//	agent.go ── serial line ──────▶ a shell: systemctl, curl, dpkg
//	wire.go  ◀─ trace of QEMU ───── the daemon's writes on I²C, to an EEPROM that
//	                                acknowledges all of them; an SSD1306 on the host
//	                                decodes them
//	pins.go  ── test protocol ────▶ the levels of GPIO lines
//	port.go  ── the agent ────────▶ the far end of scanner, table panel and printer,
//	                                connected to USB by the kernel's dummy_hcd; a printer
//	                                of the USB printer class in usbprinter.go
//	keyboard.go                     keys of a USB keyboard, by the kernel's usb_f_hid
//	voice.go                        the kernel's sound card that plays to a recording, snd-aloop
//	wifi.go  ── the agent ────────▶ a phone in its own network namespace, with the
//	                                second radio of mac80211_hwsim
//
// # Coverage
//
// Kernel, drivers, udev, systemd, NetworkManager and the package are real, and so are the
// pictures: they are decoded from every byte that the panel would receive. The kernel reports
// no edges, since the GPIO of Debian's QEMU has none: the daemon notices a key only by its own
// polling, five times a second. With our patch there are edges, and the bytes of the matrix
// are recorded too. Firmware, config.txt and overlays are missing, and bytes take no time on a
// bus. Seconds are those of an emulated processor, several times slower than a Pi's.
//
// If a machine shows no sign of life for five minutes, not even from its agent, it is started
// once more, and its console is printed: one boot of about twenty stalled on a busy host. A
// daemon that shows nothing is a failure instead.
//
// Hot-plugging on USB is real for the kernel, udev and the daemon. But the controller is one
// of the kernel's own, since QEMU's (dwc2) doesn't handle hot-plugging while it runs. Nothing
// electrical is tested, and no drivers except cdc_acm, usblp and usbhid.
package main
