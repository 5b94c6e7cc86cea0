package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"tabletop/cmd/internal/release"
	"tabletop/cmd/internal/update"
)

// refusal is the reason why a request is refused.
type refusal struct {
	why string // one of the Why constants of package update
	err error  // technical detail; may be nil
}

func (r refusal) Error() string { return fmt.Sprint(r.why, ": ", r.err) }

// check checks the request and begins its update. A refused request has changed nothing. Without a
// request there is nothing to do.
func (u *updater) check() error {
	version, whole, err := u.machine.installed()
	if err != nil {
		return err
	}
	p, parts, err := u.inspect(version, whole)
	var refused refusal
	switch {
	case err == nil:
		return u.accept(newStep(version, p.Version, parts))
	case errors.Is(err, errNone):
		return nil
	case !errors.As(err, &refused): // of this machine
		refused = refusal{whyNot(err), err}
	}
	return u.refuse(newStep(version, p.Version, nil), refused)
}

var errNone = errors.New("there is no request")

// accept begins the update. The request is deleted only when the update can be resumed without it.
func (u *updater) accept(s update.Step) error {
	if err := u.copySelf(); err != nil {
		return u.refuse(s, refusal{whyNot(err), err})
	}
	if err := u.begin(s); err != nil {
		return u.refuse(s, refusal{whyNot(err), err})
	}
	u.discard()
	return nil
}

// refuse publishes the reason. The request is deleted after that, so that a cut loses neither.
func (u *updater) refuse(s update.Step, r refusal) error {
	var text string
	if r.err != nil {
		text = tail(r.err.Error())
	}
	u.step = s
	err := u.publish(update.Refused, r.why, text)
	u.step = update.Step{}
	u.discard()
	return errors.Join(err, u.remove(update.NextFile, update.NextFile+partial, update.UpdaterFile))
}

// inspect copies the request and checks the copy. It returns the package, and the parts that the
// daemon reports as working. The error is a refusal, errNone, or that of this machine.
func (u *updater) inspect(installed string, whole bool) (p release.Package, parts []string, err error) {
	if err := u.machine.lock(); err != nil {
		return p, nil, refusal{update.WhyDpkg, err}
	}
	if err := u.take(); err != nil {
		return p, nil, err
	}
	if p, err = u.verify(); err != nil {
		return p, nil, err
	}
	architecture, err := u.machine.architecture()
	order := release.Compare(p.Version, installed)
	switch {
	case err != nil:
		return p, nil, err
	case p.Architecture != architecture:
		return p, nil, refusal{update.WhyArchitecture, errors.New(p.Architecture)}
	case order < 0:
		return p, nil, refusal{why: update.WhyOlder}
	case order == 0 && whole:
		return p, nil, refusal{why: update.WhySame}
	}
	return p, u.before(), u.room(p.Installed)
}

// take copies the request to the updater's folder. A file that can't be a package is refused.
func (u *updater) take() error {
	dir, err := u.requests()
	if err != nil {
		return errNone
	}
	defer dir.Close()
	f, err := openForeign(dir, update.Request)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errNone
	case err != nil:
		return refusal{update.WhyOther, err}
	}
	defer f.Close()
	own, err := os.OpenRoot(u.dir(update.Folder))
	if err != nil {
		return err
	}
	defer own.Close()
	most := io.LimitReader(f, update.MostBytes+1)
	if err := copyFile(own, update.NextFile, most, 0o600, nil); err != nil {
		return refusal{whyNot(err), err}
	}
	return nil
}

// verify checks size and signature of the copy.
func (u *updater) verify() (release.Package, error) {
	keys, err := release.ReadKeys(u.dir(release.KeysFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return release.Package{}, refusal{update.WhyUnknownKey, err}
	}
	p, err := release.VerifyFile(u.file(update.NextFile), keys)
	if why := release.Why(err); why != "" {
		return p, refusal{why, err}
	}
	return p, err
}

// before returns the parts that the daemon reported as working before the update.
func (u *updater) before() []string {
	var h update.Health
	if err := u.readForeign(update.Before, &h); err != nil {
		fmt.Fprintln(os.Stderr, "companion-update: the parts before the update are unknown:", err)
	}
	return h.Parts
}

// room checks that a package with installed files of so many bytes has room. dpkg writes all new
// files before it deletes an old one, and so does the way back.
func (u *updater) room(installed int64) error {
	const spare = 16 << 20
	needs := map[uint64]int64{} // by file system
	free := map[uint64]int64{}
	for dir, bytes := range map[string]int64{"/usr": 2 * installed, update.Folder: u.size() + spare} {
		info, err := os.Stat(u.dir(dir))
		if err != nil {
			return err
		}
		var fs syscall.Statfs_t
		if err := syscall.Statfs(u.dir(dir), &fs); err != nil {
			return err
		}
		device := uint64(info.Sys().(*syscall.Stat_t).Dev)
		needs[device] += bytes
		free[device] = int64(fs.Bavail) * int64(fs.Bsize)
	}
	for device, bytes := range needs {
		if bytes > free[device] {
			return refusal{update.WhyRoom, fmt.Errorf("%d bytes are needed, %d are free", bytes, free[device])}
		}
	}
	return nil
}

// copySelf copies this program, which resumes the update even if the package brings another.
func (u *updater) copySelf() error {
	f, err := os.Open(u.self)
	if err != nil {
		return err
	}
	defer f.Close()
	own, err := os.OpenRoot(u.dir(update.Folder))
	if err != nil {
		return err
	}
	defer own.Close()
	return copyFile(own, update.UpdaterFile, f, 0o755, nil)
}
