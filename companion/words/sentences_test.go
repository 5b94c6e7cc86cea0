package words_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/maze"
	"tabletop/games/mice"
	"tabletop/games/table"
)

var update = flag.Bool("update", false, "write the lists of sentences in testdata anew")

// odd are names as tables have them: long, of one letter, with a number, in two words.
var odd = []string{"Александра", "Я", "Ёж-2", "Дед Мороз"}

// Every text of every catalogue is said with 0 to 21 and odd names. The list is kept, so
// that a change of words is read as somebody at a table would say them.
func TestEverySentenceCanBeSaid(t *testing.T) {
	for _, lang := range words.Langs {
		own := words.Companion(lang)
		list := sentences(t, "companion", own)
		for _, r := range []games.Rules{mazaitsy.Rules{}, mice.Rules{}, maze.Rules{}, fox.Rules{}, table.Score{}, dice.Rules{}} {
			w, err := words.For(lang, own, r)
			if err != nil {
				t.Fatal(err)
			}
			list += sentences(t, r.Name(), w)
		}
		kept(t, filepath.Join("testdata", "sentences-"+string(lang)+".txt"), list)
	}
}

// sentences are the texts of a catalogue as they are said.
func sentences(t *testing.T, name string, w *words.Catalogue) string {
	list := "# " + name + "\n\n"
	for _, key := range slices.Sorted(maps.Keys(w.Keys())) {
		said := saidWith(w, key)
		for _, text := range said {
			for _, flaw := range flaws(w.Lang(), key, text) {
				t.Errorf("%s %s: %s in %q", w.Lang(), key, flaw, text)
			}
		}
		list += fmt.Sprintf("%s = %s\n", key, strings.Join(said, " | "))
	}
	return list + "\n"
}

// flawed is what no text that is said may hold: blanks and signs out of place.
var flawed = regexp.MustCompile(`[^ ]  [^ ]|^ | $|^$| [,.!?:;](?:$| )|[«„“(] | [»”)]|\(\)|[,!?:;][,.!:;]|\.[,!?:;]`)

// wrongWords are what no table is told: it is addressed as many, and each thing has one
// name. Words of two alphabets are slips of the keyboard.
var wrongWords = map[words.Lang]*regexp.Regexp{
	words.Russian: alone(`т(?:ы|ебя|ебе|обой)|тво(?:й|я|ё|и|его|ему|ей|их|им|ими|ю)|` +
		`[а-яё]+[её]шь(?:ся)?|(?:[а-яё]{2,})ишь(?:ся)?|(?:брось|возьми|нажми|положи|выбери|скажи|введи|поставь|подожди|смотри)|` +
		`кост(?:ь|и|ей|ью|ям|ями|ях)|кон(?:а|у|ом|е|ы|ов|ам|ами|ах)?|диск[а-яё]* (?:не )?пиш[а-яё]+|[а-яё]+[a-z]+|[a-z]+[а-яё]+`),
	words.English: alone(`go on(?: unsaved)?|first screen|stir(?:red)? in|disk (?:fails|writes|doesn't write)|[a-z]+[а-яё]+|[а-яё]+[a-z]+`),
}

// alone matches what stands between other letters than those of words.
func alone(of string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\p{L}\p{N}])(` + of + `)(?:[^\p{L}\p{N}]|$)`)
}

// sentence is the end of one before the next, and closed the end of the last one.
var (
	sentence = regexp.MustCompile(`\p{Ll}\. \p{Lu}`)
	closed   = regexp.MustCompile(`[.!?…:»”)]$|[^\p{Ll}]$|journalctl / -u companiond$`)
)

// flaws lists what is wrong with a text that is said.
func flaws(lang words.Lang, key, text string) (all []string) {
	if flaw := flawed.FindString(text); flaw != "" && !strings.HasPrefix(key, "joint.") {
		all = append(all, strconv.Quote(flaw))
	}
	if wrong := wrongWords[lang].FindStringSubmatch(text); wrong != nil {
		all = append(all, strconv.Quote(wrong[1]))
	}
	open := sentence.MatchString(text) && !closed.MatchString(text) && !strings.HasPrefix(key, "ask.") // a headline
	if open && !slices.ContainsFunc(odd, func(name string) bool { return strings.HasSuffix(text, name) }) {
		all = append(all, "an open end")
	}
	return all
}

// saidWith says a text with 0 to 21, each sentence once.
func saidWith(w *words.Catalogue, key string) (all []string) {
	args := make([]string, 12)
	for i := range args {
		args[i] = fmt.Sprint("@", 1+i%len(odd))
	}
	for n := range 22 {
		text := w.Say(games.Count(key, n, args...), odd)
		same := func(other string) bool { return shape(other) == shape(text) }
		if !slices.ContainsFunc(all, same) {
			all = append(all, text)
		}
	}
	return all
}

var digits = regexp.MustCompile(`[0-9]+`)

// shape is a sentence without its numbers.
func shape(text string) string { return digits.ReplaceAllString(text, "0") }

// kept compares a list with the one that is kept.
func kept(t *testing.T, file, list string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(list), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != list {
		t.Errorf("the sentences are others than those in %s: read them aloud, then go test -update", file)
	}
}
