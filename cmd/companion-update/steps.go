package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"tabletop/cmd/internal/update"
)

// mostTries is the number of times that a step is resumed after a cut or an error.
const mostTries = 5

// updater performs an update.
type updater struct {
	root    string // root folder of the machine
	self    string // file of this program
	machine machine
	step    update.Step // last step that was begun; without a name before the first one
}

// machine is a Debian with systemd.
type machine interface {
	// lock keeps other programs from installing packages until this program ends.
	lock() error
	architecture() (string, error)
	// installed returns the version of the installed package; whole is false if its
	// installation was cut off or failed.
	installed() (version string, whole bool, err error)
	// version returns the version of a package of the companion in a file.
	version(file string) (string, error)
	// configure ends installations that were cut off.
	configure()
	// install installs a package, and lets systemd read its units. output is for people.
	install(file string) (output string, err error)
	// stop stops the daemon, and waits for its end.
	stop() error
	// start starts the daemon, and doesn't wait.
	start() error
	daemon() (daemon, error)
	// ready lets a daemon start that waits for this program.
	ready()
}

// run performs the update of a request, or resumes one. It does nothing without either.
func (u *updater) run() error {
	found, err := update.Read(u.file(update.StepFile), &u.step)
	switch {
	case err != nil: // nothing is known of the update, so the daemon must decide again
		fmt.Fprintln(os.Stderr, "companion-update: the update is given up:", err)
		return errors.Join(u.remove(update.StepFile), u.leave())
	case found:
		u.handOver()
		err = u.resume()
	default:
		err = u.check()
	}
	if err != nil || u.step.Name == "" {
		u.machine.ready()
		return err
	}
	if err := u.perform(); err != nil {
		return err
	}
	return u.leave()
}

// leave starts the daemon, which now decides again.
func (u *updater) leave() error {
	u.machine.ready()
	return u.machine.start()
}

// perform performs the steps from the current one to the last.
func (u *updater) perform() error {
	steps := map[string]func() error{
		update.StepKeep: u.keep, update.StepInstall: u.install, update.StepTrial: u.trial, update.StepBack: u.back, update.StepEnd: u.end,
	}
	for u.step.Name != "" {
		perform, ok := steps[u.step.Name]
		if !ok {
			return fmt.Errorf("unknown step %q", u.step.Name)
		}
		if err := perform(); err != nil {
			return fmt.Errorf("%s: %w", u.step.Name, err)
		}
	}
	return nil
}

// handOver continues as the program that began the update, if that is another one.
func (u *updater) handOver() {
	began := u.file(update.UpdaterFile)
	if same, err := equal(u.self, began); same || err != nil {
		return
	}
	err := syscall.Exec(began, os.Args, os.Environ())
	fmt.Fprintln(os.Stderr, "companion-update: the newer updater resumes:", err)
}

// resume prepares the step that was cut off. It gives a step up that was cut off too often.
func (u *updater) resume() error {
	if err := u.machine.lock(); err != nil {
		return err
	}
	u.discard() // the request of this update may still be there
	next := u.step
	next.Tries++
	if next.Tries > mostTries {
		next = surrender(next)
	}
	return u.begin(next)
}

// surrender returns the next step after one that never came to its end.
func surrender(s update.Step) update.Step {
	switch s.Name {
	case update.StepKeep:
		return ended(s, update.Refused, update.WhyDpkg, s.Text)
	case update.StepInstall:
		return failed(s, update.WhyDpkg, "dpkg was cut off too often")
	case update.StepTrial:
		return failed(s, update.WhyUnready, "the trial was cut off too often")
	case update.StepBack:
		return ended(s, update.Stayed, s.Why, s.Text)
	}
	return s
}

// begin stores the next step, which then can be resumed.
func (u *updater) begin(s update.Step) error {
	if err := update.Write(u.file(update.StepFile), s, 0o644); err != nil {
		return err
	}
	u.step = s
	return nil
}

func following(s update.Step, name string) update.Step {
	s.Name, s.Tries = name, 0
	return s
}

// failed returns the step after a fault of the new version.
func failed(s update.Step, why, text string) update.Step {
	s.Why, s.Text = why, text
	return following(s, update.StepBack)
}

func ended(s update.Step, outcome, why, text string) update.Step {
	s.Outcome, s.Why, s.Text = outcome, why, text
	return following(s, update.StepEnd)
}

