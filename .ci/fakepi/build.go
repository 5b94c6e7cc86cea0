package fakepi

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// repository is the path of the repository's root folder, relative to the folder of this
// package.
var repository = filepath.Join("..", "..")

// install builds the machine's programs and writes the daemon's two config files below the
// folder root. Both configs set the display's chip to ssd1306. With chip = "any" the daemon
// would ask the user for the chip. Its screens would then differ from the screens on the
// simulated panel, for which it doesn't ask.
func install(root string) error {
	config, err := os.ReadFile(filepath.Join(repository, "systemd", "companion.toml"))
	if err != nil {
		return err
	}
	const asks, named = `chip = "any"`, `chip = "ssd1306"`
	if strings.Count(string(config), asks) != 1 {
		return errors.New("companion.toml doesn't have the line " + asks + " once")
	}
	text := strings.Replace(string(config), asks, named, 1)
	write := func(name, text string) error {
		return os.WriteFile(filepath.Join(root, "etc", "companion", name), []byte(text), 0o644)
	}
	renamed := strings.Replace(text, `ok = "GPIO19"`, fmt.Sprintf(`ok = "GPIO%d"`, Renamed), 1)
	return errors.Join(build(root), write("companion.toml", text), write(otherKey, renamed))
}

// unitFlags returns the daemon's command-line flags from its systemd unit.
func unitFlags() (string, error) {
	unit, err := os.ReadFile(filepath.Join(repository, "systemd", "companiond.service"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(unit)) {
		if _, flags, ok := strings.Cut(strings.TrimSpace(line), "ExecStart=/usr/bin/companiond "); ok {
			return flags, nil
		}
	}
	return "", errors.New("the unit doesn't start /usr/bin/companiond")
}

// build builds init, probe and companiond in the folder root, statically linked as for a Pi.
func build(root string) error {
	for _, p := range []struct{ in, pkg, out string }{
		{".", "./init", "init"},
		{".", "./probe", "probe"},
		{repository, "./cmd/companiond", "companiond"},
	} {
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(root, p.out), p.pkg)
		cmd.Dir = p.in
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("build %s: %w\n%s", p.pkg, err, out)
		}
	}
	return nil
}
