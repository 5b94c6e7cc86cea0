package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"aead.dev/minisign"

	"tabletop/cmd/internal/release"
	"tabletop/cmd/internal/release/releasetest"
	"tabletop/cmd/internal/update"
)

// box is a machine in a folder. Its package and its daemon are fields of it.
type box struct {
	t       *testing.T
	root    string
	key     minisign.PrivateKey
	version string
	half    bool
	running bool
	starts  int
	log     []string
	crash   string            // call at which the power fails
	broken  map[string]bool   // versions that dpkg can't install
	faults  map[string]string // files of health.json by version, instead of a sound one
	states  map[string]daemon // states of daemons by version, instead of an active one
}

var errCut = errors.New("the power failed")

// newBox returns a machine with version 1.0 and a database.
func newBox(t *testing.T) *box {
	t.Helper()
	b := &box{t: t, root: t.TempDir(), version: "1.0", running: true, broken: map[string]bool{}, faults: map[string]string{}, states: map[string]daemon{}}
	for _, dir := range []string{update.Folder, update.RequestFolder, "/usr/share/companion"} {
		if err := os.MkdirAll(b.root+dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	public, key, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	b.key = key
	text, err := public.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(string(text), "\n")
	b.put(release.KeysFile, line)
	b.put("/self", "the updater")
	b.put(stateFolder+"/companion.db", "facts")
	b.put(stateFolder+"/companion.db-wal", "newer facts")
	b.put(stateFolder+"/companion.db-shm", "index")
	b.pack(update.Folder+"/"+update.PreviousFile, "1.0", "amd64", true)
	b.put(update.RequestFolder+"/"+update.Before, `{"parts":["panel"]}`)
	return b
}

func (b *box) put(name, text string) {
	b.t.Helper()
	if err := os.WriteFile(b.root+name, []byte(text), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

func (b *box) text(name string) string {
	text, err := os.ReadFile(b.root + name)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func (b *box) has(name string) bool {
	_, err := os.Lstat(b.root + name)
	return err == nil
}

func (b *box) pack(name, version, architecture string, signed bool) {
	b.t.Helper()
	b.put(name, string(releasetest.Deb("companion", version, architecture, "")))
	if !signed {
		return
	}
	if _, err := release.Sign(b.root+name, b.key); err != nil {
		b.t.Fatal(err)
	}
}

func (b *box) request(version string) {
	b.pack(update.RequestFolder+"/"+update.Request, version, "amd64", true)
}

// call logs a call. It panics if the power fails there.
func (b *box) call(text string) {
	b.log = append(b.log, text)
	if b.crash == text {
		b.crash = ""
		panic(errCut)
	}
}

func (b *box) lock() error                      { return nil }
func (b *box) architecture() (string, error)    { return "amd64", nil }
func (b *box) installed() (string, bool, error) { return b.version, !b.half, nil }
func (b *box) configure()                       { b.call("configure") }
func (b *box) ready()                           { b.call("ready") }
func (b *box) stop() error                      { b.running = false; b.call("stop"); return nil }

func (b *box) version_(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	keys, err := release.ReadKeys(b.root + release.KeysFile)
	if err != nil {
		return "", err
	}
	p, err := release.Verify(f, info.Size(), keys)
	return p.Version, err
}

func (b *box) install(file string) (string, error) {
	version, err := b.version_(file)
	if err != nil {
		return "", err
	}
	b.half = true
	b.call("unpack " + version)
	if b.version = version; b.broken[version] {
		return "postinst failed", errors.New("exit status 1")
	}
	b.half = false
	b.call("install " + version)
	return "", nil
}

// start starts a daemon, which changes the database, as a newer one may do before it is ready.
func (b *box) start() error {
	b.call("start")
	if b.running {
		return nil
	}
	b.running = true
	if info, err := os.Lstat(b.root + stateFolder + "/companion.db"); err == nil && info.Mode().IsRegular() {
		b.put(stateFolder+"/companion.db", b.text(stateFolder+"/companion.db")+" of "+b.version)
	}
	health, ok := b.faults[b.version]
	if !ok {
		health = fmt.Sprintf(`{"version":%q,"parts":["panel","keys"],"ready":true}`, b.version)
	}
	b.put(update.RequestFolder+"/"+update.Now, health)
	b.call("started " + b.version)
	return nil
}

func (b *box) daemon() (daemon, error) {
	d, ok := b.states[b.version]
	if !ok {
		d.state = "active"
	}
	if d.start == "another" {
		b.starts++
		d.start = fmt.Sprint("start ", b.starts)
	}
	return d, nil
}

// boxed is a box as a machine: version is a field there.
type boxed struct{ *box }

func (b boxed) version(file string) (string, error) { return b.box.version_(file) }

func (b *box) boot() (cut bool) {
	b.t.Helper()
	defer func() {
		if r := recover(); r != nil {
			if err, ok := r.(error); !ok || !errors.Is(err, errCut) {
				panic(r)
			}
			cut = true
		}
	}()
	u := updater{root: b.root, self: b.root + "/self", machine: boxed{b}}
	if err := u.run(); err != nil {
		b.t.Log(err)
	}
	return false
}

func (b *box) result() (r update.Result) {
	b.t.Helper()
	if found, err := update.Read(b.root+update.Folder+"/"+update.ResultFile, &r); err != nil || !found {
		b.t.Fatalf("no result: %v", err)
	}
	return r
}

// check checks the result, and that nothing of the update is left.
func (b *box) check(outcome, why, version string) {
	b.t.Helper()
	if r := b.result(); r.Outcome != outcome || r.Why != why || b.version != version || b.half {
		b.t.Errorf("%+v, version %s, half installed: %v, want %s %s, %s", r, b.version, b.half, outcome, why, version)
	}
	for _, name := range []string{update.StepFile, update.NextFile, update.UpdaterFile, update.StateFolder, update.StateFolder + partial} {
		if b.has(update.Folder + "/" + name) {
			b.t.Errorf("%s is left", name)
		}
	}
	if b.has(update.RequestFolder + "/" + update.Request) {
		b.t.Error("the request is left")
	}
}

// facts checks the files of the database.
func (b *box) facts(want, log string) {
	b.t.Helper()
	if got := b.text(stateFolder + "/companion.db"); got != want {
		b.t.Errorf("the database has %q, want %q", got, want)
	}
	if got := b.text(stateFolder + "/companion.db-wal"); got != log {
		b.t.Errorf("the log has %q, want %q", got, log)
	}
}

func TestAGoodPackageIsInstalledAndBecomesTheOneToGoBackTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBox(t)
		b.request("1.1")
		next := b.text(update.RequestFolder + "/" + update.Request)
		b.boot()
		b.check(update.Done, "", "1.1")
		b.facts("facts of 1.1", "newer facts")
		if b.text(update.Folder+"/"+update.PreviousFile) != next {
			t.Error("previous.deb isn't the installed package")
		}
		want := "stop stop unpack 1.1 install 1.1 stop ready start started 1.1 ready start"
		if got := strings.Join(b.log, " "); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

func TestARefusedRequestChangesNothingAndIsAnswered(t *testing.T) {
	for why, prepare := range map[string]func(b *box, file string){
		update.WhyUnsigned:     func(b *box, file string) { b.pack(file, "1.1", "amd64", false) },
		update.WhyArchitecture: func(b *box, file string) { b.pack(file, "1.1", "armhf", true) },
		update.WhyOlder:        func(b *box, file string) { b.pack(file, "1.0~rc1", "amd64", true) },
		update.WhySame:         func(b *box, file string) { b.pack(file, "1.0", "amd64", true) },
		update.WhyUnknownKey: func(b *box, file string) {
			b.pack(file, "1.1", "amd64", true)
			b.put(release.KeysFile, "# no key\n")
		},
		update.WhyDamaged: func(b *box, file string) {
			b.pack(file, "1.1", "amd64", true)
			text := b.text(file)
			b.put(file, text[:len(text)-10])
		},
		update.WhyOther: func(b *box, file string) {
			b.put(file, "a package")
			if err := os.Truncate(b.root+file, update.MostBytes+1); err != nil {
				b.t.Fatal(err)
			}
		},
	} {
		t.Run(why, func(t *testing.T) {
			b := newBox(t)
			prepare(b, update.RequestFolder+"/"+update.Request)
			b.boot()
			b.check(update.Refused, why, "1.0")
			b.facts("facts", "newer facts")
			if got := strings.Join(b.log, " "); got != "ready" {
				t.Errorf("it did %s", got)
			}
		})
	}
}

// A user of the daemon's rights may put anything there.
func TestAHostileRequestReachesNothingOutsideAndBlocksNothing(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "shadow")
	if err := os.WriteFile(secret, []byte("root's"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, put := range map[string]func(b *box, request string) error{
		"link outside":   func(_ *box, request string) error { return os.Symlink(secret, request) },
		"link to itself": func(_ *box, request string) error { return os.Symlink(update.Request, request) },
		"FIFO":           func(_ *box, request string) error { return syscall.Mkfifo(request, 0o666) },
		"folder":         func(_ *box, request string) error { return os.Mkdir(request, 0o755) },
		"full folder":    func(_ *box, request string) error { return os.MkdirAll(request+"/inside", 0o755) },
		"link in place of the folder": func(b *box, _ string) error {
			return errors.Join(os.RemoveAll(b.root+update.RequestFolder), os.Symlink(filepath.Dir(secret), b.root+update.RequestFolder))
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBox(t)
			if err := put(b, b.root+update.RequestFolder+"/"+update.Request); err != nil {
				t.Fatal(err)
			}
			b.boot()
			if strings.HasPrefix(name, "link in place") {
				if b.has(update.Folder + "/" + update.ResultFile) {
					t.Error("it answers")
				}
			} else {
				b.check(update.Refused, update.WhyOther, "1.0")
			}
			if text, err := os.ReadFile(secret); err != nil || string(text) != "root's" {
				t.Errorf("the file outside has %q, %v", text, err)
			}
			if left, _ := filepath.Glob(filepath.Dir(secret) + "/*"); len(left) != 1 {
				t.Errorf("outside is %q", left)
			}
		})
	}
}

func TestALinkedOrForeignDatabaseIsNotCopied(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "shadow")
	if err := os.WriteFile(secret, []byte("root's"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, put := range map[string]func(db string) error{
		"link": func(db string) error { return os.Symlink(secret, db) },
		"FIFO": func(db string) error { return syscall.Mkfifo(db, 0o600) },
		"hard link": func(db string) error {
			if os.Getuid() != 0 {
				return os.Symlink(secret, db)
			}
			return errors.Join(os.Link(secret, db), os.Chown(filepath.Dir(db), 1234, 1234))
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBox(t)
				b.request("1.1")
				db := b.root + stateFolder + "/companion.db"
				if err := errors.Join(os.Remove(db), put(db)); err != nil {
					t.Fatal(err)
				}
				b.boot()
				b.check(update.Refused, update.WhyDpkg, "1.0")
				if !slices.Equal(b.log[len(b.log)-2:], []string{"ready", "start"}) && b.log[len(b.log)-1] != "started 1.0" {
					t.Errorf("the daemon isn't started again: %v", b.log)
				}
			})
		})
	}
}

func TestAFaultOfTheNewVersionBringsPackageAndDatabaseBackAndSaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		health string
		state  daemon
		why    string
	}{
		"never ready":  {"", daemon{state: "activating"}, update.WhyUnready},
		"given up":     {"", daemon{state: "failed"}, update.WhyUnready},
		"ends at once": {"", daemon{state: "inactive"}, update.WhyUnready},
		"in a loop":    {`{"version":"1.1","parts":["panel"],"ready":true}`, daemon{state: "active", start: "another"}, update.WhyUnready},
		"says nothing": {"", daemon{state: "active"}, update.WhyUnready},
		"is another":   {`{"version":"1.0","parts":["panel"],"ready":true}`, daemon{state: "active"}, update.WhyUnready},
		"unsound":      {`{"version":"1.1","parts":["panel"],"store":"page 3","ready":true}`, daemon{state: "active"}, update.WhyStore},
		"part missing": {`{"version":"1.1","parts":["keys"],"ready":true}`, daemon{state: "active"}, update.WhyParts},
		"no health":    {`{"version":`, daemon{state: "active"}, update.WhyUnready},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBox(t)
				b.faults["1.1"], b.states["1.1"] = c.health, c.state
				previous := b.text(update.Folder + "/" + update.PreviousFile)
				b.request("1.1")
				began := time.Now()
				b.boot()
				b.check(update.Back, c.why, "1.0")
				b.facts("facts of 1.0", "newer facts") // the old daemon runs again
				if b.has(stateFolder + "/companion.db-shm") {
					t.Error("an index of another log is left")
				}
				if b.text(update.Folder+"/"+update.PreviousFile) != previous {
					t.Error("previous.deb changed")
				}
				if took := time.Since(began); took > trialLimit+time.Minute {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

func TestAFailureOfDpkgBringsTheOldVersionBack(t *testing.T) {
	b := newBox(t)
	b.broken["1.1"] = true
	b.request("1.1")
	b.boot()
	b.check(update.Back, update.WhyDpkg, "1.0")
	b.facts("facts of 1.0", "newer facts")
	if r := b.result(); !strings.Contains(r.Text, "postinst failed") || r.From != "1.0" || r.To != "1.1" {
		t.Errorf("%+v", r)
	}
}

// A package of any other version is no way back.
func TestWithoutThePackageOfTheOldVersionTheNewOneStays(t *testing.T) {
	for name, prepare := range map[string]func(b *box, previous string) error{
		"none":    func(b *box, previous string) error { return os.Remove(b.root + previous) },
		"another": func(b *box, previous string) error { b.pack(previous, "0.9", "amd64", true); return nil },
		"damaged": func(b *box, previous string) error { return os.Truncate(b.root+previous, 100) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBox(t)
				if err := prepare(b, update.Folder+"/"+update.PreviousFile); err != nil {
					t.Fatal(err)
				}
				b.faults["1.1"] = `{"version":"1.1","parts":[],"ready":true}`
				b.request("1.1")
				next := b.text(update.RequestFolder + "/" + update.Request)
				b.boot()
				b.check(update.Stayed, update.WhyParts, "1.1")
				b.facts("facts of 1.1 of 1.1", "newer facts")
				if b.text(update.Folder+"/"+update.PreviousFile) != next {
					t.Error("previous.deb isn't the installed package")
				}
			})
		})
	}
}

// calls are the calls of an update at which the power may fail.
var calls = []string{"stop", "unpack 1.1", "install 1.1", "ready", "start", "started 1.1"}

func TestAnUpdateThatWasCutOffAnywhereIsResumed(t *testing.T) {
	for _, cut := range calls {
		cutOff(t, cut, func(*box) {}, func(t *testing.T, b *box) {
			b.check(update.Done, "", "1.1")
			if got := b.text(stateFolder + "/companion.db"); !strings.HasPrefix(got, "facts of 1.1") {
				t.Errorf("the database has %q", got)
			}
		})
	}
}

func TestAWayBackThatWasCutOffAnywhereIsResumed(t *testing.T) {
	for _, cut := range append(slices.Clone(calls), "configure", "unpack 1.0", "install 1.0") {
		cutOff(t, cut, func(b *box) { b.states["1.1"] = daemon{state: "failed"} }, func(_ *testing.T, b *box) {
			b.check(update.Back, update.WhyUnready, "1.0")
			b.facts("facts of 1.0", "newer facts")
		})
	}
}

// cutOff updates a prepared box, cuts the power at a call, boots the box again and checks it.
func cutOff(t *testing.T, call string, prepare func(*box), check func(*testing.T, *box)) {
	t.Run(call, func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newBox(t)
			prepare(b)
			b.request("1.1")
			b.crash = call
			if !b.boot() {
				t.Fatal("the power didn't fail")
			}
			b.running = false
			b.boot()
			check(t, b)
		})
	})
}

