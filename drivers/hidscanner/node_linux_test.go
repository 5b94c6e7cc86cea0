package hidscanner

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"unsafe"
)

// The sizes and numbers that linux/input.h has on every machine.
func TestTheKernelsCallsHaveTheNumbersOfItsHeader(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uint
	}{
		{"struct input_id", uint(unsafe.Sizeof(inputID{})), 8},
		{"EVIOCGID", getID, 0x80084502},
		{"EVIOCGKEY(16)", getKeys, 0x80104518},
		{"EVIOCGRAB", setGrab, 0x40044590},
	} {
		if c.got != c.want {
			t.Errorf("%s is %#x, want %#x", c.name, c.got, c.want)
		}
	}
}

func TestAFileThatIsNoInputDeviceAnswersNoCall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "event0")
	if _, err := openNode(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("opened a missing node: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	n, err := openNode(path)
	if err != nil {
		t.Fatal(err)
	}
	_, id := n.id()
	for name, err := range map[string]error{"id": id, "grab": n.grab(), "keys": n.keys(make([]byte, numKeys/8))} {
		if err == nil {
			t.Errorf("%s: answered", name)
		}
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if err := n.grab(); err == nil {
		t.Error("a closed node was grabbed")
	}
}
