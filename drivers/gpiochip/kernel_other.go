//go:build !linux

package gpiochip

import "errors"

func openNode(string) (node, error) { return nil, errors.ErrUnsupported }
