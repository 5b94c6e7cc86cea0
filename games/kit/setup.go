package kit

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/games"
)

// plainName matches the valid names of games and options.
var plainName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// fileName matches the valid names of games in files.
var fileName = regexp.MustCompile(`^file/[a-z][a-z0-9]*$`)

// CheckCatalogues fails unless the game has a valid name, both catalogues have the same keys, and
// the catalogues have the keys that set-up screens and menus need.
func (k *Kit) CheckCatalogues(t T) {
	if name := k.rules.Name(); !plainName.MatchString(name) && !fileName.MatchString(name) {
		t.Errorf("Name() = %q, want lower-case letters and digits, for a game in a file after \"file/\"", name)
	}
	for lang := range languages {
		c, err := parseCatalogue(lang, k.rules.Assets()[lang], k.rules.Assets()[otherLanguage(lang)])
		if err != nil {
			t.Fatalf("%v", err)
		}
		k.words[lang] = c
		for _, key := range k.required() {
			if c[key] == "" {
				t.Errorf("%s has no key %q", lang, key)
			}
		}
		c.checkLetters(t, lang)
		if n := utf8.RuneCountInString(c["title"]); n > columns {
			t.Errorf("%s: title has %d characters, want at most %d", lang, n, columns)
		}
	}
	ru, en := k.words["ru"], k.words["en"]
	for _, key := range slices.Sorted(maps.Keys(ru)) {
		if _, ok := en[key]; !ok {
			t.Errorf("%q is in ru, not in en", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(en)) {
		if _, ok := ru[key]; !ok {
			t.Errorf("%q is in en, not in ru", key)
		}
	}
	if games.IsTracker(k.rules) {
		ru[anyWord], en[anyWord] = "", ""
	}
}

// checkLetters fails unless the letters of pictures in c are single characters, each for one
// picture.
func (c catalogue) checkLetters(t T, lang string) {
	of := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(c)) {
		letter := c[key]
		switch {
		case !strings.HasPrefix(key, "letter."):
		case utf8.RuneCountInString(letter) != 1:
			t.Errorf("%s: %s = %q is not one letter", lang, key, letter)
		case of[letter] != "":
			t.Errorf("%s: %s and %s are both %q", lang, of[letter], key, letter)
		default:
			of[letter] = key
		}
	}
}

// required returns the keys that set-up screens and menus need.
func (k *Kit) required() []string {
	keys := []string{"title", "about"}
	for _, o := range k.rules.Options() {
		if !o.Asks() {
			continue
		}
		keys = append(keys, "option."+o.Name)
		for _, v := range o.Values {
			keys = append(keys, "option."+o.Name+"."+v)
		}
	}
	return keys
}

// CheckSetups fails unless a rule refuses each invalid set-up: one seat too few, one seat too
// many, an unknown option or an unknown value. It also checks that the default of an option is
// one of its values.
func (k *Kit) CheckSetups(t T) {
	least, most := k.rules.Seats()
	if least < 1 || most < least {
		t.Fatalf("Seats() = %d, %d", least, most)
	}
	for _, s := range []games.Setup{
		{Seats: least - 1},
		{Seats: most + 1},
		{Seats: least, Options: map[string]string{"nosuchoption": "on"}},
	} {
		k.checkRefusedSetup(t, s)
	}
	seen := map[string]bool{}
	for _, o := range k.rules.Options() {
		if !o.Asks() {
			continue
		}
		if !plainName.MatchString(o.Name) || seen[o.Name] {
			t.Errorf("option %q: want a unique name of lower-case letters and digits", o.Name)
		}
		seen[o.Name] = true
		k.checkOption(t, o)
	}
}

// checkOption fails if o's default is not one of its values, if no option has the value that o
// needs, or if New accepts an unknown value of o.
func (k *Kit) checkOption(t T, o games.Option) {
	from, to, number := o.Range()
	n, err := strconv.ParseInt(o.Default, 10, 32)
	inside := number && err == nil && int32(n) >= from && int32(n) <= to
	if !inside && !slices.Contains(o.Values, o.Default) && (number || o.Grammar == "") {
		t.Errorf("option %s: the default %q is not one of its values", o.Name, o.Default)
	}
	if o.Needs != "" && !k.offers(o.Needs, o.Name) {
		t.Errorf("option %s: no other option has the value %q that it needs", o.Name, o.Needs)
	}
	least, _ := k.rules.Seats()
	if o.Grammar == "" || number {
		k.checkRefusedSetup(t, games.Setup{Seats: least, Options: map[string]string{o.Name: "nosuchvalue"}})
	}
}

// offers reports whether an option other than except has the value needed, which is written
// "name=value".
func (k *Kit) offers(needed, except string) bool {
	name, value, _ := strings.Cut(needed, "=")
	return slices.ContainsFunc(k.rules.Options(), func(o games.Option) bool {
		return o.Name == name && o.Name != except && slices.Contains(o.Values, value)
	})
}

func (k *Kit) checkRefusedSetup(t T, s games.Setup) {
	t.Helper()
	_, err := k.rules.New(s)
	if err == nil {
		t.Errorf("New(%s) is accepted, want it refused", start(s))
		return
	}
	if err := k.refusal(err); err != nil {
		t.Errorf("New(%s): %v", start(s), err)
	}
}

// refusal returns nil if err is the refusal of a rule with texts in both languages, and otherwise
// an error.
func (k *Kit) refusal(err error) error {
	var illegal games.Illegal
	if !errors.Is(err, games.ErrIllegal) || !errors.As(err, &illegal) {
		return errors.New("want a games.Illegal, got: " + err.Error())
	}
	if strings.HasPrefix(illegal.Rule.Key, "rule.setup.") {
		return nil
	}
	if !strings.HasPrefix(illegal.Rule.Key, "rule.") {
		return errors.New("a rule's key begins with \"rule.\", got " + strconv.Quote(illegal.Rule.Key))
	}
	return k.sayable(illegal.Rule)
}

// sayable returns nil if both languages can render text, and otherwise an error.
func (k *Kit) sayable(text games.Text) error {
	for lang, c := range k.words {
		if _, err := c.say(lang, text); err != nil {
			return err
		}
	}
	return nil
}

// draw returns a set-up with random options that the game accepts, and the first position of that
// set-up.
func (k *Kit) draw(t T, rnd *rand.Rand, seats int) (games.Setup, games.State) {
	t.Helper()
	for range 20 {
		setup := games.Setup{Seats: seats, Options: games.Unasked(k.rules.Options())}
		for _, o := range k.rules.Options() {
			if v, ok := value(rnd, o); ok && o.Asks() && rnd.IntN(2) == 0 {
				setup.Options[o.Name] = v
			}
		}
		state, err := k.rules.New(setup)
		if err == nil {
			return setup, state
		}
		if err := k.refusal(err); err != nil {
			t.Fatalf("New(%s): %v", start(setup), err)
		}
	}
	setup := k.usual(seats)
	return setup, k.first(t, setup)
}

// usual returns the set-up of a new match with the default of every option.
func (k *Kit) usual(seats int) games.Setup {
	return games.Setup{Seats: seats, Options: games.Unasked(k.rules.Options())}
}

// declines reports whether a game in a file refuses by a word of its own the usual set-up for that number
// of seats, and accepts that of another number, as a game for an even number of players does.
func (k *Kit) declines(seats int) bool {
	refuses := func(n int) bool {
		_, err := k.rules.New(k.usual(n))
		return err != nil && !failed(err) && k.refusal(err) == nil
	}
	least, most := k.rules.Seats()
	if !fileName.MatchString(k.rules.Name()) || !refuses(seats) {
		return false
	}
	for n := least; n <= most; n++ {
		if !refuses(n) {
			return true
		}
	}
	return false
}

// failed reports whether a refusal is a failure of the program of a file.
func failed(err error) bool {
	var illegal games.Illegal
	return errors.As(err, &illegal) && (strings.HasPrefix(illegal.Rule.Key, "rule.file.") || illegal.Rule.Key == "rule.program")
}

func (k *Kit) first(t T, setup games.Setup) games.State {
	t.Helper()
	state, err := k.rules.New(setup)
	if p, ok := t.(*part); ok && err != nil {
		p.stop(Finding{What: fmt.Sprintf("New(%s): %v", start(setup), err), Said: k.rule([]any{err}), Setup: start(setup)})
	}
	if err != nil {
		t.Fatalf("New(%s): %v", start(setup), err)
	}
	return state
}

// value draws a random value of o. It returns false if o lists no values and its grammar is not a
// range.
func value(rnd *rand.Rand, o games.Option) (string, bool) {
	from, to, number := o.Range()
	switch {
	case number && (len(o.Values) == 0 || rnd.IntN(2) == 0):
		return strconv.FormatInt(int64(from)+rnd.Int64N(int64(to)-int64(from)+1), 10), true
	case len(o.Values) > 0:
		return o.Values[rnd.IntN(len(o.Values))], true
	}
	return "", false
}

// start prints s in the form of the first line of perft files and playthroughs: "seats=2
// scoring=kids".
func start(s games.Setup) string {
	words := []string{"seats=" + strconv.Itoa(s.Seats)}
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		words = append(words, name+"="+s.Options[name])
	}
	return strings.Join(words, " ")
}
