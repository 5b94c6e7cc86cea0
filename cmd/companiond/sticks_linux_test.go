package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"aead.dev/minisign"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/release"
	"tabletop/cmd/internal/release/releasetest"
	"tabletop/cmd/internal/stick"
	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/settings"
	"tabletop/companion/store"
)

// sticked returns a service whose stick is the folder, and the store of its box.
func sticked(t *testing.T, folder string) (*usbSticks, *store.Store) {
	t.Helper()
	state := t.TempDir()
	disk, err := store.Open(state, time.Now(), catalogue.Games())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disk.Close() })
	uploads, err := openUploads(state)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { uploads.Close() })
	s := &usbSticks{
		warn: func(err error) { t.Log(err) }, store: disk, uploads: uploads, today: func() time.Time { return aDay },
		updates: &updates{}, jobs: make(chan companion.Effect, stickJobs), slot: make(chan struct{}, 1),
	}
	s.list, s.mount = simulateStick(folder)
	return s, disk
}

var aDay = time.Date(2026, 11, 27, 23, 30, 0, 0, time.UTC)

// answerOf carries out an effect and returns its answer.
func answerOf[A any](t *testing.T, s *usbSticks, e companion.Effect) A {
	t.Helper()
	answer, ok := s.bounded(t.Context(), e).(A)
	if !ok {
		t.Fatalf("%T has another kind of answer", e)
	}
	return answer
}

const simulated = "simulated"

// begun is a match of mice that has begun.
var begun = []string{`{"seq":1,"kind":"started","game":"mice","seats":["Аня","Боря"]}`}

func TestBackupsGoToTheStickAndComeBackAsUploads(t *testing.T) {
	folder := t.TempDir()
	s, disk := sticked(t, folder)
	if err := disk.Keep(t.Context(), companion.Keep{Match: "m", First: 1, Lines: begun, Players: []string{"Аня", "Боря"}}); err != nil {
		t.Fatal(err)
	}
	saved := answerOf[companion.Saved](t, s, companion.SaveCopy{Stick: simulated})
	if saved.Err != nil || saved.Bytes == 0 {
		t.Fatalf("%+v", saved)
	}
	read := answerOf[companion.StickRead](t, s, companion.ReadStick{Stick: simulated})
	host, _ := os.Hostname()
	if len(read.Copies) != 1 || read.Err != nil || read.Copies[0].Matches != 1 || read.Copies[0].Players != 2 || read.Copies[0].Box != host || read.Copies[0].Day.Format(time.DateOnly) != "2026-11-27" {
		t.Fatalf("%+v", read)
	}
	fresh, empty := sticked(t, folder)
	taken := answerOf[companion.CopyTaken](t, fresh, companion.TakeCopy{Stick: simulated, Name: read.Copies[0].Name})
	if want := (history.Parcel{Kind: history.KindBackup, Matches: 1, Open: 1, Players: 2}); taken.Err != nil || taken.Parcel != want {
		t.Fatalf("%+v, want %+v", taken, want)
	}
	added, err := (carrier{archive: empty, uploads: fresh.uploads}).carry(t.Context(), companion.Restore{Upload: taken.Upload})
	if err != nil || added.Matches != 1 || added.Players != 2 {
		t.Errorf("restored %+v, %v", added, err)
	}
	for _, name := range []string{"companion/none.jsonl", "../" + filepath.Base(folder), "/etc/passwd", ""} {
		if taken := answerOf[companion.CopyTaken](t, fresh, companion.TakeCopy{Stick: simulated, Name: name}); taken.Err == nil {
			t.Errorf("took %q", name)
		}
	}
	write(t, filepath.Join(folder, "companion-2026-01-01.jsonl"), "nonsense\n")
	if taken := answerOf[companion.CopyTaken](t, fresh, companion.TakeCopy{Stick: simulated, Name: "companion-2026-01-01.jsonl"}); !errors.Is(taken.Err, store.ErrBackup) {
		t.Errorf("nonsense: %v", taken.Err)
	}
	if left, err := os.ReadDir(fresh.uploads.Name()); len(left) > 0 || err != nil {
		t.Errorf("uploads: %v, %v", left, err)
	}
}

