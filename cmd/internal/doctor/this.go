package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/timedate"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/words"
	"tabletop/drivers/gpiochip"
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

// This is the machine we run on, with that config and state.
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
		User: User{os.Geteuid(), append(groups, os.Getegid())}, Host: wiring.Linux(), Probe: probe, Line: gpiochip.Kernel{}.Holder, Dial: dialed,
		File: file, Folder: folder,
	}
	s.Config, s.ConfigErr = ReadConfig(file, w)
	return s, nil
}

// probe asks whether the keys' lines can be had.
func probe(o keys.Opts) error {
	return keys.Probe(o, func() (keys.Lines, error) { return wiring.Lines(o) })
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
