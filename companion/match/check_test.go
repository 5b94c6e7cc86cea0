package match

import (
	"slices"
	"strings"
	"testing"
)

func TestNamesHaveOneToSixteenLettersDigitsAndSomeSigns(t *testing.T) {
	for _, good := range []string{"Я", "Анна-Мария", "Ян 2", "Бабушка Ли", "Константин Павло", "O'Neil", "Anna K.", "a'b", "А.Б.", "éàüßñ", "李小龙", "-", "a b c d e"} {
		if got, err := CheckNames([]string{good}); err != nil || got[0] != good {
			t.Errorf("%q: got %q, %v", good, got, err)
		}
	}
	for _, bad := range []string{
		"", " ", "          ", "Константин Павлов", "12345678901234567", "'a", ".a", "=1", "a’b", "a\tb", "a\nb", "a\x00", "<script>", "a_b", "a/b", "@2", "#red", "😀",
		"\u0301a", "a\u200db", "a\u202eb", "a\u00a0b", "\xff", "a\xffb", strings.Repeat("я", 1<<20),
	} {
		if got, err := CheckNames([]string{bad}); err == nil {
			t.Errorf("%.40q was taken as %.40q", bad, got)
		}
	}
}

func TestNamesAreKeptInTheirComposedForm(t *testing.T) {
	got, err := CheckNames([]string{"Андреи\u0306", "Е\u0308лка", "x\u0302"})
	if want := []string{"Андрей", "Ёлка", "x\u0302"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	if _, err := CheckNames([]string{"Ёлка", "Е\u0308лка"}); err == nil {
		t.Error("two spellings of one name were taken for two names")
	}
}
