// Package update describes the files by which the daemon, the tool companion and the updater
// talk about an update of the package.
//
// The daemon runs without rights; the updater, cmd/companion-update, is root. The daemon asks in
// its own folder [RequestFolder]; the updater answers in [Folder], which belongs to root and which
// everybody may read:
//
//	/var/lib/companion/update/before.json   parts that work before the update
//	/var/lib/companion/update/package.deb   the package: the request, renamed into place last
//	/var/lib/companion/update/health.json   what works now, written by a daemon on trial
//	/var/lib/companion-update/step.json     the step that was begun, while an update runs
//	/var/lib/companion-update/result.json   the outcome of the last update
//	/var/lib/companion-update/previous.deb  package of the installed version, to go back to
//	/var/lib/companion-update/next.deb      the new package, while an update runs
//	/var/lib/companion-update/updater       the program that began the update
//	/var/lib/companion-update/state         copy of the database, for the old package
//
// While step.json exists, no daemon takes a decision.
package update

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Folders of the daemon and of the updater, from the root folder of the machine.
const (
	RequestFolder = "/var/lib/companion/update"
	Folder        = "/var/lib/companion-update"
)

// Names of files in RequestFolder.
const (
	Request = "package.deb"
	Before  = "before.json"
	Now     = "health.json"
)

// Names of files in Folder.
const (
	StepFile     = "step.json"
	ResultFile   = "result.json"
	PreviousFile = "previous.deb"
	NextFile     = "next.deb" // the new package, while it is checked and installed
	UpdaterFile  = "updater"  // the program that began the update, which resumes it
	StateFolder  = "state"    // copy of the database of the version before
)

// MostBytes is the maximum size of a package in bytes.
const MostBytes = 64 << 20

// Step is the step of an update that was begun last. Each step can be repeated after a power cut.
type Step struct {
	ID      string    `json:"id"`              // of the result
	Name    string    `json:"step"`            // StepKeep to StepEnd
	From    string    `json:"from"`            // version before the update
	To      string    `json:"to"`              // version of the new package
	Parts   []string  `json:"parts,omitempty"` // parts that worked before the update
	Outcome string    `json:"outcome,omitempty"`
	Why     string    `json:"why,omitempty"`
	Text    string    `json:"text,omitempty"`
	Tries   int       `json:"tries,omitempty"` // number of times that the step was resumed
	Began   time.Time `json:"began"`
}

// Steps of an update.
const (
	StepKeep    = "keep"    // stop the daemon, copy the database
	StepInstall = "install" // install the new package
	StepTrial   = "trial"   // the new daemon shows what works
	StepBack    = "back"    // put the old package and the database back
	StepEnd     = "end"     // the outcome is known: write the result, delete what isn't needed
)

// Result is the outcome of an update.
type Result struct {
	ID      string `json:"id"` // differs for each update
	Outcome string `json:"outcome"`
	Why     string `json:"why,omitempty"`  // reason, one of the Why constants; "" for Done
	Text    string `json:"text,omitempty"` // technical detail, such as the output of dpkg
	From    string `json:"from"`
	To      string `json:"to,omitempty"`
}

// Outcomes of an update.
const (
	Done    = "done"    // the new version runs
	Refused = "refused" // nothing was changed
	Back    = "back"    // the old version and its database are back
	Stayed  = "stayed"  // the new version has a fault, and there was nothing to go back to
)

// Reasons of an outcome.
const (
	WhyUnsigned     = "unsigned"     // the package isn't signed
	WhyDamaged      = "damaged"      // the file is cut off or changed
	WhyUnknownKey   = "key"          // signed by somebody whom this box doesn't know
	WhyWithdrawn    = "withdrawn"    // signed by a key that was withdrawn
	WhyOther        = "other"        // no package of the companion
	WhyArchitecture = "architecture" // for another processor
	WhyOlder        = "older"        // older than the installed version
	WhySame         = "same"         // the installed version
	WhyRoom         = "room"         // not enough room on the card
	WhyDpkg         = "dpkg"         // dpkg could not install it
	WhyUnready      = "unready"      // the new daemon didn't get ready
	WhyStore        = "store"        // the new daemon can't read the matches
	WhyParts        = "parts"        // a part that worked before doesn't work now
)

// Health describes what works, before an update and in its trial.
type Health struct {
	Version string   `json:"version"`
	Parts   []string `json:"parts"`             // parts that answer, such as "panel" and "keys"
	Store   string   `json:"store,omitempty"`   // fault of the store; "" if it is sound
	Damaged []string `json:"damaged,omitempty"` // ids of matches with unreadable facts before an update; they are no fault of the new version
	Ready   bool     `json:"ready"`             // the store is open and was checked
}

// Missing returns the parts that worked before and don't work now.
func (h Health) Missing(now Health) (parts []string) {
	works := map[string]bool{}
	for _, p := range now.Parts {
		works[p] = true
	}
	for _, p := range h.Parts {
		if !works[p] {
			parts = append(parts, p)
		}
	}
	return parts
}

// Read reads a JSON file of this package. A missing file is no error: found is false.
func Read(file string, to any) (found bool, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		return true, fmt.Errorf("update: %s: %w", file, err)
	}
	return true, nil
}

// Write writes a JSON file with the given mode. The file appears only when it is complete and on
// disk.
func Write(file string, value any, mode fs.FileMode) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return Sync(filepath.Dir(file))
}

// Sync writes a file, or the entries of a folder, to disk.
func Sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
