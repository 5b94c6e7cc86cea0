package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"
)

// usbStick is a USB stick with one FAT partition. The kernel simulates its plug (dummy_hcd) and the
// stick itself (usb_f_mass_storage), which stores its bytes in a file. The same file, mounted by a loop
// device, is the stick at somebody's computer.
type usbStick struct{ *Machine }

// Properties of the stick.
const (
	stickImage  = "/run/stick.img"
	stickUUID   = "1A2B-3C4D"
	stickMounts = "/run/companion-stick"
	stickPlug   = "/sys/kernel/config/usb_gadget/stick/UDC"
)

// Sizes of the stick in sectors of 512 bytes: 32 MiB, of which a partition begins at 1 MiB.
const (
	stickSectors     = 1 << 16
	partitionAt      = 1 << 11
	partitionSectors = stickSectors - partitionAt
	fatSectors       = 64 // 2 bytes for each cluster of 4 sectors
)

// fatSectorsOf returns the sectors of the stick that aren't zero, by number: the partition table, the
// boot sector of FAT16, and the first sectors of both tables of clusters (Microsoft FAT specification
// 1.03).
func fatSectorsOf() map[int][]byte {
	le := binary.LittleEndian
	table := make([]byte, 512)
	entry := table[446:]
	entry[4] = 0x0E // FAT16, by sectors
	le.PutUint32(entry[8:], partitionAt)
	le.PutUint32(entry[12:], partitionSectors)
	le.PutUint16(table[510:], 0xAA55)
	boot := make([]byte, 512)
	copy(boot, "\xEB\x3C\x90MSDOS5.0")
	le.PutUint16(boot[11:], 512)
	boot[13] = 4                 // sectors of a cluster
	le.PutUint16(boot[14:], 1)   // reserved
	boot[16] = 2                 // tables
	le.PutUint16(boot[17:], 512) // entries of the root folder
	boot[21] = 0xF8              // hard disk
	le.PutUint16(boot[22:], fatSectors)
	le.PutUint32(boot[28:], partitionAt)
	le.PutUint32(boot[32:], partitionSectors)
	boot[36], boot[38] = 0x80, 0x29
	le.PutUint32(boot[39:], 0x1A2B3C4D)
	copy(boot[43:], "KINGSTON   FAT16   ")
	le.PutUint16(boot[510:], 0xAA55)
	clusters := append([]byte{0xF8, 0xFF, 0xFF, 0xFF}, make([]byte, 508)...)
	return map[int][]byte{0: table, partitionAt: boot, partitionAt + 1: clusters, partitionAt + 1 + fatSectors: bytes.Clone(clusters)}
}

// newStick makes a formatted stick. It isn't plugged in yet. It uses the first socket of dummy_hcd.
func (m *Machine) newStick() (usbStick, error) {
	var script strings.Builder
	fmt.Fprintf(&script, "set -e\ntruncate -s %d %s\n", stickSectors*512, stickImage)
	for at, sector := range fatSectorsOf() {
		fmt.Fprintf(&script, "base64 -d <<<%s | dd of=%s bs=512 seek=%d conv=notrunc status=none\n", base64.StdEncoding.EncodeToString(sector), stickImage, at)
	}
	script.WriteString(`
		modprobe dummy_hcd
		modprobe libcomposite
		mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
		device=/sys/kernel/config/usb_gadget/stick
		mkdir $device
		mkdir $device/{strings/0x409,configs/all.1,functions/mass_storage.stick}
		echo 0x1209 >$device/idVendor
		echo 0x0004 >$device/idProduct
		echo Evening >$device/strings/0x409/manufacturer
		echo stick >$device/strings/0x409/product
		echo 1 >$device/strings/0x409/serialnumber
		echo 1 >$device/functions/mass_storage.stick/lun.0/removable
		echo ` + stickImage + ` >$device/functions/mass_storage.stick/lun.0/file
		ln -s $device/functions/mass_storage.stick $device/configs/all.1/`)
	_, err := m.Agent.Run(patience, script.String())
	return usbStick{m}, wrap(err, "the stick is made")
}

