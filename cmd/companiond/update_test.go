package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aead.dev/minisign"

	"tabletop/cmd/internal/news"
	"tabletop/cmd/internal/release"
	"tabletop/cmd/internal/release/releasetest"
	"tabletop/cmd/internal/update"
	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/store"
	"tabletop/companion/waittest"
	"tabletop/companion/web"
	"tabletop/companion/words"
)

// packaged is a machine with the package of version 1.2.0, where the test is the updater.
type packaged struct {
	t    *testing.T
	root string
	key  minisign.PrivateKey
}

func newPackaged(t *testing.T) packaged {
	t.Helper()
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := packaged{t, t.TempDir(), secret}
	b.put(release.KeysFile, public.String())
	b.put(news.File, "companion (1.2.0) stable; urgency=medium\n\n  * Mice run.\n    Мыши бегают.\n\n -- A <a@b.c>  Thu, 26 Nov 2026 12:00:00 +0000\n")
	b.put("/run/systemd/system/x", "")
	b.put(update.Folder+"/"+update.PreviousFile, string(b.pack("1.2.0", architectures[runtime.GOARCH])))
	return b
}

func (b packaged) put(name, text string) {
	b.t.Helper()
	write(b.t, filepath.Join(b.root, name), text)
}

// pack returns a signed package.
func (b packaged) pack(version, architecture string) []byte {
	b.t.Helper()
	return b.sign(releasetest.Deb(release.Name, version, architecture, "x"), b.key)
}

func (b packaged) sign(deb []byte, key minisign.PrivateKey) []byte {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), "x.deb")
	write(b.t, file, string(deb))
	if _, err := release.Sign(file, key); err != nil {
		b.t.Fatal(err)
	}
	signed, err := os.ReadFile(file)
	if err != nil {
		b.t.Fatal(err)
	}
	return signed
}

