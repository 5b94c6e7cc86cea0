package hidscanner

// Codes of keys in linux/input-event-codes.h.
const (
	key1     = 2 // followed by 2 to 9 and 0
	keyEnter = 28
	keyKP7   = 71  // first digit of the keypad; minus and plus are between the digits
	keyKP0   = 82  // last digit of the keypad
	numKeys  = 128 // the codes of all keys with a character or an effect here are lower
)

// Bits of modifiers. Each key has its own bit, because both keys of a pair may be held.
const (
	shifts = 0b11
	ctrls  = 0b11 << 2
	alts   = 0b11 << 4
	metas  = 0b11 << 6
)

// modifiers maps the codes of modifier keys to their bits: the left key, then the right one.
var modifiers = map[uint16]uint8{
	42: 1, 54: 1 << 1, // Shift
	29: 1 << 2, 97: 1 << 3, // Ctrl
	56: 1 << 4, 100: 1 << 5, // Alt
	125: 1 << 6, 126: 1 << 7, // Meta
}

// locks holds Num Lock and Scroll Lock. Caps Lock is not among them: its effect on the letters
// depends on the machine's lamps.
var locks = map[uint16]bool{69: true, 70: true}

// character is a key's character, and its character with Shift.
type character struct{ plain, shifted byte }

// rows holds the characters of consecutive keys, from the key with the code first. Keys without a
// character are Unreadable.
var rows = []struct {
	first          int
	plain, shifted string
}{
	{key1, "1234567890-=", "!@#$%^&*()_+"},
	{15, "\nqwertyuiop[]\n", "\nQWERTYUIOP{}\n"}, // from Tab to Enter
	{30, "asdfghjkl;'`", `ASDFGHJKL:"~`},
	{43, `\zxcvbnm,./`, `|ZXCVBNM<>?`},
	{55, "*", "*"}, // keypad
	{57, " ", " "},
	{keyKP7, "789-456+1230.", "789-456+1230."}, // keypad
	{96, "\n", "\n"},                           // keypad
	{98, "/", "/"},                             // keypad
	{117, "=", "="},                            // keypad
	{121, ",", ","},                            // keypad
}

// characters maps the code of a key to its characters.
var characters = table()

func table() (all [numKeys]character) {
	for _, r := range rows {
		for i := range len(r.plain) {
			all[r.first+i] = character{r.plain[i], r.shifted[i]}
		}
	}
	return all
}

// characterOf returns the characters of any key.
func characterOf(code uint16) character {
	if code >= numKeys {
		return character{Unreadable, Unreadable}
	}
	return characters[code]
}

// dials reports whether a key is a digit of the keypad.
func dials(code uint16) bool {
	c := characterOf(code).plain
	return code >= keyKP7 && code <= keyKP0 && c >= '0' && c <= '9'
}