// keep stops the daemon and copies its database. If that fails, nothing has changed.
func (u *updater) keep() error {
	if err := u.machine.stop(); err != nil {
		return err
	}
	if err := u.save(); err != nil {
		return u.begin(ended(u.step, update.Refused, whyNot(err), err.Error()))
	}
	return u.begin(following(u.step, update.StepInstall))
}

// whyNot returns the reason of a refusal because of an error of this machine.
func whyNot(err error) string {
	if errors.Is(err, syscall.ENOSPC) {
		return update.WhyRoom
	}
	return update.WhyDpkg
}

// install installs the new package. It judges by the state that dpkg stores: an error of dpkg may
// be that of another package's trigger.
func (u *updater) install() error {
	if err := u.machine.stop(); err != nil {
		return err
	}
	if u.step.Tries > 0 {
		u.machine.configure()
	}
	output, err := u.machine.install(u.file(update.NextFile))
	if err != nil {
		output = tail(fmt.Sprintf("%s\n%v", output, err))
	}
	syscall.Sync()
	if version, whole, err := u.machine.installed(); err != nil || !whole || version != u.step.To {
		return u.begin(failed(u.step, update.WhyDpkg, output))
	}
	return u.begin(following(u.step, update.StepTrial))
}

// trial starts the new daemon and waits for its health.
func (u *updater) trial() error {
	if err := u.machine.stop(); err != nil {
		return err
	}
	if err := u.dismiss(update.Now); err != nil {
		return err
	}
	u.machine.ready()
	if err := u.machine.start(); err != nil {
		return err
	}
	if why, text := u.watch(); why != "" {
		return u.begin(failed(u.step, why, text))
	}
	return u.begin(ended(u.step, update.Done, "", ""))
}

// back installs the package of the version before and puts its database back. Without that package
// the new version stays.
func (u *updater) back() error {
	if err := u.machine.stop(); err != nil {
		return err
	}
	version, err := u.machine.version(u.file(update.PreviousFile))
	known := err == nil && version == u.step.From
	var output string
	if u.machine.configure(); known {
		output, err = u.machine.install(u.file(update.PreviousFile))
	}
	syscall.Sync()
	version, whole, failure := u.machine.installed()
	switch {
	case failure == nil && whole && version == u.step.From:
		if err := u.restore(); err != nil {
			return err
		}
		return u.begin(ended(u.step, update.Back, u.step.Why, u.step.Text))
	case known:
		return errors.Join(err, failure, errors.New(tail(output)))
	}
	return u.begin(ended(u.step, update.Stayed, u.step.Why, u.step.Text))
}

// end keeps the installed package for the next update, writes the result and deletes the files of
// the update, step.json last.
func (u *updater) end() error {
	if version, _, err := u.machine.installed(); err == nil && version == u.step.To {
		if err := u.succeed(); err != nil {
			return err
		}
	}
	if err := u.publish(u.step.Outcome, u.step.Why, u.step.Text); err != nil {
		return err
	}
	if err := u.remove(update.NextFile, update.UpdaterFile, update.StateFolder, update.StateFolder+partial); err != nil {
		return err
	}
	if err := u.remove(update.StepFile); err != nil {
		return err
	}
	u.step = update.Step{}
	return nil
}

// succeed makes the new package the one to which the next update can go back. Everybody may read
// it, so that the daemon can report whether there is one.
func (u *updater) succeed() error {
	next := u.file(update.NextFile)
	if err := os.Chmod(next, 0o644); errors.Is(err, fs.ErrNotExist) {
		return nil // it was done before a cut
	} else if err != nil {
		return err
	}
	if err := os.Rename(next, u.file(update.PreviousFile)); err != nil {
		return err
	}
	return update.Sync(filepath.Dir(next))
}

func (u *updater) publish(outcome, why, text string) error {
	return update.Write(u.file(update.ResultFile), update.Result{
		ID: u.step.ID, Outcome: outcome, Why: why, Text: text, From: u.step.From, To: u.step.To,
	}, 0o644)
}

// tail returns the end of an output, which has the error.
func tail(output string) string {
	const most = 1000
	if len(output) > most {
		output = output[len(output)-most:]
	}
	return output
}

func newStep(from, to string, parts []string) update.Step {
	now := time.Now()
	return update.Step{
		ID: fmt.Sprintf("%x", now.UnixNano()), Name: update.StepKeep, From: from, To: to, Parts: parts, Began: now.UTC(),
	}
}
