package stick

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Stick is a USB stick, a card in a USB reader or another disk on USB that is plugged in.
type Stick struct {
	UUID  string // id of the file system of the first usable partition; "" if there is none
	Label string // label of the file system, or else the model; "" if unknown
	Bytes int64  // size of the partition
	Fault Fault  // Format if no partition can be used, else ""

	device   string // name of the partition, such as "sda1"
	number   string // device number of the partition, such as "8:1"
	kind     string // vfat, exfat or ext4
	readOnly bool   // the switch of the stick forbids writing
}

// block is the kernel's folder of block devices. data is udev's database.
const (
	block = "sys/class/block"
	data  = "run/udev/data"
)

// List returns the sticks in a machine, ordered by device. machine is the root folder of its file
// systems. List omits disks of the system, that is disks with a file system mounted elsewhere than
// in a folder for removable media, and sticks that udev has not examined yet.
func List(machine fs.FS) ([]Stick, error) {
	devices, err := fs.ReadDir(machine, block)
	if err != nil {
		return nil, fmt.Errorf("stick: list: %w", err)
	}
	disks := map[string][]string{} // partitions by disk
	for _, d := range devices {
		if disk, isPartition, usb := onUSB(machine, d.Name()); usb {
			disks[disk] = slices.Concat(disks[disk], map[bool][]string{true: {d.Name()}}[isPartition])
		}
	}
	if len(disks) == 0 {
		return nil, nil
	}
	system := mounted(machine)
	var all []Stick
	for _, disk := range slices.Sorted(maps.Keys(disks)) {
		if s, ok := look(machine, disk, disks[disk], system); ok {
			all = append(all, s)
		}
	}
	return all, nil
}

// diskNames matches names of disks and partitions that may be on USB. Memory disks, loops and
// optical drives aren't.
var diskNames = regexp.MustCompile(`^(sd|mmcblk|nvme)`)

// onUSB reports whether a block device is on USB, and returns its disk. The link of the device has
// the folder of a USB bus, such as usb1, in its path:
// devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/host2/target2:0:0/2:0:0:0/block/sda/sda1.
func onUSB(machine fs.FS, device string) (disk string, isPartition, usb bool) {
	if !diskNames.MatchString(device) {
		return "", false, false
	}
	link, err := fs.ReadLink(machine, path.Join(block, device))
	if err != nil || !slices.ContainsFunc(strings.Split(link, "/"), isBus) {
		return "", false, false
	}
	if parent := path.Base(path.Dir(link)); parent != "block" {
		return parent, true, true
	}
	return device, false, true
}

func isBus(folder string) bool {
	number, ok := strings.CutPrefix(folder, "usb")
	_, err := strconv.Atoi(number)
	return ok && err == nil
}

// removable are the folders in which desktops and people mount sticks, and our own.
var removable = []string{"/media/", "/run/media/", "/mnt", MountPoint}

// mounted returns the numbers of all devices that the system has mounted, from proc(5), mountinfo.
func mounted(machine fs.FS) map[string]bool {
	text, _ := fs.ReadFile(machine, "proc/self/mountinfo") // without proc nothing is known, and the device may be used
	system := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 4 && !slices.ContainsFunc(removable, func(p string) bool { return strings.HasPrefix(f[4], p) }) {
			system[f[2]] = true
		}
	}
	return system
}

// look returns the stick on a disk. ok is false for a disk of the system, for a reader without a
// card and for a disk that udev has not examined.
func look(machine fs.FS, disk string, partitions []string, system map[string]bool) (s Stick, ok bool) {
	devices := append([]string{disk}, partitions...)
	var all []Stick
	for i, device := range devices {
		s, known := examine(machine, device)
		if !known || system[s.number] {
			return Stick{}, false
		}
		if i > 0 || len(partitions) == 0 {
			all = append(all, s)
		}
	}
	all = slices.DeleteFunc(all, func(s Stick) bool { return s.Bytes == 0 || s.kind == hidden })
	if len(all) == 0 {
		return Stick{}, false
	}
	usable := slices.IndexFunc(all, func(s Stick) bool { return s.Fault == "" })
	return all[max(usable, 0)], true
}

