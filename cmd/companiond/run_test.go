package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
)

// quietly runs the daemon in a language until its input says quit, and returns
// answers, log and error.
func quietly(t *testing.T, lang, lines string, args ...string) (out, log string, err error) {
	t.Helper()
	return patiently(t, lang, lines, "", args...)
}

// patiently is quietly, but says the last line only once the log has a text.
func patiently(t *testing.T, lang, lines, until string, args ...string) (out, log string, err error) {
	t.Helper()
	var o, l lockedBuffer
	env := func(name string) string { return map[string]string{"LANG": lang}[name] }
	in, typed := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(t.Context(), args, environment{in: in, out: &o, err: &l, env: env})
		in.Close() // one that ended by itself reads no more
	}()
	last := strings.LastIndex(strings.TrimSuffix(lines, "\n"), "\n") + 1
	_, _ = io.WriteString(typed, lines[:last])
	l.waits(t, until)
	_, _ = io.WriteString(typed, lines[last:])
	typed.Close()
	err = <-ended
	return o.String(), l.String(), err
}

func TestAWrongWordOnTheCommandLineIsAnsweredWithTheNearestRightOne(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	config := filepath.Join(state, "companion.toml")
	write(t, config, "[http]\nlisten = \"127.0.0.1:0\"\n[dise]\nown = \"\"\n")
	broken := filepath.Join(t.TempDir(), "broken.toml")
	write(t, broken, "[http\n")
	dice := filepath.Join(t.TempDir(), "dice.toml")
	write(t, dice, "[dice]\nown = \"colour=\"\n")
	chip := filepath.Join(t.TempDir(), "chip.toml")
	write(t, chip, "[panel]\nchip = \"sh1107\"\n")
	for _, test := range []struct {
		args []string
		want []string
	}{
		{[]string{"-pannel", "sim"}, []string{"-pannel", "-panel"}},
		{[]string{"--stat=x"}, []string{"-stat", "-state"}},
		{[]string{"-panel", "simm"}, []string{"simm", "sim"}},
		{[]string{"-panel"}, []string{"panel"}},
		{[]string{"play"}, []string{"play"}},
		{[]string{"-state", state, "-config", chip}, []string{"chip.toml", "panel.chip", "sh1107", "sh1106"}},
		{[]string{"-state", state}, []string{"companion.toml", "dise", "dice"}},
		{[]string{"-state", state, "-config", broken}, []string{"broken.toml", "line 2"}},
		{[]string{"-state", state, "-config", dice}, []string{"dice.own"}},
		{[]string{"-state", state, "-config", filepath.Join(state, "none.toml")}, []string{"none.toml"}},
	} {
		for _, lang := range []string{"ru_RU.UTF-8", "C"} {
			_, _, err := quietly(t, lang, "quit\n", test.args...)
			if err == nil {
				t.Errorf("%v was accepted", test.args)
				continue
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%v in %s: got %q, want %q in it", test.args, lang, err, want)
				}
			}
		}
	}
}

func TestHelpNamesEveryFlag(t *testing.T) {
	out, _, err := quietly(t, "ru", "", "-help")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"-panel", "-state", "-config", "-listen", words.Companion(words.Russian).Word("cli.state")} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in the help:\n%s", want, out)
		}
	}
}

func TestASecondDaemonOnTheSameFolderSaysWhoHasIt(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	_, closed, err := openDisk(state, catalogue.Games(), words.Companion(words.English))
	if err != nil {
		t.Fatal(err)
	}
	defer closed()
	_, _, err = quietly(t, "en", "quit\n", "-state", state, "-listen", "127.0.0.1:0")
	if err == nil || !strings.Contains(err.Error(), "taken") || !strings.Contains(err.Error(), state) {
		t.Errorf("the second daemon said %v", err)
	}
}

func TestAPortThatIsTakenIsSaidAndThePanelGoesOn(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	out, log, err := patiently(t, "en", "press ok\npress ok\npress back\nscreen\nquit\n", "address already in use", "-state", t.TempDir(), "-listen", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log, "address already in use") {
		t.Errorf("the log doesn't say that the port is taken:\n%s", log)
	}
	if n := strings.Count(out, "ok 0\n"); n != 5 {
		t.Errorf("%d of 5 lines were answered:\n%s", n, out)
	}
}

func TestAFolderThatCannotBeOpenedIsSaidAndPlayedWithout(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	out, _, err := quietly(t, "en", "press ok\nscreen\nquit\n", "-state", filepath.Join(file, "state"), "-listen", "127.0.0.1:0")
	if err != nil || strings.Count(out, "ok 0\n") != 3 {
		t.Errorf("without a state folder: %v\n%s", err, out)
	}
}

func TestADatabaseThatIsGarbageIsSetAsideAndTheEveningStartsFresh(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	write(t, filepath.Join(state, "companion.db"), strings.Repeat("this is no database\n", 500))
	out, _, err := quietly(t, "en", "press ok\npress ok\nscreen\nquit\n", "-state", state, "-listen", "127.0.0.1:0")
	if err != nil || strings.Count(out, "ok 0\n") != 4 {
		t.Errorf("on a garbage database: %v\n%s", err, out)
	}
	aside, err := filepath.Glob(filepath.Join(state, "companion-*.broken*"))
	if err != nil || len(aside) == 0 {
		t.Errorf("nothing was set aside: %v", err)
	}
}

func TestThePageShowsThePanelAndPressesItsKeys(t *testing.T) {
	t.Parallel()
	in, typed := io.Pipe()
	var out, log lockedBuffer
	s := environment{in: in, out: &out, err: &log, env: os.Getenv}
	ended := make(chan error, 1)
	go func() {
		ended <- run(t.Context(), []string{"-panel", "sim", "-state", t.TempDir(), "-listen", "127.0.0.1:0"}, s)
	}()
	if _, err := io.WriteString(typed, "press ok\n"); err != nil {
		t.Fatal(err)
	}
	address := ""
	waittest.Until(t, "the address of the page", func() (any, bool) {
		address = regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(log.String())
		return log.String(), address != ""
	})
	if got := post(t, "http://"+address+"/api/press", `{"key":"ok","hold":false}`); got != `{"seq":0}` {
		t.Errorf("a press on the page got %s", got)
	}
	text := get(t, "http://"+address+"/api/panel.txt")
	if _, err := io.WriteString(typed, "screen\nquit\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	screen := strings.SplitAfter(out.String(), "\n")
	if got := strings.Join(screen[1:33], ""); !strings.HasPrefix(text, got) {
		t.Errorf("the page shows\n%s\nstandard output\n%s", text, got)
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	return body(t, resp)
}

// post asks the page and returns its answer.
func post(t *testing.T, url, text string) string {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(body(t, resp))
}

func body(t *testing.T, resp *http.Response) string {
	t.Helper()
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v", resp.Status, text, err)
	}
	return string(text)
}
