package hidscanner

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"
	"unsafe"
)

var sizes = []int{smallEvent, largeEvent}

// event is an input event of a size at a time, in the byte order of this machine.
func event(size int, kind, code uint16, value uint32) []byte {
	const seconds, micros = 1_795_000_000, 123_456
	var b []byte
	if size == largeEvent {
		b = binary.NativeEndian.AppendUint64(b, seconds)
		b = binary.NativeEndian.AppendUint64(b, micros)
	} else {
		b = binary.NativeEndian.AppendUint32(b, seconds)
		b = binary.NativeEndian.AppendUint32(b, micros)
	}
	b = binary.NativeEndian.AppendUint16(b, kind)
	b = binary.NativeEndian.AppendUint16(b, code)
	return binary.NativeEndian.AppendUint32(b, value)
}

// Kinds that only tests need.
const (
	evMsc  = 4
	repeat = 2
)

// stroke is a key that goes down or up, with the scan code and the end of the report, as a
// USB keyboard sends it.
func stroke(size int, code uint16, value uint32) []byte {
	return bytes.Join([][]byte{event(size, evMsc, 4, 0x70000+uint32(code)), event(size, evKey, code, value), event(size, evSyn, synReport, 0)}, nil)
}

// keys are strokes: "+42" goes down, "-42" up, "=42" repeats, "42" down and up; "drop" is SYN_DROPPED.
func keys(size int, strokes string) (b []byte) {
	for s := range strings.FieldsSeq(strokes) {
		code := uint16(0)
		for _, c := range strings.TrimLeft(s, "+-=") {
			code = 10*code + uint16(c-'0')
		}
		switch {
		case s == "drop":
			b = append(b, event(size, evSyn, synDropped, 0)...)
		case s[0] == '=':
			b = append(b, stroke(size, code, repeat)...)
		case s[0] == '-':
			b = append(b, stroke(size, code, released)...)
		case s[0] == '+':
			b = append(b, stroke(size, code, pressed)...)
		default:
			b = append(b, stroke(size, code, pressed)...)
			b = append(b, stroke(size, code, released)...)
		}
	}
	return b
}

func TestAnEventHasTheSizeThatTheKernelGivesThisProcess(t *testing.T) {
	if want := int(2*unsafe.Sizeof(uintptr(0)) + 8); eventSize != want {
		t.Errorf("an event has %d bytes, want %d", eventSize, want)
	}
}

// The bytes of a scanner that reads HARE-3, on little-endian machines with words of 64 bits and
// of 32 bits: Shift and H, as a USB keyboard reports them.
func TestRecordedEventsAreText(t *testing.T) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		t.Skip("the recording is little-endian")
	}
	for size, recorded := range map[int]string{
		largeEvent: `
			c0f9fd6a00000000 40e2010000000000 0400 0400 e1000700
			c0f9fd6a00000000 40e2010000000000 0100 2a00 01000000
			c0f9fd6a00000000 40e2010000000000 0000 0000 00000000
			c0f9fd6a00000000 28e6010000000000 0400 0400 0b000700
			c0f9fd6a00000000 28e6010000000000 0100 2300 01000000
			c0f9fd6a00000000 28e6010000000000 0000 0000 00000000
			c0f9fd6a00000000 10ea010000000000 0100 2300 00000000
			c0f9fd6a00000000 10ea010000000000 0100 2a00 00000000
			c0f9fd6a00000000 10ea010000000000 0000 0000 00000000
			c0f9fd6a00000000 f8ed010000000000 0100 0c00 01000000
			c0f9fd6a00000000 f8ed010000000000 0100 1c00 01000000`,
		smallEvent: `
			c0f9fd6a 40e20100 0400 0400 e1000700
			c0f9fd6a 40e20100 0100 2a00 01000000
			c0f9fd6a 40e20100 0000 0000 00000000
			c0f9fd6a 28e60100 0400 0400 0b000700
			c0f9fd6a 28e60100 0100 2300 01000000
			c0f9fd6a 28e60100 0000 0000 00000000
			c0f9fd6a 10ea0100 0100 2300 00000000
			c0f9fd6a 10ea0100 0100 2a00 00000000
			c0f9fd6a 10ea0100 0000 0000 00000000
			c0f9fd6a f8ed0100 0100 0c00 01000000
			c0f9fd6a f8ed0100 0100 1c00 01000000`,
	} {
		b, err := hex.DecodeString(strings.Join(strings.Fields(recorded), ""))
		if err != nil || len(b) != 11*size {
			t.Fatalf("%d bytes, %v", len(b), err)
		}
		d := newDecoder(size)
		if got := string(d.decode(nil, b)); got != "H-\n" {
			t.Errorf("events of %d bytes are read as %q", size, got)
		}
	}
}

