package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/host/v3/gpioioctl"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/timedate"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/words"
	"tabletop/drivers/keys"
)

// Where the package's unit keeps things.
const (
	serviceConfig = "/etc/companion/companion.toml"
	serviceState  = "/var/lib/companion"
)

// Usual returns where config and state lie on this machine: those of the service
// if it is installed, else those of whoever starts companiond by hand.
func Usual(env func(string) string) (file, folder string) {
	if (&System{Files: os.DirFS("/")}).service() {
		return serviceConfig, serviceState
	}
	folder = config.StateFolder(env)
	return config.File(folder), folder
}

// This is the machine we run on, with that config and state. It starts periph,
// which may close descriptor 0, so it must come before files are opened that
// matter; but not as root on a Raspberry Pi, where its buses stay closed.
func This(w *words.Catalogue, file, folder string) (*System, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return nil, err
	}
	groups, err := os.Getgroups()
	if err != nil {
		return nil, fmt.Errorf("doctor: %w", err)
	}
	s := &System{
		Words: w, Files: os.DirFS("/"), Access: access, Disk: disk, Run: program, Synced: timedate.Synced, Now: time.Now(),
		User: User{os.Geteuid(), append(groups, os.Getegid())}, Probe: keys.Probe, Line: lineOf,
		File: file, Folder: folder,
	}
	s.Config, s.ConfigErr = ReadConfig(file, w)
	if s.User.ID != 0 || !s.raspberry() {
		s.open()
	}
	return s, nil
}

// open starts periph, which says on the standard log what we say in words.
func (s *System) open() {
	log.SetOutput(io.Discard)
	host, err := wiring.Linux()
	s.Host = host
	if err != nil {
		s.Broken = append(s.Broken, err)
	}
	state, err := driverreg.Init() // what it did before
	if err != nil {
		return
	}
	for _, f := range state.Failed {
		if slices.Contains(needed, f.D.String()) {
			s.Broken = append(s.Broken, fmt.Errorf("%s: %w", f.D, f.Err))
		}
	}
}

// needed are periph's drivers that the panel can't do without. Others fail where
// all is well: those for older boards do on a Pi 5.
var needed = []string{"ioctl-gpio", "sysfs-i2c", "sysfs-spi"}

// lineOf finds a line as package keys does.
func lineOf(label, name string) (holder string, there bool) {
	for _, c := range gpioioctl.Chips {
		if c.Label() != label && (label != "" || !strings.HasPrefix(c.Label(), "pinctrl-")) {
			continue
		}
		for _, n := range []string{name, c.Name() + "-" + name} {
			if l := c.ByName(n); l != nil {
				return l.Consumer(), true
			}
		}
	}
	return "", false
}

// access asks the kernel whether the user may read a file, and write to it.
func access(path string, write bool) error {
	mode := uint32(unix.R_OK)
	if write {
		mode |= unix.W_OK
	}
	if err := unix.Faccessat(unix.AT_FDCWD, path, mode, unix.AT_EACCESS); err != nil {
		return &fs.PathError{Op: "access", Path: path, Err: err}
	}
	return nil
}

func disk(path string) (Disk, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return Disk{}, &fs.PathError{Op: "statfs", Path: path, Err: err}
	}
	const readOnlyFlag = 1 // everywhere
	free, size := uint64(stat.Bavail), stat.Blocks-stat.Bfree+uint64(stat.Bavail)
	return Disk{free * uint64(stat.Bsize), size * uint64(stat.Bsize), stat.Flags&readOnlyFlag != 0}, nil
}

// patience is how long a program may take to answer.
const patience = 3 * time.Second

func program(command string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.WaitDelay = patience
	out, err := cmd.Output()
	if errors.As(err, new(*exec.ExitError)) {
		err = nil // what it said tells more
	}
	return strings.TrimSpace(string(out)), err
}