// Anybody who finds the stick can read the backup.
func TestABackupOnAStickContainsNothingSecret(t *testing.T) {
	folder := t.TempDir()
	s, disk := sticked(t, folder)
	k := companion.Keep{Match: "m", First: 1, Lines: begun, Settings: []settings.Line{{Key: "language", Value: "ru"}}}
	for i := range k.Secret {
		k.Secret[i] = 0xA5
	}
	seed := strings.Repeat("5e", store.SeedBytes)
	k.Settings = append(k.Settings, settings.Line{Key: "secret.club", Value: seed})
	for _, key := range []string{"hotspot", "guests", "secret.other", "league", "backup", "brought", "chip", "country", "pace", "stick", "update"} {
		if companion.Private(key) {
			k.Settings = append(k.Settings, settings.Line{Key: key, Value: "SECRET " + key})
		} else {
			t.Logf("%s isn't a private setting", key)
		}
	}
	if len(k.Settings) < 10 {
		t.Errorf("only %d settings", len(k.Settings))
	}
	if err := disk.Keep(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	if saved := answerOf[companion.Saved](t, s, companion.SaveCopy{Stick: simulated}); saved.Err != nil {
		t.Fatal(saved.Err)
	}
	files := 0
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		for _, secret := range []string{k.Secret.String(), hex.EncodeToString(k.Secret[:8]), seed[:16], "secret"} {
			if bytes.Contains(bytes.ToLower(text), []byte(strings.ToLower(secret))) {
				t.Errorf("%s contains %s", path, secret)
			}
		}
		if !bytes.Contains(text, []byte("Боря")) || !bytes.Contains(text, []byte(`"language"`)) {
			t.Errorf("%s contains no match or no setting: %s", path, text)
		}
		return err
	})
	if files != 1 || err != nil {
		t.Errorf("%d files, %v", files, err)
	}
}

func TestOnlyANewerSignedPackageForThisProcessorIsOffered(t *testing.T) {
	_, stranger, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	folder, box := t.TempDir(), newPackaged(t)
	mine := architectures[runtime.GOARCH]
	named := func(version string) string { return "companion_" + version + "_" + mine + ".deb" }
	put := func(file, version, arch string, key minisign.PrivateKey) {
		t.Helper()
		write(t, filepath.Join(folder, file), string(box.sign(releasetest.Deb(release.Name, version, arch, "x"), key)))
	}
	s, _ := sticked(t, folder)
	s.updates = &updates{version: "1.2.0", root: box.root}
	offered := func(want ...companion.Release) {
		t.Helper()
		read := answerOf[companion.StickRead](t, s, companion.ReadStick{Stick: simulated})
		if !slices.Equal(read.Releases, want) || read.Err != nil {
			t.Errorf("offered %+v, %v; want %+v", read.Releases, read.Err, want)
		}
	}
	put(named("1.2.0"), "1.2.0", mine, box.key)
	put(named("1.1.9"), "1.1.9", mine, box.key)
	put("companion_1.9.0_sparc.deb", "1.9.0", "sparc", box.key)
	offered()
	newest := companion.Release{Name: "companion/" + named("1.3.0"), Version: "1.3.0"}
	put(newest.Name, "1.3.0", mine, box.key)
	offered(newest)
	put(named("1.5.0"), "1.5.0", mine, stranger)
	put(named("1.4.0"), "1.2.5", mine, box.key) // of another name than its contents
	offered(newest)
	taken := answerOf[companion.ReleaseTaken](t, s, companion.TakeRelease{Stick: simulated, Name: newest.Name})
	if taken.Err != nil || taken.Version != "1.3.0" || filepath.Ext(taken.Upload) != ".deb" {
		t.Errorf("%+v", taken)
	}
	if _, err := s.uploads.Stat(taken.Upload); err != nil {
		t.Error(err)
	}
	for _, name := range []string{named("1.5.0"), named("1.2.0"), "companion_1.9.0_sparc.deb"} {
		taken := answerOf[companion.ReleaseTaken](t, s, companion.TakeRelease{Stick: simulated, Name: name})
		var r companion.Reasoner
		if taken.Upload != "" || !errors.As(taken.Err, &r) || !strings.HasPrefix(r.Reason(), "update.why.") {
			t.Errorf("%s: %+v", name, taken)
		}
	}
	s.updates.version = ""
	offered() // the program isn't from a package
}

// failing is a stick on which nothing can be created.
type failing struct {
	stick.Files
	err error
}

func (f failing) MkdirAll(string) error { return f.err }