// listed is a shell command that succeeds while udev knows the file system of the stick.
const listed = "grep -qs E:ID_FS_UUID=" + stickUUID + " /run/udev/data/b8:*"

// plug plugs the stick in and waits until the daemon has had time to see it.
func (s usbStick) plug() error {
	_, err := s.Agent.Run(patience, `
		echo dummy_udc.0 >`+stickPlug+`
		for _ in $(seq 100); do
			if `+listed+`; then sleep 3; exit; fi
			sleep 0.2
		done
		ls /sys/class/block /run/udev/data
		dmesg | tail -20
		exit 1`)
	return wrap(err, "the stick is plugged in")
}

// unplug pulls the stick out and waits until nothing of it is mounted.
func (s usbStick) unplug() error {
	_, err := s.Agent.Run(patience, `
		echo >`+stickPlug+`
		for _ in $(seq 100); do
			if ! `+listed+` && ! mountpoint -q `+stickMounts+`; then sleep 3; exit; fi
			sleep 0.2
		done
		mount | grep sd
		dmesg | tail -20
		exit 1`)
	return wrap(err, "the stick is pulled out")
}

// pullWhen pulls the stick out at the moment at which a file of that name exists on the mounted stick. It
// doesn't wait for that.
func (s usbStick) pullWhen(pattern string) error {
	_, err := s.Agent.Run(patience, fmt.Sprintf(`
		rm -f /run/pulled
		setsid bash -c '
			shopt -s nullglob
			for ((i = 0; i < 300000; i++)); do
				for f in %s/%s; do
					echo >%s
					echo $f >/run/pulled
					exit
				done
			done' >/dev/null 2>&1 &`, stickMounts, pattern, stickPlug))
	return err
}

// atComputer runs a script where the stick is plugged into a computer: its file system is mounted
// read-only on /mnt.
func (s usbStick) atComputer(script string) (string, error) {
	return s.Agent.Run(patience, fmt.Sprintf(`
		set -e
		mount -o ro,loop,offset=%d %s /mnt
		trap 'cd /; umount /mnt' EXIT
		cd /mnt/companion/virtualpi-*
		%s`, partitionAt*512, stickImage, script))
}

// wholeBackups returns names and checksums of the backups on the stick, as a computer reads them. It
// returns an error if there is none, or if one isn't whole.
func (s usbStick) wholeBackups() (string, error) {
	text, err := s.atComputer(`
		for f in companion-*.jsonl; do
			head -1 $f | grep -q '"kind":"backup"'
			tail -1 $f | grep -q '"kind":"end"'
			sha256sum $f
		done`)
	return text, wrap(err, "the backups at a computer")
}

// onStick tests backups on a USB stick: adopted by the keys, pulled out in the middle of a backup,
// plugged in again, and restored by a box without matches.
func (e *Evening) onStick() error {
	s, err := e.newStick()
	if err != nil {
		return err
	}
	if err := e.restart("mkdir -p /root/before; mv /var/lib/companion/companion.db* /root/before/"); err != nil {
		return err
	}
	if err := first(e.toHome(), e.leases(s)); err != nil {
		return err
	}
	now, err := e.begin()
	if err == nil {
		_, err = e.decide()
	}
	if err != nil {
		return err
	}
	for _, test := range []func(usbStick) error{e.adopts, e.pulled, e.savesAgain} {
		if err := test(s); err != nil {
			return err
		}
	}
	if err := e.restores(s, now.Match); err != nil {
		return err
	}
	return first(s.unplug(), e.restart("rm /var/lib/companion/companion.db*; mv /root/before/* /var/lib/companion/"))
}

