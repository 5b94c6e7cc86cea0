// Command companion-update installs a signed package of the companion, and puts the old one back
// if the new one doesn't work. systemd runs it as root for a request of the daemon, and at the start
// of a machine whose power failed during an update; see companion-update.path and
// companion-update.service. Package [update] describes its files.
//
// # Steps
//
// An update is a list of steps: check, keep, install, trial, back, end. The file step.json names the
// step that was begun last. It is on disk before the step begins, and each step can be repeated, so
// the next start of the program resumes an update that was cut off anywhere. A step is resumed
// at most five times: then the update goes back, or ends as it is. The program that began
// the update resumes it, not the one that the new package has brought.
//
//   - check: copy the request to a folder of root, and check the copy: signature, architecture,
//     version, room. A package that is refused has changed nothing.
//   - keep: stop the daemon, copy its database.
//   - install: install the package. systemd is hidden from its scripts, so that they start nothing.
//   - trial: start the daemon, and wait until it reports a sound store, and that every part
//     which worked before works now. A daemon on trial takes no decision.
//   - back: install the package of the version before, and put its database back.
//   - end: keep the installed package for the next update, write the result.
//
// The daemon runs only with the package to which its database belongs: in each step but the
// trial it is stopped, and at the start of a machine it waits until the program allows it.
//
// # The request
//
// The folder of the request belongs to the user of the daemon, which has no rights and may be hostile.
// The program opens files there without following links out of the folder and without waiting,
// accepts only files of limited size, and checks only its own copies.
package main

import (
	"fmt"
	"os"
)

func main() {
	u := updater{root: "/", self: "/proc/self/exe", machine: &debian{}}
	if err := u.run(); err != nil {
		fmt.Fprintln(os.Stderr, "companion-update:", err)
		os.Exit(1)
	}
}
