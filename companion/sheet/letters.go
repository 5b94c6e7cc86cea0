package sheet

import (
	"strings"
	"unicode"

	"tabletop/companion/panel"
)

// wheels holds the letters that up and down turn through, for each script: first the usual letters,
// then those of other languages in the same script. Together they contain every letter that the
// fonts draw.
var wheels = [][]string{
	{
		"АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
		"ӘІҒҚҢӨҰҮҺҖҔҘҠҪҤӐӖӲӒӔӚӜӞӢӤӦӪӬӮӰӴӸЄЇҐЎЂЃЅЈЉЊЋЌЏҜҲҶҸҊҌҎӀӃӅӇӉӋӍӶӼӾԒ",
	},
	{
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		"ÄÖÜẞÀÁÂÃÅĀĂĄÆÇĆĈĊČÐĎĐÈÉÊËĒĔĖĘĚƏĜĞĠĢǦĤĦÌÍÎÏĨĪĬĮİıĲĴĶĸĹĻĽĿŁÑŃŅŇŉŊÒÓÔÕØŌŎŐŒǪŔŖŘŚŜŞŠȘſŢŤŦȚÙÚÛŨŪŬŮŰŲŴÝŶŸŹŻŽÞªºµ",
		"ẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘƠỚỜỞỠỢỤỦƯỨỪỬỮỰỲỴỶỸ",
		"ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫΐΰ",
	},
	{"0123456789-.'"},
}

// Scripts of the wheel.
const (
	Cyrillic = iota
	Latin
)

// Signs on the wheel that are not letters.
const (
	SignDone  = "✓" // ends the text
	signBlank = "␣" // enters a blank
	signNext  = "»" // turns to the next script
	signMore  = "…" // turns to letters of other languages in the same script
)

// Letters is a widget that takes a name or text of at most Most letters, letter by letter.
type Letters struct {
	Title string
	Most  int

	text   string
	script int
	more   int // index of the wheel of the script
	at     int // index of the sign in the middle of the wheel
}

// NewLetters returns an empty Letters with the wheel at the first letter of a script.
func NewLetters(title string, most, script int) Letters {
	return Letters{Title: title, Most: most, script: script, at: 1}
}

// Begun returns l with letters that are entered already.
func (l Letters) Begun(text string) Letters {
	l.text = text
	return l
}

// Text returns the entered letters, without blanks around them.
func (l Letters) Text() string { return strings.TrimSpace(l.text) }

// View returns the view with the letters and the wheel. The arguments are labels: "back" for the
// key back if there is no letter to erase, "erase" for the key back if there is one, and "take" for
// the key ok.
func (l Letters) View(back, erase, take string) panel.View {
	wheel := l.wheel()
	v := panel.View{Kind: panel.KindEntry, Title: l.Title, Entry: l.text, Tabs: [2]string{erase, take}}
	if l.text == "" {
		v.Tabs[0] = back
	}
	for i := range v.Wheel {
		v.Wheel[i] = wheel[(l.at+i-2+len(wheel))%len(wheel)]
	}
	return v
}

// Press returns the Letters after a key press, and the outcome. Up and down turn the wheel, faster
// while held; ok takes the sign in its middle, and back erases a letter. The outcome is Chosen if
// Text is complete, and Left if there was no letter to erase. repeats counts the repetitions of a
// held key.
func (l Letters) Press(k panel.Key, repeats uint8) (Letters, Outcome) {
	n, by := len(l.wheel()), 1
	if repeats >= fastAfter {
		by = fastBy
	}
	switch k {
	case panel.Up:
		l.at = (l.at + n - by%n) % n
	case panel.Down:
		l.at = (l.at + by) % n
	case panel.OK:
		return l.take()
	case panel.Back:
		if l.text == "" {
			return l, Left
		}
		letters := []rune(l.text)
		l.text = string(letters[:len(letters)-1])
	}
	return l, Moved
}

// A key that is held for fastAfter repetitions turns the wheel by fastBy letters at once.
const (
	fastAfter = 12
	fastBy    = 3
)

// take returns the Letters after the sign in the middle of the wheel is taken, and the outcome.
func (l Letters) take() (Letters, Outcome) {
	switch sign := l.wheel()[l.at]; {
	case sign == SignDone && l.Text() != "":
		return l, Chosen
	case sign == SignDone:
		return l, Dropped
	case sign == signNext:
		l.script, l.more, l.at = (l.script+1)%len(wheels), 0, 1
	case sign == signMore:
		l.more, l.at = (l.more+1)%len(wheels[l.script]), 1
	case len([]rune(l.text)) >= l.Most:
		return l, Dropped
	case sign == signBlank && (l.text == "" || strings.HasSuffix(l.text, " ")):
		return l, Dropped
	case sign == signBlank:
		l.text += " "
	default:
		l.text += sign
	}
	return l, Moved
}

// wheel returns the signs that up and down turn through: SignDone, the letters, the blank, more
// letters of the script if there are any, and the next script.
func (l Letters) wheel() []string {
	signs := []string{SignDone}
	for _, r := range wheels[l.script][l.more] {
		signs = append(signs, l.cased(r))
	}
	signs = append(signs, signBlank)
	if len(wheels[l.script]) > 1 {
		signs = append(signs, signMore)
	}
	return append(signs, signNext)
}

// cased returns r as a capital at the beginning of a word, else as a small letter.
func (l Letters) cased(r rune) string {
	if l.text == "" || strings.ContainsRune(" -.'", rune(l.text[len(l.text)-1])) {
		return string(r)
	}
	return string(unicode.ToLower(r))
}
