// Command assemble writes verify.html from its sources in the present folder: one file without
// references to others.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"tabletop/companion/words"
)

// scripts lists the scripts. Each stands after the scripts that it imports.
var scripts = []string{"sha256.js", "record.js", "deck.js", "squares.js", "field.js", "games.js", "verify.js", "page.js"}

func main() {
	if err := assemble(); err != nil {
		fmt.Fprintln(os.Stderr, "assemble:", err)
		os.Exit(1)
	}
}

func assemble() error {
	page, err := os.ReadFile("page.html")
	if err != nil {
		return err
	}
	style, err := os.ReadFile("page.css")
	if err != nil {
		return err
	}
	script, err := joined()
	if err != nil {
		return err
	}
	texts, err := texts()
	if err != nil {
		return err
	}
	put := strings.NewReplacer("{{style}}", strings.TrimSpace(string(style)), "{{texts}}", texts, "{{script}}", script)
	return os.WriteFile("verify.html", []byte(put.Replace(string(page))), 0o644)
}

// modular matches what a joined script doesn't need: imports, and the word export.
var modular = regexp.MustCompile(`(?m)^import .*\n|^export `)

// joined returns all scripts as one. Their top-level names must differ.
func joined() (string, error) {
	var all []string
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		all = append(all, "// ---- "+name+"\n"+strings.TrimSpace(modular.ReplaceAllString(string(text), "")))
	}
	return strings.Join(all, "\n\n"), nil
}

// language is the texts of the page in one language.
type language struct {
	Words  map[string]string `json:"words"`
	Title  string            `json:"title"`  // title of the explanation of the fairness code
	Topics []words.Topic     `json:"topics"` // its topics
}

// texts returns the texts in all languages as JSON, which is safe within HTML.
func texts() (string, error) {
	all := map[words.Lang]language{}
	for _, lang := range words.Langs {
		text, err := os.ReadFile(string(lang) + ".txt")
		if err != nil {
			return "", err
		}
		c, err := words.Parse(lang, string(text))
		if err != nil {
			return "", err
		}
		own := words.Companion(lang)
		l := language{map[string]string{}, own.Word("fairness"), own.Fairness()}
		for key := range c.Keys() {
			l.Words[key] = c.Source(key)
		}
		all[lang] = l
	}
	data, err := json.MarshalIndent(all, "", " ")
	return string(data), err
}
