package stick

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// machine is the root folder of a machine's /sys, /proc and /run.
type machine string

func (m machine) put(t testing.TB, name, text string) {
	t.Helper()
	path := filepath.Join(string(m), name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// Folders of controllers in /sys/devices: of a Raspberry Pi's USB and of its card.
const (
	usb  = "platform/soc/3f980000.usb/usb1/1-1/1-1.2/1-1.2:1.0/host0/target0:0:0/0:0:0:0/block/"
	card = "platform/soc/3f202000.mmc/mmc_host/mmc0/mmc0:aaaa/block/"
)

// disk adds a disk or, after a slash, a partition. No properties mean that udev hasn't examined it.
func (m machine) disk(t testing.TB, bus, device, number string, bytes int64, udev ...string) {
	t.Helper()
	path := "sys/devices/" + bus + device
	m.put(t, path+"/dev", number+"\n")
	m.put(t, path+"/size", fmt.Sprintln(bytes/512))
	m.put(t, path+"/ro", "0\n")
	m.put(t, block+"/loop0/size", "0\n")
	link := filepath.Join(string(m), block, filepath.Base(device))
	if err := os.Symlink("../../devices/"+bus+device, link); err != nil {
		t.Fatal(err)
	}
	if udev != nil {
		m.put(t, data+"/b"+number, "S:disk/by-x\nI:123\nE:"+strings.Join(udev, "\nE:")+"\nG:systemd\n")
	}
}

func (m machine) list(t *testing.T) []Stick {
	t.Helper()
	all, err := List(os.DirFS(string(m)))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// newMachine is a Raspberry Pi that runs from its card, without a stick.
func newMachine(t *testing.T) machine {
	t.Helper()
	m := machine(t.TempDir())
	m.disk(t, card, "mmcblk0", "179:0", 32e9, "ID_PART_TABLE_TYPE=dos")
	m.disk(t, card, "mmcblk0/mmcblk0p1", "179:1", 512<<20, "ID_FS_TYPE=vfat", "ID_FS_UUID=5DE4-665C", "ID_FS_LABEL_ENC=bootfs")
	m.put(t, "proc/self/mountinfo", "25 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw\n26 25 0:24 / /sys ro - sysfs sysfs ro\n")
	return m
}

// kingston adds a stick with one partition.
func (m machine) kingston(t testing.TB) {
	t.Helper()
	m.disk(t, usb, "sda", "8:0", 16e9, "ID_BUS=usb", "ID_PART_TABLE_TYPE=dos", `ID_MODEL_ENC=DataTraveler\x203.0`)
	m.disk(t, usb, "sda/sda1", "8:1", 15e9, "ID_FS_TYPE=vfat", "ID_FS_UUID=1A2B-3C4D", `ID_FS_LABEL_ENC=\xd0\x9d\xd0\x90\xd0\xa8\xd0\x90\x20A`)
}

var kingston = Stick{UUID: "1A2B-3C4D", Label: "НАША A", Bytes: 15e9 / 512 * 512, device: "sda1", number: "8:1", kind: "vfat"}

func TestStickIsFoundAmongTheDisks(t *testing.T) {
	m := newMachine(t)
	if got := m.list(t); got != nil {
		t.Errorf("without a stick: %+v", got)
	}
	m.kingston(t)
	if got := m.list(t); !reflect.DeepEqual(got, []Stick{kingston}) {
		t.Errorf("got %+v", got)
	}
}

func TestFirstUsablePartitionIsTheStick(t *testing.T) {
	whole := []string{"ID_FS_TYPE=exfat", "ID_FS_UUID=ABCD-0123", "ID_FS_LABEL_ENC=FOTO"}
	for name, c := range map[string]struct {
		build func(t *testing.T, m machine)
		want  Stick
	}{
		"whole disk": {func(t *testing.T, m machine) { m.disk(t, usb, "sda", "8:0", 4096, whole...) }, Stick{UUID: "ABCD-0123", Label: "FOTO"}},
		"EFI first, model for a label": {func(t *testing.T, m machine) {
			m.disk(t, usb, "sda", "8:0", 9e9, "ID_PART_TABLE_TYPE=gpt")
			m.disk(t, usb, "sda/sda1", "8:1", 4096, "ID_FS_TYPE=vfat", "ID_FS_UUID=0000-0001", "ID_PART_ENTRY_TYPE=C12A7328-F81F-11D2-BA4B-00A0C93EC93B")
			m.disk(t, usb, "sda/sda2", "8:2", 4096, "ID_FS_TYPE=vfat", "ID_FS_UUID=0000-0002", "ID_PART_ENTRY_SCHEME=gpt", "ID_PART_ENTRY_FLAGS=0x4000000000000000")
			m.disk(t, usb, "sda/sda3", "8:3", 4096, "ID_FS_TYPE=ext4", "ID_FS_UUID=6d4c0f1e-1111-2222-3333-444455556666", `ID_MODEL_ENC=Ultra\x20\x20Fit\x20\x20`)
		}, Stick{UUID: "6d4c0f1e-1111-2222-3333-444455556666", Label: "Ultra Fit"}},
		"Windows": {func(t *testing.T, m machine) {
			m.disk(t, usb, "sda", "8:0", 4096, "ID_FS_TYPE=ntfs", "ID_FS_UUID=01D2C3E4F5061728")
		}, Stick{UUID: "01D2C3E4F5061728", Fault: Format}},
		"not formatted": {func(t *testing.T, m machine) { m.disk(t, usb, "sda", "8:0", 4096, "ID_BUS=usb") }, Stick{Fault: Format}},
		"id leads out": {func(t *testing.T, m machine) {
			m.disk(t, usb, "sda", "8:0", 4096, "ID_FS_TYPE=vfat", "ID_FS_UUID=../../etc")
		}, Stick{Fault: Format}},
		"reader of cards": {func(t *testing.T, m machine) { m.disk(t, usb, "mmcblk1", "179:8", 4096, whole...) }, Stick{UUID: "ABCD-0123", Label: "FOTO"}},
		"control in a name": {func(t *testing.T, m machine) {
			m.disk(t, usb, "sda", "8:0", 4096, append(whole, `ID_FS_LABEL_ENC=\x1b[31mA\x00\xffB\x`)...)
		}, Stick{UUID: "ABCD-0123", Label: `[31mAB\x`}},
	} {
		m := newMachine(t)
		c.build(t, m)
		got := m.list(t)
		if len(got) != 1 || got[0].UUID != c.want.UUID || got[0].Label != c.want.Label || got[0].Fault != c.want.Fault || got[0].Bytes != 4096 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestDisksThatAreNoSticks(t *testing.T) {
	whole := []string{"ID_FS_TYPE=vfat", "ID_FS_UUID=ABCD-0123"}
	for name, build := range map[string]func(t *testing.T, m machine){
		"reader without a card": func(t *testing.T, m machine) { m.disk(t, usb, "sda", "8:0", 0, "ID_BUS=usb") },
		"udev isn't ready":      func(t *testing.T, m machine) { m.disk(t, usb, "sda", "8:0", 4096) },
		"partition isn't ready": func(t *testing.T, m machine) {
			m.disk(t, usb, "sda", "8:0", 4096, "ID_PART_TABLE_TYPE=dos")
			m.disk(t, usb, "sda/sda1", "8:1", 4096)
		},
		"optical drive": func(t *testing.T, m machine) { m.disk(t, usb, "sr0", "11:0", 4096, whole...) },
		"the Pi runs from it": func(t *testing.T, m machine) {
			m.disk(t, usb, "sda", "8:0", 9e9, "ID_PART_TABLE_TYPE=dos")
			m.disk(t, usb, "sda/sda1", "8:1", 4096, whole...)
			m.disk(t, usb, "sda/sda2", "8:2", 4096, "ID_FS_TYPE=ext4", "ID_FS_UUID=6d4c0f1e-1111-2222-3333-444455556666")
			m.put(t, "proc/self/mountinfo", "25 1 8:2 / / rw - ext4 /dev/root rw\n")
		},
		"an owner mounts it for something else": func(t *testing.T, m machine) {
			m.disk(t, usb, "sda", "8:0", 4096, whole...)
			m.put(t, "proc/self/mountinfo", "25 1 8:0 / /srv/music rw - vfat /dev/sda rw\n")
		},
	} {
		m := newMachine(t)
		build(t, m)
		if got := m.list(t); got != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Desktops mount each stick that is plugged in.
func TestStickThatIsMountedAsRemovableIsFound(t *testing.T) {
	m := newMachine(t)
	m.kingston(t)
	for _, at := range []string{"/media/pi/A", "/run/media/pi/A", "/mnt", MountPoint} {
		m.put(t, "proc/self/mountinfo", "25 1 8:1 / "+at+" rw - vfat /dev/sda1 rw\n")
		if got := m.list(t); len(got) != 1 {
			t.Errorf("mounted at %s: %+v", at, got)
		}
	}
}

func TestChangesOfSticksArePublishedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		steps := [][]Stick{nil, nil, {kingston}, {kingston}, nil, {kingston, kingston}, {kingston, kingston}}
		i := 0
		var got [][]Stick
		began := time.Now()
		err := Watch(t.Context(), func() ([]Stick, error) {
			if i == len(steps) {
				return nil, fs.ErrClosed
			}
			i++
			return steps[i-1], nil
		}, func(all []Stick) { got = append(got, all) })
		if want := [][]Stick{{kingston}, nil, {kingston, kingston}}; !reflect.DeepEqual(got, want) || !errors.Is(err, fs.ErrClosed) {
			t.Errorf("published %+v, then %v", got, err)
		}
		if took := time.Since(began); took != 14*time.Second {
			t.Errorf("7 looks in %v", took)
		}
		ctx, stop := context.WithCancel(t.Context())
		if err := Watch(ctx, func() ([]Stick, error) { stop(); return nil, nil }, nil); err != nil {
			t.Error(err)
		}
	})
}

// A look of a Raspberry Pi with a stick. At one look in two seconds, 1 ms is 1.8 s of CPU in an hour.
func BenchmarkList(b *testing.B) {
	m := machine(b.TempDir())
	m.disk(b, card, "mmcblk0", "179:0", 32e9, "ID_PART_TABLE_TYPE=dos")
	m.kingston(b)
	for b.Loop() {
		if all, err := List(os.DirFS(string(m))); err != nil || len(all) != 1 {
			b.Fatal(all, err)
		}
	}
}
