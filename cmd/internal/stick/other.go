//go:build !linux

package stick

import (
	"context"
	"errors"
	"os"
)

// At returns an error: only Linux has the calls that a stick needs.
func At(string) (Folder, error) { return nil, errors.ErrUnsupported }

// systemd runs on Linux only.
type systemd struct{}

func (systemd) mount(context.Context, string, string, string) error { return errors.ErrUnsupported }

func (systemd) unmount(context.Context) error { return errors.ErrUnsupported }

func peer(*os.File) (owner, error) { return owner{}, errors.ErrUnsupported }

func give(string, string, owner) error { return errors.ErrUnsupported }

func deviceOf(string) (string, error) { return "", errors.ErrUnsupported }