func (b packaged) step(name string) {
	b.t.Helper()
	if err := update.Write(filepath.Join(b.root, update.Folder, update.StepFile), update.Step{Name: name, From: "1.1.0", To: "1.2.0"}, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b packaged) remove(name string) {
	b.t.Helper()
	if err := os.Remove(filepath.Join(b.root, name)); err != nil {
		b.t.Fatal(err)
	}
}

func (b packaged) has(name string) bool {
	_, err := os.Stat(filepath.Join(b.root, name))
	return err == nil
}

func (b packaged) end(id, outcome string) {
	b.t.Helper()
	b.ended(id, outcome, "", "1.1.0", "1.2.0")
}

func (b packaged) ended(id, outcome, why, from, to string) {
	b.t.Helper()
	if err := update.Write(filepath.Join(b.root, update.Folder, update.ResultFile), update.Result{ID: id, Outcome: outcome, Why: why, From: from, To: to}, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b packaged) updates() *updates {
	u := updatesOf(environment{version: "1.2.0", machine: b.root})
	u.uploads, u.parts = b.t.TempDir(), func() update.Health { return update.Health{Parts: []string{"panel"}} }
	return u
}

const theRequest = update.RequestFolder + "/" + update.Request

func TestTheSizeLimitIsThatOfTheUpdater(t *testing.T) {
	if web.MostPackage != update.MostBytes {
		t.Errorf("the page takes %d bytes, the updater %d", web.MostPackage, update.MostBytes)
	}
}

func TestAFileThatIsNoUpdateOfThisBoxIsRefusedInWords(t *testing.T) {
	b := newPackaged(t)
	_, stranger, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	own := architectures[runtime.GOARCH]
	unsigned := releasetest.Deb(release.Name, "1.3.0", own, "x")
	good := b.pack("1.3.0", own)
	for _, tt := range []struct {
		name string
		deb  []byte
		want string
	}{
		{"newer", good, ""},
		{"newer after a candidate", b.pack("1.2.1~rc1", own), ""},
		{"unsigned", unsigned, "Nobody has signed this file"},
		{"cut off", good[:len(good)-9], "damaged or cut off"},
		{"changed", bytes.Replace(good, []byte("2.0\n"), []byte("3.0\n"), 1), "damaged or cut off"},
		{"by a stranger", b.sign(unsigned, stranger), "doesn't know who signed"},
		{"a picture", []byte("\x89PNG\r\n\x1a\n"), "is no update of the box"},
		{"another processor", b.pack("1.3.0", "riscv64"), "Version 1.3.0 in this file is for another processor. You need a file with " + own},
		{"older", b.pack("1.1.9", own), "The file has version 1.1.9. The box has a newer one: 1.2.0."},
		{"same", b.pack("1.2.0", own), "Version 1.2.0 is installed already."},
	} {
		file := filepath.Join(t.TempDir(), "x.deb")
		write(t, file, string(tt.deb))
		version, err := b.updates().Inspect(t.Context(), file)
		if tt.want == "" {
			if err != nil || !strings.HasPrefix(version, "1.") {
				t.Errorf("%s: %q, %v", tt.name, version, err)
			}
			continue
		}
		var u unfit
		if !errors.As(err, &u) || !strings.Contains(u.In(words.English), tt.want) || u.In(words.Russian) == u.In(words.English) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestTheStateOfUpdatesIsReadFromTheFiles(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(b packaged)
		want   func(s companion.UpdateState) bool
	}{
		{"a box with all", func(packaged) {}, func(s companion.UpdateState) bool {
			return s.Impossible == "" && s.CanGoBack && s.Step == "" && s.Result.ID == "" && strings.Join(s.News[words.Russian], "") == "Мыши бегают."
		}},
		{"no systemd", func(b packaged) { os.RemoveAll(b.root + "/run") }, func(s companion.UpdateState) bool { return s.Impossible == "update.nosystemd" }},
		{"no keys", func(b packaged) { b.put(release.KeysFile, "# none\n") }, func(s companion.UpdateState) bool { return s.Impossible == "update.nokeys" && s.CanGoBack }},
		{"no list of keys", func(b packaged) { b.remove(release.KeysFile) }, func(s companion.UpdateState) bool { return s.Impossible == "update.nokeys" }},
		{"nothing to go back to", func(b packaged) { b.remove(update.Folder + "/" + update.PreviousFile) }, func(s companion.UpdateState) bool { return s.Impossible == "" && !s.CanGoBack }},
		{"no package to go back to", func(b packaged) { b.put(update.Folder+"/"+update.PreviousFile, "!<arch>\n") }, func(s companion.UpdateState) bool { return s.Impossible == "" && !s.CanGoBack }},
		{"the package of another version", func(b packaged) {
			b.put(update.Folder+"/"+update.PreviousFile, string(b.pack("1.1.0", "amd64")))
		}, func(s companion.UpdateState) bool { return !s.CanGoBack }},
		{"no changelog", func(b packaged) { b.remove(news.File) }, func(s companion.UpdateState) bool { return s.News == nil && s.Impossible == "" }},
		{"under way", func(b packaged) { b.step(update.StepInstall) }, func(s companion.UpdateState) bool { return s.Step == "install" }},
		{"ended", func(b packaged) { b.end("7", update.Back) }, func(s companion.UpdateState) bool {
			return s.Result == companion.UpdateResult{ID: "7", Outcome: "back", From: "1.1.0", To: "1.2.0"}
		}},
	} {
		b := newPackaged(t)
		tt.change(b)
		if _, s := b.updates().State(); !tt.want(s) {
			t.Errorf("%s: %+v", tt.name, s)
		}
	}
	if _, s := updatesOf(environment{}).State(); s.Impossible != "update.unpackaged" {
		t.Errorf("a program that isn't from a package: %+v", s)
	}
}

func TestThePackageIsTheRequestAndWhatWorksStandsBesideIt(t *testing.T) {
	b := newPackaged(t)
	u := b.updates()
	write(t, filepath.Join(u.uploads, "x.deb"), "package")
	for _, id := range []string{"../x.deb", "/etc/passwd", "y.deb", ""} {
		if err := u.handOver(id); err == nil || b.has(theRequest) {
			t.Errorf("%q was handed over: %v", id, err)
		}
	}
	if err := u.handOver("x.deb"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(b.root + theRequest)
	if string(text) != "package" || err != nil {
		t.Errorf("the request is %q, %v", text, err)
	}
	var before update.Health
	if _, err := update.Read(filepath.Join(b.root, update.RequestFolder, update.Before), &before); err != nil || before.Version != "1.2.0" || strings.Join(before.Parts, " ") != "panel" {
		t.Errorf("before: %+v, %v", before, err)
	}
}

func TestAPackageThatNobodyTakesIsWithdrawn(t *testing.T) {
	for _, tt := range []struct {
		name    string
		updater func(b packaged, second int)
		untaken int // second at which the box gives up, or 0
	}{
		{"nobody", func(packaged, int) {}, 121},
		{"taken and forgotten", func(b packaged, second int) {
			if second == 60 {
				b.remove(theRequest)
			}
		}, 181},
		{"refused", func(b packaged, second int) {
			if second == 100 {
				b.remove(theRequest)
				b.end("1", update.Refused)
			}
		}, 0},
		{"begun", func(b packaged, second int) {
			if second == 100 {
				b.step(update.StepKeep)
			}
		}, 0},
	} {
		b := newPackaged(t)
		u := b.updates()
		write(t, filepath.Join(u.uploads, "x.deb"), "package")
		u.look(time.Now())
		if err := u.handOver("x.deb"); err != nil {
			t.Fatal(err)
		}
		began, untaken := time.Now(), 0
		for second := range 600 {
			tt.updater(b, second)
			if s := u.look(began.Add(time.Duration(second) * time.Second)); s.Untaken && untaken == 0 {
				untaken = second
			}
		}
		if untaken-tt.untaken > 1 || tt.untaken-untaken > 1 || tt.untaken > 0 && b.has(theRequest) {
			t.Errorf("%s: gives up after %d s, want %d; the request is there: %t", tt.name, untaken, tt.untaken, b.has(theRequest))
		}
	}
}

// onTrial runs a daemon of version 1.2.0 at that machine with a socket.
func (b packaged) onTrial(state string) (to tools, typed io.Writer, ended <-chan error) {
	b.t.Helper()
	path := filepath.Join(b.t.TempDir(), "companion.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		b.t.Fatal(err)
	}
	in, keys := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- run(context.Background(), []string{"-panel", "sim", "-state", state, "-listen", "127.0.0.1:0"}, environment{
			in: in, out: io.Discard, err: io.Discard, env: func(string) string { return "" }, version: "1.2.0", machine: b.root, sockets: []net.Listener{l},
		})
	}()
	return tools{b.t, &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", path)
		},
	}}}, keys, done
}