func TestFaultsOfSticksReachTheTableByTheirKeys(t *testing.T) {
	for _, c := range []struct {
		err    error
		stays  bool
		reason string
	}{
		{syscall.ENOSPC, true, companion.StickFull},
		{syscall.EIO, false, companion.StickPulled},
		{syscall.EIO, true, companion.StickDamaged},
		{syscall.EROFS, false, companion.StickPulled},
		{syscall.EROFS, true, companion.StickDamaged}, // the kernel has found faults
		{syscall.EACCES, true, companion.StickReadOnly},
		{errors.New("odd"), true, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &usbSticks{slot: make(chan struct{}, 1), warn: func(error) {}, store: emptyStore{}, uploads: &os.Root{}, today: func() time.Time { return aDay }}
			s.list = func() ([]stick.Stick, error) { return map[bool][]stick.Stick{true: {{UUID: "A"}}}[c.stays], nil }
			s.mount = func(context.Context, string) (stick.Files, func() error, error) {
				return failing{err: c.err}, func() error { return nil }, nil
			}
			saved := answerOf[companion.Saved](t, s, companion.SaveCopy{Stick: "A"})
			var r companion.Reasoner
			if got := errors.As(saved.Err, &r); !errors.Is(saved.Err, c.err) || got != (c.reason != "") || got && r.Reason() != c.reason {
				t.Errorf("%v, still there %v: %v", c.err, c.stays, saved.Err)
			}
		})
	}
}

// emptyStore is a store without matches.
type emptyStore struct{ backups }

func (emptyStore) ClubSeed(context.Context) (seed [store.SeedBytes]byte, err error) { return seed, nil }

func (emptyStore) Backup(_ context.Context, w io.Writer) error {
	_, err := io.WriteString(w, "{\"kind\":\"end\"}\n")
	return err
}

func TestAStickThatHangsDelaysNobodyElseAndIsUsedByOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []any
		wakes := make(chan struct{})
		s := &usbSticks{slot: make(chan struct{}, 1), jobs: make(chan companion.Effect, stickJobs), warn: func(error) {}, store: emptyStore{}, uploads: &os.Root{}}
		s.send = func(event any) { got = append(got, event) }
		s.list = func() ([]stick.Stick, error) { return nil, nil }
		s.mount = func(context.Context, string) (stick.Files, func() error, error) {
			<-wakes
			return nil, nil, stick.Pulled
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { _ = s.run(ctx); close(ended) }()
		began := time.Now()
		s.want(companion.SaveCopy{Stick: "A"})
		s.want(companion.ReadStick{Stick: "A"}) // waits for the slot, which a hung goroutine keeps
		if time.Since(began) > 0 {
			t.Error("the loop waited")
		}
		time.Sleep(2*stickTime + 3*stickEnd)
		synctest.Wait()
		if len(got) != 2 || !errors.Is(got[0].(companion.Saved).Err, errStickHung) || !errors.Is(got[1].(companion.StickRead).Err, errStickHung) {
			t.Fatalf("%+v", got)
		}
		close(wakes)
		synctest.Wait()
		s.want(companion.ReadStick{Stick: "A"})
		synctest.Wait()
		if len(got) != 3 || !errors.Is(got[2].(companion.StickRead).Err, stick.Pulled) {
			t.Errorf("once it answers: %+v", got)
		}
		stop()
		<-ended
	})
}

func TestMoreRequestsThanTheQueueHoldsAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []any
		s := &usbSticks{jobs: make(chan companion.Effect, stickJobs), send: func(event any) { got = append(got, event) }}
		for range stickJobs + 1 {
			s.want(companion.TakeCopy{Stick: "A", Name: "x"})
		}
		synctest.Wait()
		if len(got) != 1 || !errors.Is(got[0].(companion.CopyTaken).Err, errStickBusy) {
			t.Errorf("%+v", got)
		}
	})
}

func TestAFinishedBackupIsAlsoReportedAsSuch(t *testing.T) {
	s, _ := sticked(t, t.TempDir())
	got := make(chan any, 4)
	s.send = func(event any) { got <- event }
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { _ = s.run(ctx); close(ended) }()
	s.want(companion.SaveCopy{Stick: simulated})
	if saved, ok := (<-got).(companion.Saved); !ok || saved.Err != nil {
		t.Errorf("%+v", saved)
	}
	if _, ok := (<-got).(companion.BackedUp); !ok {
		t.Error("no BackedUp")
	}
	stop()
	<-ended
	s.list, s.mount = simulateStick(filepath.Join(t.TempDir(), "pulled"))
	if saved := answerOf[companion.Saved](t, s, companion.SaveCopy{Stick: simulated}); !errors.Is(saved.Err, stick.Pulled) {
		t.Errorf("%+v", saved)
	}
}
