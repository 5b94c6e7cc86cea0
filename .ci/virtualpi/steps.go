package main

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Time limits. bootPatience applies to the first picture after a boot, patience to anything
// else. On an idle host the first picture takes a minute, anything else some seconds. A busy
// host has taken five times as long.
const (
	bootPatience = 10 * time.Minute
	patience     = 5 * time.Minute
)

// errHung reports that the machine shows no sign of life: even the agent, which runs
// independently of the daemon, doesn't answer.
var errHung = errors.New("the machine hangs")

func (e *Evening) boots() error {
	shown, err := e.asksLanguage(bootPatience)
	if err != nil && e.Agent.Ready(time.Second) != nil {
		return fmt.Errorf("%w: %w", errHung, err)
	}
	if err != nil {
		return err
	}
	if err := e.Agent.Ready(bootPatience); err != nil {
		return err
	}
	note("first light %.1f s, first picture %.1f s after the kernel's start", e.Wire.Lit().Sub(e.Began).Seconds(), shown.Sub(e.Began).Seconds())
	if err := e.early(shown); err != nil {
		return err
	}
	if err := e.until(bootPatience, "systemctl is-system-running --wait | grep -x -e running -e degraded"); err != nil {
		return err
	}
	output, err := e.sh("systemd-analyze critical-chain companiond.service --no-pager; systemctl --failed --plain --no-legend")
	note("%s", strings.ReplaceAll(output, "\n", "\n     "))
	return err
}

// mostEarly is the largest share of the time from the kernel's end to the daemon's first picture
// after which the panel is lit. Both times grow with the load of the host, at different moments:
// shares of 0.3 to 0.45 have been measured. Without companion-hello the share is at least 0.96.
const mostEarly = 0.6

// early prints the times from the kernel's end, which is systemd's start, and from the daemon's
// start. It returns an error if the first picture isn't that of companion-hello, comes late, or
// if the panel was dark between that picture and the daemon's.
func (e *Evening) early(shown time.Time) error {
	lit, dark := e.Wire.Lit(), e.Wire.Dark()
	systemd, daemon, err := e.starts()
	if err != nil {
		return err
	}
	share := lit.Sub(systemd).Seconds() / shown.Sub(systemd).Seconds()
	note("first light %.1f s, first picture %.1f s after the kernel's end: a share of %.2f", lit.Sub(systemd).Seconds(), shown.Sub(systemd).Seconds(), share)
	note("the daemon was started %.1f s after the kernel: first light after %.1f s, first picture after %.1f s",
		daemon.Sub(e.Began).Seconds(), lit.Sub(daemon).Seconds(), shown.Sub(daemon).Seconds())
	if err := e.do("test -s /run/companion/hello"); err != nil {
		return err
	}
	switch {
	case !lit.Before(daemon):
		return errors.New("the panel was dark until the daemon started")
	case !dark.IsZero():
		return fmt.Errorf("the panel was dark again %.1f s after the first light", dark.Sub(lit).Seconds())
	case share > mostEarly:
		return fmt.Errorf("the first light came after a share of %.2f, want %.2f at most", share, mostEarly)
	}
	return nil
}

// starts returns the times at which systemd and the daemon were started. The machine's clock runs
// at the speed of the host's.
func (e *Evening) starts() (systemd, daemon time.Time, err error) {
	asked := time.Now()
	output, err := e.sh("cut -d' ' -f1 /proc/uptime; systemctl show -P UserspaceTimestampMonotonic; systemctl show -P ExecMainStartTimestampMonotonic companiond.service")
	if err != nil {
		return systemd, daemon, err
	}
	var uptime float64
	var micros [2]int64
	if _, err := fmt.Sscan(output, &uptime, &micros[0], &micros[1]); err != nil {
		return systemd, daemon, fmt.Errorf("no times in the answer %q: %w", output, err)
	}
	kernel := asked.Add(-time.Duration(uptime * float64(time.Second)))
	after := func(n int64) time.Time { return kernel.Add(time.Duration(n) * time.Microsecond) }
	return after(micros[0]), after(micros[1]), nil
}

// bus is the name by which the kernel's driver knows the I²C controller of the 40-pin header.
const bus = "3f804000.i2c"