func (b packaged) health() (h update.Health) {
	_, _ = update.Read(filepath.Join(b.root, update.RequestFolder, update.Now), &h) // not written yet
	return h
}

func TestADaemonOnTrialDecidesNothingUntilTheUpdaterHasEnded(t *testing.T) {
	t.Parallel()
	b, state := newPackaged(t), t.TempDir()
	b.step(update.StepTrial)
	b.put(update.RequestFolder+"/x", "")
	to, typed, ended := b.onTrial(state)
	waittest.Until(t, "the report of the trial", func() (any, bool) { h := b.health(); return h, h.Ready })
	if h := b.health(); h.Version != "1.2.0" || h.Store != "" {
		t.Errorf("the report is %+v", h)
	}
	press := func() (int, string) {
		return to.ask("POST", "/api/press", "application/json", `{"key":"ok","hold":false}`)
	}
	if status, text := press(); status != 503 || !strings.Contains(text, "обновляется") {
		t.Errorf("a press is %d %s", status, text)
	}
	before, err := os.ReadFile(filepath.Join(state, "companion.db"))
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		press()
	}
	if status, text := to.ask("GET", "/api/panel.txt", "", ""); status != 200 || len(text) == 0 {
		t.Errorf("the panel is %d", status)
	}
	after, err := os.ReadFile(filepath.Join(state, "companion.db"))
	if !bytes.Equal(before, after) || err != nil {
		t.Errorf("a press has changed the database: %v", err)
	}
	b.end("7", update.Done)
	b.remove(update.Folder + "/" + update.StepFile)
	waittest.Until(t, "the evening", func() (any, bool) { status, text := press(); return text, status == 200 })
	var answer struct {
		Version, Step string
		News          []string
		Result        struct{ ID, Title string }
	}
	waittest.Until(t, "the outcome", func() (any, bool) {
		_, text := to.ask("GET", "/api/update?lang=en", "", "")
		return text, json.Unmarshal([]byte(text), &answer) == nil && answer.Result.ID == "7"
	})
	if answer.Version != "1.2.0" || answer.Step != "" || strings.Join(answer.News, "") != "Mice run." || answer.Result.Title != "Updated to 1.2.0" {
		t.Errorf("the page reads %+v", answer)
	}
	io.WriteString(typed, "quit\n")
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// systemd starts a daemon again that doesn't get ready, and ends one that its watchdog doesn't hear.
func TestADaemonIsReadyOnTrialAndAtOtherSteps(t *testing.T) {
	for _, step := range []string{update.StepTrial, update.StepBack} {
		path := filepath.Join(t.TempDir(), "notify")
		l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("NOTIFY_SOCKET", path)
		b := newPackaged(t)
		b.step(step)
		b.put(update.RequestFolder+"/x", "")
		_, typed, ended := b.onTrial(t.TempDir())
		text := make([]byte, 100)
		n, err := l.Read(text)
		if err != nil || !strings.HasPrefix(string(text[:n]), "READY=1") {
			t.Errorf("at %s systemd receives %q, %v", step, text[:n], err)
		}
		b.remove(update.Folder + "/" + update.StepFile)
		go io.Copy(io.Discard, l)
		io.WriteString(typed, "quit\n")
		if err := <-ended; err != nil {
			t.Error(err)
		}
		l.Close()
	}
}

