package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aead.dev/minisign"

	"tabletop/cmd/internal/release"
	"tabletop/cmd/internal/release/releasetest"
	"tabletop/cmd/internal/update"
	"tabletop/companion/words"
)

// box is a box with a running daemon, which hands packages to an updater.
type box struct {
	t       *testing.T
	out     bytes.Buffer
	u       updating
	key     minisign.PrivateKey
	state   string                                   // answer about updates
	sent    []byte                                   // the package that the daemon received
	handled func(w http.ResponseWriter, stop func()) // answers to the package
}

// newBox starts a daemon of version 1.2.0.
func newBox(t *testing.T) *box {
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	b := &box{t: t, key: secret, state: `{"version":"1.2.0+git20261126.5.0123abcd","possible":true}`}
	b.u = updating{
		daemon: daemon(filepath.Join(dir, "companion.sock")), folder: dir, keys: filepath.Join(dir, "keys"),
		poll: time.Millisecond, patience: time.Minute, out: &b.out, lang: words.English, words: words.Companion(words.English),
	}
	b.write("keys", []byte(public.String()))
	l, err := net.Listen("unix", string(b.u.daemon))
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/update" || r.URL.Query().Get("lang") != "en" {
			t.Errorf("the daemon is asked for %s", r.URL)
		}
		if r.Method == http.MethodGet {
			fmt.Fprint(w, b.state)
			return
		}
		if got := r.Header.Get("Content-Type"); got != typeDeb {
			t.Errorf("the package is sent as %s", got)
		}
		b.sent, _ = io.ReadAll(r.Body)
		b.handled(w, func() { l.Close() })
	})
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { server.Close() })
	return b
}

func (b *box) write(name string, content []byte) string {
	b.t.Helper()
	file := filepath.Join(b.u.folder, name)
	if err := os.WriteFile(file, content, 0o600); err != nil {
		b.t.Fatal(err)
	}
	return file
}

// deb writes a signed package.
func (b *box) deb(version string) string {
	b.t.Helper()
	file := b.write("new.deb", releasetest.Deb("companion", version, "armhf", "x"))
	if _, err := release.Sign(file, b.key); err != nil {
		b.t.Fatal(err)
	}
	return file
}

func (b *box) put(name string, value any) {
	if err := update.Write(filepath.Join(b.u.folder, name), value, 0o644); err != nil {
		b.t.Error(err)
	}
}

func TestAnUpdateOutlivesTheDaemon(t *testing.T) {
	b := newBox(t)
	b.put(update.ResultFile, update.Result{ID: "1", Outcome: update.Back, From: "1.1.0", To: "1.2.0"}) // of last month
	b.handled = func(_ http.ResponseWriter, stop func()) {
		stop()
		b.put(update.ResultFile, update.Result{ID: "2", Outcome: update.Done, From: "1.2.0", To: "1.3.0"})
	}
	file := b.deb("1.3.0")
	if err := b.u.run(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	want := "Sending new.deb to the box.\nThe box is checking the package.\nUpdated to 1.3.0\n"
	if sent, _ := os.ReadFile(file); b.out.String() != want || !bytes.Equal(sent, b.sent) {
		t.Errorf("printed %q, want %q; the daemon got the package: %v", b.out.String(), want, bytes.Equal(sent, b.sent))
	}
}

func TestOnlyDoneAndTheSameVersionSucceed(t *testing.T) {
	for _, test := range []struct {
		r    update.Result
		want string // error; "" for success
	}{
		{update.Result{Outcome: update.Done, From: "1.2.0", To: "1.3.0"}, ""},
		{update.Result{Outcome: update.Refused, Why: update.WhySame, From: "1.2.0", To: "1.2.0"}, ""},
		{update.Result{Outcome: update.Refused, Why: update.WhyRoom, From: "1.2.0", To: "1.3.0"}, "Not updated. The card hasn't enough room for the update."},
		{update.Result{Outcome: update.Back, Why: update.WhyStore, From: "1.2.0", To: "1.3.0"}, "Back to version 1.2.0. The new version could not read the matches."},
		{update.Result{Outcome: update.Stayed, Why: update.WhyDpkg, Text: "dpkg: error\n", From: "1.2.0", To: "1.3.0"}, "\ndpkg: error"},
	} {
		b := newBox(t)
		test.r.ID = "1"
		b.handled = func(http.ResponseWriter, func()) { b.put(update.ResultFile, test.r) }
		err := b.u.run(t.Context(), b.deb("1.3.0"))
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: got %v, want %q", test.r, err, test.want)
		}
	}
}

