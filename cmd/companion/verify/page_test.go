package verify_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"tabletop/companion/words"
)

func TestVerifyHTMLIsAssembledFromItsSources(t *testing.T) {
	want, err := os.ReadFile("verify.html")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	tool := dir + "/assemble.test"
	if out, err := exec.Command("go", "build", "-o", tool, "./assemble").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command(tool)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got, _ := os.ReadFile(dir + "/verify.html"); string(got) != string(want) {
		t.Error("verify.html is out of date: go generate ./cmd/companion/verify")
	}
}

func TestThePageRefersToNoOtherFile(t *testing.T) {
	page, err := os.ReadFile("verify.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, reference := range []string{`\bsrc=`, `\bhref=`, `url\(`, `@import`, `(?m)^import `, `https?://`, `\bfetch\(`, `XMLHttpRequest`, `WebSocket`, `crypto\.subtle\.`} {
		if found := regexp.MustCompile(reference).Find(page); found != nil {
			t.Errorf("the page has %q", found)
		}
	}
}

// asked matches the keys that the scripts ask for, whole or up to a part that a script computes.
var asked = regexp.MustCompile("(?:say\\(|Fault\\()[\"`]([a-z.]+)")

func TestThePageHasTheTextsThatItAsksForInBothLanguages(t *testing.T) {
	used := map[string]bool{}
	for _, file := range []string{"page.js", "record.js", "verify.js"} {
		script, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllSubmatch(script, -1) {
			used[string(m[1])] = true
		}
	}
	texts := map[words.Lang]map[string]int{}
	for _, lang := range words.Langs {
		text, err := os.ReadFile(string(lang) + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		c, err := words.Parse(lang, string(text))
		if err != nil {
			t.Fatal(err)
		}
		texts[lang] = c.Keys()
	}
	for _, lang := range words.Langs {
		for key := range used {
			if _, ok := texts[lang][key]; !ok && !strings.HasSuffix(key, ".") {
				t.Errorf("%s has no text %q", lang, key)
			}
		}
		for key := range texts[lang] {
			if _, ok := texts[words.Russian][key]; !ok {
				t.Errorf("only %s has %q", lang, key)
			}
			if _, ok := texts[words.English][key]; !ok {
				t.Errorf("only %s has %q", lang, key)
			}
			if group, _, _ := strings.Cut(key, "."); !used[key] && !used[group+"."] && key != "code.lost" && key != "code.closed" {
				t.Errorf("nobody asks for %q", key)
			}
		}
	}
}