// While the files on disk may change, the database isn't touched.
func TestAtOtherStepsTheDatabaseIsNotEvenOpened(t *testing.T) {
	t.Parallel()
	for _, step := range []string{update.StepKeep, update.StepInstall, update.StepBack, "", "end"} {
		b, state := newPackaged(t), t.TempDir()
		b.step(step)
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			d := &daemon{environment: environment{version: "1.2.0", machine: b.root}, updates: b.updates()}
			began := make(chan bool, 1)
			go func() { began <- d.awaitUpdater(ctx) }()
			waittest.Pass(time.Hour)
			if len(began) > 0 {
				t.Errorf("at %q it goes on", step)
			}
			if step == update.StepBack {
				b.remove(update.Folder + "/" + update.StepFile)
				if !<-began {
					t.Error("after the update it doesn't go on")
				}
			}
			stop()
			synctest.Wait()
		})
		if _, err := os.Stat(filepath.Join(state, "companion.db")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("at %q: %v", step, err)
		}
	}
}

func TestAFaultOfTheStoreIsReported(t *testing.T) {
	t.Parallel()
	b, state := newPackaged(t), t.TempDir()
	b.step(update.StepTrial)
	b.put(update.RequestFolder+"/x", "")
	if err := os.Mkdir(filepath.Join(state, "companion.db"), 0o700); err != nil { // no database can be there
		t.Fatal(err)
	}
	_, typed, ended := b.onTrial(state)
	waittest.Until(t, "the fault", func() (any, bool) { h := b.health(); return h, h.Store != "" })
	io.WriteString(typed, "quit\n")
	<-ended
}

// A match that was damaged before the update is no fault of the new version.
func TestOnlyNewDamageIsAFaultOfTheNewVersion(t *testing.T) {
	b := newPackaged(t)
	b.put(update.RequestFolder+"/x", "")
	d := &daemon{log: slog.New(slog.DiscardHandler), updates: b.updates()}
	old := damagedDisk{all: []companion.Damage{{Match: "old", From: 7}}}
	ids, err := d.checkStore(t.Context(), old)
	if err != nil || !slices.Equal(ids, []string{"old"}) {
		t.Fatalf("before: %q, %v", ids, err)
	}
	if fault := d.tryStore(t.Context(), old); fault != "match old is damaged" {
		t.Errorf("without a report: %q", fault)
	}
	if err := update.Write(filepath.Join(b.root, update.RequestFolder, update.Before), update.Health{Damaged: ids}, 0o600); err != nil {
		t.Fatal(err)
	}
	if fault := d.tryStore(t.Context(), old); fault != "" {
		t.Errorf("damaged before: %q", fault)
	}
	if fault := d.tryStore(t.Context(), damagedDisk{all: []companion.Damage{{Match: "old", From: 7}, {Match: "new", From: 1}}}); fault != "match new is damaged" {
		t.Errorf("damaged since: %q", fault)
	}
	if fault := d.tryStore(t.Context(), damagedDisk{err: store.ErrDamaged}); fault == "" {
		t.Error("a damaged database is no fault")
	}
}

// damagedDisk is a disk with damage.
type damagedDisk struct {
	loop.Log
	all []companion.Damage
	err error
}

func (d damagedDisk) Load(context.Context) (companion.Evening, error) {
	return companion.Evening{}, nil
}

func (d damagedDisk) Check(context.Context) ([]companion.Damage, error) { return d.all, d.err }

// The panel stays lit between two versions, and the next one sets it up without a dark moment.
func TestThePictureStaysLitBetweenTwoVersions(t *testing.T) {
	t.Parallel()
	b, g, state := newPackaged(t), newGlass(), t.TempDir()
	b.step(update.StepTrial)
	b.put(update.RequestFolder+"/x", "")
	file := filepath.Join(t.TempDir(), "companion.toml")
	write(t, file, "[panel]\nchip = \"sh1106\"\n")
	runs := func(boot string) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- run(ctx, []string{"-config", file, "-panel", "pi", "-state", state, "-listen", "127.0.0.1:0"}, environment{
				in: strings.NewReader(""), out: io.Discard, err: io.Discard, host: g.host, version: "1.2.0", machine: b.root,
				access: func(string) error { return nil }, env: func(name string) string { return map[string]string{"BOOT_ID": boot}[name] },
			})
		}()
		waittest.Until(t, "the panel to answer", func() (any, bool) {
			h := b.health()
			return h, h.Ready && strings.Contains(strings.Join(h.Parts, " "), "panel")
		})
		b.remove(update.RequestFolder + "/" + update.Now)
		stop()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
	runs("one")
	runs("one")
	g.neverDark(t)
	if runs("two"); len(g.darkened) == 0 {
		t.Error("after a loss of power the panel isn't set up from the start")
	}
}
