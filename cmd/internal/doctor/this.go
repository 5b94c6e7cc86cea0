package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/timedate"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/words"
	"tabletop/drivers/gpiochip"
	"tabletop/drivers/keys"
)

// Paths of the packaged service.
const (
	serviceConfig = "/etc/companion/companion.toml"
	serviceState  = "/var/lib/companion"
)

// DefaultPaths returns the default config file and state folder of this machine: those of the service
// if it is installed, otherwise those of this user.
func DefaultPaths(env func(string) string) (file, folder string) {
	if (&System{Files: os.DirFS("/")}).service() {
		return serviceConfig, serviceState
	}
	folder = config.StateFolder(env)
	return config.File(folder), folder
}

// This returns the present machine, with a config file and a state folder.
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

// probe checks that the keys' lines are free.
func probe(o keys.Opts) error {
	return keys.Probe(o, func() (keys.Lines, error) { return wiring.Lines(o) })
}

// patience bounds the run of a program.
const patience = 3 * time.Second

func program(command string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.WaitDelay = patience
	out, err := cmd.Output()
	if errors.As(err, new(*exec.ExitError)) {
		err = nil // its output is more informative
	}
	return strings.TrimSpace(string(out)), err
}
