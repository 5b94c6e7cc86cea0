package main

import (
	"bytes"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

const sum = "h1:dRaEfpa2VI55EwlIW72hMRHdWouJeRF7TPYhI+AUQjk="

func TestAModuleIsNamedWithItsVersionAndItsSumInHexadecimal(t *testing.T) {
	got, err := module(&debug.Module{Path: "github.com/BurntSushi/toml", Version: "v1.6.0+incompatible", Sum: sum})
	want := "github.com/BurntSushi/toml v1.6.0+incompatible 7516847e96b6548e791309485bbda13111dd5a8b8979117b4cf62123e0144239"
	if err != nil || strings.Join([]string{got.Name, got.Version, got.Hashes[0].Content}, " ") != want {
		t.Errorf("got %+v, %v, want %s", got, err, want)
	}
	if want := "pkg:golang/github.com/burntsushi/toml@v1.6.0%2Bincompatible"; got.PURL != want || got.Ref != want {
		t.Errorf("it is called %s, want %s", got.PURL, want)
	}
}

func TestWhatReplacesAModuleIsNamedInItsStead(t *testing.T) {
	m := &debug.Module{Path: "old", Version: "v1.0.0", Sum: sum, Replace: &debug.Module{Path: "new", Version: "v2.0.0", Sum: sum}}
	if got, err := module(m); err != nil || got.Name != "new" || got.Version != "v2.0.0" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAModuleWithoutASumIsRefused(t *testing.T) {
	for _, wrong := range []string{"", "h1:", "h1:AAAA", "h2:" + sum} {
		if got, err := module(&debug.Module{Path: "here", Version: "(devel)", Sum: wrong}); err == nil {
			t.Errorf("%q gives %+v", wrong, got)
		}
	}
}

func TestWhatTwoProgramsShareIsNamedOnceAndIsOfBoth(t *testing.T) {
	this, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBOM("games", "1.0", time.Unix(0, 0).UTC(), []string{this, this})
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Components) != 2 { // the program and Go
		t.Errorf("components are %+v", b.Components)
	}
	for _, d := range b.Dependencies[1:] {
		if !slices.Equal(d.On, []string{b.Components[0].Ref}) || b.Components[0].Name != "std" {
			t.Errorf("%s is made of %q, components are %+v", d.Ref, d.On, b.Components)
		}
	}
}

func TestAFileThatIsNoProgramOfGoIsRefused(t *testing.T) {
	if _, err := newBOM("games", "1.0", time.Now(), []string{"go.mod"}); err == nil {
		t.Error("it has a bill")
	}
}

func TestTheTimeIsThatOfTheSources(t *testing.T) {
	this, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(&out, []string{"games", "1.0", this}, "1764000000"); err != nil || !strings.Contains(out.String(), `"timestamp": "2025-11-24T16:00:00Z"`) {
		t.Errorf("got %v, %s", err, &out)
	}
	if err := run(&out, []string{"games", "1.0", this}, "today"); err == nil {
		t.Error("a time that is no number is taken")
	}
}
