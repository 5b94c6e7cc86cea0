package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	sd "github.com/coreos/go-systemd/v22/daemon"

	"tabletop/cmd/internal/release"
)

const service = "companiond.service"

// debian is the machine of this process.
type debian struct {
	held *os.File // has the lock of dpkg's frontends as long as it is open
}

// Limits of commands. A slow card takes minutes to install a package.
const (
	shortly  = time.Minute
	slowly   = 10 * time.Minute
	lockWait = time.Minute
)

// lock takes the lock of dpkg's frontends (man:apt_preferences and dpkg's doc/frontend.txt), as apt
// does. It waits a minute for another frontend.
func (d *debian) lock() error {
	f, err := os.OpenFile("/var/lib/dpkg/lock-frontend", os.O_RDWR|os.O_CREATE, 0o640)
	if err != nil {
		return err
	}
	lock := syscall.Flock_t{Type: syscall.F_WRLCK}
	for range lockWait / time.Second {
		if err = syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &lock); err == nil {
			d.held = f
			return nil
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("another program installs packages: %w", errors.Join(err, f.Close()))
}

func (*debian) architecture() (string, error) {
	return command(shortly, "dpkg", "--print-architecture")
}

func (*debian) installed() (version string, whole bool, err error) {
	output, err := command(shortly, "dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}", release.Name)
	if err != nil {
		return "", false, err
	}
	status, version, _ := strings.Cut(output, " ")
	return version, status == "installed", nil
}

func (*debian) version(file string) (string, error) {
	output, err := command(shortly, "dpkg-deb", "--show", "--showformat=${Package} ${Version}", file)
	if err != nil {
		return "", err
	}
	name, version, _ := strings.Cut(output, " ")
	if name != release.Name {
		return "", fmt.Errorf("%s is a package of %s", file, name)
	}
	return version, nil
}

func (*debian) configure() {
	if output, err := dpkg("--configure", "--pending"); err != nil {
		fmt.Fprintln(os.Stderr, "companion-update: dpkg --configure:", err, output)
	}
}

// install keeps the administrator's config. The file may be of an older version, to go back.
func (*debian) install(file string) (string, error) {
	output, err := dpkg("--install", "--force-confold", "--force-downgrade", file)
	_, reload := command(shortly, "systemctl", "daemon-reload")
	return output, errors.Join(err, reload)
}

func (*debian) stop() error {
	_, err := command(shortly, "systemctl", "stop", service, "companiond.socket", "companion-portal.socket")
	return err
}

// start forgets earlier failures, which count against the limit of starts.
func (*debian) start() error {
	_, _ = command(shortly, "systemctl", "reset-failed", service) // an error if it isn't loaded
	_, err := command(shortly, "systemctl", "start", "--no-block", service)
	return err
}

// daemon reads the ID of the start instead of the number of restarts, which systemd may reset in a loop.
func (*debian) daemon() (d daemon, err error) {
	output, err := command(shortly, "systemctl", "show", "--property=ActiveState,InvocationID,Job", service)
	if err != nil {
		return d, err
	}
	for line := range strings.Lines(output) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "ActiveState":
			d.state = value
		case "InvocationID":
			d.start = value
		case "Job":
			d.queued = value != "" && value != "0"
		}
	}
	return d, nil
}

func (*debian) ready() {
	if _, err := sd.SdNotify(false, sd.SdNotifyReady); err != nil {
		fmt.Fprintln(os.Stderr, "companion-update: systemd:", err)
	}
}

// command runs a command without input, and returns its output without blanks at the end.
func command(limit time.Duration, name string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	var out, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failed
	group(cmd)
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, tail(failed.String()))
	}
	return strings.TrimSpace(out.String()), nil
}

// dpkg runs dpkg where /run/systemd is empty, and returns its output.
func dpkg(args ...string) (output string, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // the thread ends with its namespace, because it is never unlocked
		if err = hideSystemd(); err == nil {
			output, err = runDpkg(args...)
		}
	}()
	<-done
	return output, err
}

// hideSystemd hides systemd from this thread and its commands. Otherwise scripts of packages would
// restart the daemon. Debian's scripts look for this folder, see sd_booted(3).
func hideSystemd() error {
	const folder = "/run/systemd"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := syscall.Unshare(syscall.CLONE_NEWNS | syscall.CLONE_FS); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("mount /: %w", err)
	}
	if err := syscall.Mount("none", folder, "tmpfs", syscall.MS_RDONLY, ""); err != nil {
		return fmt.Errorf("mount %s: %w", folder, err)
	}
	return nil
}

func runDpkg(args ...string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), slowly)
	defer stop()
	cmd := exec.CommandContext(ctx, "dpkg", args...)
	cmd.Env = append(os.Environ(), "DPKG_FRONTEND_LOCKED=1", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", "NOTIFY_SOCKET=")
	group(cmd)
	output, err := cmd.CombinedOutput()
	return tail(string(output)), err
}

// group has the end of a command's time end all its processes.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = shortly
}
