package wiring

import "fmt"

// unopened returns the error of [Access] for a device node that did not open. If Access returns
// nil, unopened returns err, the error of periph, which contains only text.
func unopened(err error, node string) error {
	if why := Access(node); why != nil {
		return fmt.Errorf("wiring: %w", why)
	}
	return err
}
