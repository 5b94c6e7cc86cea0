package gpiochip

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"periph.io/x/conn/v3/gpio"
)

// The sizes and numbers that gpio.h has on every machine.
func TestTheKernelsStructsHaveTheSizesOfItsHeader(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"gpiochip_info", unsafe.Sizeof(chipInfo{}), 68},
		{"gpio_v2_line_info", unsafe.Sizeof(lineInfo{}), 256},
		{"gpio_v2_line_config", unsafe.Sizeof(lineConfig{}), 272},
		{"gpio_v2_line_request", unsafe.Sizeof(lineRequest{}), 592},
		{"gpio_v2_line_values", unsafe.Sizeof(lineValues{}), 16},
		{"gpio_v2_line_event", unsafe.Sizeof(lineEvent{}), 48},
		{"offset of fd", unsafe.Offsetof(lineRequest{}.fd), 588},
		{"GPIO_GET_CHIPINFO_IOCTL", uintptr(getChip), 0x8044B401},
		{"GPIO_V2_GET_LINEINFO_IOCTL", uintptr(getLine), 0xC100B405},
		{"GPIO_V2_GET_LINE_IOCTL", uintptr(request), 0xC250B407},
		{"GPIO_V2_LINE_GET_VALUES_IOCTL", uintptr(getLevel), 0xC010B40E},
		{"GPIO_V2_LINE_SET_VALUES_IOCTL", uintptr(setLevel), 0xC010B40F},
	} {
		if c.got != c.want {
			t.Errorf("%s is %#x, want %#x", c.name, c.got, c.want)
		}
	}
}

func TestANodeThatIsNoChipIsAnErrorThatNamesIt(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "gpiochip0")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Kernel{folder: folder}.Inputs("", []string{"GPIO5"}, gpio.PullUp)
	if want := "gpiochip: GPIO5: no GPIO chip of the header: " + path + ": ioctl: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s…", err, want)
	}
}
