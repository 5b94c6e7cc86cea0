package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sync"
	"time"

	"tabletop/cmd/internal/news"
	"tabletop/cmd/internal/release"
	"tabletop/cmd/internal/update"
	"tabletop/companion"
	"tabletop/companion/words"
)

const (
	updateEvery = time.Second     // interval of looking at the files of the updater
	takenWithin = 2 * time.Minute // time limit for each sign of the updater
)

// updates is the daemon's side of updates of the program; package update describes the files. Its
// methods are safe for concurrent use.
type updates struct {
	version string               // version of the package; "" if the program isn't from one
	root    string               // root folder of the machine
	uploads string               // folder of uploads; "" if it did not open
	parts   func() update.Health // returns what works now

	mu     sync.Mutex
	state  companion.UpdateState // last state
	looked bool                  // state was read
	waits  time.Time             // time since which the updater has given no sign; zero if no package was handed over
	taken  bool                  // the updater has taken the package
}

// file returns the path of a file of the updater.
func (u *updates) file(name string) string { return filepath.Join(u.root, update.Folder, name) }

// request returns the path of a file for the updater.
func (u *updates) request(name string) string {
	return filepath.Join(u.root, update.RequestFolder, name)
}

// step returns the step of the update that is under way. A file that can't be read is a step without a
// name. A program that isn't from the package takes no part in updates.
func (u *updates) step() (s update.Step, found bool) {
	if u.version == "" {
		return s, false
	}
	found, err := update.Read(u.file(update.StepFile), &s)
	return s, found || err != nil
}

// impossible returns the words key of the reason why no update is possible, or "".
func (u *updates) impossible() string {
	if u.version == "" {
		return "update.unpackaged"
	}
	if _, err := os.Stat(filepath.Join(u.root, "/run/systemd/system")); err != nil { // sd_booted(3)
		return "update.nosystemd"
	}
	if keys, err := u.keys(); err != nil || keys.Empty() {
		return "update.nokeys"
	}
	return ""
}

func (u *updates) keys() (release.Keys, error) {
	return release.ReadKeys(filepath.Join(u.root, release.KeysFile))
}

// canGoBack reports whether the package of the present version is there. Only root writes it, so the
// updater needs no signature to go back to it.
func (u *updates) canGoBack() bool {
	p, err := release.Describe(u.file(update.PreviousFile))
	return err == nil && p.Version == u.version
}

func (u *updates) verify(file string) (release.Package, error) {
	keys, err := u.keys()
	if err != nil {
		return release.Package{}, err
	}
	return release.VerifyFile(file, keys)
}

// news returns the changes of this version. Without a changelog there are none.
func (u *updates) news() map[words.Lang][]string {
	entry, err := news.Read(filepath.Join(u.root, news.File))
	if u.version == "" || err != nil {
		return nil
	}
	all := map[words.Lang][]string{}
	for _, lang := range words.Langs {
		all[lang] = entry.Items(lang)
	}
	return all
}

// look returns the present state. It reads the larger files only if the last update or its step has
// changed.
func (u *updates) look(now time.Time) (s companion.UpdateState) {
	u.mu.Lock()
	defer u.mu.Unlock()
	s = u.state
	step, _ := u.step()
	s.Step = step.Name
	var r update.Result
	_, _ = update.Read(u.file(update.ResultFile), &r) // an unreadable result is none
	s.Result = companion.UpdateResult{ID: r.ID, Outcome: r.Outcome, Why: r.Why, From: r.From, To: r.To}
	if r.Why == update.WhyParts {
		s.Result.Parts = r.Text
	}
	if s.Result != u.state.Result || s.Step != u.state.Step || !u.looked {
		s.Impossible, s.CanGoBack, s.News = u.impossible(), u.canGoBack(), u.news()
		s.Untaken = false
		if u.looked {
			u.waits = time.Time{} // a sign of the updater
		}
	}
	u.patience(now, &s)
	u.state, u.looked = s, true
	return s
}

// patience withdraws a package that was handed over and has had no sign of the updater in time.
func (u *updates) patience(now time.Time, s *companion.UpdateState) {
	if u.waits.IsZero() {
		return
	}
	_, err := os.Lstat(u.request(update.Request))
	if err != nil && !u.taken {
		u.taken, u.waits = true, now
	}
	if now.Sub(u.waits) > takenWithin {
		_ = os.Remove(u.request(update.Request)) // the updater may have taken it just now
		u.waits, s.Untaken = time.Time{}, true
	}
}

// run sends the state to tell, now and after each change, until ctx is done. A package that an earlier
// daemon has handed over must be taken in time, too.
func (u *updates) run(ctx context.Context, tell func(companion.UpdateState)) error {
	if _, err := os.Lstat(u.request(update.Request)); err == nil {
		u.expect(time.Now())
	}
	tick := time.NewTicker(updateEvery)
	defer tick.Stop()
	for sent := (*companion.UpdateState)(nil); ; {
		if s := u.look(time.Now()); sent == nil || !reflect.DeepEqual(s, *sent) {
			tell(s)
			sent = &s
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// expect begins to wait for a sign of the updater.
func (u *updates) expect(now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.waits, u.taken, u.state.Untaken = now, false, false
}

// State returns the present version and the state of updates.
func (u *updates) State() (version string, s companion.UpdateState) {
	return u.version, u.look(time.Now())
}

// handOver asks the updater to install an uploaded package. It first stores what works now.
func (u *updates) handOver(id string) error {
	if u.uploads == "" || filepath.Base(id) != id || !filepath.IsLocal(id) {
		return errNoArchive
	}
	upload := filepath.Join(u.uploads, id)
	before := u.parts()
	before.Version, before.Ready = u.version, true
	err := os.MkdirAll(filepath.Dir(u.request(update.Request)), 0o700)
	if err == nil {
		err = update.Write(u.request(update.Before), before, 0o600)
	}
	if err == nil {
		err = update.Sync(upload)
	}
	if err == nil {
		u.expect(time.Now())
		err = os.Rename(upload, u.request(update.Request))
	}
	if err == nil {
		err = update.Sync(filepath.Dir(u.request(update.Request)))
	}
	if err != nil {
		return fmt.Errorf("companiond: hand the package to the updater: %w", err)
	}
	return nil
}

// architectures maps Go's names of processors to Debian's.
var architectures = map[string]string{"386": "i386", "arm": "armhf", "arm64": "arm64", "amd64": "amd64"}

// Inspect checks a package as the updater does, before the table is asked: signature, processor and
// version. It returns the version.
func (u *updates) Inspect(_ context.Context, file string) (version string, err error) {
	p, err := u.verify(file)
	own := architectures[runtime.GOARCH]
	why := release.Why(err)
	switch order := release.Compare(p.Version, u.version); {
	case err != nil && why == "":
		return "", err
	case err != nil:
	case p.Architecture != own:
		why = update.WhyArchitecture
	case order < 0:
		why = update.WhyOlder
	case order == 0:
		why = update.WhySame
	}
	if why != "" {
		return "", unfit{why, []string{p.Version, u.version, own}}
	}
	return p.Version, nil
}

// unfit is the reason why a package is refused.
type unfit struct {
	why  string // one of the Why constants of package update
	args []string
}

func (e unfit) Error() string { return e.In(words.English) }

// Reason returns the words key of the reason.
func (e unfit) Reason() string { return "update.why." + e.why }

// In returns the text for people.
func (e unfit) In(lang words.Lang) string { return words.Companion(lang).Word(e.Reason(), e.args...) }