// A new version that takes the machine down with it must not do so for ever.
func TestAStepThatNeverEndsIsGivenUp(t *testing.T) {
	for cut, want := range map[string]update.Result{
		"started 1.1": {Outcome: update.Back, Why: update.WhyUnready},
		"unpack 1.1":  {Outcome: update.Back, Why: update.WhyDpkg},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBox(t)
			b.request("1.1")
			for range mostTries + 1 {
				if b.crash, b.running = cut, false; !b.boot() {
					t.Fatal("the power didn't fail")
				}
			}
			b.boot()
			b.check(want.Outcome, want.Why, "1.0")
			b.facts("facts of 1.0", "newer facts")
		})
	}
}

func TestAStepFileThatCannotBeReadLeavesTheDaemonFree(t *testing.T) {
	b := newBox(t)
	b.put(update.Folder+"/"+update.StepFile, "{")
	b.boot()
	if b.has(update.Folder+"/"+update.StepFile) || !slices.Contains(b.log, "start") {
		t.Errorf("it did %v", b.log)
	}
}

func TestWithoutARequestNothingHappens(t *testing.T) {
	b := newBox(t)
	b.boot()
	if b.has(update.Folder+"/"+update.ResultFile) || !slices.Equal(b.log, []string{"ready"}) {
		t.Errorf("it did %v", b.log)
	}
}

func TestACopyOfTheDatabaseKeepsModes(t *testing.T) {
	b := newBox(t)
	u := updater{root: b.root}
	if err := u.save(); err != nil {
		t.Fatal(err)
	}
	b.put(stateFolder+"/companion.db", "other facts")
	b.put(stateFolder+"/companion.db-journal", "of other facts")
	if err := os.Chmod(b.root+stateFolder+"/companion.db", 0o666); err != nil {
		t.Fatal(err)
	}
	if err := u.restore(); err != nil {
		t.Fatal(err)
	}
	b.facts("facts", "newer facts")
	info, err := os.Stat(b.root + stateFolder + "/companion.db")
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if b.has(stateFolder + "/companion.db-journal") {
		t.Error("a journal of another database is left")
	}
}

func TestTheEndOfAnOutputIsKept(t *testing.T) {
	long := string(bytes.Repeat([]byte("x"), 5000)) + "the error"
	if got := tail(long); len(got) != 1000 || !strings.HasSuffix(got, "the error") {
		t.Errorf("%d bytes", len(got))
	}
}
