// Command init is the first and only program started by the fake Pi's kernel. It sets up the
// machine (mounts, pins, buses with chips) and executes commands of the host, one a line, from
// the serial port /dev/ttyS0. One of the commands starts the daemon.
//
// A line is a command and its arguments. The answer is any number of lines that begin with "|",
// then a line "ok", "ok …" or "error …". At boot init sends the line "ok …". When the host
// closes the serial port, the machine stops. Times are in Go's format: 300us, 40ms.
//
//	start [ARG…]            starts the daemon /companiond as systemd does: user
//	                        990, folder STATE_DIRECTORY, no input
//	careless [ARG…]         the same, but the daemon's syncs do nothing
//	run PROGRAM [ARG…]      the same for another program in the root
//	stop                    sends SIGTERM; answers the exit status
//	get PATH                requests a page of the daemon: body, then "ok STATUS"
//	post PATH JSON          the same for a request with a body
//	pull LINE LEVEL…        pulls GPIO LINE low or high; a time among the levels
//	                        is a pause: pull 19 low 300us high 200us low 40ms high.
//	                        "seen 100ms" is a pause that ends when a bus is used
//	meanwhile LINE LEVEL…   the same, but answers at once
//	settle QUIET MOST       waits until the buses are idle for QUIET, at most MOST
//	panel                   the visible picture: 32 lines of 128 characters "█▀▄ "
//	lamps                   8 lines of 8 characters, "#" lit, "." dark
//	chips                   registers and faults of all chips, bytes on each bus
//	nak N|on|off            makes the display refuse N transfers, all or none
//	strict on|off           whether the display ignores commands of other addressing modes
//	dark panel|lamps        switches the power of the display or matrix off and on
//	gone i2c|spi|pins       removes a bus or all the pins
//	back i2c|spi|pins       creates a removed bus or the pins again
//	names SET               recreates the pins with the names of another kernel: plain
//	                        (GPIO0 to GPIO53), new, five (a Pi 5), none
//	second                  gives the chip of the pins a second name, as on a Pi 5
//	off                     stops the daemon, unmounts, switches off
package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == "careless" {
		fmt.Fprintln(os.Stderr, careless(os.Args[2:]))
		os.Exit(1)
	}
	if len(os.Args) > 2 && os.Args[1] == "activate" {
		fmt.Fprintln(os.Stderr, activate(os.Args[2:]))
		os.Exit(1)
	}
	// One thread may block in the kernel until another thread answers for a device.
	runtime.GOMAXPROCS(2)
	m, err := assemble()
	if err == nil {
		err = m.serve()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fake pi:", err)
	}
	m.off()
}

// off switches the machine off. The first program must not exit, as the kernel would panic.
func (m *machine) off() {
	if m != nil && m.daemon != nil {
		_, _ = m.stop()
	}
	_ = syscall.Unmount(stateFolder, 0)
	syscall.Sync()
	_ = syscall.Reboot(syscall.LINUX_REBOOT_CMD_POWER_OFF)
	select {}
}