// leaseScript connects to the socket of the unit as a client that holds the stick: a Perl program, whose
// process it prints.
const leaseScript = `
	hold() {
		setpriv --reuid companion --regid companion --clear-groups \
			perl -MIO::Socket::UNIX -e '$s = IO::Socket::UNIX->new("/run/companion-stick.sock") or die; $| = 1;
			print $s "mount $ARGV[0]\n"; print scalar <$s>; sleep 600' -- $1 >/run/lease 2>&1 &
		echo $! >/run/holder
		for _ in $(seq 150); do [ -s /run/lease ] && return; sleep 0.2; done
		cat /run/lease
		return 1
	}
	gone() { for _ in $(seq 150); do mountpoint -q ` + stickMounts + ` || return 0; sleep 0.2; done; mount; return 1; }
	set -e
`

// leases tests the unit that has sticks mounted, by a client of its own: the mount reaches the daemon,
// has the right options, is for one client, and ends with the client, whatever ends that.
func (e *Evening) leases(s usbStick) error {
	if err := s.plug(); err != nil {
		return err
	}
	began := time.Now()
	err := e.do(leaseScript + `
		hold ` + stickUUID + `
		grep -q '^ok 8:' /run/lease || { cat /run/lease; exit 1; }
		daemon=$(systemctl show -P MainPID companiond.service)
		nsenter -t $daemon -m findmnt -n -o OPTIONS ` + stickMounts + ` | tee /run/options
		for o in rw nosuid nodev noexec uid=$(id -u companion) dmask=0077; do grep -qw -- "$o" /run/options; done
		nsenter -t $daemon -m setpriv --reuid companion --regid companion --clear-groups touch ` + stickMounts + `/a
		! setpriv --reuid nobody --clear-groups ls ` + stickMounts + ` 2>/dev/null
		! timeout 9 perl -MIO::Socket::UNIX -e '$s = IO::Socket::UNIX->new("/run/companion-stick.sock"); print $s "mount ` + stickUUID + `\n"; exit !(<$s> =~ /^ok/)'
		kill -9 $(cat /run/holder)
		gone`)
	if err != nil {
		return fmt.Errorf("a client of the socket: %w", err)
	}
	note("mounted for a client and unmounted after its end in %.1f s", time.Since(began).Seconds())
	err = e.do(leaseScript+`
		hold `+stickUUID+`
		kill -9 $(pgrep -fx '/usr/bin/companiond stick')
		sleep 1
		kill -9 $(cat /run/holder)
		hold `+stickUUID+`
		grep -q '^ok 8:' /run/lease || { cat /run/lease; exit 1; }
		kill -9 $(cat /run/holder)
		gone`, leaseScript+`
		hold ../../etc
		grep -q '^unknown request' /run/lease
		hold FFFF-FFFF
		grep -q '^fault stick.pulled' /run/lease`)
	if err != nil {
		return fmt.Errorf("after the service was killed: %w", err)
	}
	output, err := e.sh("systemd-analyze security --no-pager companion-stick@x.service 2>/dev/null | tail -1; systemctl show -P CPUUsageNSec companiond.service")
	note("%s", output)
	return err
}

// toCopies leads from a match to the page of the backups. The key down reads on to the turn, as in the
// method prints. In the pause menu "to the beginning" is the second item from the end; on the first page
// "more" is; there the backups are the third from the end. The page is private, so presses by requests
// don't work on it.
func (e *Evening) toCopies() error {
	return e.press(strings.Fields("down down down down down down down down back up up ok up up ok up up up ok")...)
}

// turns presses the key at a GPIO line and waits until the panel shows other contents. Unlike the method
// moves, it waits first until the stick is read, since that changes the page, and ignores that the picture
// moves once a minute.
func (e *Evening) turns(line int) error {
	if err := e.until(patience, "! mountpoint -q "+stickMounts); err != nil {
		return err
	}
	before := litArea(e.Wire.Rest(3*time.Second, time.Minute))
	var err error
	for range 3 {
		if err = e.Pins.Press(line); err != nil {
			return err
		}
		_, err = e.Wire.Await(20*time.Second, fmt.Sprint("the effect of the key at line ", line), func(got string) bool {
			return litArea(got) != before
		})
		if err == nil {
			break
		}
	}
	return err
}

