package people

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNamesThatPeopleTakeForOneFoldAlike(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"Аня", "Аня ", true},
		{"Аня", " Аня", true},
		{"А Б", "А  Б", true},
		{"Аня", "Aня", true}, // a Latin A
		{"Аня", "аня", true},
		{"Аня", "АНЯ", true},
		{"Anna", "ANNA", true},
		{"Вера", "Bера", true},   // a Latin B
		{"Костя", "Κостя", true}, // a Greek K
		{"Ёлка", "Е\u0308лка", true},
		{"Ёлка", "Елка", true},
		{"семён", "СЕМЕН", true},
		{"Ａｎｎａ", "Anna", true}, // full-width letters
		{"O’Neil", "O'Neil", true},
		{"Ӗлка", "Елка", false},
		{"Аня", "А\u200bня", true},
		{"Игорь", "Iгорь", false},
		{"А Б", "АБ", false},
		{"Аня", "Яна", false},
		{"Аня", "Ани", false},
		{"Ян 1", "Ян 2", false},
		{"Анна-М", "Анна М", false},
	} {
		if got := Alike(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q are alike: %t, want %t", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestATypedNameIsTidied(t *testing.T) {
	for typed, want := range map[string]string{
		"Аня": "Аня", " Аня ": "Аня", "А  Б": "А Б", "А \u00a0 Б": "А Б", "Ли ": "Ли", "Ａｎｎａ　Ｋ．": "Anna K.", "O’Neil": "O'Neil", "Е\u0308лка": "Ёлка", "": "", "   ": "",
	} {
		if got, ok := Tidy(typed); !ok || got != want {
			t.Errorf("%q is tidied to %q, %t, want %q", typed, got, ok, want)
		}
	}
	for name, bad := range map[string]string{
		"a tab": "А\tБ", "a line feed": "Аня\n", "NUL": "А\x00", "a zero-width space": "А\u200bня", "a joiner": "А\u200dня", "a mark of direction": "А\u202eня",
		"a byte-order mark": "\ufeffАня", "a soft hyphen": "А\u00adня", "a grapheme joiner": "А\u034fня", "a variation selector": "А\ufe0fня", "a filler": "А\u3164ня", "a tag": "А\U000e0041",
	} {
		if got, ok := Tidy(bad); ok {
			t.Errorf("%s: %q is taken as %q", name, bad, got)
		}
	}
}

func TestFoldingFindsAKeyOfItsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringOfN(rapid.RuneFrom([]rune(" -аАбБвВёЁйЙaAbBсСcCΑαßİıſК")), 0, 10, -1).Draw(t, "name")
		key := Fold(name)
		if again := Fold(key); again != key {
			t.Fatalf("%q folds to %q, and that to %q", name, key, again)
		}
		if got := Fold(" " + strings.ToUpper(strings.ToLower(name)) + "  "); !strings.ContainsAny(name, "İı") && got != key {
			t.Fatalf("%q in capitals folds to %q, want %q", name, got, key)
		}
	})
}

func TestAPlayerIsRecognizedWhereOnlyOneCanBeMeant(t *testing.T) {
	p := People{Known: []string{"Аня", "Боря", "Вера", "вера"}}
	for _, tt := range []struct {
		name, want string
		ok         bool
	}{
		{"аня", "Аня", true},
		{"Aня", "Аня", true},
		{"Боря", "Боря", true},
		{"вера", "вера", true}, // known by exactly this name
		{"ВЕРА", "", false},
		{"гость", "Гость", true},
		{"Новая", "Новая", true},
	} {
		if got, ok := p.Recognized(tt.name, []string{"Гость"}); got != tt.want || ok != tt.ok {
			t.Errorf("%q is %q, %t; want %q, %t", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}
