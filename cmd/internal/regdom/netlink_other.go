//go:build !linux

package regdom

import "errors"

// Country returns an error: only Linux has a regulatory domain of this kind.
func Country() (string, error) { return "", errors.ErrUnsupported }

func set(string) error { return errors.ErrUnsupported }
