// Command init is the first and only program that the fake Pi's kernel starts. It
// makes the machine: mounts, pins, buses with chips on them; starts
// the daemon; and does what the host says, line by line, on /dev/ttyS0.
//
// A line is a command and its words. It is answered by any number of lines that
// begin with "|", then by one that is "ok", "ok …" or "error …". The first line,
// "ok …", says that the machine is there. When the host hangs up, the machine
// stops. Times are as Go writes them: 300us, 40ms.
//
//	start [ARG…]            starts the daemon /companiond as systemd would: user
//	                        990, folder STATE_DIRECTORY, nothing on its input
//	careless [ARG…]         the same, but what it syncs is not synced
//	run PROGRAM [ARG…]      the same for another program in the root
//	stop                    SIGTERM; answers how it ended
//	get PATH                a page of the daemon's: body, then "ok STATUS"
//	post PATH JSON          the same for a request with a body
//	pull LINE LEVEL…        pulls GPIO LINE low or high; a time among the levels
//	                        is a pause: pull 19 low 300us high 200us low 40ms high.
//	                        "seen 100ms" is one that ends when a bus is used.
//	                        Answers "ok LATE": the most that a pause was too long
//	meanwhile LINE LEVEL…   the same, answered at once
//	settle QUIET MOST       waits until no bus was used for QUIET, at most MOST
//	panel                   what a person sees: 32 lines of 128 characters "█▀▄ "
//	lamps                   8 lines of 8 characters, "#" lit, "." out
//	chips                   registers and faults of all chips, bytes on each bus
//	nak N|on|off            the display acknowledges nothing: N times, always, no more
//	strict on|off           whether the display is strict about addressing modes
//	dark panel|lamps        takes its power and gives it back
//	gone i2c|spi|pins       takes a bus or all the pins away
//	back i2c|spi|pins       brings them back
//	names SET               makes the pins anew with the names of another kernel: plain
//	                        (GPIO0 to GPIO53), new, five (a Pi 5), none
//	second                  gives the pins a second name, as on a Pi 5
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
	runtime.GOMAXPROCS(2) // one may wait in the kernel for what the other answers
	m, err := assemble()
	if err == nil {
		err = m.talk()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fake pi:", err)
	}
	m.off()
}

// off ends the machine. The kernel would not survive the end of its first program.
func (m *machine) off() {
	if m != nil && m.daemon != nil {
		_, _ = m.stop()
	}
	_ = syscall.Unmount(stateFolder, 0)
	syscall.Sync()
	_ = syscall.Reboot(syscall.LINUX_REBOOT_CMD_POWER_OFF)
	select {}
}
