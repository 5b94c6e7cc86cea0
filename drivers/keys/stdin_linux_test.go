package keys

import (
	"os"
	"syscall"
	"testing"
)

func TestDescriptorZeroIsTakenByTheNullDeviceWhereItWasClosed(t *testing.T) {
	before, err := syscall.Dup(0)
	if err != nil {
		t.Skip("no standard input to begin with:", err)
	}
	defer func() {
		if err := syscall.Dup3(before, 0, 0); err != nil {
			t.Error(err)
		}
		if err := syscall.Close(before); err != nil {
			t.Error(err)
		}
	}()
	was, _ := os.Readlink("/proc/self/fd/0")
	if err := GuardStdin(); err != nil {
		t.Fatal(err)
	}
	if is, _ := os.Readlink("/proc/self/fd/0"); is != was {
		t.Errorf("it was %s and is %s, want no change", was, is)
	}
	if err := syscall.Close(0); err != nil {
		t.Fatal(err)
	}
	if err := GuardStdin(); err != nil {
		t.Fatal(err)
	}
	if is, _ := os.Readlink("/proc/self/fd/0"); is != os.DevNull {
		t.Errorf("it is %q, want %s", is, os.DevNull)
	}
}
