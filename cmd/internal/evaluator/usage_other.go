//go:build !linux

package evaluator

import (
	"errors"
	"time"
)

// computed returns an error, because systems other than Linux are not supported.
func computed(int) (time.Duration, error) { return 0, errors.ErrUnsupported }

// full returns false, because systems other than Linux have no memory limit; see limit.
func full(int, int64) bool { return false }
