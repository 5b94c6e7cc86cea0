//go:build !linux

package hidscanner

import "errors"

func openNode(string) (node, error) { return nil, errors.ErrUnsupported }