func TestKeysAreTheCharactersOfAUSKeyboard(t *testing.T) {
	for _, tt := range []struct{ name, keys, want string }{
		{"digits", "5 7 11 2 28", "4601\n"},
		{"the upper row", "2 3 4 5 6 7 8 9 10 11 12 13", "1234567890-="},
		{"the upper row with Shift", "+42 2 3 4 5 6 7 8 9 10 11 12 13 -42", "!@#$%^&*()_+"},
		{"letters", "16 17 18 19 20 21 22 23 24 25 30 31 32 33 34 35 36 37 38 44 45 46 47 48 49 50", "qwertyuiopasdfghjklzxcvbnm"},
		{"capitals, by the right Shift", "+54 35 30 19 18 -54 12 4", "HARE-3"},
		{"marks", "26 27 39 40 41 43 51 52 53 57", "[];'`\\,./ "},
		{"marks with Shift", "+42 26 27 39 40 41 43 51 52 53 57 -42", "{}:\"~|<>? "},
		{"the keypad", "71 72 73 75 76 77 79 80 81 82 55 74 78 83 98 117 121 96", "7894561230*-+./=,\n"},
		{"Enter and Tab end a code", "30 28 48 15 +42 28 -42", "a\nb\n\n"},
		{"both Shifts", "+42 +54 30 -42 30 -54 30", "AAa"},
		{"a repeated key", "+30 =30 =30 -30", "a"},
		{"two keys that overlap", "+30 +48 -30 -48", "ab"},
		{"Num Lock and Scroll Lock", "69 30 70", "a"},
		{"a function key", "30 59 48", "a\x00b"},
		{"Caps Lock", "58 30 58", "\x00a\x00"},
		{"Escape, Backspace, the key beside a European Shift", "1 14 86", "\x00\x00\x00"},
		{"a button of a mouse", "272", "\x00"},
		{"a key with the Windows key", "+125 30 -125 30", "\x00a"},
		{"Ctrl with letters", "30 +29 50 -29 48 +97 36 -97", "a\rb\n"},
		{"the separator of GS1", "+29 27 -29", "\x00"},
		{"Ctrl with a digit", "+29 3 -29", "\x00"},
		{"ALT mode", "+56 82 77 79 -56 +56 80 82 72 -56 28", "=\x00\n"},
		{"ALT mode with zeros", "+56 82 82 72 73 -56 +100 82 77 76 -100", "YA"},
		{"ALT mode of a space and a tilde", "+56 81 80 -56 +56 79 80 77 -56", " ~"},
		{"ALT mode without a character", "+56 81 79 -56 +56 79 80 71 -56", "\x00\x00"},
		{"ALT mode of a long number", "+56 73 73 73 73 73 73 73 73 73 73 73 73 73 73 73 73 73 73 73 73 -56", "\x00"},
		{"Alt alone", "+56 -56 30", "a"},
		{"Alt with a letter", "+56 30 -56", "\x00"},
		{"dropped events", "30 48 drop 46 32", "ab\x00d"},
		{"dropped events before a code", "drop 46 32 28", "\x00d\n"},
	} {
		for _, size := range sizes {
			d := newDecoder(size)
			if got := string(d.decode(nil, keys(size, tt.keys))); got != tt.want {
				t.Errorf("%s: events of %d bytes are read as %q, want %q", tt.name, size, got, tt.want)
			}
		}
	}
}

func TestTheModifiersAreThoseOfTheKernelAfterDroppedEvents(t *testing.T) {
	d := newDecoder(largeEvent)
	d.decode(nil, keys(largeEvent, "+42 +56 79 drop"))
	if d.stale {
		t.Error("the modifiers are asked for before the dropped report has ended")
	}
	d.decode(nil, event(largeEvent, evSyn, synReport, 0))
	if !d.stale {
		t.Error("the modifiers are not asked for")
	}
	held := make([]byte, numKeys/8)
	held[54/8] = 1 << (54 % 8) // the right Shift; the left one and Alt were released meanwhile
	d.update(held)
	if got := string(d.decode(nil, keys(largeEvent, "30 -54 30 -56"))); got != "Aa" || d.stale {
		t.Errorf("read %q", got)
	}
	d.update(nil)
	if d.held != 0 {
		t.Errorf("with no keys held: %b", d.held)
	}
}

// Any bytes are decoded alike at once and piece by piece, and alike with events of either size.
func FuzzDecode(f *testing.F) {
	for _, strokes := range []string{"+42 35 -42 28", "30 drop 48 28", "+56 82 77 79 -56 +29 50 -29"} {
		f.Add(keys(smallEvent, strokes), 3)
	}
	f.Add([]byte{1, 2, 3}, 0)
	f.Fuzz(func(t *testing.T, events []byte, piece int) {
		small, large, pieces := newDecoder(smallEvent), newDecoder(largeEvent), newDecoder(smallEvent)
		got := small.decode(nil, events)
		if len(got) > len(events)/smallEvent {
			t.Fatalf("%d bytes of %d events", len(got), len(events)/smallEvent)
		}
		for _, b := range got {
			if b > '~' {
				t.Fatalf("read %q", got)
			}
		}
		var widened, byPieces []byte
		step := (1 + int(uint(piece)%8)) * smallEvent
		for at := 0; at+smallEvent <= len(events); at += smallEvent {
			widened = append(widened, make([]byte, largeEvent-smallEvent)...)
			widened = append(widened, events[at:at+smallEvent]...)
		}
		for at := 0; at < len(events); at += step {
			byPieces = pieces.decode(byPieces, events[at:min(at+step, len(events))])
		}
		if other := large.decode(nil, widened); !bytes.Equal(got, other) || !bytes.Equal(got, byPieces) {
			t.Fatalf("read %q, with larger events %q, by pieces %q", got, other, byPieces)
		}
	})
}