func (e *Evening) lateBus() error {
	err := e.do("systemctl stop companiond.service", "echo "+bus+" >/sys/bus/platform/drivers/i2c-bcm2835/unbind", "rmmod i2c-dev",
		"test ! -e /dev/i2c-1", "systemctl start companiond.service")
	if err != nil {
		return err
	}
	before, err := e.pid()
	if err != nil {
		return err
	}
	time.Sleep(5 * time.Second) // meanwhile the daemon tries to open the missing bus
	e.Wire.Unlit()
	enabled := time.Now()
	if err := e.do("modprobe i2c-dev", "echo "+bus+" >/sys/bus/platform/drivers/i2c-bcm2835/bind"); err != nil {
		return err
	}
	if err := e.lights(); err != nil {
		return err
	}
	note("a picture %.1f s after the bus was there", e.Wire.Lit().Sub(enabled).Seconds())
	if err := e.sameProcess(before); err != nil {
		return err
	}
	return e.toHome()
}

// sameProcess returns an error if the daemon has been restarted since pid returned before.
func (e *Evening) sameProcess(before string) error {
	now, err := e.pid()
	if err == nil && now != before {
		err = fmt.Errorf("the daemon was process and restarts %s, and is now %s", before, now)
	}
	return err
}

// lines is a config with the key ok on GPIO line 4, which Debian's kernel names GPIO_GCLK.
// ports is the same config with all serial devices.
var (
	lines = `[http]
listen = ":8090"
[keys]
ok = "GPIO4"
`
	ports = lines + fmt.Sprintf(`[scanner]
port = %q
[table]
port = %q
[printer]
port = %q
mute = true
[codes]
%s = "roll | stop"
`, ByID("scanner"), ByID("table"), ByID("printer"), barcode)
)

const (
	barcode = "4006381333931"
	clock   = 4 // GPIO line that Debian's kernel names GPIO_GCLK
)

func (e *Evening) lineNames() error {
	if err := e.Pins.Release(clock); err != nil {
		return err
	}
	if err := e.configure(lines); err != nil {
		return err
	}
	if err := e.toHome(); err != nil {
		return err
	}
	names, err := e.sh("mountpoint -q /sys/kernel/debug || mount -t debugfs debugfs /sys/kernel/debug; grep -e GCLK -e 'GPIO[56] ' -e GPIO13 -e GPIO19 /sys/kernel/debug/gpio")
	if err != nil {
		return err
	}
	note("%s", strings.ReplaceAll(names, "\n", "\n     "))
	for _, line := range []int{Down, Up, clock} {
		if err := e.moves(line); err != nil {
			return err
		}
	}
	return nil
}

func (e *Evening) comeAndGo() error {
	devices, err := e.NewPorts("scanner", "table", "printer")
	if err != nil {
		return err
	}
	before, err := e.beginWith(ports)
	if err != nil {
		return err
	}
	for round := range 2 {
		for i, work := range []func(*Port) error{e.scans, e.seats, e.prints} {
			if err := e.plug(devices[i], work); err != nil {
				return fmt.Errorf("round %d: %w", round+1, err)
			}
		}
		for _, p := range devices {
			if err := p.Unplug(); err != nil {
				return err
			}
		}
	}
	if err := e.sameProcess(before); err != nil {
		return err
	}
	return e.configure(lines)
}

// plug plugs a device in, waits until the daemon opens it, and tests its function by calling
// work.
func (e *Evening) plug(p *Port, work func(*Port) error) error {
	if err := p.Plug(); err != nil {
		return err
	}
	plugged := time.Now()
	if err := e.until(patience, openedCommand(p)); err != nil {
		return fmt.Errorf("the daemon doesn't open the %s: %w", p.name, err)
	}
	took := time.Since(plugged)
	err := work(p)
	if err == nil {
		note("%s: opened %.1f s after udev had named it, and works", p.name, took.Seconds())
	}
	return err
}

// openedCommand returns a shell command that succeeds if the daemon has the device open.
func openedCommand(p *Port) string {
	return "ls -l /proc/$(systemctl show -P MainPID companiond.service)/fd | grep -q \" $(readlink -f " + ByID(p.name) + ")\\$\""
}

// scans sends a barcode as the scanner and checks that the barcode leads to a decision in the
// match.
func (e *Evening) scans(p *Port) error {
	return e.decides(func() error { return p.Say(barcode + "\r\n") })
}

// decides checks that a barcode leads to a decision in the match. scan scans the barcode.
func (e *Evening) decides(scan func() error) error {
	before, err := e.match()
	if err != nil {
		return err
	}
	if before.Legal[0] != "roll" && before.Legal[0] != "stop" {
		// Decide about the rolled dice, so that a roll is legal again.
		if before, err = e.decide(); err != nil {
			return err
		}
	}
	for range 5 {
		if err := scan(); err != nil {
			return err
		}
		time.Sleep(2 * time.Second)
		now, err := e.match()
		if err != nil || now.Seq > before.Seq {
			return err
		}
	}
	return fmt.Errorf("a code scanned five times decides nothing: %+v", before)
}

