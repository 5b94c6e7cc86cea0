package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/templates"
)

// sheets makes a folder of templates below state.
func sheets(t *testing.T, state string, files map[string]string) string {
	t.Helper()
	folder := filepath.Join(state, "templates")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(folder, name), text)
	}
	return folder
}

var wrongSheets = map[string]string{"line.toml": "name.en = 'x'\nseats = \n", "key.toml": "name.en = 'x'\nseats = 9\n"}

// From the first start: back keeps the language, then the scoreboard is set up, the last of
// the games; its second item is the template, and the second of the list is Harbour.
const toHarbour = "press back\npress down\npress down\npress down\npress down\npress ok\n" +
	"press down\npress ok\npress down\npress ok\npress up\npress ok\nquit\n"

func TestTheDaemonOffersTheTemplatesOfItsFolder(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	sheets(t, state, map[string]string{"a.toml": "name.en = 'Airfield'", "harbour.toml": "name.en = 'Harbour'\nrounds = 7\n"})
	_, log, err := quietly(t, "C", toHarbour, "-panel", "sim", "-state", state, "-listen", "127.0.0.1:0")
	if err != nil || strings.Contains(log, "template") {
		t.Fatalf("the daemon ended with %v\n%s", err, log)
	}
	disk, closed, err := openDisk(state, catalogue.Games(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closed()
	kept, err := disk.Load(t.Context())
	if err != nil || len(kept.Open) != 1 {
		t.Fatalf("open are %+v, %v", kept.Open, err)
	}
	loaded, err := disk.Match(t.Context(), kept.Open[0].ID)
	m := loaded.Match
	if err != nil || m.Setup().Options["rounds"] != "7" {
		t.Errorf("a match begun by the template is kept as %v, %v", m.Setup(), err)
	}
}

func TestTheDaemonLogsTemplatesThatAreWrong(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	sheets(t, state, wrongSheets)
	_, log, err := quietly(t, "C", "press back\nquit\n", "-panel", "sim", "-state", state, "-listen", "127.0.0.1:0")
	if err != nil || !strings.Contains(log, "line.toml:2") || !strings.Contains(log, "key.toml:seats") {
		t.Errorf("the daemon ended with %v and logged\n%s", err, log)
	}
}

func TestThePanelSaysOnceWhichTemplatesAreWrong(t *testing.T) {
	t.Parallel()
	_, wrong := templates.Read(sheets(t, t.TempDir(), wrongSheets))
	e := gather(t, "", nil)
	e.press("ok")
	for _, p := range e.d.skipped(wrong) {
		if err := p.run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	e.says("trouble.template key.toml:seats, line.toml:2")
	e.logged("template ignored", 2)
}