func TestWhatTheBoxWouldRefuseIsNotSent(t *testing.T) {
	_, stranger, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, want string
		file       func(b *box) string
	}{
		{"a text", "This file is no update of the box.", func(b *box) string { return b.write("a.txt", []byte("Dear box\n")) }},
		{"an unsigned package", "Nobody has signed this file.", func(b *box) string { return b.write("a.deb", releasetest.Deb("companion", "1.3.0", "armhf", "")) }},
		{"half a package", "The file is damaged or cut off.", func(b *box) string {
			whole, _ := os.ReadFile(b.deb("1.3.0"))
			return b.write("a.deb", whole[:len(whole)/2])
		}},
		{"a stranger's package", "The box doesn't know who signed this file.", func(b *box) string { b.key = stranger; return b.deb("1.3.0") }},
		{"an older version", "The box has a newer one: 1.2.0.", func(b *box) string { return b.deb("1.1.0") }},
		{"a missing file", "no such file", func(b *box) string { return filepath.Join(b.u.folder, "none.deb") }},
		{"a folder", "is a directory", func(b *box) string { return b.u.folder }},
		{"where no update is possible", "Not updated. No systemd.", func(b *box) string {
			b.state = `{"version":"1.2.0","possible":false,"why":"No systemd."}`
			return b.deb("1.3.0")
		}},
		{"without any key", "The box has no key of those who make updates", func(b *box) string { b.write("keys", []byte("# none\n")); return b.deb("1.3.0") }},
	} {
		b := newBox(t)
		b.handled = func(w http.ResponseWriter, _ func()) { t.Errorf("%s: sent", test.name) }
		if err := b.u.run(t.Context(), test.file(b)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

func TestTheInstalledVersionIsNotSentAgain(t *testing.T) {
	b := newBox(t)
	b.handled = func(http.ResponseWriter, func()) { t.Error("sent") }
	if err := b.u.run(t.Context(), b.deb("1.2.0+git20261126.5.0123abcd")); err != nil || b.out.String() != "Version 1.2.0 is installed already.\n" {
		t.Errorf("printed %q, %v", b.out.String(), err)
	}
}

func TestWithoutTheListOfKeysTheBoxDecides(t *testing.T) {
	b := newBox(t)
	b.u.keys += ".none"
	b.handled = func(w http.ResponseWriter, _ func()) {
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprint(w, `{"error":"The key that signed this file was withdrawn."}`)
	}
	err := b.u.run(t.Context(), b.deb("1.3.0"))
	if err == nil || !strings.HasSuffix(err.Error(), "The key that signed this file was withdrawn.") {
		t.Errorf("got %v", err)
	}
	if err := b.u.run(t.Context(), b.write("a.deb", []byte("text"))); err == nil || !strings.Contains(err.Error(), "no update of the box") {
		t.Errorf("a text: %v", err)
	}
}

// follows runs follow in a bubble, while act plays the updater. It returns the printed lines.
func follows(t *testing.T, ctx context.Context, act func(b *box)) (lines []string, r update.Result, err error) {
	t.Helper()
	b := &box{t: t}
	b.u = updating{folder: t.TempDir(), poll: time.Second / 5, patience: 3 * time.Minute, out: &b.out, words: words.Companion(words.Russian)}
	over := make(chan struct{})
	go func() {
		defer close(over)
		r, err = b.u.follow(ctx, "")
	}()
	act(b)
	<-over
	return strings.Split(strings.TrimSpace(b.out.String()), "\n"), r, err
}

func TestEachStepIsPrintedAsItBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lines, r, err := follows(t, t.Context(), func(b *box) {
			time.Sleep(time.Minute)
			for _, name := range []string{update.StepKeep, update.StepInstall, "of tomorrow", update.StepTrial, update.StepBack} {
				b.put(update.StepFile, update.Step{Name: name, From: "1.2.0", To: "1.3.0"})
				time.Sleep(10 * time.Minute) // a slow card; the step file shows that the updater lives
			}
			if err := os.Remove(filepath.Join(b.u.folder, update.StepFile)); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Minute)
			b.put(update.ResultFile, update.Result{ID: "1", Outcome: update.Back})
		})
		want := []string{
			"Останавливаю прибор и копирую партии.", "Ставлю версию 1.3.0.",
			"Запускаю версию 1.3.0: всё ли по-прежнему работает?", "Возвращаю версию 1.2.0 и партии.",
		}
		if err != nil || r.Outcome != update.Back || !slices.Equal(lines, want) {
			t.Errorf("got %q, %+v, %v; want %q", lines, r, err, want)
		}
	})
}

func TestNobodyWaitsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if _, _, err := follows(t, t.Context(), func(*box) {}); err == nil || !strings.Contains(err.Error(), "journalctl -u companion-update") {
			t.Errorf("without an updater: %v", err)
		}
		ctx, interrupt := context.WithCancel(t.Context())
		if _, _, err := follows(t, ctx, func(*box) { interrupt() }); err == nil || err.Error() != "Обновление идёт и без этой команды." {
			t.Errorf("after an interrupt: %v", err)
		}
		_, _, err := follows(t, t.Context(), func(b *box) { b.write(update.StepFile, []byte("{")) })
		if err == nil || !strings.Contains(err.Error(), update.StepFile) {
			t.Errorf("a damaged file: %v", err)
		}
	})
}
