package wiring

import "fmt"

// unopened says why a node did not open: periph's errors are text alone.
func unopened(err error, node string) error {
	if why := Access(node); why != nil {
		return fmt.Errorf("wiring: %w", why)
	}
	return err
}
