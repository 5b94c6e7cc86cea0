//go:build !linux

package serial

import (
	"errors"
	"time"
)

// dial says that only Linux has devices; another system sets Opts.Dial.
func dial(string, int, time.Duration) (Device, error) { return nil, errors.ErrUnsupported }
