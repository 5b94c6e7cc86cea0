// Package hidscanner reads a barcode or QR scanner that is a USB keyboard: most hand scanners, as
// delivered. It converts the pressed keys to text.
//
// # Which device
//
// A scanner has an [ID], the vendor and product numbers of its plug, such as usb:1a86:e129. [Open]
// looks for the ID in the kernel's list of input devices, and opens the node only of a device that
// has it. A scanner may have several nodes, for example one more for volume keys: only a node with
// the digits and Enter counts. If two devices have the same ID, the one with the lower number
// counts.
//
// The device is opened for reading only, and grabbed: while it is open, no other program and no
// console receives its keys (EVIOCGRAB). The kernel ends the grab when the device is closed.
//
// # Setup of the scanner
//
// Choose the US keyboard, and Enter or Tab after each code. Both are the default of most scanners.
// No keyboard layout of this machine matters, because the driver reads key codes
// (linux/input-event-codes.h).
//
// # Keys and text
//
// A press is a character of a US keyboard; Enter and Tab, also on the keypad, are "\n". Shift
// selects the upper character. Ctrl with a letter is a control character; Ctrl+M and Ctrl+J are
// the end of a line. Digits of the keypad during Alt are the decimal code of a character from
// space to ~: scanners call this ALT mode or keypad emulation. Repeated and released keys have no
// character. Num Lock and Scroll Lock have no effect.
//
// Any other key, such as a function key, is the byte [Unreadable]. It is a control character, so
// a reader that rejects codes with control characters rejects the whole code. The same byte takes
// the place of keys that the kernel had to drop (SYN_DROPPED, see "Documentation/input/
// event-codes.rst"), because a code with a gap must never count as a code.
//
// # Sources
//
// Events: linux/input.h, struct input_event. Its size is 16 bytes for a process with 32-bit words,
// also on a 64-bit kernel, and 24 bytes otherwise. Calls: drivers/input/evdev.c.
package hidscanner

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// ID identifies a USB device by its numbers of vendor and product.
type ID struct{ Vendor, Product uint16 }

// String returns the ID as "usb:1a86:e129", with four lower-case hexadecimal digits each.
func (id ID) String() string { return fmt.Sprintf("%s%04x:%04x", prefix, id.Vendor, id.Product) }

// prefix begins the text of each ID.
const prefix = "usb:"

// IsID reports whether a text is meant as an ID: it begins with "usb:".
func IsID(text string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// ParseID parses a text such as "usb:1A86:e129". It returns an error if the text does not consist
// of "usb:" and two numbers of four hexadecimal digits, in either case.
func ParseID(text string) (ID, error) {
	vendor, product, _ := strings.Cut(strings.TrimPrefix(strings.ToLower(text), prefix), ":")
	v, err := strconv.ParseUint(vendor, 16, 16)
	p, err2 := strconv.ParseUint(product, 16, 16)
	if !IsID(text) || err != nil || err2 != nil || len(vendor) != 4 || len(product) != 4 {
		return ID{}, fmt.Errorf("hidscanner: %q is no id of a USB device, want one like usb:1a86:e129", text)
	}
	return ID{uint16(v), uint16(p)}, nil
}

// Keyboard is a USB device with the keys of a scanner. An ordinary keyboard has the same keys.
type Keyboard struct {
	ID   ID
	Name string // product name in the device, such as "USBKey Chip USBKey Module"
	Node string // path of the device node, such as /dev/input/event3
}

// Keyboards returns the keyboards on USB in the order of their numbers. root is the root folder of
// the machine. Keyboards opens no device: the kernel describes each in /sys/class/input, where
// every user may read.
func Keyboards(root fs.FS) (all []Keyboard) {
	folders, _ := fs.Glob(root, "sys/class/input/event*") // no error: the pattern is valid
	slices.SortFunc(folders, func(a, b string) int { return number(a) - number(b) })
	for _, folder := range folders {
		read := func(name string) string {
			b, _ := fs.ReadFile(root, path.Join(folder, "device", name))
			return strings.TrimSpace(string(b))
		}
		id, err := ParseID(prefix + read("id/vendor") + ":" + read("id/product"))
		if err == nil && read("id/bustype") == busUSB && types(read("capabilities/key")) {
			all = append(all, Keyboard{id, read("name"), "/dev/input/" + path.Base(folder)})
		}
	}
	return all
}

// number returns the number at the end of a folder's name: 12 for event12.
func number(folder string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(path.Base(folder), "event"))
	return n
}

// busUSB is BUS_USB of linux/input.h, as the kernel writes it.
const busUSB = "0003"

// types reports whether a device has Enter and all digits. keys is the kernel's bit field of its
// keys: hexadecimal words, the word with the lowest key codes last.
func types(keys string) bool {
	const needed = 1<<keyEnter | 0x3FF<<key1
	last, err := strconv.ParseUint(keys[strings.LastIndex(keys, " ")+1:], 16, 64)
	return err == nil && last&needed == needed
}

// Find returns the keyboard with an ID. It returns an error that wraps fs.ErrNotExist if none is
// plugged in.
func Find(root fs.FS, id ID) (Keyboard, error) {
	for _, k := range Keyboards(root) {
		if k.ID == id {
			return k, nil
		}
	}
	return Keyboard{}, fmt.Errorf("hidscanner: no keyboard %v: %w", id, fs.ErrNotExist)
}