// adopts has the box adopt the stick by its keys: the first item of the page, and then yes. The box
// writes a first backup at once.
func (e *Evening) adopts(s usbStick) error {
	if err := e.toCopies(); err != nil {
		return err
	}
	began := time.Now()
	for _, key := range []int{clock, Down, clock} {
		if err := e.turns(key); err != nil {
			return err
		}
	}
	if err := e.saved(s, ""); err != nil {
		return err
	}
	note("adopted and a first backup by three keys in %.1f s", time.Since(began).Seconds())
	return nil
}

// saved waits until the stick has other backups than before.
func (e *Evening) saved(s usbStick, before string) error {
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Second) {
		text := ""
		if text, err = s.wholeBackups(); err == nil && text != before {
			return e.until(patience, "! mountpoint -q "+stickMounts)
		}
	}
	return fmt.Errorf("no new backup on the stick, before %q: %w\nthe panel shows\n%s", before, err, e.Wire.Picture())
}

// pulled begins backups until one is cut off by a pull, and checks the earlier one at a computer. The text
// after a backup covers the page of the backups, where the first item begins the next one.
func (e *Evening) pulled(s usbStick) error {
	for range 4 {
		before, err := s.wholeBackups()
		if err != nil {
			return err
		}
		if err := first(e.turns(Back), s.pullWhen("companion/*/*.part"), e.turns(clock)); err != nil {
			return err
		}
		if err := e.until(patience, "test -e /run/pulled && ! "+listed+" && ! mountpoint -q "+stickMounts); err != nil {
			return err
		}
		after, err := s.wholeBackups()
		if err != nil {
			return err
		}
		if after == before {
			if err := e.until(patience, "journalctl -u companiond.service | grep msg=stick | tail -1 | grep -q 'pulled out'"); err != nil {
				return err
			}
			left, err := s.atComputer("ls -s")
			note("pulled out in the middle of a backup; the stick holds\n     %s", strings.ReplaceAll(left, "\n", "\n     "))
			return err
		}
		note("the backup was whole before the pull")
		if err := s.plug(); err != nil {
			return err
		}
	}
	return errors.New("no pull came in the middle of a backup")
}

// savesAgain plugs the stick in again and makes a backup, which must be the only file.
func (e *Evening) savesAgain(s usbStick) error {
	before, err := s.wholeBackups()
	if err != nil {
		return err
	}
	if err := first(s.plug(), e.turns(Back), e.turns(clock), e.saved(s, before)); err != nil {
		return err
	}
	left, err := s.atComputer("ls")
	if err == nil && (strings.Contains(left, ".part") || strings.Contains(left, "\n")) {
		err = fmt.Errorf("the stick holds %q, want one backup", left)
	}
	return err
}

// restores starts a box without matches. Its keys restore the match from the stick: each question has
// the right answer first.
func (e *Evening) restores(s usbStick, match string) error {
	if err := e.restart("rm /var/lib/companion/companion.db*"); err != nil {
		return err
	}
	began := time.Now()
	for presses := 1; presses <= 6; presses++ {
		if err := e.turns(clock); err != nil {
			return err
		}
		for range 5 {
			backup, err := e.api("/api/backup", "")
			if err != nil {
				return err
			}
			if strings.Contains(backup, `"id":"`+match+`"`) {
				note("restored by %d presses from the first picture in %.1f s", presses, time.Since(began).Seconds())
				return nil
			}
			time.Sleep(time.Second)
		}
	}
	return fmt.Errorf("the match isn't restored; the panel shows\n%s", e.Wire.Picture())
}
