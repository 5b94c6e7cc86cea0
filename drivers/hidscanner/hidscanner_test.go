package hidscanner

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
)

func TestAnIDIsFourDigitsTwice(t *testing.T) {
	for text, want := range map[string]string{
		"usb:1a86:e129": "usb:1a86:e129", "USB:1A86:E129": "usb:1a86:e129", "usb:0001:0000": "usb:0001:0000",
		"usb:1a86": "", "usb:1a86:e129:1": "", "usb:1a86:e12": "", "usb:1a86:0e129": "", "usb:1a86:xyzt": "",
		"usb::": "", "1a86:e129": "", "usb:+a86:e129": "", "": "", "/dev/input/event0": "",
	} {
		id, err := ParseID(text)
		if got := id.String(); want != "" && (err != nil || got != want) {
			t.Errorf("%q is %s, %v, want %s", text, got, err, want)
		}
		if want == "" && (err == nil || id != ID{}) {
			t.Errorf("%q is %v", text, id)
		}
	}
	for text, want := range map[string]bool{"usb:": true, "USB:x": true, "us": false, "": false, "/dev/usb/lp0": false} {
		if got := IsID(text); got != want {
			t.Errorf("IsID(%q) is %v", text, got)
		}
	}
}

// Bit fields of keys as the kernel writes them.
const (
	scannerKeys = "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe" // an ordinary keyboard too
	smallWords  = "10000 7 ff9f207a c14057ff febeffdf ffefffff ffffffff fffffffe"    // of 32 bits
	volumeKeys  = "3f 3003300000000 0 e000000000000 0"
	mouseKeys   = "1f0000 0 0 0 0"
)

// plug adds an input device to a machine's list.
func plug(root fstest.MapFS, n int, bus, vendor, product, name, keys string) {
	folder := fmt.Sprintf("sys/class/input/event%d/device/", n)
	for file, text := range map[string]string{"id/bustype": bus, "id/vendor": vendor, "id/product": product, "name": name, "capabilities/key": keys} {
		root[folder+file] = &fstest.MapFile{Data: []byte(text + "\n")}
	}
}

func TestOnlyKeyboardsOnUSBAreListed(t *testing.T) {
	root := fstest.MapFS{}
	plug(root, 12, "0003", "1a86", "e129", "USBKey Chip USBKey Module", scannerKeys)
	plug(root, 2, "0003", "046d", "c31c", "Logitech Keyboard K120", smallWords)
	plug(root, 3, "0003", "046d", "c31c", "Logitech Keyboard K120 Consumer Control", volumeKeys)
	plug(root, 4, "0003", "093a", "2510", "Optical Mouse", mouseKeys)
	plug(root, 5, "0005", "1a86", "e129", "by Bluetooth", scannerKeys)
	plug(root, 6, "0011", "0001", "0001", "AT keyboard", scannerKeys)
	plug(root, 7, "0003", "", "", "broken", scannerKeys)
	plug(root, 8, "0003", "1a86", "e12a", "no keys", "")
	root["sys/class/input/mice/device/name"] = &fstest.MapFile{}
	want := []Keyboard{
		{ID{0x046d, 0xc31c}, "Logitech Keyboard K120", "/dev/input/event2"},
		{ID{0x1a86, 0xe129}, "USBKey Chip USBKey Module", "/dev/input/event12"},
	}
	if got := Keyboards(root); !slices.Equal(got, want) {
		t.Errorf("listed %v, want %v", got, want)
	}
	if k, err := Find(root, ID{0x1a86, 0xe129}); err != nil || k != want[1] {
		t.Errorf("found %v, %v", k, err)
	}
	if k, err := Find(root, ID{0x1a86, 0xe12a}); !errors.Is(err, fs.ErrNotExist) || err.Error() != "hidscanner: no keyboard usb:1a86:e12a: file does not exist" {
		t.Errorf("found %v, %v", k, err)
	}
	if got := Keyboards(fstest.MapFS{}); got != nil {
		t.Errorf("a machine without input devices has %v", got)
	}
}
