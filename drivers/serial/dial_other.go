//go:build !linux

package serial

import (
	"errors"
	"time"
)

// dial returns an error: only Linux is supported. On other systems set Opts.Dial.
func dial(string, int, time.Duration) (Device, error) { return nil, errors.ErrUnsupported }
