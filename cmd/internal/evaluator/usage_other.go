//go:build !linux

package evaluator

import (
	"errors"
	"time"
)

// computed returns an error: other systems don't say it here.
func computed(int) (time.Duration, error) { return 0, errors.ErrUnsupported }

// full returns false: other systems bound no memory, see limit.
func full(int, int64) bool { return false }
