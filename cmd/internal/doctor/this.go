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
	"tabletop/cmd/internal/health"
	"tabletop/cmd/internal/regdom"
	"tabletop/cmd/internal/timedate"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/words"
	"tabletop/drivers/gpiochip"
	"tabletop/drivers/keys"
)

// serviceConfig and serviceState are the config file and the state folder of the packaged service.
const (
	serviceConfig = "/etc/companion/companion.toml"
	serviceState  = "/var/lib/companion"
)

// DefaultPaths returns the default config file and state folder of this machine. They are the
// service's if the service is installed, otherwise this user's.
func DefaultPaths(env func(string) string) (file, folder string) {
	if (&System{Files: os.DirFS("/")}).service() {
		return serviceConfig, serviceState
	}
	folder = config.StateFolder(env)
	return config.File(folder), folder
}

// This returns the System of this machine, with the config in file and the state in folder.
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
		Words: w, Files: os.DirFS("/"), Access: access, Disk: health.DiskOf, Run: program, Synced: timedate.Synced, PaperOut: paperOut, Now: time.Now(),
		User: User{os.Geteuid(), append(groups, os.Getegid())}, Host: wiring.Linux(), Probe: probe, Line: gpiochip.Kernel{}.Holder, Dial: dialed, Country: regdom.Country,
		File: file, Folder: folder,
	}
	s.Config, s.ConfigErr = ReadConfig(file, w)
	return s, nil
}

// probe returns an error if the keys' GPIO lines are not free.
func probe(o keys.Opts) error {
	return keys.Probe(o, func() (keys.Lines, error) { return wiring.Lines(o) })
}

// patience is the timeout of a program that the doctor runs.
const patience = 3 * time.Second

func program(command string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.WaitDelay = patience
	out, err := cmd.Output()
	if errors.As(err, new(*exec.ExitError)) {
		err = nil // the program's output says more than its exit code
	}
	return strings.TrimSpace(string(out)), err
}