// uuids matches the ids of file systems as blkid(8) prints them for FAT, exFAT and ext4.
var uuids = regexp.MustCompile(`^[0-9A-Fa-f-]{4,36}$`)

// hidden is the kind of a partition that isn't for its owner's files.
const hidden = "hidden"

// examine returns the file system on a device. known is false if udev has not examined the device.
func examine(machine fs.FS, device string) (s Stick, known bool) {
	attribute := func(name string) string {
		text, _ := fs.ReadFile(machine, path.Join(block, device, name))
		return strings.TrimSpace(string(text))
	}
	s = Stick{device: device, number: attribute("dev"), readOnly: attribute("ro") == "1"}
	text, err := fs.ReadFile(machine, path.Join(data, "b"+s.number))
	if err != nil || s.number == "" {
		return s, false
	}
	sectors, _ := strconv.ParseInt(attribute("size"), 10, 64)
	s.Bytes = sectors * 512 // the kernel's unit, whatever the sectors of the device
	udev := properties(string(text))
	s.Label = cmp.Or(decode(udev["ID_FS_LABEL_ENC"]), decode(udev["ID_MODEL_ENC"]))
	s.UUID, s.kind, s.Fault = udev["ID_FS_UUID"], udev["ID_FS_TYPE"], Format
	switch {
	case isHidden(udev):
		s.kind = hidden
	case (s.kind == "vfat" || s.kind == "exfat" || s.kind == "ext4") && uuids.MatchString(s.UUID):
		s.Fault = ""
	}
	if !uuids.MatchString(s.UUID) {
		s.UUID = ""
	}
	return s, true
}

// properties returns the properties of a device in udev's database: lines "E:NAME=VALUE".
func properties(text string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(text) {
		if line, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "E:"); ok {
			name, value, _ := strings.Cut(line, "=")
			all[name] = value
		}
	}
	return all
}

// hiddenTypes are the types of partitions that are hidden from people: EFI system, Microsoft reserved and
// Windows recovery of a GPT (UEFI specification, table 5.7), and the hidden types of an MBR, among them
// EFI and GPT protective.
var hiddenTypes = []string{
	"c12a7328-f81f-11d2-ba4b-00a0c93ec93b", "e3c9e316-0b5c-4db8-817d-f92df00215ae", "de94bba4-06d1-4d40-a16a-bfd50179d6ac",
	"0xef", "0xee", "0x11", "0x14", "0x16", "0x17", "0x1b", "0x1c", "0x1e", "0x27",
}

// isHidden reports whether a partition has a hidden type, or the attribute of a GPT that the system
// requires it (bit 0) or that it is hidden (bit 62).
func isHidden(udev map[string]string) bool {
	flags, _ := strconv.ParseUint(udev["ID_PART_ENTRY_FLAGS"], 0, 64)
	gpt := udev["ID_PART_ENTRY_SCHEME"] == "gpt" && flags&(1|1<<62) != 0
	return gpt || slices.Contains(hiddenTypes, strings.ToLower(udev["ID_PART_ENTRY_TYPE"]))
}

// longest is the maximum length of a label in letters. FAT has 11, exFAT 15, ext4 16.
const longest = 32

// decode returns a label of udev, in which "\x20" stands for a byte. It drops what isn't printable.
func decode(label string) string {
	var b strings.Builder
	for len(label) > 0 {
		if n, err := strconv.ParseUint(label[min(2, len(label)):min(4, len(label))], 16, 8); err == nil && strings.HasPrefix(label, `\x`) {
			b.WriteByte(byte(n))
			label = label[4:]
			continue
		}
		b.WriteByte(label[0])
		label = label[1:]
	}
	printable := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, b.String())
	letters := []rune(strings.Join(strings.Fields(printable), " "))
	return string(letters[:min(longest, len(letters))])
}

// every is the interval in which Watch looks.
const every = 2 * time.Second

// Watch calls list every two seconds until ctx is done, and publish with its result whenever that
// has changed. It begins with no sticks. If list fails, Watch returns the error.
func Watch(ctx context.Context, list func() ([]Stick, error), publish func([]Stick)) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	var before []Stick
	for {
		now, err := list()
		if err != nil {
			return err
		}
		if !slices.Equal(now, before) {
			publish(now)
			before = now
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}