// seats sends the greeting of a table panel, and checks that the daemon sends it the seat in
// turn.
func (e *Evening) seats(p *Port) error {
	if err := p.Hears("?"); err != nil {
		return err
	}
	if err := p.Say("HELLO rim 1.2\n"); err != nil {
		return err
	}
	if err := p.Hears("X\n"); err != nil {
		return err
	}
	now, err := e.match()
	if err != nil {
		return err
	}
	return p.Hears(fmt.Sprintf("T %d\n", now.Turn))
}

// prints requests a receipt with the keys and checks the printed text. The receipt is in the
// menu of a match: four times up, then ok. TestTheReceiptIsTheFourthItemFromTheEnd of package
// companion makes the same presses. Before that, down reads on to the turn: the match is explained,
// since nobody has played the game to its end on this box.
func (e *Evening) prints(p *Port) error {
	if err := e.press("down", "down", "down", "down", "down", "down", "down", "down"); err != nil {
		return err
	}
	if err := e.press("back", "up", "up", "up", "up", "ok"); err != nil {
		return err
	}
	if err := p.Hears("\x1b@"); err != nil {
		return err
	}
	if err := p.Hears("\x8b\xae\xa2\xa8"); err != nil { // the word «Лови» in code page 866
		return err
	}
	return e.press("ok", "back")
}

// settled waits until the panel shows the picture that the daemon intends, and returns the
// match and the picture.
func (e *Evening) settled() (Match, string, error) {
	now, err := e.match()
	if err != nil {
		return now, "", err
	}
	for end := time.Now().Add(patience); ; {
		picture := e.Wire.Rest(4*time.Second, time.Minute)
		want, err := e.intended()
		if err != nil || picture == want.panel {
			return now, picture, err
		}
		if time.Now().After(end) {
			return now, "", fmt.Errorf("after %v the panel shows\n%swant\n%s", patience, picture, want.panel)
		}
	}
}

// resumes checks that the match continues: it returns an error if the match or its picture has
// changed, or if a decision in the match fails.
func (e *Evening) resumes(before Match, picture string) error {
	if _, err := e.same(picture, patience); err != nil {
		return err
	}
	now, err := e.match()
	if err != nil {
		return err
	}
	if now.Match != before.Match || now.Seq != before.Seq || now.Turn != before.Turn {
		return fmt.Errorf("the match is %+v, was %+v", now, before)
	}
	after, err := e.decide()
	if err == nil && (after.Match != before.Match || after.Seq <= before.Seq) {
		err = fmt.Errorf("after a decision the match is %+v, was %+v", after, now)
	}
	return err
}

func (e *Evening) reboot() error {
	if _, err := e.begin(); err != nil {
		return err
	}
	if _, err := e.decide(); err != nil { // rolls the dice
		return err
	}
	before, picture, err := e.settled()
	if err != nil {
		return err
	}
	e.Began = time.Now()
	if err := e.do("systemd-run --quiet --on-active=1 systemctl reboot"); err != nil {
		return err
	}
	if _, err := e.Wire.Await(patience, "a dark panel", func(got string) bool { return strings.TrimSpace(got) == "" }); err != nil {
		return err
	}
	e.Wire.Unlit()
	if err := e.Pins.Hold(func() error { return e.Agent.Ready(bootPatience) }, Back, Up, Down, OK, clock); err != nil {
		return err
	}
	if _, err := e.same(picture, patience); err != nil {
		return err
	}
	if dark := e.Wire.Dark(); !dark.IsZero() {
		return fmt.Errorf("the panel was dark again %.1f s after the first light", dark.Sub(e.Wire.Lit()).Seconds())
	}
	if err := e.resumes(before, picture); err != nil {
		return err
	}
	note("%.1f s from the reboot command to the same turn", time.Since(e.Began).Seconds())
	return nil
}

func (e *Evening) upgrade() error {
	before, picture, err := e.settled()
	if err != nil {
		return err
	}
	process, err := e.pid()
	if err != nil {
		return err
	}
	began := time.Now()
	if _, err := e.Agent.Run(2*patience, "DEBIAN_FRONTEND=noninteractive dpkg -i --force-confold /root/newer.deb"); err != nil {
		return err
	}
	note("the upgrade took %.0f s", time.Since(began).Seconds())
	if err := e.until(patience, "systemctl is-active companiond.service"); err != nil {
		return err
	}
	if err := e.sameProcess(process); err == nil {
		return fmt.Errorf("after the upgrade the daemon is still process and restarts %s", process)
	}
	if err := e.do("dpkg-query -W -f '${Version}' companion | grep newer"); err != nil {
		return err
	}
	return e.resumes(before, picture)
}
