// Package health checks the machine under the companion: power, temperature, memory card and Wi-Fi.
// The daemon shows the findings on its page "Is all well?", and package doctor prints the same
// findings on the command line.
//
// The checks only read files and run no program, except [Machine].Firmware. A missing, unreadable
// or invalid file is never an error: its topic is then unknown, or has no finding on machines that
// are no Raspberry Pi.
//
// # Sources
//
//	/sys/class/hwmon/hwmon*/in0_lcrit_alarm    of the driver rpi_volt: 1 if the voltage was too low
//	                                           within the last two seconds (drivers/hwmon/raspberrypi-hwmon.c,
//	                                           Documentation/hwmon/raspberrypi-hwmon.rst). The driver also
//	                                           clears the firmware's memory of earlier undervoltage
//	/sys/devices/platform/soc/soc:firmware/get_throttled
//	                                           bits of the firmware in hexadecimal: 0 undervoltage, 1
//	                                           frequency capped, 2 throttled, 3 soft limit of the
//	                                           temperature; bits 16 to 19 the same at any time before
//	                                           (Raspberry Pi documentation, vcgencmd). The kernel logs a
//	                                           warning with a stack at the first read, because the file
//	                                           is deprecated, so it is read only without rpi_volt
//	/sys/class/thermal/thermal_zone*/{type,temp}
//	                                           the temperature in 1/1000 °C
//	                                           (Documentation/ABI/testing/sysfs-class-thermal)
//	/sys/fs/ext4/*/errors_count                errors of the file system since the last e2fsck, stored
//	                                           in its superblock (fs/ext4/sysfs.c, s_error_count)
//	/proc/self/net/wireless                    signal of the Wi-Fi (proc(5); net/wireless/wext-proc.c).
//	                                           In the unit, ProcSubset=pid hides /proc/net, but not the
//	                                           files of the process itself
package health

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"tabletop/companion/checkup"
)

// Machine is a machine to check.
type Machine struct {
	Files fs.FS // root folder of the machine; its paths have no leading slash
	// Firmware returns the output of "vcgencmd get_throttled"; nil if no program may run.
	Firmware func() (string, error)
	Disk     func(path string) (Disk, error) // returns the file system of a folder; nil if unknown
	Pace     func() (Pace, error)            // returns the pace of the store; nil if unknown
	Folder   string                          // path of the state folder
	// Dipped is set if the voltage was too low at some time since the start of the machine. The
	// kernel doesn't keep that.
	Dipped bool
}

// Disk describes the file system of a folder.
type Disk struct {
	Free, Size uint64 // free bytes and total bytes for users
	ReadOnly   bool
}

// Pace holds the durations of storing the changes of the last evening.
type Pace struct {
	Keeps           int // number of transactions
	P50, P99, Worst time.Duration
	Day             string // date on which the evening began
}

// Look returns the findings about card, power, temperature and Wi-Fi, in this order. A topic that
// this machine doesn't have is left out.
func (m Machine) Look() (all []checkup.Finding) {
	all = append(all, m.Card())
	for _, check := range []func() (checkup.Finding, bool){m.Power, m.Heat, m.Wifi} {
		if f, ok := check(); ok {
			all = append(all, f)
		}
	}
	return all
}

// Model returns the name of the board, such as "Raspberry Pi 4 Model B Rev 1.5", or "" for a machine
// without a device tree. In the unit, ProcSubset=pid hides the first of the two files.
func (m Machine) Model() string {
	if model := m.read("/proc/device-tree/model"); model != "" {
		return model
	}
	return m.read("/sys/firmware/devicetree/base/model")
}

// Raspberry reports whether this is a Raspberry Pi.
func (m Machine) Raspberry() bool { return strings.Contains(m.Model(), "Raspberry Pi") }

// read returns the text of a file without blanks, line ends and NULs at both ends. It returns "" for
// a missing file.
func (m Machine) read(file string) string {
	b, _ := fs.ReadFile(m.Files, rooted(file))
	return strings.Trim(string(b), " \t\r\n\x00")
}

// number returns the number in a file. ok is false if the file has none.
func (m Machine) number(file string) (n int64, ok bool) {
	n, err := strconv.ParseInt(m.read(file), 10, 64)
	return n, err == nil
}

// glob returns the absolute paths that match a pattern.
func (m Machine) glob(pattern string) (paths []string) {
	found, _ := fs.Glob(m.Files, rooted(pattern)) // no error: the patterns are valid
	for _, p := range found {
		paths = append(paths, "/"+p)
	}
	return paths
}

// rooted converts an absolute path to a path in Machine.Files.
func rooted(p string) string { return strings.TrimPrefix(path.Clean(p), "/") }
